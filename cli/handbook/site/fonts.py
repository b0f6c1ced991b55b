"""The font of the site: Tiro Devanagari Sanskrit, cut to the characters that the pages show."""

from collections.abc import Iterable
from pathlib import Path

FONTS = Path(__file__).parents[1] / "assets" / "fonts"

_ALWAYS = "".join(map(chr, (*range(0x20, 0x7F), *range(0x900, 0x980)))) + "\u200c\u200d◌–⏑"
"""Whatever may be typed into the search field, and what a script toggle may bring up."""


def write_fonts(characters: Iterable[str], folder: Path) -> tuple[Path, Path]:
    """Write the regular and the italic face as WOFF2; every shaping feature is kept."""
    needed = set(characters) | set(_ALWAYS)
    # Sanskrit in Devanagari is never set in italics.
    latin = {character for character in needed if not "\u0900" <= character <= "\u097f"}
    return (
        cut("Regular", needed, folder / "tiro.woff2"),
        cut("Italic", latin, folder / "tiro-italic.woff2"),
    )


def cut(style: str, characters: set[str], path: Path) -> Path:
    """Write a style of the font with some of its characters, and return the path."""
    from fontTools import subset
    from fontTools.ttLib import TTFont

    font = TTFont(FONTS / f"TiroDevanagariSanskrit-{style}.ttf", recalcTimestamp=False)
    options = subset.Options(layout_features=["*"], hinting=False, notdef_outline=True)
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=sorted(map(ord, characters)))
    subsetter.subset(font)
    font.flavor = "woff2"
    font.save(path)
    return path
