"""The words of a morphology row examined: whether each stands in the cell that its label names.

Three outcomes: proven, when the cell gives the form; refuted, when it gives others and the
declension is one that is derived rightly; not decidable otherwise, with the reason. Spelling is
free as in `dhyana.grammar.sandhi.spelling`, and so is a final stop (8.4.56).
"""

import dataclasses
import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from dhyana.grammar.category import Category, CategoryError, parse
from dhyana.grammar.lipi.phonemes import devanagari
from dhyana.grammar.sandhi import Joint, Pada, Proven, Undecided, in_words, join
from dhyana.grammar.sandhi.classes import SHORTENED
from dhyana.grammar.sandhi.matching import prove
from dhyana.grammar.vyakarana.cells import (
    KARTARI,
    LINGAS,
    Cell,
    Finite,
    Nominal,
    finite_cells,
    nominal_cells,
)
from dhyana.grammar.vyakarana.compounds import AVYAYIBHAVA, first_member
from dhyana.grammar.vyakarana.deriving import (
    ASHTADHYAYI,
    CVI,
    Derived,
    Step,
    UndecidableError,
    Vyakarana,
    slp1,
    stem_of,
)
from dhyana.grammar.vyakarana.gaps import formless, unsure
from dhyana.grammar.vyakarana.gender import is_without_gender
from dhyana.grammar.vyakarana.indeclinables import indeclinable
from dhyana.shlokas.record import MorphologyRow, WordAnalysis

_ENDINGS_DROPPED, _CVI_BEFORE_VERB = "2.4.71", "1.4.61"
"""Sūtras by which members stand together: of a compound, of a cvi word and its verb."""

AVYAYA_KRT = frozenset({"क्त्वा", "ल्यप्", "तुमुन्", "णमुल्"})
_WORD = re.compile(r"[^\s…]+")


