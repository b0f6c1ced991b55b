"""The reader: the command line and everything it shows."""
