"""A pāda of eight syllables in its place in a śloka, and what a rule finds in it.

Syllables count from 1. A rule of the śloka is a `PadaRule`: its check reads one `ShlokaPada` and
yields findings; `anushtubh` gives them their place in the text, their severity and repairs.
"""

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass

from dhyana.grammar.anushtubh_table import Profile
from dhyana.grammar.lint.diagnostic import Fix, Severity
from dhyana.grammar.lint.rule import Rule
from dhyana.grammar.scansion import BEFORE_VOWEL, Akshara, Break, Reason

WEIGHTS = {"g": "heavy", "l": "light"}

_M_STAYS = "; before a vowel m stays m, 8.3.23, and the syllable light"


@dataclass(frozen=True, slots=True, kw_only=True)
class ShlokaPada:
    """One pāda as scanned.

    `weights` are those it is matched by: as written but for syllables that a licence keeps light.
    `kind` is what the grammar calls its weights, None if it accepts them in no way. `alone`: the
    half it begins has no second pāda. `last`: the stanza ends with it. `ends` are the syllables
    that end a word or a member of a compound by the padaccheda, None where there is none.
    """

    label: str
    even: bool
    aksharas: tuple[Akshara, ...]
    weights: str
    profile: Profile
    kind: str | None
    alone: bool = False
    last: bool = False
    ends: Collection[int] | None = None

    @property
    def opening(self) -> str:
        """Weights of syllables 2–4."""
        return self.weights[1:4]

    @property
    def cadence(self) -> str:
        """Weights of syllables 5–7."""
        return self.weights[4:7]

    def word_ends_after(self, syllable: int) -> bool | None:
        """Whether a word or a member of a compound ends there; None if spelling hides it.

        Without a padaccheda the lack of a space proves nothing: sandhi and unhyphenated
        compounds are written in one.
        """
        if self.aksharas[syllable - 1].after is not Break.NONE:
            return True
        return None if self.ends is None else syllable in self.ends

    def why(self, syllable: int) -> str:
        """Say of one syllable what makes it heavy or light."""
        akshara = self.aksharas[syllable - 1]
        if akshara.reason is Reason.CONJUNCT:
            where = "" if akshara.after is Break.NONE else "over the word end "
            cause = f"the conjunct {akshara.cause} follows {where}".rstrip()
        else:
            cause = {
                Reason.SHORT: "short vowel, no conjunct after it",
                Reason.LONG: f"long vowel {akshara.cause}",
                Reason.ANUSVARA: "anusvāra" + _M_STAYS * akshara.cause.endswith(BEFORE_VOWEL),
                Reason.VISARGA: "visarga",
                Reason.CLOSED: f"final consonant {akshara.cause}",
            }[akshara.reason]
        return f"{akshara.iast} is {WEIGHTS[akshara.weight]} ({cause})"


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """What a rule found in a pāda.

    `severity` and `fixes` are given only where the rule knows better than its own severity and
    the repairs by weight. `place` is the first and last syllable to point at when that is not
    where the `syllables` are, as with one that is missing. `omissions` tells of repairs, the
    first of `fixes`, which syllables they leave out. `authority` is given where it is another than
    that of the rule.
    """

    syllables: tuple[int, ...]
    message: str
    expected: str
    found: str
    severity: Severity | None = None
    fixes: tuple[Fix, ...] | None = None
    place: tuple[int, int] | None = None
    omissions: tuple[tuple[int, ...], ...] = ()
    authority: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PadaRule(Rule):
    """A rule of the śloka. Its check may take a pāda of any length only if `any_length`."""

    check: Callable[[ShlokaPada], Iterator[Finding]]
    any_length: bool = False
