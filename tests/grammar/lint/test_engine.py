"""The engine: what it selects, where it places findings, what stays."""

from pathlib import Path

import pytest

from dhyana.grammar.anushtubh_table import Profile
from dhyana.grammar.lint.configuration import Configuration, configuration
from dhyana.grammar.lint.diagnostic import Severity
from dhyana.grammar.lint.engine import Outcome, Settings, lint, lint_among, pages_of
from dhyana.grammar.lint.inputs import (
    Document,
    document_of_text,
    documents,
    treatise_documents,
)
from dhyana.grammar.lint.judging import examine
from dhyana.shlokas.editions import Edition
from dhyana.shlokas.faults import RecordError

BAD = (
    "ātmajaṃ janayati sā kausalyā raghunandanam |\nsarve devāś ca tuṣyanti puṣpavarṣam apātayan ||"
)
"""CHA111 in pāda a, columns 9–10."""


def outcome(path: Path, **settings: object) -> Outcome:
    """Lint a file or folder."""
    return lint(documents([str(path)]), Settings(**settings))  # type: ignore[arg-type] # of mixed values


def codes(found: Outcome) -> list[str]:
    """Codes of the findings in their order."""
    return [finding.diagnostic.code for finding in found.findings]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Give the path of a text file to be written."""
    return tmp_path / "a.txt"


def test_a_finding_stands_in_its_file(file: Path) -> None:
    """Line and columns are those of the file, and the excerpt marks the syllable in IAST."""
    file.write_text(f"\n\n{BAD}\n", "utf-8")
    (finding,) = outcome(file).findings
    found = finding.diagnostic
    assert (found.path, found.code) == (str(file), "CHA111")
    assert (found.line, found.column, found.end_line, found.end_column) == (3, 9, 3, 11)
    assert finding.excerpt is not None
    start = finding.excerpt.carets.index("^")
    assert finding.excerpt.iast[start : len(finding.excerpt.carets)] == "ja"


def test_devanagari_is_marked_in_its_iast(file: Path) -> None:
    """Carets stand under the IAST of a line typed in Devanagari."""
    file.write_text("न युगपद्विचारोऽभूच्छाखासु विततासु च ।\n", "utf-8")
    (finding,) = outcome(file, expect="anuṣṭubh").findings
    assert finding.excerpt is not None
    assert finding.excerpt.text == "न युगपद्विचारोऽभूच्छाखासु विततासु च"
    assert finding.excerpt.iast == "na yugapadvicāro'bhūcchākhāsu vitatāsu ca"
    assert finding.excerpt.carets == "   ^^^^"


def test_every_finding_of_a_record_stands_in_its_file() -> None:
    """In all editions, what a finding of the treatise calls its word stands at its place."""
    for edition in Edition:
        found = lint(treatise_documents(edition), Settings(select=("CHA", "LIP")))
        assert (found.documents, found.passages, found.faults) == (51, 50, [])
        for finding in found.findings:
            diagnostic = finding.diagnostic
            assert diagnostic.path is not None
            if diagnostic.field != "verse":
                continue
            lines = Path(diagnostic.path).read_text("utf-8").split("\n")
            line = lines[(diagnostic.line or 0) - 1]
            written = line[(diagnostic.column or 0) - 1 : (diagnostic.end_column or 0) - 1]
            assert written == diagnostic.word


def test_longer_selectors_win(file: Path) -> None:
    """Of `select` and `ignore` the longer code decides, and of equal ones `ignore`."""
    settings = Settings(select=("CHA", "CHA103"), ignore=("CHA1",))
    assert settings.selects("CHA103")
    assert not settings.selects("CHA104")
    assert settings.selects("CHA201")
    assert not Settings(select=("CHA1",), ignore=("CHA1",)).selects("CHA103")
    file.write_text(BAD, "utf-8")
    assert codes(outcome(file, select=("LIP",))) == []
    assert codes(outcome(file, ignore=("CHA111",))) == []


def test_comments_keep_findings_unless_all_are_asked_for(file: Path) -> None:
    """A comment silences its rule in its verse and is counted; `waivers=False` shows all."""
    file.write_text(f"# dhyana: ignore CHA111 quoted so\n{BAD}\n\n{BAD}\n", "utf-8")
    found = outcome(file)
    assert codes(found) == ["CHA111"]
    assert found.findings[0].diagnostic.line == 5
    assert found.waived == 1
    assert codes(outcome(file, waivers=False)) == ["CHA111", "CHA111"]


def test_a_comment_at_the_end_of_a_line_speaks_of_that_line(file: Path) -> None:
    """The comment is no part of the verse, and does not cover the verse's other lines."""
    first, second = BAD.split("\n")
    file.write_text(f"{first}  # dhyana: ignore CHA111 so\n{second}\n", "utf-8")
    assert codes(outcome(file)) == []
    file.write_text(f"{first}\n{second}  # dhyana: ignore CHA111 so\n", "utf-8")
    assert codes(outcome(file)) == ["CHA111", "LIP901"]


