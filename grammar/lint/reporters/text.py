"""Findings for people: the place, the words with carets, ground and remedy."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from dhyana.grammar.filling import columns, wrap
from dhyana.grammar.lint.diagnostic import Diagnostic, Severity
from dhyana.grammar.lint.outcome import Excerpt, Finding, Outcome, Patch
from dhyana.grammar.lint.reporters import Style
from dhyana.grammar.lint.visible import visible

WIDTH = 100
_MARK = "[*]"
_MARGIN = "    "
_LABEL = 11  # columns of `authority` and what stands before it


def text(outcome: Outcome, style: Style) -> Iterator[str]:
    """Write each finding with all that is known of it, then a summary."""
    for finding in outcome.findings:
        yield from headline(finding.diagnostic, style, fixable=_is_fixed(finding))
        yield from details(finding, style)
        if finding.patch:
            yield from _patch(finding.patch, style)
        yield ""
    for line in summary(outcome).split("\n"):
        yield from folded([(line, "")], style, "")


def concise(outcome: Outcome, style: Style) -> Iterator[str]:
    """Write each finding in one line, however long, then a summary."""
    style = replace(style, width=None)
    for finding in outcome.findings:
        yield from headline(finding.diagnostic, style, fixable=_is_fixed(finding))
    yield summary(outcome)


def headline(diagnostic: Diagnostic, style: Style, *, fixable: bool = False) -> Iterator[str]:
    """Write place, code, name and message of a finding in a line; `[*]` if --fix mends it."""
    place = f"{visible(diagnostic.path or '<text>')}:{diagnostic.line}:{diagnostic.column}:"
    severity = "" if diagnostic.severity is Severity.ERROR else f" ({diagnostic.severity})"
    mark = [(" ", ""), (_MARK, "label")] if fixable else []
    said = f" {diagnostic.name}{severity}: {visible(diagnostic.message)}"
    code = (diagnostic.code, diagnostic.severity)
    yield from folded([(place, "place"), (" ", ""), code, *mark, (said, "")], style, "    ")


def folded(parts: Sequence[tuple[str, str]], style: Style, hanging: str) -> Iterator[str]:
    """Write parts, each with its role or none, in one line or, in a terminal, in as many as fit.

    Those after the first begin with `hanging`. Only what the first line holds whole is styled.
    """
    whole = "".join(part for part, _ in parts)
    first, *rest = wrap(whole, style.width, hanging=hanging) if style.width else [whole]
    painted = ""
    for part, role in parts:
        if not first.startswith(part):
            break
        painted += style(part, role) if role else part
        first = first[len(part) :]
    yield painted + first
    yield from rest


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
        yield from folded([(_MARGIN + excerpt.text, "")], style, _MARGIN)
    room = style.width - len(_MARGIN) if style.width else columns(excerpt.iast)
    for line, carets in _rows(excerpt.iast, excerpt.carets, room):
        yield f"{_MARGIN}{line}"
        if marks := carets.strip():
            yield f"{_MARGIN}{' ' * carets.index(marks)}{style(marks, severity)}"


def _rows(line: str, carets: str, room: int) -> Iterator[tuple[str, str]]:
    """Cut a line, and the carets under it, into rows of at most so many columns."""
    while columns(line) > room:
        cut = max(n for n in range(1, len(line)) if n == 1 or columns(line[:n]) <= room)
        cut = line.rfind(" ", 0, cut) + 1 or cut
        row, line = line[:cut], line[cut:]
        yield row.rstrip(), carets[: columns(row)]
        carets = carets[columns(row) :]
    yield line, carets


def _labelled(label: str, value: str, style: Style) -> Iterator[str]:
    room = min(WIDTH, style.width or WIDTH) - 2 - _LABEL
    first, *rest = wrap(visible(value), room)
    yield f"  {style(label, 'label')}{' ' * (_LABEL - len(label))}{first}"
    for line in rest:
        yield " " * (2 + _LABEL) + line


def _patch(patch: Patch, style: Style) -> Iterator[str]:
    label = "fix" if patch.safe else "unsafe fix"
    margin = [("  ", ""), (label, "label"), (" " * (_LABEL - len(label)), "")]
    for sign, lines in (("-", patch.removed), ("+", patch.added)):
        for line in lines:
            parts = [*margin, (f"{sign} {line}".rstrip(), "")]
            yield from folded(parts, style, " " * (2 + _LABEL + len("- ")))
            margin = [(" " * (2 + _LABEL), "")]


def _is_fixed(finding: Finding) -> bool:
    from dhyana.grammar.lint.fixing import Mends, mending_of

    return mending_of(finding.diagnostic)[1] is Mends.LINTER


def summary(outcome: Outcome) -> str:
    """Say what was read and found and, where there is any, what can be fixed."""
    return "\n".join([_found(outcome), *_fixable(outcome)])


def _fixable(outcome: Outcome) -> Iterator[str]:
    from dhyana.grammar.lint.fixing import Mends, mending_of

    counts = Counter(mending_of(finding.diagnostic)[1] for finding in outcome.findings)
    safe, unsafe, authors = counts[Mends.LINTER], counts[Mends.WITH_CONSENT], counts[Mends.AUTHOR]
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
