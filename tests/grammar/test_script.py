"""Reading any script: which it is, its letters, and their places."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dhyana.grammar.lint.lipi import letter_findings
from dhyana.grammar.lint.rules.lipi.near_miss import REPORTED
from dhyana.grammar.lipi import brahmic
from dhyana.grammar.lipi.script import (
    SCRIPTS,
    alphabet,
    detect,
    known_script,
    read,
)
from dhyana.grammar.lipi.source_text import SourceText
from dhyana.grammar.scansion import scan
from dhyana.grammar.stanza import split_verses

GITA = Path(__file__).parents[2].parent / "shared/corpus/bhagavadgita.deva.txt"
VERSES = (
    "धर्मक्षेत्रे कुरुक्षेत्रे समवेता युयुत्सवः ।\nमामकाः पाण्डवाश्चैव किमकुर्वत सञ्जय ॥",
    "नमः शिवाय । कॢप्तः कॄणां ऋषिः ऐक्यं औषधं दुःखं झषो घटः फलम् ॥",
)
NAMES_IN_LIBRARY = {"odia": "oriya"}
LOSSY = {
    "modi": "writes i and ī alike",
    "tamil": "writes ṃ and m alike",
    "khojki": "unknown to it",
    "tirhuta": "unknown to it",
}
"""Scripts for which the library's spelling is no measure."""


@pytest.mark.parametrize("script", sorted(set(SCRIPTS) - {"devanagari"} - LOSSY.keys()))
def test_every_script_weighs_as_devanagari(script: str) -> None:
    """A verse transliterated by the library has the weights that it has in Devanagari."""
    from indic_transliteration import sanscript

    for verse in VERSES:
        other = sanscript.transliterate(verse, "devanagari", NAMES_IN_LIBRARY.get(script, script))
        scanned = scan(other, script)
        assert scanned.weights == scan(verse).weights
        assert scanned.near_misses == ()


@pytest.mark.parametrize("script", sorted(brahmic.SCRIPTS))
def test_a_script_of_its_own_is_detected(script: str) -> None:
    """Letters of a sister script say which it is."""
    if LOSSY.get(script) == "unknown to it":
        pytest.skip("the library does not write it")
    from indic_transliteration import sanscript

    text = sanscript.transliterate(VERSES[0], "devanagari", NAMES_IN_LIBRARY.get(script, script))
    assert detect(text) == (script, "")


@pytest.mark.parametrize(
    ("text", "script"),
    [
        ("धर्मक्षेत्रे", "devanagari"),
        ("dharmakṣetre", "iast"),
        ("saṁsāraḥ kr̥ṣṇaḥ", "iso"),
        ("kṛṣṇaḥ ॥", "iast"),
        ("kfzRasya DarmakzetrezvAtmA", "slp1"),
        ("kRSNasya dharmakSetreSv AtmA zrIH", "hk"),
        ("kRRiShNasya dharmakShetreShv AtmA shrIH", "itrans"),
        ('k.r.s.nasya dharmak.setre.sv aatmaa "srii.h', "velthuis"),
        ("kqRNasya XarmakReweRvAwmA", "wx"),
        ("nRgA kRmir navA darvA paJcamI ca dRSadvatI", "hk"),
        ("pulinAni viviXAni kAnaneRu mahawIr guhAH", "wx"),
        ("devAnAM yajanaM dehi savitas te namo .astu te", "itrans"),
        ("svaadhyaayanirate ahi.msan braahma.nasvaani", "velthuis"),
        ("gaadhes tathaiva bhaaryaam .rciiko bhaargavas tadaa", "velthuis"),
        ("paramam", "iast"),
        ("रामः कृष्णः hello", "devanagari"),
        ("", "iast"),
    ],
)
def test_detection(text: str, script: str) -> None:
    """Letters, diacritics and, in ASCII, the likeness to Sanskrit tell the script."""
    assert detect(text).script == script


def test_a_guess_is_told() -> None:
    """Where ASCII leaves a doubt, the scan says what was assumed."""
    assert scan("धर्म").assumed == ""
    assert scan("dharmāḥ").assumed == ""
    assert "iast" in scan("paramam").assumed
    assert "itrans" in scan("kRRiShNaH shrIH").assumed
    assert scan("kRRiShNaH shrIH", "itrans").assumed == ""
    short = scan("dharmakshetre kurukshetre samaveta yuyutsavah").assumed
    assert short.endswith("no long a, i or u is written, so that weights may be too light")
    assert "long" not in scan("dharmakSetre kurukSetre samavetA yuyutsavaH").assumed


@pytest.mark.skipif(not GITA.exists(), reason="needs ../shared/corpus")
def test_ascii_schemes_are_told_apart_on_real_verse() -> None:
    """Of the verses in each ASCII scheme nearly all are recognised, and weigh the same."""
    from indic_transliteration import sanscript

    stanzas = [
        s.text for s in split_verses(GITA.read_text("utf-8")) if not scan(s.text).near_misses
    ]
    sample = stanzas[::6]
    for scheme in ("slp1", "hk", "itrans", "velthuis", "wx"):
        texts = [sanscript.transliterate(text, "devanagari", scheme) for text in sample]
        # Named, or named as fitting as well: some verses are spelled alike in two schemes.
        assert sum(scheme in detect(text).assumed for text in texts) >= 0.98 * len(sample)
        same = sum(
            scan(text).weights == scan(verse).weights
            for text, verse in zip(texts, sample, strict=True)
        )
        assert same >= 0.99 * len(sample)


