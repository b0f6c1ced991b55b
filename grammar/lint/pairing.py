"""Words of a padaccheda paired with those of another field.

First those that are alike, then two that sandhi left in one, a compound written apart, a word in
brackets, one that differs in a few letters. What is left on either side is missing or too much.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from functools import lru_cache
from itertools import islice, permutations

from dhyana.grammar.padaccheda import Word
from dhyana.grammar.sandhi import Joint, Pada, join
from dhyana.grammar.sandhi.matching import prove

_ALIKE = 0.7
"""Share of common letters from which two words are taken for one that was altered."""
_LONGEST = 200
"""Sounds of the longest word whose likeness is measured, which takes the square of its length."""
_FUSED = 4
"""Words that sandhi may have left in one."""
_FEW = 20
"""Words left over among which any two are tried as one."""
_FORMS = 16
"""Ways to write a compound that are compared before sandhi is asked."""


@dataclass(slots=True)
class Pairing:
    """Words of the padaccheda and tokens of another field side by side, by their indices.

    `moved` and `repeated` are only told apart where the order counts: words that stand elsewhere,
    and words without a token of their own of which another place has one.
    """

    same: list[tuple[int, int]] = field(default_factory=list)
    moved: list[tuple[int, int]] = field(default_factory=list)
    repeated: list[int] = field(default_factory=list)
    fused: list[tuple[tuple[int, ...], int]] = field(default_factory=list)
    apart: list[tuple[int, tuple[int, ...]]] = field(default_factory=list)
    bracketed: list[tuple[int, int]] = field(default_factory=list)
    altered: list[tuple[int, int]] = field(default_factory=list)
    missing: list[int] = field(default_factory=list)
    extra: list[int] = field(default_factory=list)


def pair_in_any_order(words: Sequence[Word], tokens: Sequence[Word]) -> Pairing:
    """Pair words with the tokens of a text that has them in another order, as an anvaya does."""
    pairer = _Pairer(words, tokens)
    pairer.pair_alike(pairer.pairing.same, range(len(tokens)))
    return pairer.rest()


def pair_in_order(
    words: Sequence[Word], tokens: Sequence[Word], loose: Collection[int] = ()
) -> Pairing:
    """Pair words with tokens that should come in the same order, as morphology rows do.

    The `loose` tokens may stand anywhere: the last of `yathā … tathā`.
    """
    pairer = _Pairer(words, tokens)
    firm = [token for token in pairer.tokens_left if token not in loose]
    for word, place in _in_order(words, [tokens[token] for token in firm]):
        pairer.take(pairer.pairing.same, word, firm[place])
    pairer.pair_alike(pairer.pairing.same, loose)
    pairer.pair_alike(pairer.pairing.moved, firm)
    pairing = pairer.rest()
    rowed = [words[word] for word, _ in (*pairing.same, *pairing.moved)]
    for word in list(pairing.missing):
        if any(other.slp1 == words[word].slp1 for other in rowed):
            pairing.repeated.append(word)
            pairing.missing.remove(word)
    return pairing


def alike(word: Word, token: Word, following: Word | None = None) -> bool:
    """Whether a token is the word, be it as said alone or as said before the next token."""
    alone = _said_alone(token.slp1)
    if alone in _forms(word.members):
        return True
    if word.slp1[:1] != token.slp1[:1]:
        return False
    if prove(word.padas(), alone):
        return True
    if following is None:
        return False
    row = (*word.padas()[:-1], Pada(word.members[-1]), Pada(_said_alone(following.slp1)))
    return prove(row, token.slp1 + following.slp1) is not None


def _said_alone(slp1: str) -> str:
    if slp1.startswith("'"):
        slp1 = "a" + slp1[1:]
    return slp1[:-1] + "m" if slp1.endswith("M") else slp1


@lru_cache(maxsize=512)
def _forms(members: tuple[str, ...]) -> frozenset[str]:
    row = [Pada(member, Joint.SEAM) for member in members[:-1]]
    joined = islice(join([*row, Pada(members[-1])]), _FORMS)
    return frozenset(result.text.replace(" ", "") for result in joined if not result.conditions)


def _in_order(words: Sequence[Word], tokens: Sequence[Word]) -> Iterator[tuple[int, int]]:
    """Give a longest row of pairs that are alike and in the same order on both sides."""
    longest = [[0] * (len(tokens) + 1) for _ in range(len(words) + 1)]
    same = [[alike(word, token) for token in tokens] for word in words]
    for w in reversed(range(len(words))):
        for t in reversed(range(len(tokens))):
            skipped = max(longest[w + 1][t], longest[w][t + 1])
            longest[w][t] = max(skipped, longest[w + 1][t + 1] + 1) if same[w][t] else skipped
    w = t = 0
    while w < len(words) and t < len(tokens):
        if same[w][t] and longest[w][t] == longest[w + 1][t + 1] + 1:
            yield w, t
            w, t = w + 1, t + 1
        elif longest[w + 1][t] >= longest[w][t + 1]:
            w += 1
        else:
            t += 1


class _Pairer:
    """A pairing under way: what is still left on either side."""

    def __init__(self, words: Sequence[Word], tokens: Sequence[Word]) -> None:
        self.words, self.tokens = words, tokens
        self.words_left = list(range(len(words)))
        self.tokens_left = [k for k, token in enumerate(tokens) if not token.supplied]
        self.pairing = Pairing()

    def take(self, pairs: list[tuple[int, int]], word: int, token: int) -> None:
        """Pair two that are left."""
        pairs.append((word, token))
        self.words_left.remove(word)
        self.tokens_left.remove(token)

    def pair_alike(self, pairs: list[tuple[int, int]], among: Collection[int]) -> None:
        """Pair each of these tokens with the first word that it is."""
        for token in [token for token in self.tokens_left if token in among]:
            following = self.tokens[token + 1] if token + 1 < len(self.tokens) else None
            for word in self.words_left:
                if alike(self.words[word], self.tokens[token], following):
                    self.take(pairs, word, token)
                    break

    def rest(self) -> Pairing:
        """Pair what is not plainly the same, and say what remains."""
        self._pair_fused()
        self._pair_apart()
        self._pair_bracketed()
        self._pair_altered()
        self.pairing.missing, self.pairing.extra = self.words_left, self.tokens_left
        return self.pairing

    def _pair_fused(self) -> None:
        for token in list(self.tokens_left):
            self._fuse(token, self._groups(token))
        for token in list(self.tokens_left):
            self._fuse(token, self._groups_with_others(token))

    def _fuse(self, token: int, groups: Iterator[tuple[int, ...]]) -> None:
        """Take a token for the first group that it is; tokens that have words of it lose them."""
        written = _said_alone(self.tokens[token].slp1)
        for group in groups:
            if prove([pada for word in group for pada in self.words[word].padas()], written):
                self.pairing.fused.append((group, token))
                self.tokens_left.remove(token)
                self.words_left = [word for word in self.words_left if word not in group]
                lost = [pair for pair in self.pairing.same if pair[0] in group]
                self.pairing.same = [pair for pair in self.pairing.same if pair not in lost]
                self.tokens_left = sorted([*self.tokens_left, *(other for _, other in lost)])
                return

    def _groups(self, token: int) -> Iterator[tuple[int, ...]]:
        """Words left that may be in a token: some in their order, any two, or three that fit."""
        left = self.words_left
        for size in range(2, _FUSED + 1):
            for start in range(len(left) - size + 1):
                group = tuple(left[start : start + size])
                if group[-1] - group[0] == size - 1:
                    yield group
        if len(left) <= _FEW:
            yield from permutations(left, 2)
            yield from (group for group in permutations(left, 3) if self._fits(group, token))

    def _groups_with_others(self, token: int) -> Iterator[tuple[int, ...]]:
        """Give a word left and one that another token has, which then stands there once more."""
        if len(self.words_left) <= _FEW:
            for word in self.words_left:
                for other, _ in self.pairing.same:
                    for group in ((word, other), (other, word)):
                        if self._fits(group, token):
                            yield group

    def _fits(self, group: tuple[int, ...], token: int) -> bool:
        """Whether a token begins as the first word does, and has about as many sounds as all."""
        written = self.tokens[token].slp1
        if self.words[group[0]].slp1[0] != written[0]:
            return False
        sounds = sum(len(self.words[word].slp1) for word in group)
        return abs(sounds - len(written)) <= len(group)

    def _pair_apart(self) -> None:
        for word in list(self.words_left):
            padas = self.words[word].padas()
            for first in self.tokens_left:
                run = tuple(range(first, first + len(padas)))
                if len(run) < 2 or not set(run) <= set(self.tokens_left):
                    continue
                written = "".join(self.tokens[token].slp1 for token in run)
                if prove(padas, _said_alone(written)):
                    self.pairing.apart.append((word, run))
                    self.words_left.remove(word)
                    self.tokens_left = [token for token in self.tokens_left if token not in run]
                    break

    def _pair_bracketed(self) -> None:
        for token, written in enumerate(self.tokens):
            if not written.supplied:
                continue
            for word in self.words_left:
                if alike(self.words[word], written):
                    self.pairing.bracketed.append((word, token))
                    self.words_left.remove(word)
                    break

    def _pair_altered(self) -> None:
        """Pair what differs in a few letters, the most alike first."""
        pairs = ((word, token) for word in self.words_left for token in self.tokens_left)
        likeness = {one: _likeness(self.words[one[0]], self.tokens[one[1]]) for one in pairs}
        for word, token in sorted(likeness, key=lambda one: -likeness[one]):
            free = word in self.words_left and token in self.tokens_left
            if free and likeness[word, token] >= _ALIKE:
                self.take(self.pairing.altered, word, token)


def _likeness(word: Word, token: Word) -> float:
    one, other = word.slp1, _said_alone(token.slp1)
    if max(len(one), len(other)) > _LONGEST:
        return float(one == other)
    return SequenceMatcher(None, one, other, autojunk=False).ratio()
