"""Code actions over the wire: repairs, waivers and comments, as an editor would apply them."""

from pathlib import Path
from typing import Any

import pytest

from dhyana.cli.lsp.actions import actions, unversioned
from dhyana.cli.lsp.checking import Checked, check
from dhyana.cli.lsp.documents import Document
from dhyana.cli.lsp.positions import Encoding
from dhyana.grammar.lint.diagnostic import Diagnostic, Fix, Severity, TextEdit
from dhyana.grammar.lint.engine import Finding
from dhyana.shlokas import RecordError, load
from dhyana.shlokas.code import fingerprint
from dhyana.shlokas.editions import Edition
from dhyana.shlokas.editions import edit as edit_of
from dhyana.shlokas.reading import parse_record
from dhyana.shlokas.record import VerseRecord

from .conftest import Client, applied, position

FAULTY = "आत्मजं जनयति सा कौसल्या रघुनन्दनम् ।\nसर्वे देवाश्च तुष्यन्ति पुष्पवर्षमपातयन् ॥\n"
SHORT = {"start": {"line": 0, "character": 0}, "end": {"line": 999, "character": 0}}


def asked(client: Client, uri: str, **context: Any) -> list[dict[str, Any]]:
    """Ask for all actions of a document."""
    more = {"range": SHORT, "context": {"diagnostics": [], **context}}
    found: list[dict[str, Any]] = client.of("codeAction", uri, **more)
    return found


def after(text: str, action: dict[str, Any]) -> str:
    """Apply an action to the text of its one document."""
    (edits,) = action["edit"]["changes"].values()
    return applied(text, edits)


def stay(client: Client, uri: str, text: str) -> str:
    """Apply the first action by which a finding stays."""
    titles = ("Waive", "Ignore")
    return after(text, next(a for a in asked(client, uri) if a["title"].startswith(titles)))


def test_a_waiver_is_added_in_the_style_of_the_records(
    client: Client, tmp_path: Path, faulty: str
) -> None:
    """The first waiver opens the list at the end of the record; it is refused without a reason."""
    uri = client.open(tmp_path / "v.yaml", faulty, "yaml")
    assert client.pushed(uri, 1)
    text = stay(client, uri, faulty)
    assert text == f"{faulty}waivers:\n  - {{rule: SAN101, reason: }}\n"
    client.change(uri, text, 2)
    (refused,) = client.pushed(uri, 2)
    assert "the value is missing" in refused["message"]
    client.change(uri, text.replace("reason: }", "reason: 'as the singers have it'}"), 3)
    assert client.pushed(uri, 3) == []


@pytest.mark.parametrize(
    ("waivers", "expected"),
    [
        (
            "waivers:\n  - {rule: CHA104, reason: a}\n",
            "waivers:\n  - {rule: CHA104, reason: a}\n  - {rule: SAN101, reason: }\n",
        ),
        (
            "waivers:\n- rule: CHA104\n  reason: |\n    a\n\n# end\n",
            "waivers:\n- rule: CHA104\n  reason: |\n    a\n- {rule: SAN101, reason: }\n\n# end\n",
        ),
        ("waivers: []\n", "waivers: [{rule: SAN101, reason: }]\n"),
        (
            "waivers: [{rule: CHA104, reason: a}]",
            "waivers: [{rule: CHA104, reason: a}, {rule: SAN101, reason: }]",
        ),
    ],
)
def test_a_waiver_joins_those_that_are_there(
    client: Client, tmp_path: Path, faulty: str, waivers: str, expected: str
) -> None:
    """Block lists go on at their own indent, lists in brackets within them."""
    uri = client.open(tmp_path / "v.yaml", faulty + waivers, "yaml")
    assert stay(client, uri, faulty + waivers) == faulty + expected


