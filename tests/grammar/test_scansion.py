"""Scansion: weights, why they are so, and where each akṣara stands."""

import json
import subprocess
import sys
import unicodedata
from importlib import resources
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dhyana.grammar.akshara_table import COMPILED, compile_table, parse
from dhyana.grammar.lipi.alphabet import PHONEMES
from dhyana.grammar.lipi.script import read
from dhyana.grammar.scansion import Akshara, Aside, Break, NearMiss, Reason, Scan, scan
from dhyana.grammar.stanza import split_verses

SHARED = Path(__file__).parents[2].parent / "shared"
EDGE_CASES = SHARED / "data/meter/scan_edge_cases.jsonl"
CORPORA = ("corpus/bhagavadgita.deva.txt", "corpus/brahmapurana.iast.txt")

DEVANAGARI = st.lists(
    st.sampled_from([*"कषतमरअआइओािीृेो्ंःँऽ़॒॑३ \n-,।॥ॐSm:'\u200d", "र्", "क्ष", "।।1.2।।", "उवाच\n"])
).map("".join)
LATIN = st.lists(
    st.sampled_from(
        [*"aiuokgtdnmrshvpāīūṛṃḥñṣḷ \n-,/|'.:A3\u0301\u0304\u0325", "ai", "//", "||", "uvāca\n"]
    )
).map("".join)
TEXTS = st.one_of(DEVANAGARI, LATIN, st.text())


def weights(text: str, script: str | None = None) -> str:
    """Weights of a text."""
    return scan(text, script).weights


def syllables(text: str) -> list[str]:
    """Aksharas of a text as written."""
    return [akshara.written for akshara in scan(text).aksharas]


def edge_cases() -> list[dict[str, str]]:
    """Rows of the shared file, none where it is absent."""
    if not EDGE_CASES.exists():
        return []
    return [json.loads(line) for line in EDGE_CASES.read_text("utf-8").splitlines()]


@pytest.mark.skipif(not EDGE_CASES.exists(), reason="needs ../shared/data/meter")
def test_edge_cases() -> None:
    """Every edge case has the weights expected of it, where it expects any."""
    for case in edge_cases():
        found = weights(case["input"])
        assert len(found) == len(case["expected"]), case
        pairs = zip(found, case["expected"], strict=True)
        assert all(expected in ("?", weight) for weight, expected in pairs), case


# --- the grammar is the measure ----------------------------------------------------------


def test_shipped_table_is_what_the_grammar_says() -> None:
    """Compiling the grammar anew gives the table that is shipped."""
    shipped = resources.files("dhyana.grammar").joinpath(COMPILED).read_text("utf-8")
    assert compile_table() == shipped


def assert_as_parsed(text: str) -> None:
    """Check that the fast reading has the akṣaras, weights and spans of the parse."""
    reading = read(text)
    classes = reading.leading + "".join(reading.segments)
    unit_of = [unit for unit, kind in enumerate(classes) for _ in kind.translate(PHONEMES)]
    letters = {unit for unit, kind in enumerate(classes) if kind in "aAkmhKGq"}
    parsed = parse(classes.translate(PHONEMES))
    aksharas = scan(text).aksharas
    assert [Reason[syllable.reason.upper()] for syllable in parsed] == [a.reason for a in aksharas]
    places = reading.places
    for syllable, akshara in zip(parsed, aksharas, strict=True):
        # Two letters in one code point (a ligature of another script) share its place.
        wide = {unit for unit in letters if places[unit] < places[unit + 1]}
        inside = {
            unit
            for unit in wide
            if akshara.start <= places[unit] and places[unit + 1] <= akshara.end
        }
        assert inside == {unit_of[at] for at in range(syllable.start, syllable.end)} & wide


@settings(deadline=None, max_examples=400)
@given(TEXTS)
def test_fast_reading_is_the_grammar(text: str) -> None:
    """Whatever the text, the fast reading equals the parse of `akshara.lark`."""
    assert_as_parsed(text)


