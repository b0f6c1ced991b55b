"""What is said of a verse, as an object that JSON can hold.

The keys are `id`, `meter`, `verdict`, `names`, `nearest`, `padas`, `faults`, `notes`: the contract
of `dhyana meter --format json` and `jsonl`.
"""

from collections.abc import Iterable
from dataclasses import asdict
from typing import Any

from dhyana.grammar.lint.diagnostic import Diagnostic, Fix, TextEdit
from dhyana.grammar.report import MeterReport, Nearest


def verdict_object(report: MeterReport, identity: Any = None) -> dict[str, Any]:
    """Give the object of one verse; `identity` is what the input calls it."""
    nearest = report.nearest
    return {
        "id": identity,
        "meter": report.meter,
        "verdict": report.verdict.value,
        "names": list(report.names),
        "nearest": None if nearest is None else asdict(nearest),
        "padas": [
            {"text": pada.text, "weights": pada.weights, "variant": pada.variant}
            for pada in report.padas
        ],
        "faults": diagnostic_objects(report.faults),
        "notes": diagnostic_objects(report.notes),
    }


def in_words(nearest: Nearest) -> str:
    """Say which metre is nearest: `anuṣṭubh, 2 changes away`."""
    if not nearest.distance:
        return f"{nearest.name}, which it fits"
    changes = "change" if nearest.distance == 1 else "changes"
    return f"{nearest.name}, {nearest.distance} {changes} away"


def diagnostic_objects(diagnostics: Iterable[Diagnostic]) -> list[dict[str, Any]]:
    """Give diagnostics as objects, in the one shape of `lint.diagnostic`."""
    return [_object(diagnostic) for diagnostic in diagnostics]


def _object(diagnostic: Diagnostic) -> dict[str, Any]:
    found = _fields(diagnostic)
    found["fixes"] = [
        _fields(fix) | {"edits": [_fields(edit) for edit in fix.edits]} for fix in diagnostic.fixes
    ]
    return found


def _fields(value: Diagnostic | Fix | TextEdit) -> dict[str, Any]:
    # As `asdict` has it, which takes ten times as long: it copies what cannot change.
    return {name: getattr(value, name) for name in value.__slots__}
