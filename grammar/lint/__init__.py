"""The linter: rules that read records and text, and the findings they give."""
