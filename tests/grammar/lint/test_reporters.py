"""Reports: each format is what its readers expect, whatever the findings say."""

import json
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree as ET

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dhyana.grammar.lint.diagnostic import Diagnostic, Fix, Severity, TextEdit
from dhyana.grammar.lint.engine import Settings, lint
from dhyana.grammar.lint.inputs import documents
from dhyana.grammar.lint.outcome import Excerpt, Finding, Outcome, Patch
from dhyana.grammar.lint.reporters import Format, Style, plain, report
from dhyana.grammar.romanised import advance
from dhyana.shlokas.faults import Fault

SCHEMA = json.loads(Path(__file__).with_name("sarif-schema-2.1.0.json").read_text("utf-8"))
SARIF = jsonschema.Draft4Validator(SCHEMA, format_checker=jsonschema.FormatChecker())

FINDING = Finding(
    Diagnostic(
        code="CHA103",
        name="second-and-third-light",
        severity=Severity.ERROR,
        message="pāda a: syllables 2 and 3 must not both be light",
        path="poems/a.txt",
        line=3,
        column=3,
        end_line=3,
        end_column=6,
        pada="a",
        syllables=(2, 3),
        word="युग",
        expected="syllable 2 or 3 heavy",
        found="yu is light; ga is light",
        authority="Piṅgala, na prathamāt snau",
        fixes=(
            Fix("make syllable 2 (yu) heavy: pathyā"),
            Fix("write यू", edits=(TextEdit(3, 3, 3, 5, "यू"),)),
        ),
    ),
    Excerpt("न युगपद्विचारः", "na yugapadvicāraḥ", "   ^^^^"),
    Patch(("न युगपद्विचारः",), ("न यूगपद्विचारः",), safe=False),
)
WARNING = replace(
    FINDING, diagnostic=replace(FINDING.diagnostic, severity=Severity.WARNING, line=7, end_line=8)
)
FAULT = Fault(Path("poems/b.txt"), 2, 4, "byte 0xe9 at offset 13 is not UTF-8", "UTF-8")
OUTCOME = Outcome(
    [FINDING, WARNING], [FAULT], documents=2, passages=5, notes=1, waived=2, explained=3
)
CLEAN = Outcome(documents=1, passages=1)

TEXT = """\
poems/a.txt:3:3: CHA103 second-and-third-light: pāda a: syllables 2 and 3 must not both be light
    न युगपद्विचारः
    na yugapadvicāraḥ
       ^^^^
  expected   syllable 2 or 3 heavy
  found      yu is light; ga is light
  authority  Piṅgala, na prathamāt snau
  help       make syllable 2 (yu) heavy: pathyā
  or         write यू
  unsafe fix - न युगपद्विचारः
             + न यूगपद्विचारः
"""


def written(output: Format, outcome: Outcome = OUTCOME) -> str:
    """Write an outcome as one text."""
    return "\n".join(report(outcome, output))


def suites(outcome: Outcome = OUTCOME) -> ET.Element:
    """Read the JUnit report of an outcome again."""
    return ET.fromstring(written(Format.JUNIT, outcome))


def test_text_says_where_what_why_and_what_to_do() -> None:
    """The text report has the place, the words with carets under IAST, ground and repairs."""
    text = written(Format.TEXT)
    assert text.startswith(TEXT)
    assert "poems/a.txt:7:3: CHA103 second-and-third-light (warning): pāda a" in text
    counts = "3 explained by the apparatus, 2 waived, 1 only worth knowing"
    last = f"1 error, 1 warning in 5 verses in 2 files ({counts})"
    assert text.endswith(f"{last}\n2 fixable with --fix --unsafe-fixes")


def test_what_fix_mends_is_marked_and_counted(tmp_path: Path) -> None:
    """Of safe fixes and unsafe ones, in files, on standard input and in a treatise."""
    (tmp_path / "treatise.yaml").touch()
    edit = TextEdit(3, 3, 3, 5, "यू")

    def found(path: str, *, safe: bool) -> Finding:
        fixes = (Fix("make it heavy"), Fix("write यू", safe, (edit,)))
        patch = Patch(("यु",), ("यू",), safe)
        return Finding(replace(FINDING.diagnostic, path=path, fixes=fixes), None, patch)

    here, given, theirs = "a.txt", "<stdin>", str(tmp_path / "canto-01" / "verse-001.yaml")
    for findings, marks, counted in (
        ([found(here, safe=True)], 1, ["[*] 1 fixable with --fix"]),
        (
            [found(here, safe=True), found(here, safe=False)],
            1,
            ["[*] 1 fixable with --fix, 1 more with --unsafe-fixes"],
        ),
        ([found(given, safe=True)], 0, []),
        (
            [found(theirs, safe=True), found(here, safe=False)],
            0,
            [
                "1 fixable with --fix --unsafe-fixes",
                "1 fix is of words of the treatise, which its apparatus emends",
            ],
        ),
    ):
        for form in (Format.TEXT, Format.CONCISE):
            lines = written(form, Outcome(findings)).split("\n")
            assert sum(" CHA103 [*] " in line for line in lines) == marks
            assert lines[-len(counted) - 1].startswith(f"{len(findings)} error")
            assert lines[len(lines) - len(counted) :] == counted
        assert written(Format.TEXT, Outcome(findings)).count("fix        - यु") == sum(
            bool(finding.patch and finding.patch.safe) for finding in findings
        )


