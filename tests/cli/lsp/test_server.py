"""The server as a process: how it begins and ends, what it bears, what it never does."""

import json
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from dhyana.cli.lsp.actions import actions
from dhyana.cli.lsp.checking import check
from dhyana.cli.lsp.completion import completions
from dhyana.cli.lsp.diagnostics import diagnostics
from dhyana.cli.lsp.documents import Document, Documents
from dhyana.cli.lsp.hovering import hover
from dhyana.cli.lsp.navigation import definitions, links, references
from dhyana.cli.lsp.outline import symbols, weights
from dhyana.cli.lsp.positions import Encoding

from .conftest import Client, position

VERSE = "𑀓😀 रामो राजा\n\nआत्मजं जनयति सा कौसल्या रघुनन्दनम् ।\nसर्वे देवाश्च तुष्यन्ति पुष्पवर्षमपातयन् ॥\n"


def everything(document: Document, index: int) -> None:
    """Ask all that an editor asks of a document and a place in it."""
    checked = check(document)
    diagnostics(document, checked)
    actions(document, checked, (0, len(document.text)), ["quickfix", "source.fixAll"])
    for asked in (hover, definitions, references, completions):
        asked(document, index)
    for told in (symbols, links):
        told(document)
    weights(document, (0, len(document.text)))


def test_it_begins_and_ends_as_the_protocol_has_it() -> None:
    """It says what it can do, and ends with 0 and in silence; no torch is imported on the way."""
    client = Client()
    try:
        can = client.capabilities
        assert can["textDocumentSync"]["change"] == 1
        assert can["diagnosticProvider"]["identifier"] == "dhyana"
        assert {"quickfix", "source.fixAll.dhyana"} == set(
            can["codeActionProvider"]["codeActionKinds"]
        )
        for provider in ("hover", "definition", "references", "documentSymbol", "inlayHint"):
            assert can[f"{provider}Provider"]
        assert client.end() == (0, "")
    finally:
        client.kill()


def test_it_ends_with_its_editor(tmp_path: Path) -> None:
    """When the editor is gone, the server ends at once, whatever it is checking."""
    client = Client(textDocument={"diagnostic": {}})
    try:
        uri = client.open(tmp_path / "v.txt", VERSE * 4000, "plaintext")
        client.start("textDocument/diagnostic", {"textDocument": {"uri": uri}})
        assert client.at("hover", uri, {"line": 3, "character": 1}) is not None
        started = time.monotonic()
        client.leave()
        assert time.monotonic() - started < 5
    finally:
        client.kill()


@pytest.mark.parametrize(
    ("offered", "chosen", "codec"),
    [
        (["utf-8", "utf-16"], "utf-8", "utf-8"),
        (["latin-1"], "utf-16", "utf-16-le"),
    ],
)
def test_columns_are_counted_as_agreed(offered: list[str], chosen: str, codec: str) -> None:
    """Behind letters of every width a finding stands where the client's units say."""
    client = Client(general={"positionEncodings": offered})
    try:
        assert client.capabilities["positionEncoding"] == chosen
        text = VERSE.replace("\n\n", " ॥ ")
        uri = client.open(Path("/nowhere/v.txt"), text, "plaintext")
        found = [each for each in client.pushed(uri) if each["code"] == "CHA111"]
        start = text.index("जनय")
        assert found[0]["range"]["start"] == position(text, start, codec)
        place = position(text, text.index("कौसल्या"), codec)
        assert "pāda b" in client.at("hover", uri, place)["contents"]["value"]
    finally:
        client.kill()


def test_nonsense_is_survived(client: Client, tmp_path: Path) -> None:
    """Broken JSON, unknown methods, unopened files and wild places leave the server at work."""
    client.send_bytes(b"{")
    client.send_bytes(b'{"jsonrpc": "2.0", "id": 77, "method": "no/such", "params": {}}')
    assert client.answer(77)["error"]["code"] == -32601
    nowhere = (tmp_path / "unopened.yaml").as_uri()
    assert client.at("hover", nowhere, {"line": 9, "character": 9}) is None
    assert client.of("documentSymbol", nowhere) == []
    client.change(nowhere, "x", 3)
    client.close(nowhere)
    uri = client.open(tmp_path / "v.txt", VERSE, "plaintext")
    assert client.at("hover", uri, {"line": 99999, "character": 99999}) is None
    assert client.at("completion", uri, {"line": 0, "character": 2**31 - 1})["items"] is not None
    halves = client.open(tmp_path / "w.txt", "\ud83d रामो \udc00 ॥", "plaintext")
    assert isinstance(client.pushed(halves), list)


@pytest.mark.parametrize(
    "uri", ["untitled:Untitled-1", "git:/a/v.yaml?x=1", "file:///%F0%9F%98%80.txt"]
)
def test_any_uri_may_be_opened(client: Client, uri: str) -> None:
    """A text that has no file yet is checked by its language."""
    item = {"uri": uri, "languageId": "plaintext", "version": 1, "text": VERSE}
    client.notify("textDocument/didOpen", {"textDocument": item})
    if not uri.startswith("git"):
        assert any(each.get("code") == "CHA111" for each in client.pushed(uri))


def test_a_request_may_be_cancelled(pulling: Client, tmp_path: Path) -> None:
    """A cancelled request is answered so; the next one of the same document is answered well."""
    uri = pulling.open(tmp_path / "v.txt", VERSE * 400, "plaintext")
    number = pulling.start("textDocument/diagnostic", {"textDocument": {"uri": uri}})
    pulling.notify("$/cancelRequest", {"id": number})
    assert pulling.answer(number).get("error", {}).get("code") in (-32800, None)
    pulling.change(uri, VERSE, 2)
    assert pulling.pulled(uri)["items"]


