"""The command as a whole: help, exit codes, and how it ends."""

import inspect
import os
import select
import shlex
import signal
import subprocess
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

import dhyana
import dhyana.shlokas
from dhyana.cli.app import COMMANDS, app

DHYANA = [sys.executable, "-m", "dhyana"]

Piped = Callable[..., subprocess.CompletedProcess[str]]


def invoke(*arguments: str) -> tuple[int, str, str]:
    """Run the command in this process: exit code, standard output, standard error."""
    result = CliRunner().invoke(app, arguments, catch_exceptions=False)
    return result.exit_code, result.stdout, result.stderr


def test_help_has_every_command_and_a_first_step() -> None:
    """The overview names each command with its line, and what to type first."""
    code, output, _ = invoke("--help")
    assert code == 0
    assert "dhyana verse 12" in output
    for name, (_, line) in COMMANDS.items():
        assert f"{name} " in output
        assert line in " ".join(output.split())


@pytest.mark.parametrize("name", COMMANDS)
def test_help_of_a_command(name: str) -> None:
    """Every command has a help page, which says what its exit codes mean where it has its own."""
    code, output, _ = invoke(name, "--help")
    assert code == 0
    assert f"Usage: root {name}" in output
    module, _, function = COMMANDS[name][0].partition(":")
    command = getattr(import_module(module), function)
    if isinstance(command, typer.Typer):
        assert command.registered_callback
        command = command.registered_callback.callback
    text = inspect.getdoc(command) or ""
    assert text.splitlines()[0] in " ".join(output.split())


def test_version() -> None:
    """`--version` gives the version of the package."""
    assert invoke("--version") == (0, f"dhyana {dhyana.__version__}\n", "")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["verse", "51"], "there is no verse 51; the treatise has verses 1–50"),
        (["verse", "0"], "there is no verse 0; the treatise has verses 1–50"),
        (["verse", "49-52"], "there is no verse 51; the treatise has verses 1–50"),
        (["verse", "--canto", "11"], "there is no canto 11; the treatise has cantos 1–10"),
        (["verse", "15-11"], "the range 15-11 runs backwards; did you mean 11-15?"),
        (["verse", "12,99"], "there is no verse 99; the treatise has verses 1–50"),
        (["verse", "twelve"], "'twelve' is no verse; expected a number or a range"),
        (["verse", "99999999999"], "is no verse; expected a number or a range"),
        (["verse"], "name a verse: 12, a range: 11-15, or a canto: --canto 3"),
        (["verse", "1", "--only", "verse,foo"], "there is no part 'foo'; expected verse, padac"),
        (["verse", "1", "--edition", "best"], "'best' is not one of 'source', 'text', 'emended'"),
        (["verse", "1", "--script", "klingon"], "'klingon' is not one of 'devanagari'"),
        (["verse", "1", "--format", "xml"], "'xml' is not one of 'text', 'markdown', 'json'"),
        (["verse", "1", "--run", "--format", "json"], "--run writes text; see dhyana run"),
        (["list", "--lexicon", "--canto", "3"], "the lexicon belongs to no canto"),
        (["search", "।॥"], "'।॥' has no letters to look for"),
        (["search"], "Missing argument 'WORD...'"),
        (["recite"], "No such command 'recite'"),
        (["vers", "12"], "No such command 'vers'. Did you mean 'verse'?"),
    ],
)
def test_wrong_use_ends_with_2_and_one_message(arguments: list[str], message: str) -> None:
    """Wrong use gives exit code 2 and a message on standard error, and no other output."""
    code, output, error = invoke(*arguments)
    assert (code, output) == (2, "")
    assert message in " ".join(error.split())
    assert "Traceback" not in error


