"""The treatise is loaded verse by verse, and its folder is checked as a whole."""

import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import dhyana.shlokas
from dhyana.shlokas import Edition, NotInTreatiseError, RecordError, Treatise, Verse, load

FOLDER = Path(dhyana.shlokas.__file__).parent


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """Copy the records of the treatise, for a test to break."""
    records = shutil.ignore_patterns("*.py", "*.json", "__pycache__", "evidence")
    return Path(shutil.copytree(FOLDER, tmp_path / "text", ignore=records))


def texts(value: Any, path: str = "") -> dict[str, str]:
    """Gather every text of a record by its field path."""
    if isinstance(value, str):
        return {path: value}
    if isinstance(value, tuple):
        parts = {f"{path}[{i}]": part for i, part in enumerate(value)}
    else:
        names = getattr(value, "__dataclass_fields__", ())
        parts = {f"{path}.{name}".lstrip("."): getattr(value, name) for name in names}
    return {name: text for at, part in parts.items() for name, text in texts(part, at).items()}


def test_the_fifty_verses_in_their_cantos() -> None:
    """All verses are there, in order, each in its canto and in the file of its number."""
    treatise = load()
    assert len(treatise) == 50
    assert [verse.number for verse in treatise] == list(range(1, 51))
    for verse in treatise.verses:
        assert verse.canto.first_verse <= verse.number <= verse.canto.last_verse
        assert verse.path.name == f"verse-{verse.number:03}.yaml"
        assert verse.path.parent.name == f"canto-{verse.canto.number:02}"
    assert [canto.number for canto in treatise.cantos] == list(range(1, 11))
    assert treatise.check() == ()


def test_one_verse_reads_one_file(copy: Path) -> None:
    """A verse is read when all others are gone, once, and has its two lines."""
    for path in copy.glob("canto-*/*.yaml"):
        if path.name != "verse-012.yaml":
            path.unlink()
    treatise = load(copy)
    verse = treatise.verse(12)
    assert verse.canto.number == 3
    assert len(verse.lines) == 2
    assert verse is treatise.verse(12)


def test_the_verses_of_a_canto() -> None:
    """A canto gives its own verses in order."""
    assert [verse.number for verse in load().verses_of(3)] == [11, 12, 13, 14, 15]


def test_a_number_that_is_not_there() -> None:
    """The message says what there is."""
    treatise = load()
    for number in (0, 51, -1):
        with pytest.raises(
            NotInTreatiseError,
            match=f"there is no verse {number}; the treatise has verses 1–50",
        ):
            treatise.verse(number)
    with pytest.raises(LookupError, match="there is no canto 11; the treatise has cantos 1–10"):
        treatise.verses_of(11)


def test_the_editions_of_the_treatise() -> None:
    """The default is the text; an unknown edition is a `ValueError`."""
    assert load().edition is Edition.TEXT
    source, text = load(edition="source"), load(edition=Edition.TEXT)
    assert source.verse(12).record.apparatus == text.verse(12).record.apparatus
    repaired = [v for v in text if v.record != source.verse(v.number).record]
    assert {v.number for v in repaired} == {
        v.number for v in source if any(e.kind == "repair" for e in v.record.apparatus)
    }
    with pytest.raises(ValueError, match="'corrected' is not a valid Edition"):
        load(edition="corrected")


def test_every_text_is_found_in_its_file() -> None:
    """Source texts stand in their file character by character, where `locate` says."""
    treatise = load(edition="source")
    holders: list[Treatise | Verse] = [treatise, *treatise.verses]
    for holder in holders:
        lines = [line + "\n" for line in holder.source.text.split("\n")]
        for path, text in texts(holder.record).items():
            for offset in {*range(0, len(text), 7), len(text) - 1} - {-1}:
                line, column = holder.source.locate(path, offset)
                assert lines[line - 1][column - 1] == text[offset], (holder.source.path, path)


def test_places_of_an_edition_lead_to_the_file() -> None:
    """What stands in the text unchanged is found behind a repair; a repair where it begins."""
    text = load().verse(12)
    record = text.record
    source = record.commentary.index(r"\approx")
    behind = record.commentary.index("Dividing")
    line, column = text.locate("commentary", behind)
    assert text.source.text.split("\n")[line - 1][column - 1 :].startswith("Dividing")
    line, column = text.locate("commentary", source + 3)
    assert text.source.text.split("\n")[line - 1][column - 1 :].startswith("pprox 0")


