"""Columns, places and JSON of many verses say what the precise path says of each."""

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from itertools import islice
from pathlib import Path
from random import Random
from types import ModuleType, SimpleNamespace
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from dhyana.cli.reporting import placed_report
from dhyana.grammar import identify, identify_batch, scan
from dhyana.grammar.anushtubh_table import Profile, accepted
from dhyana.grammar.corpus.jsonl import verdict_lines
from dhyana.grammar.corpus.spelling import spelling
from dhyana.grammar.corpus.templates import Item, Said
from dhyana.grammar.corpus.weights import count
from dhyana.grammar.examination import Measure, examine
from dhyana.grammar.lint.diagnostic import Severity
from dhyana.grammar.lint.passage import Passage
from dhyana.grammar.lint.places import position
from dhyana.grammar.report import Verdict
from dhyana.grammar.scansion import Break
from dhyana.grammar.stanza import iter_verses
from dhyana.grammar.verdicts import verdict_object
from dhyana.grammar.vrttas import table
from dhyana.shlokas import load

SHARED = Path(__file__).parents[2].parent / "shared"
HEAVY, LIGHT = "kā", "ka"


def written(weights: str) -> str:
    """Write weights as syllables, a word each; `|` and newlines stay."""
    return "".join({"g": f" {HEAVY}", "l": f" {LIGHT}"}.get(w, w) for w in weights).strip()


@st.composite
def shlokas(draw: st.DrawFn) -> str:
    """Draw a śloka by its pādas, some of them no good, in halves or lines, words joined or not."""
    odd = st.one_of(
        st.sampled_from(sorted(accepted(False, Profile.EPIC))),
        st.text("gl", min_size=7, max_size=9),
    )
    even = st.one_of(
        st.sampled_from(sorted(accepted(True, Profile.EPIC))), st.text("gl", min_size=7, max_size=9)
    )
    halves = draw(st.lists(st.tuples(odd, even), min_size=1, max_size=5))
    middle = draw(st.sampled_from(["", "\n", " / "]))
    text = " |\n".join(f"{written(a)}{middle or ' '}{written(b)}" for a, b in halves)
    joined = draw(st.sets(st.integers(0, 60), max_size=3))
    words = text.split(" ")
    parts = (" " if index not in joined else "" for index in range(1, len(words)))
    return (
        words[0] + "".join(part + word for part, word in zip(parts, words[1:], strict=True)) + " ||"
    )


@st.composite
def fixed_verses(draw: st.DrawFn) -> str:
    """Draw a verse in a metre of the table, perhaps with a syllable changed."""
    vrtta = draw(st.sampled_from([v for v in table().vrttas if 4 < len(v.lines[0]) < 24]))
    lines = [line[:-1] + draw(st.sampled_from("gl")) for line in vrtta.lines]
    if draw(st.booleans()):
        place = draw(st.integers(0, len(lines[0]) - 1))
        lines[0] = lines[0][:place] + draw(st.sampled_from(["g", "l", ""])) + lines[0][place + 1 :]
    parts = draw(st.sampled_from([" |\n", "\n", " / "]))
    return parts.join(written(line) for line in lines) + " ||"


