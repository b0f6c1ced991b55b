"""The metre of the verses of the treatise, worked out once so that reading a verse stays fast.

Scanning a verse takes a fraction of a millisecond, importing the scanner more than all the rest
of `dhyana verse`. So what it says of the verses is compiled into `verse_metre.json` and looked up
by their text; a text that is not there is scanned. Run as a module, this file compiles anew.
"""

import json
from dataclasses import asdict, dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from dhyana.grammar.filling import wrap
from dhyana.shlokas.record import VerseRecord

COMPILED = Path(__file__).with_name("verse_metre.json")


@dataclass(frozen=True, slots=True)
class MetreLine:
    """A pāda: its IAST, its marks under it, its weights, gaṇas and kind."""

    label: str
    iast: str
    marks: str
    weights: str
    ganas: str
    variant: str | None


@dataclass(frozen=True, slots=True)
class VerseMetre:
    """The metre of a verse, its pādas, and of each error or warning the code and the message."""

    meter: str | None
    verdict: str
    lines: tuple[MetreLine, ...]
    faults: tuple[str, ...]


def beside_marks(marks: str, column: int, said: str, width: int) -> list[str]:
    """Set what a line is called to the right of its marks, or below where it does not fit."""
    if column + len(said) <= width:
        return [f"{marks:{column}}{said}".rstrip()]
    return [marks, *wrap(said, width)]


def verse_metre(record: VerseRecord) -> VerseMetre:
    """Look the metre of a verse up, or work it out."""
    found = _compiled().get(record.verse)
    if found is None:
        return _worked_out(record)
    lines = tuple(MetreLine(**line) for line in found["lines"])
    return VerseMetre(found["meter"], found["verdict"], lines, tuple(found["faults"]))


@lru_cache(maxsize=1)
def _compiled() -> dict[str, Any]:
    table: dict[str, Any] = json.loads(COMPILED.read_text("utf-8"))
    return table


def _worked_out(record: VerseRecord) -> VerseMetre:
    from dhyana.cli.view.metre import draw, ganas_of
    from dhyana.grammar.lint.word_ends import word_ends
    from dhyana.grammar.meter import identify
    from dhyana.grammar.scansion import scan

    scanned = scan(record.verse)
    report = identify(scanned, word_ends=word_ends(record))
    lines = tuple(
        MetreLine(
            pada.label,
            *draw(scanned, pada.aksharas),
            pada.weights,
            " ".join(ganas_of(pada, report)),
            pada.kind,
        )
        for pada in report.padas
    )
    faults = tuple(f"{fault.code} {fault.message}" for fault in report.faults)
    return VerseMetre(report.meter, report.verdict.value, lines, faults)


def compile_table() -> str:
    """Work the metre of every verse out, in every edition; as JSON."""
    from dhyana.shlokas import load
    from dhyana.shlokas.editions import Edition

    records = [verse.record for edition in Edition for verse in load(edition=edition).verses]
    table = {record.verse: asdict(_worked_out(record)) for record in records}
    return json.dumps(table, ensure_ascii=False, indent=0) + "\n"


if __name__ == "__main__":
    COMPILED.write_text(compile_table(), "utf-8")
