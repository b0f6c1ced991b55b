"""The texts that the search of the site looks through, as a script that works from disk."""

import json
from collections.abc import Iterator

from dhyana.cli.handbook.book import Book, CodeExcerpt, Prose, VersePage
from dhyana.cli.handbook.inline import plain
from dhyana.cli.handbook.site import places
from dhyana.cli.handbook.site.markdown import plain_text

Hit = tuple[str, str, str, str]
"""A text that can be found: the place, the name of the page, the part of it, and the text."""


def search_index(book: Book) -> str:
    """Write all texts of the book; the page makes the index of them."""
    entries = [list(hit) for hit in _hits(book) if hit[3].strip()]
    written = json.dumps(entries, ensure_ascii=False, separators=(",", ":"))
    return f"window.DHYANA_TEXTS = {written};\n"


def _hits(book: Book) -> Iterator[Hit]:
    yield "index.html", book.front.title, "Title", f"{book.front.title} {book.front.subtitle}"
    yield "index.html#prologue", "Prologue", "Text", _prose(book.front.prologue)
    yield "index.html#synthesis", "Synthesis", "Text", _prose(book.front.synthesis)
    for canto in book.cantos:
        name, place = f"Canto {canto.number}", places.canto_file(canto.number)
        yield place, name, "Title", f"{canto.heading} {canto.title}"
        yield place, name, "Introduction", _prose(canto.introduction)
    for verse in book.verses:
        yield from _verse(verse)
    for number, term in enumerate(book.lexicon, 1):
        text = f"{term.term} {term.transliteration}: {plain(term.gloss)}"
        yield f"lexicon.html#term-{number}", "Lexicon", "Term", text
    for row in book.matrix:
        yield "matrix.html", "Matrix", "Row", " · ".join(map(plain, row))
    for module in book.modules:
        text = f"{module.name}: {module.summary}"
        yield places.module_file(module.name), module.name, "Module", text
    for family in book.rules:
        for rule in family.rules:
            text = f"{rule.name}: {rule.summary} {rule.authority}"
            yield places.rule_file(rule.code), rule.code, "Rule", text
    for document in book.documents:
        yield (
            places.document_file(document.name),
            document.title,
            "Guide",
            plain_text(document.markdown),
        )


def _verse(verse: VersePage) -> Iterator[Hit]:
    place, name = places.verse_place(verse.number), f"Verse {verse.number}"
    yield place, name, "Verse", " ".join(verse.verse)
    yield place, name, "Words", " ".join(s.text for line in verse.padaccheda for s in line)
    yield place, name, "Prose order", " ".join(s.text for line in verse.anvaya for s in line)
    yield place, name, "Translation", plain(verse.translation)
    for number, word in enumerate(verse.words, 1):
        text = f"{word.form}: {plain(word.category)}; {plain(word.description)}"
        yield f"{places.verse_file(verse.number)}#v{verse.number}-w{number}", name, "Word", text
    yield place, name, "Commentary", _prose(verse.commentary)
    for code in verse.code:
        if isinstance(code, CodeExcerpt):
            yield place, name, "Code", f"{code.symbol} {code.signature}"
    for claim in verse.claims:
        yield place, name, "Claim", f"{plain(claim.text)} {plain(claim.qualification)}"
    for entry in verse.apparatus:
        edits = " ".join(f"{edit.reading} → {edit.correction}" for edit in entry.corrections)
        yield place, name, "Apparatus", f"{plain(entry.reason)} {edits}"


def _prose(prose: Prose) -> str:
    return " ".join(map(plain, prose))
