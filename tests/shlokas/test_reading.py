"""A record file is read, or everything wrong with it is said with its place."""

import os
import time
from dataclasses import dataclass
from pathlib import Path

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from dhyana.shlokas import composing
from dhyana.shlokas.faults import MAX_FAULTS, Fault, RecordError
from dhyana.shlokas.reading import MAX_BYTES, parse_record, read_record
from dhyana.shlokas.record import Claim, CodeLink, Kind, Verdict, VerseRecord

PATH = Path("verse-001.yaml")
RECORD = """\
number: 1
verse: |
  पूर्वे तु क्रमयोगेन
  गच्छन्ति स्म पदे पदे
padaccheda: पूर्वे तु
anvaya: पूर्वे तु
translation: 'they: went'
morphology:
- form: न
  category: अव्ययम्
  description: no
  analysis: {avyaya: true}
- {form: तु, category: अव्ययम्, description: but}
commentary: |
  About $O(N)$.

  More.
"""


def parse(text: str) -> VerseRecord:
    return parse_record(PATH, text, VerseRecord)[0]


def faults(text: str) -> list[str]:
    with pytest.raises(RecordError) as caught:
        parse(text)
    return str(caught.value).splitlines()


def test_values_are_the_text_as_written() -> None:
    """Blocks lose one final newline, and text stays text whatever YAML would take it for."""
    record = parse(RECORD)
    assert record.number == 1
    assert record.verse == "पूर्वे तु क्रमयोगेन\nगच्छन्ति स्म पदे पदे"
    assert record.translation == "they: went"
    assert record.commentary == "About $O(N)$.\n\nMore."
    assert record.morphology[0].description == "no"
    assert record.morphology[0].analysis is not None
    assert record.morphology[0].analysis.avyaya is True
    assert record.morphology[1].analysis is None


def test_optional_parts_are_read_into_their_types() -> None:
    """Links, claims and the apparatus become dataclasses, their choices enumerations."""
    record = parse(
        RECORD + "code: [{symbol: dhyana.attention.softmax, reviewed: }]\n"
        "claims: [{text: it holds, verdict: holds, qualification: null}]\n"
        "apparatus:\n"
        "- kind: repair\n"
        "  reason: damage\n"
        "  edits: [{field: anvaya, reading: तु, correction: ''}]\n"
    )
    assert record.code == (CodeLink("dhyana.attention.softmax"),)
    assert record.claims == (Claim("it holds", Verdict.HOLDS),)
    assert record.apparatus[0].kind is Kind.REPAIR
    assert record.apparatus[0].edits[0].correction == ""


def swap(old: str, new: str) -> str:
    assert RECORD.count(old) == 1, old
    return RECORD.replace(old, new)


@dataclass(frozen=True)
class Reading:
    value: float
    note: str = ""


def test_json_is_read_too() -> None:
    """A JSON file has finite numbers and, as JSON must, escapes in double quotes."""
    path = Path("verse-001.json")
    text = r'{"value": -1.5e-3, "note": "\"\u0915\" is\nwritten"}'
    record, source = parse_record(path, text, Reading)
    assert record == Reading(-0.0015, '"क" is\nwritten')
    places = [source.locate("note", offset)[1] for offset in range(len(record.note) + 1)]
    assert "".join(text[column - 1] for column in places) == r'\\\ is\written"'
    assert parse_record(path, '{"value": 3}', Reading)[0].value == 3.0
    for wrong in ("NaN", "Infinity", "1e999", "0x1F", "1_000", '"1"', "true", "null"):
        with pytest.raises(RecordError, match="expected a number"):
            parse_record(path, f'{{"value": {wrong}}}', Reading)


