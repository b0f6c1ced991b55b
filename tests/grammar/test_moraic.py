"""Metres by morae: cutting a text, telling the family, weighing it."""

from dhyana.grammar.chandas.moraic import jatis, matrasamakas, vaitaliyas
from dhyana.grammar.scansion import Break

LONG = "gggggggggglglggg"  # 30 morae
SHORT = "ggllggggllgglggg"  # 27 morae


def breaks(*lengths: int) -> list[Break]:
    """Word ends after every syllable, and a line break after so many."""
    marks: list[Break] = []
    for length in lengths:
        marks += [Break.WORD] * (length - 1) + [Break.LINE]
    return marks


def good(text: str, marks: list[Break]) -> set[str]:
    """Names of the metres of the āryā family that the text keeps in two halves."""
    return {r.metre.name for r in jatis(text, marks) if not r.distance and len(r.halves) == 2}


def test_the_halves_tell_the_metre() -> None:
    """30 + 27 is an āryā, 30 + 30 a gīti, 27 + 27 an upagīti, 27 + 30 an udgīti."""
    size = len(LONG)
    assert len(SHORT) == size
    assert good(LONG + SHORT, breaks(size, size)) == {"āryā"}
    assert good(LONG + LONG, breaks(size, size)) == {"gīti"}
    assert good(SHORT + SHORT, breaks(size, size)) == {"upagīti"}
    assert good(SHORT + LONG, breaks(size, size)) == {"udgīti"}


def test_halves_are_found_without_a_line_break() -> None:
    """In one line the first half ends where its morae are full."""
    assert good(LONG + SHORT, breaks(len(LONG + SHORT))) == {"āryā"}


def test_a_half_is_cut_after_its_third_gana() -> None:
    """The lines of an āryā are of 12 and 18, 12 and 15 morae."""
    (reading,) = (r for r in jatis(LONG + SHORT, breaks(16, 16)) if not r.distance)
    assert [len(line) for line in reading.lines] == [6, 10, 7, 9]


def test_the_viyogini_is_a_vaitaliya() -> None:
    """A fixed form is one of the free metre as well, lines cut where the morae are full."""
    text = ("llgllglglg" + "llggllglglg") * 2
    names = {r.metre.name for r in vaitaliyas(text, breaks(21, 21)) if not r.distance}
    assert names == {"vaitālīya"}


def test_mixed_lines_of_sixteen_are_a_padakulaka() -> None:
    """Lines of several kinds are a pādākulaka; written in one, words must end with each."""
    text = "gllgllgllgg" + "llllggllllgg" + "gllllggggg" + "ggglgllgg"
    (reading,) = matrasamakas(text, breaks(11, 12, 10, 9))
    assert reading.metre.name == "pādākulaka"
    assert list(matrasamakas(text, [Break.NONE] * len(text))) == []
