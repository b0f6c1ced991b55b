"""The lint rules as pages of the handbook, and the user documentation beside them."""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path

from dhyana.cli.handbook.book import ShownWaiver
from dhyana.cli.handbook.reference import Document, RuleFamily, RulePage
from dhyana.grammar.lint.registry import rules
from dhyana.grammar.lint.rule import Rule

FAMILIES = {
    "CHA": ("छन्दः", "Metre"),
    "LIP": ("लिपिः", "The text as text"),
    "SAN": ("सन्धिः", "Sandhi"),
    "ANV": ("अन्वयः", "Prose order and word table"),
    "VYA": ("व्याकरणम्", "Forms and labels"),
    "SUT": ("सूत्रम्", "Verse and code"),
    "PRA": ("प्रमाणम्", "Claims and evidence"),
}
"""Titles of the families, in Sanskrit and English, in the order of the reference."""

_ORDER = ["installation", "tutorial", "how-to", "", "explanation", "reference"]
"""How the names of documents begin, in the order of the guide."""

_TITLE = re.compile(r"^#\s+(.+)$", re.MULTILINE)


def families(waivers: Sequence[ShownWaiver]) -> tuple[RuleFamily, ...]:
    """Give all rules by what they read."""
    waived: dict[str, list[int]] = defaultdict(list)
    for waiver in waivers:
        waived[waiver.rule].append(waiver.verse)
    grouped: dict[str, list[RulePage]] = defaultdict(list)
    for rule in rules():
        grouped[rule.code[:3]].append(_page(rule, tuple(waived[rule.code])))
    order = [*FAMILIES, *sorted(grouped.keys() - FAMILIES.keys())]
    return tuple(
        RuleFamily(code, *FAMILIES.get(code, ("", code)), tuple(grouped[code]))
        for code in order
        if code in grouped
    )


def _page(rule: Rule, waived_in: tuple[int, ...]) -> RulePage:
    sections = tuple(_sections(rule.documentation or ""))
    return RulePage(
        code=rule.code,
        name=rule.name,
        severity=rule.severity.value,
        authority=rule.authority,
        summary=" ".join(sections[0][1].split()) if sections else "",
        sections=sections[1:],
        under=tuple((profile, severity.value) for profile, severity in rule.under.items()),
        waived_in=waived_in,
    )


def _sections(documentation: str) -> Iterator[tuple[str, str]]:
    """Part Markdown at its headings of the second level; what comes first has no title."""
    first, *rest = re.split(r"^## ", documentation.strip(), flags=re.MULTILINE)
    yield "", first.strip()
    for section in rest:
        title, _, body = section.partition("\n")
        yield title.strip(), body.strip("\n")


def documents(folder: Path) -> tuple[Document, ...]:
    """Read the user documentation, `docs/*.md`; there is none beside an installed package.

    What one reads first comes first, explanation and reference last.
    """
    return tuple(_document(path) for path in sorted(folder.glob("*.md"), key=_rank))


def _rank(path: Path) -> tuple[int, str]:
    found = (rank for rank, begun in enumerate(_ORDER) if begun and path.stem.startswith(begun))
    return next(found, _ORDER.index("")), path.stem


def _document(path: Path) -> Document:
    text = path.read_text("utf-8")
    title = _TITLE.search(text)
    paragraphs = (text[title.end() :] if title else text).strip().split("\n\n")
    return Document(
        name=path.stem,
        title=title[1] if title else path.stem.replace("-", " "),
        markdown=text,
        summary=paragraphs[0],
    )
