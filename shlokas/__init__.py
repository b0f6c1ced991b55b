"""The text: fifty verse records and the treatise around them.

>>> from dhyana.shlokas import load
>>> treatise = load()
>>> treatise.verse(12).canto.number
3
"""

from collections.abc import Iterator, Sequence
from functools import cached_property
from pathlib import Path

from dhyana.shlokas.editions import Edited, Edition, edit
from dhyana.shlokas.faults import Fault, RecordError
from dhyana.shlokas.reading import read_record
from dhyana.shlokas.record import Canto, TreatiseRecord, VerseRecord
from dhyana.shlokas.source import Source

__all__ = [
    "EVIDENCE",
    "FOLDER",
    "TREATISE",
    "Edition",
    "Fault",
    "NotInTreatiseError",
    "RecordError",
    "Source",
    "Treatise",
    "Verse",
    "load",
]

# Not by importlib.resources, which takes longer to import than a verse to read.
FOLDER = Path(__file__).parent
"""Where the treatise that comes with the package is."""

EVIDENCE = FOLDER / "evidence"
"""Where the evidence for it is."""

TREATISE = "treatise.yaml"
"""Name of the file that a folder with a treatise has."""


class NotInTreatiseError(LookupError):
    """The treatise has no verse, or no canto, of this number."""


class Verse:
    """One verse of the treatise in one edition."""

    def __init__(self, canto: Canto, source: Source, edited: Edited[VerseRecord]) -> None:
        self.canto = canto
        self.source = source
        self.edited = edited

    @property
    def record(self) -> VerseRecord:
        """The record in the edition of the treatise; its apparatus is kept."""
        return self.edited.record

    @property
    def number(self) -> int:
        """Number of the verse in the treatise."""
        return self.record.number

    @property
    def path(self) -> Path:
        """The file of the record."""
        return self.source.path

    @property
    def lines(self) -> list[str]:
        """Lines of the verse, one half (ardha) a line."""
        return self.record.verse.split("\n")

    def locate(self, field: str, offset: int = 0) -> tuple[int, int]:
        """Line and column in the file, from 1, of an offset in a field of this edition.

        Inside what the apparatus has changed it is the place where the change begins.
        `LookupError` when there is no such field or offset.
        """
        start, _ = self.edited.source_span(field, offset, offset)
        return self.source.locate(field, start)


