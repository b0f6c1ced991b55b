"""Benchmark tables: medians, ratios round by round, and how they look."""

import json

import pytest
from rich.console import Console

from dhyana.bench.tables import Row, Spread, Table, compared


def test_a_spread_is_a_median_between_quartiles() -> None:
    """Of 1…5 the median is 3 and the quartiles are 2 and 4; one value is all three."""
    assert Spread.of([5, 1, 4, 2, 3]) == Spread(2, 3, 4)
    assert Spread.of([7]) == Spread(7, 7, 7)


def test_ratios_are_those_of_one_round() -> None:
    """A machine that is ten times slower in one round changes rates, but no ratio."""
    seconds = {"HF eager": [2.0, 20.0, 2.0], "ours": [1.0, 10.0, 1.0]}
    theirs, ours = compared(seconds, 100, bases=("HF eager", "absent"), figures={})
    assert ours.ratios == {"HF eager": Spread(2, 2, 2)}
    assert theirs.ratios["HF eager"].median == 1
    assert ours.rate == Spread(55, 100, 100)


def test_a_table_is_shown_and_is_json() -> None:
    """Every row and figure is on the terminal and in the JSON; an absent figure is left empty."""
    rows = (
        Row("HF", Spread(90, 100, 110)),
        Row("ours", Spread(190, 200, 210), {"HF": Spread(1.9, 2, 2.1)}, {"of peak": 0.5}),
    )
    table = Table("Training", rows, ("a note",))
    console = Console(width=100)
    with console.capture() as captured:
        console.print(table.as_rich())
    shown = captured.get()
    for part in ("Training", "2.00 (1.90–2.10)", "190–210", "0.5", "a note"):
        assert part in shown
    assert json.loads(json.dumps(table.as_json()))["rows"][1]["ratios"]["HF"]["median"] == 2
    assert table.row("ours") is rows[1]


def test_figures_may_stand_alone() -> None:
    """Where nothing has a rate, there is no column for it."""
    console = Console(width=80)
    with console.capture() as captured:
        console.print(Table("Memory", (Row("ours", figures={"MiB": 683}),)).as_rich())
    assert "tokens/s" not in captured.get()
    with pytest.raises(KeyError):
        Table("Memory", ()).row("ours")
