"""`dhyana run`: a verse's code, called once, and what its experiment measures.

Torch is imported when something is run, and only then.
"""

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from enum import StrEnum
from itertools import zip_longest
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from dhyana.cli.computing import computing_device, fail
from dhyana.cli.options import (
    CantoOption,
    Device,
    DeviceOption,
    ListFormat,
    ListFormatOption,
    Ranges,
    chosen,
)
from dhyana.cli.view.busy import busy
from dhyana.cli.view.terminal import MEASURE, Terminal, standard_output
from dhyana.grammar.filling import columns, wrap
from dhyana.pramana.registry import Registered, registered
from dhyana.shlokas import Verse, load
from dhyana.shlokas.code import CodeError, locate
from dhyana.shlokas.evidence import Evidence, Finding, Measurement, disagreements, save_evidence
from dhyana.shlokas.record import Claim, Verdict

if TYPE_CHECKING:
    from dhyana.pramana.experiment import Call, Settings

_VALUE = 11  # columns of a measured value, and of what was expected
_EXPECTED = 17
_TABLE_MIN = 72  # a narrower table says below its numbers what was measured
_MARGIN = " " * 4

_STYLES: dict[Verdict, dict[str, Any]] = {
    Verdict.HOLDS: {"fg": "green"},
    Verdict.QUALIFIED: {"fg": "yellow"},
    Verdict.REFUTED: {"fg": "red"},
    Verdict.NOT_MEASURABLE: {"dim": True},
}


class Dtype(StrEnum):
    """Number format of the computation."""

    FLOAT32 = "float32"
    FLOAT64 = "float64"
    FLOAT16 = "float16"
    BFLOAT16 = "bfloat16"


@dataclass(frozen=True, slots=True)
class How:
    """How verses are run: what the options of the command say."""

    device: Device = Device.AUTO
    dtype: Dtype = Dtype.FLOAT32
    seed: int = 0
    full: bool = False
    save: bool = False


@dataclass(frozen=True, slots=True)
class Run:
    """What running one verse gave."""

    verse: Verse
    calls: tuple["Call", ...]
    evidence: Evidence
    disagreements: tuple[str, ...]
    saved: Path | None


def run(
    ranges: Ranges = None,
    canto: CantoOption = None,
    every: Annotated[bool, typer.Option("--all", help="All verses that can be run.")] = False,
    device: DeviceOption = Device.AUTO,
    dtype: Annotated[Dtype, typer.Option(help="Number format to compute in.")] = Dtype.FLOAT32,
    seed: Annotated[
        int, typer.Option(min=0, max=999_999_999, metavar="N", help="Seed of the inputs.")
    ] = 0,
    full: Annotated[
        bool, typer.Option("--full/--quick", help="Measure at length, or in seconds.")
    ] = False,
    save: Annotated[bool, typer.Option("--save", help="Keep the evidence with the text.")] = False,
    output: ListFormatOption = ListFormat.TEXT,
) -> None:
    """Call the code of verses once, then measure what they claim.

    Exit code 1: a measurement gives another verdict than the record of the verse expects.
    """
    if every and (ranges or canto):
        raise typer.BadParameter("--all names every verse; leave the others out")
    treatise = load()
    verses = treatise.verses if every else chosen(treatise, ranges or [], canto or [])
    how = How(device, dtype, seed, full, save)
    runs = run_verses(verses, how)
    if output is ListFormat.JSON:
        done = list(runs)
        records = {each.verse.number: as_json(each) for each in done}
        listed = [records.get(verse.number, _not_run(verse)) for verse in verses]
        typer.echo(json.dumps(listed, ensure_ascii=False, indent=2))
        agree = not any(each.disagreements for each in done)
    else:
        agree = show(verses, runs, standard_output())
    if not agree:
        raise typer.Exit(1)


