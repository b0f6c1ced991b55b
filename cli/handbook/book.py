"""What the handbook shows, independent of the form it is written in.

`gathering` fills these types from the records and the installed source; a writer (`site`, `pdf`,
`epub`) turns a `Book` into files. Sanskrit is always stored in Devanagari, and `Book.script`
says in which script to print it. Nothing here is escaped: every text may hold any character of
HTML or Typst, and a writer prints it as text.
"""

from dataclasses import dataclass
from enum import StrEnum

from dhyana.cli.handbook.reference import Document, RuleFamily
from dhyana.cli.view.highlight import Role
from dhyana.grammar.lipi.transliteration import Script
from dhyana.shlokas.editions import Edition
from dhyana.shlokas.evidence import Finding
from dhyana.shlokas.record import Kind, Verdict


class Language(StrEnum):
    """The language of a run of text, as a language tag."""

    ENGLISH = "en"
    SANSKRIT = "sa"  # in Devanagari; printed in the script of the book
    ROMAN = "sa-Latn"  # Sanskrit that the text itself romanises, which no script changes


@dataclass(frozen=True, slots=True)
class Run:
    """Text of one language. `apparatus` are the numbers of the entries that made it so."""

    text: str
    language: Language = Language.ENGLISH
    apparatus: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Formula:
    """A formula in LaTeX without its `$` signs, and as a line of Unicode text."""

    latex: str
    spoken: str
    apparatus: tuple[int, ...] = ()


Inline = tuple[Run | Formula, ...]
"""Text in a line, as runs and formulas."""

Prose = tuple[Inline, ...]
"""Text in paragraphs."""


@dataclass(frozen=True, slots=True)
class Segment:
    """A stretch of Sanskrit and the words it belongs to, as indices of `VersePage.words`.

    Spaces and daṇḍas belong to none; where sandhi has fused words, a stretch belongs to several.
    The texts of the segments of a line, put together, are the line. `apparatus` as in `Run`.
    """

    text: str
    words: tuple[int, ...] = ()
    apparatus: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Syllable:
    """An akṣara: as written, in IAST, its weight (`g` or `l`) and why, and whether it is at fault.

    `ends_word`: a space, hyphen or line end follows.
    """

    written: str
    iast: str
    weight: str
    why: str
    faulty: bool = False
    ends_word: bool = False


@dataclass(frozen=True, slots=True)
class PadaLine:
    """A pāda: its letter, akṣaras, gaṇas, and its kind (`pathyā`, `na-vipulā`, None)."""

    label: str
    syllables: tuple[Syllable, ...]
    ganas: tuple[str, ...]
    kind: str | None


@dataclass(frozen=True, slots=True)
class Fault:
    """A finding about the metre: `severity` is error, warning or info (a note).

    `waived` is the reason of the waiver that lets it stay, None where there is none.
    """

    code: str
    name: str
    severity: str
    message: str
    pada: str | None
    expected: str | None
    found: str | None
    authority: str | None
    waived: str | None = None


@dataclass(frozen=True, slots=True)
class Scansion:
    """The metre of a verse: its name, the verdict (`exact`, `faulty`, `none`), pādas, findings."""

    meter: str | None
    verdict: str
    padas: tuple[PadaLine, ...]
    faults: tuple[Fault, ...]
    notes: tuple[Fault, ...]


@dataclass(frozen=True, slots=True)
class DerivationStep:
    """A step that changed the word: the sūtra's number and text (Devanagari), the result (IAST)."""

    sutra: str
    text: str
    result: str


@dataclass(frozen=True, slots=True)
class Derivation:
    """One word of a row, derived in its cell: `outcome` is proven, refuted or undecided.

    `analysis` names the parts that a derivation needs; `steps` are those that give `given`, the
    form in Devanagari (None when nothing is derived). In short: what it is made of (`parts`, in
    IAST), and the `sutras` that make a form of it, or the list that has it.
    """

    written: str
    outcome: str
    reason: str
    cell: str | None
    analysis: tuple[tuple[str, str], ...]
    given: str | None
    parts: tuple[str, ...]
    sutras: tuple[str, ...]
    steps: tuple[DerivationStep, ...]

    @property
    def objection(self) -> str:
        """What stands against the form, in words: nothing where it is proven."""
        if self.reason or self.outcome == "proven":
            return self.reason
        return f"the sūtras give {self.given or 'no form'}"


@dataclass(frozen=True, slots=True)
class Word:
    """A row of the morphology.

    `description` is all that the record says of it, `gloss` only its meaning in English.
    """

    form: str
    iast: str
    category: Inline
    description: Inline
    gloss: Inline
    derivations: tuple[Derivation, ...]


@dataclass(frozen=True, slots=True)
class Token:
    """A stretch of code that looks one way; `PLAIN` has no colour of its own."""

    text: str
    role: Role


CodeLine = tuple[Token, ...]


