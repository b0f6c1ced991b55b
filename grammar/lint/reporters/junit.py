"""Findings as JUnit XML, which every CI shows: a file is a suite, a finding a failed case."""

import re
from collections.abc import Iterator
from xml.etree import ElementTree as ET

from dhyana.grammar.lint.diagnostic import Diagnostic
from dhyana.grammar.lint.outcome import Finding, Outcome
from dhyana.grammar.lint.reporters import Style, plain
from dhyana.grammar.lint.reporters.text import details

# What XML 1.0 cannot have, however it is escaped.
_NO_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def junit(outcome: Outcome, style: Style) -> Iterator[str]:
    """Write a suite for every file that has findings, or one that passed if none has."""
    by_path: dict[str, list[Finding]] = {}
    for finding in outcome.findings:
        by_path.setdefault(finding.diagnostic.path or "", []).append(finding)
    broken = len(outcome.faults)
    cases = len(outcome.findings) or 1
    root = ET.Element(
        "testsuites",
        name="dhyana lint",
        tests=str(cases + broken),
        failures=str(len(outcome.findings)),
        errors=str(broken),
    )
    for path, findings in by_path.items():
        suite = _suite(root, path, failures=len(findings))
        for finding in findings:
            _case(suite, finding)
    if not by_path:
        ET.SubElement(_suite(root, "dhyana lint", passed=1), "testcase", name="no findings")
    if broken:
        suite = _suite(root, "input", errors=broken)
        for fault in outcome.faults:
            case = ET.SubElement(suite, "testcase", name=_clean(str(fault.path)), classname="input")
            ET.SubElement(case, "error", message=_clean(str(fault)))
    ET.indent(root)
    yield '<?xml version="1.0" encoding="utf-8"?>'
    yield ET.tostring(root, encoding="unicode")


def _suite(
    root: ET.Element, name: str, *, failures: int = 0, errors: int = 0, passed: int = 0
) -> ET.Element:
    return ET.SubElement(
        root,
        "testsuite",
        name=_clean(name),
        tests=str(failures + errors + passed),
        failures=str(failures),
        errors=str(errors),
    )


def _case(suite: ET.Element, finding: Finding) -> None:
    diagnostic = finding.diagnostic
    place = f"{diagnostic.line}:{diagnostic.column}"
    case = ET.SubElement(
        suite,
        "testcase",
        name=_clean(f"{diagnostic.code} {diagnostic.name} at {place}"),
        classname=_clean(diagnostic.path or ""),
        line=str(diagnostic.line),
    )
    failure = ET.SubElement(case, "failure", message=_clean(_message(diagnostic)))
    failure.set("type", diagnostic.severity)
    failure.text = _clean("\n".join(["", *details(finding, plain), ""]))


def _message(diagnostic: Diagnostic) -> str:
    return f"{diagnostic.line}:{diagnostic.column}: {diagnostic.message}"


def _clean(text: str) -> str:
    return _NO_XML.sub("\ufffd", text)
