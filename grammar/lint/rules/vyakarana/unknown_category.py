"""A label that names no category of grammar.

## What it checks

The व्याकरण-विभागः of a row is read by `category.lark`. Reported is the first word that is no term of
it, or that stands where no label begins, with the term that it comes near to. Where most labels of
a record begin otherwise (loc. sg. n.; सप्तमी एकवचनम्), they are of another notation, and left alone.

## Why

What cannot be read cannot be derived: the row asserts nothing. Terms have their grammar too: the
locative absolute is सतिसप्तमी, with the locative of सत्; सती is a feminine.

## Example

    form      मूलभागेन
    category  सुबन्त (तृतीया, एकवचनम्, पुंल्लिंगम्)

## Use instead

    form      मूलभागेन
    category  सुबन्तरूपम् (तृतीया, एकवचनम्, पुंल्लिंगम्)

## References

Aṣṭādhyāyī 1.4.14, *suptiṅantaṃ padam*; 1.1.37, *svarādinipātam avyayam*; 2.3.37, *yasya ca bhāvena
bhāvalakṣaṇam*.
"""

from collections.abc import Iterator

from dhyana.grammar.category import CategoryError, parse
from dhyana.grammar.lint.diagnostic import Severity
from dhyana.grammar.lint.record_rule import RecordFinding, RecordRule
from dhyana.shlokas.record import VerseRecord


def check(record: VerseRecord) -> Iterator[RecordFinding]:
    """Find the first word of a label that cannot be read."""
    ours = _is_our_notation(record)
    for index, row in enumerate(record.morphology):
        try:
            parse(row.category)
        except CategoryError as error:
            if not error.incomplete and (ours or error.start or error.meant):
                found = row.category[error.start : error.end]
                message = f"{found or 'nothing'} is no category that can stand here"
                if error.meant:
                    message = f"{found} is no term of grammar; {error.meant} is"
                yield RecordFinding(
                    field=f"morphology[{index}].category",
                    start=error.start,
                    end=error.end,
                    message=message,
                    word=row.form,
                    expected=error.meant or error.expected,
                    found=found or None,
                    authority=_GROUNDS.get(error.meant) if error.meant else None,
                )


def _is_our_notation(record: VerseRecord) -> bool:
    """Whether most labels of a record begin as labels do."""
    labels = [row.category for row in record.morphology]
    return 2 * sum(map(_begins_well, labels)) >= len(labels)


def _begins_well(label: str) -> bool:
    try:
        parse(label)
    except CategoryError as error:
        return error.incomplete or bool(error.start or error.meant)
    return True


_GROUNDS = {"सतिसप्तमी": "2.3.37 yasya ca bhāvena bhāvalakṣaṇam; 6.4.111 śnasor allopaḥ"}
"""What gives a term its form."""


RULE = RecordRule(
    code="VYA101",
    name="unknown-category",
    severity=Severity.ERROR,
    authority="1.4.14 suptiṅantaṃ padam; 1.1.37 svarādinipātamavyayam",
    documentation=__doc__,
    check=check,
)
