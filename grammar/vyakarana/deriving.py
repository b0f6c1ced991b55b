"""Words derived by Pāṇini's grammar, as vidyut.prakriya runs it, with its gaps closed.

Vidyut is imported when the first word is derived. Three of its traps are met here: a feminine in
-ī or -ā must be given as such and not as a stem, of which it makes one more feminine; the endings
after a feminine -ī that it has made itself are partly wrong (7.3.116, 7.1.54), so that such a
feminine is declined as a stem of its own; and the neuter plural of i-stems is right in the
nominative only, though both are the same (7.1.20).
"""

import dataclasses
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib import import_module
from typing import Any

from dhyana.grammar.lipi.phonemes import sounds
from dhyana.grammar.vyakarana.cells import (
    KARTARI,
    LINGAS,
    PADAS,
    PURUSHAS,
    Finite,
    Nominal,
)
from dhyana.grammar.vyakarana.dhatupatha import GANAS, Dhatupatha, Root, dhatupatha
from dhyana.grammar.vyakarana.finishing import (
    ENA,
    Finished,
    finished,
    is_taken_up,
    participle_in_vas,
)
from dhyana.grammar.vyakarana.gaps import NO_FORM, corrections
from dhyana.shlokas.record import WordAnalysis

UPASARGAS = frozenset({
    "प्र", "परा", "अप", "सम्", "अनु", "अव", "निस्", "निर्", "दुस्", "दुर्", "वि", "आ", "आङ्", "नि", "अधि",
    "अपि", "अति", "सु", "उद्", "उत्", "अभि", "प्रति", "परि", "उप",
})  # fmt: skip
"""The preverbs (1.4.58–59), in the spellings of the Gaṇapāṭha and of dictionaries."""

CVI = "च्वि"
ASHTADHYAYI = "azwADyAyI"
"""How vidyut names the text of most sūtras."""


class UndecidableError(Exception):
    """A word that cannot be derived, and why: nothing is proven or refuted of it."""


@dataclass(frozen=True, slots=True)
class Step:
    """A step of a derivation: by which sūtra, of which text, and the parts of the word after it."""

    sutra: str
    text: str
    result: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Derived:
    """A form in SLP1, and how it comes about where that was asked for."""

    form: str
    steps: tuple[Step, ...] = ()


@lru_cache(maxsize=4096)
def slp1(devanagari: str) -> str:
    """Read a term or a stem of an analysis."""
    return sounds(devanagari).slp1


def stem_of(devanagari: str) -> str:
    """Read a stem.

    Raises `UndecidableError` for what is no word, or longer than any.
    """
    stem = slp1(devanagari)
    if len(stem) > _LONGEST or not _SOUNDS.issuperset(stem) or not stem:
        raise UndecidableError(f"{devanagari[:_LONGEST]} is no stem")
    return stem


