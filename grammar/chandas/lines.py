"""A verse as read in a metre other than the śloka, and what a rule of metre finds in it.

A rule reads one line (in the āryā family one half) or the whole verse and yields findings;
`meter` gives them their place in the text. Syllables of a line count from 1.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass

from dhyana.grammar.anushtubh_table import Profile
from dhyana.grammar.chandas.gana import ganas
from dhyana.grammar.chandas.gana_mending import gana_fixes
from dhyana.grammar.chandas.jati import GanaRule, Half
from dhyana.grammar.chandas.matching import Change, Edit
from dhyana.grammar.chandas.matravrtta import MatraFault, MatraRule
from dhyana.grammar.chandas.shloka import Finding, ShlokaPada
from dhyana.grammar.lint.rule import Rule
from dhyana.grammar.report import Pada
from dhyana.grammar.scansion import Akshara, Break


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadLine:
    """A line, or a half of the āryā family, as read in a metre.

    `label` is that of the line, or of the first line of the half. A fixed line has the `pattern`
    of its metre (`.` for a free place), the `edits` that lead to it and the `yati`, the lengths
    between pauses. A line by morae has `faults`, a half its `half`. `ends` are the
    syllables that end a word by the padaccheda, None where there is none. `stanza` is the metre
    of the whole, of which lines of the epics may differ.
    """

    metre: str
    label: str
    aksharas: tuple[Akshara, ...]
    weights: str
    pattern: str = ""
    edits: tuple[Edit, ...] = ()
    yati: tuple[int, ...] = ()
    faults: tuple[MatraFault, ...] = ()
    half: Half | None = None
    ends: Collection[int] | None = None
    stanza: str = ""

    def why(self, syllable: int) -> str:
        """Say of one syllable what makes it heavy or light."""
        return why(self.aksharas[syllable - 1])

    def runs(self, change: Change) -> Mapping[tuple[int, int], int]:
        """Count the changes of a kind by the bounds of where they may be."""
        if not self.edits:
            return {}
        return Counter((edit.first, edit.last) for edit in self.edits if edit.change is change)

    def word_ends_after(self, syllable: int) -> bool:
        """Whether the writing, or the padaccheda, shows a word or a member of a compound ending."""
        if self.ends is not None and syllable in self.ends:
            return True
        return self.aksharas[syllable - 1].after is not Break.NONE


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadVerse:
    """The whole text as read: its metre by all names, its lines, how many make the stanza.

    `strict_end`: a light line end is avoided in a and c. `unnamed` are the gaṇas of each line of
    a regular pattern that has no name, `stray` the syllables (from 0) with a line break that no
    line of the metre ends with. `undecided` is a metre that the text fits without proving it,
    `declared` one that it was said to be in and cannot even be read as. `verses` is how many
    verses stand in the text. `om`: before it stands an oṃ that its metre does not count. `epic` is
    the metre of the epics in which the text, faulty in a classical one, has no fault.
    """

    names: tuple[str, ...]
    padas: tuple[Pada, ...]
    whole: int = 4
    ends: tuple[str, ...] = ()
    strict_end: bool = False
    unnamed: tuple[str, ...] = ()
    stray: tuple[int, ...] = ()
    undecided: str = ""
    declared: str = ""
    verses: int = 1
    om: bool = False
    epic: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class LineRule(Rule):
    """A rule of a line or a half."""

    check: Callable[[ReadLine], Iterator[Finding]]


@dataclass(frozen=True, slots=True, kw_only=True)
class VerseRule(Rule):
    """A rule of the whole verse; each finding comes with the label of its line, or None."""

    check: Callable[[ReadVerse], Iterator[tuple[str | None, Finding]]]


def span(first: int, last: int) -> str:
    """Name a run of syllables: `syllable 5`, `syllables 5–7`."""
    return f"syllable {first}" if first == last else f"syllables {first}–{last}"


def drawn(pattern: str) -> str:
    """Show the pattern of a line: its gaṇas where only the last syllable is free, and what . is."""
    fixed = pattern[:-1]
    named = "" if "." in fixed else f"{' '.join(ganas(fixed + 'g'))}; "
    return f"{pattern} ({named}. is free)" if "." in pattern else f"{pattern} ({named[:-2]})"


def why(akshara: Akshara) -> str:
    """Say of a syllable what makes it heavy or light."""
    alone = ShlokaPada(
        label="",
        even=False,
        aksharas=(akshara,),
        weights=akshara.weight,
        profile=Profile.CLASSICAL,
        kind=None,
    )
    return alone.why(1)


def gana_findings(line: ReadLine, rule: GanaRule, message: str) -> Iterator[Finding]:
    """Find the faults of a half that break this rule of the gaṇas.

    `message` may use `{number}` of the gaṇa, `{morae}` of the half and what is `{expected}`.
    """
    if line.half is None:
        return
    size = len(line.aksharas)
    for fault in line.half.faults:
        if fault.rule is rule:
            syllables = tuple(range(fault.start + 1, max(fault.stop, fault.start + 1) + 1))
            wanted = message.format(
                number=fault.number, morae=line.half.morae, expected=fault.expected
            )
            found = f"{wanted}, not {fault.found}" if fault.found else f"{wanted}; it is missing"
            earlier = f"; or the fault is as early as gaṇa {fault.since}"
            yield Finding(
                syllables=syllables,
                message=found + (earlier if fault.since < fault.number else ""),
                expected=fault.expected,
                found=fault.found,
                fixes=gana_fixes(line.aksharas, fault),
                place=(min(syllables[0], size), min(syllables[-1], size)),
            )


def matra_findings(line: ReadLine, rule: MatraRule, message: str) -> Iterator[Finding]:
    """Find the faults of a line by morae that break this rule.

    `message` may use the name of the `{metre}` and what is `{expected}`.
    """
    for fault in line.faults:
        if fault.rule is rule:
            yield Finding(
                syllables=tuple(range(fault.start + 1, fault.stop + 1)),
                message=message.format(metre=line.metre, expected=fault.expected),
                expected=fault.expected,
                found=fault.found,
                fixes=(),
            )
