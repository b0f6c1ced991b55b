"""Frozen dataclasses from JSON that nobody vouches for: every key known, every value of its type.

A checkpoint's configuration comes from elsewhere. `read_settings` follows the annotations of the
dataclass it fills, so that the dataclass is the only place where a field is described.
"""

import dataclasses
import json
import types
import typing
from typing import Any, Literal, TypeVar

T = TypeVar("T")


def parse_json(text: str | bytes, *, where: str = "configuration") -> object:
    """Return what JSON says; raise ValueError for anything else, nesting without end included."""
    try:
        data: object = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise ValueError(f"{where}: not JSON: {error}") from error
    return data


def read_settings(cls: type[T], data: object, *, where: str = "configuration") -> T:
    """Return `cls` filled from a JSON object.

    Understands int, float, bool, str, Literal, tuple[X, ...], X | None, and dataclasses that
    are told apart by their `kind`. Raises ValueError naming the key, what it should be and what
    was found; the dataclass's own checks add theirs.
    """
    if not isinstance(data, dict):
        raise ValueError(f"{where}: expected a JSON object, found {type(data).__name__}")
    hints = typing.get_type_hints(cls)
    if unknown := sorted(str(key) for key in data.keys() - hints.keys()):
        raise ValueError(f"{where}: unknown key {unknown[0]!r}; known are {', '.join(hints)}")
    fields = dataclasses.fields(cls)  # type: ignore[arg-type]  # T is a dataclass
    for field in fields:
        if field.name not in data and field.default is dataclasses.MISSING:
            raise ValueError(f"{where}: {field.name!r} is missing")
    return cls(**{key: _read(hints[key], value, f"{where}: {key}") for key, value in data.items()})


def check_settings(settings: object) -> None:
    """Check that every field of a dataclass is of its annotated type, as `read_settings` does.

    A dataclass in a field has checked itself. Raises ValueError naming the field.
    """
    for name, expected in typing.get_type_hints(type(settings)).items():
        value = getattr(settings, name)
        if not dataclasses.is_dataclass(value) or type(value) not in typing.get_args(expected):
            _read(expected, value, name)


def _read(expected: Any, value: object, where: str) -> Any:
    """Return `value` as `expected` wants it, or raise ValueError."""
    origin, choices = typing.get_origin(expected), typing.get_args(expected)
    if origin in (types.UnionType, typing.Union):
        if value is None and type(None) in choices:
            return None
        rest = [choice for choice in choices if choice is not type(None)]
        if len(rest) > 1:
            return _read_kind(rest, value, where)
        expected, origin, choices = rest[0], typing.get_origin(rest[0]), typing.get_args(rest[0])
    if dataclasses.is_dataclass(expected):
        return _read_kind([expected], value, where)
    if origin is Literal:
        if value in choices and isinstance(value, str):
            return value
        raise ValueError(f"{where}: expected one of {', '.join(choices)}, found {value!r}")
    if origin is tuple:
        if isinstance(value, list | tuple):
            return tuple(_read(choices[0], item, f"{where}[{i}]") for i, item in enumerate(value))
        raise ValueError(f"{where}: expected a list, found {value!r}")
    if expected is float and isinstance(value, int) and not isinstance(value, bool):
        if abs(value) > 2**1000:
            raise ValueError(f"{where}: larger than any float")
        return float(value)
    if isinstance(value, expected) and (expected is bool or not isinstance(value, bool)):
        return value
    raise ValueError(f"{where}: expected {expected.__name__}, found {value!r}")


def _read_kind(candidates: list[Any], value: object, where: str) -> Any:
    """Return the one of several dataclasses whose `kind` the object names."""
    kinds = {candidate.kind: candidate for candidate in candidates}
    kind = value.get("kind") if isinstance(value, dict) else None
    if not isinstance(kind, str) or kind not in kinds:
        raise ValueError(f"{where}: expected kind to be one of {', '.join(kinds)}, found {kind!r}")
    return read_settings(kinds[kind], value, where=where)
