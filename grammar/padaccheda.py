"""Padaccheda and anvaya as words: what stands in them, with compound seams and brackets.

A padaccheda has the words of a verse one by one, with hyphens at the seams of compounds; an
anvaya has them in the order of prose, and what the reader must supply in brackets.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from dhyana.grammar.lipi.phonemes import sounds
from dhyana.grammar.lipi.script import detect
from dhyana.grammar.sandhi import Joint, Pada

OPENING, CLOSING = "([", ")]"
# A colon behind a letter of an Indian script is typed for visarga.
_COLON = "(?<=[\u0904-\u0939\u093e-\u094c\u0958-\u0963\u0985-\u0dff]):(?![^\\W\\d_])"
_TOKEN = re.compile(rf"(?:[^\s।॥|/,;:.!?…=+()\[\]–—]|{_COLON})+|[।॥|()\[\]]")
_PAUSES = "।॥|"
_SEAM = re.compile("[-‐‑]+")


@dataclass(frozen=True, slots=True)
class Word:
    """A word as it stands in a field.

    `text[start:end]` of the field is `written`; `members` are its sounds in SLP1, one string for
    each member of a compound. `supplied`: it stands in brackets. `pause`: a daṇḍa follows.
    """

    written: str
    start: int
    end: int
    members: tuple[str, ...]
    supplied: bool = False
    pause: bool = False

    @property
    def slp1(self) -> str:
        """The members in one, without sandhi."""
        return "".join(self.members)

    def padas(self, dual: bool | None = None) -> tuple[Pada, ...]:
        """Give the members as sandhi takes them; `dual` as in `Pada`."""
        last = Pada(self.members[-1], Joint.PAUSE if self.pause else Joint.WORD, dual)
        return (*(Pada(member, Joint.SEAM) for member in self.members[:-1]), last)


def split(text: str) -> tuple[Word, ...]:
    """Split a padaccheda or an anvaya, in any script, into its words; numbers are none."""
    script = detect(text).script
    found: list[Word] = []
    depth = 0
    for token in _TOKEN.finditer(text):
        written = token[0]
        if written in OPENING:
            depth += 1
        elif written in CLOSING:
            depth = max(depth - 1, 0)
        elif written in _PAUSES:
            if found:
                found[-1] = _before_pause(found[-1])
        else:
            members = tuple(_members(written, script))
            if members:
                found.append(Word(written, token.start(), token.end(), members, depth > 0))
    return tuple(found)


def _members(written: str, script: str) -> Iterator[str]:
    for member in _SEAM.split(written):
        spelled = sounds(member, script).slp1.strip(" -|\n")
        if spelled:
            yield spelled


def _before_pause(word: Word) -> Word:
    return Word(word.written, word.start, word.end, word.members, word.supplied, pause=True)


def unbalanced(text: str) -> int | None:
    """Where a bracket stands that has no partner, or None."""
    opened: list[int] = []
    for place, character in enumerate(text):
        if character in OPENING:
            opened.append(place)
        elif character in CLOSING:
            if not opened:
                return place
            opened.pop()
    return opened[0] if opened else None


def in_a_row(
    words: Sequence[Word], duals: Mapping[str, bool]
) -> tuple[tuple[Pada, ...], tuple[int, ...]]:
    """Give all members of all words as sandhi takes them, and of each which word it is of.

    `duals` says of the sounds of a word whether it is a dual; words may be left out.
    """
    row: list[Pada] = []
    owners: list[int] = []
    for index, word in enumerate(words):
        members = word.padas(duals.get(word.slp1))
        row += members
        owners += [index] * len(members)
    return tuple(row), tuple(owners)
