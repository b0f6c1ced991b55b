"""How fast metre is told, beside the metre tools of PyPI, on the same verses in the same run.

    python benchmarks/meter.py [--peers FOLDER] [--verses FILE] [--million]

Prints verses a second and the ratio to the fastest peer: verdict columns (`identify_batch`) of all
verses and of those without faults; JSON lines through `dhyana meter`, of verses that it has met
before, in one process and in two, and of verses that are new to it; single verses (`identify`).
Seconds are of processor time, so that other work on the machine distorts them less; for JSON lines
those of the clock are given, too. Columns are told once before they are measured, on verses that
are not measured; `again` is a second time on the same verses, when the tables of metres are
remembered. Peers and `identify` are given a sample of these verses. Peers that are not installed
are passed over; `pip install --target FOLDER ganapati skrutable chanda` installs them beside.
vidyut, which reads SLP1 and has no data of its own, is given both. `--million` also measures the
memory of `dhyana meter` on a file of a million verses.
Aims: columns 60 times the fastest peer, JSON lines 15 times.
"""

import argparse
import json
import os
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from subprocess import DEVNULL, Popen
from time import perf_counter, process_time
from typing import Any, NamedTuple

from dhyana.grammar import identify, identify_batch
from dhyana.grammar.stanza import split_verses
from dhyana.grammar.vrttas import table

CORPUS = Path(__file__).parents[2] / "shared/corpus/brahmapurana.iast.txt"
MILLION = 1_000_000
RUNS = 3
PEER_VERSES = 1500
WARM = 2000
PEER_SECONDS = 5.0

Task = Callable[[Sequence[str]], object]


def rate(task: Task, verses: Sequence[str], runs: int = RUNS) -> float:
    """Verses a second of processor time, the best of some runs."""
    best = 0.0
    for _ in range(runs):
        start = process_time()
        task(verses)
        best = max(best, len(verses) / (process_time() - start))
    return best


def one_by_one(tell: Callable[[str], object]) -> Task:
    """Do it verse by verse, for as long as peers are given."""

    def task(verses: Sequence[str]) -> object:
        return [tell(verse) for verse in verses]

    return task


def vidyut() -> Callable[[str], object]:
    """vidyut.chandas with the samavṛttas of our table, on text in SLP1."""
    from vidyut.chandas import Chandas
    from vidyut.lipi import Scheme, transliterate

    rows = (
        f"{vrtta.name}\tvrtta\t{'/'.join(vrtta.lines).upper()}"
        for vrtta in table().vrttas
        if vrtta.kind == "sama"
    )
    chandas = Chandas.from_text("\n".join(rows))
    spelled: dict[str, str] = {}

    def tell(verse: str) -> object:
        slp1 = spelled.get(verse) or spelled.setdefault(
            verse, transliterate(verse, Scheme.Iast, Scheme.Slp1)
        )
        return chandas.classify(slp1)

    return tell


def ganapati() -> Callable[[str], object]:
    """ganapati.detect_meter."""
    import ganapati as peer

    detect: Callable[[str], object] = peer.detect_meter
    return detect


def skrutable() -> Callable[[str], object]:
    """skrutable.MeterIdentifier."""
    from skrutable.meter_identification import MeterIdentifier

    identifier = MeterIdentifier()
    return lambda verse: identifier.identify_meter(verse, from_scheme="IAST")


def chanda() -> Callable[[str], object]:
    """chanda.analyze_text."""
    import chanda as peer

    return lambda verse: peer.analyze_text(verse)


PEERS = (vidyut, ganapati, skrutable, chanda)


def peers(verses: Sequence[str]) -> float:
    """Print how fast each peer is; the fastest."""
    fastest = 0.0
    for peer in PEERS:
        try:
            tell = peer()
            tell(verses[0])
        except ImportError as error:
            print(f"{peer.__name__:24} not installed ({error.name})")
            continue
        few = verses[:50]
        speed = rate(one_by_one(tell), few, 1)
        speed = rate(one_by_one(tell), verses[: max(50, int(speed * PEER_SECONDS))], 2)
        print(f"{peer.__name__:24}{speed:12,.0f} verses/s")
        fastest = max(fastest, speed)
    return fastest


