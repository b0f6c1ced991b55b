"""What stands between the letters: daṇḍas, lines, numbers, and who speaks.

`gap` gives a run of such characters the class of `akshara.lark` that its strongest mark has.
`asides` finds what is written with verse and is not verse: the speaker, a reference label.
"""

import re
from collections.abc import Iterator
from functools import lru_cache

from dhyana.grammar.akshara_table import COMMA, HALF, LINE, NOTHING, SEAM, VERSE, WORD

UNREAD = "?"
"""Class of what no reading is known for."""

SLASH, SLASHES, LAST_SLASHES = "s", "S", "Z"
"""Classes of `/`, of `//` inside a line and of `//` before a line or number: see `slashes`."""

DIGITS = "0-9०-९"
DASHES = "‐‑‒–—―−"
# Without colon and apostrophe, which are letters to some: each script decides.
GAP = rf"\s।॥|‖¦/,;.!?…·•*#$%&_\-{DASHES}\"“”„«»‹›‘()\[\]{{}}<>⟨⟩⟦⟧†‡§॰{DIGITS}"
"""Body of a character class: what a run of punctuation consists of."""

_GAP = re.compile(f"[{GAP}]+")
_NUMBER = rf"[{DIGITS}]+(?:[.,:_–-][{DIGITS}]+)*"
NUMBER = re.compile(_NUMBER)
_SPACED_NUMBER = re.compile(rf"\s*{_NUMBER}\s*")
_SET_OFF_NUMBER = re.compile(rf"(?:[।॥|‖/\n(\[]|\.\.)\D*{_NUMBER}\D*$")
_DOUBLE = re.compile(r"[॥‖]|[।|] ?[।|]|(?<!\.)\.\.(?!\.)")
_SINGLE = re.compile(r"[।|¦]|(?<!\.)\.(?!\.)")
_COMMA = re.compile("[,;$%&]")  # GRETIL parts pādas by $, & and %
_APART = re.compile(rf"[\s…!?_{DASHES}]")


def gap(run: str) -> str:
    """Class of a run of punctuation. A number counts only where a mark or line sets it off."""
    number = NUMBER.search(run)
    if number:
        if not _SET_OFF_NUMBER.search(run):
            return UNREAD
        run = _without_number(run)
    line = "\n" in run or "\r" in run
    if _DOUBLE.search(run):
        return VERSE
    if "//" in run:
        return LAST_SLASHES if number or line else SLASHES
    if _SINGLE.search(run):
        return HALF
    if "/" in run:
        return SLASH
    if line:
        return COMMA if run.startswith(("-\n", "-\r")) else LINE  # a hyphen carries the word over
    if _COMMA.search(run):
        return COMMA
    if _APART.search(run):
        return WORD
    return SEAM if "-" in run else NOTHING


def gap_without_number(spelling: str) -> str | None:
    """Class of a run of punctuation but for its number; None where there is no such run."""
    if not NUMBER.search(spelling) or not _GAP.fullmatch(spelling):
        return None
    return gap(_without_number(spelling))


def _without_number(run: str) -> str:
    """Leave numbers out; where one stood on a line of its own, lines still end."""
    return _SPACED_NUMBER.sub(lambda number: "\n" if "\n" in number[0] else " ", run)


def slashes(classes: str) -> str:
    """Read `/` and `//` the way the text uses them.

    Where verse goes on after `//` in the same line, `//` parts the halves and `/` the pādas.
    Otherwise `//` ends a verse and `/` parts its halves. Without `//`, `/` parts pādas.
    """
    if SLASHES in classes.rstrip(SLASHES + NOTHING):
        half, single = HALF, LINE
    elif SLASHES in classes or LAST_SLASHES in classes:
        half, single = VERSE, HALF
    else:
        return classes.replace(SLASH, LINE)
    return classes.replace(SLASHES, half).replace(LAST_SLASHES, VERSE).replace(SLASH, single)


# --- what is not verse -------------------------------------------------------------------

DEVANAGARI_HINTS, IAST_HINTS, SLP1_HINTS = ("ाच", "ूच", "ऊच"), ("vāc", "ūc"), ("vAc", "Uc")
_HINTS = (*DEVANAGARI_HINTS, *IAST_HINTS, *SLP1_HINTS, "vaac", "uuc", "ooc")
"""One of these stands in every line that says who speaks."""

_MAY_SPEAK = re.compile(
    r"h?(?:a|(?:at)?u(?:ḥ|H|[.]h)|त?ुः)?[^\S\r\n]*(?:[:—–\-।॥|/.,)\]*\r\n]|[ऄ-ह])"
)


def may_speak(text: str, place: int) -> bool:
    """Whether a hint that ends at `place` may be one of a line that says who speaks."""
    return _MAY_SPEAK.match(text, place) is not None


_LONGEST_SPEAKER = 9
"""Syllables. A longer line that ends in *uvāca* is a pāda: *pravartatāṃ nṛtyam itīty uvāca*."""


