"""Join the fontsource subsets of Tiro Devanagari Sanskrit into whole fonts.

    npm pack @fontsource/tiro-devanagari-sanskrit@5.3.0
    tar xzf fontsource-tiro-devanagari-sanskrit-5.3.0.tgz
    python merge.py package/files .

The subsets bear one family name and may not be loaded side by side, so each style becomes one
TrueType file. What shapes Devanagari (GSUB, GPOS) is kept whole. The metrical breve ⏑ (U+23D1),
which the typeface lacks, is the breve of its own letter ă.
"""

import sys
from io import BytesIO
from pathlib import Path
from typing import Any

from fontTools.merge import Merger
from fontTools.pens.recordingPen import DecomposingRecordingPen
from fontTools.pens.transformPen import TransformPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont

STYLES = {"normal": "Regular", "italic": "Italic"}
SUBSETS = ("devanagari", "latin", "latin-ext")
_SCALE = 1.25
_EPOCH = 2082844800  # 1970 in the seconds since 1904 that a font counts: the same bytes every time


def main(files: Path, target: Path) -> None:
    """Write one font a style."""
    for style, name in STYLES.items():
        font = merged(files, style)
        add_metrical_breve(font)
        font["head"].created = font["head"].modified = _EPOCH
        font.recalcTimestamp = False
        font.save(target / f"TiroDevanagariSanskrit-{name}.ttf")


def merged(files: Path, style: str) -> Any:
    """Merge the subsets of a style; a character that two of them have is taken from the first."""
    taken: set[int] = set()
    parts = []
    for subset in SUBSETS:
        font = TTFont(files / f"tiro-devanagari-sanskrit-{subset}-400-{style}.woff2")
        own = set(font.getBestCmap()) - taken
        taken |= own
        options = Options(
            layout_features=["*"], layout_scripts=["*"], name_IDs=["*"], hinting=False
        )
        subsetter = Subsetter(options)
        subsetter.populate(unicodes=own)
        subsetter.subset(font)
        font.flavor = None
        buffer = BytesIO()
        font.save(buffer)
        buffer.seek(0)
        parts.append(buffer)
    return Merger().merge(parts)


def add_metrical_breve(font: Any) -> None:
    """Give U+23D1 a glyph: the breve of the typeface, as wide and as high up as its en dash."""
    cmap, glyphs = font.getBestCmap(), font["glyf"]
    dash = cmap[ord("–")]
    breve = next(part.glyphName for part in glyphs[cmap[ord("ă")]].components[1:])
    place = (_SCALE, 0, 0, _SCALE, *_onto_centre(glyphs[breve], glyphs[dash]))
    recorded, drawn = DecomposingRecordingPen(font.getGlyphSet()), TTGlyphPen(None)
    font.getGlyphSet()[breve].draw(recorded)
    recorded.replay(TransformPen(drawn, place))
    name = "uni23D1"
    font.setGlyphOrder([*font.getGlyphOrder(), name])
    glyphs[name] = drawn.glyph()
    glyphs[name].recalcBounds(glyphs)
    font["hmtx"][name] = (font["hmtx"][dash][0], glyphs[name].xMin)
    font["GDEF"].table.GlyphClassDef.classDefs[name] = 1
    for table in font["cmap"].tables:
        if table.isUnicode():
            table.cmap[ord("⏑")] = name


def _onto_centre(glyph: Any, other: Any) -> tuple[float, float]:
    """Offsets that put a scaled glyph in the middle of another."""
    across = (other.xMin + other.xMax) - _SCALE * (glyph.xMin + glyph.xMax)
    up = (other.yMin + other.yMax) - _SCALE * (glyph.yMin + glyph.yMax)
    return across / 2, up / 2


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
