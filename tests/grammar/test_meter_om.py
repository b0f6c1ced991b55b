"""Metre of verses with an oṃ before them."""

import pytest
from indic_transliteration import sanscript

from dhyana.grammar.meter import identify
from dhyana.grammar.report import MeterReport, Verdict

GITA_DHYANA = (
    "oṃ pārthāya pratibodhitāṃ bhagavatā nārāyaṇena svayaṃ\n"
    "vyāsena grathitāṃ purāṇamuninā madhye mahābhāratam |\n"
    "advaitāmṛtavarṣiṇīṃ bhagavatīm aṣṭādaśādhyāyinīm\n"
    "amba tvām anusandadhāmi bhagavadgīte bhavadveṣiṇīm ||\n"
)


def noted(report: MeterReport) -> list[str]:
    """Codes of the notes."""
    return [note.code for note in report.notes]


@pytest.mark.parametrize("om", ["oṃ ", "om ", "ॐ ", "ॐ\n", "ओं ", "ओम् ", "ओ३म् ", "ओ३म्\n"])
@pytest.mark.parametrize("expect", [None, "śārdūlavikrīḍita"])
def test_om_outside_the_metre_is_passed_over(om: str, expect: str | None) -> None:
    """An oṃ before a complete verse is noted at its place, and the lines begin after it."""
    verse = GITA_DHYANA.removeprefix("oṃ ")
    if om.startswith(("ॐ", "ओ")):
        verse = sanscript.transliterate(verse, sanscript.IAST, sanscript.DEVANAGARI)
    report = identify(om + verse, expect=expect)
    assert (report.meter, report.verdict) == ("śārdūlavikrīḍita", Verdict.EXACT)
    assert report.faults == ()
    assert report.padas[0].aksharas[0].start == len(om)
    assert [len(pada.weights) for pada in report.padas] == [19] * 4
    note = report.notes[0]
    assert (note.code, note.line, note.column, note.word) == ("CHA410", 1, 1, om.strip())


def test_om_inside_the_metre_counts() -> None:
    """Where the oṃ is one of the syllables of its pāda it is counted (Gītā 8.13)."""
    verse = "oṃ ity ekākṣaraṃ brahma vyāharan mām anusmaran |\n"
    report = identify(verse + "yaḥ prayāti tyajan dehaṃ sa yāti paramāṃ gatim ||")
    assert (report.meter, report.verdict) == ("anuṣṭubh", Verdict.EXACT)
    assert [len(pada.weights) for pada in report.padas] == [8] * 4
    assert "CHA410" not in noted(report)


def test_a_fault_after_om_is_one_of_the_verse() -> None:
    """Of pūrṇam adaḥ not the count of syllables is wrong: the second and third are light."""
    verse = "oṃ pūrṇamadaḥ pūrṇamidaṃ pūrṇāt pūrṇamudacyate |\n"
    report = identify(verse + "pūrṇasya pūrṇamādāya pūrṇamevāvaśiṣyate ||")
    assert sorted(fault.code for fault in report.faults) == ["CHA103", "CHA112"]
    assert {fault.pada for fault in report.faults} == {"a"}
    assert noted(report)[0] == "CHA410"