@st.composite
def broken_verses(draw: st.DrawFn) -> str:
    """Draw a verse near any metre, with syllables changed, in lines that end anywhere or well."""
    chance = Random(draw(st.integers(0, 10**6)))
    padas = [sorted(accepted(even, Profile.CLASSICAL)) for even in (False, True)] * 3
    sound = ["".join(map(chance.choice, padas[: 2 * halves])) for halves in (1, 2, 3)]
    vrtta = chance.choice([v for v in table().vrttas if len("".join(v.lines)) < 64])
    lines = list(vrtta.lines[: chance.choice([2, 4])]) * chance.choice([1, 1, 1, 2])
    lines = chance.choice([lines, [chance.choice(sound)], [chance.choice(sound)]])
    weights = "".join(lines)
    ends = {sum(map(len, lines[:k])) for k in range(1, len(lines))}
    ends |= set(range(16, len(weights), chance.choice([8, 16]))) if len(lines) == 1 else set()
    places = list(weights)
    for _ in range(draw(st.integers(0, 4))):
        place = chance.randrange(len(places))
        places[place] = draw(st.sampled_from(["", "g", "l", "gl", "lg"]))
    cuts = draw(st.one_of(st.just(ends), st.sets(st.integers(1, len(places)), max_size=5)))
    parts = zip([0, *sorted(cuts)], [*sorted(cuts), len(places)], strict=True)
    text = draw(st.sampled_from(["\n", " |\n"])).join(
        written("".join(places[a:b])) for a, b in parts
    )
    # What begins with two consonants lets a light syllable before it be heavy or light.
    return chance.choice(
        [
            text,
            text.replace(" kā", " prā", 2),
            text.replace(" ka", "ka", 5),
            text.replace("\nkā", "\nprā").replace("\nka", "\npra"),
        ]
    )


scattered = st.lists(
    st.sampled_from(
        [*"kāakt", "rāmo", "pra", " ", " ", "\n", "\n", "\nt", "\n k\n", "|", " ||", ","]
    ),
    max_size=14,
).map("".join)
"""Texts with consonants astray: before, after and between the ends of lines and halves."""

verses = st.one_of(
    shlokas(),
    fixed_verses(),
    broken_verses(),
    scattered,
    st.text("कतर्माि ं।\n/|,'k a ā m ṃ t r.1", max_size=60),
)


def corpus() -> Iterator[str]:
    """Give real verse and prose: the fifty verses and what stands beside the checkout."""
    yield from (verse.record.verse for verse in load().verses)
    for name in ("brahmapurana.iast.txt", "bhagavadgita.deva.txt"):
        path = SHARED / "corpus" / name
        if path.exists():
            with path.open(encoding="utf-8") as lines:
                yield from (stanza.text for stanza in islice(iter_verses(lines), 400))
    path = SHARED / "data/meter/dev.jsonl"
    if path.exists():
        rows = path.read_text("utf-8").splitlines()
        yield from (json.loads(row)["text"] for row in rows[::5])


@pytest.fixture(scope="module")
def texts() -> list[str]:
    """Read the corpus once."""
    return list(corpus())


def check_columns(texts: list[str], profile: Profile = Profile.CLASSICAL) -> None:
    """Compare the columns of verses with what is said of each."""
    columns = identify_batch(texts, profile)
    assert len(columns) == len(texts)
    for index, text in enumerate(texts):
        report = identify(text, profile)
        assert columns[index] == (report.meter, report.verdict), text
        assert columns.weights[index] == scan(text).weights


@settings(max_examples=40, deadline=None)
@given(
    st.lists(
        st.tuples(
            st.sampled_from(["oṃ ", "ॐ\n", "ओं ", "ओम् ", "ओ३म् ", "Oṃ | ", "om ", "o "]), verses
        ),
        min_size=1,
        max_size=4,
    ),
    st.sampled_from(list(Profile)),
)
def test_columns_pass_over_om_as_the_precise_path_does(
    drawn: list[tuple[str, str]], profile: Profile
) -> None:
    """An oṃ before any verse is counted or passed over by both alike."""
    texts = [om + verse for om, verse in drawn]
    check_columns(texts, profile)
    check_lines(texts, profile)


def check_lines(texts: list[str], profile: Profile = Profile.CLASSICAL) -> int:
    """Compare the JSON of verses with that of each by itself; how many there were."""
    items = [Item(text, json.dumps(i)) for i, text in enumerate(texts)]
    told = 0
    for index, (text, line) in enumerate(zip(texts, verdict_lines(items, profile), strict=True)):
        if line is None:
            continue
        told += 1
        _, report = examine(text, Measure(profile))
        placed = placed_report(report, None, Passage(text, partial(position, text)))
        assert line.json == json.dumps(verdict_object(placed, index), ensure_ascii=False)
        severities = {fault.severity for fault in report.faults}
        assert line.said == Said(
            report.meter,
            report.verdict,
            tuple(fault.code for fault in report.faults),
            Severity.ERROR in severities,
            Severity.WARNING in severities,
        )
    return told


