"""Outline and weights over the wire."""

from pathlib import Path

from .conftest import Client, position

WHOLE = {"start": {"line": 0, "character": 0}, "end": {"line": 9999, "character": 0}}


def test_the_fields_of_a_record(client: Client, tmp_path: Path, record: str) -> None:
    """Every field stands in the outline, rows and links with their names, each in its range."""
    uri = client.open(tmp_path / "v.yaml", record, "yaml")
    outline = {each["name"]: each for each in client.of("documentSymbol", uri)}
    assert list(outline)[:3] == ["number", "verse", "padaccheda"]
    rows = outline["morphology"]["children"]
    assert (rows[1]["name"], rows[1]["detail"][:11]) == ("मूलभागेन", "सुबन्तरूपम्")
    assert outline["code"]["children"][0]["name"] == "dhyana.attention.scale_scores"
    assert outline["claims"]["children"][0]["detail"] == "holds"
    verse = outline["verse"]["range"]
    assert verse["start"] == position(record, record.index("verse: |"))
    assert verse["end"] == position(record, record.index("॥") + 1)
    for each in outline.values():
        assert each["range"]["start"] == each["selectionRange"]["start"]
        last = each["range"]["end"]
        for child in each["children"]:
            assert child["range"]["end"]["line"] <= last["line"]


def test_the_verses_of_a_text(client: Client, tmp_path: Path) -> None:
    """The outline of a text has its verses, not its headings."""
    text = "प्रथमः सर्गः\n\nरामो वनं गतः ।\nसीता च ॥ १ ॥\n\nरामो वनं गतः ॥ २ ॥\n"
    uri = client.open(tmp_path / "v.txt", text, "plaintext")
    outline = client.of("documentSymbol", uri)
    assert [each["name"] for each in outline] == ["रामो वनं गतः । सीता च ॥", "रामो वनं गतः ॥"]
    assert outline[0]["range"]["start"] == position(text, text.index("रामो"))


def test_weights_stand_behind_the_lines(client: Client, tmp_path: Path, record: str) -> None:
    """Each line of a verse in sight has its weights behind it, in records and in text."""
    uri = client.open(tmp_path / "v.yaml", record, "yaml")
    first, second = client.of("inlayHint", uri, range=WHOLE)
    assert first["label"] == "– – – – ⏑ – – ⏑ ⏑ – – ⏑ ⏑ – ⏑ –"
    assert first["position"] == position(record, record.index("ततः ।") + 5)
    assert second["position"]["line"] == first["position"]["line"] + 1
    start = position(record, record.index("commentary"))
    below = {"start": start, "end": WHOLE["end"]}
    assert client.of("inlayHint", uri, range=below) == []
    text = "😀\n\nरामो वनं गतः ॥\n"
    uri = client.open(tmp_path / "v.txt", text, "plaintext")
    (hint,) = client.of("inlayHint", uri, range=WHOLE)
    assert (hint["label"], hint["position"]["line"]) == ("– – ⏑ – ⏑ –", 2)


def test_a_broken_record_keeps_its_outline(client: Client, tmp_path: Path, record: str) -> None:
    """While YAML is broken, outline and weights stand where their lines have gone."""
    uri = client.open(tmp_path / "v.yaml", record, "yaml")
    before = {each["name"]: each for each in client.of("documentSymbol", uri)}
    broken = record.replace("number: 12\n", "number: 12\nnote: 'x\n\n\n", 1)
    client.change(uri, broken, 2)
    after = {each["name"]: each for each in client.of("documentSymbol", uri)}
    assert after.keys() == before.keys()
    for name in ("verse", "morphology", "code"):
        line = broken[: broken.index(f"\n{name}:") + 1].count("\n")
        assert after[name]["range"]["start"]["line"] == line
    first, _ = client.of("inlayHint", uri, range=WHOLE)
    assert first["position"] == position(broken, broken.index("ततः ।") + 5)
