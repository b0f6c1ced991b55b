"""Names of metres as people type them: IAST, Devanagari, plain ASCII."""

import re
import unicodedata
from collections.abc import Iterator
from difflib import SequenceMatcher
from functools import lru_cache
from heapq import nlargest

from dhyana.grammar.vrttas import table

ANUSHTUBH = ("anuṣṭubh", "śloka", "anuṣṭup")
"""Names of the śloka, the usual one first."""

UPAJATI = "upajāti"

# Spellings that ASCII writers use for one sound, on either side of the comparison.
_ALIKE = (
    (re.compile(r"(?<=[bcdghjklmnpstv])ri"), "r"),
    (re.compile(r"kṣ|ksh|x"), "ks"),
    (re.compile(r"sh"), "s"),
    (re.compile(r"ch"), "c"),
    (re.compile(r"aa"), "a"),
    (re.compile(r"ii|ee"), "i"),
    (re.compile(r"uu|oo"), "u"),
    (re.compile(r"w"), "v"),
    (re.compile(r"m(?=[^aeiouymrlv]|$)"), "n"),
    (re.compile(r"(.)\1"), r"\1"),
    (re.compile(r"(?:h|n|a|an|ah)$"), ""),
)


def fold(name: str) -> str:
    """Bring a name of a metre to the form in which spellings are compared."""
    if any("\u0900" <= letter <= "\u097f" for letter in name):
        from dhyana.grammar.lipi.transliteration import Script, transliterate

        name = transliterate(name, Script.IAST)
    plain = unicodedata.normalize("NFD", name.strip().casefold())
    plain = "".join(c for c in plain if c.isalpha())
    for spelling, sound in _ALIKE:
        plain = spelling.sub(sound, plain)
    return plain


@lru_cache(maxsize=1)
def _known() -> dict[str, list[str]]:
    known: dict[str, list[str]] = {}
    for name in (*ANUSHTUBH, UPAJATI, *table().names):
        known.setdefault(fold(name), []).append(name)
    return known


def metre_names(name: str) -> tuple[str, ...]:
    """IAST names of metres that a written name may mean.

    Raises:
        ValueError: no metre has that name.
    """
    found = _known().get(fold(name), [])
    if name in found:
        return (name,)
    for spelled in () if found else _by_scheme(name):
        found = found or _known().get(fold(spelled), [])
    if not found:
        message = f"no metre is called {name!r}; nearest names: {', '.join(_nearest(name))}"
        raise ValueError(message)
    return tuple(found)


def _by_scheme(name: str) -> Iterator[str]:
    """Read a name in ASCII by the schemes whose letters are not those of IAST."""
    from dhyana.grammar.scansion import scan

    for script in ("hk", "slp1", "itrans", "velthuis") if name.isascii() else ():
        yield "".join(akshara.iast for akshara in scan(name, script).aksharas)


def _nearest(name: str) -> list[str]:
    """Three names of metres that look most like a written one, by whichever romanisation."""
    readings = {fold(name), *map(fold, _by_scheme(name))}
    known = _known()
    scores = {
        key: max(SequenceMatcher(None, read, key).ratio() for read in readings) for key in known
    }
    return [known[key][0] for key in nlargest(3, known, key=lambda key: scores[key])]
