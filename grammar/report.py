"""What identifying a verse says: the metre, the verdict, the lines, the faults."""

from dataclasses import dataclass
from enum import StrEnum

from dhyana.grammar.anushtubh_table import VARIANTS
from dhyana.grammar.lint.diagnostic import Diagnostic
from dhyana.grammar.scansion import Akshara

PADA_LABELS = "abcdef"
"""Names of the lines of a stanza; e and f are those of a śloka of six."""


class Verdict(StrEnum):
    """Whether the text keeps its metre."""

    EXACT = "exact"  # no error under the profile
    FAULTY = "faulty"  # the metre is certain, the verse breaks its rules
    NONE = "none"  # no metre, or none that can be told


@dataclass(frozen=True, slots=True)
class Nearest:
    """The metre that least would have to change for, and how many changes that takes."""

    name: str
    distance: int


@dataclass(frozen=True, slots=True)
class Pada:
    """A line (pāda) of the verse.

    `weights` are as written; `variant` is its kind within the metre (`pathyā`, `indravajrā`),
    None where the metre has only one or the line is none of them. In a śloka it is what the
    cadence is called, even in an even pāda, where it is a fault.
    """

    label: str
    text: str
    weights: str
    variant: str | None
    aksharas: tuple[Akshara, ...]

    @property
    def kind(self) -> str | None:
        """The variant to show a reader: pathyā and the vipulās are kinds of odd pādas alone."""
        even = PADA_LABELS.find(self.label) % 2 == 1
        return None if even and self.variant in VARIANTS.values() else self.variant


@dataclass(frozen=True, slots=True)
class MeterReport:
    """The metre of a verse and what is wrong with it.

    `names` are all names that fit, the usual one first; `meter` is that one, or None. `faults`
    are the errors and warnings, `notes` what is only worth knowing (severity info): licences,
    pauses without a visible word end, a text that is half a verse, a pattern without a name.
    """

    meter: str | None
    verdict: Verdict
    names: tuple[str, ...] = ()
    nearest: Nearest | None = None
    padas: tuple[Pada, ...] = ()
    faults: tuple[Diagnostic, ...] = ()
    notes: tuple[Diagnostic, ...] = ()