def rewrite(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


def wrong(folder: Path) -> list[str]:
    """Return what `check` and loading everything say alike."""
    treatise = load(folder)
    said = [str(fault).removeprefix(f"{folder}/") for fault in treatise.check()]
    with pytest.raises(RecordError) as caught:
        _ = treatise.verses
    assert [str(fault).removeprefix(f"{folder}/") for fault in caught.value.faults] == said
    return said


def test_a_number_that_disagrees_with_its_file(copy: Path) -> None:
    """Two verses with one number are told by the file whose number is another's."""
    rewrite(copy / "canto-03" / "verse-012.yaml", "number: 12", "number: 13")
    assert wrong(copy) == [
        "canto-03/verse-012.yaml:2:9: verse 13 stands in the file of verse 12; expected number: 12"
    ]
    with pytest.raises(RecordError, match="verse 13 stands in the file of verse 12"):
        load(copy).verse(12)


def test_a_gap_and_a_file_in_the_wrong_canto(copy: Path) -> None:
    """A missing verse and a file that is no verse of its canto are both reported."""
    (copy / "canto-03" / "verse-012.yaml").rename(copy / "canto-04" / "verse-012.yaml")
    assert wrong(copy) == [
        (
            "canto-04/verse-012.yaml: this is no verse of the treatise; "
            "expected canto-NN/verse-NNN.yaml within the verses of the canto"
        ),
        "canto-03/verse-012.yaml: there is no such file",
    ]


def test_cantos_that_do_not_follow_one_another(copy: Path) -> None:
    """A canto with the wrong number, a gap between cantos, and a canto that ends too early."""
    rewrite(copy / "treatise.yaml", "first_verse: 11", "first_verse: 12")
    rewrite(copy / "treatise.yaml", "last_verse: 20", "last_verse: 15")
    (first, *_) = wrong(copy)
    assert "first_verse of canto 3 is 12; expected 11" in first
    assert any("last_verse of canto 4 is 15; expected 16" in line for line in wrong(copy))


def test_faults_of_all_files_come_together(copy: Path) -> None:
    """A broken verse does not hide another, nor an edit that does not fit."""
    rewrite(copy / "canto-01" / "verse-001.yaml", "anvaya:", "anvya:")
    rewrite(copy / "canto-03" / "verse-012.yaml", "reading: 'pprox'", "reading: 'prox0'")
    said = wrong(copy)
    assert [line.partition(":")[0] for line in said] == [
        "canto-01/verse-001.yaml",
        "canto-01/verse-001.yaml",
        "canto-03/verse-012.yaml",
    ]
    assert "'prox0' does not occur in commentary" in said[-1]


def test_a_broken_conjecture_is_found_by_the_check(copy: Path) -> None:
    """The check applies every edition, whichever is loaded."""
    path = copy / "canto-03" / "verse-012.yaml"
    rewrite(path, "kind: repair", "kind: conjecture")
    rewrite(path, "reading: 'pprox'", "reading: 'prox0'")
    treatise = load(copy, edition="source")
    assert len(treatise.verses) == 50
    assert ["does not occur" in fault.message for fault in treatise.check()] == [True]


def test_a_folder_without_a_treatise(tmp_path: Path) -> None:
    """The missing front matter is named."""
    with pytest.raises(RecordError, match=r"treatise\.yaml: there is no such file"):
        Treatise(tmp_path, Edition.TEXT)


def test_importing_the_text_is_cheap() -> None:
    """Nothing heavy is imported with the package, and reading needs no more than PyYAML."""
    code = (
        "import sys, dhyana.shlokas as s\n"
        "heavy = ('yaml', 'ruamel', 'torch', 'numpy', 'lark', 'rich', 'jsonschema')\n"
        "assert not [m for m in heavy if m in sys.modules]\n"
        "s.load().verse(12)\n"
        "assert [m for m in heavy if m in sys.modules] == ['yaml']\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
