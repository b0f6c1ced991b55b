"""Which verses have an experiment."""

import subprocess
import sys

import pytest

from dhyana.pramana import registry
from dhyana.pramana.registry import Registered, demonstration, experiment, registered
from dhyana.shlokas.code import MarkedSymbol, locate


def test_marks_return_the_function_itself() -> None:
    """The marks are for readers of the source and change nothing."""

    def function() -> None: ...

    assert experiment(12)(function) is function
    assert demonstration(12)(function) is function


def test_canto_3_is_registered() -> None:
    """Each of verses 11–15 has one experiment and one demonstration, of its own."""
    found = {verse: each for verse, each in registered().items() if 11 <= verse <= 15}
    assert list(found) == [11, 12, 13, 14, 15]
    assert found[12] == Registered(
        12,
        "dhyana.pramana.canto_03.measure_scaling",
        "dhyana.pramana.canto_03.show_scaling",
    )


def test_every_registered_function_exists_and_measures_a_verse() -> None:
    """What the marks name can be found, and the numbers are verses of the treatise."""
    for verse, each in registered().items():
        assert 1 <= verse <= 50
        for symbol in (each.experiment, each.demonstration):
            assert "(settings: Settings)" in locate(symbol).signature


@pytest.mark.parametrize(
    ("experiments", "demonstrations", "message"),
    [
        (["a"], [], "verse 12: expected an @experiment and a @demonstration, found only a"),
        ([], ["b"], "found only b"),
        (["a", "c"], ["b"], "verse 12 has two functions marked @experiment: a and c"),
    ],
)
def test_a_wrong_registration_is_named(
    monkeypatch: pytest.MonkeyPatch,
    experiments: list[str],
    demonstrations: list[str],
    message: str,
) -> None:
    """Half a pair and two of a kind are errors that name the functions."""
    marks = {"experiment": experiments, "demonstration": demonstrations}

    def marked(mark: str, within: str) -> tuple[MarkedSymbol, ...]:
        assert within == "dhyana.pramana"
        return tuple(MarkedSymbol(name, (12,)) for name in marks[mark])

    monkeypatch.setattr(registry, "marked_symbols", marked)
    with pytest.raises(ValueError, match=message):
        registered()


def test_listing_imports_no_torch() -> None:
    """Which verses have an experiment is known without torch."""
    script = (
        "import sys; from dhyana.pramana.registry import registered;"
        "raise SystemExit(not registered() or 'torch' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", script], check=False).returncode == 0
