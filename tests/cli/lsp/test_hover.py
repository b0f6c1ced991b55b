"""Hover over the wire: what is said of a verse, a word, a symbol, a claim, a rule, a mark."""

from pathlib import Path

import pytest

import dhyana.grammar.vyakarana
from dhyana.shlokas import load
from dhyana.shlokas.evidence import load_evidence

from .conftest import Client, position


def shown(client: Client, uri: str, text: str, sought: str, into: int = 1) -> str:
    """Give what is shown a little into the first place of some words."""
    answer = client.at("hover", uri, position(text, text.index(sought) + into))
    assert answer is not None, sought
    assert answer["contents"]["kind"] == "markdown"
    return str(answer["contents"]["value"])


def test_a_verse_shows_the_scansion_of_its_pada(
    client: Client, tmp_path: Path, record: str
) -> None:
    """Metre, pāda, IAST with marks under it, gaṇas and kind, and why the syllable is heavy."""
    uri = client.open(tmp_path / "v.yaml", record, "yaml")
    text = shown(client, uri, record, "मूलभागेन", 4)
    assert text.startswith("**anuṣṭubh (śloka): exact** · pāda a")
    assert "saṃkhyāyā mūlabhāgena\n –    – –  – ⏑  – – ⏑   ma ya  pathyā" in text
    assert text.endswith("6\\. bhā: guru, long vowel ā")
    assert "pāda d" in shown(client, uri, record, "सम्पादयन्परम्", 3)


@pytest.mark.parametrize("field", ["padaccheda", "anvaya"])
def test_a_word_shows_its_row_and_its_derivation(
    client: Client, tmp_path: Path, record: str, field: str
) -> None:
    """Label, gloss and every step with its sūtra, wherever the word stands."""
    uri = client.open(tmp_path / "v.yaml", record, "yaml")
    start = record.index(f"{field}:")
    text = client.at("hover", uri, position(record, record.index("क्रियते", start)))["contents"]
    assert text["value"].startswith("**क्रियते** · *kriyate*")
    assert "तिङन्तरूपम् (कर्मणि लट्, प्रथमपुरुषः, एकवचनम्)\n\nis performed" in text["value"]
    assert "**proven**: कर्मणि लट् प्रथमपुरुषः एकवचनम् → क्रियते" in text["value"]
    assert "3.1.67   kṛ + yak + ta  सार्वधातुके यक्" in text["value"]


def test_a_word_that_is_not_what_its_label_says(
    client: Client, tmp_path: Path, record: str
) -> None:
    """A form of another cell is refuted, with what the cell gives."""
    text = record.replace("form: मूलभागेन", "form: मूलभागाय", 1)
    uri = client.open(tmp_path / "v.yaml", text, "yaml")
    said = shown(client, uri, text, "मूलभागाय")
    assert "**refuted**: तृतीया एकवचनम् पुंल्लिङ्गम् → मूलभागेन" in said


def test_words_are_derived_by_the_roots_of_the_project(
    client: Client, tmp_path: Path, record: str
) -> None:
    """Where a project names a Dhātupāṭha, a root that it does not have derives nothing."""
    own = Path(dhyana.grammar.vyakarana.__file__).with_name("dhatus.tsv").read_text("utf-8")
    roots = "".join(line for line in own.splitlines(keepends=True) if "qukf" not in line)
    (tmp_path / "roots.tsv").write_text(roots, "utf-8")
    (tmp_path / "pyproject.toml").write_text('[tool.dhyana]\ndhatupatha = "roots.tsv"\n')
    uri = client.open(tmp_path / "v.yaml", record, "yaml")
    assert "**undecided**" in shown(client, uri, record, "form: क्रियते", 7)


def test_a_term_of_the_lexicon_is_glossed(client: Client, tmp_path: Path, record: str) -> None:
    """A word of the lexicon comes with its gloss, also where no row has it."""
    text = record.replace("अत्युच्चे प्रसरद्रूपे परं", "मृदुप्रवाहः परं", 1)
    uri = client.open(tmp_path / "v.yaml", text, "yaml")
    assert "Softmax; normalizes" in shown(client, uri, text, "मृदुप्रवाहः")


