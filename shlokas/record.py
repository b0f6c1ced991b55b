"""The record of a verse, and of the treatise around it: the schema everything else reads.

One YAML file is one `VerseRecord` (`shlokas/canto-03/verse-012.yaml`) or the one
`TreatiseRecord` (`shlokas/treatise.yaml`). The types below are the single source of the
schema: `reading` checks a file against them, and `schema` derives the JSON Schema that
editors use from them. Every field stores the *source* edition, letter for letter; what we
print differently stands in `apparatus` and is applied by `editions`.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated


@dataclass(frozen=True, slots=True)
class About:
    """What the schema says of a field: shown by editors, enforced when a record is read."""

    text: str
    pattern: str | None = None
    minimum: int | None = None
    maximum: int | None = None


class Verdict(StrEnum):
    """What measuring a claim shows."""

    HOLDS = "holds"
    QUALIFIED = "qualified"
    REFUTED = "refuted"
    NOT_MEASURABLE = "not_measurable"


class Kind(StrEnum):
    """Why an edition departs from the source."""

    REPAIR = "repair"
    CONJECTURE = "conjecture"


@dataclass(frozen=True, slots=True)
class WordAnalysis:
    """What a derivation of a word needs; every part may be absent.

    Of a compound `stem`, and what explains it, is the last member as it is declined; a root
    with `krt`, or `base` with `taddhita`, says how a stem comes about.
    """

    stem: Annotated[
        str | None, About("Nominal stem (प्रातिपदिकम्) that is declined, Devanagari.")
    ] = None
    linga: Annotated[str | None, About("Gender.", pattern="पुं|स्त्री|नपुं")] = None
    vibhakti: Annotated[
        int | None, About("Case, 1–8 (8 is the vocative).", minimum=1, maximum=8)
    ] = None
    vacana: Annotated[int | None, About("Number: 1, 2 or 3 (plural).", minimum=1, maximum=3)] = None
    dhatu: Annotated[str | None, About("Root as the Dhātupāṭha teaches it (औपदेशिकरूपम्).")] = None
    gana: Annotated[int | None, About("Class of the root, 1–10.", minimum=1, maximum=10)] = None
    upasarga: Annotated[tuple[str, ...], About("Preverbs in order, e.g. [सम्, प्र].")] = ()
    sanadi: Annotated[tuple[str, ...], About("Secondary suffixes of the root, e.g. [णिच्].")] = ()
    krt: Annotated[str | None, About("Primary suffix, e.g. क्त.")] = None
    base: Annotated[
        str | None, About("Stem to which the secondary suffix is added, e.g. एक of एकत्व.")
    ] = None
    taddhita: Annotated[str | None, About("Secondary nominal suffix, e.g. त्व.")] = None
    lakara: Annotated[str | None, About("Tense or mood, e.g. लट्.")] = None
    prayoga: Annotated[str | None, About("Voice.", pattern="कर्तरि|कर्मणि|भावे|कर्मकर्तरि")] = None
    purusha: Annotated[str | None, About("Person.", pattern="प्रथम|मध्यम|उत्तम")] = None
    pada: Annotated[str | None, About("Verbal voice ending set.", pattern="परस्मैपद|आत्मनेपद")] = None
    samasa: Annotated[str | None, About("Kind of compound, e.g. तत्पुरुषः.")] = None
    members: Annotated[tuple[str, ...], About("Members of the compound as stems, in order.")] = ()
    avyaya: Annotated[bool, About("Whether the word is indeclinable.")] = False


@dataclass(frozen=True, slots=True)
class Analysis(WordAnalysis):
    """What a derivation of the form needs; of several words, each stands in `words`."""

    words: Annotated[
        tuple[WordAnalysis, ...], About("One analysis a word, where a row has several.")
    ] = ()

    @property
    def each(self) -> tuple[WordAnalysis, ...]:
        """The analyses of the words of the form, in their order."""
        return self.words or (self,)


@dataclass(frozen=True, slots=True)
class MorphologyRow:
    """One row of the व्याकरणम् table."""

    form: Annotated[str, About("The word as the table has it (पदम्).")]
    category: Annotated[str, About("Its grammatical category as the table has it (व्याकरण-विभागः).")]
    description: Annotated[str, About("Derivation and meaning as the table has them (विवरणम्).")]
    analysis: Annotated[Analysis | None, About("What a derivation of the form needs; ours.")] = None


@dataclass(frozen=True, slots=True)
class CodeLink:
    """A component of `dhyana` that the verse describes."""

    symbol: Annotated[
        str,
        About(
            "Dotted name inside the dhyana package, e.g. dhyana.attention.scale_scores.",
            pattern=r"dhyana(\.[A-Za-z_][A-Za-z0-9_]*)+",
        ),
    ]
    reviewed: Annotated[
        str | None,
        About(
            "Fingerprint of the code when a person last compared it with the verse.",
            pattern=r"v[0-9]+:[0-9a-f]{16,64}",
        ),
    ] = None


@dataclass(frozen=True, slots=True)
class Claim:
    """One thing that the verse or its commentary asserts, and what measuring it should show."""

    text: Annotated[str, About("The claim in one English sentence.")]
    verdict: Annotated[Verdict, About("What the experiment is expected to find.")]
    qualification: Annotated[
        str | None, About("Under which condition it holds, or why it is refuted or not measurable.")
    ] = None


@dataclass(frozen=True, slots=True)
class Edit:
    """One replacement in one field of the record."""

    field: Annotated[
        str,
        About(
            "Field path, e.g. commentary, morphology[3].form, cantos[7].heading; "
            "indices count from 0."
        ),
    ]
    reading: Annotated[str, About("The words of the field that are replaced.", pattern=r"[\s\S]+")]
    correction: Annotated[str, About("What is printed instead.")]
    occurrence: Annotated[
        int,
        About("Which occurrence of the reading in the field, from 1.", minimum=1, maximum=999),
    ] = 1
    analysis: Annotated[
        Analysis | None, About("What a derivation of the word as corrected needs; ours.")
    ] = None


@dataclass(frozen=True, slots=True)
class ApparatusEntry:
    """One place where we print other than the source, with its ground."""

    kind: Annotated[Kind, About("repair: mechanical damage. conjecture: a linguistic emendation.")]
    reason: Annotated[str, About("The ground, with its sūtra or metre rule where there is one.")]
    edits: Annotated[tuple[Edit, ...], About("Edits that stand or fall together.")]


@dataclass(frozen=True, slots=True)
class Waiver:
    """A finding of the linter that stays, with the reason."""

    rule: Annotated[str, About("Code of the rule, e.g. CHA103.", pattern="[A-Z]{3}[0-9]{3}")]
    reason: Annotated[str, About("Why it stays.")]
    at: Annotated[str | None, About("Where, e.g. pada a; the whole verse when absent.")] = None


@dataclass(frozen=True, slots=True)
class VerseRecord:
    """One verse of the treatise as its YAML file has it."""

    number: Annotated[int, About("Number of the verse in the treatise.", minimum=1, maximum=999)]
    verse: Annotated[str, About("The verse in Devanagari, one half (ardha) a line.")]
    padaccheda: Annotated[
        str, About("The verse word by word, sandhi undone; hyphens are compound seams.")
    ]
    anvaya: Annotated[str, About("The words in prose order; supplied words stand in ( ).")]
    translation: Annotated[str, About("English translation.")]
    morphology: Annotated[tuple[MorphologyRow, ...], About("The word-by-word table.")]
    commentary: Annotated[str, About("English commentary; formulas in LaTeX between $ signs.")]
    code: Annotated[tuple[CodeLink, ...], About("The components this verse describes.")] = ()
    claims: Annotated[tuple[Claim, ...], About("What the verse and commentary assert.")] = ()
    apparatus: Annotated[tuple[ApparatusEntry, ...], About("Repairs and conjectures.")] = ()
    waivers: Annotated[tuple[Waiver, ...], About("Findings that stay, with reasons.")] = ()


@dataclass(frozen=True, slots=True)
class Canto:
    """One of the ten cantos (सर्गाः)."""

    number: Annotated[int, About("Number of the canto.", minimum=1, maximum=99)]
    heading: Annotated[str, About("Sanskrit heading, e.g. तृतीयः सर्गः - बिन्दुगुणनप्रमाणम्.")]
    title: Annotated[str, About("English title.")]
    introduction: Annotated[str, About("English introduction.")]
    first_verse: Annotated[int, About("Number of its first verse.", minimum=1, maximum=999)]
    last_verse: Annotated[int, About("Number of its last verse.", minimum=1, maximum=999)]
    map_line: Annotated[str, About("Its line in the architectural map.")]


@dataclass(frozen=True, slots=True)
class LexiconEntry:
    """One technical term of the lexicon (पारिभाषिककोशः)."""

    term: Annotated[str, About("The term in Devanagari.")]
    transliteration: Annotated[str, About("The term as the source romanises it.")]
    gloss: Annotated[str, About("Its meaning in English.")]


@dataclass(frozen=True, slots=True)
class TreatiseRecord:
    """Front and back matter of the treatise."""

    title: Annotated[str, About("Sanskrit title.")]
    subtitle: Annotated[str, About("English title.")]
    authors: Annotated[str, About("Who composed it, as the source names them.")]
    meter: Annotated[str, About("The metre the treatise claims.")]
    structure: Annotated[str, About("The extent the treatise claims.")]
    prologue: Annotated[str, About("The prologue; paragraphs parted by an empty line.")]
    cantos: Annotated[tuple[Canto, ...], About("The cantos in order.")]
    matrix_columns: Annotated[tuple[str, ...], About("Column heads of the summary matrix.")]
    matrix: Annotated[tuple[tuple[str, ...], ...], About("Rows of the summary matrix.")]
    lexicon: Annotated[tuple[LexiconEntry, ...], About("The technical lexicon.")]
    synthesis: Annotated[str, About("The concluding synthesis.")]
    apparatus: Annotated[tuple[ApparatusEntry, ...], About("Repairs and conjectures.")] = ()
    waivers: Annotated[tuple[Waiver, ...], About("Findings that stay, with reasons.")] = ()
