"""Identifying the metre: what users reported, what is written how, what is refused."""

import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dhyana.grammar.lint.diagnostic import Severity
from dhyana.grammar.meter import identify
from dhyana.grammar.report import MeterReport, Verdict
from dhyana.grammar.scansion import scan
from dhyana.grammar.stanza import split_verses
from dhyana.grammar.vrttas import Vrtta, table

ROOT = Path(__file__).parents[2]
SHARED = ROOT.parent / "shared"
BENCHMARK = ROOT / "benchmarks" / "meter_accuracy.py"

SHALINI = (
    "mātā rāmo matpitā rāmacandraḥ\nsvāmī rāmo matsakhā rāmacandraḥ |\n"
    "sarvasvaṃ me rāmacandro dayālur\nnānyaṃ jāne naiva jāne na jāne ||"
)
BHUJANGA = (
    "namas te sadā vatsale mātṛbhūme\ntvayā hindubhūme sukhaṃ vardhito 'ham |\n"
    "mahāmaṅgale puṇyabhūme tvadarthe\npatatv eṣa kāyo namas te namas te ||"
)
ARYA = (
    "sarasā sālaṅkārā supadanyāsā suvarṇamayamūrtiḥ |\nāryā tathaiva bhāryā duṣprāpā puṇyahīnena ||"
)
VIYOGINI = (
    "sahasā vidadhīta na kriyām avivekaḥ param āpadāṃ padam |\n"
    "vṛṇate hi vimṛśyakāriṇaṃ guṇalubdhāḥ svayam eva saṃpadaḥ ||"
)
UDGATA = (
    "atha vāsavasya vacanena\nruciravadanas trilocanam |\n"
    "klāntirahitam abhirādhayituṃ\nvidhivat tapāṃsi vidadhe dhanaṃjayaḥ ||"
)
UPAJATI = (
    "asty uttarasyāṃ diśi devatātmā himālayo nāma nagādhirājaḥ |\n"
    "pūrvāparau toyanidhī vagāhya sthitaḥ pṛthivyā iva mānadaṇḍaḥ ||"
)
MIXED_JAGATI = (
    "itthaṃ rathāśvebhaniṣādināṃ prage\ngajo nṛpāṇām atha toraṇād bahiḥ |\n"
    "prasthānakālakṣamaveśakalpanā\nkṛtakṣaṇakṣepam udaikṣatācyutam ||"
)
SHLOKA = (
    "vāgarthāv iva saṃpṛktau vāgarthapratipattaye |\njagataḥ pitarau vande pārvatīparameśvarau ||"
)


def verse(weights: str, ends: str = "\n") -> str:
    """Make a text that scans to these weights, a word a syllable, lines parted by spaces."""
    return ends.join(
        " ".join("kā" if weight == "g" else "ka" for weight in line) for line in weights.split()
    )


def found(report: MeterReport) -> list[tuple[str, str | None, tuple[int, ...]]]:
    """Codes, pādas and syllables of the errors and warnings."""
    return [(fault.code, fault.pada, fault.syllables) for fault in report.faults]


def noted(report: MeterReport) -> list[str]:
    """Codes of the notes."""
    return [note.code for note in report.notes]


def test_report_1_even_cadences_everywhere() -> None:
    """Report 1: not a śloka without fault, two faults each in a and c, none in b and d."""
    report = identify(
        "rāmam ahaṃ namāmy aham / sītayā sahitaṃ prabhum // "
        "kṛṣṇam ahaṃ namāmy aham / rādhayā sahitaṃ prabhum"
    )
    assert report.verdict is Verdict.FAULTY
    assert report.meter == "anuṣṭubh"
    assert found(report) == [
        ("CHA103", "a", (2, 3)),
        ("CHA105", "a", (7,)),
        ("CHA103", "c", (2, 3)),
        ("CHA105", "c", (7,)),
    ]


def test_report_4_light_line_ends() -> None:
    """Report 4: an upendravajrā; the four light ends are notes, the weights as written."""
    report = identify(
        "namo namas te jagadīśvarāya / namo namas te karuṇākarāya // "
        "namo namas te bhayanāśanāya / namo namas te śivaśaṅkarāya"
    )
    assert (report.meter, report.verdict) == ("upendravajrā", Verdict.EXACT)
    assert [pada.weights for pada in report.padas] == ["lglggllglgl"] * 4
    assert report.faults == ()
    assert noted(report) == ["CHA401"] * 4


def test_report_7_a_near_miss_is_read() -> None:
    """Report 7: ḿ is read as ṃ; one line of an upendravajrā."""
    report = identify("namāmi rāmaḿ raghuvaḿśanātham")
    assert report.meter == "upendravajrā"
    assert report.padas[0].weights == "lglggllglgg"


