"""Text of records in the Markdown that editors show: none of it is taken for markup."""

import re
from collections.abc import Iterable, Iterator

from dhyana.grammar.lint.visible import visible

LONGEST = 2_000
"""Characters of one text that are shown."""

# What is markup anywhere, an underscore but inside a word, and what is so at the beginning.
_MARKUP = re.compile(r"[\\`*\[\]<>~&]|(?<![^\W_])_|_(?![^\W_])|^(?:[#+=|-]|[0-9]+[.)])")
_FENCE = re.compile("`{3,}")


def escaped(text: str) -> str:
    """Write text as it stands, in one paragraph."""
    return _MARKUP.sub(_escaped, " ".join(visible(_cut(text)).split()))


def _escaped(found: re.Match[str]) -> str:
    return f"{found[0][:-1]}\\{found[0][-1]}"


def lines(text: str) -> str:
    """Write text as it stands, line for line."""
    return "  \n".join(map(escaped, text.strip().split("\n")))


def fenced(rows: Iterable[str], language: str = "") -> Iterator[str]:
    """Write rows in equal columns, as code."""
    body = _cut(visible("\n".join(rows)))
    marks = "`" * max([3, *(len(fence[0]) + 1 for fence in _FENCE.finditer(body))])
    yield f"{marks}{language}"
    yield body
    yield marks


def _cut(text: str) -> str:
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"
