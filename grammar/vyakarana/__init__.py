"""Grammar: words derived by Pāṇini's rules, and what a morphology row says of them examined.

`Vyakarana` derives what stands in a cell of a declension or a conjugation, with the sūtras;
`examine` says of each word of a row whether it does stand in the cell that its label names:
proven, refuted, or not decidable with the reason.

>>> from dhyana.shlokas.record import WordAnalysis
>>> [derived.form for derived in Vyakarana().declined(WordAnalysis(stem="भाग"), Nominal("पुं", 3, 1))]
['BAgena']
"""

from dhyana.grammar.vyakarana.cells import Cell, Finite, Nominal
from dhyana.grammar.vyakarana.deriving import Derived, Step, UndecidableError, Vyakarana
from dhyana.grammar.vyakarana.dhatupatha import Dhatupatha, Root, dhatupatha
from dhyana.grammar.vyakarana.examining import Examined, Outcome, Verdict, examine, standing

__all__ = [
    "Cell",
    "Derived",
    "Dhatupatha",
    "Examined",
    "Finite",
    "Nominal",
    "Outcome",
    "Root",
    "Step",
    "UndecidableError",
    "Verdict",
    "Vyakarana",
    "dhatupatha",
    "examine",
    "standing",
]