@pytest.mark.parametrize("corpus", CORPORA)
def test_fast_reading_is_the_grammar_on_real_verse(corpus: str) -> None:
    """On real verses too, the fast reading equals the parse of `akshara.lark`."""
    if not (SHARED / corpus).exists():
        pytest.skip("needs ../shared/corpus")
    for stanza in split_verses((SHARED / corpus).read_text("utf-8"))[::40]:
        assert_as_parsed(stanza.text)


# --- no text raises or loses its place ---------------------------------------------------


def assert_in_place(scanned: Scan) -> None:
    """Check that akṣaras stand in order, apart from each other, and where they say."""
    last = 0
    for akshara in scanned.aksharas:
        assert last <= akshara.start <= akshara.end <= len(scanned.text)
        assert scanned.text[akshara.start : akshara.end] == akshara.written
        assert (akshara.weight == "l") == (akshara.reason is Reason.SHORT) == (akshara.cause == "")
        last = akshara.end
    marked: tuple[NearMiss | Aside, ...] = (*scanned.near_misses, *scanned.asides)
    for noted in marked:
        assert scanned.text[noted.start : noted.end] == noted.written


@settings(deadline=None, max_examples=400)
@given(TEXTS)
def test_any_text_keeps_its_places(text: str) -> None:
    """No text raises, and every akṣara and near-miss is where the offsets say."""
    assert_in_place(scan(text))


@settings(deadline=None, max_examples=100)
@given(TEXTS, st.sampled_from(["devanagari", "iast", "iso", "slp1", "hk", "telugu", "tamil"]))
def test_any_text_in_any_script_keeps_its_places(text: str, script: str) -> None:
    """The same holds when the text is read as a script that it is not in."""
    assert_in_place(scan(text, script))


@settings(deadline=None, max_examples=200)
@given(TEXTS)
def test_normal_forms_weigh_the_same(text: str) -> None:
    """Composed and decomposed spelling have the same weights."""
    composed = unicodedata.normalize("NFC", text)
    script = scan(composed).script
    assert weights(composed, script) == weights(unicodedata.normalize("NFD", text), script)


@settings(deadline=None, max_examples=200)
@given(st.one_of(DEVANAGARI, LATIN))
def test_no_letter_is_dropped_in_silence(text: str) -> None:
    """Every letter is part of an akṣara, a near-miss or an aside; the avagraha is none."""
    scanned = scan(text)
    noted: list[Akshara | NearMiss | Aside] = [*scanned.aksharas]
    noted += [*scanned.near_misses, *scanned.asides]
    covered = {place for part in noted for place in range(part.start, part.end)}
    letters = {i for i, c in enumerate(text) if unicodedata.category(c)[0] == "L" and c != "ऽ"}
    assert letters <= covered


# --- weights and why ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "reason", "cause"),
    [
        ("ka", Reason.SHORT, ""),
        ("kā", Reason.LONG, "ā"),
        ("kai", Reason.LONG, "ai"),
        ("kaṃ", Reason.ANUSVARA, "ṃ"),
        ("kaḥ", Reason.VISARGA, "ḥ"),
        ("kaḫ pi", Reason.VISARGA, "ḫ"),
        ("kakṣī", Reason.CONJUNCT, "kṣ"),
        ("kārtsnyam", Reason.LONG, "ā"),
        ("ka\nsmṛ", Reason.CONJUNCT, "sm"),
        ("kam", Reason.CLOSED, "m"),
        ("kam / a", Reason.CLOSED, "m"),
        ("kal̥", Reason.SHORT, ""),
        ("क्ष", Reason.SHORT, ""),
        ("त्वां", Reason.LONG, "ā"),
        ("ओ३म्", Reason.LONG, "o3"),
        ("ॐ", Reason.LONG, "oṃ"),
    ],
)
def test_first_syllable_says_why(text: str, reason: Reason, cause: str) -> None:
    """A syllable names the reason for its weight and what makes it heavy."""
    first = scan(text).aksharas[0]
    assert (first.reason, first.cause) == (reason, cause)


