"""Which script a text is in, and its letters with their places.

`read` is the front half of scansion: it turns a text in any script that people type into a row
of written units, each with its class (the alphabet of `akshara.lark`), its IAST and its place
in the original string, and tells what was spelled oddly.
"""

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate
from typing import NamedTuple

from dhyana.grammar.akshara_table import NOTHING
from dhyana.grammar.lipi import brahmic, devanagari, romanisation
from dhyana.grammar.lipi.alphabet import CONJUNCT, Alphabet, Unit
from dhyana.grammar.lipi.near_miss import NearMiss, mend
from dhyana.grammar.lipi.punctuation import (
    LABEL_LETTER,
    LAST_SLASHES,
    NUMBER,
    SLASH,
    SLASHES,
    UNREAD,
    gap_without_number,
    labels,
    slashes,
    speakers,
)
from dhyana.grammar.lipi.source_text import SourceText

SCHEMES = ("iast", "slp1", "hk", "itrans", "velthuis", "wx")
"""Romanisations in the order in which they are taken where several fit equally."""

SCRIPTS = ("devanagari", "iso", *SCHEMES, *brahmic.SCRIPTS)
"""Names of all that can be read; those of `transliteration.Script` where that has the script."""

_ALIASES = {"oriya": "odia", "assamese": "bengali"}


class Detection(NamedTuple):
    """The script of a text, and in words why it was taken for that; empty where it is plain."""

    script: str
    assumed: str = ""


@dataclass(frozen=True, slots=True)
class Aside:
    """Text that stands with verse and is none: a speaker (`सञ्जय उवाच`), a label (`BhG_1.1`)."""

    start: int
    end: int
    written: str


@dataclass(frozen=True, slots=True)
class Reading:
    """A text as written units.

    `places` are the start of each unit in the original text and, last, the end of the text.
    `segments` are the classes of the units from each vowel up to the next; `leading` is the
    classes before the first. Every half has a vowel, and a sign only follows a vowel.
    """

    text: str
    detection: Detection
    leading: str
    segments: list[str]
    units: list[Unit]
    places: Sequence[int]
    near_misses: tuple[NearMiss, ...]
    asides: tuple[Aside, ...]


def known_script(name: str) -> str:
    """Return our name of a script. Raises ValueError for one that cannot be read."""
    lowered = name.strip().lower()
    script = _ALIASES.get(lowered, lowered)
    if script not in SCRIPTS:
        raise ValueError(f"unknown script {name!r}; known are {', '.join(SCRIPTS)}")
    return script


@lru_cache(maxsize=32)
def alphabet(script: str) -> Alphabet:
    """Return the alphabet by which a script is read; sister scripts are read as Devanagari."""
    match script:
        case "iast" | "iso":
            return romanisation.Iast()
        case "slp1":
            return romanisation.Slp1()
        case "hk" | "itrans" | "velthuis" | "wx":
            return romanisation.Tabled(script)
        case _:
            return devanagari.Devanagari()


# --- which script ------------------------------------------------------------------------

_DEVANAGARI_LETTER = re.compile(f"[{devanagari.LETTERS}]")
_LATIN_LETTER = re.compile(f"[{romanisation.LATIN}]")
_DIACRITIC = re.compile("[À-ɏḀ-ỿ\u0300-\u036f]")
_ELSEWHERE = re.compile("[^\0-\u036f\u0900-\u097f\u1cd0-\u1cff\u1e00-\u206f]")
_ISO = re.compile("[rlRL]\u0325|[ṁṀēōĒŌ]|m\u0307|[eo]\u0304")
_TELLTALE = re.compile(r"[A-Z\"~^]|aa|ii|uu|ee|oo|sh|[fqwxz]|\.[a-z]")
_LONG = re.compile("[AIU]|aa|ii|uu|ee|oo")
_SAMPLE, _SOME_LETTERS = 400, 24


