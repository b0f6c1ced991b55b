"""The matrix of verses, code, experiments and tests: as text, JSON, Markdown and a web page."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict
from html import escape
from itertools import groupby
from pathlib import PurePosixPath
from typing import Any

from dhyana.cli.tracing import Code, Matrix, Row
from dhyana.cli.view.terminal import MEASURE, Terminal
from dhyana.grammar.filling import wrap
from dhyana.shlokas.record import Verdict

_BAR = 40  # columns at most
_SYMBOL = 36
_MARGIN = " " * 6


def as_text(matrix: Matrix, terminal: Terminal) -> Iterator[str]:
    """Write each verse with what it is tied to, then how many have it."""
    width = min(terminal.width, MEASURE)
    for canto, rows in groupby(matrix.rows, key=lambda row: row.canto):
        for line in wrap(f"Canto {canto}: {matrix.titles[canto]}", width):
            yield terminal.style(line, bold=True)
        for row in rows:
            yield from _verse(row, width, terminal)
        yield ""
    yield from _coverage(matrix, width, terminal)


def _verse(row: Row, width: int, terminal: Terminal) -> Iterator[str]:
    head = f"{row.number:>4}  "
    for code in row.code:
        yield from _code(head, code, width, terminal)
        head = _MARGIN
    if not row.code:
        yield head + terminal.style("✗ no code", fg="red")
    mark, colour = ("✓", "green") if row.measured else ("✗", "red")
    measured = _short(row.experiment) if row.experiment else "no experiment"
    line = f"{measured}: {verdicts(row)}" if row.verdicts else f"{measured}, no claim"
    first, *rest = wrap(line, width - len(_MARGIN) - 2)
    yield _MARGIN + terminal.style(mark, fg=colour) + f" {first}"
    yield from (f"{_MARGIN}  {line}" for line in rest)


def _code(head: str, code: Code, width: int, terminal: Terminal) -> Iterator[str]:
    """Write a component: whether it is as reviewed, and which tests name it."""
    if code.place is None:
        yield head + terminal.style(f"✗ {_short(code.symbol)} is not there", fg="red")
        return
    reviewed = terminal.style("✓", fg="green") if code.reviewed else terminal.style("✗", fg="red")
    note = "" if code.reviewed else terminal.style(" changed since its review", fg="red")
    tests = ", ".join(PurePosixPath(path).stem for path in code.tests) or "no test"
    tests_style = {"dim": True} if code.tests else {"fg": "red"}
    symbol = _short(code.symbol)
    room = width - len(_MARGIN) - 3 - max(_SYMBOL, len(symbol))
    if len(tests) <= room and not note:
        yield f"{head}{reviewed} {symbol:<{_SYMBOL}} {terminal.style(tests, **tests_style)}"
        return
    yield f"{head}{reviewed} {symbol}{note}"
    for line in wrap(tests, width - len(_MARGIN) - 4):
        yield f"{_MARGIN}    {terminal.style(line, **tests_style)}"


def _coverage(matrix: Matrix, width: int, terminal: Terminal) -> Iterator[str]:
    total = len(matrix.rows)
    longest = min(_BAR, width - len(f"{'experiment':>12}    {total} of {total}, 100 %"))
    for name, count in matrix.coverage.items():
        full = longest * count // total if total else longest
        colour = "green" if count == total else "yellow"
        rest = terminal.style("░" * (longest - full), dim=True)
        bar = terminal.style("█" * full, fg=colour) + rest
        share = 100 * count / total if total else 100.0
        yield f"{name:>12}  {bar}  {count} of {total}, {share:.0f} %"


def verdicts(row: Row) -> str:
    """Count verdicts in words: 2 hold, 1 qualified."""
    counted = Counter(row.verdicts)
    return ", ".join(
        f"{counted[verdict]} {_word(verdict, counted[verdict])}"
        for verdict in Verdict
        if counted[verdict]
    )


def _word(verdict: Verdict, count: int) -> str:
    if verdict is Verdict.HOLDS:
        return "holds" if count == 1 else "hold"
    return verdict.replace("_", " ")


def _short(symbol: str) -> str:
    return symbol.removeprefix("dhyana.").removeprefix("pramana.")


def as_json(matrix: Matrix) -> dict[str, Any]:
    """Give the matrix as JSON has it."""
    return {
        "verses": [_json_row(row) for row in matrix.rows],
        "coverage": matrix.coverage | {"percent": round(matrix.percent, 2)},
    }


def _json_row(row: Row) -> dict[str, Any]:
    return asdict(row) | {"parts": row.parts, "complete": row.is_complete}


def as_markdown(matrix: Matrix) -> Iterator[str]:
    """Write a table, one verse a row."""
    yield "| verse | code | reviewed | experiment | verdicts | tests |"
    yield "|---:|---|---|---|---|---|"
    for row in matrix.rows:
        cells = [
            str(row.number),
            "<br>".join(f"`{_short(code.symbol)}`" for code in row.code) or "—",
            _tick(row.parts["review"]),
            f"`{_short(row.experiment)}`" if row.experiment else "—",
            f"{_tick(row.measured)} {verdicts(row)}",
            "<br>".join(sorted({PurePosixPath(t).name for c in row.code for t in c.tests})) or "—",
        ]
        yield f"| {' | '.join(cells)} |"
    yield ""
    counted = ", ".join(f"{name} {count}" for name, count in matrix.coverage.items())
    yield f"Of {len(matrix.rows)} verses: {counted} ({matrix.percent:.0f} %)."


def _tick(there: bool) -> str:
    return "✓" if there else "✗"


_PAGE = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Dhyāna: verse, code, experiment, test</title>
<style>
:root {{ color-scheme: light dark; --line: #8884; --good: #1a7f37; --bad: #cf222e }}
@media (prefers-color-scheme: dark) {{ :root {{ --good: #4ac26b; --bad: #ff7b72 }} }}
body {{ font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 75rem }}
body {{ padding: 0 1rem }}
table {{ border-collapse: collapse; width: 100% }}
th, td {{ text-align: left; vertical-align: top; padding: .35rem .6rem }}
th, td {{ border-top: 1px solid var(--line) }}
thead th {{ border-top: 0; position: sticky; top: 0; background: Canvas }}
tbody th {{ font-weight: 600 }}
code {{ font-size: .92em; overflow-wrap: anywhere }}
ul {{ list-style: none; margin: 0; padding: 0 }}
.good {{ color: var(--good) }}
.bad {{ color: var(--bad) }}
meter {{ width: 12rem; vertical-align: middle }}
</style>
<h1>Verse, code, experiment, test</h1>
<ul>
{coverage}
</ul>
<table>
<thead>
<tr><th scope="col">Verse<th scope="col">Code<th scope="col">Experiment<th scope="col">Tests</tr>
</thead>
{cantos}
</table>
</html>"""


