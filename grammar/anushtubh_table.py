"""The table of śloka pādas: `anushtubh.lark`, compiled once into `anushtubh_table.json`.

A pāda has 256 weight patterns. What the grammar says of each, in each place and under each
profile, is parsed once and shipped, so that checking a verse needs no parser. Run as a module,
this file compiles the grammar anew.
"""

import json
from collections.abc import Mapping
from enum import StrEnum
from functools import lru_cache
from importlib import resources
from itertools import product
from pathlib import Path

SOURCE = "anushtubh.lark"
COMPILED = "anushtubh_table.json"


class Profile(StrEnum):
    """Whose practice a verse is held to."""

    CLASSICAL = "classical"
    EPIC = "epic"


VARIANTS = {
    "pathya": "pathyā",
    "na_vipula": "na-vipulā",
    "bha_vipula": "bha-vipulā",
    "ma_vipula": "ma-vipulā",
    "ra_vipula": "ra-vipulā",
    "ta_vipula": "ta-vipulā",
    "sa_vipula": "sa-vipulā",
}
"""Names of the odd pāda's kinds: in the grammar, and in IAST."""

EVEN = "a good even pāda"
"""What the one kind of even pāda is called where a name is wanted."""

LICENSED = frozenset({"ta_vipula", "sa_vipula", "even_ra"})
"""Kinds that the grammar accepts and a rule still warns of: no repair leads there."""

LENGTHS = {f"{place}_{profile}": 8 for place in ("odd", "even") for profile in Profile} | {
    "cadence": 4
}
"""Start symbols of the grammar and how many syllables each spans."""


@lru_cache(maxsize=1)
def _compiled() -> dict[str, dict[str, list[str]]]:
    text = resources.files(__package__).joinpath(COMPILED).read_text("utf-8")
    raw: dict[str, dict[str, list[str]]] = json.loads(text)
    return raw


@lru_cache(maxsize=4)
def accepted(even: bool, profile: Profile) -> Mapping[str, str]:
    """Patterns of eight weights that the grammar accepts in this place: pattern → kind."""
    kinds = _compiled()[f"{'even' if even else 'odd'}_{profile}"]
    return {pattern: kind for kind, patterns in kinds.items() for pattern in patterns}


@lru_cache(maxsize=4)
def sound(even: bool, profile: Profile) -> Mapping[str, str]:
    """Keep of the accepted patterns those that no rule warns of: pattern → kind."""
    return {
        pattern: kind for pattern, kind in accepted(even, profile).items() if kind not in LICENSED
    }


@lru_cache(maxsize=1)
def cadences() -> Mapping[str, str]:
    """Weights of the last four syllables of an odd pāda → the kind they announce."""
    return {
        pattern: kind.removesuffix("_cadence")
        for kind, patterns in _compiled()["cadence"].items()
        for pattern in patterns
    }


def compile_table() -> str:
    """Parse every pattern of every start symbol with Lark; the table as JSON."""
    from lark import Lark
    from lark.exceptions import UnexpectedInput

    grammar = resources.files(__package__).joinpath(SOURCE).read_text("utf-8")
    parser = Lark(grammar, parser="lalr", start=list(LENGTHS))
    table: dict[str, dict[str, list[str]]] = {}
    for start, length in LENGTHS.items():
        kinds: dict[str, list[str]] = table.setdefault(start, {})
        for letters in product("gl", repeat=length):
            pattern = "".join(letters)
            try:
                tree = parser.parse(pattern, start=start)
            except UnexpectedInput:
                continue
            kinds.setdefault(str(tree.data), []).append(pattern)
    starts = (
        f'"{start}": {{\n'
        + ",\n".join(f'"{kind}": {json.dumps(patterns)}' for kind, patterns in kinds.items())
        + "\n}"
        for start, kinds in table.items()
    )
    return "{\n" + ",\n".join(starts) + "\n}\n"


if __name__ == "__main__":
    Path(__file__).with_name(COMPILED).write_text(compile_table(), "utf-8")
