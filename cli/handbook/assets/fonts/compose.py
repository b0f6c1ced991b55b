"""Give every syllable of the treatise that wants marks set above or below it a glyph of its own.

    pip install uharfbuzz
    python compose.py shlokas cli/handbook/assets/fonts

Typst writes glyphs that stand off the base line as strokes of their own, each with the text of
the whole syllable, so that a reader of the PDF finds दूदू for दू. The glyphs made here hold letter and
marks together, exactly where the typeface sets them, and are chosen after all its own rules.
A syllable that the treatise does not have is set from its parts, as before.
"""

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from fontTools.otlLib.builder import buildLigatureSubstSubtable
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont
from fontTools.ttLib.tables import otTables

_WORD = re.compile(r"[\u0900-\u097f\u200c\u200d]+")
_SCRIPT, _FEATURE = "dev2", "psts"  # the last of the features that shape Devanagari

Placed = tuple[str, int, int]
"""A glyph and how far it stands right of and above where its syllable begins."""


def main(shlokas: Path, fonts: Path) -> None:
    """Add to each font the syllables of all records below `shlokas`."""
    records = sorted(shlokas.rglob("*.yaml"))
    words = {word for path in records for word in _WORD.findall(path.read_text("utf-8"))}
    for path in sorted(fonts.glob("*.ttf")):
        font = TTFont(path, recalcTimestamp=False)
        compose(font, sorted(set(syllables(path, sorted(words)))))
        font.save(path)


def syllables(path: Path, words: list[str]) -> Iterator[tuple[Placed, ...]]:
    """Give each letter with its marks, in the order of their glyphs, as the font sets them."""
    import uharfbuzz

    font = uharfbuzz.Font(uharfbuzz.Face(uharfbuzz.Blob.from_file_path(str(path))))
    names = TTFont(path).getGlyphOrder()
    for word in words:
        buffer = uharfbuzz.Buffer()
        buffer.add_str(word)
        buffer.guess_segment_properties()
        uharfbuzz.shape(font, buffer)
        syllable: list[Placed] = []
        pen = 0
        for glyph, place in zip(buffer.glyph_infos, buffer.glyph_positions, strict=True):
            if place.x_advance:
                if len(syllable) > 1:
                    yield tuple(syllable)
                syllable, pen = [], 0
            syllable.append((names[glyph.codepoint], pen + place.x_offset, place.y_offset))
            pen += place.x_advance
        if len(syllable) > 1:
            yield tuple(syllable)


def compose(font: Any, found: list[tuple[Placed, ...]]) -> None:
    """Add a glyph and a rule that puts it in the place of its parts, for each syllable."""
    rules: dict[tuple[str, ...], str] = {}
    for syllable in found:
        parts = tuple(name for name, _, _ in syllable)
        if parts not in rules:
            rules[parts] = f"syllable{len(rules) + 1:03}"
            _draw(font, rules[parts], syllable)
    lookup = otTables.Lookup()
    lookup.LookupType, lookup.LookupFlag = 4, 0
    lookup.SubTable = [buildLigatureSubstSubtable(rules)]
    lookup.SubTableCount = 1
    table = font["GSUB"].table
    table.LookupList.Lookup.append(lookup)
    index = len(table.LookupList.Lookup) - 1
    for script in table.ScriptList.ScriptRecord:
        if script.ScriptTag == _SCRIPT:
            for at in script.Script.DefaultLangSys.FeatureIndex:
                record = table.FeatureList.FeatureRecord[at]
                if record.FeatureTag == _FEATURE:
                    record.Feature.LookupListIndex.append(index)


def _draw(font: Any, name: str, syllable: tuple[Placed, ...]) -> None:
    pen = TTGlyphPen(font.getGlyphSet())
    for part, x, y in syllable:
        pen.addComponent(part, (1, 0, 0, 1, x, y))
    letter = syllable[0][0]
    glyphs = font["glyf"]
    font.setGlyphOrder([*font.getGlyphOrder(), name])
    glyphs[name] = pen.glyph()
    glyphs[name].recalcBounds(glyphs)
    font["hmtx"][name] = (font["hmtx"][letter][0], glyphs[name].xMin)
    font["GDEF"].table.GlyphClassDef.classDefs[name] = 1


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