BROKEN = {
    "unknown key": (
        RECORD + "comentary: x\n",
        "18:1: unknown key 'comentary' (did you mean commentary?); expected one of number, verse,",
    ),
    "missing field": (
        swap("anvaya: पूर्वे तु\n", ""),
        "1:1: anvaya is missing; expected text: The words in prose order",
    ),
    "missing field of a row": (
        swap("  category: अव्ययम्\n", ""),
        "9:3: morphology[0]: category is missing; expected text: Its grammatical category",
    ),
    "list for text": (
        swap("anvaya: पूर्वे तु", "anvaya: [पूर्वे, तु]"),
        "6:9: anvaya: a list stands here; expected text",
    ),
    "mapping for text": (
        swap("anvaya: पूर्वे तु", "anvaya: {a: b}"),
        "6:9: anvaya: a mapping stands here; expected text",
    ),
    "text for a list": (
        RECORD + "code: dhyana.attention\n",
        "18:7: code: 'dhyana.attention' stands here; expected a list",
    ),
    "text for a mapping": (
        swap("{avyaya: true}", "avyaya"),
        "12:13: morphology[0].analysis: 'avyaya' stands here; expected a mapping with stem, linga",
    ),
    "nothing for text": (
        swap("anvaya: पूर्वे तु", "anvaya:"),
        "6:8: anvaya: the value is missing; expected text",
    ),
    "nothing for a list": (
        RECORD + "code:\n",
        "18:6: code: nothing stands here; expected a list",
    ),
    "word for a number": (
        swap("number: 1", "number: one"),
        "1:9: number: 'one' is not a whole number; expected a whole number from 1 to 999",
    ),
    "quoted number": (
        swap("number: 1", "number: '1'"),
        "1:9: number: '1' in quotes is not a whole number",
    ),
    "octal number": (
        swap("number: 1", "number: 012"),
        "1:9: number: '012' is not a whole number",
    ),
    "huge number": (
        swap("number: 1", "number: " + "9" * 5000),
        "1:9: number: '999999999999999999999999999999999999999…' is not a whole number",
    ),
    "number out of range": (
        swap("number: 1", "number: 0"),
        "1:9: number: '0' is out of range; expected a whole number from 1 to 999",
    ),
    "word for a truth value": (
        swap("avyaya: true", "avyaya: yes"),
        "12:22: morphology[0].analysis.avyaya: 'yes' is not a truth value; expected true or false",
    ),
    "unknown choice": (
        RECORD + "claims: [{text: x, verdict: hold}]\n",
        (
            "18:29: claims[0].verdict: 'hold' is not a choice (did you mean holds?); "
            "expected one of holds, qualified, refuted, not_measurable"
        ),
    ),
    "wrong pattern": (
        RECORD + "code:\n- symbol: torch.softmax\n",
        "19:11: code[0].symbol: 'torch.softmax' is not allowed; expected a match of dhyana",
    ),
    "pattern that matches in part": (
        RECORD + "waivers: [{rule: CHA1034, reason: x}]\n",
        "18:18: waivers[0].rule: 'CHA1034' is not allowed; expected a match of [A-Z]{3}[0-9]{3}",
    ),
    "empty reading": (
        RECORD + "apparatus: [{kind: repair, reason: r, edits: "
        "[{field: anvaya, reading: '', correction: x}]}]\n",
        "18:72: apparatus[0].edits[0].reading: '' is not allowed",
    ),
    "duplicate key": (
        RECORD + "anvaya: again\n",
        "18:1: anvaya stands here a second time",
    ),
    "key that is no word": (
        RECORD + "[a]: b\n",
        "18:1: a key must be a plain word",
    ),
    "two documents": (
        RECORD + "---\nnumber: 2\n",
        "18:1: a second document begins here; expected one record a file",
    ),
    "custom tag": (
        swap("anvaya: ", "anvaya: !!python/object:os.system "),
        "6:9: anvaya: tag '!!python/object:os.system' is refused; expected text",
    ),
    "tag on a key": (
        RECORD + "!x code: []\n",
        "18:1: a key must be a plain word",
    ),
    "anchor": (
        swap("anvaya: ", "anvaya: &a "),
        "6:9: anchors and aliases are refused; expected the value itself",
    ),
    "undefined alias": (
        swap("anvaya: पूर्वे तु", "anvaya: *a"),
        "6:9: anchors and aliases are refused; expected the value itself",
    ),
    "merge key": (
        RECORD + "<<: {code: []}\n",
        "18:1: unknown key '<<'",
    ),
    "control character": (
        swap("went", "we\x07nt"),
        "7:23: a character U+0007 stands here; expected text that shows as it is",
    ),
    "reordering character": (
        swap("went", "we\u202ent"),
        "7:23: a character U+202E stands here",
    ),
    "line separator": (
        swap("went", "we\u2028nt"),
        "7:23: a character U+2028 stands here",
    ),
    "carriage return": (
        swap("went", "we\rnt"),
        "7:23: a character U+000D stands here",
    ),
    "tab in text": (
        swap("went", "we\tnt"),
        "7:23: a tab stands here; expected spaces",
    ),
    "not normalised": (
        swap("went", "we\u0301nt"),
        (
            '7:22: the text from "e\u0301nt\'" on is not normalised; '
            "expected Unicode normalisation form NFC"
        ),
    ),
    "byte order mark": (
        "\ufeff" + RECORD,
        "1:1: a byte order mark stands here; expected plain UTF-8",
    ),
    "escape in double quotes": (
        swap("'they: went'", r'"by $\text{d}$"'),
        (
            r"7:14: translation: a backslash in double quotes is an escape: \t of \text becomes "
            "a tab; expected single quotes or a block (|)"
        ),
    ),
    "unknown escape": (
        swap("'they: went'", r'"by $\sqrt{d}$"'),
        (
            "7:19: not YAML: found unknown escape character (while parsing a quoted scalar that "
            "begins in line 7); expected single quotes or a block (|): double quotes"
        ),
    ),
    "colon in plain text": (
        swap("'they: went'", "they: went"),
        (
            "7:18: not YAML: mapping values are not allowed in this context; "
            "expected single quotes or a block (|) around text with a colon"
        ),
    ),
    "unclosed quote": (
        swap("'they: went'", "'they: went"),
        "not YAML: ",
    ),
    "flow sequence too deep": (
        RECORD + "code: " + "[" * 100_000,
        "18:1006: not YAML: exceeded maximum nesting depth",
    ),
    "block sequence too deep": (
        RECORD + "code:\n" + "- " * 100_000,
        "not YAML: exceeded maximum nesting depth",
    ),
    "nesting within the parser's bound": (
        RECORD + "code: " + "[" * 900 + "]" * 900,
        "18:8: code[0]: a list stands here; expected a mapping with symbol",
    ),
    "empty file": ("", "1:1: the file is empty; expected a mapping with number, verse"),
    "only comments": ("# nothing\n", "1:1: the file is empty"),
    "a list": ("- 1\n", "1:1: a list stands here; expected a mapping with number, verse"),
    "a word": ("record\n", "1:1: 'record' stands here; expected a mapping with number, verse"),
}


