"""Dhyāna: a fifty-verse Sanskrit treatise on the Transformer as a literate program.

The four rooms are `dhyana.shlokas` (the text), `dhyana.grammar` (metre and the linter),
the modules of this package itself (the model, one per canto) and `dhyana.cli` (the reader).
Importing this package imports none of them.
"""

__version__ = "0.1.0"
