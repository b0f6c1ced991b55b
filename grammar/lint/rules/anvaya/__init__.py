"""अन्वयः: padaccheda, anvaya and morphology rows have the same words."""