@pytest.mark.parametrize(("text", "expected"), BROKEN.values(), ids=BROKEN.keys())
def test_each_fault_has_its_place_and_remedy(text: str, expected: str) -> None:
    """One fault gives one line that names file, line, column, the fault and what was expected."""
    (line,) = faults(text)
    assert line.startswith(f"{PATH}:")
    assert expected in line


def test_all_faults_of_a_file_come_at_once_in_order() -> None:
    """Faults of characters, of keys and of values are reported together, sorted by place."""
    text = RECORD.replace("number: 1", "number: x").replace("went", "w\tent")
    text = text.replace("  category: अव्ययम्\n", "") + "code: &a []\nvers: x\n"
    found = faults(text)
    assert [line.split(":")[1:3] for line in found] == [
        ["1", "9"],
        ["7", "22"],
        ["9", "3"],
        ["17", "7"],
        ["18", "1"],
    ]


def test_a_tab_for_indentation_is_said_before_what_follows_from_it() -> None:
    """The tab comes first, with its place; the parser's complaint may follow."""
    text = swap("  category: अव्ययम्\n", "\tcategory: अव्ययम्\n")
    assert faults(text)[0] == f"{PATH}:10:1: a tab stands here; expected spaces"


def test_an_anchor_on_a_key_hides_no_other_fault() -> None:
    """A refused key still counts as that key, so nothing is called missing."""
    (line,) = faults(swap("anvaya:", "&a anvaya:"))
    assert line.startswith(f"{PATH}:6:1: anchors and aliases are refused")


def test_anchors_are_not_expanded() -> None:
    """A thousandfold alias is refused at each of its places without being multiplied out."""
    bomb = "code: &a [x, x, x, x, x, x, x, x, x]\n"
    for name, before in zip("bcdefgh", "abcdefg", strict=True):
        bomb += f"{name}: &{name} [{', '.join(['*' + before] * 9)}]\n"
    started = time.process_time()
    found = faults(RECORD + bomb)
    assert time.process_time() - started < 2
    assert sum("anchors and aliases are refused" in line for line in found) == 8 + 7 * 9


