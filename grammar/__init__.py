"""The grammar: scansion, metre and the linter."""