class Vyakarana:
    """The grammar; `steps`: with every derivation its history, which takes longer."""

    def __init__(self, roots: Dhatupatha | None = None, *, steps: bool = False) -> None:
        prakriya: Any = import_module("vidyut.prakriya")
        self.roots = roots or dhatupatha()
        self._vidyut = prakriya
        self._grammar = prakriya.Vyakarana(log_steps=steps)
        self._krt = _by_name(prakriya.Krt)
        self._krt["lyap"] = self._krt["ktvA"]  # 7.1.37
        self._taddhita = _by_name(prakriya.Taddhita)
        self._sanadi = _by_name(prakriya.Sanadi)
        self._gana = list(prakriya.Gana.choices())
        self._linga = dict(zip(LINGAS, prakriya.Linga.choices(), strict=True))
        self._vibhakti = list(prakriya.Vibhakti.choices())
        self._vacana = list(prakriya.Vacana.choices())
        self._purusha = dict(zip(PURUSHAS, prakriya.Purusha.choices(), strict=True))
        self._pada = dict(zip(PADAS, prakriya.DhatuPada.choices(), strict=True))
        self._lakara = _by_name(prakriya.Lakara)

    def stems(self, word: WordAnalysis) -> tuple[Derived, ...]:
        """Derive the stem that root and kṛt, or base and taddhita, make; none if neither is given.

        Raises `UndecidableError` for a root that the Dhātupāṭha lacks, for unknown suffixes, and
        for a taddhita without base.
        """
        return tuple(derived for one in self._explained(word) for derived in self._derived(one))

    def declined(self, word: WordAnalysis, cell: Nominal) -> tuple[Derived, ...]:
        """Derive what stands in a cell of the declension of a word; of a compound its last member.

        Raises `UndecidableError` as `stems` does, and for a word without stem.
        """
        stem = stem_of(word.stem) if word.stem else None
        if stem:
            corrected = corrections(stem, cell)
            if corrected:
                return tuple(
                    Derived(one.form, (Step(one.sutra, ASHTADHYAYI, (one.form,)),))
                    for one in corrected
                    if one.form != NO_FORM
                )
            vas = participle_in_vas(stem, cell)
            if vas is not None:
                return (_by(vas),)
        if word.members and stem in _DECLINED_OTHERWISE_ALONE:
            return self._as_last_member(stem, cell)
        found = _distinct(
            _finished(word, stem, cell, derived)
            for pratipadika in self._pratipadikas(word, stem, cell.linga)
            for derived in self._in_cell(pratipadika, cell)
        )
        return (*found, *self._taken_up(stem, cell)) if stem else found

    def _taken_up(self, stem: str, cell: Nominal) -> Iterator[Derived]:
        """Give the forms of ena that idam and etad have besides their own (2.4.34)."""
        if is_taken_up(stem, cell):
            neuter = (cell.linga, cell.vibhakti, cell.vacana) == ("नपुं", 2, 1)
            for one in self._in_cell(self._plain(ENA, cell.linga), cell):
                yield _by(Finished("enat" if neuter else one.form, "2.4.34"))

    def _as_last_member(self, stem: str, cell: Nominal) -> tuple[Derived, ...]:
        """Decline a stem behind another, and give what is its own of the forms."""
        first = _DECLINED_OTHERWISE_ALONE[stem]
        found = self._in_cell(self._plain(first + stem, cell.linga), cell)
        return _distinct(Derived(one.form.removeprefix(first), one.steps) for one in found)

    def conjugated(self, word: WordAnalysis, cell: Finite) -> tuple[Derived, ...]:
        """Derive what stands in a cell of the conjugation of a root, the cvi word left out.

        The reflexive passive has the forms of the passive (3.1.87). Raises `UndecidableError` for
        a root that the Dhātupāṭha lacks and for unknown suffixes.
        """
        prayoga = self._vidyut.Prayoga
        lakara = self._lakara.get(slp1(cell.lakara))
        if lakara is None:
            raise UndecidableError(f"{cell.lakara} is not derived")
        return _distinct(
            derived
            for dhatu in self._dhatus(word)
            for derived in self._derived(
                self._vidyut.Pada.Tinanta(
                    dhatu=dhatu,
                    prayoga=prayoga.Kartari if cell.prayoga == KARTARI else prayoga.Karmani,
                    lakara=lakara,
                    purusha=self._purusha[cell.purusha],
                    vacana=self._vacana[cell.vacana - 1],
                    dhatu_pada=self._pada[cell.pada] if cell.pada else None,
                )
            )
        )

    def indeclinable(self, word: WordAnalysis) -> tuple[Derived, ...]:
        """Derive an indeclinable from root and kṛt, or from base and taddhita.

        Raises `UndecidableError` as `stems` does.
        """
        found = _distinct(
            derived
            for one in self._explained(word)
            for derived in self._derived(self._vidyut.Pada.make_avyaya(one))
        )
        if word.krt == _LYAP and not word.upasarga:
            first = slp1(_ANY_PREVERB)
            return tuple(Derived(one.form.removeprefix(first), one.steps) for one in found)
        if word.taddhita == _SHAS:
            # Vidyut takes the s of śas for a mark; Kāśikā 5.4.43 has dviśaḥ, triśaḥ.
            return tuple(Derived(one.form + "H", one.steps) for one in found)
        return found

    def cvi(self, word: WordAnalysis) -> tuple[Derived, ...]:
        """Derive the word in -ī that stands before कृ, भू or अस् (5.4.50)."""
        alone = dataclasses.replace(word, krt=None)
        explained = self._explained(alone)
        return _distinct(derived for one in explained for derived in self._derived(one))

    def _in_cell(self, pratipadika: Any, cell: Nominal) -> Iterator[Derived]:
        vibhakti = cell.vibhakti
        if cell.linga == "नपुं" and vibhakti == 2 and cell.vacana == 3:
            vibhakti = 1
        yield from self._derived(
            self._vidyut.Pada.Subanta(
                pratipadika=pratipadika,
                linga=self._linga[cell.linga],
                vibhakti=self._vibhakti[vibhakti - 1],
                vacana=self._vacana[cell.vacana - 1],
            )
        )

    def _pratipadikas(self, word: WordAnalysis, stem: str | None, linga: str) -> Iterator[Any]:
        explained = self._explained(word)
        if stem is None and not explained:
            raise UndecidableError("the analysis names no stem")
        if stem is not None:
            matching = [
                one
                for one in explained
                if any(_same_stem(derived.form, stem) for derived in self._derived(one))
            ]
            explained = matching or [self._plain(stem, linga)]
        for one in explained:
            yield from self._feminines(one) if linga == "स्त्री" else (one,)

    def plain_stem(self, word: WordAnalysis) -> str | None:
        """Give the stem (SLP1) that is declined as it stands; None if root or base explain it.

        Raises `UndecidableError` as `stems` does.
        """
        stem = stem_of(word.stem) if word.stem else None
        explained = self.stems(word)
        if stem is None or any(_same_stem(one.form, stem) for one in explained):
            return None
        return stem

    def _plain(self, stem: str, linga: str) -> Any:
        pratipadika = self._vidyut.Pratipadika
        if stem[-3:] in _MATUP and len(stem) > len("vat"):
            # Only with its suffix does vidyut know of the num of these (7.1.70, 6.4.14).
            matup = pratipadika.taddhitanta(pratipadika.basic(stem[:-3]), self._taddhita["matup"])
            if any(derived.form == stem for derived in self._derived(matup)):
                return matup
        nyap = linga == "स्त्री" and stem[-1:] in ("A", "I")
        make = pratipadika.nyap if nyap else pratipadika.basic
        return make(stem)

    def _feminines(self, pratipadika: Any) -> Iterator[Any]:
        """Give the feminine in -ī that a stem has as a stem of its own, or the stem itself."""
        first = [one.form for one in self._in_cell(pratipadika, Nominal("स्त्री", 1, 1))]
        in_i = [form for form in first if form.endswith("I")]
        for form in in_i:
            yield self._vidyut.Pratipadika.nyap(form)
        if len(in_i) < len(first) or not first:
            yield pratipadika

    def _explained(self, word: WordAnalysis) -> list[Any]:
        pratipadika = self._vidyut.Pratipadika
        if word.krt is not None:
            krt = _named(self._krt, word.krt)
            return [pratipadika.krdanta(dhatu, krt) for dhatu in self._dhatus(word)]
        if word.taddhita is not None:
            if word.base is None:
                raise UndecidableError(f"what {word.taddhita} is added to, its base, is not given")
            taddhita = _named(self._taddhita, word.taddhita)
            return [pratipadika.taddhitanta(pratipadika.basic(stem_of(word.base)), taddhita)]
        return []

    def _dhatus(self, word: WordAnalysis) -> list[Any]:
        if word.krt == _LYAP and not word.upasarga:
            word = dataclasses.replace(word, upasarga=(_ANY_PREVERB,))
        sanadi = [_named(self._sanadi, suffix) for suffix in word.sanadi]
        for preverb in word.upasarga:
            if preverb not in UPASARGAS:
                raise UndecidableError(f"{preverb} is no preverb")
        prefixes = [_PREFIX.get(one, one) for one in map(slp1, word.upasarga)]
        return [
            self._dhatu(root).with_sanadi(sanadi).with_prefixes(prefixes)
            for root in self.roots_of(word)
        ]

    def roots_of(self, word: WordAnalysis) -> tuple[Root, ...]:
        """Give the roots of the Dhātupāṭha that an analysis names.

        Raises `UndecidableError` where there is none, or none is named.
        """
        if word.dhatu is None or word.gana is None:
            raise UndecidableError("the analysis names no root with its class")
        found = self.roots.taught(slp1(word.dhatu), word.gana)
        if not found:
            gana = GANAS[word.gana - 1]
            raise UndecidableError(f"the Dhātupāṭha read here has no {word.dhatu} in {gana}")
        return found

    def _dhatu(self, root: Root) -> Any:
        antargana = root.antargana
        return self._vidyut.Dhatu.mula(
            root.upadesha,
            self._gana[root.gana - 1],
            antargana=self._vidyut.Antargana(antargana) if antargana else None,
        )

    def _derived(self, what: Any) -> Iterator[Derived]:
        try:
            found = self._grammar.derive(what)
        except ValueError:  # a stem with what is no sound of Sanskrit
            return
        for one in found:
            steps = tuple(Step(s.code, str(s.source), tuple(s.result)) for s in one.history)
            yield Derived(one.text, steps)


