"""The triṣṭubh of the epics: licences under the profile epic, faults under the classical."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dhyana.grammar.chandas.trishtubh import JAGATI, TRISHTUBH, read
from dhyana.grammar.meter import identify
from dhyana.grammar.report import MeterReport, Verdict
from dhyana.grammar.scansion import Break, scan
from dhyana.grammar.stanza import split_verses
from dhyana.grammar.vrttas import table

SHARED = Path(__file__).parents[2].parent / "shared"

# Bhagavadgītā 2.6: two hypermetric lines, an indravajrā, a break llg.
HYPERMETRIC = (
    "na caitad vidmaḥ kataran no garīyo\nyad vā jayema yadi vā no jayeyuḥ |\n"
    "yān eva hatvā na jijīviṣāmas\nte 'vasthitāḥ pramukhe dhārtarāṣṭrāḥ ||"
)
# 2.20, with a line of each break and openings of both kinds.
FREE = (
    "na jāyate mriyate vā kadācin\nnāyaṃ bhūtvā bhavitā vā na bhūyaḥ |\n"
    "ajo nityaḥ śāśvato 'yaṃ purāṇo\nna hanyate hanyamāne śarīre ||"
)
# 15.3: the first line is a jagatī.
MIXED = (
    "na rūpam asyeha tathopalabhyate\nnānto na cādir na ca saṃpratiṣṭhā |\n"
    "aśvattham enaṃ suvirūḍhamūlam\nasaṅgaśastreṇa dṛḍhena chittvā ||"
)


def notes(report: MeterReport) -> list[tuple[str, str | None]]:
    """Codes and pādas of the notes."""
    return [(note.code, note.pada) for note in report.notes]


@pytest.mark.parametrize("text", [HYPERMETRIC, FREE, MIXED])
@pytest.mark.parametrize("division", ["lines", "halves", "one line"])
def test_the_epic_profile_reads_what_the_classical_faults(text: str, division: str) -> None:
    """A triṣṭubh of the Gītā is exact in the epic profile only, however its lines are broken."""
    lines = text.splitlines()
    if division != "lines":
        lines = [f"{lines[0]} {lines[1]}", f"{lines[2]} {lines[3]}"]
    written = ("\n" if division != "one line" else " ").join(lines)
    epic, classical = identify(written, "epic"), identify(written)
    assert (epic.meter, epic.verdict, epic.faults) == (TRISHTUBH, Verdict.EXACT, ())
    assert classical.verdict is not Verdict.EXACT
    assert "CHA411" in [note.code for note in classical.notes]


def test_each_deviation_is_a_note_with_its_authority() -> None:
    """Openings, breaks, hypermetric lines and lines of jagatī are noted where they stand."""
    report = identify(HYPERMETRIC, "epic")
    assert notes(report) == [
        ("CHA205", "a"),
        ("CHA207", "a"),
        ("CHA207", "b"),
        ("CHA206", "d"),
    ]
    assert {note.authority for note in report.notes} == {
        "Hopkins, The Great Epic of India (1901), ch. 4"
    }
    assert [pada.variant for pada in report.padas] == [None, None, "indravajrā", None]
    assert notes(identify(MIXED, "epic")) == [("CHA207", "a")]
    assert notes(identify(FREE, "epic")) == [
        ("CHA206", "a"),
        ("CHA205", "b"),
        ("CHA206", "b"),
        ("CHA205", "c"),
        ("CHA206", "c"),
        ("CHA206", "d"),
    ]


def test_a_broken_cadence_is_a_fault_in_the_epic_profile_too() -> None:
    """What no epic allows is the only fault of the verse, and names its authority."""
    broken = FREE.replace("kadācin", "kadā te")
    assert identify(broken, "epic").verdict is Verdict.EXACT  # the last syllable is free
    report = identify(FREE.replace("purāṇo", "prāṇo vā"), "epic")
    assert (report.meter, report.verdict) == (TRISHTUBH, Verdict.FAULTY)
    (fault,) = report.faults
    assert (fault.code, fault.pada, fault.syllables) == ("CHA201", "c", (9,))
    assert fault.authority.startswith("Hopkins")


def test_what_is_classical_keeps_its_name_in_the_epic_profile() -> None:
    """Four lines of indravajrā and upendravajrā are an upajāti, four of śālinī a śālinī."""
    upajati = "gglggllglgg lglggllglgg gglggllglgg lglggllglgg"
    for weights, name in ((upajati, "upajāti"), ("ggggglgglgg " * 4, "śālinī")):
        text = "\n".join(
            " ".join("kā" if w == "g" else "ka" for w in line) for line in weights.split()
        )
        assert identify(text, "epic").meter == name


def test_expect_reads_a_trishtubh_under_any_profile() -> None:
    """Who declares a triṣṭubh gets only what is none; another metre is not called so."""
    assert identify(FREE, expect="tristubh").verdict is Verdict.EXACT
    assert identify(FREE, expect="त्रिष्टुभ्").meter == TRISHTUBH
    assert identify(MIXED, expect="jagatī").verdict is Verdict.FAULTY


def test_the_forms_of_the_gita_are_all_of_them() -> None:
    """Under the profile epic no triṣṭubh of the Bhagavadgītā has a fault."""
    path = SHARED / "corpus" / "bhagavadgita.deva.txt"
    if not path.exists():
        pytest.skip("needs ../shared/corpus/bhagavadgita.deva.txt")
    long = [s for s in split_verses(path.read_text("utf-8")) if len(scan(s.text).weights) > 36]
    assert len(long) == 55
    assert {identify(stanza, "epic").verdict for stanza in long} == {Verdict.EXACT}


@settings(deadline=None, max_examples=60)
@given(
    st.lists(st.sampled_from([x for m in table().epics for x in m.lines]), min_size=4, max_size=4)
)
def test_every_mixture_of_the_forms_is_read(lines: list[str]) -> None:
    """Any four lines of the table make a triṣṭubh, or a jagatī if most of them are."""
    written = [line.replace(".", "g") for line in lines]
    weights = "".join(written)
    breaks = [Break.NONE] * len(weights)
    for end in (len("".join(written[:count])) for count in (1, 2, 3)):
        breaks[end - 1] = Break.LINE
    reading = read(weights, breaks)
    assert reading is not None
    assert reading.distance == 0
    jagatis = sum(line.endswith("glgl.") for line in lines)
    assert reading.candidate.name == (JAGATI if jagatis > 2 else TRISHTUBH)


@settings(deadline=None, max_examples=60)
@given(st.text("gl", max_size=90), st.lists(st.sampled_from(list(Break)), min_size=90, max_size=90))
def test_any_weights_are_read_or_not(weights: str, breaks: list[Break]) -> None:
    """A reading has every syllable in one of its lines."""
    reading = read(weights, breaks[: len(weights)])
    if reading:
        assert sum(map(len, reading.lines)) == len(weights)


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_looking_for_what_is_faultless_finds_all_that_is(data: st.DataObject) -> None:
    """A search for readings without changes finds what the whole search does, or nothing."""
    forms = [form for metre in table().epics for form in metre.lines]
    lines = data.draw(st.lists(st.sampled_from(forms), min_size=2, max_size=4))
    written = "".join(line.replace(".", data.draw(st.sampled_from("gl?"))) for line in lines)
    place = data.draw(st.integers(0, len(written) - 1))
    for weights in (written, written[:place] + data.draw(st.sampled_from("gl?")) + written[place:]):
        breaks = data.draw(
            st.lists(
                st.sampled_from((Break.NONE, Break.WORD, Break.LINE)),
                min_size=len(weights),
                max_size=len(weights),
            )
        )
        found = read(weights, breaks)
        faultless = found if found and not found.distance else None
        assert read(weights, breaks, faultless=True) == faultless
