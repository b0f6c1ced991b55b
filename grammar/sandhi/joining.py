"""A row of words joined: all permitted results, each step with its sūtras."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from dhyana.grammar.lipi.phonemes import PAUSE, devanagari
from dhyana.grammar.sandhi.classes import AC, Change
from dhyana.grammar.sandhi.junction import Joint, Pada, spoken
from dhyana.grammar.sandhi.spelling import plain


@dataclass(frozen=True, slots=True)
class Step:
    """What happened where two words met: `left` and `right` as given, `text` as they then are."""

    left: str
    right: str
    text: str
    sutras: tuple[str, ...]
    condition: str = ""


@dataclass(frozen=True, slots=True)
class Joined:
    """One permitted result, in SLP1, and how it comes about.

    Spaces stand as Devanagari printers put them: a final consonant is written with the next word.
    """

    text: str
    steps: tuple[Step, ...]

    @property
    def conditions(self) -> tuple[str, ...]:
        """What must be so for the result to be right, where the sounds alone do not tell."""
        return tuple(step.condition for step in self.steps if step.condition)


def in_words(condition: str) -> str:
    """Write a condition out: the words of Sanskrit in it, which stand in braces, in Devanagari."""
    return _IN_BRACES.sub(lambda word: devanagari(word[1]), condition)


_IN_BRACES = re.compile("{([^}]+)}")


def padas(words: Sequence[str | Pada]) -> tuple[Pada, ...]:
    """Give words as `Pada`; a string is a word with a space after it. Empty ones are left out.

    Jihvāmūlīya and upadhmānīya are read as visarga.
    """
    given = (word if isinstance(word, Pada) else Pada(word) for word in words)
    return tuple(
        word if plain(word.text) == word.text else replace(word, text=plain(word.text))
        for word in given
        if word.text
    )


def join(words: Sequence[str | Pada]) -> Iterator[Joined]:
    """Join words by external sandhi, and members of compounds at their seams.

    Words are in SLP1, as they are said alone. Every permitted result comes once, the usual one
    first; their number grows with the product of the options, so that a caller who wants a few
    takes a few. Sources: Aṣṭādhyāyī 6.1.73–134, 8.2–8.4, with the Kāśikā.

    >>> [joined.text for joined in join(["dITi", "atra"])]
    ['dITyatra', 'dITi atra']
    """
    row = padas(words)
    seen: set[str] = set()
    for changes in paths(row, 0, len(row) - 1):
        text = written(row, changes)
        if text not in seen:
            seen.add(text)
            yield Joined(text, tuple(_steps(row, changes)))


def paths(row: tuple[Pada, ...], first: int, last: int) -> Iterator[tuple[Change, ...]]:
    """Give the ways to say the words from `first` to `last`, before those that follow them.

    There is a change for each word: what it becomes, and how the next then begins.
    """
    if not row:
        return
    said: list[Change] = []
    choices = [_choices(row, first, row[first].text)]
    while choices:
        change = next(choices[-1], None)
        if change is None:
            choices.pop()
            del said[-1:]
        elif first + len(choices) > last:
            yield (*said, change)
        else:
            said.append(change)
            choices.append(_choices(row, first + len(choices), change.right))


def _choices(row: tuple[Pada, ...], index: int, begun: str) -> Iterator[Change]:
    following = row[index + 1] if index + 1 < len(row) else None
    if following is not None and row[index].joint is Joint.PAUSE:
        for change in spoken(begun, row[index], None):
            yield change._replace(right=following.text)
    else:
        yield from spoken(begun, row[index], following)


def written(row: Sequence[Pada], changes: Sequence[Change]) -> str:
    """Write words as they are said, with spaces and daṇḍas, and no avagraha that is not usual."""
    pieces: list[str] = []
    for pada, change in zip(row, changes, strict=False):
        apart = change.left[-1:] != "" and change.left[-1] in _APART
        gap = " " if pada.joint is Joint.WORD and apart else ""
        pieces += change.left, f" {PAUSE} " if pada.joint is Joint.PAUSE else gap
    return "".join(pieces[:-1]).replace("A''", "A").replace("A'", "A")


_APART = AC + "MH~"
"""Last sounds behind which Devanagari leaves a space."""


def step_of(pada: Pada, following: Pada | None, change: Change) -> Step:
    """Say what a change did to two words; `following` is None before a pause."""
    right = following.text if following else ""
    return Step(pada.text, right, change.left + change.right, change.sutras, change.condition)


def _steps(row: tuple[Pada, ...], changes: Sequence[Change]) -> Iterator[Step]:
    for index, change in enumerate(changes):
        if change.sutras or change.condition:
            paused = index + 1 == len(row) or row[index].joint is Joint.PAUSE
            yield step_of(row[index], None if paused else row[index + 1], change)