def detect(text: str) -> Detection:
    """Say which script a text is in.

    Letters of a script of their own decide by number, diacritics show IAST (or ISO 15919).
    ASCII alone fits every romanisation: the one under which it looks most like Sanskrit is
    taken, and the ground is given.
    """
    if not text.isascii():
        script = _dominant(text)
        if script != "latin":
            return Detection(script)
        if _DIACRITIC.search(text):
            return Detection("iso" if _ISO.search(text) else "iast")
    if not _TELLTALE.search(text):
        return Detection("iast", f"plain lower-case letters; read as iast{_lengths(text)}")
    sample = text[:_SAMPLE]
    costs = {scheme: _implausibility(sample, scheme) for scheme in SCHEMES}
    best = min(costs, key=lambda scheme: costs[scheme])
    equal = [scheme for scheme in SCHEMES if costs[scheme] == costs[best] and scheme != best]
    also = f", which fits as well as {', '.join(equal)}" if equal else ""
    lengths = _lengths(text)
    return Detection(best, f"letters without diacritics; read as {best}{also}{lengths}")


def _lengths(text: str) -> str:
    """Warn of a text of some words in which no long vowel is written."""
    if len(_LATIN_LETTER.findall(text)) < _SOME_LETTERS or _LONG.search(text):
        return ""
    return "; no long a, i or u is written, so that weights may be too light"


def _dominant(text: str) -> str:
    """Name the script that most letters belong to; `latin` where none is known."""
    deva, latin = _DEVANAGARI_LETTER.search(text), _LATIN_LETTER.search(text)
    if not _ELSEWHERE.search(text) and not (deva and latin):
        return "devanagari" if deva else "latin"
    letters = Counter(filter(None, map(brahmic.script_of, text)))
    letters["devanagari"] = len(_DEVANAGARI_LETTER.findall(text))
    letters["latin"] = len(_LATIN_LETTER.findall(text))
    script, number = letters.most_common(1)[0]
    return script if number else "latin"


@lru_cache(maxsize=1)
def _avoided() -> tuple[tuple[re.Pattern[str], int], ...]:
    """Return what Sanskrit avoids, and how much it weighs against a scheme.

    The patterns look at IAST units, each with a full stop after it.
    """
    vowels, cluster = "aāiīuūṛṝeo", "aāiīuūṛṝḷeo .'"
    patterns = {
        r"\?": 4,
        rf"[{vowels}]\.[{vowels}]": 2,  # hiatus inside a word
        r"(?<![^. ])[kgcjṭḍtdpbsśṣ]\.h(?![^. ])": 2,  # an aspirate in two letters
        rf"(?:(?<![^. ])[^{cluster}]h?\.){{4}}": 2,
        rf"(?<![^ ])(?:[^{cluster}]h?\.){{2,}}(?= )": 2,  # a word without a vowel
        r"(?<![cj]\.)ñ\.(?![cj])": 2,
        r"ṅ\.(?![kgmnhṣs ])": 2,
        r"(?<![^ ])[ṇṅñ]\.": 1,
        r"[aiuṛ]\.ch\.": 1,  # a short vowel doubles it: Aṣṭādhyāyī 6.1.73
        r"(?<![^ ])(?:[ṭḍ]h?\.|ṣ\.(?![aāo]\.))": 1,
        r"(?:[kgcjtdpb]h|ṭh|ḍh|h)\. ": 1,
        r"[sn]\.[ṭḍ]h?\.|[ṣṇ]\.[td]h?\.|[ṭḍ]h?\.[td]h?\.|ś\.[tdṭḍ]|[ṭḍ]h?\.[rvmn]\.": 1,
        rf"[^{cluster}]h?\.r\.[^{cluster}y]": 1,  # r between two consonants
        rf"ṃ\.[{vowels}]\.": 2,
        r"(?<!k\.)ḷ": 1,
        r"ḹ": 3,
        rf"[kgcjtdpbmnyvls]h?\.ṇ\.[^{cluster}]": 2,  # HK's ṛ is SLP1's ṇ: kRmi
        r"(?<=[^ ])!\.(?=[^ ])": 3,  # a full stop or quote inside a word
    }
    return tuple((re.compile(pattern), weight) for pattern, weight in patterns.items())


