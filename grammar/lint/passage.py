"""A passage: a verse as it stands in a file, which is what rules of metre and text read."""

import dataclasses
from collections.abc import Callable

from dhyana.grammar.lint.suppressions import Suppression
from dhyana.shlokas.record import TreatiseRecord, VerseRecord, Waiver

Locate = Callable[[int], tuple[int, int]]


@dataclasses.dataclass(frozen=True, slots=True)
class Passage:
    """A verse, or the front and back matter of a treatise, with its place in a file.

    `locate` gives line and column in the file, from 1, of an offset in `text`. `label` is what
    a reader calls the verse. `meant`: the source shows that it is verse; in plain text a
    paragraph without a daṇḍa may be a heading or prose. `loose`: nothing shows it but single
    daṇḍas, which end sentences too, or it is in a language of today. `closing` is what stands
    behind it on its last line, as `॥ १ ॥` does behind its mark. A record gives its number as
    `verse`, the name of its `field` and its `waivers`; `record` is the whole of it in the
    edition asked for, `locate_in` places an offset in any of its fields, and `emended` makes
    the record with all that its apparatus corrects. Front and back matter has a `record` and no
    verse. `departs` are fields whose text is another than that in the file, so that an edit of
    it does not fit there.
    """

    text: str
    locate: Locate
    label: str = ""
    verse: int | None = None
    field: str | None = None
    waivers: tuple[Waiver, ...] = ()
    meant: bool = True
    loose: bool = False
    closing: str = ""
    suppressions: tuple[Suppression, ...] = ()
    record: VerseRecord | TreatiseRecord | None = dataclasses.field(default=None, repr=False)
    locate_in: Callable[[str, int], tuple[int, int]] | None = None
    emended: Callable[[], VerseRecord | TreatiseRecord] | None = None
    departs: frozenset[str | None] = frozenset()

    @property
    def is_verse(self) -> bool:
        """Whether `text` is verse."""
        return not isinstance(self.record, TreatiseRecord)


def offset_of(text: str, line: int, column: int) -> int:
    """Offset in a text of a line and column, both from 1; the inverse of `places.place`."""
    start = 0
    for _ in range(line - 1):
        start = text.index("\n", start) + 1
    return start + column - 1
