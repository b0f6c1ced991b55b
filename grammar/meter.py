"""The metre of a verse: all metres weighed against each other, one report.

A reading without an error goes before one with errors. Among those without, a fixed metre goes
before the śloka, the śloka before the āryā family, that before the other metres by morae; a
single exact reading is believed if chance would seldom give it. If none is exact, the reading
with most evidence is taken, and only if prose hardly ever has as much. A regular pattern that has
no name keeps none. What evidence is: `matching.evidence`, in bits.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from math import log2

from dhyana.grammar import fixed, moraic
from dhyana.grammar.alignment import PADA
from dhyana.grammar.anushtubh import check_anushtubh, repairs
from dhyana.grammar.anushtubh_table import Profile, accepted
from dhyana.grammar.diagnosis import (
    fixed_report,
    jati_report,
    matra_report,
    may_stay_light,
    part_notes,
    unread_report,
)
from dhyana.grammar.division import layout, ranges, segments
from dhyana.grammar.fixed import FixedReading
from dhyana.grammar.moraic import JatiReading, MatraReading
from dhyana.grammar.names import ANUSHTUBH, UPAJATI, metre_names
from dhyana.grammar.report import MeterReport, Nearest, Verdict
from dhyana.grammar.scansion import Break, Scan, scan

EXACT_BITS = 4.0
"""Evidence that a text without any fault needs; one prose text in twenty has so much."""

FAULTY_BITS = 12.0
"""Evidence that a text with faults needs; of 81 texts in prose none has more than 8.1."""

SHLOKA_BITS = 7.25
"""The same for the śloka, which most verses are."""

PRIOR_BITS = 4.0
"""By how much a text is rather a śloka than another metre that it is as near to."""

SHLOKA_LONGEST = 52
"""Syllables of a stanza of six lines, a few being added."""

_SHLOKA_LINES = (1, 2, 4, 6)
_EVEN = "bdf"
_MISCOUNTED = 2  # so many syllables a line may have more or less
_WHICH_BITS = 1.0  # what such a line takes back, besides saying nothing itself

# Of the 256 patterns of a pāda, how many are so many changes away from a good one.
_PATTERNS = 256
_ODD_CHANGES = (84, 140, 32)
_EVEN_CHANGES = (20, 72, 96, 56, 12)

_LINES = 4  # of a stanza
_SHORTEST = 5  # syllables of a line that can show a pattern

Reading = FixedReading | JatiReading | MatraReading


def identify(
    source: str | Scan,
    profile: str | Profile = Profile.CLASSICAL,
    expect: str | None = None,
) -> MeterReport:
    """Tell the metre of a verse, half verse or line, and all its faults.

    Args:
        source: The text, in any script that `scan` reads, or its scan.
        profile: `classical` or `epic`: whose practice the śloka is held to.
        expect: The metre the text is meant to be in, in IAST, Devanagari or ASCII; only what
            keeps it from being that is reported.

    Raises:
        ValueError: no metre is called `expect`, or no profile `profile`.
    """
    profile = Profile(profile)
    expected = () if expect is None else metre_names(expect)
    scanned = scan(source) if isinstance(source, str) else source
    if not scanned.aksharas:
        return MeterReport(None, Verdict.NONE)
    if expected:
        return _against(scanned, expected, profile)
    whole = _whole(scanned)
    if whole and whole.bits >= EXACT_BITS:
        return fixed_report(scanned, whole, profile)
    shloka = _shloka(scanned, profile)
    return _exact(scanned, shloka, profile) or _inexact(scanned, shloka, profile)


@dataclass(frozen=True, slots=True)
class _Shloka:
    """A text read as a śloka."""

    report: MeterReport
    distance: int
    bits: float

    @property
    def exact(self) -> bool:
        return self.report.verdict is Verdict.EXACT


def _breaks(scanned: Scan) -> list[Break]:
    return [akshara.after for akshara in scanned.aksharas]


def _whole(scanned: Scan) -> FixedReading | None:
    """Find the reading as a fixed metre without any change that has most lines and evidence."""
    found = fixed.exact(scanned.weights, _breaks(scanned))
    return max(found, key=lambda reading: (len(reading.lines), reading.bits), default=None)


def _exact(scanned: Scan, shloka: _Shloka | None, profile: Profile) -> MeterReport | None:
    """Report on a text that keeps the śloka or a metre by morae without a fault."""
    if shloka and shloka.exact and shloka.bits >= EXACT_BITS:
        return shloka.report
    weights, breaks = scanned.weights, _breaks(scanned)
    in_lines = len(segments(breaks)) == _LINES
    for readings in (
        # Written in four lines of sixteen morae each, a text is no āryāgīti of 12 + 20.
        *((moraic.matrasamakas, moraic.jatis) if in_lines else (moraic.jatis,)),
        moraic.vaitaliyas,
        moraic.matrasamakas,
    ):
        good = [r for r in readings(weights, breaks) if not r.distance and r.bits >= EXACT_BITS]
        if good and not (readings is moraic.matrasamakas and _regular(weights, breaks)):
            return _report(scanned, max(good, key=lambda reading: reading.bits), profile)
    return None


def _inexact(scanned: Scan, shloka: _Shloka | None, profile: Profile) -> MeterReport:
    """Report on a text with faults, of a pattern without name, or of no metre."""
    weights, breaks = scanned.weights, _breaks(scanned)
    near = max(_close(scanned), key=lambda reading: reading.bits, default=None)
    nearest = Nearest(_name(near), near.distance) if near else None
    if shloka and (near is None or shloka.bits + PRIOR_BITS > near.bits):
        near, nearest = None, Nearest(ANUSHTUBH[0], shloka.distance)
    regular = _regular(weights, breaks)
    if regular and len(regular) == 1:
        return unread_report(scanned, nearest, profile, unnamed=regular)
    if near is None and shloka and shloka.bits >= SHLOKA_BITS:
        return shloka.report
    if regular:
        return unread_report(scanned, nearest, profile, unnamed=regular)
    if near and near.bits >= (FAULTY_BITS if near.distance else EXACT_BITS):
        return _report(scanned, near, profile)
    fits = nearest.name if nearest and not nearest.distance else ""
    return unread_report(scanned, nearest, profile, undecided=fits)


def _close(scanned: Scan) -> Iterator[Reading]:
    """Read the text with as few faults as may be, other than as a śloka."""
    breaks = _breaks(scanned)
    weights = "".join(
        "?" if may_stay_light(akshara) else akshara.weight for akshara in scanned.aksharas
    )
    near = fixed.nearest(weights, breaks)
    if near:
        yield near
    yield from moraic.jatis(scanned.weights, breaks)
    yield from moraic.vaitaliyas(scanned.weights, breaks)


def _shloka(scanned: Scan, profile: Profile) -> _Shloka | None:
    """Read the text as a śloka, if it is about as long as one."""
    if len(scanned.aksharas) > SHLOKA_LONGEST:
        return None
    shloka = _as_shloka(scanned, profile)
    padas = shloka.report.padas
    lengths = [len(pada.weights) for pada in padas]
    if len(lengths) not in _SHLOKA_LINES or max(abs(n - PADA) for n in lengths) > _MISCOUNTED:
        return None
    whole = [pada for pada in padas if len(pada.weights) == PADA]
    even = tuple(pada.label in _EVEN for pada in whole)
    changes = sum(
        len(repairs(pada.weights, is_even, profile)[0].syllables)
        for pada, is_even in zip(whole, even, strict=True)
        if pada.weights not in accepted(is_even, profile)
    )
    said = layout(ranges(lengths), _breaks(scanned)) - _WHICH_BITS * (len(padas) - len(whole))
    return replace(shloka, bits=_shloka_bits(even, changes) + said)


def _as_shloka(scanned: Scan, profile: Profile) -> _Shloka:
    found = check_anushtubh(scanned, profile)
    names = ANUSHTUBH[:2]
    failed = found.verdict is Verdict.FAULTY
    report = MeterReport(
        meter=names[0],
        verdict=found.verdict,
        names=names,
        nearest=Nearest(names[0], found.distance) if failed else None,
        padas=found.padas,
        faults=found.faults,
        notes=(*found.notes, *part_notes(scanned, names, found.padas, profile)),
    )
    return _Shloka(report, found.distance, 0.0)


@lru_cache(maxsize=256)
def _shloka_bits(even: tuple[bool, ...], distance: int) -> float:
    """Bits by which so few changes are unlikely for syllables of no metre."""
    ways = {0: 1.0}
    for is_even in even:
        step: dict[int, float] = {}
        for before, share in ways.items():
            for changes, count in enumerate(_EVEN_CHANGES if is_even else _ODD_CHANGES):
                step[before + changes] = step.get(before + changes, 0) + share * count / _PATTERNS
        ways = step
    return -log2(sum(share for changes, share in ways.items() if changes <= distance))


def _regular(weights: str, breaks: Sequence[Break]) -> tuple[str, ...]:
    """Find the line of a text of four equal lines, or the two of one whose halves are equal."""
    size, rest = divmod(len(weights), _LINES)
    ends = {piece.stop for piece in segments(breaks)}
    quarters = [weights[i : i + size] for i in range(0, len(weights), size)] if size else []
    aligned = not rest and ends <= {size * k for k in range(1, _LINES + 1)}
    if aligned and size >= _SHORTEST and len({line[:-1] for line in quarters}) == 1:
        return (max(quarters, key=lambda line: line[-1] == "g"),)
    lines = [weights[piece.start : piece.stop] for piece in segments(breaks)]
    half = len(lines) // 2
    if len(lines) in (2, _LINES) and min(map(len, lines)) >= _SHORTEST:
        pairs = list(zip(lines[:half], lines[half:], strict=True))
        if all(len(a) == len(b) and a[:-1] == b[:-1] for a, b in pairs):
            return (*(a for a, _ in pairs), "")[:2]
    return ()


def _against(scanned: Scan, expected: tuple[str, ...], profile: Profile) -> MeterReport:
    """Check the text as one of the metres that a name means."""
    if any(name in ANUSHTUBH for name in expected):
        return _as_shloka(scanned, profile).report
    breaks = _breaks(scanned)
    readings: list[Reading] = [
        fixed.read(candidate, scanned.weights, breaks)
        for candidate in fixed.candidates()
        if _is_called(candidate, expected)
    ]
    readings += [
        reading
        for family in (moraic.jatis, moraic.vaitaliyas, moraic.matrasamakas)
        for reading in family(scanned.weights, breaks)
        if set(reading.metre.names) & set(expected)
    ]
    best = min(readings, key=lambda reading: (reading.distance, -reading.bits))
    return _report(scanned, best, profile)


def _is_called(candidate: fixed.Candidate, names: tuple[str, ...]) -> bool:
    if candidate.mixture:
        return UPAJATI in names
    return any(name in vrtta.names for name in names for vrtta in candidate.vrttas)


def _name(reading: Reading) -> str:
    return reading.candidate.name if isinstance(reading, FixedReading) else reading.metre.name


def _report(scanned: Scan, reading: Reading, profile: Profile) -> MeterReport:
    if isinstance(reading, FixedReading):
        return fixed_report(scanned, reading, profile)
    if isinstance(reading, JatiReading):
        return jati_report(scanned, reading, profile)
    return matra_report(scanned, reading, profile)
