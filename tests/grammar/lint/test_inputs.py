"""From files to passages: which files, which verses, where they stand."""

import io
import os
import sys
from collections.abc import Iterable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dhyana.grammar.lint.inputs import (
    Document,
    Kind,
    document,
    document_of_text,
    documents,
    treatise_documents,
)
from dhyana.grammar.lint.json_lines import json_verse, line_blocks
from dhyana.grammar.lint.lines import MAX_LINE
from dhyana.grammar.lint.passage import Passage, offset_of
from dhyana.grammar.lint.places import place
from dhyana.shlokas.editions import Edition
from dhyana.shlokas.faults import Fault, RecordError
from dhyana.shlokas.reading import MAX_BYTES
from dhyana.shlokas.record import VerseRecord

HALF = "रामो राजा दशरथस्ततो रामः प्रतापवान् ।"
VERSE = f"{HALF}\n{HALF[:-1]}॥"


def write(folder: Path, name: str, text: str | bytes) -> Path:
    """Write a file, with the folders above it."""
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return path


def passages(path: Path, kind: Kind = Kind.AUTO) -> list[Passage]:
    """Read all passages of a file, which has no broken line."""
    found = list(document(path, kind).passages)
    assert all(isinstance(passage, Passage) for passage in found)
    return [passage for passage in found if isinstance(passage, Passage)]


def written_at(path: Path, passage: Passage, start: int, end: int) -> str:
    """Read in the file what the passage says stands there."""
    lines = path.read_text("utf-8").split("\n")
    (line, column), (end_line, end_column) = passage.locate(start), passage.locate(end)
    assert line == end_line
    return lines[line - 1][column - 1 : end_column - 1]


def test_text_is_parted_into_verses_with_their_places(tmp_path: Path) -> None:
    """Each verse of a text is a passage, and any of its letters is found in the file again."""
    path = write(tmp_path, "a.txt", f"# कविता\n\n{VERSE}१॥\n\nसञ्जय उवाच\n  {VERSE}\n")
    first, second = passages(path)
    assert (first.label, first.locate(0)) == ("verse १", (3, 1))
    for passage in (first, second):
        start = passage.text.index("प्रतापवान्")
        assert written_at(path, passage, start, start + 10) == "प्रतापवान्"
        assert passage.meant


def test_a_paragraph_without_danda_may_be_no_verse(tmp_path: Path) -> None:
    """Nothing shows a heading to be verse, so it is not taken to be meant as one."""
    path = write(tmp_path, "a.txt", f"अथ प्रथमोऽध्यायः\n\n{VERSE}\n")
    assert [passage.meant for passage in passages(path)] == [False, True]


def test_markdown_has_verse_in_its_fences_only(tmp_path: Path) -> None:
    """Fences marked shloka are read, indented ones too; prose and other code is not."""
    path = write(
        tmp_path,
        "a.md",
        f"# Verse ।\n\n```shloka\n{VERSE}\n```\n\ntext ॥\n\n```python\nx = 1 ॥\n```\n"
        f"- item\n\n  ~~~~ shloka\n  {HALF}\n  ~~~\n  {HALF}\n  ~~~~\n",
    )
    found = passages(path)
    assert [passage.locate(0)[0] for passage in found] == [4, 16]
    assert all(passage.meant for passage in found)
    assert written_at(path, found[0], 0, 4) == "रामो"


def test_records_of_any_shape(tmp_path: Path) -> None:
    """A verse is enough; number and waivers count where there are any; a list may have several."""
    path = write(
        tmp_path,
        "a.yaml",
        "title: x\nnumber: 7\nverse: |\n  धर्मक्षेत्रे कुरुक्षेत्रे\n"
        "waivers:\n  - {rule: CHA103, reason: so}\nverses:\n  - 'इति रामः'\n  - {verse: x}\n",
    )
    first, second, third = passages(path)
    assert (first.verse, first.field, first.waivers[0].rule) == (7, "verse", "CHA103")
    assert written_at(path, first, 0, 5) == "धर्मक"
    assert (second.field, written_at(path, second, 0, 3)) == ("verses[0]", "इति")
    assert third.field == "verses[1].verse"
    assert first.record is None