def test_report_13_arya_is_more_than_a_count() -> None:
    """Report 13: the first gaṇa is ja: syllables 1–3 of the first half, all else good."""
    report = identify(verse("lglggllggllgglglggg ggllggggllgglggg"))
    assert (report.meter, report.verdict) == ("āryā", Verdict.FAULTY)
    assert found(report) == [("CHA301", "a", (1, 2, 3))]
    assert report.nearest is not None
    assert report.nearest.distance == 1


@pytest.mark.parametrize("join", [" ", " / ", "\n"])
def test_report_15_thirty_two_syllables_are_not_yet_a_shloka(join: str) -> None:
    """Report 15: no metre, the nearest with its distance, however the lines are written."""
    line = "akhilalokanāyikā brahmāṇḍamaṇḍaleśvarī"
    report = identify(f"{line}{join}{line}")
    assert (report.meter, report.verdict) == (None, Verdict.NONE)
    assert report.nearest is not None
    assert report.nearest.distance >= 4


def test_report_17_a_pattern_without_name_keeps_none() -> None:
    """Report 17: an unknown samavṛtta of 10 is described, and named after no other metre."""
    report = identify(verse("glglgglglg " * 4))
    assert (report.meter, report.verdict, report.names) == (None, Verdict.NONE, ())
    assert [note.message for note in report.notes] == ["unknown samavṛtta of 10, ra-ya-ja-ga"]
    assert [pada.label for pada in report.padas] == ["a", "b", "c", "d"]


def test_a_half_even_pattern_without_name_keeps_none() -> None:
    """Four lines of which a and c, b and d are alike are described as such."""
    report = identify(verse("glgglglglgl llgglglgglgl glgglglglgg llgglglgglgg"))
    assert report.meter is None
    (note,) = report.notes
    assert note.message.startswith("unknown ardhasamavṛtta of 11 + 12, ")


@pytest.mark.parametrize(
    ("text", "meter"),
    [
        (SHLOKA, "anuṣṭubh"),
        (SHALINI, "śālinī"),
        (BHUJANGA, "bhujaṅgaprayāta"),
        (ARYA, "āryā"),
        (VIYOGINI, "viyoginī"),
        (UDGATA, "udgatā"),
        (UPAJATI, "upajāti"),
        (MIXED_JAGATI, "upajāti"),
    ],
)
@pytest.mark.parametrize("division", ["as printed", "in one line", "a stray line break"])
def test_metres_are_told_however_the_lines_are_broken(text: str, meter: str, division: str) -> None:
    """The metre does not hang on line breaks and daṇḍas."""
    words = text.replace("|", " ").split()
    if division == "in one line":
        text = " ".join(words)
    elif division == "a stray line break":
        text = " ".join(words[:5]) + "\n" + " ".join(words[5:])
    report = identify(text)
    assert (report.meter, report.verdict) == (meter, Verdict.EXACT)


def test_every_fixed_metre_of_the_table_is_told() -> None:
    """Four lines of any metre are that metre, or one that fits the same syllables."""
    for vrtta in table().vrttas:
        report = identify(verse(" ".join(vrtta.lines)))
        if vrtta.name in report.names:
            assert report.verdict is Verdict.EXACT
        else:  # a line or two of very few syllables
            assert sum(map(len, vrtta.lines)) <= 12, vrtta.name


def wrong(vrtta: Vrtta, line: int, place: int) -> str:
    """Turn one weight of the stanza."""
    lines = list(vrtta.lines)
    other = "l" if lines[line][place] == "g" else "g"
    lines[line] = lines[line][:place] + other + lines[line][place + 1 :]
    return verse(" ".join(lines))


@pytest.mark.parametrize("name", ["śārdūlavikrīḍita", "vasantatilakā", "mandākrāntā"])
def test_one_wrong_weight_is_found_at_its_syllable(name: str) -> None:
    """Turning any weight but the last of a line is one error, at that line and syllable."""
    vrtta = next(v for v in table().vrttas if v.name == name)
    for place in range(len(vrtta.lines[0]) - 1):
        line = place % 4
        report = identify(wrong(vrtta, line, place))
        assert report.meter == name
        assert found(report) == [("CHA201", "abcd"[line], (place + 1,))]


