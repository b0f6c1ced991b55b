"""The words of a verse: its morphology rows, and where each stands in verse and prose order."""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from dhyana.cli.handbook.book import Derivation, DerivationStep, Segment, Word
from dhyana.cli.handbook.inline import corrected, inline
from dhyana.cli.view.derivation import named_parts, part_in_words, shown_steps, taught_parts
from dhyana.grammar.lint.anvaya import anvaya, rows
from dhyana.grammar.lint.pairing import Pairing, pair_in_order
from dhyana.grammar.lint.sandhi import comparison
from dhyana.grammar.lipi.phonemes import devanagari
from dhyana.grammar.lipi.transliteration import Script, transliterate
from dhyana.grammar.padaccheda import Word as Token
from dhyana.grammar.padaccheda import split
from dhyana.grammar.sandhi import Proven
from dhyana.grammar.vyakarana.deriving import Derived, Vyakarana, slp1
from dhyana.grammar.vyakarana.examining import Examined, Outcome, examine
from dhyana.grammar.vyakarana.indeclinables import indeclinable
from dhyana.grammar.vyakarana.sutras import deciding
from dhyana.shlokas import Verse
from dhyana.shlokas.editions import Change
from dhyana.shlokas.record import MorphologyRow, VerseRecord

Owners = Mapping[int, tuple[int, ...]]
"""Of a word of the padaccheda, by its index, the morphology rows that speak of it."""

_NO_WORD = " \n।॥,;"
_CLUSTER_JOINS = "\u094d"
"""What stands before the last letter of a conjunct, which no markup may part."""
_SIGNS = re.compile("[\u0900-\u0903\u093a-\u093c\u093e-\u094f\u0951-\u0957\u200c\u200d]")
_ROW = re.compile(r"morphology\[(\d+)\]\.form")
_CLAUSE = re.compile(r"[\u0900-\u0dff][^;]*;\s*")


def words_of(record: VerseRecord, grammar: Vyakarana) -> tuple[Word, ...]:
    """Give the morphology rows with their derivations."""
    return tuple(_word(row, grammar) for row in record.morphology)


def _word(row: MorphologyRow, grammar: Vyakarana) -> Word:
    return Word(
        form=row.form,
        iast=transliterate(row.form, Script.IAST),
        category=inline(row.category),
        description=inline(row.description),
        gloss=inline(_gloss(row.description)),
        derivations=tuple(_derivation(examined) for examined in examine(row, grammar)),
    )


def _gloss(description: str) -> str:
    """Leave out what stands in Sanskrit before the meaning: `मूलस्य भागेन (तत्पुरुषः); …`."""
    clause = _CLAUSE.match(description)
    return description[clause.end() :] if clause else description


def _derivation(examined: Examined) -> Derivation:
    verdict = examined.verdict
    proven = verdict.outcome is Outcome.PROVEN
    given = verdict.given[0] if proven and verdict.given else None
    named = named_parts(examined.analysis) or {}
    return Derivation(
        written=examined.written,
        outcome=str(verdict.outcome),
        reason=verdict.reason,
        cell=None if verdict.cell is None else str(verdict.cell),
        analysis=tuple((name, part_in_words(part)) for name, part in named.items()),
        given=" / ".join(devanagari(each.form) for each in verdict.given) or None,
        parts=taught_parts(given) if given else (),
        sutras=_sutras(examined, given),
        steps=tuple(
            DerivationStep(step.sutra, step.text, step.result)
            for step in (shown_steps(given) if given else ())
        ),
    )


def _sutras(examined: Examined, given: Derived | None) -> tuple[str, ...]:
    """Name what makes a form what it is; of a particle, the list or sūtra that names it."""
    if given is None or examined.analysis is None:
        return ()
    if given.steps or not examined.analysis.avyaya:
        return deciding(given)
    named = indeclinable(slp1(examined.analysis.stem or examined.written))
    return (named,) if named else ()


def views_of(verse: Verse) -> tuple[tuple[tuple[Segment, ...], ...], ...]:
    """Give verse, padaccheda and anvaya in lines of segments, each with the words it belongs to."""
    record, changes = verse.record, verse.edited.changes
    tokens = split(record.padaccheda)
    owners = _owners(record, tokens)
    return (
        _lines(record.verse, _in_verse(record, tokens, owners), changes.get("verse", ())),
        _lines(
            record.padaccheda,
            [(token.start, token.end, owners.get(i, ())) for i, token in enumerate(tokens)],
            changes.get("padaccheda", ()),
        ),
        _lines(record.anvaya, _in_anvaya(record, owners), changes.get("anvaya", ())),
    )


Span = tuple[int, int, tuple[int, ...]]
"""From where to where in a field, and the rows that speak of it."""


