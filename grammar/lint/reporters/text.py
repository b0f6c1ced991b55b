"""Findings for people: the place, the words with carets, ground and remedy."""

from collections.abc import Iterator
from textwrap import wrap

from dhyana.grammar.lint.diagnostic import Diagnostic, Severity
from dhyana.grammar.lint.outcome import Excerpt, Finding, Outcome
from dhyana.grammar.lint.reporters import Style
from dhyana.grammar.lint.visible import visible

WIDTH = 100
_LABEL = 11  # columns of `authority` and what stands before it


def text(outcome: Outcome, style: Style) -> Iterator[str]:
    """Write each finding with all that is known of it, then a summary."""
    for finding in outcome.findings:
        yield headline(finding.diagnostic, style)
        yield from details(finding, style)
        yield ""
    yield summary(outcome)


def concise(outcome: Outcome, style: Style) -> Iterator[str]:
    """Write each finding in one line, then a summary."""
    for finding in outcome.findings:
        yield headline(finding.diagnostic, style)
    yield summary(outcome)


def headline(diagnostic: Diagnostic, style: Style) -> str:
    """Write place, code, name and message of a finding in one line."""
    place = f"{visible(diagnostic.path or '<text>')}:{diagnostic.line}:{diagnostic.column}:"
    severity = "" if diagnostic.severity is Severity.ERROR else f" ({diagnostic.severity})"
    code = style(diagnostic.code, diagnostic.severity)
    message = visible(diagnostic.message)
    return f"{style(place, 'place')} {code} {diagnostic.name}{severity}: {message}"


def details(finding: Finding, style: Style) -> Iterator[str]:
    """Write the words that a finding is about, what was expected and found, why, what to do."""
    diagnostic = finding.diagnostic
    if finding.excerpt:
        yield from _excerpt(finding.excerpt, diagnostic.severity, style)
    for label, value in (
        ("expected", diagnostic.expected),
        ("found", diagnostic.found),
        ("authority", diagnostic.authority),
    ):
        if value:
            yield from _labelled(label, value, style)
    for number, fix in enumerate(diagnostic.fixes):
        yield from _labelled("or" if number else "help", fix.message, style)


def _excerpt(excerpt: Excerpt, severity: Severity, style: Style) -> Iterator[str]:
    if excerpt.text != excerpt.iast:
        yield f"    {excerpt.text}"
    yield f"    {excerpt.iast}"
    if excerpt.carets:
        indent = len(excerpt.carets) - len(excerpt.carets.lstrip())
        yield "    " + " " * indent + style(excerpt.carets.strip(), severity)


def _labelled(label: str, value: str, style: Style) -> Iterator[str]:
    first, *rest = wrap(visible(value), WIDTH - 2 - _LABEL, break_long_words=False) or [""]
    yield f"  {style(label, 'label')}{' ' * (_LABEL - len(label))}{first}"
    for line in rest:
        yield " " * (2 + _LABEL) + line


def summary(outcome: Outcome) -> str:
    """Say in a line what was read and found."""
    errors, warnings = outcome.count(Severity.ERROR), outcome.count(Severity.WARNING)
    found = f"{_number(errors, 'error')}, {_number(warnings, 'warning')}"
    read = f"{_number(outcome.passages, 'verse')} in {_number(outcome.documents, 'file')}"
    also = [
        f"{count} {what}"
        for count, what in (
            (outcome.explained, "explained by the apparatus"),
            (outcome.waived, "waived"),
            (outcome.adopted, "known from the baseline"),
            (outcome.gone, "of the baseline gone"),
            (outcome.notes, "only worth knowing"),
        )
        if count
    ]
    return f"{found} in {read}" + (f" ({', '.join(also)})" if also else "")


def _number(count: int, what: str) -> str:
    return f"{count} {what}{'' if count == 1 else 's'}"
