"""`dhyana run`: code called, claims measured, and every way that can fail."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import torch
import typer
from typer.testing import CliRunner, Result

from dhyana.cli import run as command
from dhyana.cli.app import app
from dhyana.cli.run import How, Run, as_text, run_verses
from dhyana.cli.view.terminal import Terminal
from dhyana.grammar.filling import columns
from dhyana.pramana import experiment
from dhyana.pramana.registry import Registered, registered
from dhyana.shlokas import evidence, load
from dhyana.shlokas.code import CodeError

GOLDEN = Path(__file__).parent / "golden"

# Makes torch uninstalled, or impossible to load, before the command line starts.
WITHOUT_TORCH = """
import sys
class Finder:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] == "torch":
            raise {error}
sys.meta_path.insert(0, Finder())
from dhyana.cli.app import main
main()
"""


def dhyana(*arguments: str, **environment: str) -> Result:
    """Call the command in this process."""
    return CliRunner(env={"COLUMNS": "80", **environment}).invoke(app, ["run", *arguments])


def in_a_process(
    code: str, *arguments: str, **environment: str
) -> subprocess.CompletedProcess[str]:
    """Call the command in a process of its own, its output a pipe."""
    return subprocess.run(
        [sys.executable, "-c", code, "run", *arguments],
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
        env={**os.environ, "COLUMNS": "80", **environment},
    )


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Keep evidence in a folder of the test's own."""
    folder = tmp_path / "evidence"
    monkeypatch.setattr(
        command, "save_evidence", lambda found: evidence.save_evidence(found, folder)
    )
    return folder


def test_shows_a_call_and_then_the_evidence() -> None:
    """The linked function is called once, visibly, before each claim is measured."""
    done = dhyana("14")
    assert done.exit_code == 0
    golden = (GOLDEN / "run-14.txt").read_text("utf-8")
    # Versions and rounding errors differ from machine to machine.
    assert masked(done.stdout) == masked(golden)


def masked(text: str) -> str:
    """Hide what depends on the machine: the version of torch, and measured values."""
    lines = []
    for line in text.splitlines():
        words = line.split()
        if words[:1] in (["✓"], ["✗"]):
            line = line.replace(f"{words[1]:<11}", "#" * 11, 1)
        lines.append(line.partition("torch")[0] if "Measured with" in line else line)
    return "\n".join(lines)


def only(*verses: int) -> Callable[[], dict[int, Registered]]:
    """Stand in for `registered` as if no other verse had an experiment."""
    found = {verse: each for verse, each in registered().items() if verse in verses}
    return lambda: found


def test_json_holds_calls_and_evidence(monkeypatch: pytest.MonkeyPatch) -> None:
    """JSON is an array of runs with the numbers of the call and the evidence as it is saved."""
    monkeypatch.setattr(command, "registered", only(13))
    done = dhyana("13", "3", "--format", "json", "--seed", "5", "--dtype", "float64")
    assert done.exit_code == 0
    measured, without = json.loads(done.stdout)
    assert [measured["verse"], without["verse"]] == [13, 3]
    (call,) = measured["calls"]
    assert call["symbol"] == "dhyana.attention.attention_weights"
    assert call["arguments"]["mask"]["values"] == [[True, True, True], [True, True, False]]
    assert call["result"]["dtype"] == "float64"
    assert call["result"]["shape"] == [2, 3]
    assert call["result"]["values"][1][2] == 0
    environment = measured["evidence"]["environment"]
    assert (environment["seed"], environment["dtype"]) == (5, "float64")
    assert (without["calls"], without["evidence"]) == ([], None)


def test_verses_without_experiment_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """Verses without experiment are listed in one plain line, and that is no fault."""
    monkeypatch.setattr(command, "registered", only(15))
    done = dhyana("15-16", "18")
    assert done.exit_code == 0
    assert done.stdout.startswith("Verse 15 · ")
    assert done.stdout.endswith("\n\nNo experiment yet for verses 16, 18.\n")