def test_styles_are_asked_for_by_role() -> None:
    """What a terminal colours is named by its role, and is all that is coloured."""
    style = Style(lambda text, role: f"<{role}>{text}</>")
    styled = "\n".join(report(OUTCOME, Format.TEXT, style))
    assert "<place>poems/a.txt:3:3:</> <error>CHA103</>" in styled
    assert "       <error>^^^^</>" in styled
    assert "<label>help</>" in styled
    plain = styled
    for role in ("place", "error", "warning", "label"):
        plain = plain.replace(f"<{role}>", "")
    assert plain.replace("</>", "") == written(Format.TEXT)


@pytest.mark.parametrize("width", [24, 40, 60, 80])
def test_lines_are_folded_to_a_terminal(width: int) -> None:
    """In a terminal lines fit, words stay whole and in order, and carets stay under their word."""
    lines = list(report(OUTCOME, Format.TEXT, replace(plain, width=width)))
    lines = [line for text in lines for line in text.split("\n")]
    words = " ".join(written(Format.TEXT).split())
    assert " ".join(" ".join(lines).split()) == words
    longest = max(map(len, words.split()))
    assert max(map(advance, lines)) <= max(width, longest + 13)
    for above, marks in pairwise(lines):
        if marks.strip() == "^^^^":
            assert above[marks.index("^") :][:4] == "yuga"


def test_carets_follow_a_line_that_is_cut() -> None:
    """A line of verse wider than the terminal is cut between words, its carets with it."""
    line = "dharmakṣetre kurukṣetre samavetā yuyutsavaḥ"
    carets = " " * line.index("samavetā") + "^" * len("samavetā")
    finding = replace(FINDING, excerpt=Excerpt(line, line, carets))
    lines = list(report(Outcome([finding]), Format.TEXT, replace(plain, width=30)))
    place = next(n for n, text in enumerate(lines) if "^" in text)
    marks = lines[place].index("^")
    assert lines[place - 1][marks:].startswith("samavetā")
    assert lines[place].strip() == "^" * len("samavetā")


def test_devanagari_and_fixes_are_folded() -> None:
    """The line as typed and the lines of a fix go on under their beginning, words whole."""
    line = "धर्मक्षेत्रे कुरुक्षेत्रे समवेता युयुत्सवः"
    patch = Patch((line,), (line.replace("समवेता", "समवेताः"),), safe=False)
    finding = replace(FINDING, excerpt=Excerpt(line, "dharmakṣetre", ""), patch=patch)
    lines = list(report(Outcome([finding]), Format.TEXT, replace(plain, width=22)))
    typed = lines.index("    धर्मक्षेत्रे कुरुक्षेत्रे")
    assert lines[typed + 1] == "    समवेता युयुत्सवः"
    removed = lines.index("  unsafe fix - धर्मक्षेत्रे")
    assert [row[:15].strip() for row in lines[removed + 1 : removed + 5]] == ["", "", "", "+"]
    assert " ".join(row[15:] for row in lines[removed : removed + 4]) == line


def test_concise_has_a_line_a_finding() -> None:
    """The concise report is the headlines and the summary."""
    first, second, summary, fixable = written(Format.CONCISE).split("\n")
    assert first == TEXT.split("\n")[0]
    assert second.startswith("poems/a.txt:7:3:")
    assert summary.startswith("1 error, 1 warning")
    assert fixable.startswith("2 fixable")


def test_json_is_the_one_diagnostic_shape() -> None:
    """JSON is a list of diagnostics with all their fields."""
    first, _ = json.loads(written(Format.JSON))
    assert list(first) == [
        *("code", "name", "severity", "message", "path", "line", "column", "end_line"),
        *("end_column", "verse", "field", "pada", "syllables", "word", "expected", "found"),
        *("authority", "fixes"),
    ]
    assert first["severity"] == "error"
    assert first["fixes"][1]["edits"][0]["text"] == "यू"
    assert json.loads(written(Format.JSON, CLEAN)) == []