def _implausibility(text: str, scheme: str) -> int:
    """How little a text looks like Sanskrit when read by a scheme."""
    units = alphabet(scheme)
    pieces = []
    for spelling in units.pattern.findall(text):
        unit = units[spelling]
        vowel = unit.iast.removeprefix(unit.onset)
        onset = unit.onset if unit.kind == CONJUNCT else [unit.onset]
        if unit.iast:
            pieces += [f"{part}." for part in (*onset, vowel) if part]
        elif unit.kind == UNREAD:
            pieces.append(f"{UNREAD}.")
        else:
            pieces.append("!." if spelling in '."~' else " ")
    spelled = f" {''.join(pieces)} "
    cost = sum(weight * len(pattern.findall(spelled)) for pattern, weight in _avoided())
    if scheme == "iast":  # writes capitals at most at the beginning of a word
        cost += 4 * len(re.findall("(?<=[a-zA-Z])[A-Z]", text))
    elif scheme == "itrans":  # allows w for v and x for kṣ, which hardly anybody uses
        cost += len(re.findall("[wx]", text))
    if scheme != "velthuis":  # it begins words with a dot, ITRANS only an avagraha
        dotted = "[b-zA-Z]" if scheme == "itrans" else "[a-zA-Z]"
        cost += 2 * len(re.findall(rf"(?<!\S)\.(?={dotted})", text))
    return cost


# --- reading -----------------------------------------------------------------------------

_LETTERED = re.compile(  # 1.1ab, a), || a ||
    rf"\d[a-h]{{1,2}}(?=[\s/|।॥]|$)|{LABEL_LETTER}\)|[॥‖|।][ ]?{LABEL_LETTER}[ ]?[॥‖|।]"
)
_SEGMENT = re.compile("[aAKG][^aAKG]*")
_UNVOICED_SIGN = re.compile("(?:^|[kq/|#])[~_ ,-]*+[mh][~_ ,mh-]*+")
_DISTANT_SIGN = re.compile("(?<=[aAKGmh])[~_]*+[ ,-][~_ ,-]*+[mh]")
_VOWELLESS_HALF = re.compile("(?:^|(?<=[|#]))[^aAKGkq|#]*+[kq][^aAKG|#]*+(?=[|#]|$)")


class _Sound(dict[str, bool]):
    """Whether a segment is as the grammar wants it, by its classes."""

    def __missing__(self, segment: str) -> bool:
        sound = not any(
            fault.search(segment) for fault in (_UNVOICED_SIGN, _DISTANT_SIGN, _VOWELLESS_HALF)
        )
        if len(segment) <= 12 and len(self) < 10_000:  # a stranger's text decides the keys
            self[segment] = sound
        return sound


_SOUND = _Sound()


def read(text: str, script: str | None = None) -> Reading:
    """Read a text in any script. Raises ValueError for a script of an unknown name.

    No text raises: what cannot be read becomes a near-miss that says so.
    """
    reader = _Reader(text, Detection(known_script(script)) if script else detect(text))
    reader.split()
    if UNREAD in reader.classes:
        reader.mend()
    if not {SLASH, SLASHES, LAST_SLASHES}.isdisjoint(reader.classes):
        reader.classes = slashes(reader.classes)
    return reader.finish()


