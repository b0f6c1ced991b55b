"""The book gathered from the records, the grammar, the installed source and the evidence."""

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import dhyana
from dhyana.cli.handbook.book import (
    Book,
    CantoPage,
    Correction,
    Entry,
    FrontMatter,
    Proof,
    ShownClaim,
    ShownWaiver,
    Term,
    VersePage,
)
from dhyana.cli.handbook.inline import inline, prose
from dhyana.cli.handbook.metre import scansion_of
from dhyana.cli.handbook.progress import Progress, silent
from dhyana.cli.handbook.rules import documents, families
from dhyana.cli.handbook.source import excerpts_of, experiment_module, modules_of, thread_of
from dhyana.cli.handbook.words import views_of, words_of
from dhyana.cli.view.findings import taken_on
from dhyana.cli.view.page import Page, Section, page_of
from dhyana.grammar.lipi.transliteration import Script
from dhyana.grammar.vyakarana.deriving import Vyakarana
from dhyana.shlokas import Treatise, Verse
from dhyana.shlokas.editions import Change, Edition
from dhyana.shlokas.record import ApparatusEntry, Canto, LexiconEntry

DOCUMENTS = Path(dhyana.__path__[0]).parent / "docs"

_INDEXED = re.compile(r"(\w+)\[(\d+)\](?:\[(\d+)\])?(?:\.([\w.\[\]]+))?")
_INDEX = re.compile(r"\[(\d+)\]")
_ONE_OF = {"morphology": "word", "cantos": "canto", "lexicon": "term", "matrix": "row"}


def gather(
    treatise: Treatise,
    verses: Sequence[Verse],
    script: Script = Script.DEVANAGARI,
    progress: Progress = silent,
    folder: Path = DOCUMENTS,
) -> Book:
    """Gather the book of some verses of the treatise; `folder` has the user documentation.

    Raises `RecordError` for a broken record or evidence that cannot be read.
    """
    grammar = Vyakarana(steps=True)
    ordered = sorted(verses, key=lambda verse: verse.number)
    pages = []
    for done, verse in enumerate(ordered):
        progress(f"Reading verse {verse.number}", done, len(ordered))
        pages.append(verse_page(verse, treatise.edition, grammar))
    progress("Reading the code", len(ordered), len(ordered))
    front = _front(treatise)
    waivers = tuple(waiver for page in pages for waiver in page.waivers)
    cantos = {page.number: page.canto for page in pages}
    return Book(
        edition=treatise.edition,
        script=script,
        version=dhyana.__version__,
        front=front,
        cantos=tuple(_cantos(treatise, pages)),
        verses=tuple(pages),
        lexicon=tuple(_term(entry, pages) for entry in treatise.record.lexicon),
        matrix_columns=tuple(map(inline, treatise.record.matrix_columns)),
        matrix=tuple(tuple(map(inline, row)) for row in treatise.record.matrix),
        corrections=(*front.apparatus, *(entry for page in pages for entry in page.apparatus)),
        waivers=waivers,
        rules=families(waivers),
        modules=modules_of(pages, cantos),
        thread=tuple(thread_of(pages)),
        documents=documents(folder),
    )


def verse_page(verse: Verse, edition: Edition, grammar: Vyakarana) -> VersePage:
    """Gather what there is to show of one verse."""
    page = page_of(edition, verse, Script.DEVANAGARI, [Section.CODE, Section.EVIDENCE])
    record, changes = verse.record, verse.edited.changes
    samhita, padaccheda, anvaya = views_of(verse)
    return VersePage(
        number=verse.number,
        canto=verse.canto.number,
        verse=tuple(verse.lines),
        iast=tuple(page.verse_iast),
        samhita=samhita,
        padaccheda=padaccheda,
        anvaya=anvaya,
        scansion=scansion_of(record),
        translation=inline(record.translation, changes.get("translation", ())),
        words=words_of(record, grammar),
        commentary=prose(record.commentary, changes.get("commentary", ())),
        code=excerpts_of(page),
        claims=tuple(_claims(page)),
        proof=_proof(page),
        apparatus=_entries(record.apparatus, edition, verse.number),
        waivers=tuple(
            ShownWaiver(verse.number, waiver.rule, waiver.at, inline(waiver.reason))
            for waiver in record.waivers
        ),
    )