@dataclass(frozen=True, slots=True)
class CodeExcerpt:
    """A component as the installed source has it.

    `lines` are its lines from `first_line` of `path` on, in tokens; `source` is the same text in
    one. `reviewed`: whether it is the code that was compared with the verse (None: nobody has).
    """

    symbol: str
    module: str
    path: str
    first_line: int
    lines: tuple[CodeLine, ...]
    source: str
    signature: str
    reviewed: bool | None


@dataclass(frozen=True, slots=True)
class MissingCode:
    """A symbol of a record that names no code, and why."""

    symbol: str
    error: str


@dataclass(frozen=True, slots=True)
class ShownClaim:
    """What a verse asserts, the verdict the record expects, and what was measured (or None)."""

    text: Inline
    verdict: Verdict
    qualification: Inline
    finding: Finding | None


@dataclass(frozen=True, slots=True)
class Proof:
    """Where the evidence of a verse comes from.

    `taken_on` says on what it was measured; `outdated` are the symbols changed since.
    """

    experiment: str
    module: str
    taken_on: str
    outdated: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Correction:
    """One edit of an apparatus entry: the field in words, what stood there, what we print."""

    field: str
    reading: str
    correction: str


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry of the apparatus; `number` counts from 1 within its verse (None: front matter).

    `applied`: whether this edition prints its corrections.
    """

    verse: int | None
    number: int
    kind: Kind
    reason: Inline
    corrections: tuple[Correction, ...]
    applied: bool


@dataclass(frozen=True, slots=True)
class ShownWaiver:
    """A finding of the linter that stays."""

    verse: int
    rule: str
    at: str | None
    reason: Inline


@dataclass(frozen=True, slots=True)
class VersePage:
    """One verse with all that is shown of it.

    `samhita` are its lines as recited, `padaccheda` its words with sandhi undone, `anvaya` the
    words in prose order: three views whose segments lead to the same `words`.
    """

    number: int
    canto: int
    verse: tuple[str, ...]
    iast: tuple[str, ...]
    samhita: tuple[tuple[Segment, ...], ...]
    padaccheda: tuple[tuple[Segment, ...], ...]
    anvaya: tuple[tuple[Segment, ...], ...]
    scansion: Scansion
    translation: Inline
    words: tuple[Word, ...]
    commentary: Prose
    code: tuple[CodeExcerpt | MissingCode, ...]
    claims: tuple[ShownClaim, ...]
    proof: Proof | None
    apparatus: tuple[Entry, ...]
    waivers: tuple[ShownWaiver, ...]


@dataclass(frozen=True, slots=True)
class CantoPage:
    """A canto: Sanskrit heading, English title and introduction, the numbers of its verses here."""

    number: int
    heading: str
    title: str
    introduction: Prose
    map_line: Inline
    verses: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Term:
    """A term of the lexicon: Devanagari, as the source romanises it, its meaning.

    `verses` are those in whose words it stands.
    """

    term: str
    transliteration: str
    gloss: Inline
    verses: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class FrontMatter:
    """The treatise around its verses, and what is corrected in it."""

    title: str
    subtitle: str
    authors: str
    meter: Inline
    structure: Inline
    prologue: Prose
    synthesis: Prose
    apparatus: tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class Mark:
    """A component of a module that stands for verses: its lines, from and to."""

    symbol: str
    first_line: int
    last_line: int
    verses: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ModulePage:
    """A module of the model, or one of experiments, in full.

    `summary` is the first line of its docstring; `cantos` are those of its verses.
    """

    name: str
    path: str
    summary: str
    lines: tuple[CodeLine, ...]
    source: str
    marks: tuple[Mark, ...]
    cantos: tuple[int, ...]
    experiments: bool


@dataclass(frozen=True, slots=True)
class Traced:
    """A row of the traceability matrix: a verse, its code, its experiment, the verdicts.

    `marked` are the symbols that carry the mark of the verse in the source.
    """

    verse: int
    symbols: tuple[str, ...]
    marked: tuple[str, ...]
    experiment: str | None
    verdicts: tuple[Verdict, ...]
    outdated: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Book:
    """The whole handbook in one edition, to be printed in one script."""

    edition: Edition
    script: Script
    version: str
    front: FrontMatter
    cantos: tuple[CantoPage, ...]
    verses: tuple[VersePage, ...]
    lexicon: tuple[Term, ...]
    matrix_columns: tuple[Inline, ...]
    matrix: tuple[tuple[Inline, ...], ...]
    corrections: tuple[Entry, ...]  # front matter first, then verse by verse
    waivers: tuple[ShownWaiver, ...]
    rules: tuple[RuleFamily, ...]
    modules: tuple[ModulePage, ...]
    thread: tuple[Traced, ...]
    documents: tuple[Document, ...]

    def canto(self, number: int) -> CantoPage:
        """Give a canto by its number."""
        return next(canto for canto in self.cantos if canto.number == number)
