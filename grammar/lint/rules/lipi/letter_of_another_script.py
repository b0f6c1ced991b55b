"""A letter of another script among those of the field.

## What it checks

Letters of another Indic script than most others in such fields of the record, and words that mix
scripts: a Latin or Cyrillic letter in a Devanagari word, a Cyrillic or Greek look-alike in a Latin
one. In running
prose (translation, commentary, introductions) whole words of any script may be quoted. What stands
in the verse is read as meant and reported as LIP101.

## Why

Such letters come from a keyboard or a converter left in another script. They look nearly right,
and no search, sort or scansion reads them so.

## Example

    morphology[0].form         परिवर्तते
    morphology[0].description  পরি + वृत्; evolves, shifts

## Use instead

    morphology[0].form         परिवर्तते
    morphology[0].description  परि + वृत्; evolves, shifts

## References

Unicode Technical Standard 39, mixed-script detection.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator, Mapping

from dhyana.grammar.lint.diagnostic import Severity
from dhyana.grammar.lint.record_rule import RecordFinding, Repair, TextsRule
from dhyana.grammar.lipi.brahmic import devanagari, script_of
from dhyana.grammar.lipi.latex import FORMULA

_WORD = re.compile(r"[^\W\d_]+(?:[^\W\d_]|[\u0300-\u036f\u0900-\u0dff\u1cd0-\u1cff\u200c\u200d])*")
_FOREIGN = re.compile("[\u0370-\u052f\u0980-\u0dff\u1000-\u109f\u1780-\u17ff\u1b00-\u1b7f"
                      "\ua980-\ua9df\U00011000-\U00011fff]")  # fmt: skip
# What makes a text worth reading word by word.
_SUSPECT = re.compile(f"{_FOREIGN.pattern}|[A-Za-z](?=[\u0900-\u0963])|[\u0900-\u0963](?=[A-Za-z])")
_INDEX = re.compile(r"\[\d+\]")
_PROSE = re.compile(
    r"translation|commentary|prologue|synthesis|subtitle|authors|structure"
    r"|cantos\[\d+\]\.(?:introduction|title)|lexicon\[\d+\]\.gloss"
)
_SEEN_BY_METRE = "verse"

# Letters that are drawn like Latin ones. Other Greek letters are symbols (μP, ΔW).
_LIKE_LATIN = dict(zip("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧοАВЕКМНОРСТХаеорсухіјѕ",
                       "ABEZHIKMNOPTYXoABEKMHOPCTXaeopcyxijs", strict=True))  # fmt: skip
_DEVANAGARI = "devanagari"


def check(texts: Mapping[str, str]) -> Iterator[RecordFinding]:
    """Find letters of other scripts than the field's, and words of mixed scripts."""
    suspects = [
        field for field, text in texts.items() if field != _SEEN_BY_METRE and _SUSPECT.search(text)
    ]
    if not suspects:
        return
    for field in suspects:
        own = _script_of(_kind(field), texts)
        blanked = FORMULA.sub(lambda found: " " * len(found[0]), texts[field])
        for found in _WORD.finditer(blanked):
            yield from _in_word(field, found, own)


def _kind(field: str) -> str:
    """Give what fields of one kind have in common: the forms of all rows, say."""
    return _INDEX.sub("", field)


def _script_of(kind: str, texts: Mapping[str, str]) -> str:
    """Give the Indic script that most letters in fields of a kind are of."""
    counted = Counter[str]()
    for field, text in texts.items():
        if _kind(field) == kind:
            counted[_DEVANAGARI] += sum("\u0900" <= character <= "\u097f" for character in text)
            counted.update(filter(None, map(script_of, _FOREIGN.findall(text))))
    return max(counted, key=lambda script: counted[script])


def _in_word(field: str, word: re.Match[str], own: str) -> Iterator[RecordFinding]:
    scripts = [_script(character) for character in word[0]]
    indic = {script for script in scripts if script and script not in _OTHERS}
    alphabets = {script for script in scripts if script in _OTHERS}
    if len(indic) == 1 and indic != {own} and not alphabets:
        if not _PROSE.fullmatch(field):
            yield _finding(field, word.start(), word[0], own)
    elif indic and len(indic | alphabets) > 1:
        home = (
            own if own in indic else Counter(s for s in scripts if s in indic).most_common(1)[0][0]
        )
        yield from _runs(field, word, scripts, home)
    elif "latin" in alphabets and len(alphabets) > 1:
        yield from _runs(field, word, scripts, "latin")


_OTHERS = frozenset({"latin", "cyrillic", "greek"})


def _script(character: str) -> str | None:
    """Name the script of a letter; None for marks and signs that belong to any."""
    if "\u0900" <= character <= "\u097f":
        return _DEVANAGARI
    if character.isascii():
        return "latin"
    if found := script_of(character):
        return found
    first = unicodedata.name(character, "").partition(" ")[0].lower()
    return first if first in _OTHERS else None


def _runs(
    field: str, word: re.Match[str], scripts: list[str | None], home: str
) -> Iterator[RecordFinding]:
    """Find the stretches of a mixed word that are not of its script."""
    start = 0
    while start < len(scripts):
        end = start + 1
        while end < len(scripts) and scripts[end] == scripts[start]:
            end += 1
        written = word[0][start:end]
        stranger = scripts[start] not in (None, home)
        if stranger and (home != "latin" or all(letter in _LIKE_LATIN for letter in written)):
            yield _finding(field, word.start() + start, written, home)
        start = end


def _finding(field: str, start: int, written: str, home: str) -> RecordFinding:
    meant = _meant(written, home)
    first = unicodedata.name(written[0], f"U+{ord(written[0]):04X}").capitalize()
    letters = "is" if len(written) == 1 else "begins with"
    repairs: tuple[Repair, ...] = ()
    if meant:
        repairs = (Repair(f"write {meant}", ((start, start + len(written), meant),)),)
    return RecordFinding(
        field=field,
        start=start,
        end=start + len(written),
        message=f"{written} {letters} the {first}, in a text in {home.title()}",
        word=written,
        expected=meant,
        found=written,
        repairs=repairs,
    )


def _meant(written: str, home: str) -> str | None:
    """Write letters of another script in that of the text, where they have a counterpart."""
    if home == "latin":
        return "".join(_LIKE_LATIN[letter] for letter in written)
    if home != _DEVANAGARI:
        return None
    letters = [devanagari(letter) for letter in written]
    return None if None in letters else "".join(letter or "" for letter in letters)


RULE = TextsRule(
    code="LIP103",
    name="letter-of-another-script",
    severity=Severity.ERROR,
    authority="Unicode Technical Standard 39",
    documentation=__doc__,
    check=check,
)
