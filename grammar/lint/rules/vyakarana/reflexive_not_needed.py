"""A verb called reflexive passive (कर्मकर्तरि) that is its root's own active.

## What it checks

The label has कर्मकर्तरि, and a root of the same sound in the class दिवादि has the form as its active
(कर्तरि, ātmanepada).

## Why

The reflexive passive wants an object that is spoken of as the agent (3.1.87); a root that means
“to melt away” or “to awake” by itself has none, and its य is श्यन् (3.1.69), not यक् (3.1.67). Form
alone does not tell the two apart, so that this is a warning.

## Example

    form      विलीयते
    category  तिङन्तरूपम् (कर्मकर्तरि लट्, प्रथमपुरुषः, एकवचनम्)
    analysis  {dhatu: लीङ्, gana: 4, upasarga: [वि], prayoga: कर्तरि}

## Use instead

    form      विलीयते
    category  तिङन्तरूपम् (लट्, प्रथमपुरुषः, एकवचनम्)
    analysis  {dhatu: लीङ्, gana: 4, upasarga: [वि], prayoga: कर्तरि}

## References

Aṣṭādhyāyī 3.1.87, *karmavat karmaṇā tulyakriyaḥ*, with the Mahābhāṣya; 3.1.69, *divādibhyaḥ śyan*.
"""

from collections.abc import Iterator
from dataclasses import replace

from dhyana.grammar.lint.diagnostic import Severity
from dhyana.grammar.lint.record_rule import RecordFinding, RecordRule, Repair
from dhyana.grammar.lint.vyakarana import grammar, words
from dhyana.grammar.lipi.phonemes import devanagari
from dhyana.grammar.vyakarana.cells import KARMAKARTARI, KARTARI, Finite
from dhyana.grammar.vyakarana.deriving import UndecidableError
from dhyana.grammar.vyakarana.examining import Outcome, verdict_in
from dhyana.shlokas.record import VerseRecord

_DIVADI = 4


def check(record: VerseRecord) -> Iterator[RecordFinding]:
    """Find reflexive passives that are actives."""
    for word in words(record):
        category, analysis, cell = word.category, word.analysis, word.examined.verdict.cell
        if category is None or analysis is None or not isinstance(cell, Finite):
            continue
        if category.prayoga != KARMAKARTARI:
            continue
        try:
            (own, *_) = grammar().roots_of(analysis)
        except UndecidableError:
            continue
        for root in grammar().roots.plain(own.plain):
            taught = devanagari(root.taught)
            active = replace(analysis, dhatu=taught, gana=root.gana)
            verdict = verdict_in(
                word.examined.written, replace(cell, prayoga=KARTARI), active, grammar()
            )
            if root.gana == _DIVADI and verdict.outcome is Outcome.PROVEN:
                yield word.in_label(
                    f"{word.examined.written} is the active of {taught} (दिवादि {root.number})",
                    KARMAKARTARI,
                    expected=KARTARI,
                    found=KARMAKARTARI,
                    authority="3.1.87 karmavat karmaṇā tulyakriyaḥ; 3.1.69 divādibhyaḥ śyan; "
                    f"Dhātupāṭha {root.number}",
                    repairs=(Repair(f"leave out {KARMAKARTARI}"),),
                )


RULE = RecordRule(
    code="VYA133",
    name="reflexive-not-needed",
    severity=Severity.WARNING,
    authority="3.1.87 karmavat karmaṇā tulyakriyaḥ; 3.1.69 divādibhyaḥ śyan",
    documentation=__doc__,
    check=check,
)
