"""Evidence files: judged, written, read back, and compared with record and code."""

import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dhyana.shlokas import RecordError, load
from dhyana.shlokas.code import fingerprint
from dhyana.shlokas.evidence import (
    Environment,
    Evidence,
    Finding,
    MeasuredCode,
    Measurement,
    Relation,
    Series,
    changed_code,
    disagreements,
    evidence_path,
    judge,
    load_evidence,
    save_evidence,
)
from dhyana.shlokas.record import Claim, Verdict

MET = Measurement("a", 1.0, Relation.NEAR, 1.0, 0.1)
MISSED = Measurement("b", 2.0, Relation.NEAR, 1.0, 0.1)
BEYOND = Measurement("c", 2.0, Relation.NEAR, 1.0, 0.1, condition="elsewhere", beyond=True)

SAMPLE = Evidence(
    verse=12,
    experiment=MeasuredCode(
        "dhyana.pramana.canto_03.measure_scaling",
        fingerprint("dhyana.pramana.canto_03.measure_scaling"),
    ),
    code=(
        MeasuredCode("dhyana.attention.scale_scores", fingerprint("dhyana.attention.scale_scores")),
    ),
    environment=Environment("3.11.7", "2.13.0", "cpu", "float32", 0, quick=True),
    claims=(
        Finding("√d_k: ‘scaled’", Verdict.QUALIFIED, (MET, BEYOND)),
        Finding("curves", Verdict.HOLDS, (MET,), series=(Series("l", "x", "y", (1.0,), (2.0,)),)),
        Finding("semantic", Verdict.NOT_MEASURABLE, reason="no number says so"),
    ),
)


@pytest.mark.parametrize(
    ("measurements", "verdict"),
    [
        ((), Verdict.NOT_MEASURABLE),
        ((MET,), Verdict.HOLDS),
        ((MET, replace(MET, beyond=True)), Verdict.HOLDS),
        ((MET, BEYOND), Verdict.QUALIFIED),
        ((MISSED, MET), Verdict.REFUTED),
        ((MISSED, BEYOND), Verdict.REFUTED),
    ],
)
def test_the_numbers_give_the_verdict(
    measurements: tuple[Measurement, ...], verdict: Verdict
) -> None:
    """A miss within the condition refutes, a miss beyond it qualifies."""
    assert judge(measurements) is verdict


@pytest.mark.parametrize(
    ("relation", "value", "met", "expectation"),
    [
        (Relation.NEAR, 1.1, True, "1 ± 0.125"),
        (Relation.NEAR, 1.2, False, "1 ± 0.125"),
        (Relation.AT_MOST, 1.0, True, "≤ 1"),
        (Relation.AT_MOST, 1.001, False, "≤ 1"),
        (Relation.AT_LEAST, 1.0, True, "≥ 1"),
        (Relation.AT_LEAST, 0.999, False, "≥ 1"),
        (Relation.ABOVE, 1.0, False, "> 1"),
        (Relation.ABOVE, 1.001, True, "> 1"),
        (Relation.AT_MOST, None, False, "≤ 1"),
    ],
)
def test_relations(relation: Relation, value: float | None, met: bool, expectation: str) -> None:
    """Each relation says what it expects and decides at its bound; no number meets nothing."""
    measurement = Measurement("x", value, relation, 1.0, 0.125)
    assert measurement.met is met
    assert measurement.expectation == expectation


@pytest.mark.parametrize(
    ("expected", "tolerance", "words"),
    [
        (4.0, 0.0, "= 4"),
        (1e-6, 0.0, "= 1e-6"),
        (3e9, 1e-5, "3e9 ± 1e-5"),
        (0.5, 0.02, "0.5 ± 0.02"),
    ],
)
def test_numbers_are_written_short(expected: float, tolerance: float, words: str) -> None:
    """What must be met exactly has no tolerance, and exponents have no padding."""
    assert Measurement("x", 1.0, Relation.NEAR, expected, tolerance).expectation == words


def test_a_measurement_as_text() -> None:
    """One line names quantity, condition, value, unit and expectation."""
    measurement = Measurement("time", 2.5, Relation.AT_MOST, 3.0, unit="s", condition="T = 8")
    assert str(measurement) == "time (T = 8): 2.5 s, expected ≤ 3 s"
    assert str(replace(measurement, value=None)) == "time (T = 8): no number, expected ≤ 3 s"


def test_round_trip(tmp_path: Path) -> None:
    """What is written is read back equal, and writing it again changes no byte."""
    path = save_evidence(SAMPLE, tmp_path)
    written = path.read_bytes()
    assert path == evidence_path(12, tmp_path) == tmp_path / "verse-012.json"
    assert load_evidence(12, tmp_path) == SAMPLE
    assert save_evidence(SAMPLE, tmp_path).read_bytes() == written
    assert list(tmp_path.iterdir()) == [path]


numbers = st.floats(allow_nan=False, allow_infinity=False, width=32)
measurements = st.builds(
    Measurement,
    quantity=st.sampled_from(["variance", "√d_k, 1: 'x' # y", "θ"]),
    value=st.none() | numbers,
    relation=st.sampled_from(Relation),
    expected=numbers,
    tolerance=numbers,
    unit=st.none() | st.just("s"),
    condition=st.none() | st.just("d_k = 64; {a: [b]}"),
    beyond=st.booleans(),
)


@settings(deadline=None, max_examples=30)
@given(st.lists(measurements, max_size=4).map(tuple))
def test_any_numbers_round_trip(
    tmp_path_factory: pytest.TempPathFactory, found: tuple[Measurement, ...]
) -> None:
    """Every finite number, large, small and negative, and a missing one come back as they were."""
    folder = tmp_path_factory.mktemp("evidence")
    sample = replace(SAMPLE, claims=(Finding("claim", judge(found), found),))
    save_evidence(sample, folder)
    assert load_evidence(12, folder) == sample


