"""`dhyana derive`: a word of a verse derived by Pāṇini's grammar, sūtra by sūtra."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Annotated, Any

import typer

from dhyana.cli.options import (
    EditionOption,
    ListFormat,
    ListFormatOption,
    ScriptOption,
    warn_of_losses,
)
from dhyana.cli.view.derivation import named_parts, part_in_words, shown_steps
from dhyana.cli.view.terminal import Terminal, standard_output
from dhyana.grammar.filling import columns, wrap
from dhyana.grammar.lipi.transliteration import Script, transliterate
from dhyana.shlokas import Verse, load
from dhyana.shlokas.editions import Edition
from dhyana.shlokas.record import MorphologyRow

if TYPE_CHECKING:
    from dhyana.grammar.vyakarana.deriving import Derived, Vyakarana
    from dhyana.grammar.vyakarana.examining import Examined

_NAMED = 12
_SAID = len("analysis  ")
_STYLES = {"proven": "green", "refuted": "red", "undecided": "yellow"}


def derive(
    verse: Annotated[int, typer.Argument(metavar="N", help="Number of the verse.")],
    word: Annotated[
        str | None,
        typer.Argument(
            metavar="[WORD]", help="A word of its table, in any script; all if left out."
        ),
    ] = None,
    edition: EditionOption = Edition.TEXT,
    script: ScriptOption = Script.DEVANAGARI,
    output: ListFormatOption = ListFormat.TEXT,
) -> None:
    """Derive the words of a verse by Pāṇini's sūtras, in the cells that its table names.

    Of one word the steps are shown that change it, of all words only whether they are proven.

    Exit code 1: a form is refuted.
    """
    derivations = list(_derivations(load(edition=edition).verse(verse), word))
    if output is ListFormat.JSON:
        objects = [_object(one) for one in derivations]
        typer.echo(json.dumps(objects, ensure_ascii=False, indent=2))
    else:
        warn_of_losses(script)
        page = _Page(standard_output(), script)
        lines = page.summary(derivations) if word is None else page.whole(derivations)
        typer.echo("\n".join(lines), color=True)
    raise typer.Exit(any(one.outcome == "refuted" for one in derivations))


@dataclass(frozen=True, slots=True)
class _Derivation:
    """A word of a row, examined, with the history of what its cell gives."""

    verse: int
    index: int
    row: MorphologyRow
    examined: "Examined"
    stands_in: tuple[str, ...]

    @property
    def outcome(self) -> str:
        return str(self.examined.verdict.outcome)

    @property
    def cell(self) -> str | None:
        cell = self.examined.verdict.cell
        return None if cell is None else str(cell)


def _derivations(verse: Verse, word: str | None) -> Iterator[_Derivation]:
    from dhyana.grammar.vyakarana.deriving import Vyakarana
    from dhyana.grammar.vyakarana.examining import examine, heard_as

    grammar = Vyakarana(steps=True)
    wanted = None if word is None else heard_as(word.replace("-", "").strip())
    found = False
    for index, row in enumerate(verse.record.morphology):
        whole = heard_as(row.form) == wanted
        for examined in examine(row, grammar):
            if wanted is None or whole or heard_as(examined.written) == wanted:
                found = True
                stands_in = _standing(examined, grammar)
                yield _Derivation(verse.number, index, row, examined, stands_in)
    if not found:
        known = ", ".join(row.form for row in verse.record.morphology)
        message = f"verse {verse.number} has no word {word!r}; its table has {known}"
        raise typer.BadParameter(message)


def _standing(examined: "Examined", grammar: "Vyakarana") -> tuple[str, ...]:
    """Name the cells in which a refuted form does stand."""
    from dhyana.grammar.vyakarana.examining import Outcome, standing

    refuted = examined.verdict.outcome is Outcome.REFUTED
    if examined.analysis is None or examined.verdict.cell is None or not refuted:
        return ()
    return tuple(
        str(cell) for cell in islice(standing(examined.written, examined.analysis, grammar), _NAMED)
    )


def _object(one: _Derivation) -> dict[str, Any]:
    from dhyana.grammar.lipi.phonemes import devanagari

    return {
        "verse": one.verse,
        "row": one.index,
        "word": one.examined.written,
        "category": one.row.category,
        "analysis": named_parts(one.examined.analysis),
        "cell": one.cell,
        "outcome": one.outcome,
        "reason": one.examined.verdict.reason or None,
        "given": [
            {
                "form": devanagari(derived.form),
                "steps": [
                    {
                        "sutra": step.sutra,
                        "text": devanagari(step.text),
                        "result": list(step.result),
                    }
                    for step in derived.steps
                ],
            }
            for derived in one.examined.verdict.given
        ],
        "stands_in": list(one.stands_in),
    }


class _Page:
    """The text form: what is sure of width on the left, Devanagari last."""

    def __init__(self, terminal: Terminal, script: Script) -> None:
        self._terminal = terminal
        self._script = script

    def summary(self, derivations: Sequence[_Derivation]) -> Iterator[str]:
        """One line a word."""
        for one in derivations:
            word = self._written(one.examined.written)
            cell = one.cell or one.examined.verdict.reason
            yield f"{self._outcome(one, 9)}  {word}" + (f"  {self._written(cell)}" if cell else "")

    def whole(self, derivations: Sequence[_Derivation]) -> Iterator[str]:
        """Each word with its label, its verdict and the steps by which the forms come about."""
        for number, one in enumerate(derivations):
            if number:
                yield ""
            yield from self._word(one)

    def _word(self, one: _Derivation) -> Iterator[str]:
        place = f"verse {one.verse}, row {one.index + 1}"
        yield f"{self._terminal.style(place, bold=True)}  {self._written(one.examined.written)}"
        yield from self._folded(f"label     {self._written(one.row.category)}")
        parts = named_parts(one.examined.analysis) or {}
        shown = (f"{name} {part_in_words(part)}" for name, part in parts.items())
        yield from self._folded(f"analysis  {self._written(', '.join(shown) or 'none')}")
        first, *rest = self._folded(f"{one.outcome}{self._because(one)}")
        yield self._outcome(one) + first.removeprefix(one.outcome)
        yield from rest
        if one.stands_in:
            stands_in = self._written(", ".join(one.stands_in))
            yield from self._folded(f"the form stands in  {stands_in}")
        given = one.examined.verdict.given
        for derived in given[:1] if one.outcome == "proven" else given:
            yield ""
            yield from self._steps(derived)

    def _folded(self, text: str) -> list[str]:
        """Fold a line to the terminal, its rest under what it says."""
        width = self._terminal.width
        return wrap(text, width, hanging=" " * _SAID) if self._terminal.placed else [text]

    def _because(self, one: _Derivation) -> str:
        from dhyana.grammar.lipi.phonemes import devanagari

        given = one.examined.verdict.given
        if one.examined.verdict.reason:
            return f": {self._written(one.examined.verdict.reason)}"
        cell = f"{one.cell} " if one.cell else ""
        forms = " / ".join(devanagari(derived.form) for derived in given)
        return f": {self._written(f'{cell}→ {forms}')}"

    def _steps(self, derived: "Derived") -> Iterator[str]:
        steps = list(shown_steps(derived))
        width = max((columns(step.result) for step in steps), default=0)
        for step in steps:
            padding = " " * (width - columns(step.result))
            line = f"{step.sutra:9} {step.result}{padding}  {self._written(step.text)}"
            first, *rest = self._folded(line.rstrip())
            yield self._terminal.style(first[:9], dim=True) + first[9:]
            yield from rest

    def _outcome(self, one: _Derivation, width: int = 0) -> str:
        return self._terminal.style(one.outcome.ljust(width), fg=_STYLES[one.outcome])

    def _written(self, text: str) -> str:
        return transliterate(text, self._script)
