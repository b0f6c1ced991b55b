"""What the grammar knows besides vidyut: roots, sūtras, gaps, genders, claims of descriptions."""

from pathlib import Path

import pytest

from dhyana.grammar.lipi.phonemes import devanagari
from dhyana.grammar.vyakarana import Nominal, Vyakarana, dhatupatha
from dhyana.grammar.vyakarana.compounds import change_of_last_member
from dhyana.grammar.vyakarana.description import formula, gana_of, vigraha
from dhyana.grammar.vyakarana.gaps import NO_FORM, corrections, unsure
from dhyana.grammar.vyakarana.gender import gender
from dhyana.grammar.vyakarana.indeclinables import indeclinable
from dhyana.grammar.vyakarana.sutras import text
from dhyana.shlokas.record import WordAnalysis

PANINI = Path(__file__).parents[2].parent / "shared" / "data" / "panini"
TABLES = Path(__file__).parents[2] / "grammar" / "vyakarana"
GRAMMAR = Vyakarana()

PUM, STRI, NAPUM = "पुं", "स्त्री", "नपुं"


def table(name: str) -> list[list[str]]:
    """Read one of the grammar's tables."""
    lines = (TABLES / name).read_text(encoding="utf-8").splitlines()
    return [line.split("\t") for line in lines if not line.startswith("#")]


def shared(name: str) -> dict[str, list[str]]:
    """Read a text of the shared folder by number; skip where there is none."""
    path = PANINI / name
    if not path.is_file():
        pytest.skip(f"{path} is not there")
    rows = (line.split("\t") for line in path.read_text(encoding="utf-8").splitlines()[1:])
    return {number: rest for number, *rest in rows}


@pytest.mark.parametrize("line", table("gaps.tsv"), ids=lambda line: " ".join(line[:5]))
def test_each_gap_is_one_and_is_closed(line: list[str]) -> None:
    """Where a form is corrected vidyut has another; the correction is given, with its sūtra."""
    stem, linga, vibhakti, vacana, form, sutra, source = line
    cell = Nominal(
        PUM if linga == "*" else linga, 1 if vibhakti == "*" else int(vibhakti), int(vacana)
    )
    given_now = [one.form for one in GRAMMAR.declined(WordAnalysis(stem=devanagari(stem)), cell)]
    from vidyut import prakriya as vidyut  # the bare library, for comparison

    pratipadika = (
        vidyut.Pratipadika.nyap(stem)
        if linga == STRI and stem[-1] in "AI"
        else vidyut.Pratipadika.basic(stem)
    )
    bare = [
        one.text
        for one in vidyut.Vyakarana(log_steps=False).derive(
            vidyut.Pada.Subanta(
                pratipadika=pratipadika,
                linga=list(vidyut.Linga.choices())[(PUM, STRI, NAPUM).index(cell.linga)],
                vibhakti=list(vidyut.Vibhakti.choices())[cell.vibhakti - 1],
                vacana=list(vidyut.Vacana.choices())[cell.vacana - 1],
            )
        )
    ]
    corrected = {one.form for one in corrections(stem, cell)}
    assert set(bare) != corrected - {NO_FORM}
    assert given_now == [] if form == NO_FORM else form in given_now
    assert text(sutra)
    assert source


def test_roots_are_those_of_the_dhatupatha() -> None:
    """Each root of the table is as the Dhātupāṭha has it, and none of its sound is left out."""
    full = dhatupatha(PANINI / "dhatupatha.tsv") if shared("dhatupatha.tsv") else dhatupatha()
    own = dhatupatha()
    assert set(own.roots) <= set(full.roots)
    for root in own.roots:
        assert set(own.plain(root.plain)) == set(full.plain(root.plain))


def test_sutras_are_those_of_the_sutrapatha() -> None:
    """Each sūtra of the table has the text of the Sūtrapāṭha."""
    full = shared("sutrapatha.tsv")
    assert all(full[number] == [written] for number, written in table("sutras.tsv"))