def run_verses(verses: Sequence[Verse], how: How) -> Iterator[Run]:
    """Run those of the verses that have an experiment, one after the other.

    Ends the command with exit code 2 and a line on standard error when torch, the device or the
    place to save in is missing, and with 1 when a verse is linked to code that does not exist.
    """
    experiments = registered()
    here = [verse for verse in verses if verse.number in experiments]
    if not here:
        return
    with busy("Loading torch"):
        settings = _settings(how)
    for count, verse in enumerate(here, 1):
        with busy(f"Measuring verse {verse.number} ({count} of {len(here)})"):
            done = _run(verse, experiments[verse.number], settings, save=how.save)
        yield done


def show(verses: Sequence[Verse], runs: Iterator[Run], terminal: Terminal) -> bool:
    """Write runs as they come, then what they come to; whether all verdicts agree."""
    done: list[Run] = []
    for each in runs:
        _echo(as_text(each, terminal), terminal, first=not done)
        done.append(each)
    if len(done) > 1:
        _echo(
            _styled(wrap(_summary(done), min(terminal.width, MEASURE)), terminal, bold=True),
            terminal,
        )
    missing = {verse.number for verse in verses} - {each.verse.number for each in done}
    if missing:
        text = f"No experiment yet for {_verses(sorted(missing))}."
        _echo(wrap(text, min(terminal.width, MEASURE)), terminal, first=not done)
    return not any(each.disagreements for each in done)


def _summary(done: Sequence[Run]) -> str:
    """Count verdicts, and name the verses of which one is not as recorded."""
    verdicts = Counter(finding.verdict for each in done for finding in each.evidence.claims)
    words = {Verdict.HOLDS: "hold", Verdict.NOT_MEASURABLE: "not measurable"}
    counts = ", ".join(f"{verdicts[kind]} {words.get(kind, kind)}" for kind in Verdict)
    otherwise = [each.verse.number for each in done if each.disagreements]
    judged = f"not as recorded: {_verses(otherwise)}" if otherwise else "all as recorded"
    return f"{len(done)} verses, {verdicts.total()} claims: {counts}; {judged}."


def _verses(numbers: Sequence[int]) -> str:
    return f"verse{'s'[: len(numbers) > 1]} {_ranges(numbers)}"


def _echo(lines: list[str], terminal: Terminal, *, first: bool = False) -> None:
    typer.echo("\n".join(lines if first else ["", *lines]), color=terminal.styled)


def as_text(run: Run, terminal: Terminal) -> list[str]:
    """Lay out one run as lines without line ends."""
    from dhyana.cli.view.tensor import lines_of

    width = min(terminal.width, MEASURE)
    heading = f"Verse {run.verse.number} · Canto {run.verse.canto.number}: {run.verse.canto.title}"
    lines = [terminal.style(line, bold=True) for line in wrap(heading, width)]
    for call in run.calls:
        code = locate(call.symbol)
        lines += ["", *wrap(f"{call.symbol}  {code.path}:{code.line}", width, "  ", _MARGIN)]
        for name, value in [*call.arguments.items(), ("→", call.result)]:
            lines += [_MARGIN + line for line in lines_of(name, value)]
    on = run.evidence.environment
    on_what = f"{on.device}, {on.dtype}, seed {on.seed}, {'quick' if on.quick else 'full'}"
    lines += ["", *wrap(f"Measured with torch {on.torch}: {on_what}", width, "  ", _MARGIN)]
    claims = run.verse.record.claims
    for number, (finding, claim) in enumerate(zip_longest(run.evidence.claims, claims), 1):
        if finding:
            lines += ["", *_finding(number, finding, claim, width, terminal)]
    for each in run.disagreements:
        lines += ["", *_styled(wrap(each, width, "  ", _MARGIN), terminal, fg="red")]
    if run.saved:
        lines += ["", *wrap(f"Saved as {run.saved}", width, "  ", _MARGIN)]
    return lines