def test_several_verses_come_to_a_sum(runs: list[Run]) -> None:
    """After several verses their verdicts are counted, and verses that differ are named."""
    claims = sum(len(each.evidence.claims) for each in runs)
    assert command._summary(runs).startswith(f"5 verses, {claims} claims: ")
    assert command._summary(runs).endswith("; all as recorded.")
    other = replace(runs[1], disagreements=("claim 1: the record expects refuted",))
    assert command._summary([runs[0], other]).endswith("; not as recorded: verse 12.")


def test_without_experiments_nothing_is_run(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where no verse has an experiment, one line says so."""
    monkeypatch.setattr(command, "registered", dict)
    done = dhyana("--all")
    assert (done.exit_code, done.stdout) == (0, "No experiment yet for verses 1–50.\n")
    done = dhyana("3")
    assert (done.exit_code, done.stdout) == (0, "No experiment yet for verse 3.\n")


def test_saved_evidence_is_read_back(folder: Path) -> None:
    """`--save` keeps the evidence, says where, and the same run saves the same bytes."""
    done = dhyana("14", "--save")
    path = folder / "verse-014.json"
    assert done.exit_code == 0
    assert path.name in done.stdout.replace("\n", "")
    written = path.read_bytes()
    kept = evidence.load_evidence(14, folder)
    assert kept is not None
    assert [code.symbol for code in kept.code] == ["dhyana.attention.mix_values"]
    assert evidence.changed_code(kept) == ()
    assert dhyana("14", "--save").exit_code == 0
    assert path.read_bytes() == written


def test_a_folder_that_cannot_be_written_is_explained(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the package may not be written to, the message says what to do."""

    def denied(_: object) -> None:
        raise PermissionError(13, "Permission denied", "/usr/lib/dhyana")

    monkeypatch.setattr(command, "save_evidence", denied)
    done = dhyana("14", "--save")
    assert done.exit_code == 2
    assert "Permission denied: '/usr/lib/dhyana'" in done.stderr
    assert "pip install -e ." in done.stderr


def test_another_verdict_than_the_records_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    """A verdict that the record does not expect is told, and the exit code is 1."""
    measure = experiment.measure

    def other(*arguments: Any) -> evidence.Evidence:
        found = measure(*arguments)
        missed = [replace(each, expected=-9.0) for each in found.claims[0].measurements]
        refuted = replace(
            found.claims[0], measurements=tuple(missed), verdict=evidence.judge(missed)
        )
        return replace(found, claims=(refuted, *found.claims[1:]))

    monkeypatch.setattr(experiment, "measure", other)
    done = dhyana("14")
    assert done.exit_code == 1
    assert "claim 1: the record expects holds, the experiment finds refuted" in done.stdout
    assert dhyana("14", "--format", "json").exit_code == 1


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["12", "--device", "mps"], "there is no device mps here"),
        (["51"], "there is no verse 51; the treatise has verses 1–50"),
        (["0"], "there is no verse 0"),
        (["x"], "'x' is no verse"),
        (["15-11"], "runs backwards"),
        ([], "name a verse"),
        (["12", "--all"], "--all names every verse"),
        (["12", "--dtype", "int8"], "'int8' is not one of"),
        (["12", "--device", "tpu"], "'tpu' is not one of"),
        (["12", "--seed", "-1"], "-1 is not in the range"),
    ],
)
def test_wrong_use_is_explained(
    monkeypatch: pytest.MonkeyPatch, arguments: list[str], message: str
) -> None:
    """What cannot be done ends with 2 and a message on standard error."""
    monkeypatch.setattr("torch.backends.mps.is_available", lambda: False)
    done = dhyana(*arguments)
    assert done.exit_code == 2
    assert message in " ".join(done.stderr.replace("│", " ").split())
    assert done.stdout == ""


def test_what_the_device_cannot_compute_is_explained(monkeypatch: pytest.MonkeyPatch) -> None:
    """An operation that torch refuses ends with its message, not with a traceback."""

    def refuse(*_: object) -> None:
        raise NotImplementedError("\"softmax\" not implemented for 'Half'")

    monkeypatch.setattr(experiment, "measure", refuse)
    done = dhyana("12", "--dtype", "float16")
    assert done.exit_code == 2
    assert 'verse 12 cannot be run on cpu in float16: "softmax" not impl' in done.stderr