def test_an_akshara_knows_everything_about_itself() -> None:
    """Offsets count in the original string, before any normalisation."""
    text = "so 'pi dha\u0304rmikah\u0323 ||"
    assert scan(text).aksharas[3] == Akshara(
        "rmi", "rmi", 11, 14, "l", Reason.SHORT, "", Break.NONE
    )
    assert [a.written for a in scan(text).aksharas] == [
        "so",
        "'pi",
        "dha\u0304",
        "rmi",
        "kah\u0323",
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("तत् एव", ["त", "त् ए", "व"]),
        ("dharmakṣetre", ["dha", "rma", "kṣe", "tre"]),
        ("परमम्", ["प", "र", "मम्"]),
        ("tat / eva", ["tat", "e", "va"]),
        ("tat\nkṛtam", ["tat", "kṛ", "tam"]),
        ("कश्िचत्", ["क", "श्िचत्"]),
        ("दे॒वाः", ["दे॒", "वाः"]),
    ],
)
def test_consonants_belong_to_the_vowel_after_them(text: str, expected: list[str]) -> None:
    """Consonants begin the next akṣara, across words too, unless a line or half ends."""
    assert syllables(text) == expected


def test_position_works_in_a_half_and_not_over_its_end() -> None:
    """A conjunct weighs the syllable before it across words and pādas, not across a daṇḍa."""
    assert weights("na smṛtaḥ") == weights("na / smṛtaḥ") == weights("na\nsmṛtaḥ") == "glg"
    assert weights("na । smṛtaḥ") == weights("na | smṛtaḥ") == weights("na || smṛtaḥ") == "llg"
    assert weights("tat eva") == weights("tat, eva") == weights("tat-\neva") == "lgl"
    assert weights("tat\neva") == weights("tat / eva") == weights("tat । eva") == "ggl"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("deva rāma", Break.WORD),
        ("deva-rāma", Break.SEAM),
        ("deva, rāma", Break.LINE),
        ("deva /\nrāma", Break.LINE),
        ("deva\n\nrāma", Break.LINE),
        ("deva\n2\nrāma", Break.LINE),
        ("deva\n2 rāma", Break.LINE),
        ("deva।\n\nrāma", Break.HALF),
        ("deva|rāma", Break.HALF),
        ("deva ॥ १ ॥ rāma", Break.VERSE),
        ("deva।।1.47।। rāma", Break.VERSE),
        ("deva //1// rāma", Break.VERSE),
        ("devarāma", Break.NONE),
    ],
)
def test_breaks_are_what_the_source_shows(text: str, expected: Break) -> None:
    """The strongest mark between two vowels is the break after the first."""
    assert scan(text).aksharas[1].after is expected


def test_slashes_mean_what_the_text_uses_them_for() -> None:
    """`/` parts pādas where `//` parts halves, and halves where `//` ends the verse."""
    halves = [akshara.after for akshara in scan("ka / ka // ka / ka").aksharas]
    assert halves == [Break.LINE, Break.HALF, Break.LINE, Break.NONE]
    ends = [akshara.after for akshara in scan("ka / ka //\nka / ka // 2 //").aksharas]
    assert ends == [Break.HALF, Break.VERSE, Break.HALF, Break.VERSE]


# --- what stands with verse and is none --------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "सञ्जय उवाच\nराम",
        "श्रीभगवानुवाच\n\nराम",
        "श्री भगवानुवाचराम",
        "अर्जुन उवाचराम",
        "sūta uvāca: rāma",
        "सञ्जय\u00a0उवाच\u00a0—\nराम",
        "**सञ्जय उवाच**\nराम",
        "sūta uvāca,\nrāma",
        "ṛṣaya ūcuḥ |\nrāma",
        "॥ ब्रह्मोवाच ॥\nराम",
        "vyAsa uvAca\nrAma",
        "ಸೂತ ಉವಾಚ\nರಾಮ",
    ],
)
def test_speakers_are_set_aside(text: str) -> None:
    """Who speaks is no verse, whether it has a line of its own or not."""
    scanned = scan(text)
    assert scanned.weights == "gl"
    assert len(scanned.asides) == 1