@lru_cache(maxsize=1)
def _speaker_patterns() -> tuple[re.Pattern[str], re.Pattern[str], re.Pattern[str]]:
    """Build the patterns of a speaker at the start, of one after a verse, and of a syllable."""
    uvaca = "(?:[उुो][वब]ाच|[ऊू]च(?:ुः|तुः)|[uo]v(?:ā|A|aa)ch?a|(?:ū|U|uu|oo)ch?(?:at)?u(?:ḥ|H|[.]h))"
    word = r"(?:[^\s।॥|/:.,*]|[.](?=[a-z]))"
    before = rf"[\s।॥|‖/()\[\]*{DIGITS}.]*"
    blank = r"[^\S\r\n]"  # the no-break spaces of web pages, too
    close = rf"{blank}*[)\]*]*{blank}*"  # brackets, the asterisks of Markdown
    speaker = rf"""(?P<speaker>
          (?:{word}+{blank}+){{0,2}} {word}* {uvaca}
            (?={close}(?:[:—–-]+|[।॥|/.]|,?{blank}*\r?\n)\s*\S)
        | (?:{word}+{blank}+){{1,2}} उ[वब]ाच (?=[ऄ-ह])          # typed without a line after it
        | (?:श्री{blank}*)? भगवानु[वब]ाच (?=[ऄ-ह])
        ){close}[:—–-]*,?"""
    return (
        re.compile(before + speaker, re.VERBOSE),
        re.compile(rf"(?:॥|।।|\|\||//){before}{speaker}", re.VERBOSE),
        re.compile("[ऄ-औ]|[क-ह](?!्)|[aiueoāīūṛṝḷAIUEO]+"),
    )


def speakers(text: str) -> Iterator[tuple[int, int]]:
    """Find speaker lines (`… उवाच`) at the start of a text or after the end of a verse."""
    if not any(hint in text for hint in _HINTS):
        return
    first, later, syllable = _speaker_patterns()
    opening = first.match(text)
    begin = opening.end() if opening else 0
    for match in [*([opening] if opening else []), *later.finditer(text, begin)]:
        if len(syllable.findall(match["speaker"])) <= _LONGEST_SPEAKER:
            yield match.start("speaker"), match.end()


LABEL_LETTERS = (*"abcdABCDकखगघ", "ka", "kha", "ga", "gha")
"""What counts pādas and verses where a bracket follows: `(a) dharmakṣetre`, `ख) मामकाः`."""

LABEL_LETTER = f"(?:{'|'.join(LABEL_LETTERS)})"


LETTER_BETWEEN_DANDAS = rf"""(?:(?<=[॥‖])|(?<=[॥‖][ ])|(?<=[|।]{{2}})|(?<=[|।]{{2}}[ ]))
    {LABEL_LETTER}(?=[ ]?(?:[॥‖]|[|।]{{2}}))"""
"""Pattern (verbose) of such a letter between double daṇḍas: `|| a ||`, `॥ क ॥`."""


@lru_cache(maxsize=1)
def _label() -> re.Pattern[str]:
    return re.compile(
        rf"""(?<![^\s।॥|/(\[])
        (?: [A-Za-zĀ-žṀ-ỹ]{{1,12}}_{_NUMBER}[a-h]{{0,2}}           # BhG_1.1, Rm_1,001.001a
          | \d{{4,}}[a-h]{{1,2}}                                  # 01001000a
          | (?<=[/|॥।][ ])[A-Za-zĀ-ž]{{2,6}}\.?[ ]?{_NUMBER}(?=[ ]?[/|॥।])
          | (?<=[/|॥।])[A-Za-zĀ-ž]{{2,6}}\.?[ ]?{_NUMBER}(?=[ ]?[/|॥।])   # || BhG 1.1 ||
          | {LETTER_BETWEEN_DANDAS}
          | {_NUMBER}[a-h]{{1,2}}(?=[ ]?[/|॥।]|\s*$)                    # /1.1ab/
          | (?<![^\n]){_NUMBER}[a-h]{{1,2}}(?=[ ])
          | (?<=\() [^()\n{DIGITS}]{{1,40}}{_NUMBER}(?=\))              # (Raghuvaṃśa 1.1)
          | (?<![^\s।॥|/]\()(?<=\(){LABEL_LETTER}(?=\)\s)          # (a), not karm(a)
          | (?:(?<![^\n।॥|/])|(?<=[।॥|/][ ])){LABEL_LETTER}(?=\)\s) )   # a)
        (?=[\s।॥|/)\]:*]|$)""",
        re.VERBOSE,
    )


def labels(text: str) -> Iterator[tuple[int, int]]:
    """Find labels: `BhG_1.1`, `Rm_1,001.001a`, `01001000a`, `|| BhG 1.1 ||`, `(a)`, `|| a ||`."""
    return (match.span() for match in _label().finditer(text))