def test_a_bomb_behind_a_hundred_anchors_is_not_expanded() -> None:
    """Anchors that are no longer listed are refused all the same."""
    members = "[" + "अ, " * 10_000 + "]"
    row = "form: अ, category: अ, description: अ, analysis: {members: " + members + "}"
    bomb = RECORD.replace("morphology:\n", f"morphology:\n- &r {{{row}}}\n" + "- *r\n" * 20_000)
    dummies = "".join(f"# {i}\n- &a{i} x\n" for i in range(100))
    started = time.process_time()
    faults(bomb.replace("morphology:\n", "morphology:\n" + dummies, 1))
    assert time.process_time() - started < 5


def test_an_anchor_that_contains_itself_is_refused() -> None:
    """A document that is its own child is reported, not followed."""
    assert "anchors" in faults("&a [*a]")[0]


def test_faults_are_listed_up_to_a_bound() -> None:
    """A file with a hundred thousand faults is given up after a hundred, quickly."""
    started = time.process_time()
    found = faults(RECORD + "".join(f"numbe{i}: x\n" for i in range(60_000)))
    assert len(found) == MAX_FAULTS + 1
    assert "no more are sought" in found[-1]
    assert time.process_time() - started < 5


def test_a_pile_of_combining_marks_is_refused_before_it_is_normalised() -> None:
    """Half a million marks, which would take minutes to normalise, take no time."""
    started = time.process_time()
    (line,) = faults(swap("went", "we" + "\u0323\u0301" * 250_000))
    assert time.process_time() - started < 5
    assert line.startswith(f"{PATH}:7:53: more than 30 combining marks follow one another")


def test_windows_line_ends_are_line_ends() -> None:
    """A checkout with CRLF gives the same record and the same places."""
    assert parse(RECORD.replace("\n", "\r\n")) == parse(RECORD)
    (line,) = faults(swap("number: 1", "number: x").replace("\n", "\r\n"))
    assert line.startswith(f"{PATH}:1:9:")


def test_the_pure_loader_reads_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without libyaml the same record is read and deep nesting is refused all the same."""
    monkeypatch.delattr(yaml, "CSafeLoader")
    composing._loader.cache_clear()
    try:
        pure = parse(RECORD)
        assert "nested too deeply" in faults(RECORD + "code: " + "[" * 50_000)[0]
    finally:
        composing._loader.cache_clear()
        monkeypatch.undo()
    assert pure == parse(RECORD)


def read_faults(path: Path) -> str:
    with pytest.raises(RecordError) as caught:
        read_record(path, VerseRecord)
    return str(caught.value)


def test_a_good_file_is_read(tmp_path: Path) -> None:
    """The file gives the record and its source."""
    path = tmp_path / "verse.yaml"
    path.write_text(RECORD, encoding="utf-8")
    record, source = read_record(path, VerseRecord)
    assert record == parse(RECORD)
    assert (source.path, source.text) == (path, RECORD)


def test_what_is_no_file_is_said(tmp_path: Path) -> None:
    """A missing file and a directory are named as such."""
    assert read_faults(tmp_path / "no.yaml") == f"{tmp_path / 'no.yaml'}: there is no such file"
    assert read_faults(tmp_path) == f"{tmp_path}: this is a directory; expected a YAML file"
    assert "cannot be read" in read_faults(tmp_path / ("x" * 5000))


def test_bytes_that_are_not_utf8_have_their_place(tmp_path: Path) -> None:
    """The offset of the byte is given as line and column too."""
    path = tmp_path / "verse.yaml"
    path.write_bytes("number: 1\nverse: पू".encode() + b"\xff\n")
    assert read_faults(path) == f"{path}:2:10: byte 0xff at offset 23 is not UTF-8; expected UTF-8"


def test_a_huge_file_is_refused_unread(tmp_path: Path) -> None:
    """A hundred megabytes cost neither time nor memory."""
    path = tmp_path / "verse.yaml"
    with path.open("wb") as file:
        file.truncate(100 << 20)
    started = time.process_time()
    assert "the file is too large (104,857,600 bytes); expected a record of at most 1,048,576" in (
        read_faults(path)
    )
    assert time.process_time() - started < 0.5


def test_the_largest_file_is_read_in_bounded_time(tmp_path: Path) -> None:
    """A file of exactly the allowed size is parsed, one byte more is not."""
    path = tmp_path / "verse.yaml"
    padding = MAX_BYTES - len(RECORD.encode()) - 1
    path.write_text(RECORD + "#" * padding + "\n", encoding="utf-8")
    assert read_record(path, VerseRecord)[0] == parse(RECORD)
    path.write_text(RECORD + "#" * (padding + 1) + "\n", encoding="utf-8")
    assert "too large" in read_faults(path)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_pipes_and_devices_are_not_opened(tmp_path: Path) -> None:
    """Reading a pipe that nobody writes to, or a device without end, does not hang."""
    pipe = tmp_path / "verse.yaml"
    os.mkfifo(pipe)
    assert "this is no regular file" in read_faults(pipe)
    assert "this is no regular file" in read_faults(Path("/dev/zero"))


@pytest.mark.skipif(
    not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may read every file"
)
def test_a_file_without_permission_is_said(tmp_path: Path) -> None:
    """An unreadable file is reported with the system's reason."""
    path = tmp_path / "verse.yaml"
    path.write_text(RECORD, encoding="utf-8")
    path.chmod(0)
    assert "cannot be read: Permission denied" in read_faults(path)


