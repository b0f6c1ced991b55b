"""What was found before: kept by the content of what was read, the settings, and the linter itself.

An entry is a JSON file, named by what was linted and how, that says of which content it is. It is
written whole or not at all, so that several runs may share a folder; one that cannot be read or
written counts as absent. Nothing in it is executed.
"""

import json
import os
import sys
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import asdict
from functools import cache
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import dhyana
from dhyana.grammar.lint.diagnostic import Diagnostic, Fix, Severity, TextEdit
from dhyana.grammar.lint.outcome import Excerpt, Finding, Outcome, Patch, Report
from dhyana.grammar.lint.settings import Settings
from dhyana.shlokas import EVIDENCE
from dhyana.shlokas.writing import write_whole

FOLDER = ".dhyana_cache"

_LARGEST = 1 << 24
"""Bytes of the largest file whose findings are kept; larger ones are read once, as a stream."""

_OTHER_SHAPES = (AttributeError, KeyError, TypeError, ValueError)
"""What reading an entry raises that another version, or nobody, wrote."""

_LEFT_OUT = frozenset({"__pycache__", EVIDENCE.name})


class Cache:
    """The entries in a folder, for one way of linting from the present folder."""

    def __init__(self, folder: Path, settings: Settings) -> None:
        self.folder = folder
        self._settings = f"{Path.cwd()} {settings} {content_of(settings.dhatupatha)}"

    def report(self, path: str, content: str) -> Report | None:
        """Give what was found in a document of this content."""
        entry = self._read(path, _digest(linter(), content))
        with suppress(*_OTHER_SHAPES):
            return None if entry is None else _report(path, entry)
        return None

    def keep_report(self, report: Report, content: str) -> None:
        """Keep what was found in a document, unless it is broken."""
        if not report.faults:
            used = [sorted(used) for used in report.used]
            entry = _entry(report) | {"outside": report.outside, "used": used}
            self._write(report.path, _digest(linter(), content), entry)

    def outcome(self, contents: Sequence[tuple[str, str]]) -> Outcome | None:
        """Give what was found in documents of these contents together."""
        entry = self._read(_WHOLE, _of_all(contents))
        with suppress(*_OTHER_SHAPES):
            return None if entry is None else _outcome(entry)
        return None

    def keep_outcome(self, outcome: Outcome, contents: Sequence[tuple[str, str]]) -> None:
        """Keep what was found in documents together, unless any is broken."""
        if not outcome.faults:
            entry = _entry(outcome) | {"documents": outcome.documents, "unread": outcome.unread}
            self._write(_WHOLE, _of_all(contents), entry)

    def _file(self, name: str) -> Path:
        return self.folder / f"{_digest(self._settings, name)[:24]}.json"

    def _read(self, name: str, key: str) -> dict[str, Any] | None:
        try:
            entry = json.loads(self._file(name).read_bytes())
        except (OSError, ValueError, RecursionError):
            return None
        return entry if isinstance(entry, dict) and entry.get("key") == key else None

    def _write(self, name: str, key: str, entry: dict[str, Any]) -> None:
        with suppress(OSError):
            if not self.folder.is_dir():
                self.folder.mkdir()
                write_whole(self.folder / ".gitignore", "*\n")
            text = json.dumps({"key": key} | entry, ensure_ascii=False)
            write_whole(self._file(name), text.encode("utf-8", "replace").decode())


_WHOLE = ""


def content_of(file: Path | None) -> str | None:
    """Give the digest of a file; None for one that cannot be read, or not more than once."""
    try:
        if file is None or not file.is_file() or file.stat().st_size > _LARGEST:
            return None
        return sha256(file.read_bytes()).hexdigest()
    except OSError:
        return None


@cache
def linter() -> str:
    """Give the digest of all that finds: version, rules, tables, and what derives words."""
    vidyut = find_spec("vidyut")
    derives = Path(vidyut.origin).stat().st_mtime_ns if vidyut and vidyut.origin else ""
    rooms = [Path(dhyana.__path__[0], room) for room in ("grammar", "shlokas")]
    return _digest(dhyana.__version__, sys.version, str(derives), *_contents(rooms))


def _of_all(contents: Sequence[tuple[str, str]]) -> str:
    """Give the digest of documents, and of all code and evidence that they are compared with."""
    beside = {Path(path).absolute().parent.parent / EVIDENCE.name for path, _ in contents}
    bound = _contents([Path(dhyana.__path__[0]), *sorted({EVIDENCE, *beside})])
    return _digest(linter(), *(part for pair in contents for part in pair), *bound)


def _contents(folders: Iterable[Path]) -> list[str]:
    """Give name and digest of every file of some folders that the linter may read.

    Records, which are documents, are not among them, nor what folders are links to.
    """
    found: list[str] = []
    for folder in folders:
        for root, names, files in os.walk(folder):
            names[:] = sorted(n for n in names if n not in _LEFT_OUT and not n.startswith("canto-"))
            for name in sorted(files):
                if not name.endswith((".pyc", ".yaml")):
                    found += (name, content_of(Path(root, name)) or "")
    return found


def _digest(*parts: str) -> str:
    return sha256("\0".join(parts).encode("utf-8", "surrogatepass")).hexdigest()


def _entry(found: Report | Outcome) -> dict[str, Any]:
    from dhyana.grammar.verdicts import diagnostic_objects

    diagnostics = diagnostic_objects(finding.diagnostic for finding in found.findings)
    shown = [
        [part and asdict(part) for part in (finding.excerpt, finding.patch)]
        for finding in found.findings
    ]
    counts = {name: getattr(found, name) for name in _COUNTS}
    return counts | {"findings": [[d, *s] for d, s in zip(diagnostics, shown, strict=True)]}


_COUNTS = ("passages", "notes", "waived", "explained")


def _counts(entry: dict[str, Any]) -> dict[str, Any]:
    return {name: int(entry[name]) for name in _COUNTS}


def _patch(removed: list[str], added: list[str], safe: bool) -> Patch:
    return Patch(tuple(removed), tuple(added), safe)


def _report(path: str, entry: dict[str, Any]) -> Report:
    return Report(
        path=path,
        findings=[_finding(*pair) for pair in entry["findings"]],
        outside=int(entry["outside"]),
        used=[set(used) for used in entry["used"]],
        records=None,
        **_counts(entry),
    )


def _outcome(entry: dict[str, Any]) -> Outcome:
    return Outcome(
        findings=[_finding(*pair) for pair in entry["findings"]],
        documents=int(entry["documents"]),
        unread={str(path): int(count) for path, count in entry["unread"].items()},
        **_counts(entry),
    )


def _finding(
    diagnostic: dict[str, Any], excerpt: dict[str, str] | None, patch: dict[str, Any] | None
) -> Finding:
    fixes = tuple(
        Fix(fix["message"], fix["safe"], tuple(TextEdit(**edit) for edit in fix["edits"]))
        for fix in diagnostic.pop("fixes")
    )
    read: dict[str, Any] = {
        "severity": Severity(diagnostic.pop("severity")),
        "syllables": tuple(diagnostic.pop("syllables")),
    }
    return Finding(
        Diagnostic(**diagnostic, **read, fixes=fixes),
        None if excerpt is None else Excerpt(**excerpt),
        None if patch is None else _patch(**patch),
    )