@pytest.mark.parametrize(
    "written", ["x\ty\tz", "01.0001\tBU", "12.0001\tBU\tsattAyAm", "01.0001\t\tx"]
)
def test_a_broken_dhatupatha_is_refused_with_its_line(written: str, tmp_path: Path) -> None:
    """A file that is none is refused, and the line is named."""
    path = tmp_path / "dhatupatha.tsv"
    path.write_text(f"code\tdhatu\tartha\n{written}\n", encoding="utf-8")
    with pytest.raises(ValueError, match=r"dhatupatha\.tsv:2: no root"):
        dhatupatha(path)


@pytest.mark.parametrize(
    ("upadesha", "plain"),
    [
        ("qukf\\Y", "kf"), ("zWA\\", "sTA"), ("wunadi~", "nand"), ("Ra\\Sa~", "naS"),
        ("yu\\ji~^r", "yuj"), ("o~vijI~\\", "vij"), ("i\\R", "i"), ("ga\\mx~", "gam"),
        ("qula\\Ba~\\z", "laB"), ("gaRa", "gaRa"),
    ],
)  # fmt: skip
def test_marks_are_taken_off_roots(upadesha: str, plain: str) -> None:
    """The root as one speaks of it is what 1.3.2–9 leave of the taught form."""
    roots = [root for root in dhatupatha().roots if root.upadesha == upadesha]
    assert {root.plain for root in roots} == {plain}


def test_gender_follows_from_suffix_or_name() -> None:
    """A noun of action has the gender of its suffix, others the Liṅgānuśāsana names."""
    given_by = {
        WordAnalysis(dhatu="भज", gana=1, krt="घञ्"): PUM,
        WordAnalysis(dhatu="स्मृ", gana=1, krt="क्तिन्"): STRI,
        WordAnalysis(base="एक", taddhita="त्व"): NAPUM,
        WordAnalysis(stem="तन्त्र"): NAPUM,
        WordAnalysis(stem="मन्त्र"): PUM,
    }
    for word, linga in given_by.items():
        found = gender(word)
        assert found is not None
        assert found.linga == linga
        assert found.authority.startswith("Liṅgānuśāsana ")
    assert gender(WordAnalysis(stem="राम")) is None


def test_the_last_member_of_a_compound_may_change() -> None:
    """पथिन् takes a suffix (5.4.74), a feminine is shortened (1.2.48), others stay."""
    assert change_of_last_member(WordAnalysis(stem="पथ", members=("राज", "पथिन्"))) == "5.4.74"
    assert change_of_last_member(WordAnalysis(stem="संज्ञ", members=("मृदु", "संज्ञा"))) == "1.2.48"
    assert change_of_last_member(WordAnalysis(stem="भाग", members=("मूल", "भाग"))) is None


def test_descriptions_are_read_for_their_claims() -> None:
    """A resolution gives its words and its name, a formula its parts and remarks; prose nothing."""
    resolved = vigraha("मूलस्य भागेन (तत्पुरुषः); by the square root")
    assert resolved is not None
    assert [word.text for word in resolved.words] == ["मूलस्य", "भागेन"]
    assert resolved.name.text == "तत्पुरुषः"
    taken = formula("चि (स्वादिगणः, आत्मनेपदम्); samples")
    assert taken is not None
    assert taken.gana is not None
    assert taken.pada is not None
    assert (gana_of(taken.gana.text), taken.pada.text) == (5, "आत्मनेपद")
    assert formula("expanding variance") is None
    assert vigraha("division ($d_k$)") is None


def test_particles_are_named_with_their_ground() -> None:
    """Particles are found in the lists; of other words nothing is said, the lists being open."""
    assert indeclinable("ca") == "1.4.57 cādi"
    assert indeclinable("arTam") is None


def test_unsure_classes_give_a_reason() -> None:
    """Where nothing is decided it is said why."""
    assert unsure("ASis", STRI)
    assert unsure("deva", PUM) is None
    assert unsure("paYcASat", STRI) is None
