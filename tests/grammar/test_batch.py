"""Weights of many verses at once."""

import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dhyana.grammar.corpus.weights import batch_weights
from dhyana.grammar.lipi.transliteration import Script, transliterate
from dhyana.grammar.scansion import scan
from dhyana.grammar.stanza import split_verses

SHARED = Path(__file__).parents[2].parent / "shared"
needs_shared = pytest.mark.skipif(not SHARED.exists(), reason="needs ../shared")

DEVANAGARI = st.lists(
    st.sampled_from([*"कषतमरअआइओािीुेो्््ंःँऽ॑३१  \n\n-,।॥|/.ॐ'\u200d", "र्", "।।1.2।।", "ूत उवाच\n"])
).map("".join)
LATIN = st.lists(
    st.sampled_from(
        [
            *"aiuokgtdnmrshvpāīūṛṃḥñṣeyjñLḷ  \n\n-,/|'.:AKH31",
            "ai",
            "//",
            "||",
            "// 1.2 //",
            "uvāca\n",
        ]
    )
).map("".join)
TEXTS = st.lists(st.one_of(DEVANAGARI, LATIN, st.text(max_size=12)), max_size=12)
SCRIPTS = st.sampled_from([None, "devanagari", "iast", "iso", "slp1", "hk"])


@settings(deadline=None, max_examples=400)
@given(TEXTS, SCRIPTS)
def test_weights_are_those_of_scan(texts: list[str], script: str | None) -> None:
    """Whatever the texts, each has the weights that the precise path gives it."""
    assert batch_weights(texts, script).strings() == [scan(text, script).weights for text in texts]


@needs_shared
@pytest.mark.parametrize("corpus", ["bhagavadgita.deva.txt", "brahmapurana.iast.txt"])
def test_weights_of_a_corpus(corpus: str) -> None:
    """On real verse too; and all but near-misses are counted, not scanned."""
    stanzas = split_verses((SHARED / "corpus" / corpus).read_text("utf-8"))[::5]
    texts = [stanza.text for stanza in stanzas]
    weights = batch_weights(texts)
    assert weights.strings() == [scan(text).weights for text in texts]
    assert weights.scanned.mean() < 0.06


@needs_shared
def test_weights_of_the_labelled_verses() -> None:
    """Inscriptions, prose and broken verses weigh the same either way, in SLP1 as well."""
    rows = (SHARED / "data/meter/dev.jsonl").read_text("utf-8").splitlines()
    texts = [json.loads(row)["text"] for row in rows]
    assert batch_weights(texts).strings() == [scan(text).weights for text in texts]
    slp1 = [transliterate(text, Script.SLP1) for text in texts if "\u0915" <= max(text) < "\u0970"]
    assert batch_weights(slp1, "slp1").strings() == [scan(t, "slp1").weights for t in slp1]


@pytest.mark.parametrize(
    "texts",
    [
        ["rāma /\nkṛṣṇa // 1.1 //", "rāma / kṛṣṇa", "rāma / ka // kṛṣṇa / a"],
        ["राम", "िम|", "ः", "्", ""],
        ["\0", "a\0ma", "\ud800", "rāmāya"],
        ["तम्\nअ", "tam\na", "ta\n\nm\na", "tam /\na"],
        ["tat-\neva rā", "tat - \neva rā"],
        ["saïndhava ḷa kaiṃ", "AGNIM Īḍe", "kh k h kˈh"],
        ["rāmaa nadii", "ā iu ui", "Aa tyaaii", "rāmaaa"],
        ["(a) rāmaḥ", "rām(a) śaṃ", "a) rāmaḥ | b) śaṃ", "(क) राम | (ख)कृष्ण", "rāma) iti"],
        [
            "|| a || rāmaḥ",
            "rāma ||b|| śaṃ",
            "॥ क ॥ राम ॥ख॥ कृष्ण",
            "a | a",
            "rāma | a | rāma",
            "|| gha || rāma",
            "ka) rāma",
        ],
    ],
)
def test_corners(texts: list[str]) -> None:
    """Places where counting could go wrong: first and last letters, lines, slashes, NUL."""
    assert batch_weights(texts).strings() == [scan(text).weights for text in texts]


def test_layout_is_arrows() -> None:
    """Offsets and bytes are those of an Arrow string column; single verses can be asked for."""
    weights = batch_weights(["dharmaḥ", "", "राम"])
    assert weights.offsets.tolist() == [0, 2, 2, 4]
    assert weights.flat.tobytes() == b"gggl"
    assert (len(weights), weights[0], weights[1], weights[-1]) == (3, "gg", "", "gl")
    assert weights.scanned.tolist() == [False, True, False]
    with pytest.raises(IndexError):
        weights[3]


def test_any_column_of_strings_will_do() -> None:
    """Lists, iterators and numpy arrays give the same; an Arrow column is asked for lists."""

    class Column:
        """What batch needs of an Arrow column."""

        def __init__(self, texts: list[str]) -> None:
            self.texts = texts

        def __len__(self) -> int:
            return len(self.texts)

        def __getitem__(self, part: slice) -> "Column":
            return Column(self.texts[part])

        def __iter__(self) -> None:
            raise AssertionError("an Arrow column is not walked scalar by scalar")

        def to_pylist(self) -> list[str]:
            return self.texts

    texts = ["dharmaḥ", "राम", "kṛṣṇa"] * 700
    expected = batch_weights(texts).strings()
    assert batch_weights(iter(texts)).strings() == expected
    assert batch_weights(np.array(texts)).strings() == expected
    assert batch_weights(Column(texts)).strings() == expected  # type: ignore[arg-type] # looks like an Arrow column
    assert batch_weights([]).strings() == []


def test_unknown_script_is_refused() -> None:
    """A name that is no script raises before any verse is read."""
    with pytest.raises(ValueError, match="unknown script"):
        batch_weights(["राम"], "klingon")


def test_importing_loads_no_numpy() -> None:
    """The module can be imported by commands that may not need it."""
    code = "import sys, dhyana.grammar.corpus.weights; print('numpy' in sys.modules)"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "False"
