"""The Dhātupāṭha: which roots there are, in which class, and which endings their marks allow.

`dhatus.tsv` has the roots that the treatise uses and every other root of the same sound, so that
it can be said of these that a class has no such root. Numbers, taught forms and senses are those
of the Dhātupāṭha as ashtadhyayi.com and vidyut-prakriya (MIT) number it. A file of the same
format with all roots takes its place where a user has one.
"""

import re
from collections import defaultdict
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from dhyana.grammar.lipi.phonemes import devanagari
from dhyana.grammar.sandhi.classes import AC, JHAY, row

GANAS = (
    "भ्वादि",
    "अदादि",
    "जुहोत्यादि",
    "दिवादि",
    "स्वादि",
    "तुदादि",
    "रुधादि",
    "तनादि",
    "क्र्यादि",
    "चुरादि",
)
"""Names of the ten classes (गणाः), in their order."""

_OWN = Path(__file__).with_name("dhatus.tsv")
_ACCENTS = re.compile(r"[\\^]")
_IR = re.compile("i~r$")
_FINAL = re.compile(f"[^{AC}~]$")
_NASAL_VOWEL = re.compile(f"([{AC}])~")
_IN_FRONT = re.compile("^(?:Yi|wu|qu)")
_DENTAL = str.maketrans("zwWR", "stTn")
_LESSER = (
    ("01.0867", "01.0932", "GawAdi"),
    ("06.0093", "06.0137", "kuwAdi"),
    ("10.0192", "10.0236", "AkusmIya"),
    ("10.0279", "10.0337", "AsvadIya"),
    ("10.0338", "10.0388", "ADfzIya"),
)
"""First and last number of the lesser classes (अन्तर्गणाः) that have rules of their own."""


@dataclass(frozen=True, slots=True)
class Root:
    """A root as it is taught: its number, its taught form with accents in SLP1, its sense."""

    number: str
    upadesha: str
    sense: str

    @property
    def gana(self) -> int:
        """Its class, 1–10 (11 for the kaṇḍvādi)."""
        return int(self.number[:2])

    @property
    def antargana(self) -> str | None:
        """Its lesser class in SLP1, if any."""
        return next((name for low, high, name in _LESSER if low <= self.number <= high), None)

    @property
    def taught(self) -> str:
        """The taught form without accents and nasal signs: `qukfY`."""
        return _ACCENTS.sub("", self.upadesha).replace("~", "")

    @property
    def plain(self) -> str:
        r"""The root as one speaks of it: without its marks (1.3.2–9), its ṣ and ṇ made s and n.

        >>> [Root("", form, "").plain for form in ("qukf\\Y", "zWA\\", "wunadi~", "Ra\\Sa~")]
        ['kf', 'sTA', 'nand', 'naS']
        """
        form = _ACCENTS.sub("", _IN_FRONT.sub("", self.upadesha))
        form = _IR.sub("a~", form) if _IR.search(form) else _FINAL.sub("", form)
        nasal = "i" in _NASAL_VOWEL.findall(form)
        form = _NASAL_VOWEL.sub("", form)
        if form[:1] in ("z", "R"):  # 6.1.64–65
            form = form[:2].translate(_DENTAL) + form[2:]
        return _with_num(form) if nasal else form

    def __str__(self) -> str:
        return f"{self.number} {devanagari(self.taught)}"


def _with_num(form: str) -> str:
    """Put in the n of a root taught with i (7.1.58)."""
    last = max(index for index, sound in enumerate(form) if sound in AC)
    after = form[last + 1 : last + 2]
    nasal = row(after)[4] if after and after in JHAY else "M"
    return form[: last + 1] + nasal + form[last + 1 :]


class Dhatupatha:
    """The roots of a Dhātupāṭha."""

    def __init__(self, roots: tuple[Root, ...]) -> None:
        self.roots = roots
        self._taught: dict[tuple[str, int], list[Root]] = defaultdict(list)
        self._plain: dict[str, list[Root]] = defaultdict(list)
        for root in roots:
            self._taught[root.taught, root.gana].append(root)
            self._plain[root.plain.removesuffix("a")].append(root)

    def taught(self, form: str, gana: int) -> tuple[Root, ...]:
        """Give the roots of a class that are taught in this form, in SLP1."""
        return tuple(self._taught.get((form, gana), ()))

    def plain(self, form: str) -> tuple[Root, ...]:
        """Give the roots of all classes that sound so, in SLP1, without their marks."""
        return tuple(self._plain.get(form.removesuffix("a"), ()))


@cache
def dhatupatha(path: Path = _OWN) -> Dhatupatha:
    """Read a Dhātupāṭha: lines of number, taught form and sense in SLP1, parted by tabs.

    Raises ValueError with the line where it is none, OSError where it cannot be read.
    """
    roots: list[Root] = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        fields = line.split("\t")
        if line.startswith("#") or fields[0] == "code" or fields[1:2] == ["-"]:
            continue
        if len(fields) < _FIELDS or not _NUMBER.fullmatch(fields[0]) or not fields[1]:
            message = f"{path}:{number}: no root: expected number, taught form and sense (SLP1)"
            raise ValueError(message)
        roots.append(Root(*fields[:_FIELDS]))
    return Dhatupatha(tuple(roots))


_FIELDS = 3
_NUMBER = re.compile(r"(?:0[1-9]|1[01])\.\d{4}")
