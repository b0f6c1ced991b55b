"""From a reading to its report: the rules are asked, their findings placed in the text."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import accumulate

from dhyana.grammar.anushtubh_table import Profile
from dhyana.grammar.chandas.division import ranges, segments
from dhyana.grammar.chandas.fixed import FixedReading
from dhyana.grammar.chandas.lines import LineRule, ReadLine, ReadVerse, VerseRule
from dhyana.grammar.chandas.mending import with_edits
from dhyana.grammar.chandas.moraic import JatiReading, MatraReading
from dhyana.grammar.chandas.naming import all_names, definition, fixed_names, member
from dhyana.grammar.chandas.pada import free_syllables
from dhyana.grammar.chandas.parting import parted_at_words
from dhyana.grammar.chandas.shloka import Finding, PadaRule, ShlokaPada
from dhyana.grammar.chandas.text import text_of
from dhyana.grammar.chandas.trishtubh import kept
from dhyana.grammar.lint.diagnostic import Diagnostic, Severity
from dhyana.grammar.lint.places import Place, place
from dhyana.grammar.lint.registry import rule, rules
from dhyana.grammar.lint.rule import Rule
from dhyana.grammar.report import PADA_LABELS, MeterReport, Nearest, Pada, Verdict
from dhyana.grammar.scansion import Akshara, Break, Scan

KRAMA_RULE, PART_RULE, OM_RULE = "CHA131", "CHA403", "CHA410"


def fixed_report(
    scan: Scan,
    reading: FixedReading,
    profile: Profile,
    word_ends: Collection[int] | None = None,
    *,
    also: Sequence[FixedReading] = (),
) -> MeterReport:
    """Report on a text read as a metre fixed syllable by syllable.

    `word_ends` are syllables (from 0) that end a word by the padaccheda. `also` are other
    readings that fit as well: a stanza of short lines may be half of one of long lines. They add
    their names.
    """
    text = text_of(scan.aksharas)
    _, variants, vrtta = fixed_names(text, reading)
    names = all_names(text, (reading, *also))
    padas = _padas(scan, reading.lines, variants)
    lines = tuple(
        ReadLine(
            metre=member(reading.candidate, pattern) or names[0],
            stanza=names[0],
            label=pada.label,
            aksharas=pada.aksharas,
            weights=pada.weights,
            pattern=pattern,
            edits=edits,
            yati=vrtta.yati if vrtta else (),
            ends=_ends_in(word_ends, line),
        )
        for pada, pattern, edits, line in zip(
            padas, reading.patterns, reading.edits, reading.lines, strict=True
        )
    )
    verse = ReadVerse(
        names=names,
        padas=padas,
        ends=tuple(line[-1] for line in definition(reading.candidate)),
        strict_end=bool(vrtta and vrtta.strict_end),
        stray=_stray(scan, reading.lines),
        epic=kept(text) if reading.distance and profile is Profile.CLASSICAL else "",
    )
    found = [
        *_line_diagnostics(scan, "CHA2", lines, profile),
        *(_krama(scan, lines, profile) if text.free else ()),
        *_verse_diagnostics(scan, verse, profile),
    ]
    return _report(names, reading.distance, padas, found)


def _ends_in(word_ends: Collection[int] | None, line: range) -> Collection[int] | None:
    """Syllables of a line (from 1) that end a word by the padaccheda."""
    if word_ends is None:
        return None
    return frozenset(k - line.start + 1 for k in word_ends if k in line)


def jati_report(
    scan: Scan,
    reading: JatiReading,
    profile: Profile,
    word_ends: Collection[int] | None = None,
) -> MeterReport:
    """Report on a text read as a metre of the āryā family."""
    if reading.distance:
        text = text_of(scan.aksharas)
        reading = parted_at_words(reading, text.weights, text.breaks)
    kinds = _half_kinds(scan, reading)
    padas = _padas(scan, reading.lines, kinds)
    stops = list(accumulate(len(pada.weights) for pada in padas))
    lines: list[ReadLine] = []
    start, number = 0, 0
    for half in reading.halves:
        own = padas[number : number + (2 if half.ganas else 1)]
        number += len(own)
        stop = stops[number - 1]
        aksharas = scan.aksharas[start:stop]
        lines.append(
            ReadLine(
                metre=reading.metre.name,
                label=own[0].label,
                aksharas=aksharas,
                weights="".join(akshara.weight for akshara in aksharas),
                half=half,
                ends=_ends_in(word_ends, range(start, stop)),
            )
        )
        start = stop
    verse = ReadVerse(names=reading.metre.names, padas=padas)
    found = [
        *_line_diagnostics(scan, "CHA3", lines, profile),
        *_verse_diagnostics(scan, verse, profile),
    ]
    return _report(reading.metre.names, reading.distance, padas, found)


def matra_report(scan: Scan, reading: MatraReading, profile: Profile) -> MeterReport:
    """Report on a text read in lines by morae."""
    padas = _padas(scan, reading.lines, reading.variants)
    lines = tuple(
        ReadLine(
            metre=reading.metre.name,
            label=pada.label,
            aksharas=pada.aksharas,
            weights=pada.weights,
            faults=faults,
        )
        for pada, faults in zip(padas, reading.faults, strict=True)
    )
    verse = ReadVerse(names=reading.metre.names, padas=padas, stray=_stray(scan, reading.lines))
    found = [
        *_line_diagnostics(scan, "CHA3", lines, profile),
        *_verse_diagnostics(scan, verse, profile),
    ]
    return _report(reading.metre.names, reading.distance, padas, found)


def unread_report(
    scan: Scan,
    nearest: Nearest | None,
    profile: Profile,
    *,
    unnamed: tuple[str, ...] = (),
    lines: Sequence[range] = (),
    undecided: str = "",
) -> MeterReport:
    """Report on a text of no metre, or of none that can be told."""
    lines = lines or segments([akshara.after for akshara in scan.aksharas])
    shown = lines if len(lines) <= len(PADA_LABELS) else ()
    padas = _padas(scan, shown, (None,) * len(shown))
    epic = kept(text_of(scan.aksharas)) if profile is Profile.CLASSICAL else ""
    verse = ReadVerse(names=(), padas=padas, unnamed=unnamed, undecided=undecided, epic=epic)
    found = tuple(_verse_diagnostics(scan, verse, profile))
    return MeterReport(None, Verdict.NONE, nearest=nearest, padas=padas, notes=found)


def unreadable_report(scan: Scan, declared: str, profile: Profile) -> MeterReport:
    """Report on a text that has no reading in the metre it was declared to be in."""
    padas = _padas(scan, (range(len(scan.aksharas)),), (None,))
    verse = ReadVerse(names=(), padas=padas, declared=declared)
    found = tuple(_verse_diagnostics(scan, verse, profile))
    return MeterReport(declared, Verdict.FAULTY, (declared,), padas=padas, faults=found)


def several_report(
    scan: Scan, name: str, distance: int, parts: Sequence[MeterReport], profile: Profile
) -> MeterReport:
    """Put together what is said of several verses in one metre that stand in one text.

    Six lines are one stanza.
    """
    padas = tuple(pada for part in parts for pada in part.padas)
    one = len(padas) <= len(PADA_LABELS)
    if one:
        padas = tuple(replace(p, label=x) for p, x in zip(padas, PADA_LABELS, strict=False))
        verse = ReadVerse(names=(name,), padas=padas)
    else:
        verse = ReadVerse(names=(name,), padas=(), verses=len(parts))
    firsts = accumulate((len(part.padas) for part in parts), initial=0)
    placed = [
        (part, partial(_of_line, first) if one else partial(_of_verse, number))
        for number, (first, part) in enumerate(zip(firsts, parts, strict=False), 1)
    ]
    faults = tuple(moved(fault) for part, moved in placed for fault in part.faults)
    notes = (moved(note) for part, moved in placed for note in part.notes)
    failed = any(part.verdict is Verdict.FAULTY for part in parts)
    return MeterReport(
        meter=name,
        verdict=Verdict.FAULTY if failed else Verdict.EXACT,
        names=next((part.names for part in parts if part.meter == name), (name,)),
        nearest=Nearest(name, distance) if failed else None,
        padas=padas,
        faults=faults,
        notes=(
            *_verse_diagnostics(scan, verse, profile),
            *(note for note in notes if not (one and note.code == PART_RULE)),
        ),
    )


def om_report(scan: Scan, rest: MeterReport, profile: Profile) -> MeterReport:
    """Note of a verse that the oṃ before it is no part of its metre."""
    check = rule(OM_RULE)
    if not isinstance(check, VerseRule):
        return rest
    found = check.check(ReadVerse(names=rest.names, padas=rest.padas, om=True))
    notes = (_diagnostic(scan, check, one, None, scan.aksharas[:1], profile) for _, one in found)
    return replace(rest, notes=(*notes, *rest.notes))


def _of_verse(number: int, diagnostic: Diagnostic) -> Diagnostic:
    return replace(diagnostic, message=f"verse {number}: {diagnostic.message}")


def _of_line(first: int, diagnostic: Diagnostic) -> Diagnostic:
    """Name the line of a finding by its place in the whole stanza."""
    if diagnostic.pada is None:
        return diagnostic
    label = PADA_LABELS[first + PADA_LABELS.index(diagnostic.pada)]
    words = diagnostic.message.removeprefix(f"pāda {diagnostic.pada}")
    return replace(diagnostic, pada=label, message=f"pāda {label}{words}")


def verse_notes(
    scan: Scan, names: tuple[str, ...], padas: tuple[Pada, ...], profile: Profile
) -> tuple[Diagnostic, ...]:
    """Say of a text read as a śloka if it is no whole stanza, or its lines are broken elsewhere."""
    stray = _stray(scan, ranges(len(pada.weights) for pada in padas))
    return tuple(
        _verse_diagnostics(scan, ReadVerse(names=names, padas=padas, stray=stray), profile)
    )


def _half_kinds(scan: Scan, reading: JatiReading) -> tuple[str | None, ...]:
    """Kinds of the lines: pathyā for the first of a half that is seen to end with a word."""
    kinds: list[str | None] = []
    for half in reading.halves:
        if half.ganas:
            seam = reading.lines[len(kinds)].stop
            seen = not half.cost and scan.aksharas[seam - 1].after is not Break.NONE
            kinds += ["pathyā" if seen else None, None]
        else:
            kinds.append(None)
    return tuple(kinds)


def _padas(scan: Scan, lines: Sequence[range], variants: Sequence[str | None]) -> tuple[Pada, ...]:
    return tuple(
        Pada(
            label=label,
            text=scan.text[aksharas[0].start : aksharas[-1].end],
            weights="".join(akshara.weight for akshara in aksharas),
            variant=variant,
            aksharas=aksharas,
        )
        for label, line, variant in zip(PADA_LABELS, lines, variants, strict=False)
        for aksharas in (scan.aksharas[line.start : line.stop],)
        if aksharas
    )


def _stray(scan: Scan, lines: Sequence[range]) -> tuple[int, ...]:
    """Syllables before a line break at which no line of the metre ends."""
    pieces = segments([akshara.after for akshara in scan.aksharas])
    ends = {line.stop for line in lines}
    return tuple(piece.stop - 1 for piece in pieces if piece.stop not in ends)


def _report(
    names: tuple[str, ...], distance: int, padas: tuple[Pada, ...], found: Iterable[Diagnostic]
) -> MeterReport:
    found = tuple(found)
    failed = any(d.severity is Severity.ERROR for d in found)
    return MeterReport(
        meter=names[0],
        verdict=Verdict.FAULTY if failed else Verdict.EXACT,
        names=names,
        nearest=Nearest(names[0], distance) if failed else None,
        padas=padas,
        faults=tuple(d for d in found if d.severity is not Severity.INFO),
        notes=tuple(d for d in found if d.severity is Severity.INFO),
    )


def _line_diagnostics(
    scan: Scan,
    family: str,
    lines: Iterable[ReadLine],
    profile: Profile,
) -> Iterator[Diagnostic]:
    checks = [found for found in rules(family) if isinstance(found, LineRule)]
    for line in lines:
        placed = [
            _placed(scan, check, finding, line, profile)
            for check in checks
            for finding in check.check(line)
        ]
        yield from sorted(placed, key=lambda d: (d.pada or "", d.syllables, d.code))


def _krama(scan: Scan, lines: Iterable[ReadLine], profile: Profile) -> Iterator[Diagnostic]:
    """Note the syllables of faultless lines that only the krama licence lets be light."""
    check = rule(KRAMA_RULE)
    if not isinstance(check, PadaRule):
        return
    for line in lines:
        if line.edits or not free_syllables(line.aksharas):
            continue
        read = "".join(
            "l" if place == "l" else weight
            for weight, place in zip(line.weights, line.pattern, strict=True)
        )
        pada = ShlokaPada(
            label=line.label,
            even=False,
            aksharas=line.aksharas,
            weights=read,
            profile=profile,
            kind=None,
        )
        for finding in check.check(pada):
            yield _placed(scan, check, finding, line, profile)


def _verse_diagnostics(scan: Scan, verse: ReadVerse, profile: Profile) -> Iterator[Diagnostic]:
    labels = {pada.label: pada for pada in verse.padas}
    for check in rules("CHA4"):
        if isinstance(check, VerseRule):
            for label, finding in check.check(verse):
                pada = labels.get(label or "")
                yield _diagnostic(
                    scan, check, finding, label, pada.aksharas if pada else (), profile
                )


def _placed(
    scan: Scan,
    check: Rule,
    finding: Finding,
    line: ReadLine,
    profile: Profile,
) -> Diagnostic:
    """Place a finding; of a half its syllables are those in the line that they begin in."""
    label, syllables = line.label, finding.syllables
    if line.half and line.half.ganas:
        seam = line.half.seam
        if syllables[0] > seam:
            label = PADA_LABELS[PADA_LABELS.index(line.label) + 1]
            syllables = tuple(k - seam for k in syllables)
        else:
            syllables = tuple(k for k in syllables if k <= seam)
    diagnostic = _diagnostic(scan, check, finding, label, line.aksharas, profile)
    return replace(diagnostic, syllables=syllables)


def _diagnostic(
    scan: Scan,
    check: Rule,
    finding: Finding,
    label: str | None,
    aksharas: Sequence[Akshara],
    profile: Profile,
) -> Diagnostic:
    where: Place | None = None
    word = None
    if aksharas and finding.syllables:
        first, last = finding.place or (finding.syllables[0], finding.syllables[-1])
        start, end = aksharas[first - 1].start, aksharas[last - 1].end
        where, word = place(scan.text, start, end), scan.text[start:end]
    return Diagnostic(
        code=check.code,
        name=check.name,
        severity=finding.severity or check.severity_under(profile),
        message=f"pāda {label}: {finding.message}" if label else finding.message,
        line=where and where.line,
        column=where and where.column,
        end_line=where and where.end_line,
        end_column=where and where.end_column,
        pada=label,
        syllables=finding.syllables,
        word=word,
        expected=finding.expected,
        found=finding.found,
        authority=finding.authority or check.authority,
        fixes=with_edits(scan.text, aksharas, finding),
    )