def _owners(record: VerseRecord, tokens: Sequence[Token]) -> Owners:
    compared = rows(record)
    if compared is None:
        return {}
    found: dict[int, list[int]] = defaultdict(list)
    for word, token in _pairs(compared.pairing):
        row = _ROW.fullmatch(compared.tokens[token].field)
        if row and int(row[1]) not in found[word]:
            found[word].append(int(row[1]))
    for word in compared.pairing.repeated:
        alike = (other for other in found if tokens[other].slp1 == tokens[word].slp1)
        found[word] = list(found[next(alike)])
    return {word: tuple(sorted(each)) for word, each in found.items()}


def _pairs(pairing: Pairing) -> Iterator[tuple[int, int]]:
    """Give all pairs of words and tokens, also of several on either side."""
    for pairs in (pairing.same, pairing.moved, pairing.bracketed, pairing.altered):
        yield from pairs
    yield from ((word, token) for group, token in pairing.fused for word in group)
    yield from ((word, token) for word, group in pairing.apart for token in group)


def _in_anvaya(record: VerseRecord, owners: Owners) -> Iterator[Span]:
    compared = anvaya(record)
    if compared is not None:
        yield from _spans([token.word for token in compared.tokens], compared.pairing, owners)


def _in_verse(record: VerseRecord, tokens: Sequence[Token], owners: Owners) -> list[Span]:
    """Find the words in the verse: where sandhi proves them to be, else by likeness."""
    compared = comparison(record)
    if compared is None:
        return []
    if not isinstance(compared.verdict, Proven):
        chunks = split(record.verse)
        return list(_spans(chunks, pair_in_order(tokens, chunks), owners))
    spans: list[Span] = []
    for said, word in zip(compared.verdict.said, compared.owners, strict=True):
        if said.start < said.end:
            place = compared.verse.span(said.start, said.end)
            spans.append((*place, owners.get(word, ())))
    return spans


def _spans(tokens: Sequence[Token], pairing: Pairing, owners: Owners) -> Iterator[Span]:
    found: dict[int, set[int]] = defaultdict(set)
    for word, token in _pairs(pairing):
        found[token].update(owners.get(word, ()))
    for token in pairing.extra:
        found[token].update(
            row for word in _between(token, pairing) for row in owners.get(word, ())
        )
    for token, speaking in found.items():
        yield tokens[token].start, tokens[token].end, tuple(sorted(speaking))


def _between(token: int, pairing: Pairing) -> Iterator[int]:
    """Give the words without a partner that stand where a token without a partner does."""
    pairs = pairing.same
    before = max((word for word, other in pairs if other < token), default=-1)
    after = min((word for word, other in pairs if other > token), default=len(pairs) + token + 1)
    return (word for word in pairing.missing if before < word < after)


def _lines(
    text: str, spans: Iterator[Span] | Sequence[Span], changes: Sequence[Change]
) -> tuple[tuple[Segment, ...], ...]:
    """Cut a text into lines of segments."""
    of: list[set[int]] = [set() for _ in text]
    for start, end, owners in spans:
        for place in range(start, end):
            if text[place] not in _NO_WORD:
                of[place].update(owners)
    lines: list[tuple[Segment, ...]] = []
    start = 0
    for line in text.split("\n"):
        lines.append(tuple(_segments(line, start, of, changes)))
        start += len(line) + 1
    return tuple(lines)


def _segments(
    line: str, start: int, words: Sequence[set[int]], changes: Sequence[Change]
) -> Iterator[Segment]:
    """Cut a line where its words change, but never inside a cluster that is written as one."""
    runs: list[tuple[int, set[int]]] = []
    for place, character in enumerate(line):
        of = words[start + place]
        joined = place > 0 and (_SIGNS.match(character) or line[place - 1] == _CLUSTER_JOINS)
        if joined:
            _widen(runs, of, line, place)
        elif not runs or of != runs[-1][1]:
            runs.append((place, set(of)))
    ends = [begin for begin, _ in runs[1:]] + [len(line)]
    for (begin, of), end in zip(runs, ends, strict=True):
        entries = corrected(start + begin, start + end, changes)
        yield Segment(line[begin:end], tuple(sorted(of)), entries)


def _widen(runs: list[tuple[int, set[int]]], of: set[int], line: str, place: int) -> None:
    """Let a cluster in which another word begins belong to both, in a segment of its own."""
    begin, owners = runs[-1]
    if of <= owners or not line[place].strip():
        return
    first = place
    while first > begin and (_SIGNS.match(line[first]) or line[first - 1] == _CLUSTER_JOINS):
        first -= 1
    if first > begin:
        runs.append((first, owners | of))
    else:
        owners |= of
