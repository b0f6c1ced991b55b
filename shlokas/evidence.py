"""What the experiments measured: `evidence/verse-012.json`, one file a verse, read without torch.

A claim is judged by its measurements alone. Each states what it expects; those within the
condition under which the record says the claim holds decide between *holds* and *refuted*, and
those `beyond` it show whether the claim needs that condition at all: *qualified*. The verdict is
written down for people and checked against the numbers whenever a file is read.
"""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from enum import StrEnum
from itertools import zip_longest
from pathlib import Path
from typing import Annotated, Any

from dhyana.shlokas import EVIDENCE
from dhyana.shlokas.code import CodeError, fingerprint
from dhyana.shlokas.faults import Fault, RecordError
from dhyana.shlokas.reading import parse_record, read_record
from dhyana.shlokas.record import About, Claim, Verdict
from dhyana.shlokas.source import Source
from dhyana.shlokas.writing import write_whole

_FINGERPRINT = "v[0-9]+:[0-9a-f]{16,64}"


class Relation(StrEnum):
    """How a measured value must stand to the expected one."""

    NEAR = "near"
    AT_MOST = "at_most"
    AT_LEAST = "at_least"
    ABOVE = "above"


_SIGNS = {Relation.AT_MOST: "≤", Relation.AT_LEAST: "≥", Relation.ABOVE: ">"}


@dataclass(frozen=True, slots=True)
class Measurement:
    """One number that an experiment measured, and what was expected of it."""

    quantity: Annotated[str, About("What was measured.")]
    value: Annotated[float | None, About("The value; null where the result was no number.")]
    relation: Annotated[Relation, About("How the value must stand to the expected one.")]
    expected: Annotated[float, About("The expected value or bound.")]
    tolerance: Annotated[float, About("How far a near value may be off.")] = 0.0
    unit: Annotated[str | None, About("Unit of the value; absent for a pure number.")] = None
    condition: Annotated[str | None, About("Under which condition it was measured.")] = None
    beyond: Annotated[bool, About("Whether it lies beyond the condition of the claim.")] = False

    def __str__(self) -> str:
        """Return the measurement as one line of text."""
        condition = f" ({self.condition})" if self.condition else ""
        return f"{self.quantity}{condition}: {self.found}, expected {self.expectation}"

    @property
    def found(self) -> str:
        """What was found, e.g. `0.98` or `2.5 s`."""
        return "no number" if self.value is None else self._with_unit(_number(self.value))

    @property
    def expectation(self) -> str:
        """What was expected, e.g. `1 ± 0.1`, `= 4` or `≤ 3 s`."""
        expected = _number(self.expected)
        if self.relation is not Relation.NEAR:
            return self._with_unit(f"{_SIGNS[self.relation]} {expected}")
        if not self.tolerance:
            return self._with_unit(f"= {expected}")
        return self._with_unit(f"{expected} ± {_number(self.tolerance)}")

    def _with_unit(self, number: str) -> str:
        return f"{number} {self.unit}" if self.unit else number

    @property
    def met(self) -> bool:
        """Whether the value is as expected."""
        if self.value is None:
            return False
        match self.relation:
            case Relation.NEAR:
                return abs(self.value - self.expected) <= self.tolerance
            case Relation.AT_MOST:
                return self.value <= self.expected
            case Relation.AT_LEAST:
                return self.value >= self.expected
            case Relation.ABOVE:
                return self.value > self.expected


def _number(value: float) -> str:
    """Write a number short: 0.98, 4, 1e-6."""
    return f"{value:g}".replace("e-0", "e-").replace("e+0", "e").replace("e+", "e")


@dataclass(frozen=True, slots=True)
class Series:
    """A measured curve."""

    label: Annotated[str, About("What the curve is.")]
    x_label: Annotated[str, About("What runs along x.")]
    y_label: Annotated[str, About("What was measured, along y.")]
    x: Annotated[tuple[float, ...], About("Values of x.")]
    y: Annotated[tuple[float, ...], About("One value of y for each of x.")]


@dataclass(frozen=True, slots=True)
class Finding:
    """What measuring one claim showed."""

    claim: Annotated[str, About("The claim, in the words of the record.")]
    verdict: Annotated[Verdict, About("What the measurements show.")]
    measurements: Annotated[tuple[Measurement, ...], About("What was measured.")] = ()
    reason: Annotated[str | None, About("Why it cannot be measured.")] = None
    series: Annotated[tuple[Series, ...], About("Curves for a figure.")] = ()


@dataclass(frozen=True, slots=True)
class MeasuredCode:
    """A piece of code as it was when it was measured: its own code, not what it calls."""

    symbol: Annotated[str, About("Dotted name inside the dhyana package.")]
    fingerprint: Annotated[str, About("Its fingerprint.", pattern=_FINGERPRINT)]