FULL = (
    "number: 7\nverse: राम\npadaccheda: राम\nanvaya: राम\ntranslation: x\n"
    "morphology: []\ncommentary: x\n"
)


@pytest.mark.parametrize(
    ("content", "place", "message"),
    [
        (FULL.replace("number: 7", "number: x"), "1:9", "is not a whole number"),
        (FULL.replace("morphology: []", "morphology: [x]"), "6:14", "'x' stands here"),
        (FULL.replace("commentary:", "comentary:"), "7:1", "did you mean commentary?"),
        (FULL.replace("verse:", "vers:"), "2:1", "did you mean verse?"),
        (f"{FULL}number: 8\n", "8:1", "number stands here a second time"),
        (f"\ufeff{FULL}", "1:1", "a byte order mark stands here"),
        ("verse: x\nverse: y\n", "2:1", "'verse' stands here a second time"),
        ("verse: x\nnote: {a: 1, a: 2}\n", "2:14", "'a' stands here a second time"),
        ("verse: &v x\nnote: *v\n", "1:8", "anchors and aliases are refused"),
        ("verse: x\nnote: !!str y\n", "2:7", "tag 'tag:yaml.org,2002:str' is refused"),
        ("verse: a\x01b\n", "1:9", "a character U+0001 stands here"),
        ("note: x\nverse: a\u0301\n", "2:8", "is not normalised"),
        ("verse: x\n--- \nverse: y\n", "2:1", "a second document begins here"),
    ],
)
def test_damage_and_faults_of_a_full_record_are_raised(
    tmp_path: Path, content: str, place: str, message: str
) -> None:
    """Neither damaged YAML nor a faulty record of our own passes as another's record."""
    path = write(tmp_path, "a.yaml", content)
    with pytest.raises(RecordError) as raised:
        list(document(path).passages)
    assert any(
        str(fault).startswith(f"{path}:{place}: ") and message in fault.message
        for fault in raised.value.faults
    ), raised.value


@pytest.mark.parametrize(
    "content",
    [f"{FULL}note: x\n", *(FULL.replace(f"{line}\n", "") for line in FULL.splitlines()[2:])],
)
def test_a_record_may_have_fewer_fields_and_others(tmp_path: Path, content: str) -> None:
    """Whoever has no commentary, or a key of their own, has a record."""
    (passage,) = document(write(tmp_path, "a.yaml", content)).passages
    assert isinstance(passage, Passage)
    assert isinstance(passage.record, VerseRecord)
    assert passage.record.verse == "राम"


def test_of_damage_in_a_record_of_anothers_only_that_is_said(tmp_path: Path) -> None:
    """Fields that it need not have are no faults of it, however many keys are its own."""
    keys = "".join(f"k{number}: x\n" for number in range(150))
    (passage,) = passages(write(tmp_path, "a.yaml", f"{keys}verse: x\n"))
    assert passage.text == "x"
    path = write(tmp_path, "b.yaml", "verse: x\nnote: y\nnote: z\n")
    with pytest.raises(RecordError) as raised:
        list(document(path).passages)
    (fault,) = raised.value.faults
    assert (fault.line, fault.column) == (3, 1)


def test_yaml_without_verse_is_passed_over_in_folders(tmp_path: Path) -> None:
    """Settings of other programs, which may have anchors and tags, are none of our business."""
    path = write(tmp_path, "a.yaml", "a: &a !env x\nb: *a\n")
    assert not list(document(path, found=True).passages)


def test_the_treatise_in_its_editions() -> None:
    """The project's own verses come as whole records, after what stands before and behind them."""
    matter, *found = treatise_documents(Edition.TEXT)
    (passage,) = matter.passages
    assert isinstance(passage, Passage)
    assert not passage.is_verse
    assert len(found) == 50
    for item in found:
        assert isinstance(item, Document)
        (passage,) = item.passages
        assert isinstance(passage, Passage)
        assert passage.record is not None
        assert passage.locate(0)[1] == 3


