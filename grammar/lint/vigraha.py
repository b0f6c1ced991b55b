"""Words of the resolution of a compound (विग्रहः): in which cases they stand, of which members."""

from collections.abc import Iterator, Sequence
from itertools import product

from dhyana.grammar.lint.vyakarana import grammar
from dhyana.grammar.sandhi import Joint, Pada, join
from dhyana.grammar.sandhi.classes import AC
from dhyana.grammar.vyakarana.cells import LINGAS, Nominal
from dhyana.grammar.vyakarana.deriving import UndecidableError, stem_of
from dhyana.grammar.vyakarana.examining import Outcome, verdict_in
from dhyana.shlokas.record import WordAnalysis

CASES = (6, 1, 3, 7, 5, 4, 2)
"""The cases but the vocative, which no resolution has; the most frequent first."""
_ENOUGH = 2
"""Sounds by which a word is taken for a form of a member."""
_MOST = 8


def stands(
    text: str,
    analysis: WordAnalysis,
    cases: Sequence[int] = CASES,
    lingas: Sequence[str] = tuple(LINGAS),
) -> bool:
    """Whether a word stands in a case of a stem, in any number.

    Raises `UndecidableError` where that is not known.
    """
    doubt = ""
    for case, linga, vacana in product(cases, lingas, (1, 3, 2)):
        verdict = verdict_in(text, Nominal(linga, case, vacana), analysis, grammar())
        if verdict.outcome is Outcome.PROVEN:
            return True
        if verdict.outcome is Outcome.UNDECIDED:
            doubt = verdict.reason
    if doubt:
        raise UndecidableError(doubt)
    return False


def cases_of(text: str, analysis: WordAnalysis) -> tuple[int, ...]:
    """Say in which cases a word stands as a form of a stem; none where it has no, or unknown."""
    try:
        return tuple(case for case in sorted(CASES) if stands(text, analysis, (case,)))
    except UndecidableError:
        return ()


def first_members(analysis: WordAnalysis) -> Iterator[tuple[str, WordAnalysis]]:
    """Give what a word before the last may be of: rows of members that end before the last one.

    Each comes with the sounds with which its forms begin, long rows first. Of more members than
    compounds have only the last few are looked at.

    Raises `UndecidableError` for a member that is no stem.
    """
    members = analysis.members[:-1][-_MOST:]
    for length in range(len(members), 0, -1):
        for at in range(len(members) - length + 1):
            row = members[at : at + length]
            alone = WordAnalysis(stem=row[-1], members=row if length > 1 else ())
            begins = _joined(row).rstrip(AC)
            if len(begins) >= _ENOUGH:
                yield begins, alone


def _joined(members: Sequence[str]) -> str:
    *before, last = map(stem_of, members)
    return next(join([*(Pada(member, Joint.SEAM) for member in before), Pada(last)])).text
