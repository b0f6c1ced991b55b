"""The table of metres: `vrttas.yaml`, compiled once into `vrttas_table.json`.

A line is looked up by its weights without the last syllable, which is free (Vṛttaratnākara 1.9,
*vā pādāntas tv asau*). Run as a module, this file compiles the source anew.
"""

import json
from collections.abc import Hashable, Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, field
from functools import cached_property, lru_cache
from importlib import resources
from pathlib import Path
from typing import Any, Literal, TypeVar

from dhyana.grammar.chandas.gana import expand

SOURCE = "vrttas.yaml"
COMPILED = "vrttas_table.json"

Kind = Literal["sama", "ardhasama", "viṣama"]
K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


@dataclass(frozen=True, slots=True, kw_only=True)
class Metre:
    """What every metre has: its name in IAST and Devanagari, other names, where it is stated."""

    name: str
    devanagari: str
    also: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """All names of the metre, the usual one first."""
        return (self.name, *self.also)


@dataclass(frozen=True, slots=True, kw_only=True)
class Vrtta(Metre):
    """A metre fixed syllable by syllable.

    `lines` are the weights of a to d. `yati` has the lengths of the parts between pauses, and is
    empty where the sources state none. `strict_end`: a light line end is avoided in a and c.
    """

    kind: Kind
    lines: tuple[str, ...]
    yati: tuple[int, ...] = ()
    strict_end: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Mixture:
    """An upajāti: names of the members by letter, and the names of the orders of lines."""

    members: Mapping[str, str]
    kinds: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Jati(Metre):
    """A metre of the āryā family: morae of its two halves."""

    halves: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Vaitaliya(Metre):
    """A metre of the vaitālīya family: free morae in odd and even lines, then a fixed close.

    `join_odd`, `join_even`: the even mora on which a heavy syllable begins; 0 for none.
    """

    odd: int
    even: int
    close: str
    join_odd: int = 0
    join_even: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Matrasamaka(Metre):
    """A line of sixteen morae: on which of them a light syllable stands or a heavy one begins."""

    light: tuple[int, ...]
    heavy: tuple[int, ...]
    no_ja: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Epic(Metre):
    """A metre of the epics: the patterns that a line of it may have, `.` for a free place."""

    lines: tuple[str, ...]


@dataclass(frozen=True)
class Table:
    """All metres, with the look-ups that identification needs."""

    vrttas: tuple[Vrtta, ...]
    mixtures: tuple[Mixture, ...]
    jatis: tuple[Jati, ...]
    vaitaliyas: tuple[Vaitaliya, ...]
    matrasamakas: tuple[Matrasamaka, ...]
    epics: tuple[Epic, ...]

    @cached_property
    def stanzas(self) -> dict[tuple[str, ...], list[Vrtta]]:
        """Metres by their four lines, each without its last syllable."""
        return _group((tuple(line[:-1] for line in v.lines), v) for v in self.vrttas)

    @cached_property
    def lines(self) -> dict[str, list[Vrtta]]:
        """Metres of four equal lines, by the line without its last syllable."""
        return _group((v.lines[0][:-1], v) for v in self.vrttas if v.kind == "sama")

    @cached_property
    def mixed_lines(self) -> dict[str, tuple[Mixture, str]]:
        """The mixture that a line without its last syllable belongs to, and its letter there."""
        members = {
            name: (mixture, letter)
            for mixture in self.mixtures
            for letter, name in mixture.members.items()
        }
        return {
            v.lines[0][:-1]: members[v.name]
            for v in self.vrttas
            if v.kind == "sama" and v.name in members
        }

    @cached_property
    def names(self) -> dict[str, list[Metre]]:
        """Metres by each of their names in IAST; one name may belong to several."""
        fixed: tuple[tuple[Metre, ...], ...] = (
            self.vrttas,
            self.jatis,
            self.vaitaliyas,
            self.matrasamakas,
            self.epics,
        )
        return _group((name, metre) for family in fixed for metre in family for name in metre.names)


def _group(pairs: Iterable[tuple[K, V]]) -> dict[K, list[V]]:
    groups: dict[K, list[V]] = {}
    for key, value in pairs:
        groups.setdefault(key, []).append(value)
    return groups


