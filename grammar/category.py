"""The label of a morphology row (व्याकरण-विभागः): the features it states, by `category.lark`.

>>> parse("सुबन्तरूपम् (तृतीया, एकवचनम्, पुंल्लिंगम्)")[0].vibhakti
3
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import Any

from dhyana.grammar.category_table import END, UNKNOWN, Term, UnexpectedTermError, lexed, terms

LONGEST = 300
"""Characters of the longest label that is read."""


class Kind(StrEnum):
    """What a label calls a word."""

    SUBANTA = "सुबन्त"
    VISHESHANA = "विशेषण"
    SARVANAMA = "सर्वनाम"
    SANKHYA = "संख्याविशेषण"
    KRDANTA = "कृदन्त"
    TINANTA = "तिङन्त"
    CVI = "च्वि"
    AVYAYA = "अव्यय"
    KRIYAVISHESHANA = "क्रियाविशेषण"


DECLINED = frozenset({Kind.SUBANTA, Kind.VISHESHANA, Kind.SARVANAMA, Kind.SANKHYA, Kind.KRDANTA})
"""Kinds that have case, number and gender; of a kṛdanta only where it is no indeclinable."""
FINITE = frozenset({Kind.TINANTA, Kind.CVI})


@dataclass(frozen=True, slots=True, kw_only=True)
class Category:
    """What a label says of a word; the values are those of `WordAnalysis`.

    `name` is the kind as it is written; `words` how many words are meant (युग्मम् 2, त्रयम् 3);
    `repeated` says that the word stands twice (वीप्सा).
    """

    kind: Kind
    name: str
    vibhakti: int | None = None
    vacana: int | None = None
    linga: str | None = None
    lakara: str | None = None
    prayoga: str | None = None
    purusha: str | None = None
    pada: str | None = None
    sanadi: str | None = None
    krt: str | None = None
    taddhita: str | None = None
    words: int | None = None
    repeated: bool = False


class CategoryError(ValueError):
    """A label that cannot be read: `label[start:end]` stands where `expected` should.

    `incomplete`: what stands before it can be read, and something is left out. `meant`: the term
    that a word which is none comes near to.
    """

    def __init__(
        self,
        label: str,
        start: int,
        end: int,
        expected: str,
        *,
        incomplete: bool = False,
        meant: str | None = None,
    ) -> None:
        super().__init__(f"expected {expected} at {start} of {label!r}")
        self.start, self.end, self.expected = start, end, expected
        self.incomplete, self.meant = incomplete, meant


VIBHAKTIS = (
    "प्रथमा",
    "द्वितीया",
    "तृतीया",
    "चतुर्थी",
    "पञ्चमी",
    "षष्ठी",
    "सप्तमी",
    "सम्बोधनम्",
)
VACANAS = ("एकवचनम्", "द्विवचनम्", "बहुवचनम्")
_SANADI = {"णिजन्त": "णिच्", "सन्नन्त": "सन्", "यङन्त": "यङ्", "यङ्लुगन्त": "यङ्लुक्"}
_SPELLINGS = {"पंचमी": "पञ्चमी", "संबोधनम्": "सम्बोधनम्"}


def _kind(kind: Kind, **features: Any) -> Callable[[str], dict[str, Any]]:
    return lambda written: {"kind": kind, "name": written, **features}


def _avyaya(written: str) -> dict[str, Any]:
    words = {"अव्यययुग्मम्": 2, "अव्ययत्रयम्": 3}.get(written)
    return {"kind": Kind.AVYAYA, "name": "अव्ययम्" if words else written, "words": words}


def _case(written: str) -> str:
    name = re.sub(r"[\s-]*विभक्तिः$", "", written)
    return _SPELLINGS.get(name, name)


_FEATURES: dict[str, Callable[[str], dict[str, Any]]] = {
    "SUBANTA": _kind(Kind.SUBANTA),
    "VISHESHANA": _kind(Kind.VISHESHANA),
    "SARVANAMA": _kind(Kind.SARVANAMA),
    "SANKHYA": _kind(Kind.SANKHYA),
    "KRDANTA": _kind(Kind.KRDANTA),
    "TINANTA": _kind(Kind.TINANTA),
    "CVI": _kind(Kind.CVI),
    "ATITAKALA": _kind(Kind.TINANTA),
    "SATI_SAPTAMI": _kind(Kind.SUBANTA, vibhakti=7),
    "AVYAYA": _avyaya,
    "PRATYAYANTA_AVYAYA": lambda _: {"kind": Kind.AVYAYA, "name": "अव्ययम्"},
    "KRIYAVISHESHANA": _kind(Kind.KRIYAVISHESHANA),
    "VIPSA": lambda _: {"repeated": True},
    "VIBHAKTI": lambda term: {"vibhakti": VIBHAKTIS.index(_case(term)) + 1},
    "VACANA": lambda term: {"vacana": VACANAS.index(term) + 1},
    "LINGA": lambda term: {"linga": {"स": "स्त्री", "न": "नपुं"}.get(term[0], "पुं")},
    "LAKARA": lambda term: {"lakara": term},
    "PURUSHA": lambda term: {"purusha": term.removesuffix("पुरुषः")},
    "PADA": lambda term: {"pada": re.sub("(म्|ि)$", "", term)},
    "PRAYOGA": lambda term: {"prayoga": term},
    "SANADI": lambda term: {"sanadi": _SANADI[term]},
    "KRT": lambda term: {"krt": term},
    "AVYAYA_KRT": lambda term: {"krt": term},
    "AVYAYA_TADDHITA": lambda term: {"taddhita": term},
}

_CELL, _FINITE = "(case, number, gender)", "(lakāra, person, number)"
_AFTER = {
    "SUBANTA": _CELL,
    "VISHESHANA": _CELL,
    "SARVANAMA": _CELL,
    "SANKHYA": _CELL,
    "KRDANTA": "(suffix, case, number, gender)",
    "TINANTA": _FINITE,
    "CVI": _FINITE,
    "ATITAKALA": _FINITE,
    "SATI_SAPTAMI": "(number, gender)",
}
"""What stands after a term that opens a bracket."""

_EXPECTED = {
    "SUBANTA": "a kind of word (सुबन्तरूपम्, विशेषणम्, तिङन्तरूपम्, अव्ययम् …)",
    "VIBHAKTI": "a case (प्रथमा … सप्तमी)",
    "VACANA": "a number (एकवचनम् …)",
    "LINGA": "a gender (पुंल्लिङ्गम् …)",
    "LAKARA": "a lakāra (लट् …)",
    "PURUSHA": "a person (प्रथमपुरुषः …)",
    "PRATYAYANTA_AVYAYA": "-प्रत्ययान्तम् अव्ययम्",
    "RPAR": "a closing bracket",
    END: "the end",
    "SLASH": "a slash",
}
"""Names of what may stand in a place; terms that are optional are left out."""


@lru_cache(maxsize=1024)
def parse(label: str) -> tuple[Category, ...]:
    """Read a label; several readings where they are parted by a slash.

    Raises `CategoryError` for an unknown or incomplete label, with its place.
    """
    if len(label) > LONGEST:
        raise CategoryError(label, LONGEST, len(label), f"at most {LONGEST} characters")
    try:
        read = terms(label)
    except UnexpectedTermError as error:
        term = error.term
        after = error.after.terminal if error.after else ""
        raise CategoryError(
            label,
            term.start,
            term.start + len(term.text),
            _AFTER.get(after) or _names(error.expected),
            incomplete=bool(after) and term.terminal != UNKNOWN,
            meant=_near(term.text) if term.terminal == UNKNOWN else None,
        ) from None
    return tuple(_category(reading) for reading in _readings(read))


_TERMS = (
    *("सुबन्तरूपम्", "सुबन्तम्", "विशेषणम्", "सर्वनाम", "संख्याविशेषणम्", "कृदन्तरूपम्", "कृदन्तम्"),
    *("तिङन्तरूपम्", "तिङन्तम्", "क्रियापदम्", "सतिसप्तमी", "अव्ययम्", "क्रियाविशेषणम्"),
    *("पुंल्लिङ्गम्", "स्त्रीलिङ्गम्", "नपुंसकलिङ्गम्"),
    *(*VIBHAKTIS, *VACANAS, "प्रथमपुरुषः", "मध्यमपुरुषः", "उत्तमपुरुषः"),
    *("विधिलिङ्", "आशीर्लिङ्", "परस्मैपदम्", "आत्मनेपदम्", "कर्तरि", "कर्मणि", "कर्मकर्तरि", "णिजन्त"),
)
"""Terms long enough for a word to come near them."""


def _near(word: str) -> str | None:
    from difflib import get_close_matches

    return next(iter(get_close_matches(word, _TERMS, n=1, cutoff=0.8)), None)


_NAMING = frozenset(
    {"SUBANTA", "VISHESHANA", "SARVANAMA", "SANKHYA", "KRDANTA", "TINANTA", "CVI", "ATITAKALA"}
    | {"SATI_SAPTAMI", "AVYAYA", "PRATYAYANTA_AVYAYA", "KRIYAVISHESHANA"}
)
"""Terms that say what kind of word it is."""


@lru_cache(maxsize=1024)
def kinds(label: str) -> tuple[Kind, ...]:
    """Say what a label calls its words, also where it leaves out their cells.

    >>> kinds("क्रियाविशेषणम् / सर्वनाम")
    (<Kind.KRIYAVISHESHANA: 'क्रियाविशेषण'>, <Kind.SARVANAMA: 'सर्वनाम'>)
    """
    if len(label) > LONGEST:
        return ()
    named = (term for term in lexed(label) if term.terminal in _NAMING)
    return tuple(_FEATURES[term.terminal](term.text)["kind"] for term in named)


def _readings(read: tuple[Term, ...]) -> Iterator[list[Term]]:
    reading: list[Term] = []
    for term in read:
        if term.terminal == "SLASH":
            yield reading
            reading = []
        else:
            reading.append(term)
    yield reading


def _category(reading: list[Term]) -> Category:
    features: dict[str, Any] = {}
    for term in reading:
        if term.terminal in _FEATURES:
            features |= _FEATURES[term.terminal](term.text)
    return Category(**features)


def _names(terminals: frozenset[str]) -> str:
    return " or ".join(text for terminal, text in _EXPECTED.items() if terminal in terminals)
