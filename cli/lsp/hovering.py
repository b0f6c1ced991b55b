"""What is shown of the word under the pointer: scansion, gloss and derivation, code, evidence."""

from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING

from dhyana.cli.lsp.checking import project_settings
from dhyana.cli.lsp.documents import Document
from dhyana.cli.lsp.markdown import escaped, fenced, lines
from dhyana.cli.lsp.marks import marks_at
from dhyana.cli.lsp.record_view import RecordView, Spot
from dhyana.cli.lsp.treatises import evidence_for, heard, meaning, treatise_near
from dhyana.cli.lsp.verses import LONGEST, verse_at
from dhyana.cli.lsp.words import word_at
from dhyana.cli.view.derivation import shown_steps
from dhyana.cli.view.findings import in_words, reason, taken_on, verdict_in_words
from dhyana.grammar.lint.judging import reading
from dhyana.grammar.lint.registry import rule
from dhyana.grammar.lipi.transliteration import Script, transliterate
from dhyana.shlokas.code import CodeError, docstring, fingerprint, locate
from dhyana.shlokas.evidence import changed_code
from dhyana.shlokas.faults import RecordError
from dhyana.shlokas.record import Claim, MorphologyRow

if TYPE_CHECKING:
    from dhyana.grammar.vyakarana.examining import Examined

_MOST_STEPS = 60


def hover(document: Document, index: int) -> str | None:
    """Say as Markdown what is known of a place; None where there is nothing to say."""
    if document.is_python:
        return _joined(_of_mark(document, index))
    view = document.last_good
    place = None if view is None else document.index_in(view, index)
    spot = view.spot(place) if view is not None and place is not None else None
    if view is not None and spot is not None:
        return _joined(_of_field(document, view, spot))
    verse = verse_at(document, index)
    return None if verse is None else _joined(_scansion(verse.text, verse.offset(index)))


def _joined(parts: Iterator[str]) -> str | None:
    return "\n".join(parts) or None


# --- verse ---------------------------------------------------------------------------------


def _scansion(text: str, offset: int) -> Iterator[str]:
    """Draw the pāda at an offset, and say of its akṣara there what it weighs and why."""
    from dhyana.cli.view.metre import draw, ganas_of
    from dhyana.grammar.meter import identify
    from dhyana.grammar.scansion import scan

    scanned = scan(text)
    report = identify(scanned)
    pada = next((p for p in report.padas if p.aksharas and offset < p.aksharas[-1].end), None)
    if pada is None:
        return
    also = f" ({', '.join(report.names[1:])})" if report.names[1:] else ""
    metre = f"{report.meter}{also}: {report.verdict}" if report.meter else "no metre"
    yield f"**{escaped(metre)}** · pāda {pada.label}"
    yield ""
    iast, marks = draw(scanned, pada.aksharas)
    named = "  ".join(filter(None, [" ".join(ganas_of(pada, report)), pada.kind]))
    yield from fenced([iast, f"{marks}   {named}".rstrip()])
    akshara = next((each for each in pada.aksharas if offset < each.end), None)
    if akshara is not None:
        weight = "guru" if akshara.weight == "g" else "laghu"
        cause = f" {akshara.cause}" if akshara.cause else ""
        number = pada.aksharas.index(akshara) + 1
        yield ""
        yield escaped(f"{number}. {akshara.iast}: {weight}, {akshara.reason}{cause}")


# --- records -------------------------------------------------------------------------------


def _of_field(document: Document, view: RecordView, spot: Spot) -> Iterator[str]:
    if spot.is_verse:
        yield from _scansion(spot.text, spot.offset) if len(spot.text) <= LONGEST else ()
        return
    match spot.steps:
        case ("padaccheda" | "anvaya",):
            word = word_at(spot.text, spot.offset)
            if word is not None:
                yield from _word(document, view, word.written)
        case ("morphology", int(number), *_) if number in view.rows:
            row = view.rows[number]
            word = word_at(row.form, spot.offset) if spot.steps[2:] == ("form",) else None
            yield from _word(document, view, word.written if word else row.form, number)
        case ("code", int(number), *_):
            symbol = view.text(f"code[{number}].symbol")
            if symbol is not None:
                yield from _code(symbol, view.text(f"code[{number}].reviewed"))
        case ("claims", int(number), *_) if number in view.claims:
            yield from _claim(document, view, view.claims[number], number)
        case ("waivers", int(number), "rule"):
            yield from _rule(spot.text)