HOSTILE = {
    "bomb": "verse: &a [x]\n"
    + "".join(f"k{n}: &k{n} [{', '.join([f'*k{n - 1}' if n else '*a'] * 9)}]\n" for n in range(12)),
    "nested": "verse: " + "[" * 5000,
    "alias": "verse: &a\n  b: *a\n",
    "tag": "verse: !!python/object/apply:os.system [touch /tmp/owned]\n",
    "long": f"verse: |\n  {'रामो ' * 20_000}॥\n",
    "marks": "verse: |\n  क" + "\u0300" * 20_000 + "\n",
    "keys": "verse: x\n? [a, b]\n: c\n? {d: e}\n: f\n",
    "flow": "{verse: रामो, morphology: [{form: रामः}], code: [{symbol: os.system}]}",
    "scalar": "verse",
    "empty": "",
    "path": "number: 12\nverse: x\ncode:\n  - symbol: dhyana.../../../etc/passwd\n",
    "rows": "verse: x\npadaccheda: रामः\nmorphology:\n  - x\n  - {form: रामः}\n  -\n",
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_records(name: str) -> None:
    """Whatever stands in a record, every question about any place of it has an answer."""
    text = HOSTILE[name]
    document = Document("file:///x/v.yaml", Path("/x/v.yaml"), "yaml", 1, text, Encoding.Utf16)
    for index in (0, len(text) // 2, len(text)):
        everything(document, index)
    assert not Path("/tmp/owned").exists()  # noqa: S108 - that nothing was written there


def test_what_a_record_names_is_never_imported(tmp_path: Path, record: str) -> None:
    """Every question about a symbol is answered from its source; the model is not imported."""
    script = f"""
import sys
import time
from pathlib import Path
from dhyana.cli.lsp.documents import Document
from dhyana.cli.lsp.positions import Encoding
sys.path.insert(0, {str(Path(__file__).parent)!r})
text = Path({str(tmp_path / "v.yaml")!r}).read_text("utf-8")
document = Document("file:///x/v.yaml", Path("/x/v.yaml"), "yaml", 1, text, Encoding.Utf16)
from dhyana.cli.lsp.checking import check
from dhyana.cli.lsp.completion import completions
from dhyana.cli.lsp.hovering import hover
from dhyana.cli.lsp.navigation import definitions, links, references
index = text.index("symbol: dhyana.attention.s") + 26
for asked in (hover, definitions, references, completions):
    assert asked(document, index), asked
assert links(document)
check(document)
import dhyana.cli.lsp.server
assert not {{"torch", "dhyana.attention", "dhyana.pramana"}} & sys.modules.keys()
"""
    (tmp_path / "v.yaml").write_text(record, "utf-8")
    subprocess.run([sys.executable, "-c", script], check=True)


def test_without_the_extra_it_says_what_to_install() -> None:
    """Where pygls is not installed, one line says how to get it, and the exit code is 2."""
    script = """
import sys
sys.modules["pygls"] = None
sys.modules["lsprotocol"] = None
sys.argv = ["dhyana", "lsp"]
from dhyana.cli.app import main
main()
"""
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, encoding="utf-8", check=False
    )
    assert done.returncode == 2
    assert "pip install 'dhyana[lsp]'" in done.stderr
    assert done.stdout == ""


@settings(deadline=None, max_examples=20, suppress_health_check=list(HealthCheck))
@given(st.data())
def test_a_record_in_the_making(record: str, data: st.DataObject) -> None:
    """At every moment of typing, cutting and pasting, every question has an answer."""
    documents = Documents()
    from lsprotocol import types

    item = types.TextDocumentItem("file:///x/v.yaml", "yaml", 1, record)
    document = documents.opened(item, Encoding.Utf16)
    text = record
    for version in (2, 3):
        start = data.draw(st.integers(0, len(text)))
        end = data.draw(st.integers(start, min(len(text), start + 300)))
        typed = data.draw(st.text(st.sampled_from("क: |'\"{}[]-,\n  \t&*!\r😀"), max_size=8))
        text = text[:start] + typed + text[end:]
        changed = documents.changed(document.uri, version, text)
        assert changed is not None
        document = changed
        everything(document, start)
        everything(document, data.draw(st.integers(0, len(text))))


@settings(deadline=None, max_examples=100)
@given(st.text("ab\n", max_size=12), st.text("ab\n", max_size=12), st.data())
def test_places_outside_a_change_are_the_same(old: str, new: str, data: st.DataObject) -> None:
    """A place before or behind what was changed is found in the older text, at the same letter."""
    from dhyana.cli.lsp.record_view import RecordView
    from dhyana.shlokas.source import Source

    view = RecordView(Source(Path("v.yaml"), old), {})
    document = Document("u", Path("v.yaml"), "yaml", 1, new, Encoding.Utf16, view)
    index = data.draw(st.integers(0, len(new)))
    found = document.index_in(view, index)
    if found is not None and index < len(new):
        assert old[found] == new[index]
    if old == new:
        assert found == index
    back = document.index_from(view, data.draw(st.integers(0, len(old))))
    assert 0 <= back <= len(new)
    if found is not None:
        assert document.index_from(view, found) == index


def test_the_wire_is_json(client: Client, tmp_path: Path) -> None:
    """Devanagari goes over the wire as JSON, and nothing but JSON does."""
    uri = client.open(tmp_path / "v.txt", VERSE, "plaintext")
    found: list[dict[str, Any]] = client.pushed(uri)
    assert json.loads(json.dumps(found)) == found
