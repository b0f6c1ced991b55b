"""The family SUT, सूत्र (thread): a verse is linked to its code, and the code to its verse.

Code is read by its syntax tree and never imported.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from dhyana.grammar.lint.book_rule import BookFinding
from dhyana.grammar.lint.bound_rule import Book, CodeFinding
from dhyana.grammar.lint.record_rule import RecordFinding, Repair
from dhyana.shlokas.code import CodeError, Entry, entries, locate
from dhyana.shlokas.record import CodeLink, VerseRecord

AUTHORITY = "literate programming (Knuth 1984): text and code are one document"

REASONS = "dhyana.binding.WITHOUT_VERSE"
"""Where the model says why a public component has no verse."""


@dataclass(frozen=True, slots=True)
class Link:
    """A link of a record: the place of the record among all, and of the link in it."""

    record: int
    verse: VerseRecord
    index: int
    link: CodeLink

    @property
    def symbol(self) -> str:
        """The component that the verse is linked to."""
        return self.link.symbol

    @property
    def is_alive(self) -> bool:
        """Whether the code has a component of this name."""
        return exists(self.symbol)

    def finding(
        self,
        message: str,
        *,
        field: str = "symbol",
        expected: str | None = None,
        found: str | None = None,
        repairs: tuple[Repair, ...] = (),
    ) -> BookFinding:
        """Point at the symbol, or the fingerprint, of the link."""
        text = getattr(self.link, field) or ""
        return BookFinding(
            self.record,
            RecordFinding(
                field=f"code[{self.index}].{field}",
                start=0,
                end=len(text),
                message=message,
                word=text,
                expected=expected,
                found=found,
                repairs=repairs,
            ),
        )


def links(book: Book) -> Iterator[Link]:
    """Go through the links of all records."""
    for record, verse in book.verses:
        for index, link in enumerate(verse.code):
            yield Link(record, verse, index, link)


def exists(symbol: str) -> bool:
    """Whether the code has a component of a name."""
    try:
        locate(symbol)
    except CodeError:
        return False
    return True


def at_code(symbol: str, message: str, *, expected: str | None = None) -> CodeFinding:
    """Point at the definition of a component."""
    code = locate(symbol)
    name = symbol.rpartition(".")[2]
    lines = code.source.split("\n")
    at = next((i for i, line in enumerate(lines) if _defines(line, name)), 0)
    return CodeFinding(
        file=code.file, line=code.line + at, message=message, word=name, expected=expected
    )


def at_mark(
    symbol: str, verse: int, message: str, *, expected: str | None = None, mark: str = "shloka"
) -> CodeFinding:
    """Point at the mark of a component."""
    code = locate(symbol)
    lines = code.source.split("\n")
    at = next((i for i, line in enumerate(lines) if f"{mark}(" in line and str(verse) in line), 0)
    return CodeFinding(
        file=code.file, line=code.line + at, message=message, word=mark, expected=expected
    )


def _defines(line: str, name: str) -> bool:
    return line.split("(")[0].split(":")[0].split() in (
        ["class", name],
        ["def", name],
        ["async", "def", name],
    )


def reasons() -> dict[str, Entry]:
    """Give the reasons why components, or modules, have no verse."""
    return entries(REASONS)


def has_reason(symbol: str, stated: dict[str, Entry]) -> bool:
    """Whether a reason is stated for a component, its module or a package above it."""
    parts = symbol.split(".")
    return any(".".join(parts[:end]) in stated for end in range(1, len(parts) + 1))
