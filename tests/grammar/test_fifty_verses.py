"""The metre of the fifty verses: what is true of each, as a golden file."""

import os
from pathlib import Path

import pytest

from dhyana.grammar import identify, scan
from dhyana.grammar.lint.word_ends import word_ends
from dhyana.shlokas import load
from dhyana.shlokas.editions import Edition

GOLDEN = Path(__file__).with_name("golden") / "fifty_verses.txt"


def verdicts() -> str:
    """Say of each verse: number, metre, verdict, syllables and kinds of the pādas, the faults."""
    lines = []
    for verse in load().verses:
        report = identify(verse.record.verse, word_ends=word_ends(verse.record))
        sizes = "+".join(str(len(pada.weights)) for pada in report.padas)
        kinds = " ".join(pada.variant or "–" for pada in report.padas)
        lines.append(f"{verse.number:2} {report.meter}: {report.verdict} ({sizes}; {kinds})")
        for found in (*report.faults, *report.notes):
            where = "–".join(map(str, found.syllables[:: max(1, len(found.syllables) - 1)]))
            place = f" {found.pada} {where}" if found.pada else ""
            lines.append(f"      {found.severity} {found.code} {found.name}{place}")
    return "\n".join(lines) + "\n"


def test_verdicts_are_as_the_golden_file_has_them() -> None:
    """Every verdict of the fifty is set down; with DHYANA_GOLDEN=write it is set down anew."""
    found = verdicts()
    if os.environ.get("DHYANA_GOLDEN") == "write":
        GOLDEN.write_text(found, "utf-8")
    assert found == GOLDEN.read_text("utf-8")


def test_the_claim_of_strict_anushtubh() -> None:
    """The treatise claims strict anuṣṭubh of 32 syllables: all are meant so, most are."""
    treatise = load()
    reports = [identify(verse.record.verse) for verse in treatise.verses]
    assert "Anuṣṭubh" in treatise.record.meter
    assert "32 syllables" in treatise.record.meter
    assert {report.meter for report in reports} == {"anuṣṭubh"}
    syllables = [len(scan(verse.record.verse).aksharas) for verse in treatise.verses]
    assert {n: syllables.count(n) for n in set(syllables)} == {32: 48, 33: 2}
    assert sum(report.verdict == "exact" for report in reports) == 40


@pytest.mark.parametrize("edition", list(Edition))
def test_every_edition_is_in_one_metre(edition: Edition) -> None:
    """No reading of the text, as it is or mended, is in another metre."""
    assert {identify(verse.record.verse).meter for verse in load(edition=edition).verses} == {
        "anuṣṭubh"
    }
