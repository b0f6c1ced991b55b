"""The śloka (anuṣṭubh): which kind each pāda is, and every fault with its repairs.

What weights a pāda may have is stated in `anushtubh.lark` and looked up in its compiled table; a
verse without fault costs four look-ups. The rules in `lint.rules.chandas` say of any other what
is wrong with it and where.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from string import ascii_lowercase

from dhyana.grammar.anushtubh_table import EVEN, VARIANTS, Profile
from dhyana.grammar.chandas.alignment import PADA, padas
from dhyana.grammar.chandas.mending import with_edits
from dhyana.grammar.chandas.pada import (
    Repair,
    changes,
    free_syllables,
    matched,
    reads_as_even,
    repairs,
    variant,
)
from dhyana.grammar.chandas.shloka import WEIGHTS, Finding, PadaRule, ShlokaPada
from dhyana.grammar.lint.diagnostic import Diagnostic, Fix, Severity
from dhyana.grammar.lint.places import place
from dhyana.grammar.report import Pada, Verdict
from dhyana.grammar.scansion import Break, Scan

PROPOSED = 5
"""No more repairs than this are given for a fault."""


@dataclass(frozen=True, slots=True)
class AnushtubhReport:
    """A text read as a śloka: a stanza of halves, a half, or a single pāda.

    `verdict` is exact where there is no error. `faults` are all errors and warnings of all pādas,
    in order; `notes` are what is only worth knowing. `distance` counts the syllables that would
    have to change weight, go or come to make every pāda good. The weights of `padas` are as
    written; the last syllable of each is free.
    """

    verdict: Verdict
    padas: tuple[Pada, ...]
    distance: int = 0
    faults: tuple[Diagnostic, ...] = ()
    notes: tuple[Diagnostic, ...] = ()


def check_anushtubh(
    scan: Scan,
    profile: Profile = Profile.CLASSICAL,
    *,
    division: Sequence[Sequence[range]] | None = None,
    word_ends: Collection[int] | None = None,
) -> AnushtubhReport:
    """Check a scanned text as a śloka.

    Args:
        scan: One verse, half verse or pāda; its places are those of `scan.text`.
        profile: Whose practice it is held to.
        division: The pādas of each half as ranges of akṣaras; by default they are inferred.
        word_ends: Akṣaras (indices) that end a word or a member of a compound, by the padaccheda.
    """
    if division is None:
        division = padas(scan.weights, [akshara.after for akshara in scan.aksharas])
    subjects = tuple(_subjects(scan, profile, division, word_ends))
    found = [d for subject in subjects for d in examined(scan, subject)]
    faults = tuple(d for d in found if d.severity is not Severity.INFO)
    failed = any(fault.severity is Severity.ERROR for fault in faults)
    return AnushtubhReport(
        verdict=Verdict.FAULTY if failed else Verdict.EXACT if subjects else Verdict.NONE,
        padas=tuple(_shown(scan, subject) for subject in subjects),
        distance=sum(map(_distance, subjects)),
        faults=faults,
        notes=tuple(d for d in found if d.severity is Severity.INFO),
    )


def _subjects(
    scan: Scan,
    profile: Profile,
    division: Sequence[Sequence[range]],
    word_ends: Collection[int] | None,
) -> Iterator[ShlokaPada]:
    """Put each pāda in its place, with the weights it is matched by."""
    single = len(division) == 1 and len(division[0]) == 1
    for number, half in enumerate(division):
        for place_in_half, syllables in enumerate(half):
            aksharas = scan.aksharas[syllables.start : syllables.stop]
            weights = "".join([akshara.weight for akshara in aksharas])
            even = reads_as_even(weights, profile) if single else place_in_half == 1
            ends = (
                None
                if word_ends is None
                else {k for k, index in enumerate(syllables, 1) if index in word_ends}
            )
            weights, kind = matched(weights, free_syllables(aksharas), even, profile)
            yield ShlokaPada(
                label=ascii_lowercase[(2 * number + even) % len(ascii_lowercase)],
                even=even,
                aksharas=aksharas,
                weights=weights,
                profile=profile,
                kind=kind,
                alone=len(half) == 1 and not single,
                last=syllables.stop == len(scan.aksharas),
                ends=ends,
            )


def _is_plain(subject: ShlokaPada) -> bool:
    """Whether no rule has anything to say: a pathyā or good even pāda that ends with a word."""
    return (
        subject.kind in ("pathya", "even")
        and not subject.alone
        and (subject.last or subject.aksharas[-1].after not in (Break.NONE, Break.SEAM))
        and [akshara.weight for akshara in subject.aksharas] == [*subject.weights]
    )


def _distance(subject: ShlokaPada) -> int:
    """How many syllables would have to change, go or come to make the pāda good."""
    missing_pada = PADA if subject.alone else 0
    if subject.kind:
        return missing_pada
    return missing_pada + changes(subject.weights, subject.even, subject.profile)


@lru_cache(maxsize=1)
def _rules() -> tuple[PadaRule, ...]:
    from dhyana.grammar.lint.registry import rules

    return tuple(rule for rule in rules("CHA1") if isinstance(rule, PadaRule))


def examined(scan: Scan, subject: ShlokaPada) -> list[Diagnostic]:
    """Give all findings of all rules in one pāda, in the order of their syllables."""
    if _is_plain(subject):
        return []
    found = [_diagnostic(scan, subject, rule, finding) for rule, finding in findings(subject)]
    return sorted(found, key=lambda diagnostic: (diagnostic.syllables, diagnostic.code))


def findings(subject: ShlokaPada) -> Iterator[tuple[PadaRule, Finding]]:
    """Ask all rules about one pāda."""
    for rule in _rules():
        if rule.any_length or len(subject.weights) == PADA:
            for finding in rule.check(subject):
                yield rule, finding


def _diagnostic(scan: Scan, subject: ShlokaPada, rule: PadaRule, finding: Finding) -> Diagnostic:
    first, last = finding.place or (finding.syllables[0], finding.syllables[-1])
    start, end = subject.aksharas[first - 1].start, subject.aksharas[last - 1].end
    where = place(scan.text, start, end)
    return Diagnostic(
        code=rule.code,
        name=rule.name,
        severity=finding.severity or rule.severity_under(subject.profile),
        message=f"pāda {subject.label}: {finding.message}",
        **where._asdict(),
        pada=subject.label,
        syllables=finding.syllables,
        word=scan.text[start:end],
        expected=finding.expected,
        found=finding.found,
        authority=rule.authority,
        fixes=_weight_fixes(subject)
        if finding.fixes is None
        else with_edits(scan.text, subject.aksharas, finding),
    )


def _weight_fixes(subject: ShlokaPada) -> tuple[Fix, ...]:
    """Say the repairs of a pāda, those that change least first."""
    return tuple(
        Fix(f"make {_changes(subject, repair)}: {VARIANTS.get(repair.kind, EVEN)}")
        for repair in repairs(subject.weights, subject.even, subject.profile)[:PROPOSED]
        if repair.syllables  # of a pāda that is good, though rare, nothing must change
    )


def _changes(subject: ShlokaPada, repair: Repair) -> str:
    return " and ".join(
        f"syllable {k} ({subject.aksharas[k - 1].iast}) {WEIGHTS[repair.weights[k - 1]]}"
        for k in repair.syllables
    )


def _shown(scan: Scan, subject: ShlokaPada) -> Pada:
    return Pada(
        label=subject.label,
        text=scan.text[subject.aksharas[0].start : subject.aksharas[-1].end],
        weights="".join([akshara.weight for akshara in subject.aksharas]),
        variant=variant(subject.weights),
        aksharas=subject.aksharas,
    )
