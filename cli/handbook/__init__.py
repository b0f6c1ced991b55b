"""The bilingual handbook: one model of what it shows (`book`), and a writer for each form."""
