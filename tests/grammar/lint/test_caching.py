"""What was found before is found again, and only where nothing that it depends on has changed."""

import dataclasses
import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from dhyana.grammar.lint import caching, engine
from dhyana.grammar.lint.caching import Cache
from dhyana.grammar.lint.engine import Outcome, Settings, lint
from dhyana.grammar.lint.inputs import documents, treatise_documents
from dhyana.shlokas.editions import Edition

GOOD = "rāmo rājā daśarathas tato rāmaḥ pratāpavān ||\n"
BAD = (
    "ātmajaṃ janayati sā kausalyā raghunandanam |\n"
    "sarve devāś ca tuṣyanti puṣpavarṣam apātayan ||\n"
)
SETTINGS = Settings(select=("CHA", "LIP"))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Stand beside a folder with two files."""
    texts = tmp_path / "texts"
    texts.mkdir()
    (texts / "good.txt").write_text(GOOD, "utf-8")
    (texts / "bad.txt").write_text(f"{BAD}\n\nnamāmi rāmaḿ raghuvaṃśanātham |\n", "utf-8")
    return texts


def run(folder: Path, settings: Settings = SETTINGS) -> Outcome:
    """Lint the folder with the cache beside it."""
    return lint(documents([str(folder)]), settings, cache=Cache(folder.parent / "cache", settings))


@pytest.fixture
def examined(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Note which documents are examined."""
    seen: list[str] = []
    before = engine._examine

    def examine(document: engine.Document, settings: Settings) -> engine.Report:
        seen.append(Path(document.path).name)
        return before(document, settings)

    monkeypatch.setattr(engine, "_examine", examine)
    return seen


def test_the_same_is_found_without_asking_again(folder: Path, examined: list[str]) -> None:
    """All of an outcome comes back: findings with excerpts and fixes, and counts."""
    first = run(folder)
    assert examined == ["bad.txt", "good.txt"]
    assert run(folder) == first
    assert len(first.findings) == 2
    assert len(examined) == 2


def test_only_what_changed_is_asked_again(folder: Path, examined: list[str]) -> None:
    """A file counts by its content: one that is touched is known, one that is edited is not."""
    run(folder)
    examined.clear()
    (folder / "good.txt").write_text(BAD, "utf-8")
    assert len(run(folder).findings) == 3
    assert examined == ["good.txt"]
    examined.clear()
    (folder / "good.txt").write_text(GOOD, "utf-8")
    assert len(run(folder, Settings(select=("CHA",))).findings) == 1
    assert examined == ["bad.txt", "good.txt"]


def test_another_linter_asks_again(
    folder: Path, examined: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """With other rules or tables nothing is known."""
    run(folder)
    monkeypatch.setattr(caching, "linter", lambda: "another")
    run(folder)
    assert len(examined) == 4


def test_broken_files_are_not_kept_and_broken_entries_not_believed(folder: Path) -> None:
    """A fault is told each time; an entry that cannot be read counts as none."""
    (folder / "broken.txt").write_bytes(b"caf\xe9 |\n")
    assert (
        [str(fault) for fault in run(folder).faults] == [str(f) for f in run(folder).faults] != []
    )
    (folder / "broken.txt").unlink()
    first = run(folder)
    for path in (folder.parent / "cache").glob("*.json"):
        entry = json.loads(path.read_text("utf-8"))
        path.write_text(json.dumps({"key": entry["key"], "findings": [[{}, None]]}), "utf-8")
    assert run(folder) == first
    for path in (folder.parent / "cache").glob("*.json"):
        entry = json.loads(path.read_text("utf-8"))
        path.write_text(json.dumps(entry | {"findings": [["x", None]]}), "utf-8")
    assert run(folder) == first
    for path in (folder.parent / "cache").glob("*.json"):
        path.write_text("[" * 5000, "utf-8")
    assert run(folder) == first


def test_runs_at_once_share_a_cache(folder: Path) -> None:
    """Several runs write the same entries at once, and each finds the same."""
    with ThreadPoolExecutor(4) as pool:
        outcomes = list(pool.map(lambda _: run(folder), range(8)))
    assert all(outcome == outcomes[0] for outcome in outcomes)
    assert not list((folder.parent / "cache").glob("*.new"))
    assert (folder.parent / "cache" / ".gitignore").read_text() == "*\n"


def test_a_folder_that_cannot_be_made_is_done_without(folder: Path) -> None:
    """Where a file stands in its place nothing is kept, and the same is found."""
    (folder.parent / "cache").write_text("")
    assert run(folder) == run(folder)


def test_records_from_the_cache_are_compared_with_the_others(tmp_path: Path) -> None:
    """Rules of the book are asked of records that are known by themselves."""
    settings = Settings(select=("VYA1", "SUT"), edition=Edition.SOURCE, waivers=False)
    book = list(treatise_documents(Edition.SOURCE))
    cache = Cache(tmp_path / "cache", settings)
    found = lint(book, settings, cache=cache)
    assert "VYA142" in {finding.diagnostic.code for finding in found.findings}
    again = lint([*book[1:], book[0]], settings, cache=cache)
    assert sorted(map(str, again.findings)) == sorted(map(str, found.findings))


def test_several_processes_find_the_same(tmp_path: Path) -> None:
    """With jobs the outcome is that of one process, in the same order."""
    for number in range(40):
        (tmp_path / f"{number:02}.txt").write_text(BAD if number % 3 else GOOD, "utf-8")
    (tmp_path / "a.yaml").write_text(
        "verse: |\n  रामो वनं गच्छति ।\npadaccheda: रामः वनम् आगच्छति\n", "utf-8"
    )
    (tmp_path / "b.txt").write_bytes(b"\xff")
    one = lint(documents([str(tmp_path)]), SETTINGS)
    two = lint(documents([str(tmp_path)]), SETTINGS, jobs=2)
    assert dataclasses.asdict(one) == dataclasses.asdict(two)
    assert sum(f.diagnostic.code == "CHA111" for f in one.findings) == 26
