"""The book as it is gathered."""

from pathlib import Path

from dhyana.cli.handbook.book import Book, CodeExcerpt
from dhyana.cli.handbook.gathering import field_in_words, gather
from dhyana.cli.handbook.rules import documents
from dhyana.shlokas import load
from dhyana.shlokas.editions import Edition


def test_the_book_is_whole(book: Book) -> None:
    """Ten cantos, fifty verses, each with scansion, words, code and claims."""
    assert len(book.cantos) == 10
    assert [verse.number for verse in book.verses] == list(range(1, 51))
    for verse in book.verses:
        assert len(verse.scansion.padas) == 4
        assert verse.words
        assert verse.commentary
        assert any(isinstance(code, CodeExcerpt) for code in verse.code)
        assert all(claim.finding for claim in verse.claims)


def test_code_and_verses_lead_to_each_other(book: Book) -> None:
    """Every component beside a verse is a marked place of a module's page, with that verse."""
    marks = {mark.symbol: mark for module in book.modules for mark in module.marks}
    for verse in book.verses:
        for code in verse.code:
            assert isinstance(code, CodeExcerpt)
            mark = marks[code.symbol]
            assert verse.number in mark.verses
            assert mark.first_line == code.first_line
            assert mark.last_line == code.first_line + len(code.lines) - 1


def test_lines_of_code_are_its_source(book: Book) -> None:
    """The tokens of a line, put together, are the line."""
    for module in book.modules:
        lines = ["".join(token.text for token in line) for line in module.lines]
        assert "\n".join(lines) == module.source


def test_faults_of_the_metre(book: Book) -> None:
    """The hypermetric pāda of verse 40 is at fault, and its syllables are marked."""
    verse = book.verses[39]
    assert verse.scansion.verdict == "faulty"
    assert [fault.code for fault in verse.scansion.faults] == ["CHA101"]
    faulty = [pada.label for pada in verse.scansion.padas if any(s.faulty for s in pada.syllables)]
    assert faulty == ["c"]


def test_an_edition_says_what_it_prints() -> None:
    """The text prints repairs, the emended edition conjectures as well."""
    for edition, applied in ((Edition.TEXT, {"repair"}), (Edition.EMENDED, None)):
        treatise = load(edition=edition)
        book = gather(treatise, [treatise.verse(1), treatise.verse(12)])
        kinds = {str(entry.kind) for entry in book.corrections if entry.applied}
        assert kinds == (applied or {"repair", "conjecture"})


def test_part_of_the_book() -> None:
    """Of some verses the book has their cantos, their code, their corrections, and no others."""
    treatise = load()
    book = gather(treatise, [treatise.verse(12), treatise.verse(11)])
    assert [verse.number for verse in book.verses] == [11, 12]
    assert [canto.number for canto in book.cantos] == [3]
    assert {module.name for module in book.modules} == {
        "dhyana.attention",
        "dhyana.pramana.canto_03",
    }
    assert {entry.verse for entry in book.corrections} <= {None, 11, 12}


def test_fields_in_words() -> None:
    """A field path is written as people say it."""
    assert field_in_words("morphology[3].form") == "word 4, form"
    assert field_in_words("morphology[0].analysis[1].stem") == "word 1, analysis 2, stem"
    assert field_in_words("matrix[7][2]") == "row 8, column 3"
    assert field_in_words("commentary") == "commentary"


def test_the_guide_begins_with_what_one_reads_first(tmp_path: Path) -> None:
    """Documents come in the order in which they are read, each with title and first paragraph."""
    for name in ("reference-cli", "metre", "installation", "explanation", "tutorial"):
        (tmp_path / f"{name}.md").write_text(f"# The {name}\n\nWhat it\nsays.\n\nMore.\n")
    found = documents(tmp_path)
    names = ["installation", "tutorial", "metre", "explanation", "reference-cli"]
    assert [document.name for document in found] == names
    assert (found[0].title, found[0].summary) == ("The installation", "What it\nsays.")
