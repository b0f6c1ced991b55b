"""`dhyana review`: what changed is shown, and the stamp is all that is written."""

import shutil
import subprocess
from pathlib import Path

import pytest
from typer.testing import CliRunner

import dhyana
from dhyana import shlokas
from dhyana.cli.app import app
from dhyana.cli.stamping import stamp
from dhyana.shlokas import FOLDER, code
from dhyana.shlokas.faults import RecordError
from dhyana.shlokas.reading import read_record
from dhyana.shlokas.record import VerseRecord

OLD = "return scores / math.sqrt(head_dim)"
NEW = "return scores * head_dim**-0.5"
MARK = "v1:0123456789abcdef"


def invoke(*arguments: str) -> tuple[int, str]:
    """Run `dhyana review` in this process: exit code, and all that it wrote."""
    result = CliRunner().invoke(app, ["review", *arguments], catch_exceptions=False)
    return result.exit_code, result.output


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Stand before a repository with verse 12, its front matter and its code, all as reviewed."""
    text = tmp_path / "shlokas"
    (text / "canto-03").mkdir(parents=True)
    for name in ("treatise.yaml", "canto-03/verse-012.yaml"):
        shutil.copy(FOLDER / name, text / name)
    model = tmp_path / "dhyana"
    model.mkdir()
    for name in ("__init__.py", "attention.py"):
        shutil.copy(Path(dhyana.__path__[0]) / name, model / name)
    monkeypatch.setattr(shlokas, "FOLDER", text)
    monkeypatch.setattr(code, "_PACKAGE", model)
    identity = ["-c", "user.name=n", "-c", "user.email=e@example.org", "-c", "commit.gpgsign=false"]
    for words in (["init", "-q"], ["add", "."], [*identity, "commit", "-qm", "x"]):
        subprocess.run(["git", "-C", tmp_path, *words], check=True)
    return tmp_path


def change(repository: Path) -> Path:
    """Change the code of verse 12, and give its record."""
    path = repository / "dhyana" / "attention.py"
    text = path.read_text("utf-8")
    assert OLD in text
    path.write_text(text.replace(OLD, NEW), "utf-8")
    return repository / "shlokas" / "canto-03" / "verse-012.yaml"


def test_code_as_reviewed_needs_nothing(repository: Path) -> None:
    """Nothing is asked and nothing written."""
    assert invoke("12") == (0, "verse 12: the code is as it was reviewed\n")


def test_the_difference_to_the_reviewed_code_is_shown_and_stamped(repository: Path) -> None:
    """The last reviewed version comes from the history; only the fingerprint is written."""
    record = change(repository)
    before = record.read_bytes()
    assert invoke("12", "--check") == (
        1,
        "verse 12: dhyana.attention.scale_scores was changed since its review\n",
    )
    status, output = invoke("12")
    assert (status, record.read_bytes()) == (2, before)
    status, output = invoke("12", "--yes")
    assert status == 0
    assert f"-    {OLD}\n+    {NEW}" in output
    after = record.read_bytes().split(b"\n")
    changed = [
        (old, new) for old, new in zip(before.split(b"\n"), after, strict=True) if old != new
    ]
    assert len(changed) == 1
    assert changed[0][0].startswith(b"    reviewed: v1:")
    assert invoke("12", "--check")[0] == 0


def test_without_an_earlier_version_all_of_the_code_is_shown(repository: Path) -> None:
    """A fingerprint that no commit has, or none, is met with the whole of the code."""
    record = repository / "shlokas" / "canto-03" / "verse-012.yaml"
    text = record.read_text("utf-8")
    reviewed = text.split("    reviewed: ")[1].split("\n")[0]
    record.write_text(text.replace(reviewed, MARK), "utf-8")
    assert "no commit has the code that was reviewed" in invoke("12", "--yes")[1]
    record.write_text(text.replace(f"    reviewed: {reviewed}\n", ""), "utf-8")
    assert "never reviewed" in invoke("12", "--yes")[1]
    assert record.read_text("utf-8") == text


def test_a_dead_link_is_an_error(repository: Path) -> None:
    """Code that is not there cannot be reviewed."""
    record = repository / "shlokas" / "canto-03" / "verse-012.yaml"
    record.write_text(record.read_text("utf-8").replace("scale_scores", "scale_score"), "utf-8")
    status, output = invoke("12", "--yes")
    assert status == 1
    assert "has no scale_score; did you mean" in output


HEAD = (
    "number: 7\nverse: राम\npadaccheda: राम\nanvaya: राम\ntranslation: x\n"
    "morphology: []\ncommentary: x\n"
)


@pytest.mark.parametrize(
    ("written", "stamped"),
    [
        (
            "code:\n  - symbol: dhyana.a.b\n",
            f"code:\n  - symbol: dhyana.a.b\n    reviewed: {MARK}\n",
        ),
        ("code: [{symbol: dhyana.a.b}]\n", f"code: [{{symbol: dhyana.a.b, reviewed: {MARK}}}]\n"),
        (
            "code:\n- {symbol: 'dhyana.a.b'}  # so\n",
            f"code:\n- {{symbol: 'dhyana.a.b', reviewed: {MARK}}}  # so\n",
        ),
        (
            "code:\n- reviewed: v1:0000000000000000  # last\n  symbol: dhyana.a.b\n",
            f"code:\n- reviewed: {MARK}  # last\n  symbol: dhyana.a.b\n",
        ),
        (
            'code: [{"symbol": "dhyana.a.b"}]\r\n',
            f'code: [{{"symbol": "dhyana.a.b", reviewed: {MARK}}}]\r\n',
        ),
    ],
)
def test_a_stamp_fits_into_any_layout(tmp_path: Path, written: str, stamped: str) -> None:
    """In lines or in braces, quoted or not, with comments: all else stays byte for byte."""
    path = tmp_path / "a.yaml"
    path.write_bytes((HEAD + written).encode())
    record, source = read_record(path, VerseRecord)
    stamp(record, source, {0: MARK})
    assert path.read_bytes() == (HEAD + stamped).encode()


def test_a_file_that_was_changed_meanwhile_is_left_alone(tmp_path: Path) -> None:
    """What was read must still stand there."""
    path = tmp_path / "a.yaml"
    path.write_text(f"{HEAD}code: [{{symbol: dhyana.a.b}}]\n", "utf-8")
    record, source = read_record(path, VerseRecord)
    path.write_text(f"{HEAD}code: [{{symbol: dhyana.a.c}}]\n", "utf-8")
    with pytest.raises(RecordError, match="changed since it was read"):
        stamp(record, source, {0: MARK})
