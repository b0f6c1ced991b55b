"""The date of a book."""

import pytest
import typer

from dhyana.cli.handbook.dating import source_date


@pytest.mark.parametrize(("value", "date"), [("", None), ("0", 0), ("1767225600", 1767225600)])
def test_the_date_is_read(value: str, date: int | None, monkeypatch: pytest.MonkeyPatch) -> None:
    """The date must be the number of seconds that SOURCE_DATE_EPOCH gives, if it gives any."""
    monkeypatch.setenv("SOURCE_DATE_EPOCH", value)
    assert source_date() == date


@pytest.mark.parametrize("value", ["today", "-1", "1.5", "9" * 5000, "٣"])
def test_what_is_no_date_is_refused(value: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Anything else must be refused with what is expected."""
    monkeypatch.setenv("SOURCE_DATE_EPOCH", value)
    with pytest.raises(typer.BadParameter, match="expected seconds since 1970"):
        source_date()
