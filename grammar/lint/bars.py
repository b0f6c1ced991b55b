"""ASCII bars that stand for daṇḍas in Devanagari."""

import re
from collections.abc import Iterator

from dhyana.grammar.lint.record_rule import RecordFinding, Repair

DANDAS = "।", "॥"
BARS = re.compile(r"\|+")
DEVANAGARI = re.compile("[\u0904-\u0939]")


def bars(field: str, text: str) -> Iterator[RecordFinding]:
    """Find the bars in a text, one for । and several for ॥, unless it has no Devanagari."""
    if "|" not in text or not DEVANAGARI.search(text):
        return
    for found in BARS.finditer(text):
        danda = DANDAS[len(found[0]) > 1]
        repair = Repair(f"write {danda}", ((found.start(), found.end(), danda),), safe=True)
        yield RecordFinding(
            field=field,
            start=found.start(),
            end=found.end(),
            message=f"{found[0]} stands for {danda}",
            expected=danda,
            found=found[0],
            repairs=(repair,),
        )
