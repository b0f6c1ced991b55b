"""`dhyana lint`: the gate as a command."""

import json
import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner

from dhyana.cli.app import app
from dhyana.shlokas import FOLDER

FAULTY = (
    "ātmajaṃ janayati sā kausalyā raghunandanam |\nsarve devāś ca tuṣyanti puṣpavarṣam apātayan ||"
)
GOOD = "rāmo rājā daśarathas tato rāmaḥ pratāpavān ||"
NEAR_MISS = "namāmi rāmaḿ raghuvaṃśanātham |"


def invoke(*arguments: str | Path, given: str | None = None) -> tuple[int, str, str]:
    """Run `dhyana lint` in this process: exit code, standard output, standard error."""
    words = ["lint", *map(str, arguments)]
    result = CliRunner().invoke(app, words, input=given, catch_exceptions=False)
    return result.exit_code, result.stdout, result.stderr


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Stand in a folder with a good file, a faulty one and one with a near-miss."""
    monkeypatch.chdir(tmp_path)
    for name, text in (("good", GOOD), ("faulty", FAULTY), ("near", NEAR_MISS)):
        Path(f"{name}.txt").write_text(f"{text}\n", "utf-8")
    return tmp_path


def test_report_is_as_the_golden_file_has_it(
    folder: Path, golden: Callable[[str, str], None]
) -> None:
    """Place, words, carets, ground, repairs and summary, as a person reads them."""
    code, output, errors = invoke(".")
    assert (code, errors) == (1, "")
    golden("lint.txt", output)


def test_report_21_batch_proofreading_with_positions(folder: Path) -> None:
    """Many files at once: file, line, column, pāda, syllables, rule, severity, exit code."""
    code, output, _ = invoke("good.txt", "faulty.txt", "near.txt", "--format", "json")
    assert code == 1
    findings = json.loads(output)
    keys = ("path", "line", "column", "pada", "syllables", "code", "severity")
    assert [[found[key] for key in keys] for found in findings] == [
        ["faulty.txt", 1, 9, "a", [4], "CHA111", "error"],
        ["near.txt", 1, 12, None, [], "LIP101", "warning"],
    ]


def test_exit_codes(folder: Path) -> None:
    """0 clean, 1 errors (warnings if strict), 0 if asked, 2 for broken input or wrong use."""
    Path("broken.txt").write_bytes(b"caf\xe9 |\n")
    for arguments, code in (
        (["good.txt"], 0),
        (["faulty.txt"], 1),
        (["near.txt"], 0),
        (["near.txt", "--strict"], 1),
        (["faulty.txt", "--exit-zero"], 0),
        (["faulty.txt", "--ignore", "CHA1"], 0),
        (["faulty.txt", "--select", "LIP"], 0),
        (["faulty.txt", "broken.txt"], 2),
        (["broken.txt", "--exit-zero"], 2),
        (["none.txt"], 2),
        (["good.txt", "--select", "CHX"], 2),
        (["good.txt", "--ignore", "cha999"], 2),
        (["good.txt", "--expect", "no such metre"], 2),
    ):
        assert invoke(*arguments)[0] == code, arguments


def test_standard_input_and_a_path_twice(folder: Path) -> None:
    """Verse may come from standard input; a file named twice is read once."""
    code, output, _ = invoke("-", given=f"{FAULTY}\n")
    assert code == 1
    assert output.startswith("<stdin>:1:9: CHA111")
    assert "in 1 verse in 1 file" in invoke("good.txt", "./good.txt", folder / "good.txt")[1]


def test_what_is_not_read_is_told(folder: Path) -> None:
    """Verse outside the fences of Markdown, and a file that is named and has none, are told."""
    verse = "धर्मक्षेत्रे कुरुक्षेत्रे समवेता युयुत्सवः ॥"
    Path("README.md").write_text(f"# Verse\n\n{verse}\n\n> {verse}\n", "utf-8")
    Path("empty.txt").touch()
    Path("plain.md").write_text("# Nothing\n")
    fences = "in Markdown, verses stand in ```shloka fences"
    for _ in range(2):  # the second time from a cache, if there is one
        code, output, errors = invoke(".", "--select", "SAN")
        assert (code, errors) == (0, f"dhyana: README.md: 2 verses are not read: {fences}\n")
        assert output == "0 errors, 0 warnings in 3 verses in 6 files\n"
        Path("pyproject.toml").write_text("[tool.dhyana]\n")
    told = invoke("README.md", "empty.txt", "plain.md", "good.txt")[2]
    assert told.splitlines() == [
        f"dhyana: README.md: 2 verses are not read: {fences}",
        "dhyana: empty.txt: no verse is read",
        f"dhyana: plain.md: no verse is read: {fences}",
    ]


def test_who_names_no_path_is_told_what_is_read(folder: Path) -> None:
    """Elsewhere than in its own checkout the treatise is not taken for the verse that is there."""
    note = "note: no path is given or in [tool.dhyana]: this is about dhyana's own treatise\n"
    arguments = ("--select", "CHA101", "--statistics")
    assert invoke(*arguments)[2] == note
    Path("pyproject.toml").write_text('[tool.dhyana]\npaths = ["good.txt"]\n')
    assert invoke(*arguments)[2] == ""


def test_letters_of_no_script_that_is_read(folder: Path) -> None:
    """Of verse in which no letter is read they are errors; of what may be English, nothing."""
    Path("han.txt").write_text("漢字 ॥\n", "utf-8")
    Path("english.txt").write_text("Hello world.\n\nThis is English / French.\n", "utf-8")
    code, output, _ = invoke("han.txt", "--format", "concise")
    assert code == 1
    assert output.startswith("han.txt:1:1: LIP101 near-miss: 漢字 is no letter")
    assert invoke("english.txt", "--strict")[0] == 0


def test_the_project_says_what_is_checked(folder: Path) -> None:
    """[tool.dhyana] gives paths and options; the command line goes before it."""
    Path("pyproject.toml").write_text(
        '[tool.dhyana]\npaths = ["near.txt"]\nselect = ["LIP"]\nstrict = true\n', "utf-8"
    )
    assert invoke()[0] == 1
    assert invoke("faulty.txt")[0] == 0
    assert invoke("faulty.txt", "--select", "CHA,LIP")[0] == 1
    assert invoke("faulty.txt", "--select", "cha")[0] == 1
    for key in ("select", "extend-select", "ignore"):
        Path("pyproject.toml").write_text(f"[tool.dhyana]\n{key} = ['CHA999']\n", "utf-8")
        code, _, errors = invoke("near.txt")
        assert code == 2
        assert f"[tool.dhyana] {key}: there is no rule CHA999" in " ".join(errors.split())
    Path("pyproject.toml").write_text("[tool.dhyana]\nprofile = 'strict'\n", "utf-8")
    code, _, errors = invoke("good.txt")
    assert code == 2
    assert "profile is 'strict'; expected one of classical, epic" in " ".join(errors.split())


def test_output_file_and_statistics(folder: Path) -> None:
    """--output writes the report to a file, --statistics counts rule by rule."""
    code, output, _ = invoke(".", "--format", "json", "--output", "report.json")
    assert (code, output) == (1, "")
    assert {item["code"] for item in json.loads(Path("report.json").read_text("utf-8"))} == {
        "CHA111",
        "LIP101",
    }
    assert invoke(".", "--statistics")[1].splitlines() == [
        "     1  CHA111  na-vipula-fourth-light",
        "     1  LIP101  near-miss",
        "1 error, 1 warning in 3 verses in 3 files (3 only worth knowing)",
        "1 fixable with --fix --unsafe-fixes",
    ]
    assert json.loads(invoke(".", "--statistics", "--format", "json")[1]) == {
        "files": 3,
        "verses": 3,
        "rules": [
            {"code": "CHA111", "name": "na-vipula-fourth-light", "count": 1},
            {"code": "LIP101", "name": "near-miss", "count": 1},
        ],
        "explained": 0,
        "waived": 0,
        "notes": 3,
    }
    code, _, errors = invoke(".", "--output", "no/such/folder.txt")
    assert (code, errors) == (2, "dhyana: no/such/folder.txt: No such file or directory\n")
    code, _, errors = invoke(".", "--write-baseline", "--baseline", "no/such.json")
    assert (code, errors) == (2, "dhyana: no/such.json: No such file or directory\n")


def test_a_file_that_is_read_is_not_written_over(folder: Path) -> None:
    """--output of an input is wrong use, and the file stays as it was."""
    before = Path("good.txt").read_bytes()
    code, _, errors = invoke(".", "--output", "./good.txt")
    assert (code, Path("good.txt").read_bytes()) == (2, before)
    assert "would overwrite a file that is read" in " ".join(errors.split())


def test_fixes_are_shown_or_written(folder: Path) -> None:
    """--diff shows what --fix writes; what is left is linted; fixes for nothing are wrong use."""
    path = Path("near.txt")
    before = path.read_text("utf-8")
    code, output, errors = invoke("near.txt", "--diff", "--unsafe-fixes")
    assert (code, errors) == (1, "1 would be fixed\n")
    assert f"\n-{NEAR_MISS}\n+{NEAR_MISS.replace('ḿ', 'ṃ')}\n" in output
    assert path.read_text("utf-8") == before
    code, output, errors = invoke("near.txt", "--fix", "--unsafe-fixes", "--strict")
    assert (code, errors) == (0, "1 fixed\n")
    assert path.read_text("utf-8") == before.replace("ḿ", "ṃ")
    for words in (
        ["--unsafe-fixes"],
        ["--fix", "--diff"],
        ["--diff", "--output", "a.patch"],
        ["--statistics", "--format", "sarif"],
        ["--write-baseline"],
    ):
        assert invoke("near.txt", *words)[0] == 2


def test_fixes_that_are_left_out_are_told(folder: Path) -> None:
    """A fix that --fix leaves to --unsafe-fixes is counted; standard input cannot be mended."""
    before = Path("near.txt").read_bytes()
    for option, what in (("--fix", "fixed"), ("--diff", "would be fixed")):
        _, _, errors = invoke("near.txt", option)
        assert errors == f"nothing {what}\n1 more may change the sense: add --unsafe-fixes\n"
        code, _, errors = invoke("-", option, given=NEAR_MISS)
        assert code == 2
        assert "standard input" in errors
    assert Path("near.txt").read_bytes() == before


@pytest.mark.parametrize("end", ["\n", "\r\n", ""])
def test_a_difference_can_be_applied(end: str, folder: Path) -> None:
    """Git applies what --diff shows, with any end of line, and gives what --fix writes."""
    path = Path("near.txt")
    text = path.read_text("utf-8").rstrip("\n").replace("\n", end or "\n")
    path.write_bytes((text + end).encode())
    shown = CliRunner().invoke(app, ["lint", "near.txt", "--diff", "--unsafe-fixes"])
    git = ["git", "apply", "-"]
    done = subprocess.run(git, input=shown.stdout_bytes, check=False, capture_output=True)
    assert done.returncode == 0, done.stderr
    assert path.read_bytes() == (text.replace("ḿ", "ṃ") + end).encode()


def test_a_baseline_lets_only_new_findings_fail(folder: Path) -> None:
    """What was found when it was written is counted; a broken or missing one is told."""
    assert invoke(".", "--baseline", "known.json", "--write-baseline")[:2] == (
        0,
        "2 findings known in known.json\n",
    )
    code, output, _ = invoke(".", "--baseline", "known.json", "--strict")
    assert code == 0
    assert "2 known from the baseline" in output
    Path("pyproject.toml").write_text('[tool.dhyana]\nbaseline = "known.json"\n', "utf-8")
    assert invoke("faulty.txt")[0] == 0
    Path("more.txt").write_text(f"{FAULTY}\n", "utf-8")
    assert invoke("faulty.txt", "more.txt")[0] == 1
    assert invoke(".", "--baseline", "none.json")[0] == 2


def test_rules_may_be_added_to_those_ignored(folder: Path) -> None:
    """--extend-select brings back one rule of an ignored family, on the line or in the table."""
    assert invoke("faulty.txt", "--ignore", "CHA")[0] == 0
    assert invoke("faulty.txt", "--ignore", "CHA", "--extend-select", "CHA111")[0] == 1
    Path("pyproject.toml").write_text(
        '[tool.dhyana]\nignore = ["CHA"]\nextend-select = ["CHA111"]\n', "utf-8"
    )
    assert invoke("faulty.txt")[0] == 1
    assert Path(".dhyana_cache").is_dir()


def test_a_project_without_cache_keeps_nothing(folder: Path) -> None:
    """Nothing is kept where no table is, where it says so, or with --no-cache."""
    invoke("good.txt")
    Path("pyproject.toml").write_text("[tool.dhyana]\ncache = false\n", "utf-8")
    invoke("good.txt")
    Path("pyproject.toml").write_text("[tool.dhyana]\n", "utf-8")
    invoke("good.txt", "--no-cache")
    assert not Path(".dhyana_cache").exists()


def test_a_file_of_roots_is_checked_first(folder: Path) -> None:
    """A dhatupatha that is not there is told as such."""
    Path("pyproject.toml").write_text("[tool.dhyana]\ndhatupatha = 'roots.tsv'\n", "utf-8")
    code, _, errors = invoke("good.txt")
    assert code == 2
    assert "dhatupatha cannot be read" in " ".join(errors.split())


def test_a_report_for_gitlab(folder: Path) -> None:
    """Each finding and each file that cannot be read is an issue with its own fingerprint."""
    Path("twice.txt").write_text(f"{FAULTY}\n\n{FAULTY}\n", "utf-8")
    Path("broken.txt").write_bytes(b"caf\xe9 |\n")
    issues = json.loads(invoke("twice.txt", "broken.txt", "--format", "gitlab")[1])
    assert len(issues) == len({issue["fingerprint"] for issue in issues}) == 3
    assert issues[0]["severity"] == "major"
    assert issues[0]["location"] == {"path": "twice.txt", "lines": {"begin": 1, "end": 1}}
    assert [issue["check_name"] for issue in issues] == ["CHA111", "CHA111", "broken-input"]


def test_old_evidence_is_measured_anew(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """--run calls dhyana run --save for verses whose evidence is of other code, and no other."""
    (folder / "s" / "canto-03").mkdir(parents=True)
    (folder / "s" / "evidence").mkdir()
    for name in ("canto-03/verse-012.yaml", "evidence/verse-012.json"):
        shutil.copy(FOLDER / name, folder / "s" / name)
    called: list[list[str]] = []

    def run(command: list[str], **_: object) -> subprocess.CompletedProcess[bytes]:
        called.append(command[3:])
        return subprocess.CompletedProcess(command, 2 if len(called) > 1 else 0)

    monkeypatch.setattr(subprocess, "run", run)
    record = "s/canto-03/verse-012.yaml"
    assert invoke(record, "--run", "--select", "PRA") == (
        0,
        "0 errors, 0 warnings in 1 verse in 1 file\n",
        "",
    )
    evidence = folder / "s" / "evidence" / "verse-012.json"
    text = evidence.read_text("utf-8")
    evidence.write_text(text.replace('"fingerprint": "v1:', '"fingerprint": "v1:0', 1), "utf-8")
    assert invoke(record, "--run", "--select", "PRA")[0] == 1
    assert called == [["run", "--save", "12"]]
    assert invoke(record, "--run", "--select", "PRA")[0] == 2


def test_without_paths_the_treatise_is_checked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Anywhere, without paths, the project's own fifty verses are checked, in any edition."""
    monkeypatch.chdir(tmp_path)
    _, output, _ = invoke("--select", "CHA", "--format", "concise")
    assert output.rstrip().endswith(")") or "in 50 verses in 51 files" in output
    found = json.loads(invoke("--select", "CHA", "--format", "json", "--no-waivers")[1])
    assert {item["verse"] for item in found} <= set(range(1, 51))
    assert {item["field"] for item in found} == {"verse"}


