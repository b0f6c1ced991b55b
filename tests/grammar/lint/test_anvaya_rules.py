"""The rules of anvaya and rows: against their documentation, the treatise, and mutations of it."""

import random
import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest

from dhyana.grammar.lint.diagnostic import Severity
from dhyana.grammar.lint.record_rule import RecordRule, record_findings
from dhyana.grammar.lint.registry import rules
from dhyana.grammar.lint.rule import Rule
from dhyana.grammar.padaccheda import split
from dhyana.shlokas import load
from dhyana.shlokas.record import VerseRecord

RULES = [found for found in rules("ANV") if isinstance(found, RecordRule)]
SECTIONS = ["What it checks", "Why", "Example", "Use instead", "References"]

RecordOf = Callable[[str], VerseRecord]
Section = Callable[[Rule, str], str | None]


def found_in(record: VerseRecord) -> list[tuple[str, str | None]]:
    """Codes of what is found in a record, with the words."""
    return [(found.code, found.word) for found in record_findings(record, "ANV")]


@pytest.mark.parametrize("found", RULES, ids=lambda found: found.code)
def test_documented_example_is_found_and_its_remedy_is_not(
    found: RecordRule, record_of: RecordOf, section: Section
) -> None:
    """The example shows the finding and no other, what is to be used instead none at all."""
    assert found.documentation is not None
    assert re.findall(r"^## (.+)$", found.documentation, re.MULTILINE) == SECTIONS
    example, remedy = section(found, "Example"), section(found, "Use instead")
    assert example is not None
    assert remedy is not None
    assert {code for code, _ in found_in(record_of(example))} == {found.code}
    assert found_in(record_of(remedy)) == []


def test_the_treatise() -> None:
    """All errors and warnings of the family in the treatise as written, each read by hand."""
    found = [
        (one.verse, one.code, one.field, one.word)
        for verse in load(edition="source")
        for one in record_findings(verse.record, "ANV")
        if one.severity is not Severity.INFO
    ]
    assert found == [
        (2, "ANV101", "padaccheda", "च"),
        (5, "ANV102", "anvaya", "तथा"),
        (6, "ANV114", "morphology[8].form", "एव"),
        (7, "ANV101", "padaccheda", "च"),
        (7, "ANV102", "anvaya", "तत्र"),
        (16, "ANV101", "padaccheda", "एव"),
        (21, "ANV117", "morphology[7].form", "यद्रूपम्"),
        (23, "ANV101", "padaccheda", "च"),
        (24, "ANV114", "morphology[5].form", "यत्"),
        (28, "ANV114", "morphology[4].form", "क्रियते"),
        (35, "ANV101", "padaccheda", "च"),
        (35, "ANV102", "anvaya", "समवेतं"),
        (35, "ANV102", "anvaya", "विराजते"),
        (46, "ANV101", "padaccheda", "च"),
        (47, "ANV101", "padaccheda", "च"),
        (49, "ANV104", "anvaya", "अद्भुत-रूपकम्"),
        (50, "ANV102", "anvaya", "यः"),
    ]


def test_merged_rows_of_the_treatise_are_noted() -> None:
    """A row of several words is worth knowing and no fault."""
    merged = [
        (one.verse, one.word)
        for verse in load(edition="source")
        for one in record_findings(verse.record, "ANV115")
    ]
    assert len(merged) == 18
    assert {(4, "न, च, अपि"), (1, "पदे, पदे"), (6, "च, एव"), (20, "यथा, तथा")} <= set(merged)


