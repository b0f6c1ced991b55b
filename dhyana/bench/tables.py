"""What a benchmark found, as a table for people and as JSON for programs."""

import statistics
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rich.console import Group


@dataclass(frozen=True, slots=True)
class Spread:
    """The median of repeated measurements, and the quartiles around it."""

    low: float
    median: float
    high: float

    @classmethod
    def of(cls, values: Sequence[float]) -> "Spread":
        """Return that of one value or more."""
        if len(values) == 1:
            return cls(values[0], values[0], values[0])
        return cls(*statistics.quantiles(values, n=4, method="inclusive"))


@dataclass(frozen=True, slots=True)
class Row:
    """One contestant: its speed, how many times as fast as others it is, and other figures."""

    name: str
    rate: Spread | None = None  # tokens/s
    ratios: Mapping[str, Spread] = field(default_factory=dict)
    figures: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Table:
    """Rows that were measured in turn, round by round."""

    title: str
    rows: tuple[Row, ...]
    notes: tuple[str, ...] = ()

    def row(self, name: str) -> Row:
        """Return the row of a name; KeyError when there is none."""
        return {row.name: row for row in self.rows}[name]

    def as_json(self) -> dict[str, Any]:
        """Return the table as JSON has it."""
        return asdict(self)

    def as_rich(self) -> "Group":
        """Return title, table and notes as a terminal shows them."""
        from rich.box import SIMPLE_HEAD
        from rich.console import Group
        from rich.table import Table as RichTable
        from rich.text import Text

        ratios = list(dict.fromkeys(name for row in self.rows for name in row.ratios))
        figures = list(dict.fromkeys(name for row in self.rows for name in row.figures))
        table = RichTable(box=SIMPLE_HEAD)
        rates = ("tokens/s", "quartiles") if any(row.rate for row in self.rows) else ()
        table.add_column("", no_wrap=True)
        for name in (*rates, *(f"× {name}" for name in ratios), *figures):
            table.add_column(name, justify="right", vertical="bottom")
        for row in self.rows:
            cells = [row.name]
            if rates:
                cells += _speed(row.rate)
            cells += [_ratio(row.ratios.get(name)) for name in ratios]
            cells += [_shown(row.figures[name]) if name in row.figures else "" for name in figures]
            table.add_row(*cells)
        return Group(Text(self.title, "bold"), table, *(Text(note) for note in self.notes), "")


def _speed(rate: Spread | None) -> tuple[str, str]:
    if rate is None:
        return "", ""
    return _shown(rate.median), f"{_shown(rate.low)}–{_shown(rate.high)}"


def _ratio(found: Spread | None) -> str:
    return f"{found.median:.2f} ({found.low:.2f}–{found.high:.2f})" if found else ""


def _shown(number: float) -> str:
    return f"{number:,.0f}" if number >= 100 else f"{number:.3g}"


def compared(
    seconds: Mapping[str, Sequence[float]],
    tokens: int,
    *,
    bases: Sequence[str],
    figures: Mapping[str, Mapping[str, float]],
) -> tuple[Row, ...]:
    """Return the rows of contestants that did the same `tokens` in each round.

    A ratio is that of two measurements of one round, so that a machine that slows down for a
    while slows both; of these ratios the median is shown. `bases` that are absent are left out.
    """
    return tuple(
        Row(
            name,
            Spread.of([tokens / taken for taken in times]),
            {
                base: Spread.of([b / a for a, b in zip(times, seconds[base], strict=True)])
                for base in bases
                if base in seconds
            },
            figures.get(name, {}),
        )
        for name, times in seconds.items()
    )