def test_unknown_script_is_refused() -> None:
    """A name that is no script raises, and the message lists those that are."""
    with pytest.raises(ValueError, match=r"unknown script 'klingon'.*devanagari"):
        scan("राम", "klingon")
    assert known_script("Oriya") == "odia"


@pytest.mark.parametrize("script", ["devanagari", "iast", "slp1", "hk", "itrans", "velthuis", "wx"])
@settings(deadline=None, max_examples=100)
@given(text=st.text())
def test_alphabets_split_without_remainder(script: str, text: str) -> None:
    """The units of a text, put together, are the text."""
    assert "".join(alphabet(script).pattern.findall(text)) == text


@pytest.mark.parametrize(
    ("text", "script", "iast"),
    [
        ("agnim īḷe puróhitaṃ", None, "agnimīḷepurohitaṃ"),
        ("dr̥ṣṭvā kl̥ptaẖ ka", "iso", "dṛṣṭvākḷptaẖka"),
        ("DHARMAKṢETRE", None, "dharmakṣetre"),
        ("praüga kaiṃ", None, "praugakaiṃ"),
        ("tāl̐ lokān", None, "tāl̐lokān"),
        ("dArSanikA~H", "slp1", "dārśanikām̐ḥ"),
        ("x GY RRi", "itrans", "kṣjñṛ"),
        ('k.r.s.na"sca', "velthuis", "kṛṣṇaśca"),
        ("अक़ॢप्तꣳ पुनᳶपुनः", None, "akḷptaṃpunaḫpunaḥ"),
        ("ক্ষেত্রে মৎস্য", None, "kṣetrematsya"),
        ("കൃഷ്ണൻ", None, "kṛṣṇan"),
        ("க்ரு'ஷ்ண", None, "kṛṣṇa"),
    ],
)
def test_letters_are_read(text: str, script: str | None, iast: str) -> None:
    """The IAST of the akṣaras is the text's, whatever the script, case and accents."""
    assert "".join(akshara.iast for akshara in scan(text, script).aksharas) == iast


def test_places_survive_respelling() -> None:
    """Letters of several code points, or of fewer than their reading, keep their place."""
    reading = read("ೞ ಕೇ ক\u09cb", "kannada")
    assert reading.places[-1] == len("ೞ ಕೇ ক\u09cb")
    scanned = scan("മൻത്ര")
    assert [akshara.written for akshara in scanned.aksharas] == ["മ", "ൻത്ര"]


@settings(deadline=None, max_examples=200)
@given(st.text(), st.text("aे\u0304\u0301ेা়क", max_size=8))
def test_source_text_keeps_its_places(before: str, marks: str) -> None:
    """Composing a text gives every boundary a place, in order, from first to last."""
    text = before + marks
    source = SourceText(text)
    source.compose()
    places = [source.place(index) for index in range(len(source.text) + 1)]
    assert places == sorted(places)
    assert (places[0], places[-1]) == (0, len(text))


def test_near_misses_beyond_a_hundred_are_only_counted() -> None:
    """All near-misses are known; of a text full of them the first hundred are told."""
    scanned = scan("rāmaḿ " * 250 + "//")
    assert len(scanned.near_misses) == 250
    found = letter_findings(scanned)
    assert len(found) == REPORTED + 1
    assert [finding.expected for finding in found[:2]] == ["ṃ", "ṃ"]
    assert found[-1].message == "and 150 near-misses more from here on"


def test_letters_after_a_composed_one_keep_their_places() -> None:
    """A sign after a letter that is one code point and two in its normal form stands by itself."""
    scanned = scan("\u0958िी")
    assert [(a.written, a.start, a.end) for a in scanned.aksharas] == [
        ("\u0958ि", 0, 2),
        ("ी", 2, 3),
    ]
    assert [(miss.start, miss.end) for miss in scanned.near_misses] == [(2, 3)]


def test_a_cedilla_for_a_dot_is_told_and_read() -> None:
    """Letters with a cedilla weigh as those with a dot, and each is named."""
    scanned = scan("kŗşņa")
    assert scanned.weights == scan("kṛṣṇa").weights
    assert [(miss.written, miss.read_as) for miss in scanned.near_misses] == [
        ("ŗ", "ṛ"),
        ("ş", "ṣ"),
        ("ņ", "ṇ"),
    ]


@pytest.mark.parametrize(
    ("text", "weights", "iast"),
    [
        ("க்ருʼஷ்ணம்ʼ தே (அ)ஹம்", "gggg", ["kṛ", "ṣṇaṃ", "te", "'ham"]),
        ("ਕṛਮਿਰ੍", "lg", ["kṛ", "mir"]),
        ("निṣ्कृति", "gll", ["ni", "ṣkṛ", "ti"]),
        ("dharmakषetrāṇi", "ggggl", ["dha", "rma", "kṣe", "trā", "ṇi"]),
        ("ｄharmaḥ śāntaḥ", "gggg", ["dha", "rmaḥ", "śā", "ntaḥ"]),
    ],
)
def test_letters_that_a_script_lacks_are_read(text: str, weights: str, iast: list[str]) -> None:
    """What Tamil writes with an apostrophe, and Latin letters amid Indic ones, weigh as meant."""
    scanned = scan(text)
    assert scanned.weights == weights
    assert [akshara.iast for akshara in scanned.aksharas] == iast


def test_a_script_that_is_not_the_one_given_is_named() -> None:
    """Letters of another script than the one asked for are ignored and called by its name."""
    (miss,) = scan("राम", "hk").near_misses
    assert miss.message == "राम is in devanagari, not in hk; ignored"