@pytest.mark.parametrize(
    "record",
    [
        "padaccheda संख्यायाः मूल-भागेन शान्तिम् परम्\nanvaya परं शान्तिं मूलभागेन संख्यायाः",
        "padaccheda रामः वनम् गच्छति\nanvaya रामो गच्छति वनम्",
        "padaccheda सः अपि गच्छति\nanvaya गच्छति सो ऽपि",
        "padaccheda सः एव गच्छति च\nanvaya स एव च गच्छति",
        "padaccheda सम्बन्धः सिद्ध्यति\nanvaya संबन्धः सिध्यति",
        "padaccheda तत्-अर्थम् विद्युत्-वेगेन\nanvaya विद्युद्वेगेन तदर्थं (भवति)",
        "padaccheda तान् लोकान् पश्य\nanvaya पश्य ताँल्लोकान्\nrow तान्\nrow लोकान्\nrow पश्य",
        "padaccheda यथा सः तथा अहम्\nrow यथा … तथा\nrow सः\nrow अहम्",
        "padaccheda पुनः गच्छति\nanvaya पुनर्गच्छति",
        "padaccheda पुनः च\nanvaya पुनश्च",
        "padaccheda अहः-निशम् गच्छति\nanvaya अहर्निशं गच्छति",
        "padaccheda वाक्-ईशः तत् हि\nanvaya तद्धि वागीशः",
        "padaccheda मनः-रथः न अस्ति\nanvaya मनोरथो नास्ति",
        "padaccheda गच्छन् एव\nanvaya गच्छन्नेव",
        "padaccheda अभूत् शाखासु\nanvaya शाखासु अभूत्",
        "padaccheda अभूत् शाखासु\nanvaya अभूच्छाखासु",
        "padaccheda देवाः अपि\nanvaya देवा अपि",
        "padaccheda फलम् इति उक्तम्\nanvaya फलमित्युक्तम्",
        "padaccheda राम त्वम् गच्छ\nanvaya हे राम! त्वं गच्छ।",
        "padaccheda रामः वनम् गच्छति\nanvaya रामः (दशरथपुत्रः) वनं (प्रति) गच्छति।",
        "padaccheda रामः वनम् गच्छति\nanvaya रामः [दशरथपुत्रः] वनं गच्छति।",
        "padaccheda यः च एनम् वेत्ति\nanvaya यश्च एनं वेत्ति",
        "padaccheda धर्म-क्षेत्रे कुरु-क्षेत्रे\nanvaya धर्मक्षेत्रे कुरुक्षेत्रे",
        "padaccheda धर्मक्षेत्रे\nanvaya धर्म-क्षेत्रे",
        "padaccheda बुद्धि-नाशात् प्रणश्यति\nrow बुद्धिनाशात्\nrow प्रणश्यति",
        "padaccheda बुद्धि-नाशात् प्रणश्यति\nrow बुद्धि-नाशात्\nrow प्रणश्यति",
        "padaccheda एकः एकः पुरुषः\nrow एकः एकः\nrow पुरुषः\nanvaya एकः एकः पुरुषः",
        "padaccheda सः सः पुरुषः\nrow सः\nrow पुरुषः\nanvaya स स पुरुषः",
        "padaccheda कर्म कार्यम्\nanvaya कर्म्म कार्य्यम्",
        "padaccheda तम् च\nanvaya तञ्च",
        "padaccheda किम् चित् किम्-चन\nanvaya किञ्चित् किञ्चन",
        "padaccheda सम्यक् उक्तम्\nanvaya सम्यग् उक्तम्",
        "padaccheda षट् एव\nanvaya षड् एव",
        "padaccheda अस्मिन् च\nanvaya अस्मिंश्च",
        "padaccheda भानुः उदेति\nanvaya भानुरुदेति",
        "padaccheda हरी एतौ\nanvaya एतौ हरी",
        "padaccheda न अयम् एषः अहम्\nanvaya अहम् एषोऽयं न",
        "padaccheda विद्वत्-जनः\nanvaya विद्वज्जनः",
        "padaccheda रामः उवाच\nanvaya रामः उवाच -",
        "padaccheda प्र-नमति रामः\nanvaya रामः प्रणमति\nrow प्रणमति\nrow रामः",
        "padaccheda सु-आगतम्\nanvaya स्वागतम्\nrow स्वागतम्",
        "padaccheda कृत्वा अपि गच्छति\nanvaya कृत्वापि गच्छति",
        "padaccheda रामेण सह\nanvaya सह रामेण",
        "padaccheda श्री-रामः\nanvaya श्रीरामः",
        "padaccheda रामः\nanvaya\nrow",
        "padaccheda\nanvaya रामः",
    ],
)
def test_right_forms_that_trip_careless_tools(record: str, record_of: RecordOf) -> None:
    """Anusvāra, remaining sandhi, joined compounds and spelling variants are the same words."""
    found = record_findings(record_of(record), "ANV")
    assert [one for one in found if one.severity is not Severity.INFO] == []


def test_a_finding_has_its_place_and_repair() -> None:
    """What is supplied without brackets is pointed at, and the repair puts them."""
    record = load(edition="source").verse(50).record
    (found,) = (one for one in record_findings(record, "ANV102"))
    assert found.column is not None
    assert found.end_column is not None
    assert record.anvaya[found.column - 1 : found.end_column - 1] == "यः"
    assert found.fixes[0].edits[0].text == "(यः)"


