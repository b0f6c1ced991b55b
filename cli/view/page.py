"""What there is to show of a verse, in one edition and one script, whatever the format."""

from collections.abc import Collection
from dataclasses import dataclass, fields, is_dataclass, replace
from enum import Enum, StrEnum
from typing import Any

from dhyana.cli.view.verse_metre import VerseMetre, verse_metre
from dhyana.grammar.lipi.transliteration import Script, transliterate
from dhyana.shlokas import Verse
from dhyana.shlokas.code import CodeError, CodeSource, locate
from dhyana.shlokas.editions import Edition
from dhyana.shlokas.evidence import Evidence, changed_code, load_evidence
from dhyana.shlokas.record import Canto, VerseRecord


class Section(StrEnum):
    """A part of the page: what `--only` takes, and the keys of the JSON record."""

    VERSE = "verse"
    PADACCHEDA = "padaccheda"
    ANVAYA = "anvaya"
    TRANSLATION = "translation"
    MORPHOLOGY = "morphology"
    METRE = "metre"
    COMMENTARY = "commentary"
    CODE = "code"
    CLAIMS = "claims"
    EVIDENCE = "evidence"
    APPARATUS = "apparatus"


TITLES = {
    Section.PADACCHEDA: ("Words", "पदच्छेदः"),
    Section.ANVAYA: ("Prose order", "अन्वयः"),
    Section.TRANSLATION: ("Translation", "अनुवादः"),
    Section.MORPHOLOGY: ("Morphology", "व्याकरणम्"),
    Section.METRE: ("Metre", "छन्दः"),
    Section.COMMENTARY: ("Commentary", "भाष्यम्"),
    Section.CODE: ("Code", "सूत्रम्"),
    Section.CLAIMS: ("Claims", "प्रतिज्ञाः"),
    Section.EVIDENCE: ("Evidence", "प्रमाणानि"),
    Section.APPARATUS: ("Apparatus", "पाठशोधनम्"),
}
"""Titles in English and Sanskrit; the verse itself needs none."""

NO_CODE = "No code is linked to this verse yet."


@dataclass(frozen=True, slots=True)
class DeadLink:
    """A symbol of the record that names no code, and why."""

    symbol: str
    error: str


@dataclass(frozen=True, slots=True)
class Page:
    """One verse with all that is shown of it.

    `record` and `canto` are in the script asked for; the verse and the forms of the morphology
    are in IAST as well, for they head their parts of the page.
    """

    edition: Edition
    script: Script
    record: VerseRecord
    canto: Canto
    verse_iast: list[str]
    forms_iast: list[str]
    metre: VerseMetre | None
    code: list[CodeSource | DeadLink]
    evidence: Evidence | None
    outdated: tuple[str, ...]  # symbols that have changed since the evidence was taken

    def title(self, section: Section) -> str:
        """Title of a section in English, then in Sanskrit in the script of the page."""
        english, sanskrit = TITLES[section]
        return f"{english} · {transliterate(sanskrit, self.script)}"

    @property
    def heading(self) -> str:
        """Number, canto and, unless it is the usual one, the edition."""
        edition = "" if self.edition is Edition.TEXT else f" · {self.edition} edition"
        canto = f"Canto {self.canto.number}: {self.canto.title}"
        return f"Verse {self.record.number} · {canto}{edition}"

    @property
    def dead_links(self) -> list[DeadLink]:
        """The symbols of the record that name no code."""
        return [link for link in self.code if isinstance(link, DeadLink)]


def page_of(edition: Edition, verse: Verse, script: Script, sections: Collection[Section]) -> Page:
    """Gather what there is to show of a verse.

    Raises `RecordError` when its evidence cannot be read.
    """
    record = verse.record
    evidence = load_evidence(verse.number) if Section.EVIDENCE in sections else None
    return Page(
        edition=edition,
        script=script,
        record=in_script(record, script),
        canto=in_script(verse.canto, script),
        verse_iast=[transliterate(line, Script.IAST) for line in verse.lines],
        forms_iast=[transliterate(row.form, Script.IAST) for row in record.morphology],
        metre=verse_metre(record) if Section.METRE in sections else None,
        code=[_code(link.symbol) for link in record.code] if Section.CODE in sections else [],
        evidence=evidence,
        outdated=changed_code(evidence) if evidence else (),
    )


def in_script(value: Any, script: Script) -> Any:
    """Write every text of a record, or of a part of one, in a script."""
    if script is Script.DEVANAGARI or isinstance(value, Enum):
        return value
    if isinstance(value, str):
        return transliterate(value, script)
    if isinstance(value, tuple):
        return tuple(in_script(item, script) for item in value)
    if is_dataclass(value) and not isinstance(value, type):
        parts = {part.name: in_script(getattr(value, part.name), script) for part in fields(value)}
        return replace(value, **parts)
    return value


def _code(symbol: str) -> CodeSource | DeadLink:
    try:
        return locate(symbol)
    except CodeError as error:
        return DeadLink(symbol, str(error))
