"""सन्धिः: the padaccheda, joined, is the verse."""