def _claims(page: Page) -> Iterator[ShownClaim]:
    findings = {finding.claim: finding for finding in page.evidence.claims} if page.evidence else {}
    for claim in page.record.claims:
        yield ShownClaim(
            text=inline(claim.text),
            verdict=claim.verdict,
            qualification=inline(claim.qualification or ""),
            finding=findings.get(claim.text),
        )


def _proof(page: Page) -> Proof | None:
    if page.evidence is None:
        return None
    experiment = page.evidence.experiment.symbol
    module = experiment_module(experiment)
    return Proof(experiment, module, taken_on(page.evidence), page.outdated)


def _entries(
    apparatus: Sequence[ApparatusEntry], edition: Edition, verse: int | None
) -> tuple[Entry, ...]:
    return tuple(
        Entry(
            verse=verse,
            number=number,
            kind=entry.kind,
            reason=inline(entry.reason),
            corrections=tuple(
                Correction(field_in_words(edit.field), edit.reading, edit.correction)
                for edit in entry.edits
            ),
            applied=entry.kind in edition.kinds,
        )
        for number, entry in enumerate(apparatus, 1)
    )


def field_in_words(field: str) -> str:
    """Write a field path as people say it.

    >>> field_in_words("morphology[3].form")
    'word 4, form'
    >>> field_in_words("morphology[0].analysis.members[1]")
    'word 1, analysis, members 2'
    >>> field_in_words("padaccheda")
    'padaccheda'
    """
    indexed = _INDEXED.fullmatch(field)
    if indexed is None:
        return field
    name, row, column, part = indexed.groups()
    words = f"{_ONE_OF.get(name, name)} {int(row) + 1}"
    if column is not None:
        words += f", column {int(column) + 1}"
    if part:
        shown = _INDEX.sub(lambda index: f" {int(index[1]) + 1}", part).replace(".", ", ")
        words += f", {shown}"
    return words


def _front(treatise: Treatise) -> FrontMatter:
    record, changes = treatise.record, treatise.edited.changes
    return FrontMatter(
        title=record.title,
        subtitle=record.subtitle,
        authors=record.authors,
        meter=inline(record.meter),
        structure=inline(record.structure),
        prologue=prose(record.prologue, changes.get("prologue", ())),
        synthesis=prose(record.synthesis, changes.get("synthesis", ())),
        apparatus=_entries(record.apparatus, treatise.edition, None),
    )


def _cantos(treatise: Treatise, pages: Sequence[VersePage]) -> Iterator[CantoPage]:
    """Give the cantos that have verses in the book."""
    changes: Mapping[str, tuple[Change, ...]] = treatise.edited.changes
    for index, canto in enumerate(treatise.cantos):
        numbers = tuple(page.number for page in pages if page.canto == canto.number)
        if numbers:
            yield _canto(canto, changes.get(f"cantos[{index}].introduction", ()), numbers)


def _canto(canto: Canto, changes: Sequence[Change], verses: tuple[int, ...]) -> CantoPage:
    return CantoPage(
        number=canto.number,
        heading=canto.heading,
        title=canto.title,
        introduction=prose(canto.introduction, changes),
        map_line=inline(canto.map_line),
        verses=verses,
    )


def _term(entry: LexiconEntry, pages: Sequence[VersePage]) -> Term:
    """Give a term with the verses in which a word begins with its stem."""
    stem = entry.term.rstrip("\u0903\u094d").removesuffix("म")
    return Term(
        term=entry.term,
        transliteration=entry.transliteration,
        gloss=inline(entry.gloss),
        verses=tuple(
            page.number for page in pages if any(stem in word.form for word in page.words)
        ),
    )
