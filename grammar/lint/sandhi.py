"""The family SAN, सन्धिः: the words of the padaccheda, joined, are the verse.

The comparison is made once for a verse; each rule speaks of one way in which the two part.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

from dhyana.grammar.lint.record_rule import RecordFinding
from dhyana.grammar.lipi.phonemes import PAUSE, Sounds, devanagari, sounds
from dhyana.grammar.lipi.script import read
from dhyana.grammar.padaccheda import Word, in_a_row, split
from dhyana.grammar.sandhi import Fault, Parting, Proven, Refuted, Undecided, matches
from dhyana.grammar.sandhi.sutras import cite
from dhyana.shlokas.record import VerseRecord

LONGEST, LONGEST_WORD = 4000, 300
"""Characters of the longest field, and sounds of the longest word, that are compared."""

_DUAL, _NO_DUAL = "द्विवचन", ("एकवचन", "बहुवचन", "अव्यय")


@dataclass(frozen=True, slots=True)
class Comparison:
    """Padaccheda and verse side by side; `owners` says of each member which word it is of."""

    words: tuple[Word, ...]
    owners: tuple[int, ...]
    verse: Sounds
    verdict: Proven | Undecided | Refuted

    def words_of(self, first: int, last: int) -> tuple[Word, ...]:
        """Give the words to which members `first` to `last` belong."""
        return self.words[self.owners[first] : self.owners[last] + 1]


def comparison(record: VerseRecord) -> Comparison | None:
    """Compare padaccheda and verse; None where either has no words, or words beyond measure."""
    rows = tuple((row.form, row.category) for row in record.morphology)
    return _comparison(record.padaccheda, record.verse, rows)


@lru_cache(maxsize=64)
def _comparison(padaccheda: str, text: str, rows: tuple[tuple[str, str], ...]) -> Comparison | None:
    if max(len(padaccheda), len(text)) > LONGEST:
        return None
    words, verse = split(padaccheda), sounds(text)
    if read(text).asides:
        words = tuple(_without_speakers(words, padaccheda))
    row, owners = in_a_row(words, dict(_duals(rows)))
    if not row or not verse.slp1.strip(_APART):
        return None
    if max(len(pada.text) for pada in row) > LONGEST_WORD:
        return None
    return Comparison(words, owners, verse, matches(row, verse.slp1))


def _without_speakers(words: Iterable[Word], padaccheda: str) -> Iterator[Word]:
    """Leave out who speaks (धृतराष्ट्रः उवाच), which is not verse."""
    asides = read(padaccheda).asides
    for word in words:
        if not any(aside.start <= word.start < aside.end for aside in asides):
            yield word


def _duals(rows: Iterable[tuple[str, str]]) -> Iterator[tuple[str, bool]]:
    """Say of words, by their sounds, whether they are duals, where their rows tell."""
    for form, category in rows:
        if _DUAL in category:
            yield sounds(form).slp1, True
        elif any(number in category for number in _NO_DUAL):
            yield sounds(form).slp1, False


def partings(record: VerseRecord, fault: Fault) -> Iterator[tuple[Comparison, Parting, str]]:
    """Give the places of one kind where verse and padaccheda part, with what is written there."""
    compared = comparison(record)
    if compared is None or not isinstance(compared.verdict, Refuted):
        return
    for parting in compared.verdict.partings:
        if parting.fault is fault:
            trimmed = _trimmed(parting, compared.verse.slp1)
            yield compared, trimmed, shown(compared.verse.slp1[trimmed.start : trimmed.end])


def _trimmed(parting: Parting, text: str) -> Parting:
    """Leave out spaces and daṇḍas at either end of a place, which are not at fault."""
    start, end = parting.start, parting.end
    while start < end and text[end - 1] in _APART:
        end -= 1
    while start < end and text[start] in _APART:
        start += 1
    return replace(parting, start=start, end=end)


_APART = f"{PAUSE} \n"


def finding(
    compared: Comparison, parting: Parting, message: str, found: str, authority: str | None = None
) -> RecordFinding:
    """Place a parting in the verse."""
    start, end = compared.verse.span(parting.start, parting.end)
    words = compared.words_of(parting.first, parting.last)
    return RecordFinding(
        field="verse",
        start=start,
        end=max(end, start + 1) if start < len(compared.verse.text) else end,
        message=message,
        word=" ".join(word.written for word in words),
        expected=expected(parting),
        found=found or None,
        authority=authority or (cite(parting.sutras) if parting.sutras else None),
    )


def expected(parting: Parting) -> str:
    """Write what was expected: every permitted result, the usual one first."""
    return " / ".join(shown(text) for text in parting.expected)


def shown(slp1: str) -> str:
    """Write sounds in Devanagari as printers do, pauses as daṇḍas."""
    return devanagari(" ".join(slp1.replace(PAUSE, " । ").split()).replace(" '", "'"))
