"""Fixes written into files: the mechanical ones, and only where the text is the user's own to mend.

A file is written whole or not at all, and only if it can still be read afterwards. The words of a
treatise that stand in its records are the author's: they are emended in the apparatus, never in
place.
"""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path

from dhyana.grammar.lint.diagnostic import Diagnostic, Fix, TextEdit
from dhyana.grammar.lint.editing import edited
from dhyana.grammar.lint.inputs import STDIN_PATH, Document, document_of_text
from dhyana.grammar.lint.outcome import Finding
from dhyana.shlokas import TREATISE
from dhyana.shlokas.editions import Edition
from dhyana.shlokas.faults import Fault, RecordError

_OURS = ("code", "claims", "waivers")


@dataclass(slots=True)
class Fixed:
    """What fixing would write: old and new text by file, and how many findings it mends.

    `left` counts fixes in the words of a treatise and `unsafe` those that were not asked for: both
    are not carried out.
    """

    texts: dict[Path, tuple[str, str]] = field(default_factory=dict)
    mended: int = 0
    left: int = 0
    unsafe: int = 0


def fixed(findings: Iterable[Finding], edition: Edition, *, unsafe: bool = False) -> Fixed:
    """Carry out the mechanical fix of each finding, as far as they do not overlap.

    Fixes that are not safe, which may change what is meant, are carried out if `unsafe`.
    Raises OSError where a file cannot be read.
    """
    result = Fixed()
    by_path: dict[Path, list[tuple[TextEdit, ...]]] = defaultdict(list)
    for finding in findings:
        found = finding.diagnostic
        fix, mends = mending_of(found)
        if fix is None:
            continue
        if mends is Mends.AUTHOR:
            result.left += fix.safe or unsafe
        elif mends is Mends.WITH_CONSENT and not unsafe:
            result.unsafe += 1
        else:
            by_path[Path(found.path or "")].append(fix.edits)
    for path, edits in by_path.items():
        _fix(path, edits, edition, result)
    return result


class Mends(StrEnum):
    """Who carries out the mechanical fix of a finding."""

    LINTER = "with --fix"
    WITH_CONSENT = "with --unsafe-fixes, for it may change what is meant"
    AUTHOR = "by the apparatus of the treatise, whose words it changes"
    NOBODY = "there is none"


def mending_of(found: Diagnostic) -> tuple[Fix | None, Mends]:
    """Give the mechanical fix of a finding in a file, if it has one, and who carries it out."""
    fix = found.remedy
    if fix is None or found.path is None or found.path == str(STDIN_PATH):
        return None, Mends.NOBODY
    if is_the_authors(found):
        return fix, Mends.AUTHOR
    return fix, Mends.LINTER if fix.safe else Mends.WITH_CONSENT


def _fix(path: Path, wanted: list[tuple[TextEdit, ...]], edition: Edition, result: Fixed) -> None:
    old = path.read_bytes().decode("utf-8")
    taken = apart(wanted)
    new = edited(old, dict.fromkeys(edit for edits in taken for edit in edits))
    if new != old and _can_be_read(document_of_text(path, new, edition=edition)):
        result.texts[path] = old, new
        result.mended += len(taken)


def apart(wanted: Iterable[tuple[TextEdit, ...]]) -> list[tuple[TextEdit, ...]]:
    """Take fixes in their order that touch nothing another one taken touches, or do the same."""
    taken: list[tuple[TextEdit, ...]] = []
    spans: list[TextEdit] = []
    for edits in wanted:
        others = [other for other in spans if other not in edits]
        if not any(_overlap(edit, other) for edit in edits for other in others):
            taken.append(edits)
            spans += (edit for edit in edits if edit not in spans)
    return taken


def _overlap(one: TextEdit, other: TextEdit) -> bool:
    starts = (one.line, one.column), (other.line, other.column)
    ends = (one.end_line, one.end_column), (other.end_line, other.end_column)
    return starts[0] == starts[1] or (starts[0] < ends[1] and starts[1] < ends[0])


def _can_be_read(document: Document) -> bool:
    try:
        return not any(isinstance(passage, Fault) for passage in document.passages)
    except RecordError:
        return False


def is_the_authors(found: Diagnostic) -> bool:
    """Whether a finding is in the words of a treatise, which only its apparatus emends."""
    path = Path(found.path or "").absolute()
    in_treatise = path.name == TREATISE or (path.parent.parent / TREATISE).is_file()
    return in_treatise and not (found.field or "").startswith(_OURS)
