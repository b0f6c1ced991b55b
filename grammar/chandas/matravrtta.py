"""Metres by morae in lines: the vaitālīya and the mātrāsamaka families.

A vaitālīya line has six (odd) or eight (even) free morae and a fixed close; among the free morae
no heavy syllable begins on an even one, and those of an even line are not all light. Sources:
Piṅgala 4.32 ff.; Vṛttaratnākara 2, *ṣaḍ viṣame 'ṣṭau same kalāḥ …*. A mātrāsamaka line has
sixteen morae in four gaṇas of four; Piṅgala 4.42 ff.; VR 2, *mātrāsamakaṃ navamo lgāntyaḥ*.
Weights are `g` and `l`; syllables count from 0 in a line.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from dhyana.grammar.chandas.gana import morae
from dhyana.grammar.vrttas import Matrasamaka, Vaitaliya

LINE_MORAE = 16  # of a mātrāsamaka line
_GANA = 4
_RUN = "l" * 6  # so many light syllables in a row make an even vaitālīya line "all light"


class MatraRule(StrEnum):
    """Which rule a line breaks."""

    CLOSE = "close of the line"
    MORAE = "morae of the line"
    JOINED = "heavy syllable on an even mora"
    ALL_LIGHT = "even line all light"
    STRADDLE = "heavy syllable across two gaṇas"


@dataclass(frozen=True, slots=True)
class MatraFault:
    """A fault of a line: which, on which syllables, what should stand there and what does."""

    rule: MatraRule
    start: int
    stop: int
    expected: str
    found: str
    cost: int = 1


def onsets(weights: str) -> list[int]:
    """Morae, from 1, on which the syllables begin."""
    starts, mora = [], 1
    for weight in weights:
        starts.append(mora)
        mora += 1 + (weight == "g")
    return starts


def vaitaliya_faults(line: str, metre: Vaitaliya, *, even: bool) -> Iterator[MatraFault]:
    """Say what keeps a line from being one of the metre; its end counts as heavy."""
    line = line[:-1] + "g"
    expected = metre.even if even else metre.odd
    join = metre.join_even if even else metre.join_odd
    head, close = line[: -len(metre.close)], line[-len(metre.close) :]
    if close != metre.close:
        wrong = sum(a != b for a, b in zip(close, metre.close, strict=False))
        missing = len(metre.close) - len(close)
        yield MatraFault(MatraRule.CLOSE, len(head), len(line), metre.close, close, wrong + missing)
    found = morae(head)
    if found != expected:
        off = abs(found - expected)
        yield MatraFault(MatraRule.MORAE, 0, len(head), f"{expected} morae", f"{found} morae", off)
    begins = onsets(head)
    joins = [i for i, weight in enumerate(head) if weight == "g" and begins[i] % 2 == 0]
    for i in joins:
        if begins[i] != join:
            mora = begins[i]
            yield MatraFault(
                MatraRule.JOINED, i, i + 1, "a light syllable or a seam", f"morae {mora}–{mora + 1}"
            )
    if join and join not in (begins[i] for i in joins):
        yield MatraFault(
            MatraRule.JOINED, 0, len(head), f"a heavy syllable on morae {join}–{join + 1}", "none"
        )
    if even and _RUN in head:
        start = head.index(_RUN)
        yield MatraFault(
            MatraRule.ALL_LIGHT, start, start + len(_RUN), "a heavy syllable among them", _RUN
        )


def matrasamaka_faults(line: str) -> Iterator[MatraFault]:
    """Say what keeps a line from being one of sixteen morae; its end counts as heavy."""
    line = line[:-1] + "g"
    found = morae(line)
    if found != LINE_MORAE:
        off = abs(found - LINE_MORAE)
        yield MatraFault(
            MatraRule.MORAE, 0, len(line), f"{LINE_MORAE} morae", f"{found} morae", off
        )
    for i, (mora, weight) in enumerate(zip(onsets(line), line, strict=True)):
        if weight == "g" and mora % _GANA == 0:
            yield MatraFault(
                MatraRule.STRADDLE, i, i + 1, "a seam", f"morae {mora}–{mora + 1} in one syllable"
            )


def is_matrasamaka(line: str, metre: Matrasamaka) -> bool:
    """Whether a line of sixteen morae is of that kind."""
    line = line[:-1] + "g"
    starts = dict(zip(onsets(line), line, strict=True))
    if metre.no_ja and any(
        [starts.get(m + 1), starts.get(m + 2), starts.get(m + 4)] == ["l", "g", "l"]
        for m in range(0, LINE_MORAE, _GANA)
    ):
        return False
    return all(starts.get(m) == "l" for m in metre.light) and all(
        starts.get(m) == "g" for m in metre.heavy
    )