def test_the_file_is_json_for_everybody(tmp_path: Path) -> None:
    """The file is plain JSON with the letters as they are."""
    text = save_evidence(SAMPLE, tmp_path).read_text("utf-8")
    assert json.loads(text)["claims"][0]["measurements"][1]["beyond"] is True
    assert "√d_k" in text


def test_nothing_measured_is_none(tmp_path: Path) -> None:
    """A verse without evidence has None, not an error."""
    assert load_evidence(13, tmp_path) is None


def broken(folder: Path, *steps: str | int, value: Any) -> Path:
    """Write the sample with one value changed."""
    path = save_evidence(SAMPLE, folder)
    data = json.loads(path.read_text("utf-8"))
    place = data
    for step in steps[:-1]:
        place = place[step]
    place[steps[-1]] = value
    path.write_text(json.dumps(data, indent=2), encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("steps", "value", "message"),
    [
        (("verse",), 13, "this is evidence of verse 13; expected verse: 12"),
        (("claims", 0, "verdict"), "holds", "do not give the verdict holds; expected qualified"),
        (("claims", 0, "verdict"), "true", "'true' is not a choice"),
        (("claims", 1, "series", 0, "y"), [], "0 values of y stand against 1 of x"),
        (("claims", 0, "measurements", 0, "value"), "1.0", "in quotes is not a number"),
        (("code", 0, "fingerprint"), "abc", "'abc' is not allowed"),
        (("environment", "seed"), -1, "'-1' is out of range"),
        (("extra",), 1, "unknown key 'extra'"),
    ],
)
def test_broken_files_are_explained(
    tmp_path: Path, steps: tuple[str | int, ...], value: Any, message: str
) -> None:
    """Each fault is told with file, line and column, a verdict that was written in too."""
    path = broken(tmp_path, *steps, value=value)
    with pytest.raises(RecordError) as caught:
        load_evidence(12, tmp_path)
    assert message in str(caught.value)
    assert str(caught.value).startswith(f"{path}:")


@pytest.mark.parametrize("text", ["", "{", "[]", "null", '{"verse": 12}', "{" * 5000, "\0", "é"])
def test_any_text_is_refused_clearly(tmp_path: Path, text: str) -> None:
    """Text that is no evidence is a RecordError, whatever it is."""
    evidence_path(12, tmp_path).write_text(text, encoding="latin-1")
    with pytest.raises(RecordError):
        load_evidence(12, tmp_path)


def test_what_could_not_be_read_is_not_written(tmp_path: Path) -> None:
    """Evidence with an impossible part leaves the file that was there untouched."""
    before = save_evidence(SAMPLE, tmp_path).read_bytes()
    with pytest.raises(RecordError):
        save_evidence(replace(SAMPLE, claims=(Finding("x", Verdict.HOLDS),)), tmp_path)
    assert evidence_path(12, tmp_path).read_bytes() == before


def test_a_failed_write_leaves_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """When the file cannot be put in place, no half of it and no temporary file stays."""

    def full(*_: object) -> None:
        raise OSError("no space left on device")

    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(OSError, match="no space"):
        save_evidence(SAMPLE, tmp_path)
    assert list(tmp_path.iterdir()) == []


CLAIMS = (
    Claim("√d_k: ‘scaled’", Verdict.QUALIFIED),
    Claim("curves", Verdict.HOLDS),
    Claim("semantic", Verdict.NOT_MEASURABLE),
)


@pytest.mark.parametrize(
    ("claims", "differences"),
    [
        (CLAIMS, ()),
        (
            (CLAIMS[0], Claim("curves", Verdict.REFUTED), CLAIMS[2]),
            ("claim 2: the record expects refuted, the experiment finds holds",),
        ),
        (
            (CLAIMS[0], Claim("other", Verdict.HOLDS), CLAIMS[2]),
            ("claim 2: the record states 'other', the experiment measures 'curves'",),
        ),
        (CLAIMS[:2], ("claim 3: the record does not state 'semantic'",)),
        (
            (*CLAIMS, Claim("more", Verdict.HOLDS)),
            ("claim 4: the experiment does not measure 'more'",),
        ),
    ],
)
def test_differences_from_the_record(
    claims: tuple[Claim, ...], differences: tuple[str, ...]
) -> None:
    """Another verdict, another text, a claim too few or too many: each is told."""
    assert disagreements(claims, SAMPLE) == differences


def test_changed_code_is_named() -> None:
    """Code that is other than when it was measured, or gone, is named; unchanged code is not."""
    old = MeasuredCode("dhyana.attention.attention", "v1:0000000000000000")
    gone = MeasuredCode("dhyana.attention.gone", "v1:0000000000000000")
    assert changed_code(SAMPLE) == ()
    changed = changed_code(replace(SAMPLE, code=(*SAMPLE.code, old, gone)))
    assert changed == (old.symbol, gone.symbol)


@pytest.mark.parametrize("number", range(11, 16))
def test_committed_evidence_is_of_this_code_and_as_the_record_expects(number: int) -> None:
    """The evidence that comes with the text was measured on today's code and agrees with it."""
    record = load().verse(number).record
    kept = load_evidence(number)
    assert kept is not None
    assert changed_code(kept) == ()
    assert [code.symbol for code in kept.code] == [link.symbol for link in record.code]
    assert disagreements(record.claims, kept) == ()


def test_reading_imports_no_torch() -> None:
    """Evidence is read and compared with the code without torch."""
    script = (
        "import sys; from dhyana.shlokas.evidence import changed_code, load_evidence;"
        "changed_code(load_evidence(12)); raise SystemExit('torch' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", script], check=False).returncode == 0
