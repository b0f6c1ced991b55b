"""Findings as workflow commands, which GitHub Actions shows at their lines in a pull request.

The command is `::error file=…,line=…,col=…::message`; a value escapes `%`, line ends, and as a
property also `:` and `,` (GitHub, *Workflow commands for GitHub Actions*).
"""

from collections.abc import Iterator

from dhyana.grammar.lint.diagnostic import Diagnostic, Severity
from dhyana.grammar.lint.outcome import Outcome
from dhyana.grammar.lint.reporters import Style
from dhyana.grammar.lint.visible import visible

_COMMANDS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "notice"}
_DATA = str.maketrans({"%": "%25", "\r": "%0D", "\n": "%0A"})
_PROPERTY = _DATA | str.maketrans({":": "%3A", ",": "%2C"})

Properties = dict[str, str | int | None]


def github(outcome: Outcome, style: Style) -> Iterator[str]:
    """Write a command for each finding and each file that cannot be read."""
    for finding in outcome.findings:
        yield _finding(finding.diagnostic)
    for fault in outcome.faults:
        properties: Properties = {"title": "broken input", "file": fault.path.as_posix()}
        if fault.line is not None:
            properties |= {"line": fault.line, "col": fault.column or 1}
        expected = f"; expected {fault.expected}" if fault.expected else ""
        yield _command("error", properties, fault.message + expected)


def _finding(diagnostic: Diagnostic) -> str:
    properties: Properties = {
        "title": f"{diagnostic.code} {diagnostic.name}",
        "file": (diagnostic.path or "").replace("\\", "/"),
        "line": diagnostic.line,
        "col": diagnostic.column,
        "endLine": diagnostic.end_line,
    }
    # GitHub takes an end column only if the annotation stays in one line.
    if diagnostic.line == diagnostic.end_line:
        properties["endColumn"] = diagnostic.end_column
    parts = [diagnostic.message, *(f"{fix.message}" for fix in diagnostic.fixes[:1])]
    return _command(_COMMANDS[diagnostic.severity], properties, "\n".join(parts))


def _command(name: str, properties: Properties, message: str) -> str:
    written = ",".join(
        f"{key}={visible(str(value).translate(_PROPERTY))}"
        for key, value in properties.items()
        if value is not None
    )
    return f"::{name} {written}::{visible(message.translate(_DATA))}"
