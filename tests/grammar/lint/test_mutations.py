"""What the linter catches when one thing in the emended treatise is spoiled, on a sample."""

import runpy
from pathlib import Path
from typing import Any

import pytest

BENCHMARK = Path(__file__).parents[3] / "benchmarks" / "mutations.py"

# What grammar itself permits is no fault: the word without its last visarga before a voiced sound
# (8.3.22 hali sarveṣām), and a seam where a short and a long vowel give the same (6.1.101).
PERMITTED = {("visarga dropped", "anvaya"), ("length", "padaccheda")}


@pytest.fixture(scope="module")
def mutations() -> dict[str, Any]:
    """Import the benchmark, which is no part of the package."""
    return runpy.run_path(str(BENCHMARK))


def test_mutations_are_caught(
    mutations: dict[str, Any], capsys: pytest.CaptureFixture[str]
) -> None:
    """In a sample of the verses each kind of spoiling is caught as often as is aimed at."""
    records = mutations["emended"]()[::4]
    tallies, escaped = mutations["measure"](records, rounds=1, seed=5)
    shares = mutations["by_kind"](tallies)
    with capsys.disabled():
        print()
        for kind, tally in sorted(shares.items()):
            print(f"  {kind}: {tally.caught} of {tally.tried} caught ({tally.share:.1%})")
    assert shares.keys() >= mutations["AIMS"].keys()
    for kind, aim in mutations["AIMS"].items():
        assert shares[kind].share >= aim, kind
    assert {(mutation.kind, mutation.field) for mutation in escaped} <= PERMITTED


def test_nothing_is_found_where_nothing_is_spoiled(mutations: dict[str, Any]) -> None:
    """The measure counts what is new: a record compared with itself has nothing new."""
    record = mutations["emended"]()[11]
    same = mutations["Mutation"]("none", "verse", record, record.verse, record.verse)
    assert mutations["caught_by"](same, mutations["found_in"](record)) == set()
