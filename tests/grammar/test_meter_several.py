"""Metre of several verses in one text, and of stanzas of six lines."""

from dhyana.grammar.meter import identify
from dhyana.grammar.report import MeterReport, Verdict

TWO = (
    "dharmakṣetre kurukṣetre samavetā yuyutsavaḥ |\n"
    "māmakāḥ pāṇḍavāś caiva kim akurvata sañjaya |\n"
    "dṛṣṭvā tu pāṇḍavānīkaṃ vyūḍhaṃ duryodhanas tadā |\n"
    "ācāryam upasaṅgamya rājā vacanam abravīt |\n"
)


def noted(report: MeterReport) -> list[str]:
    """Codes of the notes."""
    return [note.code for note in report.notes]


def test_verses_that_no_mark_parts_are_told_one_by_one() -> None:
    """Ślokas with single daṇḍas only are so many ślokas; a fault is said with its verse."""
    report = identify(TWO)
    assert (report.meter, report.verdict) == ("anuṣṭubh", Verdict.EXACT)
    assert [pada.label for pada in report.padas] == list("abcdabcd")
    assert noted(report)[0] == "CHA409"
    broken = TWO.replace("rājā vacanam", "rājā vaca")
    (fault,) = identify(broken).faults
    assert (fault.code, fault.pada, fault.line) == ("CHA101", "d", 4)
    assert fault.message.startswith("verse 2: pāda d: the pāda has 7 syllables")
    six = TWO + TWO.replace(
        "abravīt |", "abravīt |\ndharmakṣetre kurukṣetre samavetā yuyutsavaḥ ||"
    )
    assert [len(identify(text).padas) for text in (TWO + TWO, six)] == [16, 18]


def test_stanzas_of_an_upajati_stand_together_with_those_of_its_members() -> None:
    """Eight lines of indravajrā and upendravajrā make two stanzas of upajāti."""
    indra = "\n".join(["tasmāt praṇamya praṇidhāya kāyam"] * 4)
    upendra = "\n".join(["namo namas te jagadīśvarāya"] * 4)
    report = identify(f"{indra}\n{upendra}")
    assert (report.meter, report.verdict, len(report.padas)) == ("upajāti", Verdict.EXACT, 8)


def test_six_lines_of_an_upajati_are_one_stanza() -> None:
    """Epic stanzas of six lines are told as such, and their lines go from a to f."""
    lines = ["namo namas te jagadīśvarāya", "tasmāt praṇamya praṇidhāya kāyam"] * 3
    report = identify("\n".join(lines))
    assert (report.meter, report.verdict) == ("upajāti", Verdict.EXACT)
    assert [pada.label for pada in report.padas] == list("abcdef")
    assert noted(report)[0] == "CHA403"
    (fault,) = identify("\n".join([*lines[:5], lines[5].replace("kāyam", "kalam")])).faults
    assert (fault.pada, fault.line, fault.message.partition(":")[0]) == ("f", 6, "pāda f")
