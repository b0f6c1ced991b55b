"""Texts in languages of today: what rules of Sanskrit have no word on."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from dhyana.grammar.lint.engine import Settings, lint
from dhyana.grammar.lint.inputs import documents
from dhyana.grammar.lint.languages import is_modern
from dhyana.grammar.lint.record_rule import fields_of, record_findings
from dhyana.grammar.lint.registry import rule
from dhyana.shlokas import load
from dhyana.shlokas.record import VerseRecord

HINDI = "यह बात कई लोग नई भाषा में कहते हैं, पर हिंदी और हिन्दी एक हैं। वे नहीं आए।"
MARATHI = "आई, भाऊ आणि मुलगा गाऊन जात आहेत।"
SANSKRIT = "ते सर्वे गृहं गच्छन्ति, तथापि सा न याति।"
SHARED_WORDS = "अग्निर्होता कविक्रतुः। होता केली गये हूं फट्।"

RecordOf = Callable[[str], VerseRecord]


@pytest.mark.parametrize(
    ("text", "modern"),
    [
        (HINDI, True),
        (MARATHI, True),
        (SANSKRIT, False),
        (SHARED_WORDS, False),
        ("it is तत्त्वम्", False),
        ("", False),
    ],
)
def test_languages_of_today_are_known_by_their_words(text: str, modern: bool) -> None:
    """A few of the commonest words tell; Sanskrit has none of them."""
    assert is_modern(text) is modern


def test_no_text_of_the_treatise_is_taken_for_hindi() -> None:
    """Its Sanskrit is all checked."""
    records = [*(verse.record for verse in load()), load().record]
    assert not any(is_modern(text) for record in records for _, text in fields_of(record))


@pytest.mark.parametrize("text", [HINDI, MARATHI])
def test_rules_of_sanskrit_say_nothing_of_them(text: str, record_of: RecordOf) -> None:
    """Neither vowels side by side nor final anusvāras nor two spellings are found in Hindi."""
    record = replace(record_of("verse कर्मण्येवाधिकारस्ते ।"), translation=text, commentary=text)
    assert list(record_findings(record, "SAN")) == []
    check = rule("LIP122").check  # type: ignore[attr-defined] # each kind of rule has its own
    assert list(check([record, replace(record, translation="सम्बन्ध और संबंध हैं")])) == []


def test_sanskrit_prose_is_checked(record_of: RecordOf) -> None:
    """A commentary in Sanskrit has hiatus and final anusvāra found in it."""
    record = replace(record_of("verse x"), commentary="कारणआवरणम् अवधानं अस्ति ।")
    assert [found.code for found in record_findings(record, "SAN")] == ["SAN111", "SAN112"]


@pytest.mark.parametrize(
    ("text", "errors"),
    [
        (HINDI, 0),
        ("अस्ति भागीरथीतीरे पाटलिपुत्रनामधेयं नगरम् । तत्र सर्वगुणोपेतो राजासीत् ।", 0),
        ("तत्र सर्वस्वामिगुणोपेतः सुदर्शनो नाम नरपतिरासीत् ॥ १ ॥", 1),
    ],
)
def test_prose_with_single_dandas_is_not_blamed(text: str, errors: int, tmp_path: Path) -> None:
    """Sentences end with । too; a text that only they show to be verse, far from any, is noted."""
    (tmp_path / "a.txt").write_text(f"{text}\n", "utf-8")
    found = lint(documents([str(tmp_path)]), Settings()).findings
    assert [each.diagnostic.code for each in found] == ["CHA407"] * errors


def test_a_table_is_no_verse_with_faults(tmp_path: Path) -> None:
    """Lines that nothing shows to be verse, and that fit no metre but badly, are left alone."""
    rows = "".join(f"रामे{sound}ण राम 3 {n}\n" for n, sound in enumerate("णनकगचजटडतदपबमयरलवशषसह"))
    (tmp_path / "table.txt").write_text(rows * 4, "utf-8")
    assert lint(documents([str(tmp_path)]), Settings()).findings == []
