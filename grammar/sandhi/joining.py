"""A row of words joined: all permitted results, each step with its sūtras."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from dhyana.grammar.phonemes import PAUSE
from dhyana.grammar.sandhi.classes import AC, Change
from dhyana.grammar.sandhi.junction import Joint, Pada, spoken


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


def padas(words: Sequence[str | Pada]) -> tuple[Pada, ...]:
    """Give words as `Pada`; a string is a word with a space after it. Empty ones are left out."""
    given = (word if isinstance(word, Pada) else Pada(word) for word in words)
    return tuple(word for word in given if word.text)


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
    for pieces, steps in _paths(row, 0, row[0].text) if row else ():
        text = usual("".join(pieces))
        if text not in seen:
            seen.add(text)
            yield Joined(text, steps)


def _paths(
    row: tuple[Pada, ...], index: int, begun: str
) -> Iterator[tuple[tuple[str, ...], tuple[Step, ...]]]:
    """Give the ways to say the words from `index` on, the first of which begins as `begun`."""
    pada = row[index]
    following = row[index + 1] if index + 1 < len(row) else None
    if following is None or pada.joint is Joint.PAUSE:
        for change in spoken(begun, pada, None):
            step = (step_of(pada, following, change),) if change.sutras or change.condition else ()
            if following is None:
                yield (change.left,), step
            else:
                for pieces, steps in _paths(row, index + 1, following.text):
                    yield (change.left, f" {PAUSE} ", *pieces), (*step, *steps)
        return
    for change in spoken(begun, pada, following):
        gap = " " if pada.joint is Joint.WORD and _written_apart(change) else ""
        for pieces, steps in _paths(row, index + 1, change.right):
            yield (change.left, gap, *pieces), (step_of(pada, following, change), *steps)


def usual(text: str) -> str:
    """Leave out the avagraha that may stand after a long vowel made of two: tathāpi."""
    return text.replace("A''", "A").replace("A'", "A")


def step_of(pada: Pada, following: Pada | None, change: Change) -> Step:
    """Say what a change did to two words; `following` is None before a pause."""
    right = following.text if following else ""
    return Step(pada.text, right, change.left + change.right, change.sutras, change.condition)


def _written_apart(change: Change) -> bool:
    return change.left[-1:] != "" and change.left[-1] in AC + "MH~"
