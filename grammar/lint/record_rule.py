"""Rules of a record: those that compare its fields, and those that read any text in it.

A rule yields findings that name a field and a stretch of its text. `record_findings` asks all
rules of a family and makes diagnostics of what they find, with lines and columns within the
field; the engine places them in the file.
"""

import dataclasses
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice

from dhyana.grammar.lint.diagnostic import Diagnostic, Fix, TextEdit
from dhyana.grammar.lint.languages import is_modern
from dhyana.grammar.lint.places import place
from dhyana.grammar.lint.registry import rules
from dhyana.grammar.lint.rule import Rule
from dhyana.shlokas.record import TreatiseRecord, VerseRecord

AnyRecord = VerseRecord | TreatiseRecord

MOST = 100
"""Findings of one rule in one record, or of a rule of any text in one field, that are told."""

_OURS = frozenset({"code", "claims", "apparatus", "waivers", "analysis"})
"""Fields with words of ours, not of the treatise."""


@dataclass(frozen=True, slots=True)
class Repair:
    """A way to mend a finding; `edits` replace stretches of the field of the finding."""

    message: str
    edits: tuple[tuple[int, int, str], ...] = ()
    safe: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordFinding:
    """What a rule found at `start` to `end` of a field, such as `morphology[3].form`.

    `authority` is given where the finding has another than the rule.
    """

    field: str
    start: int
    end: int
    message: str
    word: str | None = None
    expected: str | None = None
    found: str | None = None
    authority: str | None = None
    repairs: tuple[Repair, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordRule(Rule):
    """A rule that compares the fields of a verse."""

    check: Callable[[VerseRecord], Iterator[RecordFinding]]


@dataclass(frozen=True, slots=True, kw_only=True)
class TreatiseRule(Rule):
    """A rule that compares the parts of a treatise's front and back matter."""

    check: Callable[[TreatiseRecord], Iterator[RecordFinding]]


@dataclass(frozen=True, slots=True, kw_only=True)
class TextsRule(Rule):
    """A rule of all texts in a record, which it is given by the paths of their fields."""

    check: Callable[[Mapping[str, str]], Iterator[RecordFinding]]


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldRule(Rule):
    """A rule of any text in a record: it is given the name of the field and its text.

    `of_plain_text`: it is asked of verse in text files too, whose field is then `verse`.
    `of_sanskrit`: it has no word on texts in a language of today.
    """

    check: Callable[[str, str], Iterator[RecordFinding]]
    of_plain_text: bool = False
    of_sanskrit: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class PlainTextRule(Rule):
    """A rule of verse that stands in no record; its findings are of the field `verse`."""

    check: Callable[[str], Iterator[RecordFinding]]


def record_findings(record: AnyRecord, family: str) -> Iterator[Diagnostic]:
    """Give all that the rules of a family find in a record, field by field where they read any."""
    texts = dict(fields_of(record))
    for rule in rules(family):
        for finding in _asked(rule, record, texts):
            number = record.number if isinstance(record, VerseRecord) else None
            yield diagnostic_of(rule, finding, texts[finding.field], number)


def _asked(rule: Rule, record: AnyRecord, texts: Mapping[str, str]) -> Iterator[RecordFinding]:
    if isinstance(rule, FieldRule):
        for name, text in texts.items():
            found = list(islice(rule.check(name, text), MOST))
            if found and not (rule.of_sanskrit and is_modern(text)):
                yield from found
    elif isinstance(rule, TextsRule):
        yield from islice(rule.check(texts), MOST)
    elif isinstance(record, VerseRecord):
        if isinstance(rule, RecordRule):
            yield from islice(rule.check(record), MOST)
    elif isinstance(rule, TreatiseRule):
        yield from islice(rule.check(record), MOST)


def fields_of(record: AnyRecord) -> Iterator[tuple[str, str]]:
    """Give each text of the treatise in a record, by the path of its field."""
    for field in dataclasses.fields(record):
        if field.name not in _OURS:
            yield from _texts(field.name, getattr(record, field.name))


def _texts(path: str, value: object) -> Iterator[tuple[str, str]]:
    if isinstance(value, str):
        yield path, value
    elif isinstance(value, tuple):
        for index, item in enumerate(value):
            yield from _texts(f"{path}[{index}]", item)
    elif dataclasses.is_dataclass(value) and not isinstance(value, type):
        for field in dataclasses.fields(value):
            if field.name not in _OURS:
                yield from _texts(f"{path}.{field.name}", getattr(value, field.name))


def diagnostic_of(
    rule: Rule, finding: RecordFinding, text: str, verse: int | None = None
) -> Diagnostic:
    """Make a diagnostic of a finding of a rule, placed in the text of its field."""
    return Diagnostic(
        code=rule.code,
        name=rule.name,
        severity=rule.severity,
        message=finding.message,
        **place(text, finding.start, finding.end)._asdict(),
        verse=verse,
        field=finding.field,
        word=finding.word,
        expected=finding.expected,
        found=finding.found,
        authority=finding.authority or rule.authority,
        fixes=tuple(_fix(repair, text) for repair in finding.repairs),
    )


def _fix(repair: Repair, text: str) -> Fix:
    edits = tuple(TextEdit(*place(text, start, end), new) for start, end, new in repair.edits)
    return Fix(repair.message, repair.safe, edits)