class _Reader:
    """The state of one reading."""

    def __init__(self, text: str, detection: Detection) -> None:
        self.source = SourceText(text)
        self.source.compose()
        self.detection = detection
        self.alphabet = alphabet(detection.script)
        self.near_misses: list[NearMiss] = []
        self.asides: list[Aside] = []
        if detection.script in brahmic.SCRIPTS:
            self.near_misses += brahmic.respell(self.source, detection.script)
        if _DEVANAGARI_LETTER.search(text) and _LATIN_LETTER.search(text):
            from dhyana.grammar.lipi.mixed import respell_other

            self.near_misses += respell_other(self.source, detection.script)
        if detection.script == "iast":
            romanisation.part_the_l(self.source)
        self._set_aside(list(speakers(self.source.text)))
        if _LETTERED.search(self.source.text):
            self._set_aside(list(labels(self.source.text)))

    def _set_aside(self, spans: list[tuple[int, int]]) -> None:
        for start, end in spans:
            place, after = self.source.place(start), self.source.place(end)
            self.asides.append(Aside(place, after, self.source.original[place:after]))
        if spans:
            self.source.blank(spans)

    def split(self) -> None:
        """Split the text into units."""
        self.spellings = self.alphabet.pattern.findall(self.source.text)
        self.units = list(map(self.alphabet.__getitem__, self.spellings))
        self.classes = "".join([unit[0] for unit in self.units])
        self.bounds = list(accumulate(map(len, self.spellings), initial=0))

    def mend(self) -> None:
        """Put near-misses right and split anew; what is still unread is reported and ignored."""
        self._set_aside(list(labels(self.source.text)))
        match self.detection.script:
            case "iast" | "iso":
                rules = romanisation.iast_rules()
            case "slp1" | "hk" | "itrans" | "velthuis" | "wx":
                rules = romanisation.colon_rules()
            case _:
                rules = (*brahmic.rules(), *devanagari.rules())
        self.near_misses += mend(self.source, rules)
        self.split()
        self.classes = re.sub(f"[{UNREAD}]+", self._ignored, self.classes)

    def _ignored(self, unread: re.Match[str]) -> str:
        """Take units that nobody can read for nothing, but for the punctuation among them."""
        first, last = unread.span()
        spellings = self.spellings[first:last]
        numbers = [gap_without_number(spelling) for spelling in spellings]
        start, end = self.bounds[first], self.bounds[last]
        if not all(numbers):
            written = "".join(spellings)
            self._report(start, end, f"{written} is {self._foreign(written)}; ignored")
        elif first > 0 and last < len(self.classes):  # else it is the number of the verse
            for number in NUMBER.finditer(self.source.text, start, end):
                self._report(*number.span(), "a number inside the verse; ignored")
        return "".join(kind or NOTHING for kind in numbers)

    def _foreign(self, written: str) -> str:
        """Say of letters that are not read what they are."""
        script = self.detection.script
        own = _dominant(written) if any(map(str.isalpha, written)) else "latin"
        return f"no letter of {script}" if own == "latin" else f"in {own}, not in {script}"

    def _report(self, start: int, end: int, message: str, read_as: str = "") -> None:
        place, after = self.source.place(start), self.source.place(end)
        written = self.source.original[place:after]
        self.near_misses.append(NearMiss(place, after, written, read_as, message))

    def finish(self) -> Reading:
        """Leave only what the grammar accepts, and give every unit its place."""
        segments = _SEGMENT.findall(self.classes)
        leading = self.classes[: len(self.classes) - sum(map(len, segments))]
        if leading.strip("kq~_ -,") or not segments or not all(map(_SOUND.__getitem__, segments)):
            self._silence_faults()
            segments = _SEGMENT.findall(self.classes)
            leading = self.classes[: len(leading)]
        bounds, places = self.bounds, self.source.places
        return Reading(
            self.source.original,
            self.detection,
            leading,
            segments,
            self.units,
            bounds if places is None else [places[bound] for bound in bounds],
            tuple(sorted(self.near_misses, key=lambda miss: (miss.start, miss.end))),
            tuple(self.asides),
        )

    def _silence_faults(self) -> None:
        signs, consonants = "follows no vowel; ignored", "makes no syllable; ignored"
        self.classes = _UNVOICED_SIGN.sub(self._silence("mh", signs), self.classes)
        self.classes = _VOWELLESS_HALF.sub(self._silence("kq", consonants), self.classes)
        for match in _DISTANT_SIGN.finditer(self.classes):
            # From the vowel on: the sign is to be written with it, and what follows apart.
            first, last = match.start() - 1, match.end() - 1
            start, end = self.bounds[first], self.bounds[last + 1]
            text = self.source.text
            gap = " " if text[end : end + 1].isalpha() else ""
            whole = "".join(text[start:end].split()).replace("-", "") + gap
            sign = self.units[last].iast
            self._report(start, end, f"{sign} stands apart from its vowel; read with it", whole)

    def _silence(self, kinds: str, message: str) -> Callable[[re.Match[str]], str]:
        def silence(match: re.Match[str]) -> str:
            for index, kind in enumerate(match[0], match.start()):
                if kind in kinds:
                    start, end = self.bounds[index : index + 2]
                    self._report(start, end, f"{self.units[index].iast} {message}")
            return re.sub(f"[{kinds}]", NOTHING, match[0])

        return silence
