"""JSON lines at corpus speed: verses of any weights, spellings and word ends, good and faulty."""

import json
from functools import partial
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dhyana.cli.reporting import placed_report
from dhyana.grammar.anushtubh_table import Profile, accepted
from dhyana.grammar.corpus.jsonl import verdict_lines
from dhyana.grammar.corpus.templates import Item, Line
from dhyana.grammar.examination import Measure, examine
from dhyana.grammar.lint.passage import Passage
from dhyana.grammar.lint.places import position
from dhyana.grammar.lipi.transliteration import Script, transliterate
from dhyana.grammar.stanza import iter_verses
from dhyana.grammar.verdicts import verdict_object

SHARED = Path(__file__).parents[2].parent / "shared"
HEAVY = ("kā", "kai", "kaṃ", "kaḥ", "tte", "mvī", "'pī", "akṣṇo")
LIGHT = ("ka", "ki", "pu", "'pa", "hṛ", "a")


def written(chance: Random, padas: list[str]) -> str:
    """Write weights in syllables of any kind, with words and lines of any length."""
    ends = chance.choice(
        [
            (" ", " |\n"),
            ("\n", " |\n"),
            (" ", "\n"),
            (", ", " | "),
            (" ", " "),
            (" / ", " / "),
            (" / ", " // "),
        ]
    )
    text = ""
    for number, pada in enumerate(padas, 1):
        for weight in pada:
            text += chance.choice(HEAVY if weight == "g" else LIGHT)
            text += chance.choice([" ", " ", "", "", "-", " pr"] if chance.random() < 0.3 else [""])
        text = text.rstrip(" -pr") + (ends[number % 2 == 0] if number < len(padas) else " ||")
    return text


@st.composite
def verses(draw: st.DrawFn) -> str:
    """Draw a śloka, or lines of any weights."""
    chance = draw(st.randoms(use_true_random=False))
    if draw(st.booleans()):
        good = [sorted(accepted(even, Profile.CLASSICAL)) for even in (False, True)]
        padas = [chance.choice(good[k % 2]) for k in range(draw(st.sampled_from([2, 4, 4, 4, 6])))]
        for _ in range(draw(st.integers(0, 2))):
            k, at = chance.randrange(len(padas)), chance.randrange(8)
            padas[k] = padas[k][:at] + chance.choice(["g", "l", "", "gl"]) + padas[k][at + 1 :]
    else:
        padas = draw(st.lists(st.text("gl", min_size=1, max_size=14), min_size=1, max_size=5))
    return written(chance, padas)


def told(items: list[Item], profile: Profile, script: str | None = None) -> list[Line | None]:
    """Write verses at corpus speed, and compare each with what is said of it by itself."""
    lines = verdict_lines(items, profile, script)
    for number, (item, line) in enumerate(zip(items, lines, strict=True)):
        if line is not None:
            passage = Passage(item.text, partial(position, item.text))
            _, report = examine(item.text, Measure(profile, None, script))
            whole = verdict_object(placed_report(report, None, passage), number)
            assert line.json == json.dumps(whole, ensure_ascii=False)
            assert line.said.codes == tuple(fault.code for fault in report.faults)
    return lines


@settings(max_examples=120, deadline=None)
@given(
    st.lists(verses(), min_size=1, max_size=6),
    st.sampled_from([Script.IAST, Script.DEVANAGARI, Script.SLP1]),
    st.sampled_from(list(Profile)),
)
def test_any_weights_in_any_script(texts: list[str], script: Script, profile: Profile) -> None:
    """Of verse in any of the scripts the line is that of the verse by itself."""
    spelled = [transliterate(text, script) for text in texts]
    given_script = "slp1" if script is Script.SLP1 else None
    told([Item(text, str(n)) for n, text in enumerate(spelled)], profile, given_script)


@pytest.mark.parametrize(
    ("akshara", "said"),
    [
        ("kā", "long vowel ā"),
        ("kaṃ", "anusvāra"),
        ("kaḥ", "visarga"),
        ("kak", "the conjunct kl follows"),
        ("kak ", "the conjunct kl follows over the word end"),
    ],
)
def test_what_makes_a_syllable_heavy_is_said(akshara: str, said: str) -> None:
    """A template is filled with the reason that this very verse has."""
    half = "rāmo rājā vane tatra"
    text = f"{half} sa tu rājā vasā{akshara}lam |\n{half} sa tu rājā vasāmalam ||"
    (line,) = told([Item(text, "0")], Profile.CLASSICAL)
    assert line is not None
    assert f"is heavy ({said})" in line.json


def test_a_verse_in_a_file_has_its_place_there() -> None:
    """Path, verse, field and place of a fault are those that the item gives."""
    text = (
        "ātmajaṃ janayati sā\nkausalyā raghunandanam |\n"
        "sarve devāś ca tuṣyanti\npuṣpavarṣam apātayan ||"
    )

    def locate(offset: int) -> tuple[int, int]:
        line, column = position(text, offset)
        return line + 40, column + 4

    item = Item(text, '"v"', locate, '"a.yaml"', "12", '"verse"')
    (line,) = verdict_lines([item])
    assert line is not None
    (fault,) = json.loads(line.json)["faults"]
    assert [fault[key] for key in ("path", "line", "verse", "field")] == ["a.yaml", 41, 12, "verse"]
    assert line.said.failed


def test_what_may_not_be_meant_as_verse_is_left() -> None:
    """Of a paragraph of no metre that may be no verse nothing is said from a template."""
    text = "tatra gacchati devadattaḥ grāmāt paścād āgacchati ca saḥ punar eva"
    meant, unmeant = verdict_lines([Item(text, "1"), Item(text, "2", meant=False)])
    assert meant is not None
    assert unmeant is None


STRAY = (
    *("|", "//", "॥", ";", ",", "-", "(", ")", "'", "ऽ", "्", "ा", "ṃ", "a", "i", "kṣ", " pra"),
    *(" uvāca ", "BhG 1.1", "॥ १२ ॥", "oṃ ", "\n", "\t", "\u200d", "\u00a0", "%s", '"', "\\"),
)


@pytest.mark.skipif(not SHARED.exists(), reason="needs ../shared")
def test_verses_with_stray_marks_and_lost_letters() -> None:
    """What is typed into a verse or lost from it is said as the precise path says it."""
    chance = Random(7)
    with (SHARED / "corpus/brahmapurana.iast.txt").open(encoding="utf-8") as lines:
        verses = [stanza.text for _, stanza in zip(range(600), iter_verses(lines), strict=False)]
    texts = []
    for text in verses:
        for _ in range(chance.randint(1, 3)):
            at = chance.randrange(len(text))
            put = chance.choice(STRAY) if chance.random() < 0.6 else ""
            text = text[:at] + put + text[at + (not put) :]
        texts.append(text)
    lines_of = told([Item(text, str(n)) for n, text in enumerate(texts)], Profile.CLASSICAL)
    assert sum(line is not None for line in lines_of) > len(texts) / 4


@pytest.mark.skipif(not SHARED.exists(), reason="needs ../shared")
def test_nearly_all_of_a_purana_is_told_from_templates() -> None:
    """Of 1,500 verses of a purāṇa no more than a few in a hundred go by their spelling."""
    with (SHARED / "corpus/brahmapurana.iast.txt").open(encoding="utf-8") as lines:
        texts = [stanza.text for _, stanza in zip(range(1500), iter_verses(lines), strict=False)]
    found = verdict_lines([Item(text, str(n)) for n, text in enumerate(texts)])
    assert sum(line is None for line in found) < 0.04 * len(texts)
