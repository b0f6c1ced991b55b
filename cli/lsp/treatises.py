"""The treatise that a file belongs to: its lexicon, its records, its evidence.

A checkout's own treatise goes before the one that comes with the package.
"""

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

from dhyana.grammar.vyakarana.examining import heard_as
from dhyana.shlokas import TREATISE, NotInTreatiseError, Treatise, load
from dhyana.shlokas.evidence import Evidence, load_evidence
from dhyana.shlokas.faults import RecordError
from dhyana.shlokas.record import LexiconEntry


def folder_near(path: Path) -> Path | None:
    """Find the folder of the treatise that a record or a source file belongs to, if any."""
    for folder in path.parents:
        for candidate in (folder, folder / "shlokas"):
            if (candidate / TREATISE).is_file():
                return candidate
    return None


def treatise_near(path: Path) -> Treatise:
    """Load the treatise that a file belongs to, or else the one of the package."""
    folder = folder_near(path)
    if folder is not None:
        try:
            return _loaded(folder, (folder / TREATISE).stat().st_mtime_ns)
        except (OSError, RecordError):  # its own diagnostics tell
            pass
    return _loaded(None, 0)


@lru_cache(maxsize=4)
def _loaded(folder: Path | None, _modified: int) -> Treatise:
    treatise = load(folder)
    return treatise if folder else Treatise(treatise.path.resolve(), treatise.edition)


def record_of(number: int, path: Path) -> Path | None:
    """Find the file of a verse in the treatise that a file belongs to."""
    try:
        found = treatise_near(path).path_of(number)
    except NotInTreatiseError:
        return None
    return found if found.is_file() else None


def evidence_for(path: Path, number: int) -> Evidence | None:
    """Read what was measured of the verse of a record; None for a record of no treatise.

    Raises `RecordError` for evidence that is broken.
    """
    folder = folder_near(path)
    return None if folder is None else load_evidence(number, folder / "evidence")


def lexicon(path: Path) -> tuple[LexiconEntry, ...]:
    """Give the lexicon of the treatise that a file belongs to."""
    return treatise_near(path).record.lexicon


def meaning(word: str, path: Path) -> LexiconEntry | None:
    """Look a word up in the lexicon of the treatise that a file belongs to."""
    return _by_sound(lexicon(path)).get(heard(word))


@lru_cache(maxsize=4)
def _by_sound(entries: tuple[LexiconEntry, ...]) -> Mapping[str, LexiconEntry]:
    return {heard(entry.term): entry for entry in entries}


def heard(written: str) -> str:
    """Read a word as its sounds, with or without compound seams."""
    return heard_as(written.replace("-", "").strip())