@pytest.mark.parametrize("name", ["śārdūlavikrīḍita", "mālinī"])
def test_a_dropped_syllable_is_found_in_its_run(name: str) -> None:
    """Dropping any syllable is one error in that line, and its bounds hold the place."""
    vrtta = next(v for v in table().vrttas if v.name == name)
    for place in range(len(vrtta.lines[0])):
        line = vrtta.lines[0]
        lines = [line, line[:place] + line[place + 1 :], line, line]
        report = identify(verse(" ".join(lines)))
        ((code, pada, syllables),) = found(report)
        assert (report.meter, code, pada) == (name, "CHA202", "b")
        assert place + 1 in syllables


def test_a_fault_is_placed_in_the_text() -> None:
    """A wrong weight points at its akṣara, line and columns counting from 1."""
    report = identify(BHUJANGA.replace("vatsale", "vatsala"))
    (fault,) = report.faults
    assert (fault.code, fault.pada, fault.syllables) == ("CHA201", "a", (8,))
    assert (fault.line, fault.column, fault.end_line, fault.end_column) == (1, 20, 1, 22)
    assert fault.word == "la"
    assert fault.severity is Severity.ERROR
    assert fault.authority is not None
    assert [fix.message for fix in fault.fixes] == ["make syllable 8 (la) heavy"]


def test_a_stanza_of_a_longer_text_keeps_its_place() -> None:
    """Faults of a verse cut from a text are placed in that text."""
    text = f"{SHLOKA} 1\n\n{BHUJANGA.replace('vatsale', 'vatsala')} 2\n"
    first, second = split_verses(text)
    assert identify(first).verdict is Verdict.EXACT
    (fault,) = identify(second).faults
    line = text.splitlines()[(fault.line or 0) - 1]
    assert line[(fault.column or 0) - 1 : (fault.end_column or 0) - 1] == "la"


def test_an_upajati_names_its_lines_and_its_order() -> None:
    """The lines of an upajāti are told apart, and their order has a name of its own."""
    report = identify(UPAJATI)
    members = [pada.variant for pada in report.padas]
    assert members == ["indravajrā", "upendravajrā", "indravajrā", "upendravajrā"]
    assert report.names == ("upajāti", "bhadrā", "ākhyānikī")


def test_the_krama_licence_is_noted_in_fixed_metres() -> None:
    """A short vowel before word-initial hr may stay light; the note says so."""
    text = verse("gglggllglgg " * 4).split("\n")
    text[1] = "kā kā ka hrā kā ka ka kā ka kā kā"
    report = identify("\n".join(text))
    assert (report.meter, report.verdict) == ("indravajrā", Verdict.EXACT)
    assert noted(report) == ["CHA131"]


def test_light_ends_of_odd_lines_are_noted_where_they_are_avoided() -> None:
    """A light end of a or c is one more note in a śālinī, and none in an upajāti."""
    light = SHALINI.replace("dayālur\nnānyaṃ", "dayālu\nnānyaṃ")
    assert noted(identify(light)).count("CHA402") == 1
    assert "CHA402" not in noted(identify(UPAJATI))


def test_one_pattern_with_several_names_is_told_by_its_pauses() -> None:
    """Fourteen light and a heavy syllable: the pauses decide, or all names are given."""
    long_words = "kakakakakakakakakakakakakakakā"
    names = identify("\n".join([long_words] * 4)).names
    assert names == ("śaśikalā", "sraj", "mālā", "maṇiguṇanikara")
    at_eight = "kakakakakakakaka kakakakakakakā"
    assert identify("\n".join([at_eight] * 4)).names == ("maṇiguṇanikara",)
    at_six = "kakakakakaka kakakakakakakakakā"
    assert identify("\n".join([at_six] * 4)).names == ("sraj", "mālā")


def test_an_unseen_pause_is_a_note_and_no_fault() -> None:
    """Where the writing hides a word end at a pause, that is only noted."""
    report = identify(SHALINI.replace("rāmo matpitā", "rāmomatpitā"))
    assert report.verdict is Verdict.EXACT
    assert noted(report) == ["CHA204"]


def test_a_line_break_inside_a_line_is_noted() -> None:
    """A good verse with a word on the wrong line is exact, with a note where it was broken."""
    report = identify(SHALINI.replace("rāmacandraḥ\nsvāmī", "rāmacandraḥ svāmī\n"))
    assert report.verdict is Verdict.EXACT
    (note,) = (note for note in report.notes if note.code == "CHA405")
    assert (note.pada, note.syllables) == ("b", (2,))


def test_six_lines_of_shloka() -> None:
    """A śloka of three halves is one, with a note."""
    report = identify(f"{SHLOKA}\npunaḥ punar ahaṃ vande pārvatīparameśvarau")
    assert (report.meter, report.verdict, len(report.padas)) == ("anuṣṭubh", Verdict.EXACT, 6)
    assert "CHA403" in noted(report)


