"""The ties of verses to code and evidence: every kind of broken one is found, none in the book."""

import ast
import json
import shutil
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from dhyana.grammar.lint.bound_rule import Book, BoundRule, CodeFinding
from dhyana.grammar.lint.engine import Outcome, Settings, lint
from dhyana.grammar.lint.inputs import documents, treatise_documents
from dhyana.grammar.lint.registry import MODULES, rule
from dhyana.shlokas import FOLDER, code, load
from dhyana.shlokas.code import fingerprint, locate
from dhyana.shlokas.fingerprint import fingerprint_of
from dhyana.shlokas.record import Claim, CodeLink, Verdict, VerseRecord

CODES = [code for code in sorted(MODULES) if code.startswith(("SUT", "PRA"))]
SECTIONS = ["What it checks", "Why", "Example", "Use instead", "References"]
TREATISE = load()
SCALING = TREATISE.verse(12).record
PATH = TREATISE.verse(12).path
LINK = SCALING.code[0]

Change = Callable[[VerseRecord], VerseRecord]


def found_in(*records: VerseRecord, whole: bool = False) -> list[str]:
    """Codes of what all rules find in some records, or in them and the front matter."""
    book = Book([*records, *([TREATISE.record] if whole else [])], [PATH] * (len(records) + whole))
    return [said.code for said in _rules() for _ in said.check(book)]


def _rules() -> Iterator[BoundRule]:
    for each in map(rule, CODES):
        assert isinstance(each, BoundRule)
        yield each


def linked(*links: CodeLink) -> VerseRecord:
    """Verse 12 with other links and without claims."""
    return replace(SCALING, code=links, claims=())


def claiming(*claims: Claim) -> VerseRecord:
    """Verse 12 with other claims."""
    return replace(SCALING, claims=claims)


@pytest.mark.parametrize("said", CODES)
def test_the_documentation_has_all_sections(said: str) -> None:
    """Every rule says what it checks and why, shows a fault and its remedy, names its ground."""
    documentation = rule(said).documentation or ""
    assert [line[3:] for line in documentation.splitlines() if line.startswith("## ")] == SECTIONS


def test_a_verse_as_it_is_has_no_fault() -> None:
    """Verse 12 is linked, reviewed, measured."""
    assert found_in(SCALING) == []


@pytest.mark.parametrize(
    ("links", "codes"),
    [
        ([CodeLink("dhyana.attention.scale_score")], ["SUT102"]),
        ([CodeLink("dhyana.atention.scale_scores")], ["SUT102"]),
        ([CodeLink("dhyana.attention")], ["SUT102"]),
        ([LINK, LINK], ["SUT103"]),
        ([replace(LINK, reviewed="v1:0000000000000000")], ["SUT121"]),
        ([replace(LINK, reviewed=None)], ["SUT122"]),
        ([LINK, CodeLink("dhyana.decoding._threshold")], ["SUT102"]),
        ([LINK, CodeLink("dhyana.attention.mix_values")], ["SUT111", "SUT122"]),
        ([], []),
    ],
)
def test_links_of_a_verse(links: Sequence[CodeLink], codes: list[str]) -> None:
    """Dangling, double, unreviewed and one-sided links are found in any record that has some."""
    assert found_in(linked(*links)) == codes


def test_what_was_renamed_or_moved_is_suggested() -> None:
    """The finding names what the symbol may be called now, and a fix writes it."""
    said = rule("SUT102")
    assert isinstance(said, BoundRule)
    for symbol in ("dhyana.attention.scale_score", "dhyana.heads.scale_scores"):
        book = Book([linked(CodeLink(symbol))], [PATH])
        (found,) = said.check(book)
        assert not isinstance(found, CodeFinding)
        assert "dhyana.attention.scale_scores" in (found.finding.expected or "")
        repair = found.finding.repairs[0]
        assert repair.edits == ((0, len(symbol), "dhyana.attention.scale_scores"),)
        assert not repair.safe


def test_of_the_whole_treatise_every_verse_is_asked() -> None:
    """A verse without code, or with code and no claim, is found where the treatise is whole."""
    bare = replace(SCALING, code=(), claims=())
    assert found_in(bare) == []
    others = [verse.record for verse in TREATISE if verse.number != 12]
    found = found_in(*others, bare, whole=True)
    assert {"PRA109", "SUT101", "SUT112"} <= {*found}
    found = found_in(*others, linked(LINK), whole=True)
    assert {"PRA101", "PRA109"} <= {*found}


def test_of_verses_that_were_not_read_nothing_is_said() -> None:
    """A hook that is given some of the files has no word on the links of the others."""
    assert found_in(whole=True) == []
    assert {*found_in(SCALING, whole=True)} <= {"SUT113"}


