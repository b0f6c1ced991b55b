"""What becomes of a line when syllables are left out of it."""

from collections.abc import Collection, Sequence
from dataclasses import replace

from dhyana.grammar.chandas.shloka import Finding
from dhyana.grammar.lint.diagnostic import Fix, TextEdit
from dhyana.grammar.lint.places import place
from dhyana.grammar.scansion import Akshara, Break, scan

_VOWELS = "aāiīuūṛṝḷḹeo"


def weights_without(aksharas: Sequence[Akshara], omitted: Collection[int]) -> str:
    """Weights of a line without some of its syllables (from 1).

    The syllable before one that goes may change its weight, as the consonants after it do.
    """
    spelled: list[str] = []
    for number, akshara in enumerate(aksharas, 1):
        if number not in omitted:
            # A vowel that now follows a vowel is no diphthong.
            spelled += " " if akshara.iast[:1] in _VOWELS else "", akshara.iast
        spelled.append(akshara.after if akshara.after is Break.LINE else " " * bool(akshara.after))
    return scan("".join(spelled), "iast").weights


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
    return TextEdit(*place(text, start, end), "")
