"""लिपि: the text as text."""
