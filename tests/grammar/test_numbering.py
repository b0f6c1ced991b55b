"""Syllables of a finding count in the pāda that it names, as it is written."""

import re

from hypothesis import given, settings
from hypothesis import strategies as st

from dhyana.grammar.meter import identify
from dhyana.grammar.scansion import scan

SHALINI = (
    "mātā rāmo matpitā rāmacandraḥ |\nsvāmī rāmo matsakhā rāmacandraḥ |\n"
    "sarvasvaṃ me rāmacandro dayālur |\nnānyaṃ jāne naiva jāne na jāne ||"
)
ARYA = (
    "adharaḥ kisalayarāgaḥ komalaviṭapānukāriṇau bāhū |\n"
    "kusumam iva lobhanīyaṃ yauvanam aṅgeṣu sannaddham ||"
)
MEANT = {
    SHALINI: "śālinī",
    ARYA: "āryā",
    "dharmakṣetre kurukṣetre samavetā yuyutsavaḥ |\n"
    "māmakāḥ pāṇḍavāś caiva kim akurvata sañjaya ||": "anuṣṭubh",
    "na caitad vidmaḥ kataran no garīyo\nyad vā jayema yadi vā no jayeyuḥ |\n"
    "yān eva hatvā na jijīviṣāmas\nte 'vasthitāḥ pramukhe dhārtarāṣṭrāḥ ||": "triṣṭubh",
    "bhaja govindaṃ bhaja govindaṃ\ngovindaṃ bhaja mūḍhamate |\n"
    "samprāpte sannihite kāle\nnahi nahi rakṣati ḍukṛṅkaraṇe ||": "mātrāsamaka",
}
# Codes of what lacks something: it may be wanted after the last syllable.
LACKING = {"CHA101", "CHA202", "CHA301", "CHA302", "CHA303", "CHA305", "CHA306", "CHA307"}


@st.composite
def broken(draw: st.DrawFn) -> tuple[str, str]:
    """Draw a verse with up to four syllables gone, put in or of another weight, and its metre."""
    verse = draw(st.sampled_from(sorted(MEANT)))
    text = verse
    for _ in range(draw(st.integers(1, 4))):
        akshara = draw(st.sampled_from(scan(text).aksharas))
        put = draw(st.sampled_from(["", "ka", "kā", "tva"]))
        start = draw(st.sampled_from([akshara.start, akshara.end]))
        text = text[:start] + put + text[akshara.end :]
    return text, MEANT[verse]


@given(broken(), st.booleans(), st.sampled_from(["classical", "epic"]))
@settings(max_examples=150, deadline=None)
def test_syllables_are_numbers_of_the_pada(
    verse: tuple[str, str], declared: bool, profile: str
) -> None:
    """No number leaves the pāda, but by one for what is wanted at its end."""
    text, metre = verse
    report = identify(text, profile, expect=metre if declared else None)
    weights = {pada.label: pada.weights for pada in report.padas}
    for found in (*report.faults, *report.notes):
        if found.pada is None:
            continue
        size = len(weights[found.pada]) + (found.code in LACKING)
        assert all(1 <= k <= size for k in found.syllables), (text, found)


def test_a_wrong_weight_after_a_gap_is_counted_as_written() -> None:
    """Two syllables are missing before it: the eighth written stands tenth in the metre."""
    report = identify(SHALINI.replace("rāmacandro dayālur", "rāmaca dalur"))
    missing, wrong = report.faults
    assert (missing.code, missing.syllables) == ("CHA202", (7, 8))
    assert missing.message.startswith(
        "pāda c: 2 heavy syllables missing at syllables 7–9 of the full line"
    )
    assert (wrong.code, wrong.syllables) == ("CHA201", (8,))
    assert wrong.message.startswith("pāda c: syllable 8, syllable 10 of the full line, must be")
    assert wrong.fixes[0].message == "make syllable 8 (da) heavy"
    assert report.padas[2].weights[7] == "l"


def test_a_gana_over_the_seam_is_numbered_in_the_pada_named() -> None:
    """Of a gaṇa that reaches over into the next pāda the syllables of the first are numbered."""
    report = identify(
        "ākāro mantraguptir iṅgitam āyasya kāraṇam |\n"
        "jīvanti dhanayanā kathām ity aja prathita-bhuvana-kandarppaḥ ||",
        expect="gīti",
    )
    sizes = {pada.label: len(pada.weights) for pada in report.padas}
    crossing = [found for found in report.faults if found.code == "CHA304"]
    assert crossing
    assert all(found.syllables[-1] <= sizes[found.pada or ""] for found in crossing)


def test_what_may_be_left_out_is_within_what_is_named() -> None:
    """The syllables named as too many take in the one whose omission alone mends the line."""
    report = identify(SHALINI.replace("rāmo matsakhā", "rāmaś ca matsakhā"))
    (fault,) = report.faults
    assert (fault.code, fault.syllables) == ("CHA203", (5, 6))
    assert fault.message == "pāda b: one syllable too many at syllables 5–6 in śālinī"
    assert [fix.message for fix in fault.fixes] == ["leave out syllable 6 (ma)"]


@given(broken(), st.booleans())
@settings(max_examples=100, deadline=None)
def test_every_omission_from_a_fixed_line_is_within_what_is_named(
    verse: tuple[str, str], declared: bool
) -> None:
    """No repair of CHA203 leaves out a syllable that the finding does not name."""
    text, metre = verse
    for fault in identify(text, expect=metre if declared else None).faults:
        if fault.code == "CHA203":
            for fix in fault.fixes:
                left_out = {int(k) for k in re.findall(r"syllable (\d+)", fix.message)}
                assert left_out <= set(fault.syllables), (text, fault)
