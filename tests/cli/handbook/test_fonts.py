"""The typeface of the handbook."""

from pathlib import Path
from typing import Any

import pytest
from fontTools.ttLib import TTFont

from dhyana import cli
from dhyana.grammar.lipi.transliteration import Script, transliterate
from dhyana.shlokas import load

FONTS = Path(cli.__path__[0], "handbook", "assets", "fonts")
MARKS = "⏑–।॥ऽ◌\u200c\u200d"
SHAPING = {"akhn", "rphf", "rkrf", "blwf", "half", "cjct", "pres", "abvs", "blws", "psts"}


@pytest.fixture(params=["Regular", "Italic"])
def font(request: pytest.FixtureRequest) -> Any:
    """Return one face of the typeface."""
    return TTFont(FONTS / f"TiroDevanagariSanskrit-{request.param}.ttf", lazy=False)


def test_every_letter_of_the_verses_is_there(font: Any) -> None:
    """All letters of the verses, in Devanagari and in IAST, and the marks must be there."""
    verses = "".join(verse.record.verse + verse.record.padaccheda for verse in load().verses)
    needed = set(verses + transliterate(verses, Script.IAST) + "ṝḷṅ" + MARKS) - {"\n"}
    assert needed <= {chr(code) for code in font.getBestCmap()}


def test_nothing_that_shapes_devanagari_is_lost(font: Any) -> None:
    """Conjuncts, reph and marks must be formed by the features of the original."""
    found = {record.FeatureTag for record in font["GSUB"].table.FeatureList.FeatureRecord}
    assert found >= SHAPING
    placing = {record.FeatureTag for record in font["GPOS"].table.FeatureList.FeatureRecord}
    assert placing >= {"abvm", "blwm", "dist"}


def test_syllables_are_single_glyphs(font: Any) -> None:
    """A letter with a mark must have a glyph as wide as the letter, so that a PDF gives it back."""
    composed = font["GSUB"].table.LookupList.Lookup[-1].SubTable[0].ligatures
    glyphs = [(letter, rule.LigGlyph) for letter, rules in composed.items() for rule in rules]
    assert len(glyphs) > 100
    assert all(font["hmtx"][whole][0] == font["hmtx"][letter][0] for letter, whole in glyphs)


def test_the_licence_is_with_it() -> None:
    """The licence must lie beside the files, as it demands."""
    assert "SIL OPEN FONT LICENSE Version 1.1" in (FONTS / "OFL.txt").read_text("utf-8")