def check_places(texts: list[str]) -> int:
    """Compare the places of akṣaras with those of `scan`; how many verses there were."""
    counted = count(texts, None)
    found = spelling(counted)
    stops = np.cumsum(counted.counts).tolist()
    compared = 0
    for verse, (text, stop) in enumerate(zip(texts, stops, strict=True)):
        if found.odd[verse]:
            continue
        compared += 1
        start, origin = stop - int(counted.counts[verse]), int(counted.bounds[verse]) + 1
        aksharas = scan(text).aksharas
        assert (found.starts[start:stop] - origin).tolist() == [a.start for a in aksharas], text
        assert (found.ends[start:stop] - origin).tolist() == [a.end for a in aksharas], text
        apart = [a.after not in (Break.NONE, Break.SEAM) for a in aksharas]
        assert found.apart[start:stop].tolist()[:-1] == apart[:-1], text
    return compared


def test_columns_of_real_text(texts: list[str]) -> None:
    """On real verse and prose, metre, verdict and weights are those of the precise path."""
    check_columns(texts)


@pytest.mark.skipif(not SHARED.exists(), reason="needs ../shared")
def test_columns_of_the_faulty_verses_of_a_purana() -> None:
    """Of a whole purāṇa the verses that are told to be faulty, or of no metre, are told right."""
    with (SHARED / "corpus/brahmapurana.iast.txt").open(encoding="utf-8") as lines:
        texts = [stanza.text for stanza in iter_verses(lines)]
    columns = identify_batch(texts)
    left = [i for i in range(len(texts)) if columns[i][1] is not Verdict.EXACT]
    assert 500 < len(left) < 900
    for index in left:
        report = identify(texts[index])
        assert columns[index] == (report.meter, report.verdict), texts[index]


def test_columns_of_shlokas_with_a_few_faults() -> None:
    """Ślokas with syllables changed, of few and of many morae, are told as `identify` tells."""
    chance = Random(1)
    odd, even = (
        sorted(accepted(False, Profile.CLASSICAL)),
        sorted(accepted(True, Profile.CLASSICAL)),
    )
    texts = []
    for number in range(400):
        weights = "".join(map(chance.choice, [odd, even, odd, even]))
        for _ in range(chance.randint(1, 3)):
            place = chance.randrange(32)
            weights = weights[:place] + chance.choice("gl") + weights[place + 1 :]
        if number % 4 == 0:  # about as many morae as an āryā
            weights = "".join("g" if chance.random() < 0.5 else weight for weight in weights)
        padas = [written(weights[k : k + 8]) for k in range(0, 32, 8)]
        texts.append("{} {} |\n{}\n{} ||".format(*padas) if number % 2 else "\n".join(padas))
    check_columns(texts)


def test_lines_of_real_text(texts: list[str]) -> None:
    """On real text the JSON is letter for letter that of the precise path, and most is quick."""
    for profile in Profile:
        assert check_lines(texts, profile) > len(texts) / 3


def test_places_of_real_text(texts: list[str]) -> None:
    """On real text the akṣaras stand where `scan` finds them."""
    assert check_places(texts) > len(texts) / 2


@settings(max_examples=150, deadline=None)
@given(st.lists(verses, max_size=4), st.sampled_from(Profile))
def test_columns_of_any_text(texts: list[str], profile: Profile) -> None:
    """On drawn verse, good and bad, and on any text the columns say what `identify` says."""
    check_columns(texts, profile)


@settings(max_examples=150, deadline=None)
@given(st.lists(verses, max_size=4), st.sampled_from(Profile))
def test_lines_of_any_text(texts: list[str], profile: Profile) -> None:
    """On drawn verse and any text the JSON is that of the precise path."""
    check_lines(texts, profile)