def _word(
    document: Document, view: RecordView, written: str, number: int | None = None
) -> Iterator[str]:
    """Tell of a word what its row says, and how it is derived."""
    with reading(project_settings(document.path)[0]):
        found = list(_examined(view, written, number))
    entry = meaning(written, document.path)
    iast = transliterate(written, Script.IAST)
    yield f"**{escaped(written)}** · *{escaped(iast)}*"
    if entry is not None:
        yield from ("", escaped(f"{entry.term}: {entry.gloss}"))
    for row, examined in found:
        yield from ("", escaped(row.category), "", escaped(row.description))
        yield from ("", *_derivation(examined))


def _examined(
    view: RecordView, written: str, number: int | None
) -> Iterator[tuple[MorphologyRow, "Examined"]]:
    """Examine a word in the rows that have it, or in the one of that number."""
    from dhyana.grammar.lint.vyakarana import LONGEST as LONGEST_FORM
    from dhyana.grammar.lint.vyakarana import grammar
    from dhyana.grammar.vyakarana.examining import examine

    wanted = heard(written)
    for index, row in view.rows.items():
        if len(row.form) > LONGEST_FORM or number not in (None, index):
            continue
        whole = heard(row.form) == wanted
        if whole or any(heard(word) == wanted for word in row.form.split()):
            for examined in examine(row, grammar(steps=True)):
                if whole or heard(examined.written) == wanted:
                    yield row, examined


def _derivation(examined: "Examined") -> Iterator[str]:
    from dhyana.grammar.lipi.phonemes import devanagari

    verdict = examined.verdict
    said = escaped(verdict.reason)
    if not said:
        forms = " / ".join(devanagari(derived.form) for derived in verdict.given)
        cell = f"{verdict.cell} → " if verdict.cell else ""
        said = escaped(f"{cell}{forms or 'no form'}")
    yield f"**{verdict.outcome}**: {said}"
    for derived in verdict.given[:1]:
        steps = list(islice(shown_steps(derived), _MOST_STEPS))
        width = max((len(step.result) for step in steps), default=0)
        rows = (f"{step.sutra:8} {step.result:{width}}  {step.text}".rstrip() for step in steps)
        if steps:
            yield from ("", *fenced(rows))


def _code(symbol: str, reviewed: str | None) -> Iterator[str]:
    """Show what a symbol names: signature, docstring, place, and whether it was reviewed."""
    try:
        found = locate(symbol)
        now, documentation = fingerprint(symbol), docstring(symbol)
    except CodeError as error:
        yield escaped(str(error))
        return
    yield from fenced([found.signature], "python")
    if documentation:
        yield from ("", lines(documentation))
    uri = f"{found.file.resolve().as_uri()}#L{found.line}"
    yield from ("", f"[{escaped(f'{found.path}:{found.line}')}]({uri})")
    if reviewed is not None:
        state = "is as it was reviewed" if reviewed == now else f"has changed since: now {now}"
        yield from ("", f"The code {escaped(state)}.")


def _claim(document: Document, view: RecordView, claim: Claim, number: int) -> Iterator[str]:
    """Show what was measured of a claim."""
    yield f"**{escaped(verdict_in_words(claim.verdict))}**: {escaped(claim.text)}"
    if claim.qualification:
        yield from ("", escaped(claim.qualification))
    if view.number is None:
        return
    try:
        evidence = evidence_for(document.path, view.number)
    except RecordError as error:
        yield from ("", escaped(str(error)))
        return
    if evidence is None or number >= len(evidence.claims):
        yield from ("", "It has not been measured.")
        return
    finding = evidence.claims[number]
    yield ""
    measured = f"Measured: {verdict_in_words(finding.verdict)}{reason(finding)}"
    yield escaped(measured)
    yield from (f"- {escaped(in_words(each))}" for each in finding.measurements)
    yield from ("", escaped(taken_on(evidence)))
    changed = changed_code(evidence)
    if changed:
        yield from ("", f"Changed since: {escaped(', '.join(changed))}")


def _rule(code: str) -> Iterator[str]:
    try:
        described = rule(code)
    except LookupError:
        return
    yield f"**{described.code} {described.name}** ({described.severity})"
    yield from ("", described.documentation or "")
    yield f"Authority: {escaped(described.authority)}"


# --- code ----------------------------------------------------------------------------------


def _of_mark(document: Document, index: int) -> Iterator[str]:
    """Show the verse that a mark in code names."""
    for mark in marks_at(document, index):
        treatise = treatise_near(document.path)
        try:
            verse = treatise.verse(mark.verse)
        except (LookupError, RecordError) as error:
            yield escaped(str(error))
            continue
        yield f"**Verse {verse.number}** · {escaped(verse.canto.title)}"
        yield from ("", lines(verse.record.verse), "", escaped(verse.record.translation))
