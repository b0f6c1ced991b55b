"""What the linter catches when one thing in the emended treatise is spoiled.

    python benchmarks/mutations.py [--rounds 5] [--seed 1] [--verses 1-50] [--escaped]

Each round spoils, in every verse, one place of every kind: a consonant or the length of a vowel in
verse, padaccheda, anvaya or table, a word dropped or added, a final म् or a visarga dropped, a case,
number or gender of a label, the name of linked code, the code itself. A mutation is caught where
errors or warnings are found that were not found before. The families that caught it are counted
too. `--escaped` lists what was not caught.
"""

import argparse
import ast
import random
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from dhyana.grammar.lint.book_rule import BookFinding
from dhyana.grammar.lint.bound_rule import Book, BoundRule
from dhyana.grammar.lint.chandas import metre_report
from dhyana.grammar.lint.diagnostic import Diagnostic, Severity
from dhyana.grammar.lint.record_rule import record_findings
from dhyana.grammar.lint.registry import rules
from dhyana.grammar.scansion import scan
from dhyana.shlokas import load
from dhyana.shlokas.code import fingerprint, locate
from dhyana.shlokas.fingerprint import fingerprint_of
from dhyana.shlokas.record import CodeLink, VerseRecord

FAMILIES = ("LIP", "SAN", "ANV", "VYA")
FIELDS = ("verse", "padaccheda", "anvaya", "row")
AIMS = {
    "word dropped": 1.0,
    "word added": 1.0,
    "m dropped": 1.0,
    "case": 1.0,
    "symbol renamed": 1.0,
    "code edited": 1.0,
    "consonant": 0.99,
    "length": 0.95,
}
"""Share of each kind that is to be caught, in all fields together."""

CONSONANTS = "कखगघचछजझटठडढणतथदधनपफबभमयरलवशषसह"
LENGTHS = {"ि": "ी", "ी": "ि", "ु": "ू", "ू": "ु", "ा": "", "अ": "आ", "आ": "अ", "इ": "ई", "ई": "इ"}
VIBHAKTIS = ["प्रथमा", "द्वितीया", "तृतीया", "चतुर्थी", "पञ्चमी", "षष्ठी", "सप्तमी"]
VACANAS = ["एकवचनम्", "द्विवचनम्", "बहुवचनम्"]
LINGAS = ["पुंल्लिंगम्", "स्त्रीलिंगम्", "नपुंसकलिंगम्"]
ADDED = "रामः"

_WORD = re.compile("[\u0901-\u0963\u0966-\u097f-]+")


@dataclass(frozen=True, slots=True)
class Mutation:
    """A spoiled record: what was done to which field, and the words before and after."""

    kind: str
    field: str
    record: VerseRecord
    before: str
    after: str


@dataclass(slots=True)
class Tally:
    """So many tried, so many caught; by family how often it was among those that caught."""

    tried: int = 0
    caught: int = 0
    families: Counter[str] | None = None

    @property
    def share(self) -> float:
        """From 0 to 1."""
        return self.caught / self.tried if self.tried else 1.0


# --- spoiling ------------------------------------------------------------------------------


def spoiled(text: str, chance: random.Random) -> Iterator[tuple[str, str]]:
    """Give one change of every kind that a Sanskrit text allows, with its kind."""
    words = [word for word in _WORD.finditer(text) if not _supplied(text, word.start())]
    if not words:
        return
    word = chance.choice(words)
    yield "word dropped", text[: word.start()] + text[word.end() :]
    yield "word added", f"{text[: word.start()]}{ADDED} {text[word.start() :]}"
    inside = {place for word in words for place in range(word.start(), word.end())}
    spots: dict[str, Callable[[int], str | None]] = {
        "consonant": lambda place: _other_consonant(text[place], chance),
        "length": lambda place: _other_length(text, place),
    }
    for kind, other in spots.items():
        places = [place for place in sorted(inside) if other(place) is not None]
        if places:
            place = chance.choice(places)
            yield kind, text[:place] + (other(place) or "") + text[place + 1 :]
    for kind, ending in (("m dropped", "म्|ं"), ("visarga dropped", "ः")):
        ends = [w for w in words if re.search(f"(?:{ending})$", w[0])]
        if ends:
            end = chance.choice(ends).end()
            yield kind, re.sub(f"(?:{ending})$", "", text[:end]) + text[end:]