def test_waivers_of_any_record_count(tmp_path: Path) -> None:
    """A record with a verse and a waiver is enough."""
    path = tmp_path / "a.yaml"
    verse = BAD.replace("\n", "\n  ")
    path.write_text(f"verse: |\n  {verse}\nwaivers:\n  - {{rule: CHA111, reason: so}}\n", "utf-8")
    found = outcome(path)
    assert (codes(found), found.waived) == ([], 1)


def test_profile_and_declared_metre_reach_the_rules(file: Path) -> None:
    """The epic profile forgives; a declared metre is the one that is checked."""
    file.write_text("rāmo rājā daśarathas tato rāmaḥ pratāpavān |\n", "utf-8")
    assert codes(outcome(file)) == []
    assert set(codes(outcome(file, expect="upajāti"))) & {"CHA201", "CHA202", "CHA203", "CHA408"}
    file.write_text("sa eva hi madadhīnas tato rāmaḥ pratāpavān |\n", "utf-8")
    assert outcome(file, profile=Profile.EPIC).count(Severity.ERROR) == 0


def test_prose_is_blamed_only_where_verse_is_shown(file: Path) -> None:
    """A paragraph of plain text may be prose; between daṇḍas it was meant as verse."""
    prose = "atha kadācit sa rājā mṛgayāṃ gacchati tatra ca vane bahavo mṛgāḥ santi te palāyante"
    file.write_text(f"{prose} ||\n\n{prose}\n", "utf-8")
    found = outcome(file)
    assert codes(found) == ["CHA407"]
    assert (found.findings[0].diagnostic.line, found.notes) == (1, 1)


def test_near_misses_are_found_and_can_be_mended(file: Path) -> None:
    """A look-alike letter is a warning at its place with the letter that was read."""
    file.write_text("\nnamāmi rāmaḿ raghuvaṃśanātham |\n", "utf-8")
    (finding,) = outcome(file, select=("LIP",)).findings
    found = finding.diagnostic
    assert (found.severity, found.line, found.column) == (Severity.WARNING, 2, 12)
    (edit,) = found.fixes[0].edits
    assert (edit.line, edit.column, edit.end_column, edit.text) == (2, 12, 13, "ṃ")


def test_a_broken_file_does_not_stop_the_others(tmp_path: Path) -> None:
    """Broken input is collected, what was read before it counts, other files are read."""
    (tmp_path / "a.txt").write_bytes(f"{BAD}\n\n".encode() + b"\xff |\n")
    (tmp_path / "b.txt").write_text(BAD, "utf-8")
    found = outcome(tmp_path)
    assert codes(found) == ["CHA111", "CHA111"]
    assert [fault.line for fault in found.faults] == [4]


