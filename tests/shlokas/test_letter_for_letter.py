"""The source edition is the treatise letter for letter.

Where the published text is present (`../shared/treatise`) the whole file is rebuilt from the
records and compared; everywhere else each field is compared with a committed checksum, which
the first test proves against the published text. After a deliberate change of the records,
`python tests/shlokas/test_letter_for_letter.py` writes the checksums anew.
"""

import hashlib
import json
import re
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from pathlib import Path

import pytest

from dhyana.shlokas import Treatise, load
from dhyana.shlokas.record import Canto, VerseRecord

HERE = Path(__file__).parent
CHECKSUMS = HERE / "source_checksums.json"
PUBLISHED = HERE.parents[2] / "shared" / "treatise" / "000_a679aac0b6d60e09.txt"

# Ours, not the treatise's: nothing in these fields is the source's text.
OUR_FIELDS = {"analysis", "code", "claims", "apparatus", "waivers", "first_verse", "last_verse"}

RULE = "\n\n---\n\n"
# What is left of \\text, \\times, \\frac … when a string escape has eaten their first letters.
LOST_COMMAND = re.compile(r"(?<![A-Za-z\\])(?:ext\{|imes|rac\{|heta|lpha|pprox|ight\)|eta\})")
TABLE_HEAD = (
    "पदम् (Word)\tव्याकरण-विभागः (Grammatical Category)\tविवरणम् (Pāṇinian Derivation & Meaning)"
)


def render_verse(verse: VerseRecord) -> str:
    """Lay out a verse as the treatise prints it."""
    table = "\n".join(f"{row.form}\t{row.category}\t{row.description}" for row in verse.morphology)
    return (
        f"श्लोकः {verse.number}\n\n{verse.verse}\n\n"
        f"पदच्छेदः:\n{verse.padaccheda}\n\n"
        f"अन्वयः:\n{verse.anvaya}\n\n"
        f"English Translation:\n{verse.translation}\n\n"
        f"व्याकरणम् (Morphological & Syntactic Analysis):\n\n{TABLE_HEAD}\n{table}\n\n"
        f"Machine Learning & Systems Architecture Commentary:\n{verse.commentary}"
    )


def render_canto(canto: Canto, verses: list[VerseRecord]) -> str:
    """Lay out a canto's heading, introduction and verses."""
    head = f"{canto.heading}\n\nCanto {canto.number}: {canto.title}\n\n{canto.introduction}\n\n"
    return head + RULE.join(render_verse(verse) for verse in verses)


def render_treatise(treatise: Treatise) -> str:
    """Lay out the whole treatise as it was published."""
    record = treatise.record
    front = (
        f"{record.title}\n\n{record.subtitle}\n\nComposed by: {record.authors}\n"
        f"Meter: {record.meter}\nStructure: {record.structure}"
    )
    map_lines = "\n".join(f"{canto.number}. {canto.map_line}" for canto in record.cantos)
    prologue = (
        f"Philosophical & Computational Prologue\n\n{record.prologue}\n\n"
        f"Architectural Map of the Ten Cantos\n\n{map_lines}"
    )
    cantos = [
        render_canto(canto, [verse.record for verse in treatise.verses_of(canto.number)])
        for canto in record.cantos
    ]
    matrix = "\n".join("\t".join(row) for row in (record.matrix_columns, *record.matrix))
    lexicon = "\n".join(f"• {e.term} ({e.transliteration}): {e.gloss}" for e in record.lexicon)
    back = [
        f"Comprehensive Architectural Summary Matrix\n\n{matrix}",
        f"Classical Technical Sanskrit AI Lexicon (पारिभाषिककोशः)\n\n{lexicon}",
        f"Concluding Architectural Synthesis\n\n{record.synthesis}",
    ]
    return RULE.join([front, prologue, *cantos, *back])


def source_fields(value: object, path: str) -> Iterator[tuple[str, str]]:
    """Every text of the treatise in a record, with its field path."""
    if isinstance(value, str):
        yield path, value
    elif isinstance(value, tuple):
        for index, item in enumerate(value):
            yield from source_fields(item, f"{path}[{index}]")
    elif is_dataclass(value):
        for field in fields(value):
            if field.name not in OUR_FIELDS:
                yield from source_fields(getattr(value, field.name), f"{path}.{field.name}")


def checksums(treatise: Treatise) -> dict[str, str]:
    """SHA-256 of every field of the source edition, by field path."""
    found = dict(source_fields(treatise.record, "treatise"))
    for verse in treatise.verses:
        found.update(source_fields(verse.record, f"verse-{verse.number:03}"))
    return {path: hashlib.sha256(text.encode()).hexdigest()[:32] for path, text in found.items()}


@pytest.fixture(scope="module")
def treatise() -> Treatise:
    return load(edition="source")


def test_whole_treatise_is_rebuilt_letter_for_letter(treatise: Treatise) -> None:
    """The records, laid out as the treatise is, give the published file to the letter."""
    if not PUBLISHED.exists():
        pytest.skip(f"the published text is not here: {PUBLISHED}")
    published = PUBLISHED.read_text(encoding="utf-8")
    rebuilt = render_treatise(treatise)
    assert rebuilt.splitlines() == published.splitlines()  # a readable difference first
    assert rebuilt == published


def test_every_field_has_its_committed_checksum(treatise: Treatise) -> None:
    """No field of the source edition may change, appear or vanish unnoticed."""
    committed = json.loads(CHECKSUMS.read_text(encoding="utf-8"))
    assert checksums(treatise) == committed
    assert len([path for path in committed if path.endswith(".verse")]) == 50


def test_text_edition_has_no_lost_latex(treatise: Treatise) -> None:
    """In the edition we print, no formula keeps the remains of a lost LaTeX command."""
    text = load(edition="text")
    assert checksums(text) != checksums(treatise)
    records = [
        ("treatise", text.record),
        *((f"verse-{v.number:03}", v.record) for v in text.verses),
    ]
    lost = [
        f"{path}: ${formula}$"
        for name, record in records
        for path, value in source_fields(record, name)
        for formula in value.split("$")[1::2]
        if LOST_COMMAND.search(formula)
    ]
    assert lost == []


if __name__ == "__main__":
    found = json.dumps(checksums(load(edition="source")), indent=1, ensure_ascii=False)
    CHECKSUMS.write_text(found + "\n", encoding="utf-8")