def test_a_waiver_names_the_pada_or_the_field(client: Client, tmp_path: Path, record: str) -> None:
    """A finding of one pāda or one field is waived there and nowhere else."""
    text = record.replace("form: मूलभागेन", "form: मूलभागाय", 1)
    uri = client.open(tmp_path / "v.yaml", text, "yaml")
    titled = {each["title"]: after(text, each) for each in asked(client, uri)}
    assert any("at: 'morphology[1].form', reason: }" in each for each in titled.values())
    loose = f"verses:\n  - verse: |\n      {FAULTY.strip().replace(chr(10), chr(10) + '      ')}\n"
    uri = client.open(tmp_path / "w.yaml", loose, "yaml")
    assert stay(client, uri, loose).startswith(
        f"{loose}    waivers:\n      - {{rule: CHA111, at: pada a, reason: }}\n"
    )


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_a_comment_lets_a_finding_of_a_text_stay(client: Client, tmp_path: Path, end: str) -> None:
    """The comment stands at the end of the line; it too is refused without a reason."""
    text = FAULTY.replace("\n", end)
    uri = client.open(tmp_path / "v.txt", text, "plaintext")
    client.pushed(uri, 1)
    (stays,) = [each for each in asked(client, uri) if each["title"].startswith("Ignore")]
    (edit,) = stays["edit"]["changes"][uri]
    assert edit["newText"] == "  # dhyana: ignore CHA111 "
    line = FAULTY.split("\n")[0]
    assert edit["range"]["start"] == position(line, len(line))
    commented = text.replace(end, f"{edit['newText']}{end}", 1)
    client.change(uri, commented, 2)
    (refused,) = client.pushed(uri, 2)
    assert "without a reason" in refused["message"]
    client.change(uri, commented.replace("CHA111 ", "CHA111 so it is sung", 1), 3)
    assert client.pushed(uri, 3) == []


def test_in_markdown_the_comment_is_of_markdown(client: Client, tmp_path: Path) -> None:
    """There the comment is one that no reader of the page sees."""
    text = f"# 😀\n\n```shloka\n{FAULTY}```\n"
    uri = client.open(tmp_path / "v.md", text, "markdown")
    line = text.split("\n")[3]
    commented = stay(client, uri, text)
    assert commented.split("\n")[3] == f"{line}  <!-- dhyana: ignore CHA111  -->"
    reasoned = commented.replace("CHA111  -->", "CHA111 sung so -->")
    client.change(uri, reasoned, 2)
    assert client.pushed(uri, 2) == []


def test_only_the_findings_touched_are_offered(client: Client, tmp_path: Path, faulty: str) -> None:
    """Away from a finding there is nothing to do; nor is there where other kinds are asked for."""
    uri = client.open(tmp_path / "v.yaml", faulty, "yaml")
    elsewhere = position(faulty, faulty.index("commentary"))
    context = {"diagnostics": []}
    asked_range = {"start": elsewhere, "end": elsewhere}
    assert client.of("codeAction", uri, range=asked_range, context=context) == []
    assert asked(client, uri, only=["refactor"]) == []
    assert asked(client, uri, only=["quickfix"]) == asked(client, uri)


def test_an_edit_is_of_one_version(faulty: str) -> None:
    """Where the client knows of versions, the edit names the one that it is for."""
    path = Path("/x/v.yaml")
    document = Document(path.as_uri(), path, "yaml", 7, faulty, Encoding.Utf16)
    (action,) = actions(document, check(document), (0, len(faulty)), None)
    assert action.edit is not None
    assert action.edit.document_changes is not None
    (change,) = action.edit.document_changes
    assert change.text_document.version == 7
    plain = unversioned(action).edit
    assert plain is not None
    assert plain.changes == {document.uri: change.edits}
    assert plain.document_changes is None


def test_a_review_is_stamped(record: str) -> None:
    """Code that has changed since it was compared with its verse is stamped by who compared it."""
    path = load().verse(12).path.resolve()
    now = fingerprint("dhyana.attention.scale_scores")
    old = record.replace(now, "v1:0123456789abcdef", 1)
    document = Document(path.as_uri(), path, "yaml", 1, old, Encoding.Utf16)
    found = actions(document, check(document), (0, len(old)), None)
    (stamp,) = [unversioned(each) for each in found if "stamp the review" in each.title]
    assert stamp.edit is not None
    assert stamp.edit.changes is not None
    (edit,) = stamp.edit.changes[document.uri]
    start, end = document.places.indices(edit.range)
    assert old[:start] + edit.new_text + old[end:] == record


def finding(*fixes: Fix, column: int = 1) -> Finding:
    """Make a finding of one character with repairs."""
    return Finding(
        Diagnostic(
            code="LIP101",
            name="near-miss",
            severity=Severity.WARNING,
            message="m",
            line=1,
            column=column,
            end_line=1,
            end_column=column + 1,
            fixes=fixes,
        )
    )


def fix(column: int, text: str, *, safe: bool) -> Fix:
    """Make a repair of one character."""
    return Fix(f"write {text}", safe, (TextEdit(1, column, 1, column + 1, text),))


def test_repairs_say_whether_they_are_safe() -> None:
    """A safe repair that is the only one is preferred; an unsafe one says so in its title."""
    document = Document("u", Path("v.txt"), "text", 1, "कखग", Encoding.Utf16)
    found = (
        finding(fix(1, "a", safe=True)),
        finding(fix(2, "b", safe=False), fix(2, "c", safe=True), Fix("think"), column=2),
    )
    given = actions(document, Checked(found), (0, 3), None)
    assert [(each.title, each.is_preferred) for each in given if "write" in each.title] == [
        ("write a", True),
        ("write b (unsafe)", False),
        ("write c", False),
    ]
    (every,) = actions(document, Checked(found), (0, 0), ["source.fixAll"])
    assert every.edit is not None
    assert every.edit.document_changes is not None
    (change,) = every.edit.document_changes
    assert [edit.new_text for edit in change.edits] == ["a", "c"]


