"""The `@shloka` mark, which ties a component to the verses it implements.

The mark only leaves a note on the function or class and returns the very same object, so that
it costs nothing when the code runs and neither `torch.compile` nor a debugger meets a wrapper.
The reader and the linter find marks in the source (`dhyana.shlokas.code.marked_symbols`)
without importing it; `verses_of` asks an object that is already there.
"""

from collections.abc import Callable
from typing import TypeVar

Component = TypeVar("Component", bound=Callable[..., object])

_MARK = "__shloka__"


def shloka(*verses: int) -> Callable[[Component], Component]:
    """Mark a function or class as what the given verses describe.

    >>> @shloka(12)
    ... def scale(score: float, head_dim: int) -> float:
    ...     return score / head_dim**0.5
    >>> verses_of(scale)
    (12,)

    Raises TypeError for a mark without numbers (`@shloka`, `@shloka()`) or with something else
    than whole numbers, ValueError for a number below 1 or one given twice.
    """
    if not verses or not all(type(verse) is int for verse in verses):
        raise TypeError(f"expected verse numbers, as in @shloka(12), found {verses!r}")
    if min(verses) < 1 or len(set(verses)) < len(verses):
        raise ValueError(f"expected different verse numbers from 1, found {verses!r}")

    def mark(component: Component) -> Component:
        setattr(component, _MARK, verses)
        return component

    return mark


def verses_of(component: object) -> tuple[int, ...]:
    """Return the verses a function, method or class is marked with, () when it has no mark.

    A class does not inherit the mark of its base: it is other code.
    """
    own = getattr(component, "__func__", component)
    marks: tuple[int, ...] = getattr(own, "__dict__", {}).get(_MARK, ())
    return marks
