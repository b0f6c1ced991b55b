"""The apparatus changes what it names and nothing else."""

import dataclasses
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from dhyana.shlokas.editions import Change, Edited, Edition, edit
from dhyana.shlokas.faults import RecordError
from dhyana.shlokas.reading import parse_record
from dhyana.shlokas.record import TreatiseRecord, VerseRecord
from dhyana.shlokas.source import Source

PATH = Path("verse-001.yaml")
FIELDS: dict[str, Any] = {
    "number": 1,
    "verse": "क ख ग घ",
    "padaccheda": "क ख",
    "anvaya": "ख क",
    "translation": "a b a b a",
    "morphology": [
        {"form": "क", "category": "x", "description": "one", "analysis": {"linga": "पुं"}},
        {"form": "ख", "category": "y", "description": "two"},
    ],
    "commentary": "aaa $ ext{Softmax}$ ext",
}


def entry(*edits: tuple[Any, ...], kind: str = "repair") -> dict[str, Any]:
    names = ("field", "reading", "correction", "occurrence", "analysis")
    return {
        "kind": kind,
        "reason": "r",
        "edits": [dict(zip(names, one, strict=False)) for one in edits],
    }


def verse(*entries: dict[str, Any]) -> tuple[VerseRecord, Source]:
    text = yaml.safe_dump({**FIELDS, "apparatus": list(entries)}, allow_unicode=True)
    return parse_record(PATH, text, VerseRecord)


def edited(*entries: dict[str, Any], edition: Edition = Edition.EMENDED) -> Edited[VerseRecord]:
    record, source = verse(*entries)
    return edit(record, edition, source)


def test_each_edition_applies_its_kinds() -> None:
    """The source stays, the text has the repairs, the emended text the conjectures too."""
    entries = (
        entry(("commentary", " ext{", r"\text{")),
        entry(("verse", "ग", "ङ"), ("morphology[1].form", "ख", "ङ"), kind="conjecture"),
    )
    record, _ = verse(*entries)
    assert edited(*entries, edition=Edition.SOURCE).record == record
    text = edited(*entries, edition=Edition.TEXT).record
    assert text == dataclasses.replace(record, commentary=r"aaa $\text{Softmax}$ ext")
    emended = edited(*entries, edition=Edition.EMENDED).record
    assert (emended.verse, emended.morphology[1].form) == ("क ख ङ घ", "ङ")
    assert emended.morphology[0] == record.morphology[0]


def test_occurrences_count_before_the_entry() -> None:
    """Edits of one entry do not see each other; a later entry sees the earlier ones."""
    together = entry(("translation", "a", "c"), ("translation", "a", "d", 3))
    assert edited(together).record.translation == "c b a b d"
    after = entry(("translation", "a", "e"))
    assert edited(together, after).record.translation == "c b e b d"


def test_occurrences_do_not_overlap() -> None:
    """The reading is counted as `str.count` counts it."""
    assert edited(entry(("commentary", "aa", "x"))).record.commentary.startswith("xa $")


def test_parts_of_the_analysis_can_be_edited() -> None:
    """A conjecture that changes a form may have to change what derives it."""
    conjecture = entry(("morphology[0].analysis.linga", "पुं", "नपुं"), kind="conjecture")
    analysis = edited(conjecture).record.morphology[0].analysis
    assert analysis is not None
    assert analysis.linga == "नपुं"


def test_an_emended_word_may_bring_its_analysis() -> None:
    """The analysis of an edit replaces that of the row in the editions that have the edit."""
    word = entry(("morphology[0].form", "क", "ग", 1, {"stem": "ग"}), kind="conjecture")
    again = entry(("morphology[0].form", "ग", "घ", 1, {"stem": "घ"}), kind="conjecture")
    for entries, stem in (((word,), "ग"), ((word, again), "घ")):
        analysis = edited(*entries).record.morphology[0].analysis
        assert analysis is not None
        assert (analysis.stem, analysis.linga) == (stem, None)
    before = edited(word, edition=Edition.TEXT).record.morphology[0].analysis
    assert before is not None
    assert before.linga == "पुं"
    with pytest.raises(RecordError, match=r"verse is no word that can be derived"):
        edited(entry(("verse", "क", "ग", 1, {"stem": "ग"})))