def as_html(matrix: Matrix) -> str:
    """Write one page that needs nothing else."""
    total = len(matrix.rows)
    coverage = "\n".join(
        f'<li><meter min="0" max="{total}" value="{count}">{count}</meter> '
        f"{escape(name)}: {count} of {total}"
        for name, count in matrix.coverage.items()
    )
    cantos = "\n".join(
        f'<tbody><tr><th colspan="4" scope="rowgroup">Canto {canto}: {escape(matrix.titles[canto])}'
        "</tr>\n" + "\n".join(map(_html_row, rows)) + "\n</tbody>"
        for canto, rows in groupby(matrix.rows, key=lambda row: row.canto)
    )
    return _PAGE.format(coverage=coverage, cantos=cantos)


def _html_row(row: Row) -> str:
    code = "".join(
        f"<li>{_html_tick(each.reviewed)} <code>{escape(_short(each.symbol))}</code>"
        for each in row.code
    )
    tests = "".join(f"<li>{escape(t)}" for t in sorted({t for c in row.code for t in c.tests}))
    experiment = f"<code>{escape(_short(row.experiment))}</code>" if row.experiment else "none"
    return (
        f'<tr><th scope="row">{row.number}<td><ul>{code or "none"}</ul>'
        f"<td>{_html_tick(row.measured)} {experiment}<br>{escape(verdicts(row))}"
        f"<td><ul>{tests or 'none'}</ul></tr>"
    )


def _html_tick(there: bool) -> str:
    label = "as reviewed or measured" if there else "not as reviewed or measured"
    mark, style = ("✓", "good") if there else ("✗", "bad")
    return f'<span class="{style}" role="img" aria-label="{label}">{mark}</span>'
