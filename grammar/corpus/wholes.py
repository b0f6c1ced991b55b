"""What is said of a whole verse, in JSON, by its weights and by what is written between syllables.

It is worked out once, on a skeleton; filled from a verse it is what `identify` says of that.
"""

from functools import lru_cache
from json.encoder import encode_basestring as quoted
from typing import NamedTuple

from dhyana.grammar.anushtubh_table import Profile
from dhyana.grammar.chandas.text import Text
from dhyana.grammar.corpus.skeleton import skeleton
from dhyana.grammar.corpus.templates import (
    Found,
    Line,
    Said,
    Verse,
    after_words,
    found,
    head_of,
    tail,
)
from dhyana.grammar.lint.chandas import metre_report
from dhyana.grammar.lint.rules.chandas.no_metre import is_formula
from dhyana.grammar.scansion import Break


class Whole(NamedTuple):
    """What is said of some verses: see `templates`.

    `lines` are the syllables of each line with what follows its words.
    """

    said: Said
    head: str
    lines: tuple[tuple[int, str], ...]
    faults: tuple[Found, ...]
    notes: tuple[Found, ...]

    def filled(self, verse: Verse) -> Line | None:
        """Say it of a verse; None where it is not what is said of that one."""
        try:
            if self.said.meter is None and not (verse.item.meant and _is_verse(verse)):
                return None
            rest = tail(verse, self.faults, self.notes)
        except LookupError:
            return None
        shown = []
        first = 0
        for length, after in self.lines:
            shown.append(f'{{"text": {quoted(verse.line(first, first + length))}{after}')
            first += length
        lines = ", ".join(shown)
        return Line(f'{{"id": {verse.item.identity}{self.head}{lines}], {rest}', self.said)


def _is_verse(verse: Verse) -> bool:
    """Whether a text neither opens nor closes a longer one."""
    return not is_formula([verse.iast(k) for k in range(verse.stop - verse.first)])


@lru_cache(maxsize=1 << 12)
def whole(text: Text, profile: Profile) -> Whole | None:
    """Say what is said of verses; None where that depends on their spelling."""
    if text.free or text.om:
        return None
    try:
        report = metre_report(skeleton(text.weights, text.breaks), profile)
        faults, notes = (tuple(map(found, some)) for some in (report.faults, report.notes))
    except ValueError:
        return None
    said = Said.of(report.meter, report.verdict, faults)
    lines = tuple((len(p.weights), after_words(p.weights, p.variant)) for p in report.padas)
    return Whole(said, head_of(report), lines, faults, notes)


@lru_cache(maxsize=1 << 12)
def whole_by_lines(weights: str, divides: bytes, profile: Profile) -> Whole | None:
    """Say what is said of verses wherever their words end; None where that has a say."""
    close, apart = (
        whole(Text(weights, tuple([Break.LINE if ends else mark for ends in divides])), profile)
        for mark in (Break.NONE, Break.WORD)
    )
    return close if close == apart else None