def test_a_broken_record_ends_with_2(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A record that cannot be read is reported with its place, without a traceback."""
    monkeypatch.setattr(dhyana.shlokas, "FOLDER", tmp_path)
    tmp_path.joinpath("treatise.yaml").write_text("title: [", encoding="utf-8")
    code, output, error = invoke("verse", "12")
    assert (code, output) == (2, "")
    assert f"{tmp_path / 'treatise.yaml'}:1:" in error


def test_nothing_found_ends_with_1() -> None:
    """A search that finds nothing ends as grep does, and says so."""
    assert invoke("search", "xyzzy") == (1, "", "nothing found for xyzzy\n")


def test_a_closed_pipe_ends_in_silence() -> None:
    """When the reader of the output stops reading, the command stops without complaint."""
    with subprocess.Popen(
        [*DHYANA, "verse", "1-50"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.readline().startswith("Verse 1 ")
        process.stdout.close()
        assert process.stderr.read() == ""
    assert process.returncode == 0


@pytest.mark.parametrize("command", ["meter", "lint"])
def test_the_own_output_is_not_read(command: str, tmp_path: Path) -> None:
    """A file that standard output goes to is passed over in a folder, and by its name an error."""
    verse = tmp_path / "verse.txt"
    half = "ātmajaṃ janayati sā kausalyā raghunandanam |\n"
    verse.write_text(f"{half}sarve devāś ca tuṣyanti puṣpavarṣam apātayan ||\n", "utf-8")
    report = tmp_path / "report.txt"
    for named, code in ((tmp_path, 1), (report, 2)):
        with report.open("a", encoding="utf-8") as output:
            result = subprocess.run(
                [*DHYANA, command, named],
                stdout=output,
                stderr=subprocess.PIPE,
                text=True,
                check=False,
                timeout=60,
            )
        assert result.returncode == code
        told = f"dhyana: {report}: the output goes to this file; expected another one to read\n"
        assert result.stderr == (told if code == 2 else "")
    assert report.read_text("utf-8").count(": CHA111 ") == 1


def test_output_that_cannot_be_written_is_an_error() -> None:
    """A full disk is not a closed pipe: the command says so and fails."""
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        result = subprocess.run(
            [*DHYANA, "verse", "1-50"], stdout=full, stderr=subprocess.PIPE, text=True, check=False
        )
    assert result.returncode == 2
    assert "No space left on device" in result.stderr
    assert "Traceback" not in result.stderr


def test_interrupted_ends_with_130(tmp_path: Path) -> None:
    """Ctrl-C ends the command with 130, without a traceback."""
    # Standard output is a pipe that nobody reads, so the command is still there to interrupt.
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    with (
        pipe.open("w") as writer,
        subprocess.Popen(
            [*DHYANA, "verse", *["1-50"] * 3, "--edition", "source"],
            stdout=writer,
            stderr=subprocess.PIPE,
            text=True,
        ) as process,
    ):
        select.select([reader], [], [], 30)
        process.send_signal(signal.SIGINT)
        assert process.stderr is not None
        assert "Traceback" not in process.stderr.read()
    os.close(reader)
    assert process.returncode == 130


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "latin-1"])
def test_a_code_page_without_devanagari_gets_utf_8(encoding: str, piped: Piped) -> None:
    """Where the encoding of the output has no Devanagari, UTF-8 is written."""
    result = piped("verse", "12", "--only", "verse", PYTHONIOENCODING=encoding, PYTHONUTF8="0")
    assert result.returncode == 0
    assert "संख्याया मूलभागेन विभागः क्रियते ततः ।" in result.stdout


def test_undecodable_arguments_are_shown_escaped(piped: Piped) -> None:
    """A search for bytes that are no text ends with a message, not with an encoding error."""
    result = piped("search", os.fsdecode(b"caf\xe9zzz"))
    assert result.returncode == 1
    assert "nothing found for caf\\udce9zzz" in result.stderr


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish", "powershell"])
def test_shells_get_a_completion_script(shell: str, piped: Piped) -> None:
    """There is a completion script for every usual shell."""
    result = piped("--show-completion", shell, _TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION="1")
    assert result.returncode == 0
    assert "_DHYANA_COMPLETE" in result.stdout


@pytest.mark.parametrize(
    ("typed", "word", "completed"),
    [("dhyana se", 1, "search"), ("dhyana verse 12 --script tel", 4, "telugu")],
)
def test_commands_and_choices_are_completed(
    typed: str, word: int, completed: str, piped: Piped
) -> None:
    """The shell is offered the commands, and the values an option can have."""
    result = piped(_DHYANA_COMPLETE="complete_bash", COMP_WORDS=typed, COMP_CWORD=str(word))
    assert result.stdout.split() == [completed]


@pytest.mark.skipif(os.name == "nt", reason="a POSIX shell closes the streams")
@pytest.mark.parametrize(
    ("command", "message"),
    [
        ("meter <&-", "dhyana: standard input is closed\n"),
        ("lint - <&-", "dhyana: standard input is closed\n"),
        ("verse 1 >&-", "dhyana: standard output is closed; "),
        ("--help >&-", "dhyana: standard output is closed; "),
        ("meter --text x 2>&- >&-", ""),
        ("verse 99 2>&-", ""),
    ],
)
def test_a_closed_stream_ends_with_2_and_one_message(command: str, message: str) -> None:
    """A stream that the command needs and that is closed is wrong use, told where it can be."""
    result = in_shell(command)
    assert result.returncode == 2
    assert result.stderr.startswith(message)
    assert result.stderr.count("\n") == bool(message)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full")
@pytest.mark.parametrize(
    ("command", "message"),
    [
        ("--help >/dev/full", "dhyana: No space left on device"),
        ("--version >/dev/full", "No space left on device"),
        ("verse 1 >/dev/full", "No space left on device"),
        ("verse 99 2>/dev/full", ""),
        ("verse --nope 2>/dev/full", ""),
    ],
)
def test_a_full_device_ends_with_2_and_one_message(command: str, message: str) -> None:
    """What cannot be written ends the command with 2, and is told where it can be."""
    result = in_shell(command)
    assert result.returncode == 2
    assert message in result.stderr
    assert result.stderr.count("\n") == bool(message)


def in_shell(command: str) -> subprocess.CompletedProcess[str]:
    """Run the command as a shell starts it, with its redirections."""
    line = f"{shlex.quote(sys.executable)} -m dhyana {command}"
    return subprocess.run(["sh", "-c", line], capture_output=True, text=True, check=False)
