"""Records that are kept otherwise than the treatise's: nothing is found fault with for that."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from dhyana.grammar.lint.engine import Settings, lint
from dhyana.grammar.lint.inputs import documents
from dhyana.grammar.lint.record_rule import record_findings
from dhyana.shlokas import load
from dhyana.shlokas.record import MorphologyRow, VerseRecord

RECORDS = {
    "exclaiming": """
        verse: |
          यदा यदा हि धर्मस्य ग्लानिर्भवति भारत ।
          अभ्युत्थानमधर्मस्य तदात्मानं सृजाम्यहम् ॥
        padaccheda: यदा यदा हि धर्मस्य ग्लानिः भवति भारत । अभ्युत्थानम् अधर्मस्य तदा आत्मानम् सृजामि अहम् ॥
        anvaya: भारत! यदा यदा हि धर्मस्य ग्लानिर्भवति, अधर्मस्य अभ्युत्थानं (च), तदा अहम् आत्मानं सृजामि ।
    """,
    "other-labels": """
        number: 3
        verse: |
          वागर्थाविव सम्पृक्तौ वागर्थप्रतिपत्तये ।
          जगतः पितरौ वन्दे पार्वतीपरमेश्वरौ ॥
        padaccheda: वाक्-अर्थौ इव सम्पृक्तौ वाक्-अर्थ-प्रतिपत्तये । जगतः पितरौ वन्दे पार्वती-परमेश्वरौ ॥
        anvaya: "[अहं] वागर्थप्रतिपत्तये वागर्थौ इव सम्पृक्तौ जगतः पितरौ पार्वतीपरमेश्वरौ वन्दे।"
        translation: I bow to the parents of the world.
        morphology:
          - {form: वागर्थौ, category: "द्वितीया द्विवचनम्, द्वन्द्वः", description: वाक् च अर्थः च}
          - {form: इव, category: अव्ययम्, description: like}
          - {form: सम्पृक्तौ, category: "द्वितीया द्विवचनम्", description: joined}
          - {form: वागर्थप्रतिपत्तये, category: "चतुर्थी एकवचनम्", description: for}
          - {form: जगतः, category: "षष्ठी एकवचनम्", description: of the world}
          - {form: पितरौ, category: "एकशेषः (माता च पिता च), द्वितीया", description: parents}
          - {form: वन्दे, category: "लट् उत्तमपुरुषः एकवचनम्", description: I bow}
          - {form: पार्वतीपरमेश्वरौ, category: "द्वितीया द्विवचनम्", description: x}
        source: Raghuvaṃśa 1.1
    """,
    "latin": """
        verse: |
          karmaṇy evādhikāras te mā phaleṣu kadācana |
          mā karmaphalahetur bhūr mā te saṅgo 'stv akarmaṇi ||
        padaccheda: >-
          karmaṇi eva adhikāraḥ te mā phaleṣu kadācana
          mā karma-phala-hetuḥ bhūḥ mā te saṅgaḥ astu akarmaṇi
        anvaya: >-
          te karmaṇi eva adhikāraḥ, phaleṣu kadācana mā;
          karmaphalahetuḥ mā bhūḥ, akarmaṇi te saṅgaḥ mā astu.
        morphology:
          - {form: karmaṇi, category: loc. sg. n., description: in action}
          - {form: eva, category: ind., description: only}
        commentary: The word कर्मफल is a tatpuruṣa, कर्मणः फलम्; adhikāra (अधिकारः) is in कर्मणि alone.
    """,
}


@pytest.mark.parametrize("name", RECORDS)
def test_nothing_is_found_in_a_record_of_another_custom(name: str, tmp_path: Path) -> None:
    """Labels of another notation, a table of some words, Latin letters, keys of their own."""
    (tmp_path / "a.yaml").write_text(RECORDS[name].replace("\n        ", "\n"), "utf-8")
    outcome = lint(documents([str(tmp_path)]), Settings())
    assert (outcome.findings, outcome.faults, outcome.passages) == ([], [], 1)


def found_in(labels: Sequence[str]) -> list[str]:
    """Fields in which a label is found that is no category."""
    rows = tuple(MorphologyRow("रामः", label, "") for label in labels)
    record = VerseRecord(1, "", "", "", "", rows, "")
    found = record_findings(record, "VYA")
    return [str(one.field) for one in found if one.code == "VYA101"]


def test_a_label_is_found_among_those_that_can_be_read() -> None:
    """One of another notation among ours is a slip; so is one that begins as ours do, anywhere."""
    ours, other = "सुबन्तरूपम् (प्रथमा, एकवचनम्, पुंल्लिङ्गम्)", "प्रथमा एकवचनम्"
    assert found_in([ours, ours, other]) == ["morphology[2].category"]
    assert found_in([other, other, ours]) == []
    assert found_in([other, other, "सुबन्तरूपम् (प्रथमा, एकवचम्, पुंल्लिङ्गम्)"]) == ["morphology[2].category"]


def test_a_table_of_the_treatise_lacks_no_row_unseen() -> None:
    """Where a table explains most words, each that it leaves out is found."""
    record = load().verse(12).record
    for rows in (record.morphology[1:], record.morphology[:-1], record.morphology[::2]):
        found = record_findings(replace(record, morphology=rows), "ANV")
        assert any(one.code == "ANV111" for one in found)
    few = replace(record, morphology=record.morphology[:2])
    assert not any(one.code == "ANV111" for one in record_findings(few, "ANV"))