def as_json(run: Run) -> dict[str, Any]:
    """Return one run as JSON has it."""
    from dhyana.cli.view.tensor import json_of

    return {
        "verse": run.verse.number,
        "calls": [
            {
                "symbol": call.symbol,
                "arguments": {name: json_of(value) for name, value in call.arguments.items()},
                "result": json_of(call.result),
            }
            for call in run.calls
        ],
        "evidence": asdict(run.evidence),
        "disagreements": list(run.disagreements),
        "saved": str(run.saved) if run.saved else None,
    }


def _not_run(verse: Verse) -> dict[str, Any]:
    return {
        "verse": verse.number,
        "calls": [],
        "evidence": None,
        "disagreements": [],
        "saved": None,
    }


def _finding(
    number: int, finding: Finding, claim: Claim | None, width: int, terminal: Terminal
) -> list[str]:
    """Lay out a finding: the claim, the verdict with the record's words, the measurements."""
    verdict = words = finding.verdict.replace("_", " ")
    if claim and claim.verdict == finding.verdict and claim.qualification:
        words += f": {claim.qualification}"
    lines = _styled(wrap(finding.claim, width, f"{number:>3} ", _MARGIN), terminal, bold=True)
    first, *rest = wrap(words, width, _MARGIN, _MARGIN * 2)
    lines += [first.replace(verdict, terminal.style(verdict, **_STYLES[finding.verdict]), 1), *rest]
    if finding.measurements:
        head = f"{_MARGIN}  {'measured':<{_VALUE}} expected"
        lines.append(terminal.style(head, dim=True))
    for each in finding.measurements:
        lines += _measurement(each, width)
    return lines


def _measurement(measurement: Measurement, width: int) -> list[str]:
    mark = "✓" if measurement.met else "✗"
    row = f"{_MARGIN}{mark} {measurement.found:<{_VALUE}} {measurement.expectation:<{_EXPECTED}} "
    what = measurement.quantity
    if measurement.condition:
        what += f" ({measurement.condition})"
    if measurement.beyond:
        what += ", beyond the condition"
    what = what.replace(" = ", "\u00a0=\u00a0")
    if width < _TABLE_MIN:
        return [row.rstrip(), *wrap(what, width, _MARGIN * 2)]
    return wrap(what, width, row, " " * columns(row))


def _styled(lines: list[str], terminal: Terminal, **style: Any) -> list[str]:
    return [terminal.style(line, **style) for line in lines]


def _settings(how: How) -> "Settings":
    device = computing_device(how.device)
    from dhyana.device import choose_dtype
    from dhyana.pramana.experiment import Settings

    try:
        return Settings(device, choose_dtype(how.dtype, device), how.seed, quick=not how.full)
    except ValueError as error:
        fail(str(error))


def _run(verse: Verse, experiment: Registered, settings: "Settings", *, save: bool) -> Run:
    from dhyana.device import out_of_memory
    from dhyana.pramana.experiment import demonstrate, measure

    try:
        calls = demonstrate(experiment, settings)
        evidence = measure(experiment, settings)
    except CodeError as error:
        fail(f"verse {verse.number}: {error}", status=1)
    except (RuntimeError, MemoryError) as error:
        where = f"on {settings.device} in {str(settings.dtype).removeprefix('torch.')}"
        fail(f"verse {verse.number} cannot be run {where}: {out_of_memory(error) or error}")
    saved = _save(evidence) if save else None
    return Run(verse, calls, evidence, disagreements(verse.record.claims, evidence), saved)


def _save(evidence: Evidence) -> Path:
    try:
        return save_evidence(evidence)
    except OSError as error:
        fail(
            f"the evidence cannot be saved: {error}; the package seems to be installed where it "
            "may not be written to; run from a checkout (pip install -e .)"
        )


def _ranges(numbers: Sequence[int]) -> str:
    """Write numbers as people do: 1–10, 16, 18–50."""
    spans: list[list[int]] = []
    for number in numbers:
        if spans and number == spans[-1][-1] + 1:
            spans[-1].append(number)
        else:
            spans.append([number])
    return ", ".join(f"{s[0]}–{s[-1]}" if len(s) > 1 else str(s[0]) for s in spans)