@pytest.mark.parametrize(
    "text",
    [
        "(a) rāma",
        "a) rāma",
        "(c) rāma |",
        "(क) राम",
        "ख) राम",
        "|| a || rāma",
        "॥क॥ राम ॥",
        "(ka) rāma",
        "|| gha || rāma",
    ],
)
def test_letters_that_count_padas_are_set_aside(text: str) -> None:
    """A letter with a bracket behind it, where a line begins, counts lines and is no syllable."""
    scanned = scan(text)
    assert scanned.weights == "gl"
    assert len(scanned.asides) == 1


@pytest.mark.parametrize(
    "text", ["rām(a)", "rām(a) ", "(rāma)", "राम(क)", "rāma | a | rāma", "rām(ka) ", "rāma ||"]
)
def test_letters_in_brackets_inside_a_word_are_verse(text: str) -> None:
    """An editor's brackets around part of a word leave it verse."""
    assert scan(text).asides == ()


@pytest.mark.parametrize(
    "text",
    [
        "तमुवाच हृषीकेशः",
        "tam uvāca, hṛṣīkeśaḥ",
        "उवाच पार्थ पश्य",
        "pravartatāṃ nṛtyam itīty uvāca |\na",
    ],
)
def test_uvaca_inside_verse_is_verse(text: str) -> None:
    """The verb in a pāda is scanned like any word."""
    assert scan(text).asides == ()


@pytest.mark.parametrize(
    "text",
    [
        "राम ॥१.२॥",
        "राम।।1.47।।",
        "॥ १ ॥ राम",
        "rāma || 1.2 ||",
        "rāma // BhG_1.1 //",
        "rāma || BhG 1.1 ||",
        "01001000a rāma",
        "1. rāma",
        "rāma (12)",
    ],
)
def test_numbers_and_labels_are_no_verse(text: str) -> None:
    """Verse numbers and reference labels are passed over without a warning."""
    scanned = scan(text)
    assert (scanned.weights, scanned.near_misses) == ("gl", ())


# --- near-misses -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "expected", "written", "read_as"),
    [
        ("rāmaḿ śa", "ggl", "ḿ", "ṃ"),
        ("rāmaa śaṃ", "ggg", "aa", "ā"),
        ("राम: कृष्ण", "gggl", ":", "ः"),
        ("rāma: kṛ", "ggl", ":", "ḥ"),
        ("कश्िचत्", "gg", "िच", "चि"),
        ("तत्ित्रविधं", "gllg", "ित्र", "त्रि"),
        ("िकम्", "g", "िक", "कि"),
        ("पितृ़नथ", "lgll", "ृ़", "ॄ"),
        ("सोSपि", "gl", "S", "ऽ"),
        ("सो'पि", "gl", "'", "ऽ"),
        ("राmः", "gg", "m", "म"),
        ("rаmā", "lg", "а", "a"),
        ("अात्मा", "gg", "अा", "आ"),
        ("काेप", "gl", "ाे", "ो"),
        ("राम I कृ", "gll", "I", "।"),
        ("âtman", "gg", "â", "ā"),
        ("avam̃ tathā", "lglg", "m̃", "ṃ"),
        ("विদ्या", "gg", "দ", "द"),
        ("ಎನು", "gl", "ಎ", "ए"),
        ("कृ👍ष्ण", "gl", "👍", ""),
        ("राम 2 इति", "glll", "2", ""),
        ("। क् । राम", "gl", "क्", ""),
        ("राम hello कृ", "gll", "hello", ""),
        ("ंराम", "gl", "ं", ""),
        ("नम ः", "lg", "म ः", "मः"),
    ],
)
def test_near_misses_are_read_and_told(
    text: str, expected: str, written: str, read_as: str
) -> None:
    """A near-miss is read the sensible way, and the scan says where and how."""
    scanned = scan(text)
    assert scanned.weights == expected
    found = [(miss.written, miss.read_as) for miss in scanned.near_misses]
    assert (written, read_as) in found
    assert all(miss.message for miss in scanned.near_misses)


