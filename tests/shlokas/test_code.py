"""Code found by its name in the installed source."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import dhyana
from dhyana.shlokas import code
from dhyana.shlokas.code import (
    CodeError,
    docstring,
    fingerprint,
    locate,
    marked_symbols,
    names_in,
)

ATTENTION = Path(dhyana.__path__[0]) / "attention.py"

MODULE = '''"""A module."""

from dhyana.binding import shloka
from dhyana.attention import attention as attend

WIDTH: int = 4
OTHER = 5  # why

raise RuntimeError("a reader of the source must not run it")


@shloka(12)
# A comment inside.
def scale(
    x: float,
) -> float:
    """Halve."""
    return x / 2  # the last line

@shloka(16, 17)
class Heads(Base, metaclass=Meta):
    """Heads."""

    @property
    @shloka(18)
    def width(self) -> int:
        """Width."""
        return WIDTH

    async def _wait(self): ...

def twice(): return 1
def twice(): return 2

if WIDTH:
    def guarded() -> None: ...
'''


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Stand a small package with one module, `dhyana.room.sample`, in the place of the real."""
    room = tmp_path / "dhyana" / "room"
    room.mkdir(parents=True)
    (room.parent / "__init__.py").touch()
    (room / "__init__.py").touch()
    (room / "sample.py").write_text(MODULE, encoding="utf-8")
    monkeypatch.setattr(code, "_PACKAGE", room.parent)
    return room


def test_finds_a_function_as_it_stands_in_the_file() -> None:
    """Lines, path and text are those of the installed file, decorator and docstring included."""
    found = locate("dhyana.attention.scale_scores")
    lines = ATTENTION.read_text("utf-8").split("\n")
    assert found.path == "dhyana/attention.py"
    assert found.file == ATTENTION
    assert found.source.split("\n") == lines[found.line - 1 : found.end_line]
    assert found.source.startswith("@shloka(12)\ndef scale_scores(")
    assert found.source.endswith("return scores / math.sqrt(head_dim)")
    assert found.signature == "def scale_scores(scores: Tensor, head_dim: int) -> Tensor"


@pytest.mark.parametrize(
    ("name", "line", "end_line", "signature"),
    [
        ("scale", 12, 18, "def scale(x: float) -> float"),
        ("Heads", 20, 30, "class Heads(Base, metaclass=Meta)"),
        ("Heads.width", 24, 28, "def width(self) -> int"),
        ("Heads._wait", 30, 30, "async def _wait(self)"),
        ("twice", 33, 33, "def twice()"),
        ("guarded", 36, 36, "def guarded() -> None"),
        ("WIDTH", 6, 6, "WIDTH: int"),
        ("OTHER", 7, 7, "OTHER"),
    ],
)
def test_finds_every_kind_of_definition(
    package: Path, name: str, line: int, end_line: int, signature: str
) -> None:
    """Functions, classes, methods, constants, private and guarded names; of two, the last."""
    found = locate(f"dhyana.room.sample.{name}")
    assert (found.line, found.end_line, found.signature) == (line, end_line, signature)
    assert found.file == package / "sample.py"


def test_docstrings_and_what_a_name_may_go_on_to(package: Path) -> None:
    """What an editor shows and offers is read from the source; private names are not offered."""
    assert docstring("dhyana.room.sample.scale") == "Halve."
    assert docstring("dhyana.room.sample.WIDTH") is None
    assert names_in("dhyana") == ("room",)
    assert names_in("dhyana.room") == ("sample",)
    assert names_in("dhyana.room.sample") == (
        "Heads",
        "OTHER",
        "WIDTH",
        "guarded",
        "scale",
        "twice",
    )
    assert names_in("dhyana.room.sample.Heads") == ("width",)
    for nothing in ("dhyana.room.sample.scale", "dhyana.no", "os", "dhyana..", "dhyana/../x", ""):
        assert names_in(nothing) == ()


def test_keeps_comments_and_takes_a_methods_indent_off(package: Path) -> None:
    """The text is as written, moved to the left margin."""
    assert "# A comment inside." in locate("dhyana.room.sample.scale").source
    assert locate("dhyana.room.sample.scale").source.endswith("return x / 2  # the last line")
    assert locate("dhyana.room.sample.Heads.width").source.startswith("@property\n@shloka(18)\ndef")


