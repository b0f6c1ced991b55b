"""What happens to the members of a compound before it is declined (समासान्ताः, पुंवद्भावः)."""

from dhyana.grammar.vyakarana.deriving import slp1
from dhyana.shlokas.record import WordAnalysis

BAHUVRIHI = "बहुव्रीहिः"
KARMADHARAYA = "कर्मधारयः"
AVYAYIBHAVA = "अव्ययीभावः"
TATPURUSHA = "तत्पुरुष"
"""The beginning of the names of tatpuruṣas; some have their case before it."""

_SAMASANTA = {
    ("paTin", "paTa"): "5.4.74",
    ("pur", "pura"): "5.4.74",
    ("ap", "apa"): "5.4.74",
    ("Dur", "Dura"): "5.4.74",
    ("rAjan", "rAja"): "5.4.91",
    ("ahan", "aha"): "5.4.91",
    ("saKi", "saKa"): "5.4.91",
}
"""Last members that take a suffix of the compound: as they are alone, and as they are then."""

_FEMININE = ("A", "I", "U")


def change_of_last_member(analysis: WordAnalysis) -> str | None:
    """Name the sūtra by which the last member of a compound has another stem there, if one does."""
    if not analysis.members or analysis.stem is None:
        return None
    alone, there = slp1(analysis.members[-1]), slp1(analysis.stem)
    if (alone, there) in _SAMASANTA:
        return _SAMASANTA[alone, there]
    shortened = alone[-1:] in _FEMININE and there == alone[:-1] + alone[-1].lower()
    return "1.2.48" if shortened else None


def first_member(stem: str, analysis: WordAnalysis) -> str:
    """Give a member that is not the last as it stands there, in SLP1: महत् is महा (6.3.46)."""
    in_one_case = analysis.samasa in (KARMADHARAYA, BAHUVRIHI)
    return "mahA" if stem == "mahat" and in_one_case else stem


def is_tatpurusha(name: str) -> bool:
    """Whether a name is of a compound whose gender is that of its last member (2.4.26)."""
    return TATPURUSHA in name or name == KARMADHARAYA