def _supplied(text: str, place: int) -> bool:
    """Whether a place stands in brackets."""
    return text.count("(", 0, place) > text.count(")", 0, place)


def _other_consonant(letter: str, chance: random.Random) -> str | None:
    return chance.choice(CONSONANTS.replace(letter, "")) if letter in CONSONANTS else None


def _other_length(text: str, place: int) -> str | None:
    """Give a letter with its vowel long for short or short for long; None if it has no pair."""
    letter, following = text[place], text[place + 1 : place + 2]
    if letter in LENGTHS:
        return LENGTHS[letter]
    bare = letter in CONSONANTS and not re.match("[\u093c\u093e-\u094d\u0962\u0963]", following)
    return f"{letter}ा" if bare else None


def mutations(record: VerseRecord, chance: random.Random) -> Iterator[Mutation]:
    """Spoil one place of every kind in every field of a record."""
    for field in ("verse", "padaccheda", "anvaya"):
        text = getattr(record, field)
        for kind, new in spoiled(text, chance):
            yield Mutation(kind, field, replace(record, **{field: new}), text, new)
    index = chance.randrange(len(record.morphology))
    row = record.morphology[index]
    for kind, new in spoiled(row.form, chance):
        yield Mutation(kind, "row", _with_row(record, index, form=new), row.form, new)
    rows = [
        index
        for index, row in enumerate(record.morphology)
        if any(case in row.category for case in VIBHAKTIS)
    ]
    for kind, names in (("case", VIBHAKTIS), ("number", VACANAS), ("gender", LINGAS)):
        index = chance.choice(rows)
        label = record.morphology[index].category
        for name in names:
            if name in label:
                other = chance.choice([another for another in names if another != name])
                new = label.replace(name, other, 1)
                yield Mutation(kind, "label", _with_row(record, index, category=new), label, new)
                break


def _with_row(record: VerseRecord, index: int, **parts: str) -> VerseRecord:
    rows = list(record.morphology)
    rows[index] = replace(rows[index], **parts)
    return replace(record, morphology=tuple(rows))


# --- asking --------------------------------------------------------------------------------

_Likeness = tuple[str, str | None, str]


def found_in(record: VerseRecord) -> set[_Likeness]:
    """All that counts of what is found in a record, alone."""
    found: list[Diagnostic] = list(metre_report(scan(record.verse)).faults)
    for family in FAMILIES:
        found += record_findings(record, family)
    return {
        (one.code, one.field, one.message) for one in found if one.severity is not Severity.INFO
    }


def tied(record: VerseRecord) -> set[_Likeness]:
    """All that counts of what is found of the ties of a record to the code."""
    book = Book([record], [Path("record.yaml")])
    return {
        (rule.code, one.finding.field, one.finding.message)
        for rule in rules("SUT")
        if isinstance(rule, BoundRule) and rule.severity is not Severity.INFO
        for one in rule.check(book)
        if isinstance(one, BookFinding)
    }


def caught_by(mutation: Mutation, before: set[_Likeness]) -> set[str]:
    """Families that find more in a spoiled record than they found before."""
    asked = tied if mutation.field == "code" else found_in
    return {code[:3] for code, *_ in asked(mutation.record) - before}


# --- the code --------------------------------------------------------------------------------


def spoiled_code(record: VerseRecord, chance: random.Random) -> Iterator[Mutation]:
    """Rename the symbol of each link, and edit its code since it was reviewed.

    That the code is another than the reviewed one is the same whichever of the two was edited:
    here the fingerprint is that of edited code.
    """
    for index, link in enumerate(record.code):
        name = link.symbol
        place = chance.randrange(len("dhyana."), len(name))
        renamed = replace(link, symbol=name[:place] + name[place + 1 :])
        yield Mutation("symbol renamed", "code", _with_link(record, index, renamed), name, "")
        edited = _edited(locate(name).source, chance)
        if edited is not None and link.reviewed == fingerprint(name):
            stamp = replace(link, reviewed=fingerprint_of(edited))
            yield Mutation("code edited", "code", _with_link(record, index, stamp), name, "")