class Treatise:
    """The treatise in one edition; each verse is read from its file when it is asked for.

    `path` is a folder with `treatise.yaml` and the verses as `canto-NN/verse-NNN.yaml`.
    Raises `RecordError` when `treatise.yaml` is broken.
    """

    def __init__(self, path: Path, edition: Edition) -> None:
        self.path = path
        self.edition = edition
        record, self.source = read_record(path / TREATISE, TreatiseRecord)
        self.edited = edit(record, edition, self.source)
        self._verses: dict[int, Verse] = {}

    @property
    def record(self) -> TreatiseRecord:
        """Front and back matter in this edition; its apparatus is kept."""
        return self.edited.record

    @property
    def cantos(self) -> tuple[Canto, ...]:
        """The cantos in order."""
        return self.record.cantos

    @cached_property
    def numbers(self) -> tuple[int, ...]:
        """Numbers of the verses in order."""
        spans = (range(canto.first_verse, canto.last_verse + 1) for canto in self.cantos)
        return tuple(sorted(set().union(*spans)))

    def verse(self, number: int) -> Verse:
        """Read one verse; no other verse is read.

        Raises `NotInTreatiseError` for a number that no canto has, `RecordError` when the
        file is missing or broken.
        """
        if number not in self._verses:
            record, source = self._read(number)
            edited = edit(record, self.edition, source)
            self._verses[number] = Verse(self._canto_of(number), source, edited)
        return self._verses[number]

    def verses_of(self, canto_number: int) -> tuple[Verse, ...]:
        """Read the verses of one canto; errors as for `verse`."""
        for canto in self.cantos:
            if canto.number == canto_number:
                numbers = range(canto.first_verse, canto.last_verse + 1)
                return tuple(self.verse(number) for number in numbers)
        has = _span("cantos", [canto.number for canto in self.cantos])
        raise NotInTreatiseError(f"there is no canto {canto_number}; the treatise has {has}")

    @cached_property
    def verses(self) -> tuple[Verse, ...]:
        """All verses in order.

        Raises `RecordError` with everything that is wrong with any of the files, or with
        their names and numbers.
        """
        verses: list[Verse] = []
        faults = list(self.layout_faults())
        for number in self.numbers:
            try:
                verses.append(self.verse(number))
            except RecordError as error:
                faults += error.faults
        if faults:
            raise RecordError(faults)
        return tuple(verses)

    def __iter__(self) -> Iterator[Verse]:
        return iter(self.verses)

    def __len__(self) -> int:
        return len(self.numbers)

    def check(self) -> tuple[Fault, ...]:
        """Everything wrong with any file in any edition, or with their names and numbers."""
        faults = list(self.layout_faults())
        for number in self.numbers:
            try:
                record, source = self._read(number)
            except RecordError as error:
                faults += error.faults
            else:
                faults += _edition_faults(record, source)
        faults += _edition_faults(*read_record(self.source.path, TreatiseRecord))
        return tuple(dict.fromkeys(faults))

    def _canto_of(self, number: int) -> Canto:
        for canto in self.cantos:
            if canto.first_verse <= number <= canto.last_verse:
                return canto
        has = _span("verses", self.numbers)
        raise NotInTreatiseError(f"there is no verse {number}; the treatise has {has}")

    def path_of(self, number: int) -> Path:
        """Where the file of a verse is; `NotInTreatiseError` for a number that no canto has."""
        canto = self._canto_of(number)
        return self.path / f"canto-{canto.number:02}" / f"verse-{number:03}.yaml"

    def _read(self, number: int) -> tuple[VerseRecord, Source]:
        path = self.path_of(number)
        record, source = read_record(path, VerseRecord)
        if record.number != number:
            message = f"verse {record.number} stands in the file of verse {number}"
            raise RecordError([Fault(path, *source.locate("number"), message, f"number: {number}")])
        return record, source

    def layout_faults(self) -> Iterator[Fault]:
        """Find cantos that do not follow one another, and files that are no verse's."""
        following = 1
        for index, canto in enumerate(self.cantos):
            for field, found, expected in (
                ("number", canto.number, index + 1),
                ("first_verse", canto.first_verse, following),
                ("last_verse", canto.last_verse, max(canto.last_verse, canto.first_verse)),
            ):
                if found != expected:
                    place = self.source.locate(f"cantos[{index}].{field}")
                    message = f"{field} of canto {index + 1} is {found}"
                    yield Fault(self.source.path, *place, message, str(expected))
            following = canto.last_verse + 1
        files = {self.path_of(number) for number in self.numbers}
        for path in sorted(self.path.glob("canto-*/*.y*ml")):
            if path not in files:
                layout = "canto-NN/verse-NNN.yaml within the verses of the canto"
                yield Fault(path, None, None, "this is no verse of the treatise", layout)


def load(path: Path | None = None, edition: Edition | str = Edition.TEXT) -> Treatise:
    """Load the treatise from `path`, or the one that comes with the package.

    Raises `RecordError` when its `treatise.yaml` is broken and `ValueError` for an unknown
    edition; verses are read when they are asked for.
    """
    return Treatise(FOLDER if path is None else path, Edition(edition))


def _edition_faults(record: VerseRecord | TreatiseRecord, source: Source) -> Iterator[Fault]:
    for edition in (Edition.TEXT, Edition.EMENDED):
        try:
            edit(record, edition, source)
        except RecordError as error:
            yield from error.faults


def _span(what: str, numbers: Sequence[int]) -> str:
    return f"{what} {min(numbers)}–{max(numbers)}" if numbers else f"no {what}"