def test_a_treatise_on_something_else_owes_the_code_nothing() -> None:
    """Where no verse is linked to code, neither its verses nor the model's marks are blamed."""
    verses = [replace(verse.record, code=(), claims=()) for verse in TREATISE]
    assert found_in(*verses, whole=True) == []


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give a package of another's making in place of the model."""
    (tmp_path / "__init__.py").write_text("")
    (tmp_path / "binding.py").write_text(
        'WITHOUT_VERSE = {"dhyana.binding": "ties", "dhyana.attention.gone": "x", '
        '"dhyana.attention.scale": "has one", "dhyana.attention.plain": " "}\n'
        "def shloka(*verses): ...\n"
    )
    (tmp_path / "attention.py").write_text(
        "from dhyana.binding import shloka\n\n\n@shloka(12, 51)\ndef scale(x): ...\n\n\n"
        "def _hidden(x): ...\n\n\n@shloka(12, 12)\ndef twice(x): ...\n\n\n"
        "def plain(x): ...\n\n\ndef bare(x): ...\n\n\n"
        "class Has:\n    @shloka(12)\n    def f(self): ...\n"
    )
    monkeypatch.setattr(code, "_PACKAGE", tmp_path)
    return tmp_path


def test_code_is_asked_for_its_verses(package: Path) -> None:
    """Marks without a verse or twice, public code without a word, stale reasons are found."""
    records = [linked(CodeLink("dhyana.attention.scale"), CodeLink("dhyana.attention._hidden"))]
    book = Book([*records, TREATISE.record], [PATH, PATH])
    found = {
        said.code: [
            (each.file.name, each.line, each.word)
            for each in said.check(book)
            if isinstance(each, CodeFinding)
        ]
        for said in _rules()
    }
    assert found["SUT112"] == [
        ("attention.py", 4, "shloka"),
        ("attention.py", 11, "shloka"),
        ("attention.py", 22, "shloka"),
    ]
    assert found["SUT113"] == [("attention.py", 18, "bare")]
    assert found["SUT114"] == [
        ("binding.py", 1, "dhyana.attention.gone"),
        ("binding.py", 1, "dhyana.attention.scale"),
        ("binding.py", 1, "dhyana.attention.plain"),
    ]
    assert found["SUT115"] == [("attention.py", 11, "shloka")]
    assert "SUT104" in found_in(*records)


@pytest.mark.parametrize(
    ("change", "codes"),
    [
        (lambda claims: claims[:-1], ["PRA108"]),
        (lambda claims: (*claims, Claim("New.", Verdict.HOLDS)), ["PRA103"]),
        (lambda claims: (replace(claims[0], text="Other."), *claims[1:]), ["PRA103", "PRA108"]),
        (
            lambda claims: (replace(claims[0], verdict=Verdict.REFUTED), *claims[1:]),
            ["PRA106", "PRA107"],
        ),
        (
            lambda claims: (claims[0], replace(claims[1], qualification=None), *claims[2:]),
            ["PRA107"],
        ),
    ],
)
def test_claims_and_evidence(
    change: Callable[[tuple[Claim, ...]], tuple[Claim, ...]], codes: list[str]
) -> None:
    """Claims without a verdict in the evidence, and the reverse, and other verdicts are found."""
    assert found_in(claiming(*change(SCALING.claims))) == codes


