"""The metre of a verse and all its faults: what `chandas.choice` reads it as, and the report."""

from collections.abc import Collection
from dataclasses import replace

from dhyana.grammar.anushtubh import check_anushtubh
from dhyana.grammar.anushtubh_table import Profile
from dhyana.grammar.chandas import fixed, moraic, trishtubh
from dhyana.grammar.chandas.belief import Reading
from dhyana.grammar.chandas.choice import (
    AfterOm,
    Choice,
    Fixed,
    Several,
    Unread,
    choose,
    past_om,
)
from dhyana.grammar.chandas.diagnosis import (
    fixed_report,
    jati_report,
    matra_report,
    om_report,
    several_report,
    unread_report,
    unreadable_report,
    verse_notes,
)
from dhyana.grammar.chandas.fixed import FixedReading
from dhyana.grammar.chandas.moraic import JatiReading, MatraReading
from dhyana.grammar.chandas.names import ANUSHTUBH, UPAJATI, metre_names
from dhyana.grammar.chandas.seams import as_words
from dhyana.grammar.chandas.shloka_reading import ShlokaReading, read_shloka
from dhyana.grammar.chandas.text import Regular, Text, text_of, with_whole_om
from dhyana.grammar.lint.diagnostic import Diagnostic
from dhyana.grammar.report import MeterReport, Nearest, Verdict
from dhyana.grammar.scansion import Scan, scan
from dhyana.grammar.stanza import Stanza


def identify(
    source: str | Scan | Stanza,
    profile: str | Profile = Profile.CLASSICAL,
    expect: str | None = None,
    *,
    word_ends: Collection[int] | None = None,
) -> MeterReport:
    """Tell the metre of a verse, half verse or line, and all its faults.

    Args:
        source: The text, in any script that `scan` reads, or its scan, or a verse of a longer
            text; of such a verse the faults are placed in that text.
        profile: `classical` or `epic`: whose practice ślokas and triṣṭubhs are held to.
        expect: The metre the text is meant to be in, in IAST, Devanagari or ASCII; only what
            keeps it from being that is reported.
        word_ends: Syllables, from 0, after which a word or a member of a compound ends, where a
            padaccheda tells. Without it a pause is seen only where a space or a mark is written.

    Raises:
        ValueError: no metre is called `expect`, or no profile `profile`.
    """
    profile = Profile(profile)
    expected = () if expect is None else metre_names(expect)
    if isinstance(source, Stanza):
        return _moved(_identify(scan(source.text), profile, expected, word_ends), source)
    scanned = scan(source) if isinstance(source, str) else source
    return _identify(scanned, profile, expected, word_ends)


def _identify(
    scanned: Scan,
    profile: Profile,
    expected: tuple[str, ...],
    word_ends: Collection[int] | None,
) -> MeterReport:
    if not scanned.aksharas:
        return MeterReport(None, Verdict.NONE)
    text = text_of(scanned.aksharas)
    if expected:
        choice = past_om(text, lambda own: _against(own, expected, profile))
    else:
        choice = choose(text, profile)
    if choice is None:
        return unreadable_report(scanned, expected[0], profile)
    report = _report(scanned, choice, profile, word_ends)
    padas = as_words(scanned, report.padas)
    return report if padas == report.padas else replace(report, padas=padas)


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


def _against(text: Text, expected: tuple[str, ...], profile: Profile) -> Choice | None:
    """Read the text as one of the metres that a name means, if it can be."""
    weights, breaks = text.weights, text.breaks
    if any(name in ANUSHTUBH for name in expected):
        return read_shloka(weights, breaks, text.free, profile)
    readings: list[Reading] = [
        fixed.read(candidate, weights, breaks)
        for candidate in fixed.candidates()
        if _is_called(candidate, expected)
    ]
    readings += [
        reading
        for family in (moraic.jatis, moraic.vaitaliyas, moraic.matrasamakas)
        for reading in family(weights, breaks)
        if set(reading.metre.names) & set(expected)
    ]
    epic = trishtubh.read(text.licensed, breaks)
    if epic and epic.candidate.name in expected:
        readings.append(epic)
    readings = [reading for reading in readings if all(reading.lines)]
    return min(readings, key=lambda r: (r.distance, -r.bits), default=None)


def _is_called(candidate: fixed.Candidate, names: tuple[str, ...]) -> bool:
    if candidate.mixture:
        return UPAJATI in names
    return any(name in vrtta.names for name in names for vrtta in candidate.vrttas)


def _report(
    scanned: Scan, choice: Choice, profile: Profile, word_ends: Collection[int] | None
) -> MeterReport:
    match choice:
        case Fixed(readings):
            return fixed_report(scanned, readings[0], profile, word_ends, also=readings[1:])
        case FixedReading():
            return fixed_report(scanned, choice, profile, word_ends)
        case ShlokaReading():
            return _shloka_report(scanned, choice, profile, word_ends)
        case JatiReading():
            return jati_report(scanned, choice, profile, word_ends)
        case MatraReading():
            return matra_report(scanned, choice, profile)
        case Several(name, verses):
            parts = [_part_report(scanned, part, v, profile, word_ends) for part, v in verses]
            return several_report(scanned, name, choice.distance, parts, profile)
        case AfterOm(rest):
            scanned = replace(scanned, aksharas=with_whole_om(scanned.aksharas))
            part = range(1, len(scanned.aksharas))
            return om_report(
                scanned, _part_report(scanned, part, rest, profile, word_ends), profile
            )
        case Unread(nearest, Regular(patterns, lines)):
            return unread_report(scanned, nearest, profile, unnamed=patterns, lines=lines)
        case Unread(nearest, _, undecided):
            return unread_report(scanned, nearest, profile, undecided=undecided)


def _part_report(
    scanned: Scan,
    part: range,
    choice: Choice,
    profile: Profile,
    word_ends: Collection[int] | None,
) -> MeterReport:
    own = replace(scanned, aksharas=scanned.aksharas[part.start : part.stop])
    ends = None if word_ends is None else {k - part.start for k in word_ends}
    return _report(own, choice, profile, ends)


def _shloka_report(
    scanned: Scan,
    reading: ShlokaReading,
    profile: Profile,
    word_ends: Collection[int] | None,
) -> MeterReport:
    found = check_anushtubh(scanned, profile, division=reading.division, word_ends=word_ends)
    names = ANUSHTUBH[:2]
    failed = found.verdict is Verdict.FAULTY
    return MeterReport(
        meter=names[0],
        verdict=found.verdict,
        names=names,
        nearest=Nearest(names[0], found.distance) if failed else None,
        padas=found.padas,
        faults=found.faults,
        notes=(*found.notes, *verse_notes(scanned, names, found.padas, profile)),
    )