def test_hostile_records_end_in_order(tmp_path: Path) -> None:
    """Alias bombs, deep nesting, odd tags and a million characters give findings or faults."""
    bomb = "a: &a [x]\n" + "\n".join(f"{c}: &{c} [*a, *a]" for c in "bcdefgh") + "\nverse: *a\n"
    hostile = {
        "bomb.yaml": bomb,
        "deep.yaml": "verse: " + "[" * 3000,
        "tag.yaml": "verse: !!python/object/apply:os.system ['true']\n",
        "long.yaml": "verse: " + "ka" * 250_000 + "\n",
        "html.yaml": "verse: '<script>alert(1)</script> ॥'\nnumber: 1e999\n",
    }
    for name, text in hostile.items():
        (tmp_path / name).write_text(text, "utf-8")
    found = outcome(tmp_path)
    assert found.documents == len(hostile)
    assert found.faults


# --- configuration -----------------------------------------------------------------------


def test_the_nearest_table_counts(tmp_path: Path) -> None:
    """The first pyproject.toml above is read, and its paths are those from where one stands."""
    (tmp_path / "pyproject.toml").write_text(
        '[tool.dhyana]\npaths = ["poems"]\nselect = ["CHA"]\nstrict = true\n', "utf-8"
    )
    (tmp_path / "poems").mkdir()
    assert configuration(tmp_path / "poems").paths == (".",)
    own = configuration(tmp_path)
    assert (own.paths, own.select, own.strict) == (("poems",), ("CHA",), True)


def test_without_a_table_nothing_is_said(tmp_path: Path) -> None:
    """A project without [tool.dhyana] has the defaults."""
    (tmp_path / "pyproject.toml").write_text("[tool.other]\nx = 1\n", "utf-8")
    assert configuration(tmp_path) == Configuration(folder=tmp_path)


@pytest.mark.parametrize(
    ("table", "message"),
    [
        ("[tool.dhyana]\nselct = []\n", "unknown key selct; expected one of paths, exclude"),
        ("[tool.dhyana]\nselect = 'CHA'\n", "select is 'CHA'; expected a list of strings"),
        ("[tool.dhyana]\nstrict = 1\n", "strict is 1; expected true or false"),
        ("[tool.dhyana]\nprofile = []\n", "profile is []; expected a string"),
        ("[tool]\ndhyana = 3\n", "tool.dhyana is no table"),
        ("[tool.dhyana\n", "not TOML"),
        pytest.param("a = " + "[" * 100_000, "nested too deeply", id="deep"),
    ],
)
def test_a_wrong_table_is_refused(tmp_path: Path, table: str, message: str) -> None:
    """A misspelled key or a wrong value is said, not passed over."""
    (tmp_path / "pyproject.toml").write_text(table, "utf-8")
    with pytest.raises(RecordError) as raised:
        configuration(tmp_path)
    assert message in str(raised.value)


RECORD = """\
number: 2
verse: |
  न युगपद्विचारोऽभूच्छाखासु विततासु च ।
  दूरस्थानां च शब्दानां स्मृतिस्तत्र विलीयते ॥
padaccheda: x
anvaya: x
translation: x
morphology: []
commentary: x
apparatus:
  - kind: conjecture
    reason: so
    edits:
      - {field: verse, reading: न युगपद्विचारो, correction: CORRECTION}
"""


@pytest.mark.parametrize(
    ("correction", "left", "explained"),
    [("युगपन्न विचारो", [], 1), ("न युगपद्विकारो", ["CHA103"], 0)],
)
def test_a_conjecture_explains_what_it_removes(
    tmp_path: Path, correction: str, left: list[str], explained: int
) -> None:
    """A finding that the emended record does not have is counted, one that it has is shown."""
    path = tmp_path / "a.yaml"
    path.write_text(RECORD.replace("CORRECTION", correction), "utf-8")
    found = outcome(path, select=("CHA103",))
    assert (codes(found), found.explained) == (left, explained)
    shown = outcome(path, select=("CHA103",), waivers=False)
    assert (codes(shown), shown.explained) == (["CHA103"], 0)


