"""How often the śloka checker finds the fault: on labelled verses, and on verses broken at random.

    python benchmarks/anushtubh_accuracy.py ../shared

The labelled verses are `data/meter/dev.jsonl`; those broken at random are good half verses of the
Brahmapurāṇa with one akṣara dropped or one particle added, from a fixed seed.
"""

import argparse
import json
import random
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Any

from dhyana.grammar.anushtubh import AnushtubhReport, check_anushtubh
from dhyana.grammar.report import Verdict
from dhyana.grammar.scansion import Break, scan

LENGTH = "CHA101"
DROPPED = re.compile(r"(?:[kgcjṭḍtdpb]h|[^aāiīuūṛṝḷeoṃḥ])?(?:ai|au|[aāiīuūṛṝḷeo])[ṃḥ]?$")
PARTICLES = ("ca", "ca", "ca", "tu")


@dataclass
class Share:
    """So many of so many."""

    right: int = 0
    of: int = 0

    def count(self, right: bool) -> None:
        """Count one more case."""
        self.right += right
        self.of += 1

    @property
    def share(self) -> float:
        """From 0 to 1; 1 where there is no case."""
        return self.right / self.of if self.of else 1.0

    def __str__(self) -> str:
        return f"{self.share:7.2%}  ({self.right} of {self.of})"


@dataclass
class Scores:
    """What is measured; `spans` are the lengths of the spans reported for a wrong length."""

    clean_exact: Share = field(default_factory=Share)
    broken_faulty: Share = field(default_factory=Share)
    weight_syllable: Share = field(default_factory=Share)
    length_pada: Share = field(default_factory=Share)
    length_in_span: Share = field(default_factory=Share)
    vipula_human: Share = field(default_factory=Share)
    vipula_human_agreeing: Share = field(default_factory=Share)
    spans: list[int] = field(default_factory=list)

    def lines(self) -> Iterator[str]:
        """Print what has cases, one share a line."""
        for name, value in vars(self).items():
            if isinstance(value, Share) and value.of:
                yield f"{name:24}{value}"
        if self.spans:
            yield f"{'median_span':24}{median(self.spans):7.1f}"


def is_at_seam(error: dict[str, Any]) -> bool:
    """Whether an added syllable stands between the two pādas of a half."""
    odd = error["pada"] in "ac"
    return error["type"] == "add" and error["syllable"] in ((8, 9) if odd else (1,))


def count_length_fault(scores: Scores, report: AnushtubhReport, error: dict[str, Any]) -> None:
    """Score a dropped or added syllable; one at the seam may be found in either pāda."""
    pada, syllable = error["pada"], error["syllable"]
    other = {"a": "b", "b": "a", "c": "d", "d": "c"}[pada]
    found = {f.pada: f.syllables for f in report.faults if f.code == LENGTH}
    elsewhere = is_at_seam(error) and other in found
    scores.length_pada.count(pada in found or elsewhere)
    scores.length_in_span.count(syllable in found.get(pada, ()) or elsewhere)
    scores.spans += [len(syllables) for syllables in found.values()]


def count_row(scores: Scores, row: dict[str, Any]) -> None:
    """Score one row of the labelled verses."""
    report = check_anushtubh(scan(row["text"]))
    exact = report.verdict is Verdict.EXACT
    if row["fit"] == "clean":
        scores.clean_exact.count(exact)
    if error := row.get("error"):
        scores.broken_faulty.count(not exact)
        if error["type"] in ("drop", "add"):
            count_length_fault(scores, report, error)
        else:
            named = [f for f in report.faults if f.pada == error["pada"] and len(f.syllables) < 3]
            scores.weight_syllable.count(any(error["syllable"] in f.syllables for f in named))
    variants = {pada.label: pada.variant for pada in report.padas}
    for label, name in row.get("vipula_human", {}).items():
        right = variants.get(label) == name
        scores.vipula_human.count(right)
        if label not in row.get("vipula_human_conflicts_with_scan", {}):
            scores.vipula_human_agreeing.count(right)


def measure_labelled(shared: Path) -> Scores:
    """Score the labelled śloka rows."""
    scores = Scores()
    with (shared / "data/meter/dev.jsonl").open(encoding="utf-8") as lines:
        for row in map(json.loads, lines):
            if row["expected"] == "anuṣṭubh" and "label_suspect" not in row:
                count_row(scores, row)
    return scores


def good_halves(shared: Path) -> Iterator[str]:
    """Half verses of the Brahmapurāṇa that are good and whose odd pāda ends with a word."""
    text = (shared / "corpus/brahmapurana.iast.txt").read_text(encoding="utf-8")
    for line in text.splitlines():
        scanned = scan(line.rstrip(" |"))
        if len(scanned.aksharas) == 16 and scanned.aksharas[7].after is not Break.NONE:
            report = check_anushtubh(scanned)
            if report.verdict is Verdict.EXACT:
                yield scanned.text


def broken(half: str, rng: random.Random) -> tuple[str, dict[str, Any]] | None:
    """Drop an akṣara or add a particle; None where that cannot be done at the place drawn."""
    aksharas = scan(half).aksharas
    pada, syllable = rng.randrange(2), rng.randrange(2, 8)
    akshara = aksharas[8 * pada + syllable - 1]
    if rng.random() < 0.5:
        kept = DROPPED.sub("", half[akshara.start : akshara.end])
        text = half[: akshara.start] + kept + half[akshara.end :]
        error = {"type": "drop", "pada": "ab"[pada], "syllable": syllable}
    else:
        space = half.find(" ", akshara.end)
        if akshara.after is not Break.WORD:
            return None
        text = f"{half[:space]} {rng.choice(PARTICLES)}{half[space:]}"
        error = {"type": "add", "pada": "ab"[pada], "syllable": syllable + 1}
    changed = len(scan(text).aksharas) - len(aksharas)
    return (text, error) if changed == (-1 if error["type"] == "drop" else 1) else None


def measure_broken(shared: Path, count: int, seed: int = 1) -> Scores:
    """Score half verses broken at random."""
    rng = random.Random(seed)
    halves = list(good_halves(shared))
    scores = Scores()
    while scores.broken_faulty.of < count:
        made = broken(rng.choice(halves), rng)
        if made:
            report = check_anushtubh(scan(made[0]))
            scores.broken_faulty.count(report.verdict is not Verdict.EXACT)
            count_length_fault(scores, report, made[1])
    return scores


def main() -> None:
    """Print the scores."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("shared", type=Path, help="folder with data/ and corpus/")
    parser.add_argument("--count", type=int, default=2000, help="half verses broken at random")
    arguments = parser.parse_args()
    print("labelled verses", *measure_labelled(arguments.shared).lines(), sep="\n")
    scores = measure_broken(arguments.shared, arguments.count)
    print("\nhalf verses broken at random", *scores.lines(), sep="\n")


if __name__ == "__main__":
    main()
