"""A page as a JSON object: the record as programs read it."""

from collections.abc import Collection
from dataclasses import asdict
from typing import Any

from dhyana.cli.view.page import DeadLink, Page, Section
from dhyana.shlokas.code import CodeSource


def as_json(page: Page, sections: Collection[Section]) -> dict[str, Any]:
    """Give number, canto, edition and script of a page, and the sections asked for.

    A section that has nothing is empty; evidence that was not taken is null. A code link that
    leads nowhere has `error` in place of `path, line, end_line, source`.
    """
    record = page.record
    found: dict[str, Any] = {
        "number": record.number,
        "canto": page.canto.number,
        "edition": page.edition,
        "script": page.script,
    }
    parts: dict[Section, Any] = {
        Section.VERSE: record.verse.split("\n"),
        Section.PADACCHEDA: record.padaccheda,
        Section.ANVAYA: record.anvaya,
        Section.TRANSLATION: record.translation,
        Section.MORPHOLOGY: [asdict(row) for row in record.morphology],
        Section.METRE: asdict(page.metre) if page.metre else None,
        Section.COMMENTARY: record.commentary,
        Section.CODE: [_code(link) for link in page.code],
        Section.CLAIMS: [asdict(claim) for claim in record.claims],
        Section.EVIDENCE: asdict(page.evidence) if page.evidence else None,
        Section.APPARATUS: [asdict(entry) for entry in record.apparatus],
    }
    return found | {section: part for section, part in parts.items() if section in sections}


def _code(link: CodeSource | DeadLink) -> dict[str, Any]:
    if isinstance(link, DeadLink):
        return asdict(link)
    return {
        "symbol": link.symbol,
        "path": link.path,
        "line": link.line,
        "end_line": link.end_line,
        "source": link.source,
    }