def test_a_symbol_shows_its_code(client: Client, tmp_path: Path, record: str) -> None:
    """Signature, docstring, a link to the line, and whether it is as it was reviewed."""
    uri = client.open(tmp_path / "v.yaml", record, "yaml")
    text = shown(client, uri, record, "dhyana.attention")
    assert "def scale_scores(scores: Tensor, head_dim: int) -> Tensor" in text
    assert "unit variance" in text
    assert "dhyana/attention.py:" in text
    assert "file://" in text
    assert "is as it was reviewed" in text
    changed = record.replace("reviewed: v1:", "reviewed: v1:0", 1)
    client.change(uri, changed, 2)
    assert "has changed since" in shown(client, uri, changed, "dhyana.attention")
    missing = record.replace("scale_scores", "scale_scorse", 1)
    client.change(uri, missing, 3)
    assert "did you mean dhyana.attention.scale_scores" in shown(
        client, uri, missing, "dhyana.attention"
    ).replace("\\", "")


def test_a_claim_shows_its_evidence(client: Client, record: str) -> None:
    """What was measured, and on what; of a record outside any treatise nothing is known."""
    uri = client.open(load().verse(12).path.resolve(), record, "yaml")
    text = shown(client, uri, record, "Dividing by √d_k scales")
    assert text.startswith("**qualified**: Dividing by √d_k scales the variance back to 1.")
    assert "Measured: qualified" in text
    evidence = load_evidence(12)
    assert evidence is not None
    for measurement in evidence.claims[2].measurements:
        assert f"{measurement.found}, expected 1 ± 0.1" in text.replace("\xa0", " ")
    elsewhere = client.open(Path("/nowhere/v.yaml"), record, "yaml")
    assert "has not been measured" in shown(client, elsewhere, record, "Dividing by √d_k scales")


def test_a_waiver_shows_its_rule(client: Client, tmp_path: Path, record: str) -> None:
    """The documentation of a rule stands behind its code."""
    text = f"{record}waivers:\n  - {{rule: CHA103, reason: so}}\n"
    uri = client.open(tmp_path / "v.yaml", text, "yaml")
    assert "second-and-third-light" in shown(client, uri, text, "CHA103")


def test_a_mark_in_code_shows_its_verse(client: Client, tmp_path: Path) -> None:
    """`@shloka(12)` shows the verse and its translation."""
    code = "@shloka(12)\ndef scale_scores(): ...\n"
    uri = client.open(tmp_path / "a.py", code, "python")
    text = shown(client, uri, code, "12")
    assert "**Verse 12**" in text
    assert "संख्याया मूलभागेन" in text
    assert "division by the square root" in text
    assert client.at("hover", uri, {"line": 1, "character": 5}) is None


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("v.txt", "😀\n\nरामो राजा दशरथस्ततो रामः प्रतापवान् ।\n"),
        ("v.md", "# 😀\n\n```shloka\nरामो राजा दशरथस्ततो रामः प्रतापवान् ।\n```\n"),
        ("v.yaml", "poet: 😀\nverses:\n  - रामो राजा दशरथस्ततो रामः प्रतापवान् ।\n"),
    ],
)
def test_anybodys_verse_is_scanned(client: Client, tmp_path: Path, name: str, text: str) -> None:
    """Text, Markdown and records of any shape show the scansion; what is no verse shows nothing."""
    uri = client.open(tmp_path / name, text, "")
    assert "na-vipulā" in shown(client, uri, text, "दशरथ")
    assert "pāda b" in shown(client, uri, text, "प्रतापवान्")
    assert client.at("hover", uri, {"line": 0, "character": 0}) is None


def test_nothing_of_a_record_becomes_markup(client: Client, tmp_path: Path, record: str) -> None:
    """HTML, links and fences of a stranger are shown as they stand."""
    evil = "<img src=x onerror=y> [a](command:b) `c` *d*"
    text = record.replace("description: is performed", f"description: '{evil}'", 1)
    uri = client.open(tmp_path / "v.yaml", text, "yaml")
    said = shown(client, uri, text, "form: क्रियते", 7)
    assert r"\<img src=x onerror=y\> \[a\](command:b) \`c\` \*d\*" in said


def test_while_yaml_is_broken_the_rest_still_speaks(
    client: Client, tmp_path: Path, record: str
) -> None:
    """Outside what is being typed, hover goes by what could last be read."""
    uri = client.open(tmp_path / "v.yaml", record, "yaml")
    broken = record.replace("translation: |", "translation: 'x", 1)
    client.change(uri, broken, 2)
    assert "**proven**" in shown(client, uri, broken, "form: क्रियते", 7)
    assert "**proven**" in shown(client, uri, broken, "ततः अत्युच्चे", 1)
    assert "pāda a" in shown(client, uri, broken, "मूलभागेन", 1)
    word = position(broken, broken.index("मूल-भागेन"))
    (row,) = client.at("definition", uri, word)
    assert row["range"]["start"] == position(broken, broken.index("form: मूलभागेन") + 6)
    assert client.at("hover", uri, position(broken, broken.index("'x") + 1)) is None