def test_a_folder_gives_its_files_once_and_in_order(tmp_path: Path) -> None:
    """Folders are walked in order; hidden and excluded files and a second mention are left out."""
    for name in ("b/2.md", "a/1.txt", "a/draft.txt", ".git/x.txt", "node_modules/y.txt", "z.png"):
        write(tmp_path, name, VERSE)
    paths = [str(tmp_path), str(tmp_path / "a/1.txt"), str(tmp_path / "a" / ".." / "a" / "1.txt")]
    found = [item for item in documents(paths, exclude=["draft*"]) if isinstance(item, Document)]
    assert [Path(item.path).name for item in found] == ["1.txt", "2.md"]


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("a.txt", "राम\nab\xe9".encode("latin-1", "replace") + b"\xe9", "is not UTF-8"),
        ("a.txt", b"x\n" + b"a" * (MAX_LINE + 1), "a.txt:2:1: the line is longer than"),
        ("a.yaml", "number: 1\n", "no verse stands in this file"),
        ("a.yaml", "verse: [1, 2]\n", "a sequence stands here"),
        ("a.yaml", "verse: \x01\n  - x: [\n", "not YAML"),
        ("a.yaml", "verse: x\nwaivers: [{rule: CHA103}]\n", "reason is missing"),
        ("a.txt", "राम dhyana: x\n# dhyana: ignore CHA103\n", "without a reason"),
        ("a.txt", "राम # dhyana: ignore CHA999 because\n", "there is no rule CHA999"),
        ("a.txt", "# dhyana: skip this\n", "this comment cannot be read"),
    ],
)
def test_broken_input_says_where_and_what(
    tmp_path: Path, name: str, content: str | bytes, message: str
) -> None:
    """What cannot be read ends with its place and what was expected."""
    path = write(tmp_path, name, content)
    with pytest.raises(RecordError, match="expected") as raised:
        list(document(path).passages)
    assert message in str(raised.value)
    assert str(path) in str(raised.value)


def test_latin1_is_named_with_its_offset(tmp_path: Path) -> None:
    """The message gives byte, offset in the file, line and column."""
    path = write(tmp_path, "a.txt", "नमः\n".encode() + b"caf\xe9 |\n")
    with pytest.raises(RecordError) as raised:
        list(document(path).passages)
    assert f"{path}:2:4: byte 0xe9 at offset 13 is not UTF-8" in str(raised.value)


def test_what_is_not_there_is_a_fault(tmp_path: Path) -> None:
    """A missing file and a folder without verse are faults, and do not stop the others."""
    (tmp_path / "empty").mkdir()
    write(tmp_path, "a.txt", VERSE)
    names = ["none.txt", "empty", "a.txt"]
    missing, empty, found = documents([str(tmp_path / name) for name in names])
    assert isinstance(missing, Fault)
    assert missing.message == "there is no such file"
    assert isinstance(empty, Fault)
    assert empty.message == "no verse stands in this folder"
    assert isinstance(found, Document)


def test_a_name_that_leads_nowhere_does_not_stop_the_others(tmp_path: Path) -> None:
    """An empty or too long name, one with a NUL and a loop of links are a fault each."""
    (tmp_path / "loop.txt").symlink_to("loop.txt")
    good = write(tmp_path, "a.txt", VERSE)
    names = ["", "x" * 5000, "a\0b", str(tmp_path / "loop.txt")]
    *faults, found = documents([*names, str(good)])
    messages = [fault.message for fault in faults if isinstance(fault, Fault)]
    assert messages == [
        "the name of a file is empty",
        "the file cannot be read: File name too long",
        "there is no such file",
        "the file cannot be read: Too many levels of symbolic links",
    ]
    assert isinstance(found, Document)


def test_pipes_and_devices_in_a_folder_are_passed_over(tmp_path: Path) -> None:
    """Only a file can be read to its end; a loop of links is one that cannot be opened."""
    os.mkfifo(tmp_path / "pipe.txt")
    (tmp_path / "device.txt").symlink_to("/dev/zero")
    (tmp_path / "loop.txt").symlink_to("loop.txt")
    write(tmp_path, "a.txt", VERSE)
    good, loop = (item for item in documents([str(tmp_path)]) if isinstance(item, Document))
    assert Path(good.path).name == "a.txt"
    with pytest.raises(RecordError, match="symbolic links"):
        list(loop.passages)


