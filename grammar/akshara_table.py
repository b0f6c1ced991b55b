"""The table of akṣara weights: `akshara.lark`, compiled once into `akshara_table.json`.

What the grammar says of a syllable depends on its vowel, on the anusvāra or visarga after it,
and on what stands before the next vowel: no consonant, one, or more, and whether the pāda or
the half ends. These are the `CONTEXTS`; each is parsed once and shipped, so that scanning needs
no parser. Run as a module, this file compiles the grammar anew.
"""

import json
from collections.abc import Mapping
from functools import lru_cache
from importlib import resources
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from lark import Lark

SOURCE = "akshara.lark"
COMPILED = "akshara_table.json"

SHORT, LONG, CONSONANT, ANUSVARA, VISARGA = "a", "A", "k", "m", "h"
LINE, HALF, VERSE = "/", "|", "#"
MARK, NOTHING, SEAM, WORD, COMMA = "~", "_", "-", " ", ","

LINKS = ("", "k", "a", "ka", "k/a", "kka")
"""What follows a vowel and its sign, up to the next vowel or the end of the half."""

CONTEXTS = tuple("".join(parts) for parts in product((SHORT, LONG), ("", ANUSVARA, VISARGA), LINKS))
"""Every context that can weigh a syllable, by vowel, sign and link in this order."""


class Syllable(NamedTuple):
    """One syllable of a parsed class string; `start`, `vowel` and `end` are places in it."""

    start: int
    vowel: int
    end: int
    reason: str


@lru_cache(maxsize=1)
def reasons() -> Mapping[str, str]:
    """Return the compiled table: context → name of the reason for its weight."""
    text = resources.files(__package__).joinpath(COMPILED).read_text("utf-8")
    table: dict[str, str] = json.loads(text)
    return table


@lru_cache(maxsize=1)
def _parser() -> "Lark":
    from lark import Lark

    grammar = resources.files(__package__).joinpath(SOURCE).read_text("utf-8")
    return Lark(grammar, parser="lalr")


def parse(classes: str) -> list[Syllable]:
    """Read a class string with the grammar itself: slow, and the measure of the fast reading.

    Raises `lark.exceptions.UnexpectedInput` where a half has no vowel or a sign follows none.
    """
    from lark import Token, Tree

    syllables: list[Syllable] = []
    halves = [half for half in _parser().parse(classes).children if isinstance(half, Tree)]
    for half in halves:
        start: int | None = None
        branches = [branch for branch in half.children if isinstance(branch, Tree)]
        for branch in branches:
            tokens = branch.scan_values(lambda value: isinstance(value, Token))
            letters = [(token.type, token.start_pos or 0) for token in tokens]
            if branch.data == "onset":
                start = next((at for kind, at in letters if kind == "CONSONANT"), None)
                continue
            (_, vowel), *rest = letters
            signs = [at for kind, at in rest if kind in ("ANUSVARA", "VISARGA")]
            line = next((at for kind, at in rest if kind == "LINE"), len(classes))
            consonants = [at for kind, at in rest if kind == "CONSONANT"]
            coda = [at for at in consonants if branch is branches[-1] or at < line < len(classes)]
            last = max([vowel, *signs, *coda])
            syllables.append(
                Syllable(vowel if start is None else start, vowel, last + 1, branch.data)
            )
            start = next((at for at in consonants if at not in coda), None)
    return syllables


def compile_table() -> str:
    """Compile the grammar to JSON: what the grammar says of each context."""
    table = {context: parse(context)[0].reason for context in CONTEXTS}
    return json.dumps(table, indent=0) + "\n"


if __name__ == "__main__":
    Path(__file__).with_name(COMPILED).write_text(compile_table(), "utf-8")
