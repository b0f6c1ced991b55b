"""Findings as a Code Quality report, which GitLab shows in a merge request.

GitLab, *Code Quality*, report format: a list of description, check_name, fingerprint, severity and
location.
"""

import json
from collections import Counter
from collections.abc import Iterator
from hashlib import sha256
from typing import Any

from dhyana.grammar.lint.diagnostic import Severity
from dhyana.grammar.lint.outcome import Finding, Outcome
from dhyana.grammar.lint.reporters import Style
from dhyana.shlokas.faults import Fault

_SEVERITIES = {Severity.ERROR: "major", Severity.WARNING: "minor", Severity.INFO: "info"}


def gitlab(outcome: Outcome, style: Style) -> Iterator[str]:
    """Write one issue for each finding and each file that cannot be read."""
    seen = Counter[str]()
    issues = [_issue(finding, seen) for finding in outcome.findings]
    issues += [_broken(fault, seen) for fault in outcome.faults]
    yield json.dumps(issues, ensure_ascii=False, indent=2)


def _issue(finding: Finding, seen: Counter[str]) -> dict[str, Any]:
    found = finding.diagnostic
    about = finding.excerpt.text if finding.excerpt else found.message
    return {
        "description": f"{found.code} {found.name}: {found.message}",
        "check_name": found.code,
        "fingerprint": _fingerprint(seen, found.code, found.path or "", found.word or "", about),
        "severity": _SEVERITIES[found.severity],
        "location": _location(found.path or "", found.line, found.end_line),
    }


def _broken(fault: Fault, seen: Counter[str]) -> dict[str, Any]:
    path = fault.path.as_posix()
    return {
        "description": fault.message,
        "check_name": "broken-input",
        "fingerprint": _fingerprint(seen, "broken", path, fault.message),
        "severity": "blocker",
        "location": _location(path, fault.line, fault.line),
    }


def _location(path: str, line: int | None, end: int | None) -> dict[str, Any]:
    lines = {"begin": line or 1, "end": end or line or 1}
    return {"path": path.replace("\\", "/"), "lines": lines}


def _fingerprint(seen: Counter[str], *parts: str) -> str:
    """Tell an issue from others though lines move; GitLab merges issues of one fingerprint."""
    written = "\0".join(parts)
    seen[written] += 1
    text = f"{written}\0{seen[written]}"
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:32]
