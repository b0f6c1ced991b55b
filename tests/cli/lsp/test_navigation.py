"""Definitions, references and links over the wire: verse to code, code to verse."""

from pathlib import Path
from typing import Any

import pytest

from dhyana.shlokas import load
from dhyana.shlokas.code import locate

from .conftest import Client, position

SCALE = locate("dhyana.attention.scale_scores")
MARK = "from dhyana.binding import shloka\n\n\n@shloka(12, 13)\ndef scale(): ...\n"


def targets(found: list[dict[str, Any]]) -> list[tuple[str, int]]:
    """Give the name of the file and the line, from 1, of each place."""
    return [(Path(each["uri"]).name, each["range"]["start"]["line"] + 1) for each in found]


def test_from_a_symbol_to_its_code(client: Client, tmp_path: Path, record: str) -> None:
    """A symbol leads to the file and line of the installed source, which need not be importable."""
    uri = client.open(tmp_path / "v.yaml", record, "yaml")
    place = position(record, record.index("scale_scores"))
    (found,) = client.at("definition", uri, place)
    assert found["uri"] == SCALE.file.resolve().as_uri()
    assert found["range"]["start"] == {"line": SCALE.line - 1, "character": 0}


@pytest.mark.parametrize(
    "symbol", ["os.system", "dhyana.no.such", "dhyana.attention.no", "../../x"]
)
def test_a_symbol_that_is_none_leads_nowhere(
    client: Client, tmp_path: Path, record: str, symbol: str
) -> None:
    """What is no code of the package has no definition, no reference and no link."""
    text = record.replace("dhyana.attention.scale_scores", symbol, 1)
    uri = client.open(tmp_path / "v.yaml", text, "yaml")
    place = position(text, text.index(f"symbol: {symbol}") + 9)
    assert client.at("definition", uri, place) == []
    assert client.at("references", uri, place, context={"includeDeclaration": True}) == []
    assert client.of("documentLink", uri) == []


def test_from_a_mark_to_the_record(client: Client, tmp_path: Path) -> None:
    """The number of a mark leads to the verse, each number to its own, the line to all."""
    uri = client.open(tmp_path / "a.py", MARK, "python")
    twelve = client.at("definition", uri, position(MARK, MARK.index("12")))
    assert targets(twelve) == [("verse-012.yaml", 3)]
    thirteen = client.at("definition", uri, position(MARK, MARK.index("13")))
    assert targets(thirteen) == [("verse-013.yaml", 3)]
    both = client.at("definition", uri, position(MARK, MARK.index("@")))
    assert targets(both) == [("verse-012.yaml", 3), ("verse-013.yaml", 3)]
    assert client.at("definition", uri, position(MARK, MARK.index("def"))) == []


def test_a_checkouts_own_treatise_goes_first(client: Client, tmp_path: Path, record: str) -> None:
    """A mark leads to the records beside the code, where there are any."""
    shlokas = tmp_path / "shlokas"
    (shlokas / "canto-03").mkdir(parents=True)
    treatise = load().path / "treatise.yaml"
    (shlokas / "treatise.yaml").write_text(treatise.read_text("utf-8"), "utf-8")
    own = shlokas / "canto-03" / "verse-012.yaml"
    own.write_text(f"# ours\n{record}", "utf-8")
    uri = client.open(tmp_path / "dhyana" / "a.py", MARK, "python")
    (found,) = client.at("definition", uri, position(MARK, MARK.index("12")))
    assert (found["uri"], found["range"]["start"]["line"]) == (own.as_uri(), 3)


def test_from_a_claim_to_its_experiment(client: Client, tmp_path: Path, record: str) -> None:
    """A claim leads to the function that measures it."""
    uri = client.open(tmp_path / "v.yaml", record, "yaml")
    found = client.at("definition", uri, position(record, record.index("Dividing by √d_k scales")))
    assert [name for name, _ in targets(found)] == ["canto_03.py"]


def test_from_a_word_to_its_row(client: Client, tmp_path: Path, record: str) -> None:
    """A word of the padaccheda leads to its row; its references are all its places."""
    uri = client.open(tmp_path / "v.yaml", record, "yaml")
    place = position(record, record.index("मूल-भागेन"))
    (row,) = client.at("definition", uri, place)
    assert row["uri"] == uri
    assert row["range"]["start"] == position(record, record.index("form: मूलभागेन") + 6)
    everywhere = client.at("references", uri, place, context={"includeDeclaration": True})
    assert [each["range"]["start"]["line"] + 1 for each in everywhere] == [7, 9, 17]


def test_from_a_waiver_to_its_rule(client: Client, tmp_path: Path, record: str) -> None:
    """A code in a waiver leads to the module of the rule; one that is none leads nowhere."""
    for code, files in (("CHA103", ["second_and_third_light.py"]), ("XYZ999", [])):
        text = f"{record}waivers:\n  - {{rule: {code}, reason: so}}\n"
        uri = client.open(tmp_path / f"{code}.yaml", text, "yaml")
        found = client.at("definition", uri, position(text, text.index(code)))
        assert [name for name, _ in targets(found)] == files


def test_references_of_a_verse_and_of_a_symbol(client: Client, record: str) -> None:
    """Both name the record and the marked code; a verse its experiment besides."""
    uri = client.open(load().verse(12).path.resolve(), record, "yaml")
    more = {"context": {"includeDeclaration": True}}
    number = client.at("references", uri, position(record, record.index("12")), **more)
    assert {name for name, _ in targets(number)} == {
        "verse-012.yaml",
        "attention.py",
        "canto_03.py",
    }
    symbol = client.at("references", uri, position(record, record.index("scale_scores")), **more)
    assert targets(symbol) == [
        ("attention.py", SCALE.line),
        ("verse-012.yaml", record[: record.index("symbol:")].count("\n") + 1),
    ]


def test_links(client: Client, tmp_path: Path, record: str) -> None:
    """Symbols are links to lines of code, the numbers of marks to records."""
    uri = client.open(tmp_path / "v.yaml", record, "yaml")
    (link,) = client.of("documentLink", uri)
    start = record.index("dhyana.attention.scale_scores")
    assert link["range"]["start"] == position(record, start)
    assert link["range"]["end"] == position(record, start + len(SCALE.symbol))
    assert link["target"] == f"{SCALE.file.resolve().as_uri()}#L{SCALE.line}"
    uri = client.open(tmp_path / "a.py", MARK, "python")
    assert [each["target"].rpartition("/")[2] for each in client.of("documentLink", uri)] == [
        "verse-012.yaml",
        "verse-013.yaml",
    ]
