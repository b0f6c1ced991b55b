"""Tensors and other results as a few short lines, and as JSON."""

import math
from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from torch import Tensor

_ROWS = 4
_COLUMNS = 8
_CELL = 9


def lines_of(name: str, value: Any) -> Iterator[str]:
    """Write a named argument or result: what it is, and below it the numbers of a tensor.

    At most four rows of eight numbers are written; `…` stands for the rest.
    """
    import torch

    if isinstance(value, tuple) or (isinstance(value, list) and not _is_row(value)):
        fields = getattr(value, "_fields", range(len(value)))
        for field, item in zip(fields, value, strict=True):
            yield from lines_of(f"{name}.{field}", item)
    elif isinstance(value, torch.Tensor):
        shape = ", ".join(map(str, value.shape))
        yield f"{name:<12}{_dtype(value)} [{shape}] {value.device}"
        rows = value.detach().cpu().reshape(-1, value.shape[-1] if value.ndim else 1)
        for row in rows[:_ROWS].tolist():
            more = " …" if len(row) > _COLUMNS else ""
            yield "".join(f"{_short(cell):>{_CELL}}" for cell in row[:_COLUMNS]) + more
        if len(rows) > _ROWS:
            yield f"{'…':>{_CELL}}"
    elif _is_row(value):
        yield f"{name:<12}" + "  ".join(f"{number:.6g}" for number in value)
    elif isinstance(value, float):
        yield f"{name:<12}{value:.6g}"
    else:
        yield f"{name:<12}{_named(value)}"


def json_of(value: Any) -> Any:
    """Write an argument or result as JSON has it; a number that is none becomes null."""
    import torch

    if isinstance(value, torch.Tensor):
        return {
            "dtype": _dtype(value),
            "shape": list(value.shape),
            "device": str(value.device),
            "values": json_of(value.detach().cpu().tolist()),
        }
    if hasattr(value, "_asdict"):
        return {field: json_of(item) for field, item in value._asdict().items()}
    if isinstance(value, list | tuple):
        return [json_of(item) for item in value]
    if isinstance(value, float):
        return float(f"{value:.6g}") if math.isfinite(value) else None
    return value if isinstance(value, bool | int | str | None) else _named(value)


def _is_row(value: Any) -> bool:
    """Whether a value is a list of numbers, which fits on one line."""
    return isinstance(value, list) and all(type(item) in (int, float) for item in value)


def _named(value: Any) -> str:
    """Name a function or module by its name, not by its address; write anything else as it is."""
    from torch.nn import Module

    if isinstance(value, partial):
        return _named(value.func)
    named = type(value) if isinstance(value, Module) else value
    return named.__name__ if callable(named) and hasattr(named, "__name__") else repr(value)


def _dtype(tensor: "Tensor") -> str:
    return str(tensor.dtype).removeprefix("torch.")


def _short(cell: float | bool) -> str:
    return f"{cell:.4f}" if isinstance(cell, float) else str(cell).lower()
