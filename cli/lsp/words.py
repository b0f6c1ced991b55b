"""Words of padaccheda, anvaya and the forms of rows: which one a place is in, and where it is."""

from collections.abc import Iterator

from dhyana.cli.lsp.record_view import RecordView
from dhyana.cli.lsp.treatises import heard
from dhyana.grammar.padaccheda import Word, split

LONGEST = 8_000
"""Characters of the longest field that is read word by word."""


def word_at(text: str, offset: int) -> Word | None:
    """Give the word that an offset of a field is in or just behind."""
    if len(text) > LONGEST:
        return None
    return next((word for word in split(text) if word.start <= offset <= word.end), None)


def places_of(view: RecordView, written: str) -> Iterator[tuple[str, int, int]]:
    """Find a word in the fields of a record: the field, and the offsets in it."""
    wanted = heard(written)
    forms = [f"morphology[{index}].form" for index in view.rows]
    for field in ("padaccheda", "anvaya", *forms):
        text = view.text(field)
        if text is not None and len(text) <= LONGEST:
            for word in split(text):
                if heard(word.written) == wanted:
                    yield field, word.start, word.end