def test_json_lines_survive_a_broken_one(tmp_path: Path) -> None:
    """A broken line is a fault in its place among the passages."""
    path = write(tmp_path, "a.jsonl", '{"id": 1, "text": "x"}\n\n{\n{"text": 3}\n{"text": "y"}\n')
    first, broken, no_text, last = document(path).passages
    assert isinstance(first, Passage)
    assert (first.label, first.locate(0)) == ("1", (1, 1))
    assert isinstance(broken, Fault)
    assert str(broken).startswith(f"{path}:3:2: not JSON")
    assert isinstance(no_text, Fault)
    assert isinstance(last, Passage)
    assert last.locate(0) == (5, 1)


@pytest.mark.parametrize("name", ["a.txt", "a.md", "a.yaml", "a.jsonl", "a"])
def test_a_text_at_hand_is_read_as_its_file_is(tmp_path: Path, name: str) -> None:
    """An editor's text has the passages, in the same places, that the file would have."""
    bodies = {
        "a.md": f"# x\n```shloka\n{VERSE}\n```\n",
        "a.yaml": f"verse: |\n  {HALF}\n",
        "a.jsonl": f'{{"text": "{HALF}"}}\n{{\n',
    }
    text = bodies.get(name, f"\ufeff{VERSE}\r\n\r\n{VERSE} # dhyana: ignore CHA103 so\n")
    path = write(tmp_path, name, text)

    def placed(read: Document) -> list[object]:
        return [
            each
            if isinstance(each, Fault)
            else (each.text, each.locate(0), each.locate(len(each.text)), each.suppressions)
            for each in read.passages
        ]

    assert placed(document_of_text(path, text)) == placed(document(path))


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity", "1e999"])
def test_a_number_that_json_cannot_write_again_breaks_its_line(number: str) -> None:
    """An id goes into the answer, which is to be JSON that every program reads."""
    fault = json_verse(f'{{"id": [{number}], "text": "x"}}'.encode(), 3, Path("a"))
    assert isinstance(fault, Fault)
    assert str(fault).startswith(f"a:3:1: not JSON: '{number}' is no finite number")


def test_standard_input_is_read_as_what_it_looks_like(monkeypatch: pytest.MonkeyPatch) -> None:
    """A first brace means JSON lines, anything else is text; it can be told, too."""
    for text, kind, label in (
        ('{"id": "v", "text": "x"}\n', Kind.AUTO, "v"),
        ('\ufeff{"id": "v", "text": "x"}\n', Kind.AUTO, "v"),
        ('\n \n  {"id": "v", "text": "x"}\n', Kind.AUTO, "v"),
        (f"{VERSE}१॥\n", Kind.AUTO, "verse १"),
        ("verse: x\nnumber: 4\n", Kind.YAML, "verse 4"),
    ):
        binary = io.BufferedReader(io.BytesIO(text.encode()))
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(binary))
        (found,) = documents(["-"], kind)
        assert isinstance(found, Document)
        (passage,) = found.passages
        assert isinstance(passage, Passage)
        assert (found.path, passage.label) == ("<stdin>", label)


