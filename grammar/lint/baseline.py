"""What a project knows and has not mended yet: a baseline, so that only new findings count.

A finding is known by its rule, file, verse, field and the words that it is about, not by its line:
text may be put in before it. Each is known as often as it was found.
"""

import json
from collections import Counter
from collections.abc import Iterable
from hashlib import sha256
from os.path import relpath
from pathlib import Path
from typing import NamedTuple

from dhyana.grammar.lint.outcome import Finding, Outcome
from dhyana.grammar.lint.reporters import encodable
from dhyana.shlokas.faults import Fault, RecordError
from dhyana.shlokas.writing import write_whole

VERSION = 1

_EXPECTED = "a file that dhyana lint --write-baseline made"


class Known(NamedTuple):
    """A finding as a baseline knows it; `path` is relative to the file of the baseline."""

    rule: str
    path: str
    verse: int | None
    field: str | None
    text: str


def read_baseline(path: Path) -> Counter[Known]:
    """Read what is known, and how often.

    Raises `RecordError` for a file that is not there or is no baseline.
    """
    try:
        content = json.loads(path.read_bytes())
        if content["version"] != VERSION:
            raise ValueError(f"its version is {content['version']!r}")
        return Counter({_known(entry): entry["count"] for entry in content["findings"]})
    except OSError as error:
        message = f"the baseline cannot be read: {error.strerror}"
        raise RecordError([Fault(path, None, None, message, _EXPECTED)]) from None
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        message = f"this is no baseline: {error}"
        raise RecordError([Fault(path, None, None, message, _EXPECTED)]) from None


def _known(entry: dict[str, object]) -> Known:
    known = Known(**{name: entry.get(name) for name in Known._fields})  # type: ignore[arg-type] # looked at below
    texts = (known.rule, known.path, known.text)
    count = entry["count"]
    if not (all(isinstance(text, str) for text in texts) and isinstance(count, int) and count > 0):
        raise ValueError("an entry has a part of another kind")
    return known


def write_baseline(path: Path, findings: Iterable[Finding]) -> int:
    """Write all findings as known, and say how many; OSError where it cannot be written."""
    counted = Counter(known_as(finding, path) for finding in findings)
    entries = [
        known._asdict() | {"count": count} for known, count in sorted(counted.items(), key=_order)
    ]
    text = json.dumps({"version": VERSION, "findings": entries}, ensure_ascii=False, indent=1)
    write_whole(path, f"{encodable(text)}\n")
    return counted.total()


def _order(item: tuple[Known, int]) -> tuple[str, ...]:
    return tuple(str(part or "") for part in item[0])


def leave_known(outcome: Outcome, known: Counter[Known], path: Path) -> None:
    """Take what is known out of the findings, and count it and what is known but gone."""
    left = known.copy()
    new: list[Finding] = []
    for finding in outcome.findings:
        key = known_as(finding, path)
        if left[key] > 0:
            left[key] -= 1
        else:
            new.append(finding)
    outcome.adopted = len(outcome.findings) - len(new)
    outcome.gone = left.total()
    outcome.findings = new


def known_as(finding: Finding, baseline: Path) -> Known:
    """Give a finding as a baseline in a file knows it."""
    found = finding.diagnostic
    about = finding.excerpt.text if finding.excerpt else found.word or ""
    text = "\0".join((about, found.word or "", found.found or ""))
    path = Path(relpath(found.path or "", baseline.parent)).as_posix() if found.path else ""
    digest = sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16]
    return Known(found.code, path, found.verse, found.field, digest)
