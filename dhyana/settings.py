"""Frozen dataclasses from JSON that nobody vouches for: every key known, every value of its type.

A checkpoint's configuration comes from elsewhere. `read_settings` follows the annotations of the
dataclass it fills, so that the dataclass is the only place where a field is described.
"""

import dataclasses
import json
import types
import typing
from collections import Counter
from reprlib import Repr
from typing import Any, Literal, TypeVar

T = TypeVar("T")

LARGEST_SIZE = 2**24  # of anything in a model; what asks for more means to take the memory
LARGEST_DEPTH = 2**14  # of layers, each of which is an object, whatever its width

_shortened = Repr()
_shortened.maxstring = _shortened.maxother = 80
brief = _shortened.repr  # what strangers wrote, for a message: escaped, and never long


def parse_json(text: str | bytes, *, where: str = "configuration") -> object:
    """Return what JSON says; raise ValueError for anything else.

    So for nesting without end, and for an object that has a key twice.
    """
    try:
        data: object = json.loads(text, object_pairs_hook=_once_each)
    except (ValueError, RecursionError) as error:
        raise ValueError(f"{where}: not JSON: {error}") from error
    return data


def _once_each(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """Return a JSON object; ValueError when a key comes twice, for then readers differ."""
    found = dict(pairs)
    if len(found) < len(pairs):
        ((twice, _),) = Counter(key for key, _ in pairs).most_common(1)
        raise ValueError(f"the key {brief(twice)} comes twice")
    return found


def read_settings(cls: type[T], data: object, *, where: str = "configuration") -> T:
    """Return `cls` filled from a JSON object.

    Understands int, float, bool, str, Literal, tuple[X, ...], X | None, and dataclasses that
    are told apart by their `kind`. Raises ValueError naming the key, what it should be and what
    was found; the dataclass's own checks add theirs.
    """
    if not isinstance(data, dict):
        raise ValueError(f"{where}: expected a JSON object, found {type(data).__name__}")
    fields = dataclasses.fields(cls)  # type: ignore[arg-type]  # T is a dataclass
    hints = _types_of(cls)
    if unknown := sorted(str(key) for key in data.keys() - hints.keys()):
        raise ValueError(f"{where}: unknown key {brief(unknown[0])}; known are {', '.join(hints)}")
    for field in fields:
        if field.name not in data and field.default is dataclasses.MISSING:
            raise ValueError(f"{where}: {field.name!r} is missing")
    return cls(**{key: _read(hints[key], value, f"{where}: {key}") for key, value in data.items()})


def check_settings(settings: object, *, where: str = "") -> None:
    """Check that every field of a dataclass is of its annotated type, as `read_settings` does.

    A dataclass in a field has checked itself. Raises ValueError naming the field.
    """
    for name, expected in _types_of(type(settings)).items():
        value = getattr(settings, name)
        if not dataclasses.is_dataclass(value) or type(value) not in typing.get_args(expected):
            _read(expected, value, f"{where}: {name}" if where else name)


def _types_of(cls: type) -> dict[str, Any]:
    """Return the types of a dataclass's fields, by name; what all its instances share is none."""
    hints = typing.get_type_hints(cls)
    return {field.name: hints[field.name] for field in dataclasses.fields(cls)}


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
        raise ValueError(f"{where}: expected one of {', '.join(choices)}, found {brief(value)}")
    if origin is tuple:
        if isinstance(value, list | tuple):
            return tuple(_read(choices[0], item, f"{where}[{i}]") for i, item in enumerate(value))
        raise ValueError(f"{where}: expected a list, found {brief(value)}")
    if expected is float and isinstance(value, int) and not isinstance(value, bool):
        if abs(value) > 2**1000:
            raise ValueError(f"{where}: larger than any float")
        return float(value)
    if isinstance(value, expected) and (expected is bool or not isinstance(value, bool)):
        return value
    raise ValueError(f"{where}: expected {expected.__name__}, found {brief(value)}")


def _read_kind(candidates: list[Any], value: object, where: str) -> Any:
    """Return the one of several dataclasses whose `kind` the object names."""
    kinds = {candidate.kind: candidate for candidate in candidates}
    kind = value.get("kind") if isinstance(value, dict) else None
    if not isinstance(kind, str) or kind not in kinds:
        raise ValueError(
            f"{where}: expected kind to be one of {', '.join(kinds)}, found {brief(kind)}"
        )
    return read_settings(kinds[kind], value, where=where)
