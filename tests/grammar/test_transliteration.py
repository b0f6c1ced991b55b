"""Transliteration, against fixed answers and by round trip on real text."""

import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dhyana.grammar.lipi.letters import CONSONANTS, MARKS, VIRAMA, VOWELS
from dhyana.grammar.lipi.transliteration import LOSSES, Script, transliterate

SHARED = Path(__file__).parents[2].parent / "shared"
TEXTS = ("treatise/000_a679aac0b6d60e09.txt", "corpus/bhagavadgita.deva.txt")

CASES = [
    ("अग्निमीळे", Script.IAST, "agnimīḷe"),
    ("अग्निमीळे", Script.SLP1, "agnimILe"),
    ("अग्निमीळे", Script.WX, "agnimIlYe"),
    ("कॢप्तः", Script.IAST, "kḷptaḥ"),
    ("सँश्लेषः", Script.IAST, "sam̐śleṣaḥ"),
    ("ताल्ँलोकान्", Script.IAST, "tāl̐lokān"),
    ("ताल्ँलोकान्", Script.ISO, "tāl̐lōkān"),
    ("प्रउगम्", Script.IAST, "praügam"),
    ("प्रउगम्", Script.ISO, "pra:ugam"),
    ("तितउः", Script.ITRANS, "tita_uH"),
    ("कारणआवरणम्", Script.VELTHUIS, "kaara.na{}aavara.nam"),
    ("तत्हि", Script.ISO, "tat:hi"),
    ("सोऽपि तथाऽऽत्मा", Script.IAST, "so'pi tathā''tmā"),
    ("ॐ नमः", Script.IAST, "oṃ namaḥ"),
    ("ॐ नमः", Script.SLP1, "oM namaH"),
    ("ॐ नमः", Script.VELTHUIS, "o.m nama.h"),
    ("पुनᳶपुनः दुःखᳵक", Script.IAST, "punaḫpunaḥ duḥkhaẖka"),
    ("पुनᳶपुनः", Script.ISO, "punaḫpunaḥ"),
    ("अ॒ग्निमी॑ळे", Script.IAST, "a\u0952gnimī\u0951ḷe"),
    ("अ॒ग्निमी॑ळे", Script.SLP1, "a\\gnimI^Le"),
    ("पु॒रोहि॑तं", Script.ITRANS, "pu\u0952rohi\u0951taM"),
    ("अक्\u200dषरम्", Script.IAST, "akṣaram"),
    ("१२३", Script.IAST, "123"),
    ("ततः । परम् ॥ १२ ॥", Script.SLP1, "tataH । param ॥ 12 ॥"),
    ("ततः । परम् ॥", Script.HK, "tataH । param ॥"),
    ("अवधानम्", Script.TELUGU, "అవధానమ్"),
    ("अवधानम्", Script.KANNADA, "ಅವಧಾನಮ್"),
    ("अवधानम्", Script.MALAYALAM, "അവധാനമ്"),
    ("तथा विज्ञानम्", Script.TAMIL, "ததா² விஜ்ஞாநம்"),
]


@pytest.mark.parametrize(("text", "script", "expected"), CASES)
def test_letters_that_go_wrong_easily(text: str, script: Script, expected: str) -> None:
    """Marks, accents, hiatus, ळ, ॐ, digits and daṇḍas come out as the script writes them."""
    assert transliterate(text, script) == expected


@pytest.mark.parametrize("script", Script)
def test_english_and_formulas_stay(script: Script) -> None:
    r"""Only Devanagari changes: English, IAST and formulas are returned as they were."""
    text = r"Query (Pṛcchā) $W_Q \text{प}$ and `code`, 12 % – “quoted”"
    assert transliterate(text, script) == text


@given(st.text(), st.sampled_from(Script))
@settings(deadline=None)
def test_no_text_is_refused(text: str, script: Script) -> None:
    """Any text whatever is transliterated without an error."""
    transliterate(text, script)


def _slp1_to_devanagari(text: str) -> str:
    """Read SLP1 back, sound by sound: the inverse of what is tested, written apart from it."""
    vowels = {vowel.slp1: vowel for vowel in VOWELS}
    consonants = {consonant.slp1: consonant.devanagari for consonant in CONSONANTS}
    marks = {mark.slp1: mark.devanagari for mark in MARKS}
    read = ""
    for sound in text:
        bare = read.endswith(VIRAMA)
        if sound in consonants:
            read += consonants[sound] + VIRAMA
        elif sound in vowels:
            vowel = vowels[sound]
            read = read[:-1] + vowel.sign if bare else read + vowel.devanagari
        else:
            read += marks.get(sound, sound)
    return read


akshara = st.builds(
    "".join,
    st.tuples(
        st.lists(st.sampled_from([c.devanagari for c in CONSONANTS]), min_size=1, max_size=3).map(
            VIRAMA.join
        ),
        st.sampled_from([vowel.sign for vowel in VOWELS]),
        st.sampled_from(["", *(mark.devanagari for mark in MARKS)]),
    ),
)


@given(st.lists(akshara).map("".join))
@settings(deadline=None)
def test_slp1_keeps_every_letter(text: str) -> None:
    """Whatever akṣaras a word has, SLP1 is read back to the same Devanagari."""
    assert _slp1_to_devanagari(transliterate(text, Script.SLP1)) == text


def _words(name: str) -> list[str]:
    path = SHARED / name
    if not path.exists():
        pytest.skip(f"{path} is not there")
    words = re.findall("[अ-हऽ-ौॐ-ॣंःँ\u094d]+", path.read_text(encoding="utf-8"))
    # The corpus has vowel signs typed after a virāma (क्ि); no romanisation can keep that slip.
    return sorted({word for word in words if not re.search(f"{VIRAMA}[\u093e-\u094c]", word)})


# What another reader cannot know: HK spells अइ and ऐ alike, and the library takes WX `oM` for ॐ.
UNREADABLE = {
    Script.HK: {"उवाचइत्यहं", "भगवानुवाचइदं"},
    Script.WX: {"तेजोंऽशसंभवम्", "पवित्रमोंकार"},
}


@pytest.mark.parametrize("name", TEXTS)
@pytest.mark.parametrize("script", [s for s in Script if s not in LOSSES])
def test_real_text_survives_the_round_trip(script: Script, name: str) -> None:
    """Every word of the treatise and the Gītā reads back as it was, by another reader."""
    wrong = {}
    for word in _words(name):
        written = transliterate(word, script)
        if (back := _read(written, script)) != word:
            wrong[word] = (written, back)
    assert {w: found for w, found in wrong.items() if w not in UNREADABLE.get(script, ())} == {}


def _read(text: str, script: Script) -> str:
    """Read `text` with the library, undoing first what the library spells wrongly itself."""
    from indic_transliteration import sanscript

    match script:
        case Script.IAST:
            text = text.replace("m̐", "~").replace("ï", "_i")
        case Script.ISO:
            text = text.replace(":", "_")
        case Script.VELTHUIS:
            text = text.replace("{}", "_")
        case Script.TAMIL:
            text = re.sub("([\u0bbe-\u0bcd]+)([²³⁴])", r"\2\1", text)
    name = {Script.ODIA: "oriya", Script.TAMIL: "tamil_superscripted"}.get(script, script.value)
    back: str = sanscript.transliterate(text, name, sanscript.DEVANAGARI)
    return back.replace("_", "").replace(f"{VIRAMA}ऋ", "ृ")  # Tamil ru' is read as ऋ everywhere