def test_expect_gives_only_the_differences() -> None:
    """Against the declared metre, spelled in any way, only what differs is reported."""
    text = BHUJANGA.replace("vatsale", "vatsala")
    for name in ("bhujaṅgaprayāta", "bhujangaprayata", "भुजंगप्रयातम्"):
        assert found(identify(text, expect=name)) == [("CHA201", "a", (8,))]
    assert identify(BHUJANGA, expect="bhujaṅgaprayāta").verdict is Verdict.EXACT


def test_expect_another_metre_is_faulty() -> None:
    """A verse that is exact in one metre is faulty in a declared other one."""
    report = identify(UPAJATI, expect="indravajrā")
    assert report.verdict is Verdict.FAULTY
    assert found(report) == [("CHA201", "b", (1,)), ("CHA201", "d", (1,))]
    assert identify(SHLOKA, expect="āryā").verdict is Verdict.FAULTY
    assert identify(ARYA, expect="śloka").verdict is Verdict.FAULTY
    assert identify(UPAJATI, expect="upajāti").verdict is Verdict.EXACT


@pytest.mark.parametrize("name", sorted(table().names))
def test_expect_any_metre_of_any_text_gives_a_report(name: str) -> None:
    """Whatever metre is declared of whatever text, there is a verdict and never an error."""
    for text in ("rāmaḥ", SHLOKA, BHUJANGA, SHLOKA * 4):
        assert identify(text, expect=name).verdict is not Verdict.NONE


def test_half_an_arya() -> None:
    """One half of an āryā may be prose: it stays open, unless the metre is declared."""
    for half in ARYA.split("|")[:2]:
        report = identify(half)
        assert (report.meter, noted(report)) == (None, ["CHA406"])
        assert report.nearest is not None
        assert (report.nearest.name, report.nearest.distance) == ("āryā", 0)
        assert identify(half, expect="āryā").verdict is Verdict.EXACT


def test_expect_an_unknown_metre_is_refused() -> None:
    """A name that no metre has raises, whatever the text."""
    with pytest.raises(ValueError, match="no metre is called 'sonnet'"):
        identify("", expect="sonnet")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "  \n",
        "12 || 13",
        "hello world, this is a sentence",
        "āsīd rājā nalo nāma vīrasenasuto balī upapanno guṇair iṣṭai rūpavān aśvakovidaḥ "
        "atiṣṭhan manujendrāṇāṃ mūrdhni devapatir yathā uparyupari sarveṣām āditya iva tejasā" * 4,
    ],
)
def test_what_is_no_verse_has_no_metre(text: str) -> None:
    """Nothing, noise, prose and a text of many verses are refused without an error."""
    assert identify(text).verdict is Verdict.NONE


@given(st.text(max_size=60))
@settings(deadline=None, max_examples=60)
def test_any_text_gives_a_report(text: str) -> None:
    """No text raises; an exact verse has no error, a faulty one has."""
    report = identify(text)
    errors = [fault for fault in report.faults if fault.severity is Severity.ERROR]
    assert bool(errors) == (report.verdict is Verdict.FAULTY)
    assert (report.meter is None) == (report.verdict is Verdict.NONE)


@given(st.text("gl", min_size=1, max_size=80), st.integers(1, 5))
@settings(deadline=None, max_examples=60)
def test_any_weights_give_a_report_that_agrees_with_itself(weights: str, lines: int) -> None:
    """The lines of a report are the syllables of the text, in order and none left out."""
    size = max(1, len(weights) // lines)
    text = verse(" ".join(weights[i : i + size] for i in range(0, len(weights), size)))
    report = identify(text)
    if report.meter:
        assert "".join(pada.weights for pada in report.padas) == scan(text).weights


def test_identifying_needs_no_heavy_library() -> None:
    """Neither YAML nor Lark nor numpy is loaded to tell a metre."""
    code = (
        "import sys; from dhyana.grammar.meter import identify; identify('rāmo rājā');"
        "print([m for m in ('yaml', 'lark', 'numpy', 'torch') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_a_fault_is_found_in_verse_that_is_one_compound() -> None:
    """A śloka whose pādas all run on into the next is one with a fault of one syllable, too."""
    report = identify(
        "mālatīyūthīkāmallīkundabāṇakuruṇṭakaiḥ |\npāṭalāgastyakuṭajamandārakusumādibhiḥ ||"
    )
    assert (report.meter, report.verdict) == ("anuṣṭubh", Verdict.FAULTY)
    assert found(report) == [("CHA114", "a", (5, 6))]
