"""How much CPU time the reading commands take, against importing what any such command imports.

    python benchmarks/startup.py [RUNS]

Prints the median CPU time (user + system, of the child alone) of every command and its ratio to
`python -c "import typer, rich.console, rich.table"`. The runs are interleaved, so that a busy
machine slows all of them alike, and compiled modules are kept between them, as on any machine
where PYTHONDONTWRITEBYTECODE is not set. Aims: at most 1.6 for the help and for piped output,
2.0 with highlighting on a terminal.
"""

import os
import pty
import statistics
import sys
from contextlib import suppress
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from subprocess import DEVNULL, Popen, run

BASELINE = [sys.executable, "-c", "import typer, rich.console, rich.table"]
DHYANA = str(Path(sys.executable).with_name("dhyana"))
COMMANDS = {
    "baseline": (BASELINE, False),
    "dhyana --help": ([DHYANA, "--help"], False),
    "dhyana verse 12, piped": ([DHYANA, "verse", "12"], False),
    "dhyana verse 12, on a terminal": ([DHYANA, "verse", "12"], True),
    "dhyana list": ([DHYANA, "list"], False),
    "dhyana search santi": ([DHYANA, "search", "santi"], False),
}
AIMS = {
    "dhyana --help": 1.6,
    "dhyana verse 12, piped": 1.6,
    "dhyana verse 12, on a terminal": 2.0,
}
ENVIRONMENT = {
    name: value
    for name, value in os.environ.items()
    if name not in ("PYTHONDONTWRITEBYTECODE", "NO_COLOR", "FORCE_COLOR")
} | {"TERM": "xterm-256color", "COLUMNS": "120"}


def cpu_time(command: list[str], *, on_terminal: bool) -> float:
    """Run a command and return the seconds of CPU time it took, with its output thrown away."""
    before = getrusage(RUSAGE_CHILDREN)
    if on_terminal:
        _run_on_terminal(command)
    else:
        run(command, stdout=DEVNULL, env=ENVIRONMENT, check=True)
    after = getrusage(RUSAGE_CHILDREN)
    return (after.ru_utime + after.ru_stime) - (before.ru_utime + before.ru_stime)


def _run_on_terminal(command: list[str]) -> None:
    ours, theirs = pty.openpty()
    with Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, env=ENVIRONMENT) as process:
        os.close(theirs)
        with suppress(OSError):  # which is how Linux ends the output of a terminal
            while os.read(ours, 65536):
                pass
    os.close(ours)
    assert process.returncode == 0, f"{command} ended with {process.returncode}"


def main() -> None:
    """Measure and print the table."""
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 25
    times: dict[str, list[float]] = {name: [] for name in COMMANDS}
    for command, on_terminal in COMMANDS.values():
        cpu_time(command, on_terminal=on_terminal)  # compiles what is not compiled yet
    for _ in range(runs):
        for name, (command, on_terminal) in COMMANDS.items():
            times[name].append(cpu_time(command, on_terminal=on_terminal))
    base = statistics.median(times["baseline"])
    print(f"{runs} runs, Python {sys.version.split()[0]}")
    for name, measured in times.items():
        median = statistics.median(measured)
        aim = f"   aim {AIMS[name]}" if name in AIMS else ""
        print(f"{name:32} {1000 * median:6.0f} ms   {median / base:4.2f}{aim}")


if __name__ == "__main__":
    main()
