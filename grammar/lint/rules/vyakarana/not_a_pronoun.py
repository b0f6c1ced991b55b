"""A word that its label calls a pronoun and that Pāṇini does not list among them.

## What it checks

The label has सर्वनाम, and the word is an indeclinable, or its stem stands neither in the list that
begins with सर्व nor among those that are declined like it in some cases. A compound counts by its
last member, and as a bahuvrīhi is no pronoun (1.1.29).

## Why

सर्वनाम is a name that 1.1.27 gives to the words of a closed list, and their endings follow from it
(7.1.14–17). An avyayībhāva such as प्रत्येकम्, “each by each”, is an adverb, whatever translates it.

## Example

    form      प्रत्येकम्
    category  क्रियाविशेषणम् / सर्वनाम
    analysis  {stem: एक, members: [प्रति, एक], samasa: अव्ययीभावः, avyaya: true}

## Use instead

    form      प्रत्येकम्
    category  क्रियाविशेषणम्
    analysis  {stem: एक, members: [प्रति, एक], samasa: अव्ययीभावः, avyaya: true}

## References

Aṣṭādhyāyī 1.1.27, *sarvādīni sarvanāmāni*, with its list in the Gaṇapāṭha; 1.1.28–36; 2.1.6.
"""

from collections.abc import Iterator

from dhyana.grammar.category import Kind, kinds
from dhyana.grammar.lint.diagnostic import Severity
from dhyana.grammar.lint.record_rule import RecordFinding, RecordRule
from dhyana.grammar.lint.vyakarana import words
from dhyana.grammar.vyakarana.compounds import BAHUVRIHI
from dhyana.grammar.vyakarana.deriving import slp1
from dhyana.grammar.vyakarana.examining import is_indeclinable
from dhyana.grammar.vyakarana.pronouns import pronoun
from dhyana.shlokas.record import VerseRecord, WordAnalysis

_SARVANAMA = "सर्वनाम"


def check(record: VerseRecord) -> Iterator[RecordFinding]:
    """Find words called pronouns that are none."""
    for word in words(record):
        analysis = word.analysis
        if analysis is None or word.examined.written != word.row.form:
            continue
        if Kind.SARVANAMA in kinds(word.row.category) and not _is_pronoun(analysis):
            yield word.in_label(
                f"{word.examined.written} is no pronoun: {_reason(analysis)}",
                _SARVANAMA,
                expected="क्रियाविशेषणम्" if is_indeclinable(analysis) else "विशेषणम्",
                found=_SARVANAMA,
            )


def _is_pronoun(analysis: WordAnalysis) -> bool:
    if is_indeclinable(analysis) or analysis.samasa == BAHUVRIHI:
        return False
    return analysis.stem is not None and pronoun(slp1(analysis.stem)) is not None


def _reason(analysis: WordAnalysis) -> str:
    if analysis.samasa:
        return f"it is {analysis.samasa}"
    if is_indeclinable(analysis):
        return "it is indeclinable"
    return "its stem is not in the list of 1.1.27"


RULE = RecordRule(
    code="VYA144",
    name="not-a-pronoun",
    severity=Severity.ERROR,
    authority="1.1.27 sarvādīni sarvanāmāni",
    documentation=__doc__,
    check=check,
)
