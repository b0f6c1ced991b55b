"""`dhyana derive`: words proven or refuted, with the sūtras."""

import json
import subprocess
from collections.abc import Callable
from typing import Any

import pytest

Run = Callable[..., subprocess.CompletedProcess[str]]


def object_of(piped: Run, *arguments: str) -> Any:
    """Run the command and read its JSON."""
    return json.loads(piped("derive", *arguments, "--format", "json").stdout)


def test_a_word_is_derived_step_by_step(piped: Run, golden: Callable[[str, str], None]) -> None:
    """The label, the analysis, the verdict and the steps that change the word are shown."""
    done = piped("derive", "12", "मूलभागेन")
    assert done.returncode == 0
    golden("derive-12.txt", done.stdout)


@pytest.mark.parametrize("written", ["मूलभागेन", "mūlabhāgena", "mUlaBAgena", "मूल-भागेन"])
def test_a_word_is_found_in_any_script(piped: Run, written: str) -> None:
    """However the word is written, its row is found."""
    assert "proven" in piped("derive", "12", written).stdout


def test_a_refuted_form_is_shown_with_what_its_cell_gives(piped: Run) -> None:
    """The exit code is 1; the right form and the cells of the written one are named."""
    done = piped("derive", "3", "मन्त्रिणः")
    assert done.returncode == 1
    assert "refuted: प्रथमा एकवचनम् पुंल्लिङ्गम् → मन्त्री" in done.stdout
    assert "the form stands in  प्रथमा बहुवचनम् पुंल्लिङ्गम्" in done.stdout
    assert "6.4.13    mantrīn + s   सौ च" in done.stdout


def test_without_a_word_all_of_a_verse_are_judged(piped: Run) -> None:
    """Each word of the table has one line, with its outcome and its cell."""
    done = piped("derive", "4", "--script", "iast")
    assert done.returncode == 0
    lines = done.stdout.splitlines()
    assert len(lines) == 10
    assert lines[1].startswith("proven     kālakramaniyamaḥ  prathamā ekavacanam")


def test_json_has_every_step(piped: Run) -> None:
    """The whole history stands in the JSON, with the sūtra of each step."""
    (found,) = object_of(piped, "12", "मूलभागेन")
    assert (found["verse"], found["row"], found["outcome"]) == (12, 1, "proven")
    assert found["analysis"]["stem"] == "भाग"
    assert found["cell"] == "तृतीया एकवचनम् पुंल्लिङ्गम्"
    steps = found["given"][0]["steps"]
    assert {step["sutra"] for step in steps} >= {"3.3.18", "4.1.2", "7.1.12", "2.4.71"}
    assert all(step["text"] and step["result"] for step in steps)


def test_words_of_one_row_are_derived_together(piped: Run) -> None:
    """A row of several words gives each, asked for as a whole or by one of them."""
    assert len(object_of(piped, "1", "गच्छन्ति स्म")) == 2
    assert [one["word"] for one in object_of(piped, "1", "स्म")] == ["स्म"]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["12", "रामः"], "verse 12 has no word"),
        (["99", "रामः"], "99"),
        (["x"], "x"),
    ],
)
def test_wrong_use_is_told(piped: Run, arguments: list[str], said: str) -> None:
    """A word or verse that is not there gives a clear error and exit code 2."""
    done = piped("derive", *arguments)
    assert done.returncode == 2
    assert said in done.stderr
    assert done.stdout == ""
