"""What vidyut.prakriya leaves undone in the declension of plain stems, done by rule.

A stem that is given without its suffix does not tell vidyut that it is one in -tṛ or -īyas, or
that its s may become ṣ. Here its forms are taken where it leaves them. Sources: Kāśikā on the
sūtras named, Siddhāntakaumudī on the stems.
"""

import re
from collections.abc import Callable
from typing import NamedTuple

from dhyana.grammar.vyakarana.cells import Nominal

_PUM, _NAPUM = "पुं", "नपुं"


class Finished(NamedTuple):
    """A form in SLP1, and the sūtra by which it is other than vidyut has it."""

    form: str
    sutra: str


def finished(stem: str, cell: Nominal, form: str) -> Finished | None:
    """Finish a form of a plain stem; None if nothing is left to do.

    >>> finished("havis", Nominal("नपुं", 3, 1), "havisA")
    Finished(form='havizA', sutra='8.3.59')
    """
    for stems, finish in _FINISHES:
        if stems.search(stem):
            done = finish(cell, form)
            return done if done is not None and done.form != form else None
    return None


def _cerebral(_: Nominal, form: str) -> Finished | None:
    """Of havis and āyus s after i and u is ṣ before vowels, and after their anusvāra (8.3.58)."""
    if re.search("[IU]Ms", form):
        return Finished(re.sub("([IU]M)s", r"\1z", form), "8.3.58")
    return Finished(re.sub("(?<=[iu])s(?=[aAiIuUeEoO])", "z", form), "8.3.59")


def _is_strong(cell: Nominal) -> bool:
    """Whether an ending is a sarvanāmasthāna (1.1.42–43)."""
    before_shas = cell.vibhakti in (1, 8) or (cell.vibhakti == 2 and cell.vacana < 3)
    return before_shas and cell.linga != _NAPUM


def _agent(cell: Nominal, form: str) -> Finished | None:
    """Of kartṛ the vowel before r is long in the strong cases: kartāram."""
    if not _is_strong(cell):
        return None
    return Finished(re.sub("ar(?=O$|aH$|am$)", "Ar", form), "6.4.11")


def _comparative(cell: Nominal, form: str) -> Finished | None:
    """Of śreyas the strong cases have num, and length with it: śreyāṃsam, śreyān."""
    if not _is_strong(cell):
        return None
    if cell.vacana == 1 and cell.vibhakti != 2:
        return Finished(re.sub("[aA]H$", "an" if cell.vibhakti == 8 else "An", form), "7.1.70")
    return Finished(re.sub("as(?=O$|aH$|am$)", "AMs", form), "6.4.10")


def _long_before_r(_: Nominal, form: str) -> Finished | None:
    """Of gir and pur, which are roots, i and u are long where the word ends: gīḥ, gīrbhiḥ."""
    return Finished(re.sub("(?<=^.)[iu](?=H$|rB|rzu$)", lambda one: one[0].upper(), form), "8.2.76")


def _guttural(_: Nominal, form: str) -> Finished | None:
    """Of diś and dṛś, which are made with kvin, the end is k and g: dik, digbhiḥ, dikṣu."""
    ended = re.sub("wt?su$", "kzu", form)
    return Finished(re.sub("w$", "k", re.sub("q(?=$|B)", "g", ended)), "8.2.62")


_FINISHES: tuple[tuple[re.Pattern[str], Callable[[Nominal, str], Finished | None]], ...] = (
    (re.compile("(?<!AS)[iu]s$"), _cerebral),
    (re.compile("^(?!(?:pi|mA|BrA|duhi|jAmA|yA)tf$).*tf$"), _agent),
    (re.compile("^(?:gir|pur|Dur)$"), _long_before_r),
    (re.compile("(?:^di|df|spf)S$"), _guttural),
    (re.compile("Iyas$|^(?:Sre|jyA|BU|pre|sTe)yas$"), _comparative),
)

_VAS = re.compile("^(vid|.+i)vas$")
_LIKE_VIDVAS = {
    _PUM: "vAn vAMsO vAMsaH | vAMsam vAMsO /aH | /A vadByAm vadBiH | /e vadByAm vadByaH"
    " | /aH vadByAm vadByaH | /aH /oH /Am | /i /oH vatsu | van vAMsO vAMsaH",
    _NAPUM: "vat /I vAMsi | vat /I vAMsi | /A vadByAm vadBiH | /e vadByAm vadByaH"
    " | /aH vadByAm vadByaH | /aH /oH /Am | /i /oH vatsu | vat /I vAMsi",
}
"""Endings of a stem in -vas, case by case; `/` is uṣ, before which i is lost (tasthuṣā)."""


def participle_in_vas(stem: str, cell: Nominal) -> Finished | None:
    """Give the form of a participle in -vas (3.2.107, 7.1.36): vidvān, viduṣā, vidvadbhiḥ."""
    match = _VAS.search(stem)
    if match is None or cell.linga not in _LIKE_VIDVAS:
        return None
    ending = _LIKE_VIDVAS[cell.linga].split(" | ")[cell.vibhakti - 1].split()[cell.vacana - 1]
    if ending.startswith("/"):
        return Finished(match[1].removesuffix("i") + "uz" + ending[1:], "6.4.131")
    return Finished(match[1] + ending, "7.1.70" if _is_strong(cell) else "8.2.72")


ENA = "ena"
_ANVADESHA = frozenset({(2, 1), (2, 2), (2, 3), (3, 1), (6, 2), (7, 2)})
"""Cells of idam and etad that have ena where something is taken up again (2.4.34)."""


def is_taken_up(stem: str, cell: Nominal) -> bool:
    """Whether idam and etad have a form of ena besides their own in a cell."""
    return stem in ("idam", "etad") and (cell.vibhakti, cell.vacana) in _ANVADESHA
