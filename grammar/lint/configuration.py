"""`[tool.dhyana]` of the nearest pyproject.toml: what a project always lints, and how."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, fields
from os.path import relpath
from pathlib import Path
from typing import Any

from dhyana.shlokas.faults import Fault, RecordError

FILE = "pyproject.toml"


@dataclass(frozen=True, slots=True, kw_only=True)
class Configuration:
    """What `[tool.dhyana]` may say; an option of the command line goes before it.

    `paths` are read if none is named, relative to the file; `exclude` are patterns of names and
    paths that are passed over in folders; `dhatupatha` is a file with roots in the format of
    vidyut, `baseline` what is known already; `cache` whether what was found is kept. The others are
    the options of `dhyana lint`. `folder` is where the file is, None where there is none.
    """

    paths: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    select: tuple[str, ...] = ()
    extend_select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    profile: str | None = None
    expect: str | None = None
    edition: str | None = None
    strict: bool = False
    dhatupatha: str | None = None
    baseline: str | None = None
    cache: bool = True
    folder: Path | None = None


_FILES = ("dhatupatha", "baseline")


def configuration(start: Path) -> Configuration:
    """Read the table from the first pyproject.toml in `start` or a folder above it.

    Raises `RecordError` for a file that is no TOML, an unknown key or a value of the wrong type.
    """
    for folder in (start, *start.parents):
        path = folder / FILE
        if path.is_file():
            return _read(path, start)
    return Configuration()


def _read(path: Path, start: Path) -> Configuration:
    try:
        project = tomllib.loads(path.read_bytes().decode("utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise RecordError([Fault(path, None, None, f"not TOML: {error}")]) from None
    except RecursionError:
        message = "not TOML that can be read: it is nested too deeply"
        raise RecordError([Fault(path, None, None, message, "a table [tool.dhyana]")]) from None
    except OSError as error:
        message = f"the file cannot be read: {error.strerror}"
        raise RecordError([Fault(path, None, None, message)]) from None
    tools = project.get("tool")
    table = tools.get("dhyana", {}) if isinstance(tools, dict) else {}
    if not isinstance(table, dict):
        raise RecordError([Fault(path, None, None, "tool.dhyana is no table", "[tool.dhyana]")])
    values = {key.replace("-", "_"): _value(path, key, value) for key, value in table.items()}
    if "paths" in values:
        values["paths"] = tuple(relpath(path.parent / name, start) for name in values["paths"])
    for key in values.keys() & _FILES:
        values[key] = relpath(path.parent / values[key], start)
    return Configuration(**values, folder=path.parent)


def _value(path: Path, key: str, value: Any) -> Any:
    kinds: Mapping[str, Any] = {
        field.name.replace("_", "-"): field.type
        for field in fields(Configuration)
        if field.name != "folder"
    }
    if key not in kinds:
        message = f"[tool.dhyana] has an unknown key {key}"
        raise RecordError([Fault(path, None, None, message, f"one of {', '.join(kinds)}")])
    if kinds[key] is bool:
        kind, right = "true or false", isinstance(value, bool)
    elif kinds[key] == str | None:
        kind, right = "a string", isinstance(value, str)
    else:
        kind = "a list of strings"
        right = isinstance(value, list) and all(isinstance(item, str) for item in value)
    if not right:
        message = f"[tool.dhyana] {key} is {value!r}"
        raise RecordError([Fault(path, None, None, message, kind)])
    return tuple(value) if isinstance(value, list) else value
