"""How much CPU time linting takes: the treatise, cold and from the cache, and thousands of records.

    python benchmarks/lint.py [RECORDS] [JOBS]

First the fifty verses and all families, each time in a new process: without the cache (aim: 1.5 s)
and with all of it known (aim: twice the floor, which is importing what any command imports). The
runs are interleaved, so that a busy machine slows all of them alike; the best of them is told, for
whatever else the machine does only adds to it.

Then so many records (10,000 unless told) in a new process, a quarter and a half of them too, to see
that the time grows with their number and not faster, and all of them in several processes. They are
the fifty, over and over, each with a text of its own: padaccheda and anvaya end in another number
of spaces and a description in another number, so that only single words are remembered.
"""

import argparse
import os
import sys
from collections.abc import Sequence
from itertools import cycle, islice
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from subprocess import DEVNULL, run
from tempfile import TemporaryDirectory
from time import perf_counter

from dhyana.shlokas import load
from dhyana.shlokas.editions import Edition
from dhyana.shlokas.record import VerseRecord

RUNS = 7
FLOOR = [sys.executable, "-c", "import typer, rich.console, rich.table"]
LINT = [sys.executable, "-m", "dhyana", "lint"]
ENVIRONMENT = {
    name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"
}


def cost(command: Sequence[str], folder: Path) -> tuple[float, float]:
    """Run a command in a folder: seconds of CPU time, all processes together, and of the clock."""
    before, start = getrusage(RUSAGE_CHILDREN), perf_counter()
    done = run(command, cwd=folder, stdout=DEVNULL, env=ENVIRONMENT, check=False)
    after, end = getrusage(RUSAGE_CHILDREN), perf_counter()
    assert done.returncode < 2, f"{command} ended with {done.returncode}"
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return cpu, end - start


def treatise(folder: Path) -> None:
    """Measure the fifty verses."""
    (folder / "pyproject.toml").write_text("[tool.dhyana]\n")
    commands = {"floor": FLOOR, "from the cache": LINT, "cold": [*LINT, "--no-cache"]}
    times: dict[str, list[float]] = {name: [] for name in commands}
    for command in commands.values():
        cost(command, folder)  # compiles what is not compiled, and fills the cache
    for _ in range(RUNS):
        for name, command in commands.items():
            times[name].append(cost(command, folder)[0])
    print(f"the treatise, best of {RUNS}")
    for name, measured in times.items():
        print(
            f"{name:16} {1000 * min(measured):6.0f} ms   {min(measured) / min(times['floor']):5.2f}"
        )


def write_records(folder: Path, count: int) -> None:
    """Write so many records, no two of the same text."""
    verses = [verse.record for verse in load(edition=Edition.EMENDED).verses]
    for index, record in enumerate(islice(cycle(verses), count)):
        place = folder / f"{index // 1000:03}"
        place.mkdir(exist_ok=True)
        (place / f"{index:06}.yaml").write_text(_written(record, index), "utf-8")


def _written(record: VerseRecord, index: int) -> str:
    spaces = " " * (index // 50)
    rows = "".join(
        f"- form: {_quoted(row.form)}\n  category: {_quoted(row.category)}\n"
        f"  description: {_quoted(f'{row.description} {index}')}\n"
        for row in record.morphology
    )
    fields = {
        "verse": record.verse,
        "padaccheda": record.padaccheda + spaces,
        "anvaya": record.anvaya + spaces,
        "translation": record.translation,
        "commentary": record.commentary,
    }
    texts = "".join(f"{name}: |\n{_indented(text)}\n" for name, text in fields.items())
    return f"number: {record.number}\n{texts}morphology:\n{rows}"


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


def _indented(text: str) -> str:
    return "\n".join(f"  {line}" for line in text.split("\n"))


def many(folder: Path, count: int, jobs: int) -> None:
    """Measure so many records."""
    print(f"\n{'records':>8} {'jobs':>4} {'CPU':>8} {'clock':>8}   a record")
    for number, processes in ((count // 4, 1), (count // 2, 1), (count, 1), (count, jobs)):
        records = folder / f"{number}"
        if not records.is_dir():
            records.mkdir()
            write_records(records, number)
        command = [*LINT, "--no-cache", "--exit-zero", "--jobs", str(processes), str(records)]
        cpu, clock = cost(command, folder)
        each = 1000 * cpu / number
        print(f"{number:8} {processes:4} {cpu:6.1f} s {clock:6.1f} s   {each:.2f} ms CPU")


def main() -> None:
    """Measure and print both tables."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument(
        "count", metavar="RECORDS", type=int, nargs="?", default=10_000, help="records"
    )
    parser.add_argument("jobs", metavar="JOBS", type=int, nargs="?", default=os.cpu_count() or 1)
    options = parser.parse_args()
    with TemporaryDirectory() as folder:
        treatise(Path(folder))
        many(Path(folder), options.count, options.jobs)


if __name__ == "__main__":
    main()