def test_a_conjecture_that_does_not_fit_is_broken_input(tmp_path: Path) -> None:
    """Nothing is explained by an edit whose reading does not stand there."""
    path = tmp_path / "a.yaml"
    text = RECORD.replace("CORRECTION", "x").replace("reading: न", "reading: च")
    path.write_text(text, "utf-8")
    found = outcome(path)
    assert (codes(found), len(found.faults)) == ([], 1)


def test_a_waiver_that_keeps_nothing_is_a_finding(tmp_path: Path) -> None:
    """Of an unused waiver its place is told; not where its rule is not asked or all is shown."""
    path = tmp_path / "a.yaml"
    path.write_text(
        "verse: |\n  rāmo rājā daśarathas tato rāmaḥ pratāpavān |\n"
        "waivers:\n  - {rule: CHA111, reason: so}\n  - {rule: CHA999, reason: so}\n"
        "  - {rule: VYA122, reason: needs the whole book}\n",
        "utf-8",
    )
    found = outcome(path).findings
    assert [(f.diagnostic.line, f.diagnostic.column, f.diagnostic.word) for f in found] == [
        (4, 12, "CHA111"),
        (5, 12, "CHA999"),
    ]
    assert "there is no rule CHA999" in found[1].diagnostic.message
    assert codes(outcome(path, ignore=("CHA1", "LIP901"))) == []
    assert len(codes(outcome(path, ignore=("CHA1",)))) == 1
    assert codes(outcome(path, waivers=False)) == []
    assert codes(outcome(path, edition=Edition.EMENDED)) == []


def test_a_record_is_checked_in_the_fields_that_it_has(tmp_path: Path) -> None:
    """Verse and padaccheda are compared where there is no more; other shapes are left alone."""
    path = tmp_path / "a.yaml"
    verse = "verse: |\n  रामो वनं गच्छति ।\n"
    path.write_text(
        f"{verse}padaccheda: रामः वनम् आगच्छति\ntranslation: [of, another, shape]\n", "utf-8"
    )
    (finding,) = outcome(path, select=("SAN", "ANV")).findings
    assert (finding.diagnostic.code, finding.diagnostic.line) == ("SAN101", 2)
    assert finding.diagnostic.verse is None
    path.write_text(
        "verses:\n  - verse: रामो वनं गच्छति ।\n    padaccheda: रामः वनम् आगच्छति\n", "utf-8"
    )
    (finding,) = outcome(path, select=("SAN",)).findings
    assert finding.diagnostic.line == 2


def test_what_is_undecided_is_shown_on_request(tmp_path: Path) -> None:
    """A finding of a rule that cannot tell is counted, or shown as worth knowing."""
    path = tmp_path / "a.txt"
    path.write_text("रामो वनम् ।\n", "utf-8")
    quiet = outcome(path, select=("CHA40",))
    assert (codes(quiet), quiet.notes) == ([], 1)
    named = outcome(path, select=("CHA406",))
    assert (codes(named), named.notes) == (["CHA406"], 0)
    shown = outcome(path, select=("CHA40",), undecided=True)
    assert (codes(shown), shown.notes, shown.count(Severity.ERROR)) == (["CHA406"], 0, 0)


def test_one_text_is_linted_among_others() -> None:
    """What only shows beside other records is found in the text at hand, and only there."""
    settings = Settings(select=("VYA142", "SUT"), edition=Edition.SOURCE, waivers=False)
    book = [d for d in treatise_documents(Edition.SOURCE) if isinstance(d, Document)]
    third, *others = sorted(book, key=lambda document: "verse-003" not in document.path)
    pages = [page for other in others for page in pages_of(examine(other, settings), other)]
    text = Path(third.path).read_text("utf-8").replace("symbol: dhyana.r", "symbol: dhyana.x", 1)
    edited = document_of_text(Path(third.path), text, edition=Edition.SOURCE)
    found = lint_among(edited, pages, settings)
    assert {f.diagnostic.path for f in found.findings} == {third.path}
    assert {"VYA142", "SUT102"} <= set(codes(found))
    assert "VYA142" not in codes(lint_among(edited, (), settings))
