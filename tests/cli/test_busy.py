"""The spinner shows where a person looks, and nowhere else."""

import io
import sys

import pytest

from dhyana.cli.view.busy import busy


class TerminalStream(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        return True


def test_a_person_sees_the_message_and_it_is_wiped(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a terminal the message appears, and the last thing written clears its line."""
    stream = TerminalStream()
    monkeypatch.setattr(sys, "stderr", stream)
    monkeypatch.setenv("TERM", "xterm")
    with busy("Measuring verse 12"):
        pass
    assert "Measuring verse 12" in stream.getvalue()
    assert stream.getvalue().endswith("\x1b[2K")


@pytest.mark.parametrize(("stream", "term"), [(io.StringIO(), "xterm"), (TerminalStream(), "dumb")])
def test_logs_and_dumb_terminals_stay_clean(
    stream: io.StringIO, term: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where standard error is a file, a pipe or a dumb terminal, nothing is written."""
    monkeypatch.setattr(sys, "stderr", stream)
    monkeypatch.setenv("TERM", term)
    with busy("Measuring verse 12"):
        pass
    assert stream.getvalue() == ""
