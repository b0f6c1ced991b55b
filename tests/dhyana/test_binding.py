"""The `@shloka` mark."""

import subprocess
import sys

import pytest

from dhyana.binding import shloka, verses_of


def test_returns_the_same_function() -> None:
    """A marked function is the function itself: no wrapper runs or hides its name."""

    def scale(x: float) -> float:
        return x / 2

    assert shloka(12)(scale) is scale
    assert verses_of(scale) == (12,)
    assert scale.__name__ == "scale"


def test_marks_classes_and_methods() -> None:
    """Classes and methods carry marks, a method also when it is asked through an instance."""

    @shloka(16, 17)
    class Heads:
        @shloka(18)
        def split(self) -> None: ...

        @classmethod
        @shloka(19)
        def merged(cls) -> None: ...

    assert verses_of(Heads) == (16, 17)
    assert verses_of(Heads.split) == verses_of(Heads().split) == (18,)
    assert verses_of(Heads.merged) == (19,)


def test_is_not_inherited() -> None:
    """A subclass is other code and does not inherit the mark of its base."""

    @shloka(11)
    class Base: ...

    class Derived(Base): ...

    assert verses_of(Derived) == ()
    assert verses_of(len) == verses_of(3) == ()


@pytest.mark.parametrize("verses", [(), ("12",), (True,), (12.0,)])
def test_refuses_what_is_no_number(verses: tuple[int, ...]) -> None:
    """A mark without whole numbers is refused when the module is imported."""
    with pytest.raises(TypeError, match=r"as in @shloka\(12\)"):
        shloka(*verses)


def test_refuses_the_bare_decorator() -> None:
    """`@shloka` without parentheses is refused instead of swallowing the function."""
    with pytest.raises(TypeError, match="expected verse numbers"):
        shloka(len)  # type: ignore[arg-type] # wrong on purpose


@pytest.mark.parametrize("verses", [(0,), (-1,), (12, 12)])
def test_refuses_impossible_numbers(verses: tuple[int, ...]) -> None:
    """Numbers below 1 and repeated numbers are refused."""
    with pytest.raises(ValueError, match="different verse numbers from 1"):
        shloka(*verses)


def test_needs_no_torch() -> None:
    """Importing the mark imports no torch."""
    code = "import sys, dhyana.binding; raise SystemExit('torch' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
