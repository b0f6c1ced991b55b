"""What every verse is tied to: code, its review, its experiment and evidence, its tests."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import dhyana
from dhyana.pramana.registry import registered
from dhyana.shlokas import Treatise, Verse
from dhyana.shlokas.code import CodeError, fingerprint, locate
from dhyana.shlokas.evidence import changed_code, load_evidence
from dhyana.shlokas.faults import RecordError
from dhyana.shlokas.record import CodeLink, Verdict

TESTS = Path(dhyana.__path__[0]).parent / "tests"
"""Where a checkout has its tests; an installed package has none."""


@dataclass(frozen=True, slots=True)
class Code:
    """A component that a verse is linked to. `place` is None for one that is not there."""

    symbol: str
    place: str | None
    reviewed: bool
    tests: tuple[str, ...]


@dataclass(frozen=True)
class Row:
    """One verse. `measured`: the evidence is of this code and has the verdicts of the record."""

    number: int
    canto: int
    code: tuple[Code, ...]
    experiment: str | None
    verdicts: tuple[Verdict, ...]
    measured: bool

    @cached_property
    def parts(self) -> dict[str, bool]:
        """What there is of a verse, part by part."""
        return {
            "code": bool(self.code) and all(code.place for code in self.code),
            "review": bool(self.code) and all(code.reviewed for code in self.code),
            "experiment": self.measured,
            "tests": bool(self.code) and all(code.tests for code in self.code),
        }

    @property
    def is_complete(self) -> bool:
        """Whether a verse has all its parts."""
        return all(self.parts.values())


@dataclass(frozen=True)
class Matrix:
    """All verses asked for."""

    rows: tuple[Row, ...]
    titles: dict[int, str]

    @property
    def coverage(self) -> dict[str, int]:
        """How many verses have a part, and how many have all of them."""
        parts = dict.fromkeys(Row(0, 0, (), None, (), False).parts, 0)
        for row in self.rows:
            for name, there in row.parts.items():
                parts[name] += there
        return parts | {"all": sum(row.is_complete for row in self.rows)}

    @property
    def percent(self) -> float:
        """Share of verses that have all parts, in percent."""
        return 100 * self.coverage["all"] / len(self.rows) if self.rows else 100.0


def matrix(treatise: Treatise, verses: Iterable[Verse], tests: Path = TESTS) -> Matrix:
    """Gather what verses are tied to; nothing is imported or run."""
    experiments = {number: each.experiment for number, each in registered().items()}
    texts = dict(_tests(tests))
    rows = tuple(_row(verse, experiments.get(verse.number), texts) for verse in verses)
    return Matrix(rows, {canto.number: canto.title for canto in treatise.cantos})


def _tests(folder: Path) -> Iterator[tuple[str, str]]:
    """Read the tests of the model."""
    for path in sorted((folder / "dhyana").rglob("test_*.py")):
        yield path.relative_to(folder.parent).as_posix(), path.read_text("utf-8")


def _row(verse: Verse, experiment: str | None, tests: dict[str, str]) -> Row:
    claims = verse.record.claims
    return Row(
        verse.number,
        verse.canto.number,
        tuple(_code(link, tests) for link in verse.record.code),
        experiment,
        tuple(claim.verdict for claim in claims),
        _measured(verse),
    )


def _code(link: CodeLink, tests: dict[str, str]) -> Code:
    try:
        code = locate(link.symbol)
    except CodeError:
        return Code(link.symbol, None, False, ())
    mentions = tuple(path for path, text in tests.items() if _mentions(text, code.name))
    reviewed = fingerprint(link.symbol) == link.reviewed
    return Code(link.symbol, f"{code.path}:{code.line}", reviewed, mentions)


def _mentions(text: str, name: str) -> bool:
    """Whether a test names a component; a method that Python itself calls goes by its class."""
    *above, last = name.split(".")
    parts = above if above and last in ("forward", "__init__", "__call__") else [last]
    return all(re.search(rf"\b{re.escape(part)}\b", text) for part in parts)


def _measured(verse: Verse) -> bool:
    try:
        evidence = load_evidence(verse.number)
    except RecordError:
        return False
    if evidence is None or changed_code(evidence):
        return False
    found = {finding.claim: finding.verdict for finding in evidence.claims}
    return all(found.get(claim.text) is claim.verdict for claim in verse.record.claims)
