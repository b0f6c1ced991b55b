"""Labels and descriptions of the treatise changed one term at a time: what share is caught."""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

import pytest

from dhyana.grammar.lint.record_rule import record_findings
from dhyana.grammar.vyakarana.dhatupatha import GANAS
from dhyana.shlokas import load
from dhyana.shlokas.editions import Edition
from dhyana.shlokas.record import MorphologyRow, VerseRecord

TERMS = {
    "number": ("category", ("एकवचनम्", "द्विवचनम्", "बहुवचनम्"), 1.0),
    "gender": ("category", ("पुंल्लिंगम्", "स्त्रीलिंगम्", "नपुंसकलिंगम्"), 0.99),
    "lakāra": ("category", ("लट्", "लङ्", "लोट्", "विधिलिङ्"), 1.0),
    "person": ("category", ("प्रथमपुरुषः", "मध्यमपुरुषः", "उत्तमपुरुषः"), 1.0),
    "absolutive": ("category", ("ल्यप्", "क्त्वा", "तुमुन्"), 1.0),
    "adverb": ("category", ("तसिल्", "तसि", "शस्", "धा", "त्रल्"), 0.95),
    "class": ("description", GANAS, 0.95),
    "endings": ("description", ("आत्मनेपदम्", "परस्मैपदम्"), 1.0),
    "compound": ("description", ("(तत्पुरुषः)", "(बहुव्रीहिः)", "(द्वन्द्वः)", "(उपपदसमासः)"), 0.85),
}
"""What is changed: in which field, into which others, and the share that must be caught.

A tatpuruṣa may be called a karmadhāraya's more general name, so that not all can be.
"""

RECORDS = [verse.record for verse in load(edition=Edition.EMENDED).verses]


def changed(row: MorphologyRow, field: str, terms: tuple[str, ...]) -> Iterator[MorphologyRow]:
    """Give a row with the first term in its field replaced by each of the others."""
    text: str = getattr(row, field)
    for term in terms:
        match = re.search(
            f"(?<![ऀ-ॣ]){re.escape(term)}(?![ऀ-ऺा-ॣ])" if field == "category" else re.escape(term), text
        )
        if match:
            for other in terms:
                if other != term:
                    new = text[: match.start()] + other + text[match.end() :]
                    yield replace(row, **{field: new})
            return


def found_in(record: VerseRecord) -> set[tuple[str, str | None]]:
    """Say which rules find something, and where."""
    return {(found.code, found.field) for found in record_findings(record, "VYA")}


@pytest.mark.parametrize("kind", TERMS)
def test_changed_terms_are_caught(kind: str) -> None:
    """A label or claim that says another thing than the word is found, in that row."""
    field, terms, share = TERMS[kind]
    counted: Counter[bool] = Counter()
    missed = []
    # Of terms that every row has, each second verse is enough.
    for record in RECORDS[:: 2 if kind in ("number", "gender") else 1]:
        for index, row in enumerate(record.morphology):
            for other in changed(row, field, terms):
                alone = replace(record, morphology=(other,), anvaya="", padaccheda="")
                caught = bool(found_in(alone))
                counted[caught] += 1
                if not caught:
                    missed.append((record.number, index, getattr(other, field)[:60]))
    print(f"{kind}: {counted[True]} of {counted.total()} caught")
    assert counted.total() >= 4
    assert counted[True] >= share * counted.total(), missed