@pytest.mark.parametrize(
    ("symbol", "message"),
    [
        ("dhyana.attention.scale_score", "did you mean dhyana.attention.scale_scores"),
        (
            "dhyana.atention.scale_scores",
            "no module dhyana.atention; did you mean dhyana.attention",
        ),
        ("dhyana.attention", "is a module; name a component of it, such as dhyana.attention.dot_"),
        ("dhyana.attention.attention.query", "dhyana/attention.py has no attention.query"),
        ("dhyana", "expected a dotted name"),
        ("os.path.join", "'os.path.join' is no symbol of this package"),
        ("dhyana.../../etc/passwd", "is no symbol of this package"),
        ("dhyana.attention\n.scale_scores", "is no symbol of this package"),
        ("dhyana.attention.scale_scores ", "is no symbol of this package"),
        ("dhyana." + "a" * 5000, "is no symbol of this package"),
        ("", "'' is no symbol of this package"),
    ],
)
def test_says_what_there_is_instead(symbol: str, message: str) -> None:
    """An unknown or impossible name gets a short error with the nearest names."""
    with pytest.raises(CodeError, match=re.escape(message)) as caught:
        locate(symbol)
    assert len(str(caught.value)) < 300


@pytest.mark.usefixtures("package")
def test_an_imported_name_points_to_its_source() -> None:
    """A name that a module only imports leads to where it is defined."""
    with pytest.raises(CodeError, match=r"its source is dhyana\.attention\.attention"):
        locate("dhyana.room.sample.attend")


@settings(deadline=None, max_examples=100)
@given(st.one_of(st.text(), st.from_regex(r"dhyana(\.[a-z_./]{0,9}){0,4}", fullmatch=True)))
def test_any_text_gives_code_of_the_package_or_a_clear_error(symbol: str) -> None:
    """Whatever the symbol, the outcome is a file of the package or a CodeError."""
    try:
        found = locate(symbol)
    except CodeError:
        return
    assert found.file.is_relative_to(dhyana.__path__[0])


def test_broken_source_is_named(package: Path) -> None:
    """A module that is no Python gives its file and line."""
    (package / "sample.py").write_text("def f(:\n", encoding="utf-8")
    with pytest.raises(CodeError, match=r"dhyana/room/sample\.py:1 is no valid Python"):
        locate("dhyana.room.sample.f")


def test_an_edited_file_is_read_again(package: Path) -> None:
    """A long-running reader sees the file as it is now, not as it was."""
    file = package / "sample.py"
    before = fingerprint("dhyana.room.sample.scale")
    file.write_text(MODULE.replace("x / 2", "x / 3"), encoding="utf-8")
    assert "x / 3" in locate("dhyana.room.sample.scale").source
    assert fingerprint("dhyana.room.sample.scale") != before


def test_marks_are_found_in_order(package: Path) -> None:
    """Every mark of functions, classes and methods is listed with its verses."""
    assert [(marked.symbol, marked.verses) for marked in marked_symbols()] == [
        ("dhyana.room.sample.scale", (12,)),
        ("dhyana.room.sample.Heads", (16, 17)),
        ("dhyana.room.sample.Heads.width", (18,)),
    ]
    assert marked_symbols(within="dhyana.room.sample") == marked_symbols()
    assert marked_symbols("experiment") == ()


def test_computed_numbers_in_a_mark_are_refused(package: Path) -> None:
    """A mark whose number only running the code would tell is an error with its place."""
    (package / "sample.py").write_text("@shloka(N + 1)\ndef f(): ...\n", encoding="utf-8")
    with pytest.raises(CodeError, match=r"sample\.py:1: expected numbers .*, found N \+ 1"):
        marked_symbols()


def test_marks_in_the_source_are_the_marks_of_the_objects() -> None:
    """Reading the source of canto 3 finds what importing it would."""
    assert [(m.symbol, m.verses) for m in marked_symbols(within="dhyana.attention")] == [
        ("dhyana.attention.dot_product_scores", (11,)),
        ("dhyana.attention.scale_scores", (12,)),
        ("dhyana.attention.attention_weights", (13,)),
        ("dhyana.attention.mix_values", (14,)),
        ("dhyana.attention.attention", (15,)),
    ]


def test_reading_imports_neither_the_code_nor_torch() -> None:
    """Locating and fingerprinting a component leaves its module and torch unimported."""
    script = (
        "import sys; from dhyana.shlokas.code import fingerprint, locate, marked_symbols;"
        "symbol = 'dhyana.attention.attention'; locate(symbol); fingerprint(symbol);"
        "marked_symbols(); raise SystemExit(bool({'torch', 'dhyana.attention'} & {*sys.modules}))"
    )
    assert subprocess.run([sys.executable, "-c", script], check=False).returncode == 0
