"""The eight gaṇas: three syllables in one name.

Source: Piṅgala 1.1–8; Vṛttaratnākara 1.7–8, *sarvagur mo …*. `ga` and `la` name the single
heavy and light syllable that a line has beyond its groups of three.
"""

GANAS = {
    "ya": "lgg",
    "ma": "ggg",
    "ta": "ggl",
    "ra": "glg",
    "ja": "lgl",
    "bha": "gll",
    "na": "lll",
    "sa": "llg",
    "la": "l",
    "ga": "g",
}
_NAMES = {weights: name for name, weights in GANAS.items()}


def expand(names: str) -> str:
    """Weights of gaṇas given by name and parted by spaces: `ta ta ja ga ga` → `gglggllglgg`.

    Raises:
        ValueError: a name is not that of a gaṇa.
    """
    try:
        return "".join(GANAS[name] for name in names.split())
    except KeyError as unknown:
        message = f"{unknown.args[0]!r} is not a gaṇa; they are {', '.join(GANAS)}"
        raise ValueError(message) from None


def ganas(weights: str) -> tuple[str, ...]:
    """Names of the gaṇas of a line: `gglggllglgg` → `ta ta ja ga ga`."""
    triples = len(weights) - len(weights) % 3
    groups = [weights[i : i + 3] for i in range(0, triples, 3)]
    return tuple(_NAMES[group] for group in [*groups, *weights[triples:]])


def morae(weights: str) -> int:
    """Mātrās of a stretch of syllables: a light one counts one, a heavy one two."""
    return len(weights) + weights.count("g")
