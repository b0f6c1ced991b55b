"""Completion over the wire, and what is read of a line that is being written."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dhyana.cli.lsp.context import context_at
from dhyana.cli.lsp.documents import Document
from dhyana.cli.lsp.positions import Encoding
from dhyana.grammar.category import parse

from .conftest import Client, applied, position


def offered(client: Client, uri: str, text: str, before: str) -> list[dict[str, Any]]:
    """Give what is offered behind some words."""
    found = client.at("completion", uri, position(text, text.index(before) + len(before)))
    items: list[dict[str, Any]] = found["items"]
    return sorted(items, key=lambda each: each["sortText"])


def labels(items: list[dict[str, Any]]) -> list[str]:
    return [each["label"] for each in items]


def test_a_label_is_written_term_by_term(client: Client, tmp_path: Path, record: str) -> None:
    """From an empty label on, taking what is offered gives labels that the grammar reads."""
    start = record.index("category: तिङन्तरूपम्") + len("category: ")
    end = record.index("\n", start)
    uri = client.open(tmp_path / "v.yaml", record, "yaml")
    written = ""
    steps = (("सुबन्तरूपम्", ""), ("तृतीया", ","), ("बहुवचनम्", ","), ("पुंल्लिङ्गम्", ")"))
    for version, (wanted, typed) in enumerate(steps, 2):
        text = record[:start] + written + record[end:]
        client.change(uri, text, version)
        items = client.at("completion", uri, position(text, start + len(written)))["items"]
        (taken,) = [each for each in items if each["label"] == wanted]
        written = applied(text, [taken["textEdit"]])[start:].split("\n")[0] + typed
    assert written == "सुबन्तरूपम् (तृतीया, बहुवचनम्, पुंल्लिङ्गम्)"
    assert parse(written)[0].vacana == 3


def test_only_what_may_follow_is_offered(client: Client, tmp_path: Path, record: str) -> None:
    """After the case comes the number; the terms that the file has already stand first."""
    text = record.replace("प्रथमपुरुषः, एकवचनम्)", "प्र", 1)
    uri = client.open(tmp_path / "v.yaml", text, "yaml")
    found = labels(offered(client, uri, text, "कर्मणि लट्, प्र"))
    assert found == ["प्रथमपुरुषः", "मध्यमपुरुषः", "उत्तमपुरुषः"]
    text = record.replace("(तृतीया, एकवचनम्,", "(तृतीया ", 1)
    client.change(uri, text, 2)
    items = offered(client, uri, text, "(तृतीया ")
    assert labels(items)[0] == "एकवचनम्"


def test_ascii_finds_a_term_by_its_romanisation(
    client: Client, tmp_path: Path, record: str
) -> None:
    """Who types `trt` is offered तृतीया, found by `trtiya`."""
    text = record.replace("(तृतीया, एकवचनम्, पुं", "(trt", 1)
    uri = client.open(tmp_path / "v.yaml", text, "yaml")
    found = {each["label"]: each for each in offered(client, uri, text, "(trt")}
    assert found["तृतीया"]["filterText"] == "trtiya"
    assert found["तृतीया"]["detail"] == "tṛtīyā"


@pytest.mark.parametrize("field", ["padaccheda: |\n  ", "anvaya: |\n  ", "description: "])
def test_terms_of_the_lexicon(client: Client, tmp_path: Path, record: str, field: str) -> None:
    """In Sanskrit prose the terms of the lexicon are offered, with their gloss."""
    text = record.replace(field, f"{field}अवध", 1)
    uri = client.open(tmp_path / "v.yaml", text, "yaml")
    found = {each["label"]: each for each in offered(client, uri, text, f"{field}अवध")}
    assert found["अवधानम्"]["documentation"].startswith("Self-Attention")
    edit = found["अवधानम्"]["textEdit"]
    assert applied(text, [edit]) == text.replace(f"{field}अवध", f"{field}अवधानम्", 1)


@pytest.mark.parametrize(
    "waiver",
    ["  - {rule: CHA", "  - {at: pada a, rule: CHA", "  - rule: CHA", "  - at: x\n    rule: "],
)
def test_codes_of_rules_in_waivers(
    client: Client, tmp_path: Path, record: str, waiver: str
) -> None:
    """In a waiver, however it is written, the codes of all rules are offered with their names."""
    text = f"{record}waivers:\n{waiver}"
    uri = client.open(tmp_path / "v.yaml", text, "yaml")
    found = {each["label"]: each for each in offered(client, uri, text, waiver)}
    assert found["CHA103"]["detail"] == "second-and-third-light"


def test_places_in_waivers(client: Client, tmp_path: Path, record: str) -> None:
    """A waiver may be for one pāda."""
    text = f"{record}waivers:\n  - {{rule: CHA103, at: pa"
    uri = client.open(tmp_path / "v.yaml", text, "yaml")
    assert "pada c" in labels(offered(client, uri, text, "at: pa"))


def test_codes_of_rules_in_comments(client: Client, tmp_path: Path) -> None:
    """Behind `dhyana: ignore`, also after other codes, the codes are offered."""
    for number, text in enumerate(("# dhyana: ignore ", "x <!-- dhyana: ignore CHA101, CH")):
        uri = client.open(tmp_path / f"{number}.md", text, "markdown")
        assert "CHA103" in labels(offered(client, uri, text, text))


def test_symbols_step_by_step(client: Client, tmp_path: Path, record: str) -> None:
    """Modules, then what they define, with signatures; private names are not offered."""
    uri = client.open(tmp_path / "v.yaml", record, "yaml")
    steps = (("symbol: dhyana.", "attention"), ("symbol: dhyana.attention.sc", "scale_scores"))
    for version, (written, wanted) in enumerate(steps, 2):
        text = record.replace("symbol: dhyana.attention.scale_scores", written, 1)
        client.change(uri, text, version)
        found = {each["label"]: each for each in offered(client, uri, text, written)}
        assert wanted in found
        assert not any(label.startswith("_") for label in found)
        edited = applied(text, [found[wanted]["textEdit"]])
        assert f"{written.rpartition('.')[0]}.{wanted}\n" in edited
    assert found["scale_scores"]["detail"].startswith("def scale_scores(scores")


def test_terms_of_the_lexicon_in_verse_of_text(client: Client, tmp_path: Path) -> None:
    """In a verse of text or Markdown a term is offered as it is begun, in prose beside it not."""
    text = "# avadh\n\n```shloka\nरामो avadh\n```\n"
    uri = client.open(tmp_path / "v.md", text, "markdown")
    (found,) = offered(client, uri, text, "रामो avadh")
    assert (found["label"], found["filterText"]) == ("अवधानम्", "avadhanam")
    assert offered(client, uri, text, "# avadh") == []


@pytest.mark.parametrize("before", ["number: 1", "translation: |\n", "reviewed: v1:", "code:\n"])
def test_elsewhere_nothing_is_offered(
    client: Client, tmp_path: Path, record: str, before: str
) -> None:
    """Where anything may stand, nothing is offered."""
    uri = client.open(tmp_path / "v.yaml", record, "yaml")
    assert offered(client, uri, record, before) == []


@settings(deadline=None, max_examples=150)
@given(st.text(st.sampled_from("ab:- {}[],|>'\"\n  क"), max_size=60), st.data())
def test_any_text_has_a_context_or_none(text: str, data: st.DataObject) -> None:
    """Whatever is being written, reading where one is never fails, and tells what stands before."""
    index = data.draw(st.integers(0, len(text)))
    found = context_at(Document("u", Path("v.yaml"), "yaml", 1, text, Encoding.Utf16), index)
    if found is not None:
        assert found.keys
        assert text[:index].rstrip(" ").endswith(found.written.rstrip(" "))
