"""Cells of the paradigms: where in a declension or a conjugation a word stands."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

from dhyana.grammar.category import VACANAS, VIBHAKTIS

LINGAS = {"पुं": "पुंल्लिङ्गम्", "स्त्री": "स्त्रीलिङ्गम्", "नपुं": "नपुंसकलिङ्गम्"}
PURUSHAS = ("प्रथम", "मध्यम", "उत्तम")
PADAS = ("परस्मैपद", "आत्मनेपद")
LAKARAS = ("लट्", "लिट्", "लुट्", "लृट्", "लोट्", "लङ्", "विधिलिङ्", "आशीर्लिङ्", "लुङ्", "लृङ्")
"""The lakāras of the spoken language, in their order; लेट् is Vedic."""

KARTARI, KARMANI, KARMAKARTARI = "कर्तरि", "कर्मणि", "कर्मकर्तरि"


@dataclass(frozen=True, slots=True)
class Nominal:
    """A cell of a declension; cases 1–8, the eighth the vocative; numbers 1–3."""

    linga: str
    vibhakti: int
    vacana: int

    def __str__(self) -> str:
        case, number = VIBHAKTIS[self.vibhakti - 1], VACANAS[self.vacana - 1]
        return f"{case} {number} {LINGAS[self.linga]}"


@dataclass(frozen=True, slots=True)
class Finite:
    """A cell of a conjugation; without `pada` both sets of endings are meant."""

    lakara: str
    prayoga: str
    purusha: str
    vacana: int
    pada: str | None = None

    def __str__(self) -> str:
        pada = f" {self.pada}म्" if self.pada else ""
        number = VACANAS[self.vacana - 1]
        return f"{self.prayoga} {self.lakara} {self.purusha}पुरुषः {number}{pada}"


Cell = Nominal | Finite


def nominal_cells(lingas: tuple[str, ...] = tuple(LINGAS)) -> Iterator[Nominal]:
    """Give all cells of a declension, gender by gender."""
    for linga, vibhakti, vacana in product(lingas, range(1, 9), range(1, 4)):
        yield Nominal(linga, vibhakti, vacana)


def finite_cells() -> Iterator[Finite]:
    """Give all cells of a conjugation in both voices."""
    for prayoga, lakara, purusha, vacana in product(
        (KARTARI, KARMANI), LAKARAS, PURUSHAS, range(1, 4)
    ):
        yield Finite(lakara, prayoga, purusha, vacana)
