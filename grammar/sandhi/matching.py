"""Whether a row of words, joined by sandhi, is what is written: proven, refuted, not decidable.

The results that `join` would list one by one are walked together: a state is how many words are
said, how the next begins, and where in the written text they end. Few states share a word, so
the time grows with the length of the text and not with the number of results.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from dhyana.grammar.lipi.phonemes import PAUSE
from dhyana.grammar.sandhi.classes import Change
from dhyana.grammar.sandhi.joining import Step, padas, step_of
from dhyana.grammar.sandhi.junction import Joint, Pada, spoken
from dhyana.grammar.sandhi.spelling import plain, spelled


class Said(NamedTuple):
    """A word where it stands in what is written.

    `written[start:end]` is what it became, `change` how it and the next did.
    """

    pada: Pada
    change: Change
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Proven:
    """The words make what is written, by these steps."""

    said: tuple[Said, ...]

    @property
    def steps(self) -> tuple[Step, ...]:
        """What happened at each place where two words met."""
        nexts = (*(said.pada for said in self.said[1:]), None)
        return tuple(
            step_of(said.pada, following, said.change)
            for said, following in zip(self.said, nexts, strict=True)
            if said.change.sutras
        )


@dataclass(frozen=True, slots=True)
class Undecided(Proven):
    """The words make what is written if these conditions hold, which sounds do not tell."""

    conditions: tuple[str, ...]


class Written:
    """A text in SLP1 without what only parts words; `places` are offsets in the whole text."""

    def __init__(self, text: str) -> None:
        self.text = text
        marked = PAUSE in text.strip(f"{PAUSE} \n")
        kept = [(place, sound) for place, sound in enumerate(text) if sound not in " -\n"]
        kept = [one for one, before in zip(kept, [(0, ""), *kept], strict=False)
                if one[1] != PAUSE or before[1] != PAUSE]  # fmt: skip
        self.places = [place for place, _ in kept] + [len(text)]
        self.sounds = plain("".join(sound for _, sound in kept))
        self.start = int(self.sounds.startswith(PAUSE))
        self.line_ends = frozenset[int]() if marked else self._line_ends(kept)

    def _line_ends(self, kept: list[tuple[int, str]]) -> frozenset[int]:
        """Where a line ends; it is a pause only in a text that has no other inside."""
        gaps = pairwise(place for place, _ in kept)
        ends = (index for index, (one, two) in enumerate(gaps, 1) if "\n" in self.text[one:two])
        return frozenset(ends)

    def after_pause(self, at: int) -> int:
        """Where the text goes on after a daṇḍa that may stand at `at`."""
        return at + self.sounds.startswith(PAUSE, at)


@dataclass(frozen=True, slots=True)
class Path:
    """A way through the text up to a word, and what it costs: the fewer conditions the better."""

    cost: int = 0
    before: "Path | None" = None
    last: Said | None = None

    def all(self) -> tuple[Said, ...]:
        """Give what was said on it, in order; places are in sounds."""
        said: list[Said] = []
        path: Path | None = self
        while path is not None and path.last is not None:
            said.append(path.last)
            path = path.before
        return tuple(reversed(said))


Layer = dict[tuple[str, int], Path]
"""Paths by how the next word begins and where."""


def walk(row: tuple[Pada, ...], written: Written) -> list[Layer]:
    """Say the words along the text: the paths before each word, and at the end after the last.

    The list is shorter where no path leads further.
    """
    layers: list[Layer] = [{(row[0].text, written.start): Path()}]
    for index, pada in enumerate(row):
        following = row[index + 1] if index + 1 < len(row) else None
        reached: Layer = {}
        for (begun, at), path in layers[-1].items():
            for change, end, goes_on in moves(begun, pada, following, written, at):
                key, cost = (change.right, goes_on), path.cost + bool(change.condition)
                if key not in reached or cost < reached[key].cost:
                    reached[key] = Path(cost, path, Said(pada, change, at, end))
        if not reached:
            break
        layers.append(reached)
    return layers


def moves(
    begun: str, pada: Pada, following: Pada | None, written: Written, at: int
) -> Iterator[tuple[Change, int, int]]:
    """Give the ways to say a word at a place: the change, where it ends, where the next begins."""
    for change, pause in ways(begun, pada, following):
        end = spelled(change.left, written.sounds, at)
        if end is None:
            continue
        goes_on = written.after_pause(end)
        if not pause:
            yield change, end, end
        elif (
            following is None
            or goes_on > end
            or pada.joint is Joint.PAUSE
            or end in written.line_ends
        ):
            yield change, end, goes_on


def ways(begun: str, pada: Pada, following: Pada | None) -> Iterator[tuple[Change, bool]]:
    """Give the ways to say a word, and of each whether a pause follows it.

    Whether there is a pause the text itself shows; it may have one where the words had none.
    """
    if following is not None:
        yield from ((change, False) for change in spoken(begun, pada, following))
    if following is None or pada.joint is not Joint.SEAM:
        right = following.text if following else ""
        yield from ((change._replace(right=right), True) for change in spoken(begun, pada, None))


def prove(words: Sequence[str | Pada], written: str) -> Proven | Undecided | None:
    """Prove that words, joined by sandhi, are what is written; None if they are not.

    Words as in `join`; `written` is in SLP1 with `|` for daṇḍas, and where it has spaces and
    hyphens does not matter.
    """
    row = padas(words)
    text = Written(written)
    return proof(walk(row, text), row, text) if row else None


def proof(
    layers: list[Layer], row: tuple[Pada, ...], written: Written
) -> Proven | Undecided | None:
    """Take the path that reached the end of the text with the last word, if there is one."""
    path = layers[-1].get(("", len(written.sounds))) if len(layers) > len(row) else None
    if path is None:
        return None
    said = tuple(
        one._replace(start=written.places[one.start], end=written.places[one.end])
        for one in path.all()
    )
    conditions = tuple(one.change.condition for one in said if one.change.condition)
    return Undecided(said, conditions) if conditions else Proven(said)
