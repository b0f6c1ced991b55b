"""An āryā with a syllable more or less."""

import pytest

from dhyana.grammar.meter import identify
from dhyana.grammar.report import Verdict

ARYA = (
    "duḥkhatrayābhighātāj jijñāsā tadapaghātake hetau |\n"
    "dṛṣṭe sāpārthā cen naikāntātyantato 'bhāvāt ||"
)


@pytest.mark.parametrize(
    ("whole", "broken", "pada"),
    [
        ("duḥkhatrayā", "khatrayā", "a"),  # 28 morae, as near to the half of an upagīti
        ("jijñāsā", "ca jijñāsā", "a"),
        ("hetau", "tau", "b"),
        ("dṛṣṭe", "ṣṭe", "c"),  # nothing but heavy syllables
        ("'bhāvāt", "'bhāvāt ca", "d"),  # 29 morae, nearly a gīti
    ],
)
def test_an_arya_with_a_syllable_more_or_less_is_a_faulty_arya(
    whole: str, broken: str, pada: str
) -> None:
    """One syllable lost or added is one change, and the commonest of the family is named."""
    report = identify(ARYA.replace(whole, broken))
    assert (report.meter, report.verdict) == ("āryā", Verdict.FAULTY)
    assert report.nearest is not None
    assert report.nearest.distance == 1
    (fault,) = report.faults
    assert (fault.code[:4], fault.pada in {"a": "ab", "b": "ab"}.get(pada, "cd")) == ("CHA3", True)


def test_an_arya_whose_morae_come_out_all_the_same_has_no_fault() -> None:
    """A vowel is lost, and the consonant before it makes a heavy syllable of a light one."""
    verse = (
        "mūlaprakṛtir avikṛtir mahadādyāḥ prakṛtivikṛtayaḥ sapta |\n"
        "ṣoḍaśakas tu vikāro na prakṛtir na vikṛtiḥ puruṣaḥ ||"
    )
    for text in (verse, verse.replace("avikṛtir", "vikṛtir")):
        report = identify(text)
        assert (report.meter, report.verdict) == ("āryā", Verdict.EXACT)


@pytest.mark.parametrize(
    ("whole", "broken", "pada", "first"),
    [
        ("duḥkhatrayābhighātāj", "duḥkhatrayābhitāj", "a", "duḥkhatrayābhitāj"),
        ("jijñāsā", "ca jijñāsā", "b", "duḥkhatrayābhighātāj"),
    ],
)
def test_the_pause_tells_in_which_line_the_fault_is(
    whole: str, broken: str, pada: str, first: str
) -> None:
    """Of readings with as few changes that is taken whose third gaṇa ends with a word."""
    report = identify(ARYA.replace(whole, broken))
    (fault,) = report.faults
    assert (fault.code, fault.pada) == ("CHA303", pada)
    assert report.padas[0].text == first
