"""Writing: the scripts and romanisations in which Sanskrit is typed and shown."""