@pytest.mark.parametrize(
    ("error", "message"),
    [
        (torch.OutOfMemoryError("CUDA out of memory. Tried\nand so on"), "CUDA out of memory."),
        (MemoryError(), "out of memory"),
        (RuntimeError("[x] DefaultCPUAllocator: can't allocate memory: 9"), "out of memory: can't"),
    ],
)
def test_out_of_memory(monkeypatch: pytest.MonkeyPatch, error: Exception, message: str) -> None:
    """A device whose memory does not suffice ends the command with 2 and one message."""

    def refuse(*_: object) -> None:
        raise error

    monkeypatch.setattr(experiment, "demonstrate", refuse)
    done = dhyana("12")
    assert done.exit_code == 2
    assert f"verse 12 cannot be run on cpu in float32: {message}" in done.stderr
    assert "and so on" not in done.stderr


@pytest.mark.parametrize(
    ("error", "message"),
    [
        ("ModuleNotFoundError(f'No module named {name}', name='torch')", "which is not installed"),
        ("OSError('libtorch.so: cannot open')", "which cannot be loaded (libtorch.so: cannot open"),
    ],
)
def test_without_torch_one_line_says_what_to_install(error: str, message: str) -> None:
    """A missing or broken torch is exit code 2 and one line; nothing else is printed."""
    done = in_a_process(WITHOUT_TORCH.format(error=error), "12")
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.count("\n") == 1
    assert message in done.stderr
    assert "pip install 'dhyana[model]'" in done.stderr


def test_without_torch_help_and_the_list_of_the_missing_work() -> None:
    """What runs nothing needs no torch."""
    code = WITHOUT_TORCH.format(error="ModuleNotFoundError(name='torch')")
    assert in_a_process(code, "--help").returncode == 0
    code = code.replace("main()", "import dhyana.cli.run; dhyana.cli.run.registered = dict; main()")
    done = in_a_process(code, "--all")
    assert (done.returncode, done.stderr) == (0, "")


def test_a_pipe_gets_plain_text(piped: Callable[..., subprocess.CompletedProcess[str]]) -> None:
    """Piped output has no escape codes, whatever the terminal is called; NO_COLOR is obeyed."""
    plain = piped("run", "11", TERM="xterm-256color")
    assert plain.returncode == 0, plain.stderr
    assert "\x1b" not in plain.stdout
    assert "\x1b[" in piped("run", "11", FORCE_COLOR="1", NO_COLOR="").stdout
    assert piped("run", "11", FORCE_COLOR="1", NO_COLOR="1").stdout == plain.stdout


def test_a_terminal_gets_colours(on_terminal: Callable[..., str]) -> None:
    """On a terminal the verdict is coloured, and with NO_COLOR it is not."""
    assert "\x1b[32mholds\x1b[0m" in on_terminal("run", "14")
    assert not re.search(r"\x1b\[[0-9;]*m", on_terminal("run", "14", NO_COLOR="1"))


@pytest.fixture(scope="module")
def runs() -> list[Run]:
    """Run canto 3 once."""
    return list(run_verses(load().verses_of(3), How()))


@pytest.mark.parametrize("width", [40, 72, 80, 120, 200])
def test_no_line_is_wider_than_the_terminal(runs: list[Run], width: int) -> None:
    """Text is wrapped at words for every width; nothing is cut."""
    for each in runs:
        lines = as_text(each, Terminal(width, styled=False, placed=False))
        # A row of numbers stays a row.
        wide = [line for line in lines if columns(line) > width]
        assert all(re.fullmatch(r"( +-?\d+\.\d{4})+", line) for line in wide)
        words = " ".join(" ".join(lines).split())
        for finding in each.evidence.claims:
            assert finding.claim in words


def test_a_dead_link_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    """A record that is linked to code that does not exist ends with 1 and says which."""

    def dead(*_: object) -> None:
        raise CodeError("dhyana/attention.py has no scale_score")

    monkeypatch.setattr(experiment, "measure", dead)
    done = dhyana("12")
    assert done.exit_code == 1
    assert "verse 12: dhyana/attention.py has no scale_score" in done.stderr


def test_exits_are_typers() -> None:
    """A failure inside the command is an exit, so that `dhyana verse --run` ends the same way."""
    with pytest.raises(typer.Exit) as caught:
        command.fail("no")
    assert caught.value.exit_code == 2