def test_rows_in_brackets_are_compared_too(record_of: RecordOf) -> None:
    """A row that stands in brackets, whole or in part, is no stumbling block."""
    for form in ("(रामः)", "रामः (वनम्)", "(", "रामः ) ("):
        record = record_of(f"padaccheda रामः वनम् गच्छति\nrow {form}\nrow गच्छति")
        assert all(found.message for found in record_findings(record, "ANV"))


def test_fields_beyond_measure_are_left_alone(record_of: RecordOf) -> None:
    """A million words give no finding and take no time."""
    many = "च " * 500_000
    assert found_in(record_of(f"padaccheda {many}\nanvaya {many}\nrow {many[:9000]}")) == []


# --- mutations ---------------------------------------------------------------------------

CONSONANTS = "कखगघचछजझटठडढणतथदधनपफबभमयरलवशषसह"
LENGTHS = {"ा": "", "ि": "ी", "ी": "ि", "ु": "ू", "ू": "ु"}
AIMS = {"word dropped": 1, "word added": 1, "m dropped": 1, "consonant": 0.99, "length": 0.95}


def spoiled(text: str, chance: random.Random) -> Iterator[tuple[str, str]]:
    """Give changes of an anvaya or a row that make it wrong, with the kind of each."""
    words = [word for word in split(text) if not word.supplied]
    word = chance.choice(words)
    before, after = text[: word.start], text[word.end :]
    yield "word dropped", before + after
    yield "word added", f"{before}रामः {word.written}{after}"
    for sign in ("म्", "ं"):
        if word.written.endswith(sign):
            yield "m dropped", before + word.written.removesuffix(sign) + after
    inside = [place for word in words for place in range(word.start, word.end)]
    place = chance.choice([place for place in inside if text[place] in CONSONANTS])
    new = chance.choice(CONSONANTS.replace(text[place], ""))
    yield "consonant", text[:place] + new + text[place + 1 :]
    signs = [
        p for p, c in enumerate(text) if c in LENGTHS and any(w.start <= p < w.end for w in words)
    ]
    if signs:
        place = chance.choice(signs)
        yield "length", text[:place] + LENGTHS[text[place]] + text[place + 1 :]


def mutations(record: VerseRecord, chance: random.Random) -> Iterator[tuple[str, VerseRecord]]:
    """Give changes of the anvaya and of one row of a record."""
    for kind, text in spoiled(record.anvaya, chance):
        yield f"anvaya: {kind}", replace(record, anvaya=text)
    index = chance.randrange(len(record.morphology))
    row = record.morphology[index]
    for kind, text in spoiled(row.form, chance):
        rows = list(record.morphology)
        rows[index] = replace(row, form=text)
        yield f"row: {kind}", replace(record, morphology=tuple(rows))


def test_mutations_are_caught(capsys: pytest.CaptureFixture[str]) -> None:
    """A word dropped from, added to or spoiled in anvaya or rows is found.

    A row that is dropped while another has the same word is only noted.
    """
    chance = random.Random(7)
    tried, caught = Counter[str](), Counter[str]()
    for verse in load(edition="source"):
        noted = set(record_findings(verse.record, "ANV"))
        if any(one.severity is not Severity.INFO for one in noted):
            continue
        for _ in range(3):
            for kind, record in mutations(verse.record, chance):
                tried[kind] += 1
                caught[kind] += bool(set(record_findings(record, "ANV")) - noted)
    with capsys.disabled():
        print()
        for kind, number in sorted(tried.items()):
            print(f"  {kind}: {caught[kind]} of {number} caught ({caught[kind] / number:.1%})")
    for kind, number in tried.items():
        assert caught[kind] >= AIMS[kind.partition(": ")[2]] * number, kind


def test_sandhi_left_in_an_anvaya_is_read_whatever_the_order(record_of: RecordOf) -> None:
    """Three words in one, and one of which another token has the same word that was supplied."""
    record = record_of(
        "padaccheda ग्लानिः भवति अभ्युत्थानम् अधर्मस्य तदा आत्मानम् सृजामि अहम् ।\n"
        "anvaya ग्लानिर्भवति अधर्मस्याभ्युत्थानं भवति तदाऽहमात्मानं सृजामि ।"
    )
    found = [one for one in record_findings(record, "ANV") if one.severity is not Severity.INFO]
    assert [(one.code, one.found) for one in found] == [("ANV102", "भवति")]