def lines(verses: Sequence[str]) -> str:
    """Write verses as JSON lines."""
    return "".join(
        f"{json.dumps({'id': number, 'text': verse}, ensure_ascii=False)}\n"
        for number, verse in enumerate(verses)
    )


class Cost(NamedTuple):
    """What a run took: seconds of the clock and of the processors, and KiB of memory at most."""

    clock: float
    processor: float
    memory: int


def command(path: str, *arguments: str) -> Cost:
    """Run `dhyana meter` on JSON lines."""
    words = [sys.executable, "-m", "dhyana", "meter", path, "--format", "jsonl", *arguments]
    before = getrusage(RUSAGE_CHILDREN)
    start = perf_counter()
    with Popen(words, stdout=DEVNULL) as process:
        process.wait()
    clock, after = perf_counter() - start, getrusage(RUSAGE_CHILDREN)
    spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return Cost(clock, spent, after.ru_maxrss)


def through_jsonl(few: Sequence[str], many: Sequence[str], *arguments: str) -> tuple[float, float]:
    """Verses a second of processor time, of those that `many` has besides; and of the clock.

    `many` begins with `few`. The start-up counts by the clock only.
    """
    with tempfile.TemporaryDirectory() as folder:
        short, long = Path(folder, "few.jsonl"), Path(folder, "many.jsonl")
        short.write_text(lines(few), "utf-8")
        long.write_text(lines(many), "utf-8")
        costs = [(command(str(short), *arguments), command(str(long), *arguments)) for _ in "12"]
    start = min(cost.processor for cost, _ in costs)
    spent = min(cost.processor for _, cost in costs) - start
    return (len(many) - len(few)) / spent, len(many) / min(cost.clock for _, cost in costs)


def memory(verses: Sequence[str]) -> None:
    """Print the memory of `dhyana meter` on a few thousand verses and on a million."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "verses.jsonl")
        for count in (len(verses), MILLION):
            with path.open("w", encoding="utf-8") as file:
                for _ in range(-(-count // len(verses))):
                    file.write(lines(verses))
            cost = command(str(path))
            mebibytes = cost.memory / 1024
            print(f"{count:>9,} verses: {mebibytes:6.0f} MiB at most, {cost.processor:.0f} s")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--peers", type=Path, help="folder with the installed peers")
    parser.add_argument("--verses", type=Path, default=CORPUS, help="text with verses, IAST")
    parser.add_argument("--million", action="store_true", help="measure memory, too")
    options: Any = parser.parse_args()
    if options.peers:
        sys.path.append(str(options.peers))
    verses = [verse.text for verse in split_verses(options.verses.read_text("utf-8"))]
    print(f"{len(verses):,} verses of {options.verses.name}; {os.cpu_count()} processors")
    measured = verses[WARM:]
    sample = measured[:: max(1, len(measured) // PEER_VERSES)]
    fastest = peers(sample) or float("nan")

    def show(name: str, speed: float, aim: str = "") -> None:
        print(f"{name:24}{speed:12,.0f} verses/s {speed / fastest:8.1f} ×{aim}")

    identify_batch(verses[:WARM])
    show("verdict columns", rate(identify_batch, measured, 1), "   aim 60")
    show("  again", rate(identify_batch, measured))
    columns = identify_batch(verses)
    clean = [text for text, code in zip(verses, columns.verdict, strict=True) if not code]
    show("  without faults", rate(identify_batch, clean))
    one, clock = through_jsonl(verses, verses * 4)
    show("JSON lines", one, f"   aim 15; {clock:,.0f} by the clock")
    two, clock = through_jsonl(verses, verses * 4, "--jobs", "2")
    show("JSON lines, --jobs 2", two, f"   {clock:,.0f} by the clock")
    new, clock = through_jsonl(verses[: len(verses) // 2], verses)
    show("JSON lines, new verses", new, f"   {clock:,.0f} by the clock")
    show("one by one", rate(one_by_one(identify), sample, 1))
    if options.million:
        memory(verses)


if __name__ == "__main__":
    main()