def emending(
    record: str, field: str, word: str, new: str, name: str = "x", *, last: bool = False
) -> str:
    """Take the action that mends a word of verse 12 in its treatise; the text after it."""
    path = load().verse(12).path.resolve()
    document = Document(path.as_uri(), path, "yaml", 1, record, Encoding.Utf16)
    start = record.index(word, record.index(f"{field}:"))
    start = record.index(word, start + 1) if last else start
    line, column = record.count("\n", 0, start) + 1, start - record.rfind("\n", 0, start)
    edit = TextEdit(line, column, line, column + len(word), new)
    found = Diagnostic(
        code="ANV102",
        path=str(path),
        name=name,
        severity=Severity.ERROR,
        message="m",
        line=line,
        column=column,
        end_line=line,
        end_column=column + len(word),
        field=field,
        fixes=(Fix(f"write {new}", safe=True, edits=(edit,)),),
    )
    checked = Checked((Finding(found),))
    assert actions(document, checked, (0, len(record)), ["source.fixAll"]) == []
    mend, *_ = actions(document, checked, (0, len(record)), None)
    assert mend.title == f"Emend in the apparatus, with a reason: write {new}"
    workspace = unversioned(mend).edit
    assert workspace is not None
    assert workspace.changes is not None
    (change,) = workspace.changes[document.uri]
    at = document.places.index(change.range.start)
    return record[:at] + change.new_text + record[at:]


def test_the_words_of_a_treatise_are_mended_in_its_apparatus(record: str) -> None:
    """What would be a repair elsewhere is a conjecture there, which wants its reason."""
    text = emending(record, "anvaya", "शान्तिं", "शान्तिम्")
    assert text.endswith(
        "  - kind: conjecture\n    reason: \n    edits:\n"
        "      - {field: anvaya, reading: 'शान्तिं', correction: 'शान्तिम्'}\n"
    )
    path = Path("v.yaml")
    with pytest.raises(RecordError, match="reason: the value is missing"):
        parse_record(path, text, VerseRecord)
    written, source = parse_record(path, text.replace("reason: \n", "reason: so\n"), VerseRecord)
    assert "शान्तिम् सम्पादयन्" in edit_of(written, Edition.EMENDED, source).record.anvaya
    assert edit_of(written, Edition.TEXT, source).record.anvaya == written.anvaya


def test_a_conjecture_names_the_occurrence_and_whole_words(record: str) -> None:
    """A part of a word stands with its word, a word that stood there before is counted."""
    text = emending(record, "translation", "magnitudes", "mag'nitude")
    assert "{field: translation, reading: 'magnitudes.', correction: 'mag''nitude.'}" in text
    twice = record.replace("Then, division", "values division", 1)
    text = emending(twice, "translation", "values ex", "valuables ex")
    assert "reading: 'values explode', correction: 'valuables explode'}" in text
    text = emending(
        twice.replace("explode", "division"), "translation", "s div", "s  div", last=True
    )
    assert "{field: translation, occurrence: 2, reading: 'values division', " in text


def test_damage_is_repaired(record: str) -> None:
    """A lost backslash is no conjecture but a repair, of just what is lost."""
    text = emending(record, "translation", "quare", "\\quare", "lost-backslash")
    assert "kind: repair" in text
    assert "{field: translation, reading: 'quare', correction: '\\quare'}" in text


def test_repairs_of_the_linter_mend_the_text(tmp_path: Path) -> None:
    """Every mechanical repair that the linter has for a text leaves one finding less."""
    text = "रामो राजा दशरथस्ततो रामः प्रतापवान् ।\nवनं गतः स धर्मात्मा सीतया सह राघव: ॥\n"
    path = tmp_path / "v.txt"
    document = Document(path.as_uri(), path, "text", 1, text, Encoding.Utf16)
    checked = check(document)
    for found in checked.findings:
        for each in found.diagnostic.fixes:
            for edit in each.edits:
                rows = text.split("\n")
                row, before = rows[edit.line - 1], edit.column - 1
                rows[edit.line - 1] = row[:before] + edit.text + row[edit.end_column - 1 :]
                mended = Document("u", path, "text", 2, "\n".join(rows), Encoding.Utf16)
                assert len(check(mended).findings) < len(checked.findings)
