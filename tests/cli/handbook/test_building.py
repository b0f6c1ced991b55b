"""A build replaces what the last one wrote: whole, or not at all."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from dhyana.cli.handbook import site
from dhyana.cli.handbook.book import Book
from dhyana.cli.handbook.building import MADE_HERE, Form, NotOursError, build
from dhyana.cli.handbook.progress import Progress, silent


@pytest.fixture
def writes(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Let the website be one page with the text at the end of the list, and fail without one."""
    texts: list[str] = []

    def write(_book: Book, folder: Path, _progress: Progress) -> Sequence[Path]:
        page = folder / "index.html"
        page.write_text("half")
        page.write_text(texts[-1])
        return [page]

    monkeypatch.setattr(site, "write", write)
    return texts


def test_a_build_replaces_the_last(short_book: Book, tmp_path: Path, writes: list[str]) -> None:
    """What is written last is there, and nothing else."""
    for text in ("first", "second"):
        writes.append(text)
        assert list(build(short_book, [Form.WEB], tmp_path, silent)) == [tmp_path / "web"]
    assert [path.name for path in tmp_path.iterdir()] == ["web"]
    assert (tmp_path / "web" / "index.html").read_text() == "second"
    assert (tmp_path / "web" / MADE_HERE).exists()


def test_a_failed_build_leaves_the_last(
    short_book: Book, tmp_path: Path, writes: list[str]
) -> None:
    """A build that breaks off half way leaves the last good output as it was."""
    writes.append("good")
    list(build(short_book, [Form.WEB], tmp_path, silent))
    writes.clear()
    with pytest.raises(IndexError):
        list(build(short_book, [Form.WEB], tmp_path, silent))
    assert (tmp_path / "web" / "index.html").read_text() == "good"
    assert [path.name for path in tmp_path.iterdir()] == ["web"]


def test_what_is_not_ours_is_left_alone(
    short_book: Book, tmp_path: Path, writes: list[str]
) -> None:
    """A folder that no build has made is not replaced."""
    writes.append("new")
    (tmp_path / "web").mkdir()
    (tmp_path / "web" / "thesis.txt").write_text("years of work")
    with pytest.raises(NotOursError, match="is not a handbook"):
        list(build(short_book, [Form.WEB], tmp_path, silent))
    assert (tmp_path / "web" / "thesis.txt").read_text() == "years of work"