def test_a_record_without_end_is_read_no_further_than_a_file(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Standard input may never end; more than the longest record is not taken from it."""
    binary = io.BytesIO(b"verse: x\n" + b"#" * (3 * MAX_BYTES))
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BufferedReader(binary)))
    (found,) = documents(["-"], Kind.YAML)
    assert isinstance(found, Document)
    with pytest.raises(RecordError, match="<stdin>: the input is too large; expected"):
        list(found.passages)
    assert binary.tell() < 2 * MAX_BYTES


class Dribble(io.BytesIO):
    """A pipe that gives a few bytes at a time."""

    def read1(self, size: int | None = -1) -> bytes:
        """Give three bytes."""
        return self.read(3)


def numbered(blocks: Iterable[tuple[int, bytes]]) -> list[tuple[int, bytes]]:
    """Give the lines of blocks with their numbers."""
    return [line for first, block in blocks for line in enumerate(block.split(b"\n"), first)]


@given(st.lists(st.binary(max_size=8).filter(lambda line: b"\n" not in line), max_size=6))
def test_lines_come_whole_and_numbered(lines: list[bytes]) -> None:
    """However little is there at a time, the lines are those of the file."""
    data = b"\n".join(lines)
    whole = [*enumerate(data.split(b"\n"), 1)]
    expected = whole if data and not data.endswith(b"\n") else whole[:-1]
    for file in (io.BytesIO(data), Dribble(data)):
        assert numbered(line_blocks(file)) == expected


def test_of_a_line_without_end_only_the_beginning_is_kept() -> None:
    """A line of any length takes no more memory than the longest that is allowed."""
    data = b"x" * (3 * MAX_LINE) + b"\nnext\n"
    (first, long), (second, following) = numbered(line_blocks(io.BytesIO(data)))
    assert (first, second, following) == (1, 2, b"next")
    assert MAX_LINE < len(long) < 2 * MAX_LINE
    assert isinstance(json_verse(long, 1, Path("x")), Fault)


@settings(max_examples=60, deadline=None)
@given(st.text(alphabet="रामकta \n#|।॥`~{}\"'-:", max_size=60), st.sampled_from(list(Kind)[1:]))
def test_any_text_is_read_or_refused(
    tmp_path_factory: pytest.TempPathFactory, text: str, kind: Kind
) -> None:
    """Whatever stands in a file, reading gives passages and faults, or a RecordError."""
    path = write(tmp_path_factory.mktemp("any"), "a", text)
    try:
        found = list(document(path, kind).passages)
    except RecordError:
        return
    for passage in found:
        if isinstance(passage, Passage):
            assert all(passage.locate(offset) >= (1, 1) for offset in (0, len(passage.text)))


@given(st.text(alphabet="ab\n", max_size=20), st.data())
def test_offsets_and_places_are_inverse(text: str, data: st.DataObject) -> None:
    """The offset of a line and column is the one that has that line and column."""
    offset = data.draw(st.integers(0, len(text)))
    where = place(text, offset, offset)
    assert offset_of(text, where.line, where.column) == offset


def test_a_fence_in_a_quotation_is_a_fence(tmp_path: Path) -> None:
    """Verse in a `shloka` block of a quotation is found at its columns; the quotation ends it."""
    quoted = "".join(f"> {line}\n" for line in ["```shloka", *VERSE.split("\n")])
    path = write(
        tmp_path, "a.md", f"> text\n{quoted}{HALF}\n\n> > ~~~shloka\n> > {HALF}\n> > ~~~\n"
    )
    first, second = passages(path)
    assert written_at(path, first, 0, 5) == written_at(path, second, 0, 5) == VERSE[:5]
    assert (first.locate(0), second.locate(0)) == ((3, 3), (8, 5))


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (HALF.encode("utf-16"), "the file is in UTF-16"),
        ("namaḥ".encode("utf-16-le"), "a NUL byte"),
        (bytes(range(256)), "a NUL byte"),
        ("namaḥ".encode("latin-1", "replace") + b"\xe9", "byte 0xe9 at offset 5 is not UTF-8"),
    ],
)
def test_what_is_no_utf_8_is_called_what_it_is(tmp_path: Path, data: bytes, said: str) -> None:
    """UTF-16 and binary files are told from other encodings."""
    with pytest.raises(RecordError, match=said):
        passages(write(tmp_path, "a.txt", data))


def test_a_link_that_leads_nowhere_is_named_as_such(tmp_path: Path) -> None:
    """A broken link is there, and the message does not deny it."""
    (tmp_path / "link.txt").symlink_to("gone.txt")
    (fault,) = documents([str(tmp_path / "link.txt")])
    assert isinstance(fault, Fault)
    assert fault.message == "the link leads to no file"
