"""What every lint rule says of itself."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from dhyana.grammar.lint.diagnostic import Severity


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """One rule: its code never changes meaning, its name names the fault.

    `documentation` is the docstring of the rule's module, in the sections *What it checks*,
    *Why*, *Example*, *Use instead*, *References*. `under` holds the severity under a profile
    where it is another than `severity`. `undecided`: it says what cannot be decided.
    """

    code: str
    name: str
    severity: Severity
    authority: str
    documentation: str | None
    under: Mapping[str, Severity] = field(default_factory=dict)
    undecided: bool = False

    def severity_under(self, profile: str) -> Severity:
        """How much a finding matters under a profile."""
        return self.under.get(profile, self.severity)
