"""A compound called tatpuruṣa that has not the gender of its last member.

## What it checks

The description calls the compound a tatpuruṣa or karmadhāraya, the label gives it another gender
than its last member has, and that gender is fixed.

## Why

A tatpuruṣa has the gender of its last member; a compound that takes the gender of what it
qualifies is a bahuvrīhi. One of the two, name or gender, is wrong.

## Example

    form         वासवानीमुखैः
    category     सुबन्तरूपम् (तृतीया, बहुवचनम्, पुंल्लिंगम्)
    description  वासवानी-मुखैः (तत्पुरुषः)
    analysis     {stem: मुख, members: [वासवानी, मुख], samasa: बहुव्रीहिः, linga: पुं}

मुख is neuter; “those of whom Vaswani is the head” is a bahuvrīhi.

## Use instead

    form         वासवानीमुखैः
    category     सुबन्तरूपम् (तृतीया, बहुवचनम्, पुंल्लिंगम्)
    description  वासवानी मुखं येषां तैः (बहुव्रीहिः)
    analysis     {stem: मुख, members: [वासवानी, मुख], samasa: बहुव्रीहिः, linga: पुं}

## References

Aṣṭādhyāyī 2.4.26, *paravalliṅgaṃ dvandvatatpuruṣayoḥ*; 2.2.24, *anekam anyapadārthe*.
"""

from collections.abc import Iterator

from dhyana.grammar.category import Kind
from dhyana.grammar.lint.diagnostic import Severity
from dhyana.grammar.lint.record_rule import RecordFinding, RecordRule
from dhyana.grammar.lint.vyakarana import words
from dhyana.grammar.vyakarana.cells import LINGAS
from dhyana.grammar.vyakarana.compounds import BAHUVRIHI, is_tatpurusha
from dhyana.grammar.vyakarana.description import vigraha
from dhyana.grammar.vyakarana.gender import gender
from dhyana.shlokas.record import VerseRecord


def check(record: VerseRecord) -> Iterator[RecordFinding]:
    """Find tatpuruṣas with another gender than their last member."""
    for word in words(record):
        category, analysis = word.category, word.analysis
        claimed = vigraha(word.row.description)
        if category is None or analysis is None or claimed is None or category.linga is None:
            continue
        if category.kind is not Kind.SUBANTA or not is_tatpurusha(claimed.name.text):
            continue
        last = gender(analysis)
        if analysis.samasa == BAHUVRIHI and last and last.linga != category.linga:
            yield word.in_description(
                claimed.name.start,
                claimed.name.end,
                f"{word.examined.written} is {LINGAS[category.linga]}, its last member "
                f"{analysis.members[-1]} {LINGAS[last.linga]}: it is no {claimed.name.text}",
                expected=BAHUVRIHI,
                found=claimed.name.text,
                authority=f"2.4.26 paravalliṅgaṃ dvandvatatpuruṣayoḥ; {last.authority}",
            )


RULE = RecordRule(
    code="VYA123",
    name="tatpurusha-gender",
    severity=Severity.ERROR,
    authority="2.4.26 paravalliṅgaṃ dvandvatatpuruṣayoḥ",
    documentation=__doc__,
    check=check,
)
