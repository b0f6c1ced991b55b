"""Metre of verses that people have labelled: the bounds that the project promises."""

import json
import runpy
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SHARED = ROOT.parent / "shared"
BENCHMARK = ROOT / "benchmarks" / "meter_accuracy.py"


def test_labelled_verses_reach_the_bounds() -> None:
    """On verses labelled by people the shares are those the project promises."""
    labelled = SHARED / "data/meter/dev.jsonl"
    if not labelled.exists():
        pytest.skip(f"no labelled verses at {labelled}")
    scores = runpy.run_path(str(BENCHMARK))["measure"](labelled)
    assert scores["anuṣṭubh clean"].share == 1
    assert scores["samavṛtta clean"].share >= 0.995
    assert scores["upajāti clean"].share == 1
    assert scores["jāti clean"].share >= 0.99
    assert scores["ardhasama clean"].share == 1
    assert scores["prose refused"].share >= 0.99
    assert scores["prose not exact"].share == 1
    assert scores["broken faulty"].share == 1
    assert scores["broken syllable (vṛtta)"].share >= 0.97


def test_labelled_rows_are_json() -> None:
    """The labelled verses are one JSON object a line, each with a text and what is accepted."""
    labelled = SHARED / "data/meter/dev.jsonl"
    if not labelled.exists():
        pytest.skip(f"no labelled verses at {labelled}")
    for line in labelled.read_text("utf-8").splitlines():
        assert {"text", "accept", "fit"} <= json.loads(line).keys()
