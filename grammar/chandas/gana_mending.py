"""What would make a gaṇa of a metre by morae right: one syllable heavier, lighter, more or less."""

import re
from collections.abc import Iterator, Sequence

from dhyana.grammar.chandas.jati import GanaFault
from dhyana.grammar.chandas.mending import weights_without
from dhyana.grammar.chandas.shloka import WEIGHTS
from dhyana.grammar.lint.diagnostic import Fix
from dhyana.grammar.scansion import Akshara

_FORMS = re.compile("[gl]+(?: or [gl]+)*")


def gana_fixes(aksharas: Sequence[Akshara], fault: GanaFault) -> tuple[Fix, ...]:
    """Propose repairs of a gaṇa: other weights first, then a syllable more, then one less.

    `aksharas` are those of the half. Where no single syllable mends it, the forms are named.
    """
    fixes: list[Fix] = []
    if _FORMS.fullmatch(fault.expected):
        forms = fault.expected.split(" or ")
        for ways in (_other_weight, _one_more, _one_less):
            for form in forms:
                fixes += [Fix(f"{way}: {form}") for way in ways(aksharas, fault, form)]
    return tuple(fixes) or (Fix(f"make gaṇa {fault.number} {fault.expected}"),)


def _other_weight(aksharas: Sequence[Akshara], fault: GanaFault, form: str) -> Iterator[str]:
    if len(fault.found) == len(form):
        wrong = [k for k, (a, b) in enumerate(zip(fault.found, form, strict=True)) if a != b]
        if len(wrong) == 1:
            yield f"make {aksharas[fault.start + wrong[0]].iast} {WEIGHTS[form[wrong[0]]]}"


def _one_more(aksharas: Sequence[Akshara], fault: GanaFault, form: str) -> Iterator[str]:
    # Of a run of like syllables, which is the new one makes no difference.
    places = [k for k in range(len(form)) if form[:k] + form[k + 1 :] == fault.found]
    if places:
        place = fault.start + places[-1]
        follows = places[-1] > 0 or place == len(aksharas)
        where = f"after {aksharas[place - 1].iast}" if follows else f"before {aksharas[place].iast}"
        yield f"put in a {WEIGHTS[form[places[-1]]]} syllable {where}"


def _one_less(aksharas: Sequence[Akshara], fault: GanaFault, form: str) -> Iterator[str]:
    start, found = fault.start, fault.found
    written = "".join(akshara.weight for akshara in aksharas)
    places = [
        start + k
        for k in range(len(found))
        if found[:k] + found[k + 1 :] == form
        # Without it the syllable before may have another weight.
        and weights_without(aksharas, (start + k + 1,))
        == written[: start + k] + written[start + k + 1 :]
    ]
    if places:
        yield f"leave out {' or '.join(dict.fromkeys(aksharas[k].iast for k in places))}"
