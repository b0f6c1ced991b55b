"""The indexes of a book."""

from dhyana.cli.handbook.book import Book
from dhyana.cli.handbook.indexes import notation_of, symbols_of, words_of


def test_every_word_is_in_both_indexes(short_book: Book) -> None:
    """Each word of a table must be found, with all its verses, in either order."""
    words = {(word.form, page.number) for page in short_book.verses for word in page.words}
    for by_iast in (False, True):
        index = words_of(short_book, by_iast=by_iast)
        assert {(one.form, verse) for one in index for verse in one.verses} == words


def test_the_orders_are_those_of_the_alphabets(book: Book) -> None:
    """Devanagari must go by the varṇamālā, IAST by the Latin alphabet without its diacritics."""
    sanskrit = [one.form for one in words_of(book, by_iast=False)]
    assert sanskrit.index("अवधानम्") < sanskrit.index("इति") < sanskrit.index("क्रियते")
    roman = [one.iast for one in words_of(book, by_iast=True)]
    assert roman.index("ānandam") < roman.index("anena") < roman.index("avadhānam")


def test_notation_is_what_commentaries_and_tables_use(short_book: Book) -> None:
    """A name such as √d_k must be listed with the verses that use it."""
    found = {one.formula.spoken: one.verses for one in notation_of(short_book)}
    assert found["√dₖ"] == (12,)


def test_symbols_are_the_linked_code(short_book: Book) -> None:
    """Code must be listed by name with its module and its verses."""
    found = {one.symbol: (one.module, one.name, one.verses) for one in symbols_of(short_book)}
    assert found["dhyana.attention.scale_scores"] == ("attention", "scale_scores", (12,))
