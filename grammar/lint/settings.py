"""What is checked, and by whose measure."""

from dataclasses import dataclass
from pathlib import Path

from dhyana.grammar.anushtubh_table import Profile
from dhyana.grammar.lint.registry import MODULES
from dhyana.shlokas.editions import Edition


@dataclass(frozen=True, slots=True)
class Settings:
    """What is checked, and by whose measure.

    `select` and `ignore` are codes or their beginnings (`CHA`, `CHA1`, `CHA103`); the longer one
    wins, of equal ones `ignore`. `script` is what the text is written in, if not what it looks
    like; `expect` the metre that it is meant to be in; `edition` which edition of records is
    given. `undecided`: what cannot be decided is shown as well; what is only worth knowing is shown
    of rules that `select` names by their whole code. `dhatupatha` is a file of roots
    that is read in place of the treatise's own.
    """

    select: tuple[str, ...] = ("",)
    ignore: tuple[str, ...] = ()
    profile: Profile = Profile.CLASSICAL
    expect: str | None = None
    script: str | None = None
    waivers: bool = True
    edition: Edition = Edition.TEXT
    undecided: bool = False
    dhatupatha: Path | None = None

    def selects(self, code: str) -> bool:
        """Whether findings of a rule are wanted."""
        wanted = max((len(part) for part in self.select if code.startswith(part)), default=-1)
        refused = max((len(part) for part in self.ignore if code.startswith(part)), default=-1)
        return wanted > refused

    def shows_note(self, code: str, *, undecided: bool) -> bool:
        """Whether what is only worth knowing is shown: named by its code, or undecided."""
        return self.selects(code) and (code in self.select or (undecided and self.undecided))

    def wants(self, family: str) -> bool:
        """Whether findings of any rule of a family are wanted."""
        return any(self.selects(code) for code in MODULES if code.startswith(family))