def test_colours_are_for_terminals(folder: Path, on_terminal: Callable[..., str]) -> None:
    """On a terminal the code of an error is red; in a pipe nothing is coloured."""
    shown = on_terminal("lint", str(folder / "faulty.txt"))
    assert "\x1b[31m\x1b[1mCHA111\x1b[0m" in shown
    assert "\x1b" not in invoke("faulty.txt")[1]


def test_bars_become_dandas_where_that_is_asked_for(folder: Path) -> None:
    """All of a line, those around the number of the verse, too; else they are only noted."""
    written = "धर्मक्षेत्रे कुरुक्षेत्रे समवेता युयुत्सवः |\nमामकाः पाण्डवाश्चैव किमकुर्वत सञ्जय || १ ||\n"
    Path("gita.txt").write_text(written, "utf-8")
    assert invoke("gita.txt")[:2] == (
        0,
        "0 errors, 0 warnings in 1 verse in 1 file (3 only worth knowing)\n",
    )
    assert invoke("gita.txt", "--extend-select", "LIP133", "--fix")[2] == "3 fixed\n"
    mended = written.replace("||", "॥").replace("|", "।")
    assert Path("gita.txt").read_text("utf-8") == mended


def test_names_of_files_may_be_any_bytes(folder: Path) -> None:
    """A name that is no UTF-8 is spelled out in every report, in files as on standard output."""
    Path(os.fsdecode(b"odd\xff.txt")).write_text(f"{FAULTY}\n", "utf-8")
    for output_format in ("text", "concise", "json", "github", "gitlab", "sarif", "junit"):
        arguments = (".", "--format", output_format, "--no-cache")
        code, output, _ = invoke(*arguments)
        assert code == 1
        assert invoke(*arguments, "--output", "report")[0] == 1
        written = Path("report").read_text("utf-8")
        assert written == output
        spelled = "odd%FF.txt" if output_format == "sarif" else "odd\\udcff.txt"
        assert (spelled in written) or output_format == "junit"
    assert invoke(".", "--baseline", "known", "--write-baseline")[0] == 0
    assert invoke(".", "--baseline", "known")[0] == 0