def _with_link(record: VerseRecord, index: int, link: CodeLink) -> VerseRecord:
    return replace(record, code=(*record.code[:index], link, *record.code[index + 1 :]))


def _edited(source: str, chance: random.Random) -> ast.stmt | None:
    """Change one number, operator, name or statement of a definition; None if it has none."""
    definition = ast.parse(source).body[0]
    body = getattr(definition, "body", [])
    nodes = [node for statement in body for node in ast.walk(statement)]
    changes = [change for node in nodes if (change := _change_of(node))]
    if not changes:
        return None
    chance.choice(changes)()
    return definition


def _change_of(node: ast.AST) -> Callable[[], None] | None:
    match node:
        case ast.Constant(value=int() | float() as value) if not isinstance(value, bool):
            return lambda: setattr(node, "value", value + 1)
        case ast.BinOp():
            other = ast.Sub() if isinstance(node.op, ast.Add) else ast.Add()
            return lambda: setattr(node, "op", other)
        case ast.Name(id=name):
            return lambda: setattr(node, "id", f"{name}_")
        case ast.Attribute(attr=name):
            return lambda: setattr(node, "attr", f"{name}_")
    return None


# --- the measure -----------------------------------------------------------------------------


@cache
def emended() -> tuple[VerseRecord, ...]:
    """Load the records of the emended edition."""
    return tuple(verse.record for verse in load(edition="emended"))


def measure(
    records: Sequence[VerseRecord], rounds: int, seed: int
) -> tuple[dict[tuple[str, str], Tally], list[Mutation]]:
    """Spoil records over and over: tallies by kind and field, and the mutations that escaped."""
    chance = random.Random(seed)
    tallies: dict[tuple[str, str], Tally] = {}
    escaped: list[Mutation] = []

    def count(kind: str, field: str, families: set[str]) -> None:
        tally = tallies.setdefault((kind, field), Tally(families=Counter()))
        tally.tried += 1
        tally.caught += bool(families)
        if tally.families is not None:
            tally.families.update(families)

    for record in records:
        before = found_in(record) | tied(record)
        for _ in range(rounds):
            for mutation in (*mutations(record, chance), *spoiled_code(record, chance)):
                families = caught_by(mutation, before)
                count(mutation.kind, mutation.field, families)
                if not families:
                    escaped.append(mutation)
    return tallies, escaped


def by_kind(tallies: dict[tuple[str, str], Tally]) -> dict[str, Tally]:
    """Sum tallies over the fields."""
    summed: dict[str, Tally] = {}
    for (kind, _), tally in tallies.items():
        total = summed.setdefault(kind, Tally())
        total.tried += tally.tried
        total.caught += tally.caught
    return summed


def main() -> int:
    """Print the shares; exit code 1 where one is under its aim."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--verses", default="1-50", help="such as 1-50")
    parser.add_argument("--escaped", action="store_true")
    given = parser.parse_args()
    first, _, last = given.verses.partition("-")
    wanted = range(int(first), int(last or first) + 1)
    records = [record for record in emended() if record.number in wanted]
    tallies, escaped = measure(records, given.rounds, given.seed)
    for (kind, field), tally in sorted(tallies.items()):
        families = ", ".join(f"{name} {n}" for name, n in sorted((tally.families or {}).items()))
        print(f"{kind:16} {field:11} {tally.share:7.2%} of {tally.tried:5}   {families}")
    print()
    short = 0
    for kind, tally in sorted(by_kind(tallies).items()):
        aim = AIMS.get(kind)
        short += aim is not None and tally.share < aim
        goal = f"   aim {aim:.0%}" if aim is not None else ""
        print(f"{kind:16} {'all':11} {tally.share:7.2%} of {tally.tried:5}{goal}")
    if given.escaped:
        for mutation in escaped:
            print(f"\n{mutation.record.number} {mutation.kind} in {mutation.field}")
            print(f"  {mutation.before.strip()}\n  {mutation.after.strip()}")
    return 1 if short else 0


if __name__ == "__main__":
    sys.exit(main())
