"""The metre of a verse: all metres weighed against each other, one report.

A reading without an error goes before one with errors. Among those without, a fixed metre goes
before the śloka, the śloka before the āryā family, that before the other metres by morae; a
single exact reading is believed if chance would seldom give it. If none is exact, the reading
with most evidence is taken, and only if prose hardly ever has as much. A regular pattern that has
no name keeps none. What evidence is: `matching.evidence`, in bits.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from math import inf, log2

from dhyana.grammar.anushtubh import check_anushtubh, may_stay_light, repairs
from dhyana.grammar.anushtubh_table import Profile, accepted
from dhyana.grammar.chandas import fixed, moraic
from dhyana.grammar.chandas.alignment import PADA, halves
from dhyana.grammar.chandas.diagnosis import (
    fixed_report,
    jati_report,
    matra_report,
    unread_report,
    unreadable_report,
    verse_notes,
)
from dhyana.grammar.chandas.division import layout, ranges, segments
from dhyana.grammar.chandas.fixed import FixedReading
from dhyana.grammar.chandas.moraic import JatiReading, MatraReading
from dhyana.grammar.chandas.names import ANUSHTUBH, UPAJATI, metre_names
from dhyana.grammar.lint.diagnostic import Diagnostic
from dhyana.grammar.report import MeterReport, Nearest, Verdict
from dhyana.grammar.scansion import Break, Scan, scan
from dhyana.grammar.stanza import Stanza

EXACT_BITS = 4.0
"""Evidence that a text without any fault needs: one of sixteen texts of no metre has so much."""

FAULTY_BITS = 12.0
"""Evidence that a text with faults needs. Of 81 texts in prose none has more than 4.4; of 1,200
windows of the words of a purāṇa in random order two have so much."""

SHLOKA_BITS = 7.25
"""The same for the śloka, which most verses are. Of the same texts none and eighteen have it; of
103 ślokas with one syllable changed, dropped or added none has less than 7.6."""

PRIOR_BITS = 4.0
"""By how much a text is rather of a common metre than of a rarer one that it is as near to."""

SHLOKA_LONGEST = 52
"""Syllables of a stanza of six lines, a few being added."""

_SHLOKA_LINES = (1, 2, 4, 6)
_SHLOKA_SIZES = tuple(count * PADA for count in _SHLOKA_LINES[1:])
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
    source: str | Scan | Stanza,
    profile: str | Profile = Profile.CLASSICAL,
    expect: str | None = None,
) -> MeterReport:
    """Tell the metre of a verse, half verse or line, and all its faults.

    Args:
        source: The text, in any script that `scan` reads, or its scan, or a verse of a longer
            text; of such a verse the faults are placed in that text.
        profile: `classical` or `epic`: whose practice the śloka is held to.
        expect: The metre the text is meant to be in, in IAST, Devanagari or ASCII; only what
            keeps it from being that is reported.

    Raises:
        ValueError: no metre is called `expect`, or no profile `profile`.
    """
    profile = Profile(profile)
    expected = () if expect is None else metre_names(expect)
    if isinstance(source, Stanza):
        return _moved(_identify(scan(source.text), profile, expected), source)
    return _identify(scan(source) if isinstance(source, str) else source, profile, expected)


def _identify(scanned: Scan, profile: Profile, expected: tuple[str, ...]) -> MeterReport:
    if not scanned.aksharas:
        return MeterReport(None, Verdict.NONE)
    if expected:
        return _against(scanned, expected, profile)
    whole = _whole(scanned)
    if whole:
        return fixed_report(scanned, whole[0], profile, also=whole[1:])
    shloka = _shloka(scanned, profile)
    return _exact(scanned, shloka, profile) or _inexact(scanned, shloka, profile)


def _moved(report: MeterReport, stanza: Stanza) -> MeterReport:
    """Place the findings of a stanza in the text that it was taken from."""

    def move(finding: Diagnostic) -> Diagnostic:
        if finding.line is None or finding.end_line is None:
            return finding
        return replace(
            finding,
            line=finding.line + stanza.line - 1,
            column=(finding.column or 1) + (stanza.column - 1 if finding.line == 1 else 0),
            end_line=finding.end_line + stanza.line - 1,
            end_column=(finding.end_column or 1)
            + (stanza.column - 1 if finding.end_line == 1 else 0),
        )

    return replace(
        report, faults=tuple(map(move, report.faults)), notes=tuple(map(move, report.notes))
    )


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


def _whole(scanned: Scan) -> list[FixedReading]:
    """Read the text as a fixed metre without any change, the likeliest first.

    What is written in lines or halves is a stanza if it can be one. What is not may be one line
    of a usual metre rather than two or four of one whose lines are very short.
    """
    breaks = _breaks(scanned)
    written = len(segments(breaks)) > 1
    return sorted(
        (r for r in fixed.exact(scanned.weights, breaks) if r.bits >= EXACT_BITS),
        key=lambda r: (written or min(map(len, r.lines)) >= PADA, len(r.lines), r.bits),
        reverse=True,
    )


def _exact(scanned: Scan, shloka: _Shloka | None, profile: Profile) -> MeterReport | None:
    """Report on a text that keeps the śloka or a metre by morae without a fault."""
    if shloka and shloka.exact and shloka.bits >= EXACT_BITS:
        return shloka.report
    weights, breaks = scanned.weights, _breaks(scanned)
    families: list[Callable[..., Iterator[JatiReading | MatraReading]]]
    families = [moraic.jatis, moraic.vaitaliyas]
    if not _regular(weights, breaks):
        families.append(moraic.matrasamakas)
    if len(segments(breaks)) == _LINES:
        families.reverse()  # four lines of sixteen morae are no āryāgīti of 12 + 20
    for readings in families:
        found = readings(weights, breaks, faultless=True)
        good = [r for r in found if not r.distance and _is_believed(r)]
        if good:
            return _report(scanned, max(good, key=lambda reading: reading.bits), profile)
    return None


def _inexact(scanned: Scan, shloka: _Shloka | None, profile: Profile) -> MeterReport:
    """Report on a text with faults, of a pattern without name, or of no metre."""
    weights, breaks = scanned.weights, _breaks(scanned)
    # No metre that is ranked below the śloka can change what is said.
    floor = shloka.bits + PRIOR_BITS if shloka else -inf
    near = max(_close(scanned, floor), key=_rank, default=None)
    nearest = Nearest(_name(near), near.distance) if near else None
    if shloka and (near is None or shloka.bits + PRIOR_BITS > near.bits):
        near, nearest = None, Nearest(ANUSHTUBH[0], shloka.distance)
    regular = _regular(weights, breaks)
    if regular and len(regular.patterns) == 1 and len(regular.lines) == _LINES:
        return unread_report(
            scanned, nearest, profile, unnamed=regular.patterns, lines=regular.lines
        )
    if near is None and shloka and shloka.bits >= SHLOKA_BITS:
        return shloka.report
    if regular:
        return unread_report(
            scanned, nearest, profile, unnamed=regular.patterns, lines=regular.lines
        )
    if near and _is_believed(near):
        return _report(scanned, near, profile)
    fits = nearest.name if nearest and not nearest.distance else ""
    return unread_report(scanned, nearest, profile, undecided=fits)


def _is_believed(reading: Reading) -> bool:
    """Whether a reading has the evidence it needs.

    A single half of an āryā needs as much as a text with faults: prose happens to be one.
    """
    half = isinstance(reading, JatiReading) and len(reading.halves) == 1
    return reading.bits >= (FAULTY_BITS if reading.distance or half else EXACT_BITS)


def _rank(reading: Reading) -> float:
    """Evidence by which readings with faults compete: a fixed metre goes before its free form."""
    return reading.bits + (PRIOR_BITS if isinstance(reading, FixedReading) else 0)


def _close(scanned: Scan, floor: float) -> Iterator[Reading]:
    """Read the text with as few faults as may be, other than as a śloka.

    What is ranked below `floor` need not be found.
    """
    breaks = _breaks(scanned)
    weights = "".join(
        "?" if may_stay_light(akshara) else akshara.weight for akshara in scanned.aksharas
    )
    near = fixed.nearest(weights, breaks, floor - PRIOR_BITS)
    if near:
        yield near
        floor = max(floor, _rank(near))
    yield from moraic.jatis(scanned.weights, breaks, floor=floor)
    yield from moraic.vaitaliyas(scanned.weights, breaks, floor=floor)


def _shloka(scanned: Scan, profile: Profile) -> _Shloka | None:
    """Read the text as a śloka, if it is about as long as one."""
    size = len(scanned.aksharas)
    if size > SHLOKA_LONGEST or (size not in _SHLOKA_SIZES and _has_long_half(scanned)):
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


def _has_long_half(scanned: Scan) -> bool:
    """Whether a half is too long to be two pādas, however it is cut."""
    longest = 2 * (PADA + _MISCOUNTED)
    return any(len(half) > longest for half in halves(scanned.weights, _breaks(scanned)))


def _as_shloka(scanned: Scan, profile: Profile) -> _Shloka:
    found = check_anushtubh(scanned, profile)
    if found.distance and len(scanned.aksharas) in _SHLOKA_SIZES:
        # The lines may be broken anywhere: by eights the verse may have fewer faults.
        eights = ranges([PADA] * (len(scanned.aksharas) // PADA))
        halves = [eights[i : i + 2] for i in range(0, len(eights), 2)]
        counted = check_anushtubh(scanned, profile, division=halves)
        found = min(found, counted, key=lambda report: report.distance)
    names = ANUSHTUBH[:2]
    failed = found.verdict is Verdict.FAULTY
    report = MeterReport(
        meter=names[0],
        verdict=found.verdict,
        names=names,
        nearest=Nearest(names[0], found.distance) if failed else None,
        padas=found.padas,
        faults=found.faults,
        notes=(*found.notes, *verse_notes(scanned, names, found.padas, profile)),
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


@dataclass(frozen=True, slots=True)
class _Regular:
    """A text whose lines repeat: what repeats, and the lines."""

    patterns: tuple[str, ...]
    lines: tuple[range, ...]


def _regular(weights: str, breaks: Sequence[Break]) -> _Regular | None:
    """Find that the text has four equal lines, or two equal halves, the line ends being free."""
    pieces = tuple(segments(breaks))
    size = len(weights) // _LINES
    quarters = ranges([size] * _LINES)
    if (
        size * _LINES == len(weights)
        and {piece.stop for piece in pieces} <= {line.stop for line in quarters}
        and _alike(weights, quarters, quarters[1:])
    ):
        return _Regular((_pattern(weights, quarters),), quarters)
    half = len(pieces) // 2
    if len(pieces) in (2, _LINES) and _alike(weights, pieces[:half], pieces[half:]):
        patterns = tuple(_pattern(weights, pieces[i::half]) for i in range(half))
        return _Regular(patterns, pieces)
    return None


def _alike(weights: str, lines: Sequence[range], others: Sequence[range]) -> bool:
    """Whether lines long enough to show a pattern have the same, one with the other."""
    return all(
        len(a) >= _SHORTEST and weights[a.start : a.stop - 1] == weights[b.start : b.stop - 1]
        for a, b in zip(lines, others, strict=False)
    )


def _pattern(weights: str, lines: Sequence[range]) -> str:
    """Give the pattern of lines that are alike, ending heavy if any of them does."""
    return max((weights[line.start : line.stop] for line in lines), key=lambda w: w[-1] == "g")


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
    readings = [reading for reading in readings if all(reading.lines)]
    if not readings:
        return unreadable_report(scanned, expected[0], profile)
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
