"""Scansion: text in any script people type → akṣaras with their weight and why.

A weight is `g` (guru, heavy) or `l` (laghu, light) *as written*; the licence of the pāda end
belongs to matching (`anushtubh`, `meter`), not to scansion. Source: Vṛttaratnākara 1.9,
*sānusvāro visargānto dīrgho yuktaparaś ca yaḥ*; Aṣṭādhyāyī 1.4.10–12.
"""

from dataclasses import dataclass
from enum import StrEnum


class Reason(StrEnum):
    """Why a syllable has its weight."""

    SHORT = "short vowel"
    LONG = "long vowel"
    ANUSVARA = "anusvāra"
    VISARGA = "visarga"
    CONJUNCT = "conjunct follows"
    CLOSED = "final consonant"  # a consonant with nothing after it: half or text ends


class Break(StrEnum):
    """What the source shows after a syllable, the strongest mark winning."""

    NONE = ""
    SEAM = "-"  # hyphen: a compound seam
    WORD = " "
    LINE = "\n"  # also a comma or slash between the pādas of a half
    HALF = "।"
    VERSE = "॥"


@dataclass(frozen=True, slots=True)
class Akshara:
    """One syllable as it stands in the source.

    `start` and `end` are code-point offsets of its own letters in the scanned text
    (`text[start:end]` is `written`). `cause` names what makes it heavy: the following
    conjunct in IAST (`kṣ`), the vowel, `ṃ` or `ḥ`; it is empty for a light syllable.
    """

    written: str
    iast: str
    start: int
    end: int
    weight: str
    reason: Reason
    cause: str
    after: Break


@dataclass(frozen=True, slots=True)
class NearMiss:
    """A character read the sensible way and not silently: what stands there, how it was read."""

    start: int
    end: int
    written: str
    read_as: str
    message: str


@dataclass(frozen=True, slots=True)
class Scan:
    """The scanned text: its akṣaras in order and what was odd about the spelling."""

    text: str
    script: str
    aksharas: tuple[Akshara, ...]
    near_misses: tuple[NearMiss, ...] = ()

    @property
    def weights(self) -> str:
        """Weights as written, one letter a syllable."""
        return "".join(akshara.weight for akshara in self.aksharas)
