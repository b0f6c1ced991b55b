"""Text that is respelled while every letter keeps its place in the original.

Reading works on a respelled copy: normal form C, Devanagari for a sister script, near-misses
put right. Reports speak of the original. A `SourceText` carries both.
"""

import re
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from itertools import takewhile


class SourceText:
    """A respelled text. `places[i]` is where the boundary before `text[i]` is in the original.

    `places` is None while both have the same letters at the same places. Places count code
    points and never decrease.
    """

    __slots__ = ("original", "places", "text")

    def __init__(self, original: str) -> None:
        self.original = original
        self.text = original
        self.places: Sequence[int] | None = None

    def place(self, index: int) -> int:
        """Where the boundary before `text[index]` is in the original."""
        return index if self.places is None else self.places[index]

    def respell(
        self, pattern: re.Pattern[str], spelling: Callable[[re.Match[str]], str | None]
    ) -> None:
        """Replace each match by its spelling; None leaves it as it is.

        Where a spelling changes the length, the boundaries inside it stand at the end of what
        it replaces, but for the letters at its end that it leaves as they are.
        """
        old = range(len(self.text) + 1) if self.places is None else self.places
        pieces: list[str] = []
        places: list[int] = []
        done = 0
        moved = False
        for match in pattern.finditer(self.text):
            new = spelling(match)
            if new is None:
                continue
            start, end = match.span()
            pieces += self.text[done:start], new
            if len(new) == end - start:
                places += old[done:end]
            else:
                moved = True
                kept = _common_end(match[0], new)
                places += old[done : start + 1] if new else old[done:start]
                places += [old[end - kept]] * (len(new) - 1 - kept)
                places += old[end - kept : end]
            done = end
        self.text = "".join([*pieces, self.text[done:]])
        if moved:
            self.places = [*places, *old[done:]]

    def blank(self, spans: Iterable[tuple[int, int]]) -> None:
        """Put spaces for the parts of the text from each start to its end, in order."""
        pieces: list[str] = []
        done = 0
        for start, end in spans:
            pieces += self.text[done:start], " " * (end - start)
            done = end
        self.text = "".join([*pieces, self.text[done:]])

    def compose(self) -> None:
        """Bring the text to Unicode's normal form C, one letter with its signs at a time."""
        if unicodedata.is_normalized("NFC", self.text):
            return
        letters = sorted(set(self.text))
        # By category, not combining class: ে and া compose, and both have class 0.
        signs = "".join(c for c in letters if unicodedata.category(c).startswith("M"))
        unstable = "".join(c for c in letters if not unicodedata.is_normalized("NFC", c))
        clusters = [f"(?s:.)[{signs}]+"] if signs else []
        singles = [f"[{unstable}]"] if unstable else []
        if clusters or singles:
            self.respell(re.compile("|".join(clusters + singles)), _composed)


def _common_end(old: str, new: str) -> int:
    """How many letters at the end stay, one of each spelling being left to differ."""
    same = takewhile(lambda pair: pair[0] == pair[1], zip(old[:0:-1], new[:0:-1], strict=False))
    return sum(1 for _ in same)


def _composed(cluster: re.Match[str]) -> str | None:
    composed = unicodedata.normalize("NFC", cluster[0])
    return None if composed == cluster[0] else composed