class Outcome(StrEnum):
    """What is known of a form."""

    PROVEN = "proven"
    REFUTED = "refuted"
    UNDECIDED = "undecided"


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a form stands in a cell (None: it is indeclinable), and what the cell gives.

    `given` are whole words in SLP1, compounds joined, each with its derivation; the form itself
    stands first.
    """

    outcome: Outcome
    cell: Cell | None
    given: tuple[Derived, ...] = ()
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Examined:
    """A word of a row: `form[start:end]`, what the row says of it, and what that is worth.

    `category` is None where the label cannot be read; then the analysis alone is examined.
    """

    start: int
    end: int
    written: str
    category: Category | None
    analysis: WordAnalysis | None
    verdict: Verdict


def examine(row: MorphologyRow, grammar: Vyakarana) -> tuple[Examined, ...]:
    """Examine each word of a row."""
    words = list(_WORD.finditer(row.form))
    analyses: list[WordAnalysis | None] = list(row.analysis.each) if row.analysis else []
    if len(analyses) != len(words):
        analyses = [None] * len(words)
    return tuple(
        Examined(
            word.start(),
            word.end(),
            word[0],
            category,
            analysis,
            verdict_of(word[0], category, analysis, grammar),
        )
        for word, analysis, category in zip(
            words, analyses, categories(row.category, len(words)), strict=True
        )
    )


def categories(label: str, words: int) -> tuple[Category | None, ...]:
    """Read a label for each of so many words: one reading is of all, several of one each."""
    try:
        readings = parse(label)
    except CategoryError:
        return (None,) * words
    if len(readings) == words:
        return readings
    return (readings[0] if len(readings) == 1 else None,) * words


def verdict_of(
    written: str, category: Category | None, analysis: WordAnalysis | None, grammar: Vyakarana
) -> Verdict:
    """Say whether a form stands where its label says; what it leaves out the analysis adds."""
    if analysis is None:
        return Verdict(Outcome.UNDECIDED, None, reason="the record has no analysis of it")
    try:
        return verdict_in(written, cell_of(category, analysis), analysis, grammar)
    except UndecidableError as error:
        return Verdict(Outcome.UNDECIDED, None, reason=str(error))


def is_indeclinable(analysis: WordAnalysis) -> bool:
    """Whether an analysis is of an indeclinable."""
    return analysis.avyaya or analysis.krt in AVYAYA_KRT


def is_finite(analysis: WordAnalysis) -> bool:
    """Whether an analysis is of a finite verb."""
    return analysis.dhatu is not None and analysis.krt is None


def cell_of(category: Category | None, analysis: WordAnalysis) -> Cell | None:
    """Give the cell that a label names for a word, or where it names none, the analysis.

    Raises `UndecidableError` where neither says enough.
    """
    if is_indeclinable(analysis):
        return None
    if is_finite(analysis):
        return _finite_cell(category, analysis)
    linga, vibhakti, vacana = (
        getattr(category, name, None) or getattr(analysis, name)
        for name in ("linga", "vibhakti", "vacana")
    )
    if linga is None and analysis.stem and is_without_gender(slp1(analysis.stem)):
        linga = next(iter(LINGAS))
    if linga is None or vibhakti is None or vacana is None:
        raise UndecidableError("neither label nor analysis names gender, case and number")
    return Nominal(linga, vibhakti, vacana)


def _finite_cell(category: Category | None, analysis: WordAnalysis) -> Finite:
    stated = category if category and category.lakara else None
    source = stated or analysis
    if source.lakara is None or source.purusha is None or source.vacana is None:
        raise UndecidableError("neither label nor analysis names lakāra, person and number")
    pada = stated.pada if stated else analysis.pada
    return Finite(source.lakara, source.prayoga or KARTARI, source.purusha, source.vacana, pada)


def verdict_in(
    written: str, cell: Cell | None, analysis: WordAnalysis, grammar: Vyakarana
) -> Verdict:
    """Say whether a form stands in a cell of a word.

    Raises `UndecidableError` where the word cannot be derived.
    """
    if cell is None:
        return _indeclinable_verdict(written, analysis, grammar)
    given = in_cell(cell, analysis, grammar)
    if not given and isinstance(cell, Nominal) and formless(slp1(analysis.stem or ""), cell):
        return Verdict(Outcome.REFUTED, cell)
    verdict = _compared(written, cell, given, analysis, grammar)
    if verdict.outcome is Outcome.REFUTED:
        doubt = _doubt(written, cell, analysis, grammar)
        if doubt:
            return dataclasses.replace(verdict, outcome=Outcome.UNDECIDED, reason=doubt)
    return verdict


def in_cell(cell: Cell, analysis: WordAnalysis, grammar: Vyakarana) -> tuple[Derived, ...]:
    """Derive what stands in a cell: of a compound the last member.

    Raises `UndecidableError` where the word cannot be derived.
    """
    if isinstance(cell, Finite):
        return grammar.conjugated(analysis, cell)
    return grammar.declined(analysis, cell)


def standing(written: str, analysis: WordAnalysis, grammar: Vyakarana) -> Iterator[Cell]:
    """Give the cells in which a form does stand: of a noun in its gender, of others in any."""
    lingas = (analysis.linga,) if analysis.linga else ()
    cells = finite_cells() if is_finite(analysis) else nominal_cells(*([lingas] if lingas else []))
    for cell in cells:
        try:
            given = in_cell(cell, analysis, grammar)
        except UndecidableError:
            return
        if _compared(written, cell, given, analysis, grammar).outcome is Outcome.PROVEN:
            yield cell


def _indeclinable_verdict(written: str, analysis: WordAnalysis, grammar: Vyakarana) -> Verdict:
    if analysis.krt or analysis.taddhita:
        given = grammar.indeclinable(analysis)
    elif analysis.samasa == AVYAYIBHAVA and analysis.stem:
        given = tuple(map(Derived, _avyayibhavas(stem_of(analysis.stem))))
    else:
        word = slp1(analysis.stem or written)
        ground = indeclinable(word)
        if ground is None:
            reason = "svarādi and cādi are open lists (1.1.37, 1.4.57)"
            return Verdict(Outcome.UNDECIDED, None, reason=reason)
        given = (Derived(word),)
    return _compared(written, None, given, analysis, grammar)


def _avyayibhavas(stem: str) -> Iterator[str]:
    """Give what the last member of an avyayībhāva becomes.

    It is neuter, so that its vowel is short (2.4.18, 1.2.47), and has m behind a, else no ending
    (2.4.82–83). Stems in an end in a (5.4.108), and so does akṣi (5.4.107); others in a consonant
    may (5.4.111), or do (5.4.107).
    """
    if stem.endswith("n"):
        yield stem[:-1] + "m"
    elif stem == _AKSHI:
        yield stem[:-1] + "am"
    elif stem[-1:] in SHORTENED:
        short = stem[:-1] + SHORTENED[stem[-1]]
        yield short + "m" if short.endswith("a") else short
    else:
        yield stem
        yield stem + "am"


_AKSHI = "akzi"


def _compared(
    written: str,
    cell: Cell | None,
    given: tuple[Derived, ...],
    analysis: WordAnalysis,
    grammar: Vyakarana,
) -> Verdict:
    """Compare a form with what a cell gives; of that the form itself comes first."""
    if not given:
        return Verdict(Outcome.UNDECIDED, cell, reason="nothing is derived")
    heard, members = heard_as(written), first_members(analysis, grammar)
    seam = _CVI_BEFORE_VERB if is_finite(analysis) else _ENDINGS_DROPPED
    whole = tuple(_whole(members, derived, seam) for derived in given)
    conditions: tuple[str, ...] = ()
    for derived, word in zip(given, whole, strict=True):
        found = prove([*members, Pada(derived.form)], heard)
        if isinstance(found, Undecided):
            conditions = found.conditions
        elif isinstance(found, Proven):
            others = tuple(other for other in whole if other is not word)
            return Verdict(Outcome.PROVEN, cell, (word, *others))
    outcome = Outcome.UNDECIDED if conditions else Outcome.REFUTED
    return Verdict(outcome, cell, whole, "; ".join(map(in_words, conditions)))


def heard_as(written: str) -> str:
    """Read a word in SLP1; an anusvāra at its end is m (8.3.23)."""
    heard = slp1(written)
    return heard[:-1] + "m" if heard.endswith("M") else heard


def first_members(analysis: WordAnalysis, grammar: Vyakarana) -> tuple[Pada, ...]:
    """Give the members before the last as sandhi takes them; a cvi word is one.

    Raises `UndecidableError` for what is no stem, and as `Vyakarana.cvi` does.
    """
    members = [first_member(stem_of(member), analysis) for member in analysis.members[:-1]]
    if analysis.dhatu is not None and analysis.taddhita == CVI:
        members += [derived.form for derived in grammar.cvi(analysis)[:1]]
    return tuple(Pada(member, Joint.SEAM) for member in members)


def _whole(members: tuple[Pada, ...], last: Derived, seam: str) -> Derived:
    """Join the members of a compound in the usual way, with the history where there is one."""
    if not members:
        return last
    joined = next(join([*members, Pada(last.form)]))
    if not last.steps:
        return Derived(joined.text)
    apart = (*(member.text for member in members), last.form)
    steps = [Step(seam, ASHTADHYAYI, apart)]
    steps += (
        Step(sutra, ASHTADHYAYI, (joined.text,)) for one in joined.steps for sutra in one.sutras
    )
    return Derived(joined.text, (*last.steps, *steps))


def _doubt(written: str, cell: Cell, analysis: WordAnalysis, grammar: Vyakarana) -> str | None:
    """Say why a form that is not derived is not refuted for that, if so."""
    if not isinstance(cell, Nominal):
        return None
    stem = grammar.plain_stem(analysis)
    if stem is None:
        return None
    # Of a gender that the word does not have there is nothing to be unsure of.
    reason = unsure(stem, cell.linga) if analysis.linga in (None, cell.linga) else None
    if reason:
        return reason
    if cell.linga == "नपुं" and stem[-1:] in ("i", "u", "f") and 3 <= cell.vibhakti <= 7:
        given = grammar.declined(analysis, dataclasses.replace(cell, linga="पुं"))
        if _compared(written, cell, given, analysis, grammar).outcome is Outcome.PROVEN:
            return "whether it is said of masculines too (7.1.74)"
    if cell.linga == "स्त्री" and stem[-1:] in ("a", "u"):
        in_i = stem[:-1] + ("I" if stem.endswith("a") else "vI")
        other = dataclasses.replace(analysis, stem=devanagari(in_i))
        given = grammar.declined(other, cell)
        if _compared(written, cell, given, other, grammar).outcome is Outcome.PROVEN:
            return "whether the feminine ends in -ī (4.1.15–45)"
    return None
