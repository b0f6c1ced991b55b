"""On what authority a line of a metre that fixes every syllable is as it is."""

from functools import lru_cache

from dhyana.grammar.chandas.trishtubh import authority_of
from dhyana.grammar.vrttas import Vrtta, table

_VR_CHAPTERS = {"sama": 3, "ardhasama": 4, "viṣama": 5}
_WORKS = {
    "Apte": "Apte 1890, appendix I",
    "Hopkins": "Hopkins, The Great Epic of India (1901), ch. 4",
    "Ganesh": "the list of R. Ganesh",
    "Heidelberg": "the list of A. Mishra (Heidelberg)",
    "chanda": "the table of Chandojñānam",
}
_TWO = 2


@lru_cache(maxsize=512)
def provenance(metre: str, pattern: str) -> str | None:
    """Name the works that state a line of a metre, as `vrttas.yaml` has them; None if none does.

    The pattern may leave its last syllable free.
    """
    for vrtta in table().names.get(metre, ()):
        if isinstance(vrtta, Vrtta) and any(line[:-1] == pattern[:-1] for line in vrtta.lines):
            chapter = f"Vṛttaratnākara {_VR_CHAPTERS[vrtta.kind]}, {vrtta.name}"
            works = {"VR": chapter} | _WORKS
            return "; ".join(works[source] for source in vrtta.sources[:_TWO])
    return authority_of(pattern)
