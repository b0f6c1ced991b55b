"""`dhyana search`: a word, however it is spelt, in the verses, the lexicon and all the prose."""

import json
import re
import unicodedata
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from itertools import accumulate
from typing import Annotated

import typer

from dhyana.cli.options import EditionOption, ListFormat, ListFormatOption
from dhyana.cli.view.formula import readable
from dhyana.cli.view.terminal import Terminal, standard_output, tell
from dhyana.grammar.filling import columns
from dhyana.grammar.lipi.transliteration import Script, transliterate
from dhyana.shlokas import Treatise, load
from dhyana.shlokas.editions import Edition

# How people type Sanskrit without diacritics, in this order; a folded text has no signs left.
FOLDS = [
    (re.compile(pattern), replacement)
    for pattern, replacement in (
        (r"[^\w\s]|_", ""),  # hyphens, daṇḍas, avagrahas
        (r"sh|z", "s"),  # śānti, shanti, zAnti
        (r"x", "ks"),
        (r"(?<=[kgcjtdpb])h+", ""),  # buddhi, budhi, buddi
        (r"ee", "i"),
        (r"oo", "u"),
        (r"w", "v"),
        (r"gy", "jn"),  # jñāna, gyana
        (r"m(?=[bcdfgjkpqst])", "n"),  # saṃbandha, sambandha, sanbandha
        (r"(?<![aeiou])ri", "r"),  # kṛta, krita
        (r"([a-z])\1+", r"\1"),  # tattva, tatva; shaanti
        (r"\s+", " "),
    )
]


def search(
    words: Annotated[list[str], typer.Argument(metavar="WORD...", help="What to look for.")],
    edition: EditionOption = Edition.TEXT,
    output: ListFormatOption = ListFormat.TEXT,
) -> None:
    """Find a word, or several in a row, in all fields of the verses and in the lexicon.

    Spelling does not matter: santi, shanti, śānti, zAnti and शान्ति find the same.

    Exit code 1: nothing was found.
    """
    phrase = " ".join(words)
    if not fold(phrase).strip():
        raise typer.BadParameter(f"{phrase!r} has no letters to look for")
    found = list(find(load(edition=edition), phrase))
    if output is ListFormat.JSON:
        typer.echo(json.dumps([asdict(hit) for hit in found], ensure_ascii=False, indent=2))
    elif found:
        terminal = standard_output()
        typer.echo("\n".join(_line(hit, terminal) for hit in found), color=True)
    if not found:
        tell(f"nothing found for {phrase}")
        raise typer.Exit(1)


def fold(text: str) -> str:
    """Spell a text as the laziest typist would: one spelling for all that stand for it."""
    latin = unicodedata.normalize("NFKD", transliterate(text, Script.IAST)).lower()
    latin = "".join(c for c in latin if not unicodedata.combining(c))
    for pattern, replacement in FOLDS:
        latin = pattern.sub(replacement, latin)
    return latin.strip()


@dataclass(frozen=True, slots=True)
class Hit:
    """A text in which the phrase occurs, and the spans of the words that hold it."""

    verse: int | None
    field: str
    text: str
    matches: list[tuple[int, int]]


def find(treatise: Treatise, phrase: str) -> Iterator[Hit]:
    """Find a phrase in all texts of the treatise, verse by verse, then the rest of the book.

    Raises `RecordError` when a verse cannot be read.
    """
    needle = fold(phrase)
    for verse, field, text in _texts(treatise):
        text = readable(text).replace("\u00a0", " ")
        if needle in fold(text) and (matches := list(_matches(text, needle))):
            yield Hit(verse, field, text, matches)


def _texts(treatise: Treatise) -> Iterator[tuple[int | None, str, str]]:
    for verse in treatise.verses:
        record, number = verse.record, verse.number
        yield from ((number, "verse", line) for line in verse.lines)
        yield number, "padaccheda", record.padaccheda
        yield number, "anvaya", record.anvaya
        yield number, "translation", record.translation
        for row in record.morphology:
            yield number, "morphology", f"{row.form} · {row.category} · {row.description}"
        yield number, "commentary", record.commentary
        yield from ((number, "code", link.symbol) for link in record.code)
        yield from ((number, "claims", claim.text) for claim in record.claims)
    book = treatise.record
    for entry in book.lexicon:
        yield None, "lexicon", f"{entry.transliteration} · {entry.gloss} · {entry.term}"
    for canto in book.cantos:
        yield None, f"canto {canto.number}", f"{canto.title} · {canto.heading}"
        yield None, f"canto {canto.number}", canto.introduction
    yield from ((None, "prologue", paragraph) for paragraph in book.prologue.split("\n\n"))
    yield from ((None, "matrix", " · ".join(row)) for row in book.matrix)
    yield None, "synthesis", book.synthesis


def _matches(text: str, needle: str) -> Iterator[tuple[int, int]]:
    """Give the spans of whole words in which the folded phrase occurs."""
    words = [(first, last, fold(text[first:last])) for first, last in _words(text)]
    starts = list(accumulate((len(word[2]) + 1 for word in words), initial=0))
    line = " ".join(word[2] for word in words)
    after = 0
    while (at := line.find(needle, after)) >= 0:
        first = bisect_right(starts, at) - 1
        last = bisect_right(starts, at + len(needle) - 1) - 1
        yield words[first][0], words[last][1]
        after = starts[last + 1]


def _words(text: str) -> Iterator[tuple[int, int]]:
    """Give the spans of the words of a text, without the punctuation around them."""
    for word in re.finditer(r"\S+", text):
        bare = word[0].strip("()[].,;:!?“”‘’।॥·")
        if fold(bare):
            first = word.start() + word[0].index(bare)
            yield first, first + len(bare)


def _line(hit: Hit, terminal: Terminal) -> str:
    """Write a hit as one line: where it is, then as much of the text as there is room for."""
    label = f"{hit.verse or '':>2}  {hit.field:11}  "
    marks = 2 * len(hit.matches) + len("……")
    start, end = _window(hit, terminal.width - len(label) - marks)
    text, at = "…" if start else "", start
    for first, last in hit.matches:
        if first >= at and last <= end:
            word = hit.text[first:last]
            marked = (
                terminal.style(word, bold=True, fg="yellow") if terminal.styled else f"»{word}«"
            )
            text += hit.text[at:first] + marked
            at = last
    return label + text + hit.text[at:end] + ("…" if end < len(hit.text) else "")


def _window(hit: Hit, room: int) -> tuple[int, int]:
    """Choose the span of whole words around the first match that fills the room."""
    start, end = hit.matches[0]
    words = [word.span() for word in re.finditer(r"\S+", hit.text)]
    before = [first for first, _ in words if first < start]
    after = [last for _, last in reversed(words) if last > end]

    def fits(first: int, last: int) -> bool:
        return columns(hit.text[first:last]) <= room

    growing = True
    while growing:  # by a word after and a word before, in turn
        growing = False
        if after and fits(start, after[-1]):
            end, growing = after.pop(), True
        if before and fits(before[-1], end):
            start, growing = before.pop(), True
    return start, end
