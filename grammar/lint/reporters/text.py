"""Findings for people: the place, the words with carets, ground and remedy."""

from collections.abc import Iterator
from textwrap import wrap

from dhyana.grammar.lint.diagnostic import Diagnostic, Severity
from dhyana.grammar.lint.outcome import Excerpt, Finding, Outcome, Patch
from dhyana.grammar.lint.reporters import Style
from dhyana.grammar.lint.visible import visible

WIDTH = 100
_MARK = "[*]"
_LABEL = 11  # columns of `authority` and what stands before it


def text(outcome: Outcome, style: Style) -> Iterator[str]:
    """Write each finding with all that is known of it, then a summary."""
    for finding in outcome.findings:
        yield headline(finding.diagnostic, style, fixable=_is_fixed(finding))
        yield from details(finding, style)
        if finding.patch:
            yield from _patch(finding.patch, style)
        yield ""
    yield summary(outcome)


def concise(outcome: Outcome, style: Style) -> Iterator[str]:
    """Write each finding in one line, then a summary."""
    for finding in outcome.findings:
        yield headline(finding.diagnostic, style, fixable=_is_fixed(finding))
    yield summary(outcome)


def headline(diagnostic: Diagnostic, style: Style, *, fixable: bool = False) -> str:
    """Write place, code, name and message of a finding in one line; `[*]` if --fix mends it."""
    place = f"{visible(diagnostic.path or '<text>')}:{diagnostic.line}:{diagnostic.column}:"
    severity = "" if diagnostic.severity is Severity.ERROR else f" ({diagnostic.severity})"
    code = style(diagnostic.code, diagnostic.severity)
    mark = f" {style(_MARK, 'label')}" if fixable else ""
    message = visible(diagnostic.message)
    return f"{style(place, 'place')} {code}{mark} {diagnostic.name}{severity}: {message}"


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


def _patch(patch: Patch, style: Style) -> Iterator[str]:
    label = "fix" if patch.safe else "unsafe fix"
    indent = f"  {style(label, 'label')}{' ' * (_LABEL - len(label))}"
    for sign, lines in (("-", patch.removed), ("+", patch.added)):
        for line in lines:
            yield f"{indent}{sign} {line}".rstrip()
            indent = " " * (2 + _LABEL)


def _is_fixed(finding: Finding) -> bool:
    from dhyana.grammar.lint.fixing import fix_of, is_the_authors

    fix = fix_of(finding.diagnostic)
    return fix is not None and fix.safe and not is_the_authors(finding.diagnostic)


def summary(outcome: Outcome) -> str:
    """Say what was read and found and, where there is any, what can be fixed."""
    return "\n".join([_found(outcome), *_fixable(outcome)])


def _fixable(outcome: Outcome) -> Iterator[str]:
    """Count as `fixing` fixes."""
    from dhyana.grammar.lint.fixing import fix_of, is_the_authors

    safe = unsafe = authors = 0
    for finding in outcome.findings:
        fix = fix_of(finding.diagnostic)
        if fix is None:
            continue
        if is_the_authors(finding.diagnostic):
            authors += 1
        elif fix.safe:
            safe += 1
        else:
            unsafe += 1
    if safe:
        more = f", {unsafe} more with --unsafe-fixes" if unsafe else ""
        yield f"{_MARK} {safe} fixable with --fix{more}"
    elif unsafe:
        yield f"{unsafe} fixable with --fix --unsafe-fixes"
    if authors:
        what = "fix is" if authors == 1 else "fixes are"
        yield f"{authors} {what} of words of the treatise, which its apparatus emends"


def _found(outcome: Outcome) -> str:
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
