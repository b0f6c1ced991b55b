"""The rules of metres other than the śloka: each against its own documentation."""

import pytest

from dhyana.grammar.chandas.lines import LineRule, VerseRule
from dhyana.grammar.lint.chandas import metre_report
from dhyana.grammar.lint.diagnostic import Severity
from dhyana.grammar.lint.registry import rules
from dhyana.grammar.lint.rule import Rule
from dhyana.grammar.meter import identify
from dhyana.grammar.scansion import scan

SECTIONS = ["What it checks", "Why", "Example", "Use instead", "References"]
RULES = [found for found in rules("CHA") if isinstance(found, LineRule | VerseRule)]

# A line or a text by morae with faults proves no metre: these examples are of a declared one.
DECLARED = {
    "CHA201": "bhujaṅgaprayāta",
    "CHA202": "bhujaṅgaprayāta",
    "CHA203": "bhujaṅgaprayāta",
    "CHA205": "triṣṭubh",
    "CHA206": "triṣṭubh",
    "CHA207": "triṣṭubh",
    "CHA306": "mātrāsamaka",
    "CHA307": "vaitālīya",
    "CHA308": "vaitālīya",
    "CHA408": "āryā",
}


def section(found: Rule, heading: str) -> str:
    """Cut one section out of a rule's documentation."""
    assert found.documentation is not None
    return found.documentation.split(f"## {heading}\n")[1].split("\n## ")[0]


def codes_in(found: Rule, heading: str) -> list[str] | None:
    """Codes of all that is found in the verse of a section; None if it has none."""
    lines = [line for line in section(found, heading).splitlines() if line.startswith("    ")]
    if not lines:
        return None
    report = identify("\n".join(map(str.strip, lines)), expect=DECLARED.get(found.code))
    return [finding.code for finding in (*report.faults, *report.notes)]


@pytest.mark.parametrize("found", RULES, ids=lambda found: found.code)
def test_documentation_has_its_sections(found: Rule) -> None:
    """Every rule says what it checks, why, shows it, shows the remedy, and cites its grounds."""
    headings = [
        line.removeprefix("## ")
        for line in (found.documentation or "").splitlines()
        if line.startswith("## ")
    ]
    assert headings == SECTIONS


@pytest.mark.parametrize("found", RULES, ids=lambda found: found.code)
def test_example_shows_the_finding(found: Rule) -> None:
    """The verse of *Example* has what the rule finds."""
    codes = codes_in(found, "Example")
    assert codes is not None
    assert found.code in codes


@pytest.mark.parametrize("found", RULES, ids=lambda found: found.code)
def test_remedy_is_clean(found: Rule) -> None:
    """The verse of *Use instead*, where there is one, has it no more."""
    assert found.code not in (codes_in(found, "Use instead") or [])


def test_notes_never_fail() -> None:
    """What is only worth knowing (CHA204 to CHA207, CHA31x, CHA4xx) is a note, else an error."""
    for found in RULES:
        alone = ("CHA310", "CHA311", "CHA409", "CHA410", "CHA411")
        note = found.code in alone or any(
            first <= found.code <= last
            for first, last in (("CHA204", "CHA207"), ("CHA401", "CHA406"))
        )
        assert found.severity is (Severity.INFO if note else Severity.ERROR)


@pytest.mark.parametrize(
    "text",
    [
        "iti śrīmahābhārata ādiparvaṇi prathamo 'dhyāyaḥ ||",
        "ॐ तत्सदिति श्रीमद्भगवद्गीतासूपनिषत्सु प्रथमोऽध्यायः ॥",
        "श्रीगणेशाय नमः ॥",
        "इति सम्पूर्णम् ॥",
    ],
)
def test_what_opens_or_closes_a_text_is_only_noted(text: str) -> None:
    """A colophon or an invocation is no verse in no metre."""
    report = metre_report(scan(text))
    assert (report.meter, report.faults) == (None, ())
    assert [(n.code, n.severity) for n in report.notes if n.code == "CHA407"] == [
        ("CHA407", Severity.INFO)
    ]


def test_prose_that_is_given_as_verse_is_a_fault() -> None:
    """What is no formula is reported, though it begins like one."""
    for text in ("iti tatra gacchati devadattaḥ paścāt grāmāt |", "śrīmān paścād āgacchati saḥ |"):
        assert [fault.code for fault in metre_report(scan(text)).faults] == ["CHA407"]


@pytest.mark.parametrize(("text", "found"), [("ka", "one syllable"), ("kā ka", "2 syllables")])
def test_few_syllables_without_a_metre_are_counted(text: str, found: str) -> None:
    """One syllable is spoken of in the singular."""
    assert [fault.found for fault in metre_report(scan(text)).faults] == [found]


def test_a_gana_that_is_missing_is_to_be_put_in() -> None:
    """Śākuntala 1.21 without the light sixth gaṇa: it is told to be missing, and what to put in."""
    report = identify(
        "adharaḥ kisalayarāgaḥ komalaviṭapānukāriṇau bāhū |\n"
        "kusumam iva lobhanīyaṃ yauvanam aṅge sannaddham ||"
    )
    (fault,) = report.faults
    assert (fault.code, fault.pada) == ("CHA302", "d")
    assert fault.message == "pāda d: gaṇa 6 of a half of 27 morae must be l; it is missing"
    assert [fix.message for fix in fault.fixes] == ["put in a light syllable before sa: l"]


def test_syllables_that_stand_apart_are_left_out_one_by_one() -> None:
    """Of a line with two syllables too many a repair names both, each with its number."""
    line = "rāmaḥ rājamaṇiḥ sadā vijayatetarāṃ rāmaṃ rameśaṃ bhaje"
    (found,) = identify(line, expect="śārdūlavikrīḍita").faults
    assert [fix.message for fix in found.fixes][:2] == [
        "leave out syllable 9 (vi) and syllable 12 (te)",
        "leave out syllable 10 (ja) and syllable 12 (te)",
    ]


def test_an_anusvara_typed_for_m_is_why_a_syllable_is_heavy() -> None:
    """Where ṃ stands before a vowel the fault says that m leaves the syllable light."""
    verse = (
        "yamunāṃ atītaṃ atha śuśruvān amuṃ / tapasas tanūja iti nādhunocyate //"
        " sa yadācalan nijapurād aharniśaṃ / nṛpates tadādi samacāri vārtayā"
    )
    (fault,) = identify(verse).faults
    assert (fault.code, fault.pada, fault.syllables) == ("CHA201", "a", (6,))
    assert fault.found is not None
    assert "(anusvāra; before a vowel m stays m, 8.3.23, and the syllable light)" in fault.found
    assert identify(verse.replace("ṃ a", "m a")).faults == ()
