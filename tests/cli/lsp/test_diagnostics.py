"""Diagnostics over the wire: those of `dhyana lint`, sent or pulled, of the present text only."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import dhyana.grammar.vyakarana
from dhyana.cli.lsp.checking import Checked, check, looks_sanskrit
from dhyana.cli.lsp.diagnostics import TAGS
from dhyana.cli.lsp.documents import Document
from dhyana.cli.lsp.positions import Encoding
from dhyana.grammar.lint import engine
from dhyana.grammar.lint.inputs import document_of_text, treatise_documents
from dhyana.grammar.lint.registry import rules
from dhyana.grammar.lipi.transliteration import Script, transliterate
from dhyana.shlokas import TREATISE, load
from dhyana.shlokas.editions import Edition

from .conftest import Client, position

VERSE = "रामो राजा दशरथस्ततो रामः प्रतापवान् ।\nवनं गतः स धर्मात्मा सीतया सह राघवः ॥\n"
FAULTY = VERSE.replace("राजा ", "", 1)


def linted(folder: Path) -> dict[str, list[dict[str, Any]]]:
    """Give what the command line says of each file of a folder."""
    done = subprocess.run(
        [sys.executable, "-m", "dhyana", "lint", ".", "--format", "json"],
        cwd=folder,
        capture_output=True,
        check=False,
    )
    found: dict[str, list[dict[str, Any]]] = {}
    for each in json.loads(done.stdout):
        found.setdefault(each["path"], []).append(each)
    return found


def places(text: str, found: list[dict[str, Any]]) -> list[tuple[str, dict[str, Any]]]:
    """Give code and range of the linter's findings as the protocol counts."""

    def index(line: int, column: int) -> int:
        return sum(len(row) + 1 for row in text.split("\n")[: line - 1]) + column - 1

    return [
        (
            each["code"],
            {
                "start": position(text, index(each["line"], each["column"])),
                "end": position(text, index(each["end_line"], each["end_column"])),
            },
        )
        for each in found
    ]


def test_what_is_shown_is_what_lint_says(pulling: Client, tmp_path: Path, faulty: str) -> None:
    """Codes and ranges of a file in the editor are those of `dhyana lint` on it."""
    indented = FAULTY.replace("\n", "\n      ")
    texts = {
        "a.yaml": faulty,
        "b.txt": f"{FAULTY}\n{VERSE}\n{FAULTY}",
        "c.md": f"# 😀\n\n```shloka\n{FAULTY}```\n",
        "d.yaml": f"verses:\n  - verse: |\n      {indented}\n",
    }
    for name, text in texts.items():
        (tmp_path / name).write_text(text, "utf-8")
    expected = linted(tmp_path)
    assert expected.keys() == texts.keys()
    for name, text in texts.items():
        report = pulling.pulled(pulling.open(tmp_path / name, text, "yaml"))
        assert report["kind"] == "full"
        shown = [(each["code"], each["range"]) for each in report["items"]]
        assert shown == places(text, expected[name])


def test_a_record_is_checked_among_those_of_its_treatise(faulty: str) -> None:
    """In its treatise a record has the findings that linting the whole of it gives the record."""
    folder = load().path.resolve()
    path = folder / "canto-03" / "verse-012.yaml"
    text = faulty.replace("Critical Scaling", "Critical normalising", 1)
    shown = check(Document(path.as_uri(), path, "yaml", 1, text, Encoding.Utf16))
    whole = [
        document_of_text(path, text) if (read.file or path).resolve() == path else read
        for read in treatise_documents(Edition.TEXT, folder)
    ]
    expected = engine.lint(whole, engine.Settings()).findings
    assert list(shown.findings) == [f for f in expected if f.diagnostic.path == str(path)]
    assert [found.diagnostic.code for found in shown.findings] == ["SAN101", "LIP122"]
    alone = check(Document("u", Path("/x/v.yaml"), "yaml", 1, text, Encoding.Utf16))
    assert [found.diagnostic.code for found in alone.findings] == ["SAN101"]


def test_front_and_back_matter_is_checked() -> None:
    """The record of the treatise itself is checked, too."""
    path = load().path / TREATISE
    text = path.read_text("utf-8").replace("cantos:\n  - number: 1", "cantos:\n  - number: x", 1)
    (fault,) = check(Document(path.as_uri(), path, "yaml", 1, text, Encoding.Utf16)).faults
    assert "is not a whole number" in fault.message


