"""`dhyana meter`: what it shows, what it writes, how it ends."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from dhyana.cli.app import app
from dhyana.shlokas import load

GITA = "धर्मक्षेत्रे कुरुक्षेत्रे समवेता युयुत्सवः ।\nमामकाः पाण्डवाश्चैव किमकुर्वत सञ्जय ॥"
FAULTY = (
    "ātmajaṃ janayati sā / kausalyā raghunandanam // sarve devāś ca tuṣyanti / puṣpavarṣam apātayan"
)
KEYS = ["id", "meter", "verdict", "names", "nearest", "padas", "faults", "notes"]

Piped = Callable[..., subprocess.CompletedProcess[str]]


def invoke(*arguments: str, given: str | bytes | None = None) -> tuple[int, str, str]:
    """Run `dhyana meter` in this process: exit code, standard output, standard error."""
    result = CliRunner().invoke(app, ["meter", *arguments], input=given, catch_exceptions=False)
    return result.exit_code, result.stdout, result.stderr


def lines_of(output: str) -> list[dict[str, Any]]:
    """Read JSON lines."""
    return [json.loads(line) for line in output.splitlines()]


def jsonl(*texts: str) -> str:
    """Write texts as JSON lines, numbered from 1."""
    items = [{"id": number, "text": text} for number, text in enumerate(texts, 1)]
    return "".join(f"{json.dumps(item, ensure_ascii=False)}\n" for item in items)


def test_report_is_as_the_golden_file_has_it(golden: Callable[[str, str], None]) -> None:
    """A clean verse, one with a fault and prose: scansion, carets under IAST, repairs."""
    reports = [
        invoke("--text", text)[1]
        for text in (GITA, FAULTY, "tatra gacchati devadattaḥ / grāmāt paścād āgacchati ca saḥ")
    ]
    golden("meter.txt", "\n".join(reports))


def test_marks_stand_under_their_vowels() -> None:
    """Every mark of the drawing is under the vowel that it weighs."""
    _, output, _ = invoke("--text", GITA)
    rows = output.split("\n")
    iast = next(row for row in rows if "dharmakṣetre" in row)
    marks = rows[rows.index(iast) + 1]
    under = [(iast[i], mark) for i, mark in enumerate(marks) if mark in "–⏑"]
    assert [vowel for vowel, _ in under] == list("aaeeuuee")
    assert [mark for _, mark in under] == ["–", "–", "–", "–", "⏑", "–", "–", "–"]


def test_long_lines_are_cut_to_the_width(piped: Piped) -> None:
    """Prose without a break is drawn in rows that fit."""
    done = piped("meter", "--text", "na " * 60 + "na", COLUMNS="50")
    drawing = done.stdout.partition("CHA303")[0].split("\n")[2:-2]
    assert len(drawing) > 4
    assert all(len(row) <= 50 for row in drawing)


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["--text", GITA], 0),
        (["--text", FAULTY], 1),
        (["--text", "rāmo rājā daśarathas"], 0),  # too little to tell
        (["--text", "namāmi rāmaḿ raghuvaṃśanātham"], 0),
        (["--text", "namāmi rāmaḿ raghuvaṃśanātham", "--strict"], 1),
        (["--text", GITA, "--expect", "upajati"], 1),
        (["--text", FAULTY, "--profile", "epic"], 1),
        (["--text", "dharmakSetre kurukSetre", "--from-script", "hk"], 0),
        (["--text", GITA, "--expect", "no such metre"], 2),
        (["--text", GITA, "--from-script", "klingon"], 2),
        (["--text", GITA, "a.txt"], 2),
        (["no-such-file.txt"], 2),
        (["--text", GITA, "--jobs", "0"], 2),
    ],
)
def test_exit_codes(arguments: list[str], code: int) -> None:
    """0 without errors, 1 with them (warnings too if strict), 2 for wrong use or broken input."""
    assert invoke(*arguments)[0] == code


def test_objects_have_the_keys_of_the_contract() -> None:
    """A JSON line has exactly the keys of the contract, the faults the one diagnostic shape."""
    code, output, _ = invoke("--format", "jsonl", given=jsonl(GITA, FAULTY))
    clean, faulty = lines_of(output)
    assert code == 1
    assert list(clean) == list(faulty) == KEYS
    assert (clean["id"], clean["meter"], clean["verdict"]) == (1, "anuṣṭubh", "exact")
    assert clean["names"] == ["anuṣṭubh", "śloka"]
    assert clean["padas"][0] == {
        "text": "धर्मक्षेत्रे कुरुक्षेत्रे",
        "weights": "gggglggg",
        "variant": "pathyā",
    }
    assert (faulty["verdict"], faulty["nearest"]["distance"]) == ("faulty", 1)
    (fault,) = faulty["faults"]
    assert (fault["code"], fault["pada"], fault["syllables"]) == ("CHA111", "a", [4])
    assert (fault["line"], fault["column"], fault["path"]) == (1, 9, None)
    assert {"message", "expected", "found", "authority", "fixes"} <= set(fault)


def test_many_lines_come_out_as_one_would() -> None:
    """Lines taken together are, letter for letter, what each gives by itself, in their order."""
    texts = [GITA, FAULTY, *(verse.record.verse for verse in load().verses)]
    together = invoke("--format", "jsonl", given=jsonl(*texts))[1].splitlines()
    for number, (text, line) in enumerate(zip(texts, together, strict=True), 1):
        alone = {"id": number, "text": text}
        assert invoke("--format", "jsonl", given=f"{json.dumps(alone)}\n")[1] == f"{line}\n"


def test_processes_keep_the_order(tmp_path: Path) -> None:
    """With --jobs the output is the same, in the same order, and so is the exit code."""
    path = tmp_path / "a.jsonl"
    path.write_text(jsonl(*[GITA, FAULTY] * 1500), "utf-8")
    one = invoke(str(path), "--format", "jsonl")
    assert invoke(str(path), "--format", "jsonl", "--jobs", "2") == one
    assert [item["id"] for item in lines_of(one[1])] == list(range(1, 3001))


def test_a_broken_line_loses_no_other() -> None:
    """Broken lines are reported on standard error, the others written, and the code is 2."""
    good = json.dumps({"id": "g", "text": GITA})
    given = f'{good}\n{{"text": \n[1]\n'.encode() + b'{"text": "\xff"}\n' + f"{good}\n".encode()
    code, output, errors = invoke("--format", "jsonl", given=given)
    assert code == 2
    assert [item["id"] for item in lines_of(output)] == ["g", "g"]
    assert [line.split(":")[2] for line in errors.splitlines()] == ["2", "3", "4"]
    assert errors.startswith("dhyana: <stdin>:2:")


def test_who_writes_a_line_may_wait_for_its_answer() -> None:
    """A line is answered when it is complete, before the input ends."""
    command = [sys.executable, "-m", "dhyana", "meter", "-", "--format", "jsonl"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for number in (1, 2):
            process.stdin.write(f'{{"id": {number}, "text": "rāma"}}\n'.encode())
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["id"] == number
        process.stdin.close()
        assert process.wait(timeout=30) == 1


def test_files_in_every_format(tmp_path: Path) -> None:
    """Text, Markdown and records say of a verse the same, each with its place."""
    (tmp_path / "a.txt").write_text(f"\n{GITA}\n", "utf-8")
    (tmp_path / "b.md").write_text(f"```shloka\n{GITA}\n```\n", "utf-8")
    indented = GITA.replace("\n", "\n  ")
    (tmp_path / "c.yaml").write_text(f"verse: |\n  {indented}\n", "utf-8")
    code, output, _ = invoke(str(tmp_path), str(tmp_path / "a.txt"), "--format", "json")
    found = json.loads(output)
    assert code == 0
    assert [item["id"].split("/")[-1] for item in found] == ["a.txt:2", "b.md:2", "c.yaml:2"]
    assert len({json.dumps(item["padas"]) for item in found}) == 1


def test_faults_of_a_file_are_placed_in_it(tmp_path: Path) -> None:
    """The line of a fault is that of the file, in text and in JSON."""
    path = tmp_path / "a.txt"
    path.write_text(f"{GITA}\n\n{FAULTY}\n", "utf-8")
    assert f"{path}:4:9: CHA111" in invoke(str(path))[1]
    (_, faulty) = lines_of(invoke(str(path), "--format", "jsonl")[1])
    assert (faulty["faults"][0]["path"], faulty["faults"][0]["line"]) == (str(path), 4)


def test_quiet_and_statistics(tmp_path: Path) -> None:
    """--quiet leaves clean verses out, --statistics counts instead of showing."""
    path = tmp_path / "a.txt"
    path.write_text(f"{GITA}\n\n" * 20 + f"{FAULTY}\n", "utf-8")
    code, output, _ = invoke(str(path), "--quiet")
    assert code == 1
    assert output.count("anuṣṭubh") == 1
    code, output, _ = invoke(str(path), "--statistics")
    assert code == 1
    assert [line.split() for line in output.splitlines()] == [
        ["21", "verses"],
        ["20", "anuṣṭubh:", "exact"],
        ["1", "anuṣṭubh:", "faulty"],
        ["1", "CHA111"],
    ]
    counts = json.loads(invoke(str(path), "--statistics", "--format", "json")[1])
    assert (counts["verses"], counts["faults"]) == (21, {"CHA111": 1})


def test_odd_input_ends_in_order(tmp_path: Path) -> None:
    """An empty file, Latin-1, a folder without verse, a line without end: a message each."""
    (tmp_path / "empty.txt").write_bytes(b"")
    (tmp_path / "latin1.txt").write_bytes("रामः ॥\n".encode() + b"caf\xe9\n")
    (tmp_path / "endless.txt").write_bytes(b"x" * (1 << 21))
    (tmp_path / "folder").mkdir()
    for name, code, message in (
        ("empty.txt", 0, "no verse stands in the input"),
        ("latin1.txt", 2, ":2:4: byte 0xe9 at offset 20 is not UTF-8"),
        ("endless.txt", 2, ":1:1: the line is longer than"),
        ("folder", 2, "no verse stands in this folder"),
    ):
        found, _, errors = invoke(str(tmp_path / name))
        assert (found, message in errors) == (code, True), errors
    assert invoke(str(tmp_path / "empty.txt"), "--format", "json")[1] == "[]\n"
    assert invoke("--text", " ") == (0, "", "dhyana: no verse stands in the input\n")
    assert invoke("--text", "१२३ ॥") == (0, "", "dhyana: no verse stands in the input\n")


def test_a_closed_pipe_ends_in_silence(tmp_path: Path) -> None:
    """`dhyana meter … | head -1` complains of nothing, with one process or two."""
    path = tmp_path / "a.jsonl"
    path.write_text(jsonl(*[GITA] * 6000), "utf-8")
    for jobs in ("1", "2"):
        command = f"{sys.executable} -m dhyana meter {path} --format jsonl --jobs {jobs} | head -1"
        done = subprocess.run(
            ["bash", "-c", command], capture_output=True, encoding="utf-8", check=False, timeout=60
        )
        assert done.stdout.count("\n") == 1
        assert done.stderr == ""


def test_a_single_verse_loads_neither_numpy_nor_lark_nor_torch(piped: Piped) -> None:
    """Inspecting one verse is light."""
    program = (
        "import sys; from dhyana.cli.app import app; sys.argv[1:] = ['meter', '--text', 'rāmo']\n"
        "try: app()\nexcept SystemExit: pass\n"
        "print([name for name in ('numpy', 'lark', 'torch', 'yaml') if name in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, encoding="utf-8", check=True
    )
    assert done.stdout.splitlines()[-1] == "[]"


@pytest.mark.skipif(os.name == "nt", reason="POSIX process groups")
def test_ctrl_c_ends_workers_in_silence(tmp_path: Path) -> None:
    """Ctrl-C reaches the workers of --jobs too; none of them prints a traceback."""
    path = tmp_path / "a.jsonl"
    path.write_text(jsonl(*[GITA] * 6000), "utf-8")
    with subprocess.Popen(
        [sys.executable, "-m", "dhyana", "meter", str(path), "--format", "jsonl", "--jobs", "2"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    ) as process:
        assert process.stdout is not None
        process.stdout.readline()  # the workers are there
        os.killpg(process.pid, signal.SIGINT)
        _, errors = process.communicate(timeout=60)
    assert process.returncode == 130
    assert b"Traceback" not in errors


def test_an_id_that_is_no_json_is_a_broken_line() -> None:
    """The other lines are answered, a byte order mark before the first notwithstanding."""
    given = '\ufeff{"id": 1, "text": "x"}\n{"id": NaN, "text": "x"}\n'
    code, output, errors = invoke("-", "--format", "jsonl", given=given)
    assert (code, [item["id"] for item in lines_of(output)]) == (2, [1])
    assert "<stdin>:2:1: not JSON: 'NaN' is no finite number" in errors