_LONGEST = 100
_SOUNDS = frozenset("aAiIuUfFxXeEoOkKgGNcCjJYwWqQRtTdDnpPbBmyrlvSzshMH")
"""The sounds that vidyut takes, as SLP1 writes them."""

_DECLINED_OTHERWISE_ALONE = {"pati": "BU"}
"""Stems that are ghi only in compounds (1.4.8 patiḥ samāsa eva), with a member to stand before."""
_MATUP = ("mat", "vat")
_LYAP = "ल्यप्"
_ANY_PREVERB = "अव"
"""Stands for the cvi word, or another member that is no preverb, after which ktvā is lyap."""
_SHAS = "शस्"
_PREFIX = {"A": "AN"}
"""The preverb ā is taught as āṅ."""


def _by(finished: Finished) -> Derived:
    return Derived(finished.form, (Step(finished.sutra, ASHTADHYAYI, (finished.form,)),))


def _finished(word: WordAnalysis, stem: str | None, cell: Nominal, derived: Derived) -> Derived:
    """Finish a form that vidyut derives of a stem without knowing its suffix."""
    if stem is None or word.krt or word.taddhita:
        return derived
    done = finished(stem, cell, derived.form)
    if done is None:
        return derived
    return Derived(done.form, (*derived.steps, *_by(done).steps) if derived.steps else ())


def _by_name(choices: Any) -> dict[str, Any]:
    return {str(one).replace("~", ""): one for one in choices.choices()}


def _named(choices: Mapping[str, Any], suffix: str) -> Any:
    try:
        return choices[slp1(suffix)]
    except KeyError:
        raise UndecidableError(f"{suffix} is no suffix that is derived") from None


def _same_stem(derived: str, stem: str) -> bool:
    """Whether a derived stem is the one given, which may already have its feminine ending."""
    return derived == stem or (stem[-1:] in ("A", "I") and derived == stem[:-1] + "a")


def _distinct(derived: Iterator[Derived]) -> tuple[Derived, ...]:
    found: dict[str, Derived] = {}
    for one in derived:
        found.setdefault(one.form, one)
    return tuple(found.values())