def test_a_diagnostic_says_all_there_is(client: Client, tmp_path: Path, faulty: str) -> None:
    """Code, place of the rule, severity, expectation, ground, and where the word stands besides."""
    uri = client.open(tmp_path / "v.yaml", faulty, "yaml")
    (found,) = client.pushed(uri)
    start = faulty.index("मुल")
    assert found["range"]["start"] == position(faulty, start)
    assert found["range"]["end"] == position(faulty, start + 3)
    assert (found["code"], found["severity"], found["source"]) == ("SAN101", 1, "dhyana")
    assert found["codeDescription"]["href"].endswith("rules/sandhi/word_differs.py")
    assert "expected   मूल" in found["message"]
    assert "authority  Aṣṭādhyāyī" in found["message"]
    related = found["relatedInformation"]
    word = faulty.index("मूल-भागेन")
    assert related[0]["location"]["range"]["start"] == position(faulty, word)
    assert [each["message"] for each in related] == [
        "मूल-भागेन in the padaccheda",
        "मूल-भागेन in the anvaya",
        "मूल-भागेन in the table of morphology",
    ]
    client.close(uri)
    assert client.pushed(uri) == []


def test_what_is_superfluous_is_tagged(client: Client, tmp_path: Path, record: str) -> None:
    """A row without a word in the verse is marked as unnecessary."""
    row = "  - form: गजः\n    category: सुबन्तरूपम् (प्रथमा, एकवचनम्, पुंल्लिंगम्)\n    description: x\n"
    text = record.replace("morphology:\n", f"morphology:\n{row}", 1)
    uri = client.open(tmp_path / "v.yaml", text, "yaml")
    tagged = [each for each in client.pushed(uri) if each.get("tags") == [1]]
    assert [each["code"] for each in tagged] == ["ANV112"]


def test_every_tag_is_of_a_rule() -> None:
    """Tags go by names that rules have."""
    assert TAGS.keys() <= {rule.name for rule in rules()}


def test_what_has_changed_meanwhile_is_not_checked() -> None:
    """A version that is no longer the present one costs nothing."""
    document = Document("u", Path("/x/v.txt"), "text", 1, FAULTY, Encoding.Utf16)
    assert check(document).findings
    document.superseded = True
    assert check(document) == Checked()


def test_only_the_last_of_many_changes_is_checked(client: Client, tmp_path: Path) -> None:
    """While one types nothing is sent; then the findings come, of the last version alone."""
    uri = client.open(tmp_path / "v.txt", VERSE, "plaintext")
    assert client.pushed(uri, 1) == []
    for version in range(2, 9):
        client.change(uri, FAULTY if version % 2 == 0 else VERSE, version)
    assert client.pushed(uri, 8)
    assert client.pushes_waiting(uri) == []


def test_pulling_the_same_again_says_so(pulling: Client, tmp_path: Path) -> None:
    """A report has a name, by which an unchanged one is not sent again; a save checks anew."""
    uri = pulling.open(tmp_path / "v.txt", FAULTY, "plaintext")
    first = pulling.pulled(uri)
    again = pulling.pulled(uri, previousResultId=first["resultId"])
    assert again == {"kind": "unchanged", "resultId": first["resultId"]}
    pulling.change(uri, VERSE, 2)
    changed = pulling.pulled(uri, previousResultId=first["resultId"])
    assert (changed["kind"], changed["items"]) == ("full", [])
    pulling.notify("textDocument/didSave", {"textDocument": {"uri": uri}})
    saved = pulling.pulled(uri, previousResultId=changed["resultId"])
    assert (saved["kind"], saved["items"]) == ("full", [])
    assert pulling.pushes_waiting(uri) == []


def test_a_project_says_how_it_is_checked(pulling: Client, tmp_path: Path) -> None:
    """[tool.dhyana] beside a file counts; a mistake in it is shown, and the file checked."""
    project = tmp_path / "pyproject.toml"
    project.write_text('[tool.dhyana]\nignore = ["CHA"]\n')
    uri = pulling.open(tmp_path / "poems" / "v.txt", FAULTY, "plaintext")
    assert pulling.pulled(uri)["items"] == []
    project.write_text('[tool.dhyana]\nignore = ["XYZ"]\n')
    pulling.notify("textDocument/didSave", {"textDocument": {"uri": uri}})
    broken, *others = pulling.pulled(uri)["items"]
    assert "there is no rule XYZ" in broken["message"]
    assert "pyproject.toml" in broken["message"]
    assert others