@lru_cache(maxsize=1)
def table() -> Table:
    """Read the compiled table; this needs no YAML."""
    raw = json.loads(resources.files(__package__).joinpath(COMPILED).read_text("utf-8"))

    def fixed(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: fixed(item) for key, item in value.items()}
        return tuple(value) if isinstance(value, list) else value

    def read(key: str, kind: type[V]) -> tuple[V, ...]:
        return tuple(kind(**fixed(entry)) for entry in raw[key])

    return Table(
        vrttas=read("vrttas", Vrtta),
        mixtures=read("mixtures", Mixture),
        jatis=read("jatis", Jati),
        vaitaliyas=read("vaitaliyas", Vaitaliya),
        matrasamakas=read("matrasamakas", Matrasamaka),
        epics=read("epics", Epic),
    )


def compile_table() -> str:
    """Compile the YAML source to the JSON that `table` reads.

    Raises:
        ValueError: an entry names an unknown gaṇa, or its pauses do not add up to its line.
    """
    import yaml

    text = resources.files(__package__).joinpath(SOURCE).read_text("utf-8")
    source: dict[str, list[dict[str, Any]]] = yaml.safe_load(text)
    families: dict[str, Iterable[Any]] = {
        "vrttas": _vrttas(source),
        "mixtures": (
            Mixture(
                members=entry["members"],
                kinds={k["padas"]: (k["name"], *k.get("also", ())) for k in entry.get("kinds", ())},
            )
            for entry in source["upajati"]
        ),
        "jatis": (
            Jati(**_common(entry), halves=tuple(entry["halves"])) for entry in source["jati"]
        ),
        "vaitaliyas": (
            Vaitaliya(
                **_common(entry),
                odd=entry["odd"],
                even=entry["even"],
                close=expand(entry["close"]),
                join_odd=entry.get("join_odd", 0),
                join_even=entry.get("join_even", 0),
            )
            for entry in source["vaitaliya"]
        ),
        "matrasamakas": (
            Matrasamaka(
                **_common(entry),
                light=tuple(entry["light"]),
                heavy=tuple(entry["heavy"]),
                no_ja=entry.get("no_ja", False),
            )
            for entry in source["matrasamaka"]
        ),
        "epics": (
            Epic(
                **_common(entry),
                lines=tuple(
                    form["opening"] + middle + entry["cadence"]
                    for form in entry["forms"]
                    for middle in form["breaks"]
                ),
            )
            for entry in source["epic"]
        ),
    }
    lines = ",\n".join(
        f'"{key}": [\n'
        + ",\n".join(json.dumps(asdict(metre), ensure_ascii=False) for metre in family)
        + "\n]"
        for key, family in families.items()
    )
    return f"{{\n{lines}\n}}\n"


def _common(entry: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "name": entry["name"],
        "devanagari": entry["deva"],
        "also": tuple(entry.get("also", ())),
        "sources": tuple(entry["from"]),
    }


def _vrttas(source: Mapping[str, list[dict[str, Any]]]) -> Iterator[Vrtta]:
    for entry in source["samavrtta"]:
        line, yati = expand(entry["ganas"]), tuple(entry.get("yati", ()))
        if yati and sum(yati) != len(line):
            message = f"{entry['name']}: pauses {yati} in a line of {len(line)} syllables"
            raise ValueError(message)
        yield Vrtta(
            **_common(entry),
            kind="sama",
            lines=(line,) * 4,
            yati=yati,
            strict_end=entry.get("strict_end", False),
        )
    for entry in source["ardhasamavrtta"]:
        yield Vrtta(
            **_common(entry),
            kind="ardhasama",
            lines=(expand(entry["odd"]), expand(entry["even"])) * 2,
        )
    for entry in source["visamavrtta"]:
        light: list[int] = entry.get("light_before_gg", [])
        lines = [*map(expand, entry.get("padas", ())), *("l" * count + "gg" for count in light)]
        yield Vrtta(**_common(entry), kind="viṣama", lines=tuple(lines))


if __name__ == "__main__":
    Path(__file__).with_name(COMPILED).write_text(compile_table(), "utf-8")
