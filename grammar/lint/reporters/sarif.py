"""Findings as SARIF 2.1.0 (OASIS, errata 01), which code-scanning services read.

Columns count Unicode code points, as everywhere in this project; SARIF allows that and is told.
"""

import json
import os
from collections.abc import Iterator
from hashlib import sha256
from pathlib import PurePath
from typing import Any
from urllib.parse import quote

import dhyana
from dhyana.grammar.lint.diagnostic import Diagnostic, Fix, Severity
from dhyana.grammar.lint.outcome import Finding, Outcome
from dhyana.grammar.lint.registry import rule
from dhyana.grammar.lint.reporters import Style, plain
from dhyana.grammar.lint.reporters.text import details
from dhyana.grammar.lint.rule import Rule
from dhyana.shlokas.faults import Fault

SCHEMA = (
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
)

_LEVELS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "note"}


def sarif(outcome: Outcome, style: Style) -> Iterator[str]:
    """Write one run; broken input is a notification of it."""
    codes = sorted({finding.diagnostic.code for finding in outcome.findings})
    run = {
        "tool": {
            "driver": {
                "name": "dhyana",
                "version": dhyana.__version__,
                "rules": [_rule(rule(code)) for code in codes],
            }
        },
        "columnKind": "unicodeCodePoints",
        "invocations": [
            {
                "executionSuccessful": not outcome.faults,
                "toolExecutionNotifications": [_notification(f) for f in outcome.faults],
            }
        ],
        "results": [_result(finding, codes) for finding in outcome.findings],
    }
    log = {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}
    yield json.dumps(log, ensure_ascii=False, indent=2)


def _rule(described: Rule) -> dict[str, Any]:
    documentation = described.documentation or ""
    return {
        "id": described.code,
        "name": described.name,
        "shortDescription": {"text": documentation.partition("\n")[0]},
        "fullDescription": {"text": described.authority},
        "help": {"text": documentation, "markdown": documentation},
        "defaultConfiguration": {"level": _LEVELS[described.severity]},
    }


def _result(finding: Finding, codes: list[str]) -> dict[str, Any]:
    diagnostic = finding.diagnostic
    told = "\n".join([diagnostic.message, *details(finding, plain)])
    result = {
        "ruleId": diagnostic.code,
        "ruleIndex": codes.index(diagnostic.code),
        "level": _LEVELS[diagnostic.severity],
        "message": {"text": told},
        "locations": [{"physicalLocation": _place(diagnostic)}],
        "partialFingerprints": {"dhyana/v1": _fingerprint(finding)},
    }
    fixes = [_fix(diagnostic, fix) for fix in diagnostic.fixes if fix.edits]
    return result | ({"fixes": fixes} if fixes else {})


def _place(diagnostic: Diagnostic) -> dict[str, Any]:
    return {
        "artifactLocation": {"uri": _uri(diagnostic.path or "")},
        "region": {
            "startLine": diagnostic.line,
            "startColumn": diagnostic.column,
            "endLine": diagnostic.end_line,
            "endColumn": diagnostic.end_column,
        },
    }


def _fix(diagnostic: Diagnostic, fix: Fix) -> dict[str, Any]:
    return {
        "description": {"text": fix.message},
        "artifactChanges": [
            {
                "artifactLocation": {"uri": _uri(diagnostic.path or "")},
                "replacements": [
                    {
                        "deletedRegion": {
                            "startLine": edit.line,
                            "startColumn": edit.column,
                            "endLine": edit.end_line,
                            "endColumn": edit.end_column,
                        },
                        "insertedContent": {"text": edit.text},
                    }
                    for edit in fix.edits
                ],
            }
        ],
    }


def _fingerprint(finding: Finding) -> str:
    """Tell a finding from others though lines move: by its rule, its line of verse, its place."""
    diagnostic, excerpt = finding.diagnostic, finding.excerpt
    parts = (diagnostic.code, excerpt.text if excerpt else "", excerpt.carets if excerpt else "")
    return sha256("\0".join(parts).encode("utf-8", "surrogatepass")).hexdigest()[:32]


def _notification(fault: Fault) -> dict[str, Any]:
    place: dict[str, Any] = {"artifactLocation": {"uri": _uri(str(fault.path))}}
    if fault.line is not None:
        place["region"] = {"startLine": fault.line, "startColumn": fault.column or 1}
    return {
        "level": "error",
        "message": {"text": str(fault)},
        "locations": [{"physicalLocation": place}],
    }


def _uri(path: str) -> str:
    pure = PurePath(path)
    if pure.is_absolute():
        return pure.as_uri()
    return quote(os.fsencode(pure.as_posix()))