def test_files_that_a_project_names_are_found_from_it(tmp_path: Path, record: str) -> None:
    """A Dhātupāṭha is named relative to the pyproject.toml, wherever the server was started."""
    (tmp_path / "pyproject.toml").write_text('[tool.dhyana]\ndhatupatha = "data/roots.tsv"\n')
    path = tmp_path / "canto" / "v.yaml"
    (missing,) = check(Document("u", path, "yaml", 1, record, Encoding.Utf16)).faults
    assert "roots.tsv" in missing.message
    (tmp_path / "data").mkdir()
    own = Path(dhyana.grammar.vyakarana.__file__).with_name("dhatus.tsv")
    (tmp_path / "data" / "roots.tsv").write_text(own.read_text("utf-8"), "utf-8")
    path.parent.mkdir()
    assert check(Document("u", path, "yaml", 1, record, Encoding.Utf16)) == Checked()


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("constraints.txt", "numpy==2.4.6\nlark==1.3.1\n"),
        ("notes.txt", "An English sentence; and another—with a dash.\n"),
        ("essay.txt", "The metre anuṣṭubh (see § 2.1) was used for 32 syllables a verse.\n"),
        ("compose.yaml", "services:\n  web: {image: x}\n"),
        ("broken.yaml", "services: [\n"),
        ("readme.md", "No verse here. | a | b |\n"),
        ("code.py", "@shloka(12)\ndef f(): ...\n"),
    ],
)
def test_what_is_no_verse_is_left_alone(
    pulling: Client, tmp_path: Path, name: str, text: str
) -> None:
    """Texts, configuration and code that are no verse get no diagnostics."""
    assert pulling.pulled(pulling.open(tmp_path / name, text, "x"))["items"] == []


def test_sanskrit_is_told_from_prose_about_it() -> None:
    """Every verse of the treatise is Sanskrit in any script; its commentaries are not."""
    for verse in load().verses:
        for script in (Script.DEVANAGARI, Script.IAST, Script.TELUGU):
            assert looks_sanskrit(transliterate(verse.record.verse, script))
        assert not looks_sanskrit(verse.record.commentary)
    assert not looks_sanskrit("In the पद्यम् of anuṣṭubh, laghu and guru alternate.")
    assert not looks_sanskrit("1234 ...")


def test_a_syntax_error_is_shown_where_it_stands(
    pulling: Client, tmp_path: Path, record: str
) -> None:
    """Broken YAML is one error, at the line where reading stopped."""
    text = record.replace("translation: |", "translation: x: y", 1)
    uri = pulling.open(tmp_path / "v.yaml", text, "yaml")
    (found,) = pulling.pulled(uri)["items"]
    assert found["severity"] == 1
    assert "not YAML" in found["message"]
    assert "code" not in found
    line = found["range"]["start"]["line"]
    assert text.split("\n")[line].startswith("translation: x: y")


def test_faults_of_a_record_in_the_making(pulling: Client, tmp_path: Path, record: str) -> None:
    """A full record with a key that no record has is told so, at the key."""
    text = record.replace("anvaya: |", "anvya: |", 1)
    found = pulling.pulled(pulling.open(tmp_path / "v.yaml", text, "yaml"))["items"]
    (key,) = [each for each in found if "did you mean anvaya" in each["message"]]
    assert key["range"]["start"] == position(text, text.index("anvya"))
    assert key["range"]["end"] == position(text, text.index("anvya") + len("anvya:"))


def test_a_file_that_is_too_large_is_told_so(pulling: Client, tmp_path: Path) -> None:
    """Beyond a mebibyte nothing is checked, and one message says so."""
    text = VERSE * 8000
    uri = pulling.open(tmp_path / "v.txt", text, "plaintext")
    (found,) = pulling.pulled(uri)["items"]
    assert "too large" in found["message"]
    assert pulling.at("hover", uri, {"line": 0, "character": 1}) is None
    assert pulling.of("documentSymbol", uri) == []