def test_places_of_the_treatise() -> None:
    """Headings, cells of the matrix and glosses are addressed alike."""
    canto = {
        "number": 1,
        "heading": "सर्गः",
        "title": "t",
        "introduction": "i",
        "first_verse": 1,
        "last_verse": 1,
        "map_line": "m",
    }
    fields = dict.fromkeys(
        ["title", "subtitle", "authors", "meter", "structure", "prologue", "synthesis"], "x"
    )
    lexicon = [{"term": "t", "transliteration": "t", "gloss": "a gloss"}]
    edits = entry(
        ("cantos[0].heading", "सर्गः", "प्रथमः सर्गः"),
        ("matrix[1][0]", "b", "B"),
        ("lexicon[0].gloss", "gloss", "word"),
    )
    text = yaml.safe_dump(
        {
            **fields,
            "cantos": [canto],
            "matrix_columns": ["c"],
            "matrix": [["a"], ["b"]],
            "lexicon": lexicon,
            "apparatus": [edits],
        },
        allow_unicode=True,
    )
    record, source = parse_record(Path("treatise.yaml"), text, TreatiseRecord)
    result = edit(record, Edition.TEXT, source).record
    assert result.cantos[0].heading == "प्रथमः सर्गः"
    assert result.matrix == (("a",), ("B",))
    assert result.lexicon[0].gloss == "a word"


@pytest.mark.parametrize(
    ("edits", "part", "message"),
    [
        ([("anvaya", "घ", "x")], "reading", "'घ' does not occur in anvaya; expected words that"),
        (
            [("translation", "a", "x", 4)],
            "occurrence",
            "'a' has no occurrence 4 in translation; expected one from 1 to 3",
        ),
        ([("comentary", "a", "x")], "field", "there is no comentary; expected a field with text"),
        ([("morphology[2].form", "a", "x")], "field", "there is no morphology[2].form"),
        ([("morphology[0]", "a", "x")], "field", "morphology[0] is not text"),
        ([("number", "1", "2")], "field", "number is not text"),
        ([("verse.__class__", "1", "2")], "field", "there is no verse.__class__"),
        ([("verse[0]", "1", "2")], "field", "there is no verse[0]"),
        ([("apparatus[0].reason", "r", "x")], "field", "apparatus is not part of the treatise"),
        ([("a b", "1", "2")], "field", "'a b' is not a field path"),
    ],
)
def test_an_edit_that_does_not_fit_is_located(
    edits: list[tuple[Any, ...]], part: str, message: str
) -> None:
    """The fault stands at the part of the edit that is wrong."""
    record, source = verse(entry(*edits))
    with pytest.raises(RecordError) as caught:
        edit(record, Edition.TEXT, source)
    line, column = source.locate(f"apparatus[0].edits[0].{part}")
    assert str(caught.value).startswith(f"{PATH}:{line}:{column}: ")
    assert message in str(caught.value)


def test_all_edits_that_do_not_fit_are_said() -> None:
    """One reading does not hide the faults of the others."""
    record, source = verse(
        entry(("anvaya", "घ", "x"), ("anvaya", "ङ", "x")), entry(("comentary", "a", "x"))
    )
    with pytest.raises(RecordError) as caught:
        edit(record, Edition.TEXT, source)
    assert len(caught.value.faults) == 3


def test_overlapping_edits_are_an_error() -> None:
    """Two edits of one entry may touch but not share a character."""
    touching = entry(("commentary", "$ ", "<"), ("commentary", "ext{", ">"))
    assert edited(touching).record.commentary == "aaa <>Softmax}$ ext"
    with pytest.raises(RecordError, match="'xt' overlaps another edit of this entry"):
        edited(entry(("commentary", "ext{", ">"), ("commentary", "xt", "<")))
    with pytest.raises(RecordError, match="overlaps"):
        edited(entry(("anvaya", "क", "x"), ("anvaya", "क", "x")))


