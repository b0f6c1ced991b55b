"""The family ANV, अन्वयः: padaccheda, anvaya and morphology rows have the same words.

Each comparison is made once for a record; each rule speaks of one part of it.
"""

from dataclasses import dataclass
from functools import lru_cache

from dhyana.grammar.lint.pairing import Pairing, pair_in_any_order, pair_in_order
from dhyana.grammar.lint.record_rule import RecordFinding
from dhyana.grammar.lipi.phonemes import devanagari
from dhyana.grammar.padaccheda import Word, split
from dhyana.grammar.sandhi import join
from dhyana.shlokas.record import VerseRecord

MALLINATHA = "Mallinātha, nāmūlaṃ likhyate kiñcit"
"""“Nothing is written without a ground in the text”: what a commentary adds, it marks."""
FIVE_PARTS = "padacchedaḥ padārthoktir vigraho vākyayojanā (the parts of a commentary)"

MOST_WORDS, LONGEST = 120, 8000
"""Words, and characters, of the longest field that is compared."""


@dataclass(frozen=True, slots=True)
class Token:
    """A word of another field: in which field it stands, and where."""

    field: str
    word: Word

    def finding(self, message: str, expected: str | None = None) -> RecordFinding:
        """Point at the token."""
        return RecordFinding(
            field=self.field,
            start=self.word.start,
            end=self.word.end,
            message=message,
            word=self.word.written,
            expected=expected,
            found=self.word.written,
        )


@dataclass(frozen=True, slots=True)
class Compared:
    """The words of a padaccheda, the tokens of another field, and how they pair."""

    words: tuple[Word, ...]
    tokens: tuple[Token, ...]
    pairing: Pairing

    def written(self, *words: int) -> str:
        """Write words of the padaccheda as they stand there."""
        return " ".join(self.words[word].written for word in words)


def anvaya(record: VerseRecord) -> Compared | None:
    """Compare padaccheda and anvaya; None where either has no words, or too many."""
    return _anvaya(record.padaccheda, record.anvaya)


def rows(record: VerseRecord) -> Compared | None:
    """Compare padaccheda and morphology rows; None where either has no words, or too many."""
    return _rows(record.padaccheda, tuple(row.form for row in record.morphology))


@lru_cache(maxsize=64)
def _anvaya(padaccheda: str, text: str) -> Compared | None:
    if max(len(padaccheda), len(text)) > LONGEST:
        return None
    tokens = tuple(Token("anvaya", word) for word in split(text))
    return _compared(padaccheda, tokens)


@lru_cache(maxsize=64)
def _rows(padaccheda: str, forms: tuple[str, ...]) -> Compared | None:
    if max(len(padaccheda), sum(map(len, forms))) > LONGEST:
        return None
    tokens: list[Token] = []
    loose: list[int] = []
    for index, form in enumerate(forms):
        first = len(tokens)
        tokens += (Token(f"morphology[{index}].form", word) for word in split(form))
        if ELLIPSIS in form:
            loose += range(first + 1, len(tokens))
    return _compared(padaccheda, tuple(tokens), loose)


ELLIPSIS = "…"
"""Stands in a row between words that belong together and stand apart in the verse."""


def _compared(
    padaccheda: str, tokens: tuple[Token, ...], loose: list[int] | None = None
) -> Compared | None:
    """Pair words and tokens: in order with those that are not `loose`, in any without them."""
    words, others = split(padaccheda), [token.word for token in tokens]
    if not words or not others or max(len(words), len(others)) > MOST_WORDS:
        return None
    if loose is None:
        return Compared(words, tokens, pair_in_any_order(words, others))
    return Compared(words, tokens, pair_in_order(words, others, loose))


def at_word(compared: Compared, word: int, message: str) -> RecordFinding:
    """Point at a word of the padaccheda."""
    one = compared.words[word]
    return RecordFinding(
        field="padaccheda",
        start=one.start,
        end=one.end,
        message=message,
        word=one.written,
        expected=one.written,
    )


def joined_members(word: Word) -> str:
    """Write a compound in Devanagari with its members joined, as said alone."""
    return devanagari(next(join(word.padas())).text)
