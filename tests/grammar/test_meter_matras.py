"""Metres by morae in lines, as people type them."""

import pytest

from dhyana.grammar.meter import identify
from dhyana.grammar.report import Verdict

LINES = (
    "dinayāminyau sāyaṃ prātaḥ",
    "śiśiravasantau punar āyātaḥ",
    "kālaḥ krīḍati gacchaty āyus",
    "tad api na muñcaty āśāvāyuḥ",
)


@pytest.mark.parametrize("between", ["\n", " ", ", "])
def test_four_lines_of_sixteen_morae_are_found_however_they_are_written(between: str) -> None:
    """In lines, in one line, with commas: words end where the morae are full."""
    report = identify(between.join(LINES))
    assert (report.meter, report.verdict) == ("pādākulaka", Verdict.EXACT)
    assert [pada.text for pada in report.padas] == list(LINES)


def test_a_line_whose_words_run_over_the_sixteenth_mora_is_no_four_lines() -> None:
    """Sixty-four morae in one line are four lines only if words end with each."""
    run_on = " ".join(LINES).replace("prātaḥ śiśira", "prātariśira").replace("āyus tad", "āyustad")
    assert identify(run_on).meter != "pādākulaka"


def test_lines_of_sixteen_morae_with_a_fault_are_nearest_to_such() -> None:
    """The refrain of the Bhajagovinda lacks two morae in its second line."""
    report = identify(
        "bhaja govindaṃ bhaja govindaṃ\nbhaja govindaṃ mūḍhamate |\n"
        "samprāpte sannihite kāle\nna hi na hi rakṣati ḍukṛñkaraṇe ||"
    )
    assert (report.meter, report.verdict) == (None, Verdict.NONE)
    assert report.nearest is not None
    assert report.nearest.name == "pādākulaka"