@settings(max_examples=150, deadline=None)
@given(st.lists(verses, max_size=4))
def test_places_of_any_text(texts: list[str]) -> None:
    """On drawn verse and any text the akṣaras stand where `scan` finds them."""
    check_places(texts)


@settings(max_examples=300, deadline=None)
@example(["kā ka |\nrāmo\nt ||"])
@example(["āk k|ā k \nkk|||\n |||"])
@given(st.lists(scattered, min_size=1, max_size=8))
def test_consonants_that_stand_alone_on_a_line(texts: list[str]) -> None:
    """A line without a vowel is counted to the syllable that a scan counts it to."""
    check_columns(texts)
    check_lines(texts)
    check_places(texts)


def test_columns_have_small_types_and_meanings() -> None:
    """A code is two bytes, a verdict one; -1 is no metre."""
    columns = identify_batch(["dharmakṣetre kurukṣetre samavetā yuyutsavaḥ", "tatra"])
    assert (str(columns.meter.dtype), str(columns.verdict.dtype)) == ("int16", "uint8")
    assert columns[0] == ("anuṣṭubh", Verdict.EXACT)
    assert columns[1] == (None, Verdict.NONE)
    assert int(columns.meter[1]) == -1
    with pytest.raises(IndexError):
        columns[2]
    assert len(identify_batch([])) == 0


def test_wrong_names_are_refused() -> None:
    """An unknown profile or script is an error, as in `identify` and `scan`."""
    with pytest.raises(ValueError, match="strict"):
        identify_batch(["x"], "strict")
    with pytest.raises(ValueError, match="unknown script"):
        identify_batch(["x"], script="klingon")


def test_arrow_takes_the_columns_over(monkeypatch: pytest.MonkeyPatch) -> None:
    """The Arrow table is made of the very buffers of the columns."""
    taken: dict[str, Any] = {}

    def from_buffers(length: int, offsets: Any, flat: Any) -> str:
        taken.update(length=length, offsets=offsets, flat=flat)
        return "weights"

    arrow: Any = ModuleType("pyarrow")
    arrow.LargeStringArray = SimpleNamespace(from_buffers=from_buffers)
    arrow.DictionaryArray = SimpleNamespace(from_arrays=lambda codes, names: (codes, names))
    arrow.py_buffer = memoryview
    arrow.array = lambda values, *_, mask=None: values
    arrow.string = lambda: "string"
    arrow.table = dict
    monkeypatch.setitem(sys.modules, "pyarrow", arrow)
    columns = identify_batch(["dharmakṣetre kurukṣetre samavetā yuyutsavaḥ"] * 3)
    found: Any = columns.arrow()
    assert (taken["length"], found["weights"]) == (3, "weights")
    assert np.shares_memory(np.asarray(taken["flat"]), columns.weights.flat)
    assert np.shares_memory(np.asarray(taken["offsets"]), columns.weights.offsets)
    assert found["meter"][0] is columns.meter


def test_arrow_itself() -> None:
    """With pyarrow installed the table has weights, metre and verdict as strings."""
    pytest.importorskip("pyarrow", reason="pyarrow is optional")
    columns = identify_batch(["dharmakṣetre kurukṣetre samavetā yuyutsavaḥ", "tatra"])
    assert columns.arrow().to_pylist() == [
        {"weights": "gggglgggllgglglg", "meter": "anuṣṭubh", "verdict": "exact"},
        {"weights": "gl", "meter": None, "verdict": "none"},
    ]


def test_importing_the_package_loads_nothing_heavy() -> None:
    """`dhyana.grammar` and its scanner load neither numpy nor lark."""
    program = (
        "import sys; from dhyana.grammar import scan, identify; identify(scan('rāma'))\n"
        "print([name for name in ('numpy', 'lark', 'torch', 'yaml') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True)
    assert re.search(rb"^\[\]$", done.stdout)