def test_a_file_that_fails_while_it_is_read_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the operating system refuses comes as a fault of the file."""
    path = tmp_path / "verse.yaml"
    path.write_text(RECORD, encoding="utf-8")

    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "open", refuse)
    assert read_faults(path) == f"{path}: the file cannot be read: Permission denied"


def outcome(path: Path, data: bytes) -> tuple[Fault, ...]:
    path.write_bytes(data)
    try:
        read_record(path, VerseRecord)
    except RecordError as error:
        return error.faults
    return ()


def assert_places_are_in_the_file(path: Path, data: bytes) -> None:
    lines = data.count(b"\n") + 1
    for fault in outcome(path, data):
        assert fault.line is None or 1 <= fault.line <= lines or b"\r" in data


@pytest.fixture(scope="module")
def scratch(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("bytes") / "verse.yaml"


@settings(deadline=None, max_examples=200)
@given(st.binary(max_size=200))
def test_arbitrary_bytes_never_give_a_traceback(scratch: Path, data: bytes) -> None:
    """Whatever the bytes, the outcome is a record or a `RecordError`."""
    assert_places_are_in_the_file(scratch, data)


@settings(deadline=None, max_examples=300)
@given(
    st.lists(
        st.tuples(
            st.integers(0, len(RECORD.encode())),
            st.integers(0, 12),
            st.sampled_from([b"&a ", b"*a", b"!x ", b"[", b"{", b"- ", b"? ", b": ", b"|", b">-\n"])
            | st.sampled_from([b'"', b"'", b"\\", b"\t", b"\r", b"\x00", b"\xef\xbb\xbf", b"\xc2"])
            | st.sampled_from([b"---\n", b"...\n", b"%YAML 1.1\n", b"#", b"<<: ", b"", b"\xff"])
            | st.binary(max_size=3),
        ),
        min_size=1,
        max_size=4,
    )
)
def test_damaged_records_never_give_a_traceback(
    scratch: Path, damage: list[tuple[int, int, bytes]]
) -> None:
    """A good record with pieces cut out and put in is read or refused with places."""
    data = RECORD.encode()
    for start, cut, put in damage:
        data = data[:start] + put + data[start + cut :]
    assert_places_are_in_the_file(scratch, data)


YAML_LIKE = st.lists(
    st.sampled_from(["a", "&a", "*a", "!t", " ", "\n", ": ", ":", ", ", "[", "]", "{", "}", "- "])
    | st.sampled_from(["'", '"', "|\n", "? ", "&", "#", "---\n", "-", "?", "%", "@"]),
    max_size=12,
).map("".join)


@settings(deadline=None, max_examples=500)
@given(YAML_LIKE)
def test_no_anchor_is_overlooked(text: str) -> None:
    """The quick look that spares most files the search for anchors misses none."""
    try:
        events = list(yaml.parse(text, Loader=yaml.SafeLoader))
        root = composing.compose(text)
    except (yaml.YAMLError, composing.ComposeError):
        return
    marks = [
        event.start_mark.index
        for event in events
        if getattr(event, "anchor", None) and event.start_mark
    ]
    assert [mark.index for mark in composing.anchored(text)] == marks
    assert (root is None) == (len(events) == 2)
