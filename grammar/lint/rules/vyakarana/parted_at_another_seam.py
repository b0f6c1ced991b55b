"""A compound that the padaccheda parts into other members than its analysis.

## What it checks

Padaccheda and analysis part a compound into as many members, and the last member, as the
padaccheda writes it, is no form of the last member of the analysis. The analysis is ours, made
from what the row says the word means.

## Why

Where vowels have run together a compound can be parted in several ways, and the sounds are no
help: प्रज्ञालोके is प्रज्ञा-लोके, “in the world of wisdom”, or प्रज्ञा-आलोके, “in its light”.

## Example

    padaccheda   प्रज्ञा-लोके
    form         प्रज्ञालोके
    category     सुबन्तरूपम् (सप्तमी, एकवचनम्, पुंल्लिंगम्)
    description  in the light of intelligence
    analysis     {stem: आलोक, members: [प्रज्ञा, आलोक], linga: पुं, vibhakti: 7, vacana: 1}

## Use instead

    padaccheda   प्रज्ञा-आलोके
    form         प्रज्ञालोके
    category     सुबन्तरूपम् (सप्तमी, एकवचनम्, पुंल्लिंगम्)
    description  in the light of intelligence
    analysis     {stem: आलोक, members: [प्रज्ञा, आलोक], linga: पुं, vibhakti: 7, vacana: 1}

## References

Aṣṭādhyāyī 6.1.84, *ekaḥ pūrvaparayoḥ*; 6.1.101, *akaḥ savarṇe dīrghaḥ*; 2.4.71.
"""

from collections.abc import Iterator
from dataclasses import replace

from dhyana.grammar.lint.diagnostic import Severity
from dhyana.grammar.lint.record_rule import RecordFinding, RecordRule
from dhyana.grammar.lint.vyakarana import Word, grammar, shown, words
from dhyana.grammar.lipi.phonemes import devanagari
from dhyana.grammar.padaccheda import Word as Token
from dhyana.grammar.padaccheda import split
from dhyana.grammar.sandhi import Refuted, matches
from dhyana.grammar.vyakarana.cells import Nominal
from dhyana.grammar.vyakarana.deriving import UndecidableError
from dhyana.grammar.vyakarana.examining import Outcome, Verdict, heard_as, verdict_in
from dhyana.shlokas.record import VerseRecord

_LONGEST = 8000


def check(record: VerseRecord) -> Iterator[RecordFinding]:
    """Find compounds that padaccheda and analysis part differently."""
    if len(record.padaccheda) > _LONGEST:
        return
    compounds = [token for token in split(record.padaccheda) if len(token.members) > 1]
    for word in words(record):
        token = next((one for one in compounds if _is_of(word, one)), None)
        if token is None or word.analysis is None:
            continue
        verdict = _last(word, token)
        if verdict is not None and verdict.outcome is Outcome.REFUTED:
            last = devanagari(token.members[-1])
            given = shown(verdict.given)
            yield RecordFinding(
                field="padaccheda",
                start=token.start,
                end=token.end,
                message=f"{last} is no form of {word.analysis.members[-1]}, "
                f"with which {word.examined.written} ends",
                word=token.written,
                expected=f"-{given}",
                found=f"-{last}",
            )


def _is_of(word: Word, token: Token) -> bool:
    """Whether a row is of a compound: as many members, and joined they are its right form."""
    if word.analysis is None or len(word.analysis.members) != len(token.members):
        return False
    if word.examined.verdict.outcome is not Outcome.PROVEN:
        return False
    heard = heard_as(word.examined.written)
    # Sandhi leaves the first sound of a row of words as it is: a quick way to most answers.
    return heard[:1] == token.slp1[:1] and not isinstance(matches(token.padas(), heard), Refuted)


def _last(word: Word, token: Token) -> Verdict | None:
    cell, analysis = word.examined.verdict.cell, word.analysis
    if not isinstance(cell, Nominal) or analysis is None:
        return None
    alone = replace(analysis, members=(), samasa=None)
    try:
        return verdict_in(devanagari(token.members[-1]), cell, alone, grammar())
    except UndecidableError:
        return None


RULE = RecordRule(
    code="VYA154",
    name="parted-at-another-seam",
    severity=Severity.WARNING,
    authority="6.1.84 ekaḥ pūrvaparayoḥ; 2.4.71 supo dhātuprātipadikayoḥ",
    documentation=__doc__,
    check=check,
)