def test_github_commands_escape_what_github_reads() -> None:
    """Percent signs, line ends, and in properties colons and commas are escaped."""
    odd = replace(FINDING.diagnostic, path="a,b:c%.txt", message="50 % ::\nnext\r", fixes=())
    text = written(Format.GITHUB, Outcome([Finding(odd)], [FAULT]))
    first, fault = text.split("\n")
    assert first == (
        "::error title=CHA103 second-and-third-light,file=a%2Cb%3Ac%25.txt,line=3,col=3,"
        "endLine=3,endColumn=6::50 %25 ::%0Anext%0D"
    )
    assert fault == (
        "::error title=broken input,file=poems/b.txt,line=2,col=4"
        "::byte 0xe9 at offset 13 is not UTF-8; expected UTF-8"
    )
    assert written(Format.GITHUB, Outcome([WARNING])).startswith("::warning title=")
    assert "endColumn" not in written(Format.GITHUB, Outcome([WARNING]))
    assert written(Format.GITHUB, CLEAN) == ""


def test_sarif_follows_the_official_schema() -> None:
    """SARIF is valid by the schema of OASIS and leads to the rule, the place and the fix."""
    log = json.loads(written(Format.SARIF))
    SARIF.validate(log)
    (run,) = log["runs"]
    (rule,) = run["tool"]["driver"]["rules"]
    first, second = run["results"]
    assert (rule["id"], first["ruleIndex"], first["level"]) == ("CHA103", 0, "error")
    assert second["level"] == "warning"
    assert first["locations"][0]["physicalLocation"] == {
        "artifactLocation": {"uri": "poems/a.txt"},
        "region": {"startLine": 3, "startColumn": 3, "endLine": 3, "endColumn": 6},
    }
    assert run["columnKind"] == "unicodeCodePoints"
    (fix,) = first["fixes"]
    assert fix["artifactChanges"][0]["replacements"][0]["insertedContent"] == {"text": "यू"}
    (invocation,) = run["invocations"]
    assert invocation["executionSuccessful"] is False
    assert first["partialFingerprints"] == second["partialFingerprints"]
    SARIF.validate(json.loads(written(Format.SARIF, CLEAN)))


def test_the_schema_refuses_what_is_no_sarif() -> None:
    """The vendored schema is not one that lets everything pass."""
    log = json.loads(written(Format.SARIF))
    log["runs"][0]["results"][0]["level"] = "fatal"
    with pytest.raises(jsonschema.ValidationError):
        SARIF.validate(log)


def test_sarif_addresses_are_uris() -> None:
    """Spaces and Devanagari in a path are escaped, an absolute path is a file URI."""
    for path, uri in (
        ("a b/काव्य.txt", "a%20b/%E0%A4%95%E0%A4%BE%E0%A4%B5%E0%A5%8D%E0%A4%AF.txt"),
        ("/x/a.txt", "file:///x/a.txt"),
    ):
        outcome = Outcome([Finding(replace(FINDING.diagnostic, path=path))])
        (result,) = json.loads(written(Format.SARIF, outcome))["runs"][0]["results"]
        assert result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == uri


def test_junit_has_a_failure_a_finding() -> None:
    """A suite a file, a failed case a finding, an error a file that cannot be read."""
    root = suites()
    assert (root.get("tests"), root.get("failures"), root.get("errors")) == ("3", "2", "1")
    first, last = root.findall("testsuite")
    assert [(suite.get("name"), suite.get("tests")) for suite in (first, last)] == [
        ("poems/a.txt", "2"),
        ("input", "1"),
    ]
    failure = first.find("testcase/failure")
    assert failure is not None
    assert failure.get("type") == "error"
    assert "na yugapadvicāraḥ" in (failure.text or "")
    clean = suites(CLEAN)
    assert (clean.get("tests"), clean.get("failures")) == ("1", "0")


anything = st.text(max_size=30)


@settings(max_examples=60, deadline=None)
@given(anything, anything, anything, st.one_of(st.none(), anything))
def test_no_text_breaks_a_format(path: str, message: str, word: str, found: str | None) -> None:
    """Control characters, markup and quotes in any field leave every format well formed."""
    diagnostic = replace(
        FINDING.diagnostic, path=f"x{path}", message=message, word=word, found=found
    )
    outcome = Outcome([Finding(diagnostic, Excerpt(word, word, "^"))], [FAULT])
    json.loads(written(Format.JSON, outcome))
    SARIF.validate(json.loads(written(Format.SARIF, outcome)))
    suites(outcome)
    (first, _) = report(outcome, Format.GITHUB)
    assert "\n" not in first
    assert "\r" not in first


def test_real_findings_in_every_format(tmp_path: Path) -> None:
    """The findings of a real file can be written in all formats."""
    path = tmp_path / "a.txt"
    path.write_text("न युगपद्विचारोऽभूच्छाखासु विततासु च ।\nनमः ॥\n", "utf-8")
    outcome = lint(documents([str(path)]), Settings(expect="anuṣṭubh"))
    assert outcome.findings
    SARIF.validate(json.loads(written(Format.SARIF, outcome)))
    for output in Format:
        assert written(output, outcome)
