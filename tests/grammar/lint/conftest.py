"""Small records for tests of rules, written as the rules' own documentation writes them."""

import re
from collections.abc import Callable

import pytest

from dhyana.grammar.lint.rule import Rule
from dhyana.shlokas.record import MorphologyRow, VerseRecord

KEYS = ("verse", "padaccheda", "anvaya", "row")


@pytest.fixture
def record_of() -> Callable[[str], VerseRecord]:
    """Make a record of lines `verse …`, `padaccheda …`, `anvaya …`, `row …`; the rest is empty.

    A row may have its category behind a bar. Other lines are text of the commentary.
    """
    return _record_of


@pytest.fixture
def section() -> Callable[[Rule, str], str | None]:
    """Cut the indented lines of one section out of a rule's documentation, if it has any."""
    return _section


def _record_of(block: str) -> VerseRecord:
    fields: dict[str, list[str]] = {key: [] for key in (*KEYS, "commentary")}
    for line in block.strip().splitlines():
        key, _, text = line.strip().partition(" ")
        fields[key if key in KEYS else "commentary"].append(text.strip() if key in KEYS else line)
    rows = (row.partition("|") for row in fields["row"])
    return VerseRecord(
        number=1,
        verse="\n".join(fields["verse"]),
        padaccheda=" ".join(fields["padaccheda"]),
        anvaya=" ".join(fields["anvaya"]),
        translation="",
        morphology=tuple(MorphologyRow(form.strip(), category, "") for form, _, category in rows),
        commentary="\n".join(fields["commentary"]).strip(),
    )


def _section(rule: Rule, heading: str) -> str | None:
    assert rule.documentation is not None
    _, _, text = rule.documentation.partition(f"## {heading}\n")
    lines = re.findall(r"^    (.+)$", text.partition("\n## ")[0], re.MULTILINE)
    return "\n".join(lines) or None