@dataclass(frozen=True, slots=True)
class Environment:
    """On what the experiment ran."""

    python: Annotated[str, About("Version of Python.")]
    torch: Annotated[str, About("Version of torch.")]
    device: Annotated[str, About("Device, e.g. cpu.")]
    dtype: Annotated[str, About("Number format, e.g. float32.")]
    seed: Annotated[int, About("Seed of the random numbers.", minimum=0)]
    quick: Annotated[bool, About("Whether the short form of the experiment ran.")]


@dataclass(frozen=True, slots=True)
class Evidence:
    """What the experiment of one verse found, on which code and which machine."""

    verse: Annotated[int, About("Number of the verse.", minimum=1)]
    experiment: Annotated[MeasuredCode, About("The experiment.")]
    code: Annotated[tuple[MeasuredCode, ...], About("The components the verse is linked to.")]
    environment: Annotated[Environment, About("On what it ran.")]
    claims: Annotated[tuple[Finding, ...], About("One finding a claim, in the record's order.")]


def judge(measurements: Sequence[Measurement]) -> Verdict:
    """Return the verdict that measurements give.

    Refuted: one within the condition is not as expected. Qualified: all within are, one beyond
    is not. Holds: all are. Not measurable: there are none.
    """
    if not measurements:
        return Verdict.NOT_MEASURABLE
    missed = {measurement.beyond for measurement in measurements if not measurement.met}
    if False in missed:
        return Verdict.REFUTED
    return Verdict.QUALIFIED if missed else Verdict.HOLDS


def evidence_path(number: int, folder: Path = EVIDENCE) -> Path:
    """Return where the evidence of a verse is kept."""
    return folder / f"verse-{number:03}.json"


def load_evidence(number: int, folder: Path = EVIDENCE) -> Evidence | None:
    """Read the evidence of a verse, None when nothing was measured yet.

    Raises `RecordError` with everything that is wrong with the file, a verdict that its
    measurements do not give included.
    """
    path = evidence_path(number, folder)
    if not path.exists():
        return None
    return _checked(*read_record(path, Evidence), number)


def save_evidence(evidence: Evidence, folder: Path = EVIDENCE) -> Path:
    """Write the evidence of a verse, whole or not at all, and return the path.

    Raises OSError when the folder cannot be written to, `RecordError` for evidence that could
    not be read back.
    """
    path = evidence_path(evidence.verse, folder)
    text = json.dumps(asdict(evidence, dict_factory=_sparse), ensure_ascii=False, indent=2) + "\n"
    _checked(*parse_record(path, text, Evidence), evidence.verse)
    folder.mkdir(exist_ok=True)
    write_whole(path, text)
    return path


def disagreements(claims: Sequence[Claim], evidence: Evidence) -> tuple[str, ...]:
    """Return where evidence differs from the claims of the record, in words.

    Claims and findings belong together by their order, and have the same text.
    """
    found: list[str] = []
    for number, (claim, finding) in enumerate(zip_longest(claims, evidence.claims), 1):
        if claim is None:
            found.append(f"claim {number}: the record does not state {finding.claim!r}")
        elif finding is None:
            found.append(f"claim {number}: the experiment does not measure {claim.text!r}")
        elif claim.text != finding.claim:
            found.append(
                f"claim {number}: the record states {claim.text!r}, "
                f"the experiment measures {finding.claim!r}"
            )
        elif claim.verdict != finding.verdict:
            found.append(
                f"claim {number}: the record expects {claim.verdict}, "
                f"the experiment finds {finding.verdict}"
            )
    return tuple(found)


def changed_code(evidence: Evidence) -> tuple[str, ...]:
    """Return the symbols whose code is no longer what was measured, the experiment's among them."""
    return tuple(
        measured.symbol
        for measured in (evidence.experiment, *evidence.code)
        if _fingerprint_or_none(measured.symbol) != measured.fingerprint
    )


def _fingerprint_or_none(symbol: str) -> str | None:
    try:
        return fingerprint(symbol)
    except CodeError:
        return None


def _checked(evidence: Evidence, source: Source, number: int) -> Evidence:
    """Return evidence whose parts agree with one another, or raise `RecordError`."""
    faults = []

    def fault(field: str, message: str, expected: str) -> None:
        faults.append(Fault(source.path, *source.locate(field), message, expected))

    if evidence.verse != number:
        fault("verse", f"this is evidence of verse {evidence.verse}", f"verse: {number}")
    for index, finding in enumerate(evidence.claims):
        verdict = judge(finding.measurements)
        if finding.verdict != verdict:
            message = f"the measurements do not give the verdict {finding.verdict}"
            fault(f"claims[{index}].verdict", message, str(verdict))
        for at, series in enumerate(finding.series):
            if len(series.x) != len(series.y):
                message = f"{len(series.y)} values of y stand against {len(series.x)} of x"
                fault(f"claims[{index}].series[{at}].y", message, "one of y for each of x")
    if faults:
        raise RecordError(faults)
    return evidence


def _sparse(items: list[tuple[str, Any]]) -> dict[str, Any]:
    """Leave out what is absent; a value that is no number stays, as null."""
    return {key: value for key, value in items if value not in (None, ()) or key == "value"}