def test_a_claim_needs_an_experiment() -> None:
    """A verse that nothing measures has no verdict but *not measurable*."""
    record = replace(SCALING, number=51, code=())
    assert set(found_in(record)) == {"PRA102", "PRA103"}
    unmeasurable = Claim("It is beautiful.", Verdict.NOT_MEASURABLE, "a judgement of taste")
    assert found_in(replace(record, claims=(unmeasurable,))) == ["PRA103"]


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """Copy the record of verse 12 and its evidence."""
    for name in ("canto-03/verse-012.yaml", "evidence/verse-012.json"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        shutil.copy(FOLDER / name, tmp_path / name)
    return tmp_path


def lint_copy(copy: Path) -> Outcome:
    """Lint the copy."""
    return lint(documents([str(copy / "canto-03")]), Settings(select=("SUT", "PRA")))


def test_the_evidence_beside_a_record_is_read(copy: Path) -> None:
    """Evidence of other code, with other verdicts, that cannot be read or is gone is found."""
    assert lint_copy(copy).findings == []
    path = copy / "evidence" / "verse-012.json"
    written = path.read_text("utf-8")
    evidence = json.loads(written)
    evidence["code"][0]["fingerprint"] = "v1:0000000000000000"
    for text, code_ in (
        (json.dumps(evidence), "PRA105"),
        (written.replace('"holds"', '"refuted"', 1), "PRA104"),
        ("{", "PRA104"),
    ):
        path.write_text(text, "utf-8")
        (finding,) = lint_copy(copy).findings
        assert (finding.diagnostic.code, finding.diagnostic.verse) == (code_, 12)
    path.unlink()
    assert {finding.diagnostic.code for finding in lint_copy(copy).findings} == {"PRA103"}


def test_findings_stand_in_their_files(copy: Path) -> None:
    """A finding at a fingerprint is placed at it, and a waiver keeps it."""
    path = copy / "canto-03" / "verse-012.yaml"
    text = path.read_text("utf-8").replace(LINK.reviewed or "", "v1:0000000000000000")
    path.write_text(text, "utf-8")
    (finding,) = lint_copy(copy).findings
    diagnostic = finding.diagnostic
    line = text.split("\n")[(diagnostic.line or 0) - 1]
    assert line[(diagnostic.column or 0) - 1 :] == diagnostic.word == "v1:0000000000000000"
    path.write_text(f"{text}waivers:\n  - {{rule: SUT121, reason: so}}\n", "utf-8")
    outcome = lint_copy(copy)
    assert (outcome.findings, outcome.waived) == ([], 1)


def test_the_treatise_is_tied() -> None:
    """Every verse has code, reviewed and measured, and all public code its verse or reason."""
    found = lint(treatise_documents(TREATISE.edition), Settings(select=("SUT", "PRA")))
    assert [finding.diagnostic.message for finding in found.findings] == []


def _rates(kind: str, caught: list[bool]) -> None:
    """Print the share that was caught, which must be all."""
    print(
        f"  {kind}: {sum(caught)} of {len(caught)} caught ({100 * sum(caught) / len(caught):.1f}%)"
    )
    assert all(caught)


def finds(said: str, record: VerseRecord) -> bool:
    """Whether a rule finds anything in a record."""
    found = rule(said)
    assert isinstance(found, BoundRule)
    return any(found.check(Book([record], [PATH])))


def test_every_broken_tie_is_caught() -> None:
    """Of each link of the treatise: renamed, dropped, doubled, not reviewed, of another review."""
    kinds: dict[str, list[bool]] = {}
    for record in (verse.record for verse in TREATISE):
        for index, link in enumerate(record.code):
            others = (*record.code[:index], *record.code[index + 1 :])
            for kind, said, links in (
                ("symbol renamed", "SUT102", (replace(link, symbol=f"{link.symbol}s"),)),
                ("link doubled", "SUT103", (link, link)),
                ("link without review", "SUT122", (replace(link, reviewed=None),)),
                ("review of other code", "SUT121", (replace(link, reviewed=f"v1:{0:016}"),)),
                ("link dropped", "PRA105", ()),
            ):
                found = finds(said, replace(record, code=(*others, *links)))
                kinds.setdefault(kind, []).append(found)
    for kind, caught in kinds.items():
        _rates(kind, caught)


def test_every_edit_of_linked_code_is_caught() -> None:
    """Another operator, constant, name or no result gives another fingerprint."""
    caught = []
    for link in (link for verse in TREATISE for link in verse.record.code):
        (definition,) = ast.parse(locate(link.symbol).source).body
        before = fingerprint(link.symbol)
        caught += [fingerprint_of(mutant) != before for mutant in _mutants(definition)]
    assert len(caught) > 500
    _rates("linked code edited", caught)


def _mutants(definition: ast.stmt) -> Iterator[ast.stmt]:
    """Give the code with one place changed, for every fifth place of some kinds."""
    marks = {id(n) for d in getattr(definition, "decorator_list", ()) for n in ast.walk(d)}
    places = [node for node in ast.walk(definition) if _changed(node) and id(node) not in marks]
    for place in places[::5]:
        before = dict(vars(place))
        vars(place).update(_changed(place) or {})
        yield definition
        vars(place).update(before)


def _changed(node: ast.AST) -> dict[str, object] | None:
    """Say what to change in a node: an operator, a number, the name of what is read."""
    if isinstance(node, ast.BinOp) and not isinstance(node.op, ast.FloorDiv):
        return {"op": ast.FloorDiv()}
    if isinstance(node, ast.Constant) and type(node.value) in (int, float):
        return {"value": node.value + 1}
    if isinstance(node, ast.Return) and node.value is not None:
        return {"value": None}
    if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
        return {"id": f"{node.id}_"}
    return None


def test_every_slip_in_claims_is_caught() -> None:
    """Of each claim of the treatise: reworded, dropped, another verdict, no word of why."""
    kinds: dict[str, list[bool]] = {}
    for record in (verse.record for verse in TREATISE):
        for index, claim in enumerate(record.claims):
            before, after = record.claims[:index], record.claims[index + 1 :]
            other = Verdict.REFUTED if claim.verdict is Verdict.HOLDS else Verdict.HOLDS
            changes = [
                ("claim reworded", "PRA103", [replace(claim, text=f"{claim.text} Really.")]),
                ("verdict changed", "PRA106", [replace(claim, verdict=other)]),
            ]
            if before or after:
                changes.append(("claim dropped", "PRA108", []))
            if claim.qualification:
                changes.append(("reason dropped", "PRA107", [replace(claim, qualification=None)]))
            for kind, said, claims in changes:
                found = finds(said, replace(record, claims=(*before, *claims, *after)))
                kinds.setdefault(kind, []).append(found)
    for kind, caught in kinds.items():
        _rates(kind, caught)