def test_a_change_knows_its_entry_and_its_source() -> None:
    """Spans of the edition map to spans of the source and name the entries behind them."""
    result = edited(
        entry(("commentary", " ext{", r" \text{")),
        entry(("commentary", "aaa ", "")),
        entry(("commentary", "text", "mathrm")),
    )
    assert result.record.commentary == r"$ \mathrm{Softmax}$ ext"
    assert result.changes["commentary"] == (Change(0, 0, 0, 4, (1,)), Change(1, 10, 5, 10, (0, 2)))
    assert result.source_span("commentary", 0, 1) == (4, 5)
    assert result.source_span("commentary", 3, 5) == (5, 10)
    assert result.source_span("commentary", 10, 17) == (10, 17)
    assert result.source_span("verse", 1, 2) == (1, 2)


def test_an_analysis_falls_with_the_word_it_derives() -> None:
    """A row whose word is emended has no analysis, unless that is emended too."""
    word = ("morphology[0].form", "क", "ग")
    label = ("morphology[0].category", "x", "z")
    gender = ("morphology[0].analysis.linga", "पुं", "नपुं")
    described = ("morphology[0].description", "one", "two")
    for edits, kept in (
        ((word,), False),
        ((label,), True),
        ((word, gender), True),
        ((described,), True),
    ):
        record = edited(entry(*edits, kind="conjecture")).record
        assert (record.morphology[0].analysis is not None) == kept


LETTERS = st.text(st.sampled_from("ab "), min_size=1, max_size=8)
EDITS = st.lists(
    st.tuples(
        st.sampled_from(["translation", "commentary", "morphology[0].description"]),
        st.text(st.sampled_from("ab "), min_size=1, max_size=3),
        st.text(st.sampled_from("abc"), max_size=3),
        st.integers(1, 3),
        st.sampled_from(["repair", "conjecture"]),
    ),
    max_size=6,
)


@settings(deadline=None, max_examples=200)
@given(EDITS, LETTERS)
def test_edits_change_only_their_fields_and_keep_what_they_do_not_name(
    edits: list[tuple[str, str, str, int, str]], text: str
) -> None:
    """Unnamed fields stay, unchanged stretches equal the source, no conjecture reaches the text."""
    entries = [entry((field, *rest), kind=kind) for field, *rest, kind in edits]
    dumped = yaml.safe_dump(
        {**FIELDS, "translation": text, "commentary": text * 2, "apparatus": entries},
        allow_unicode=True,
    )
    record, source = parse_record(PATH, dumped, VerseRecord)
    assert edit(record, Edition.SOURCE, source).record == record
    try:
        result = edit(record, Edition.EMENDED, source)
    except RecordError:
        return
    assert {field for field, *_ in edits} == set(result.changes)
    emended = dataclasses.replace(
        result.record,
        translation=record.translation,
        commentary=record.commentary,
        morphology=record.morphology,
    )
    assert emended == record
    for name in ("translation", "commentary"):
        before, after = getattr(record, name), getattr(result.record, name)
        at = source_at = 0
        for change in (*result.changes.get(name, ()), None):
            end, source_end = (
                (change.start, change.source_start) if change else (len(after), len(before))
            )
            assert after[at:end] == before[source_at:source_end]
            if change:
                at, source_at = change.end, change.source_end


@settings(deadline=None, max_examples=100)
@given(EDITS)
def test_an_edition_without_its_kinds_is_the_source(
    edits: list[tuple[str, str, str, int, str]],
) -> None:
    """Conjectures alone leave the text edition as the source has it."""
    entries = [entry((field, *rest), kind="conjecture") for field, *rest, _ in edits]
    record, source = verse(*entries)
    assert edit(record, Edition.TEXT, source) == Edited(record, {}, record)