# --- what users reported -----------------------------------------------------------------


def test_report_5_weights_take_no_licence() -> None:
    """*ca* before *hrīmatī* is heavy as written; the licence (krama) belongs to matching."""
    half = "devī tatra ca hrīmatī"
    assert weights(half) == "ggglgglg"


def test_report_7_a_near_miss_diacritic_is_told() -> None:
    """`ḿ` is read as anusvāra with a warning at its two places."""
    scanned = scan("namāmi rāmaḿ raghuvaḿśanātham")
    assert scanned.weights == "lglggllglgg"
    assert [(miss.start, miss.read_as) for miss in scanned.near_misses] == [(11, "ṃ"), (20, "ṃ")]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("agnim īḷe", "glgg"),
        ("kḷptaḥ", "gg"),
        ("kl̥ptaḥ", "gg"),
        ("अग्निमीळे", "glgg"),
        ("कॢप्तः", "gg"),
        ("īḷyaḥ", "gg"),
    ],
)
def test_report_9_the_two_l(text: str, expected: str) -> None:
    """`ḷ` is a consonant next to a vowel and a vowel elsewhere."""
    assert weights(text) == expected


@pytest.mark.parametrize("form", ["NFC", "NFD"])
@pytest.mark.parametrize("text", ["अ॒ग्निमी॑ळे पु॒रोहि॑तं", "agním īḷe puróhitaṃ"])
def test_report_22_vedic_accents(text: str, form: str) -> None:
    """Accents change no weight, in either normal form."""
    assert weights(unicodedata.normalize(form, text)) == "glgglglg"  # type: ignore[arg-type] # a form is a literal


def test_scanning_loads_nothing_heavy() -> None:
    """Scanning Devanagari, IAST or SLP1 imports neither numpy nor lark nor the library."""
    code = (
        "import sys; from dhyana.grammar.scansion import scan; scan('धर्मः'); scan('dharmāḥ');"
        "scan('Darma', 'slp1');"
        "print(*{'numpy', 'lark', 'indic_transliteration', 'torch'} & sys.modules.keys())"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == ""


@pytest.mark.parametrize(
    "text",
    [
        "naraṃ caiva narottamam /1.1ab/ devīṃ sarasvatīṃ caiva /1.1cd/",
        "naraṃ caiva narottamam / BrP_1.1a\ndevīṃ sarasvatīṃ caiva // BrP_1.1c //",
        "1.1a naraṃ caiva narottamam /\n1.1c devīṃ sarasvatīṃ caiva //",
    ],
)
def test_the_letters_of_a_label_are_no_verse(text: str) -> None:
    """A number with the letters of its pādas is left out as a whole."""
    scanned = scan(text)
    assert scanned.weights == "lggllglggglglggl"
    assert not scanned.near_misses


def test_gretil_parts_padas_by_signs() -> None:
    """`$`, `&` and `%` between the pādas are line breaks, and no letters."""
    scanned = scan("kaścit kāntā $ śāpenāsta & yakṣaś cakre % snigdhacchāyā // KMgD_1.1 //")
    assert not scanned.near_misses
    assert [a.after for a in scanned.aksharas if a.after is Break.LINE] == [Break.LINE] * 3


@pytest.mark.parametrize(
    ("text", "cause"),
    [
        ("taṃ aham", "ṃ before a vowel"),
        ("तं अहम्", "ṃ before a vowel"),
        ("taṃ naram", "ṃ"),
        ("taṃ\naham", "ṃ"),
        ("taṃ", "ṃ"),
    ],
)
def test_an_anusvara_before_a_vowel_is_told(text: str, cause: str) -> None:
    """Typed where m stays m (8.3.23) it makes a light syllable heavy, and the cause says where."""
    first = scan(text).aksharas[0]
    assert (first.weight, first.reason, first.cause) == ("g", Reason.ANUSVARA, cause)
