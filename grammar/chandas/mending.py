"""What becomes of a line when syllables are left out of it."""

from collections.abc import Collection, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise

from dhyana.grammar.chandas.alignment import DANDAS
from dhyana.grammar.chandas.shloka import Finding
from dhyana.grammar.lint.diagnostic import Fix, TextEdit
from dhyana.grammar.lint.places import place
from dhyana.grammar.scansion import Akshara, Break, scan

_VOWELS = "aāiīuūṛṝḷḹeo"
_CONSONANTS = "kgcjṭḍtdpbhṅñṇnmyrlvśṣs"


def weights_without(aksharas: Sequence[Akshara], omitted: Collection[int]) -> str:
    """Weights of a line without some of its syllables (from 1).

    The syllable before one that goes may change its weight, as the consonants after it do.
    Raises ValueError where its letters are not known (`corpus.skeleton`).
    """
    kept = [k for k in range(len(aksharas)) if k + 1 not in omitted]
    weights = [
        aksharas[k].weight
        if following == k + 1 < len(aksharas) and aksharas[k].after not in DANDAS
        else _weight(aksharas[k].iast.lstrip(_CONSONANTS), _spelled(aksharas, k, following))
        for k, following in pairwise([*kept, len(aksharas)])
    ]
    if not all(weights):
        raise ValueError("the letters of the line are not known")
    return "".join(weights)


def _spelled(aksharas: Sequence[Akshara], syllable: int, following: int) -> str:
    """Spell what stands between a syllable and the one that now follows it, and that one."""
    marks = [akshara.after for akshara in aksharas[syllable:following]]
    spelled = "".join([mark if mark is Break.LINE else " " * bool(mark) for mark in marks])
    if following == len(aksharas):
        return spelled
    iast = aksharas[following].iast
    rest = iast.lstrip(_CONSONANTS)
    if rest[:1] not in _VOWELS:
        return spelled + iast
    # Which vowel follows has no say; after a vowel it is no diphthong.
    return f"{spelled}{iast.removesuffix(rest) or ' '}a"


@lru_cache(maxsize=1 << 12)
def _weight(iast: str, following: str) -> str:
    """Weigh a syllable by what follows it; "" if it is none of IAST."""
    return scan(iast + following, "iast").weights[:1]


def with_edits(text: str, aksharas: Sequence[Akshara], finding: Finding) -> tuple[Fix, ...]:
    """Give the repairs of a finding, with edits of the text where they leave syllables out."""
    fixes = finding.fixes or ()
    mended = [
        replace(fix, edits=tuple(_deletion(text, aksharas[k - 1]) for k in sorted(omitted)))
        for fix, omitted in zip(fixes, finding.omissions, strict=False)
    ]
    return (*mended, *fixes[len(mended) :])


def _deletion(text: str, akshara: Akshara) -> TextEdit:
    start, end = akshara.start, akshara.end
    # A word that goes takes one of the spaces beside it along.
    if text[end : end + 1] == " " and (start == 0 or text[start - 1].isspace()):
        end += 1
    # Letters of two syllables are no diphthong.
    apart = " " if text[start - 1 : start] == "a" and text[end : end + 1] in ("i", "u") else ""
    return TextEdit(*place(text, start, end), apart)
