"""The date of a book: that of its source, so that the same source gives the same bytes."""

import os
import re

import typer

_VARIABLE = "SOURCE_DATE_EPOCH"
_LATEST = 253402300799  # the last second of the year 9999


def source_date() -> int | None:
    """Give the date in seconds since 1970, None where `SOURCE_DATE_EPOCH` is not set.

    Source: https://reproducible-builds.org/specs/source-date-epoch/. Raises `typer.BadParameter`
    for what is no such number.
    """
    value = os.environ.get(_VARIABLE, "")
    if not value:
        return None
    if not (re.fullmatch("[0-9]{1,12}", value) and int(value) <= _LATEST):
        message = f"{_VARIABLE} is {value[:40]!r}; expected seconds since 1970, such as 1767225600"
        raise typer.BadParameter(message)
    return int(value)
