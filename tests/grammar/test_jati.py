"""The gaṇa rules of the āryā family, and the metres by morae in lines."""

from hypothesis import given, settings
from hypothesis import strategies as st

from dhyana.grammar.chandas.gana import morae
from dhyana.grammar.chandas.jati import PLACES, GanaRule, faulty_alone, has_at_most, read_half
from dhyana.grammar.chandas.matravrtta import (
    MatraRule,
    is_matrasamaka,
    matrasamaka_faults,
    onsets,
    vaitaliya_faults,
)
from dhyana.grammar.vrttas import Matrasamaka, Vaitaliya, table


def join(ganas: str) -> str:
    """Weights of gaṇas parted by spaces."""
    return ganas.replace(" ", "")


def vaitaliya(name: str) -> Vaitaliya:
    """Find a metre of the vaitālīya family."""
    return next(metre for metre in table().vaitaliyas if metre.name == name)


def matrasamaka(name: str) -> Matrasamaka:
    """Find a kind of mātrāsamaka line."""
    return next(metre for metre in table().matrasamakas if metre.name == name)


def test_report_13_ja_in_the_first_gana() -> None:
    """Report 13: thirty morae are not enough; the first gaṇa is ja, all else is good."""
    half = read_half(join("lgl gg llg gll gg lgl gg g"), 30)
    assert [(f.rule, f.number, f.start, f.stop) for f in half.faults] == [
        (GanaRule.JA_IN_ODD, 1, 0, 3)
    ]
    assert half.cost == 1
    assert read_half(join("gg llg gg gll gg l gg g"), 27).cost == 0


def test_a_good_half_is_read_in_its_ganas() -> None:
    """A half of thirty morae has eight gaṇas, the third ending the first line."""
    half = read_half(join("llg gg gg llg gg lgl llg g"), 30)
    assert " ".join(gana.weights for gana in half.ganas) == "llg gg gg llg gg lgl llg g"
    assert half.seam == 7


def test_the_last_syllable_is_free() -> None:
    """A light end counts as heavy."""
    assert read_half(join("gg llg gg gll gg l gg l"), 27).cost == 0


def test_the_sixth_gana_is_ja_or_four_light() -> None:
    """Any other sixth gaṇa is one fault, at its syllables."""
    assert read_half(join("gg gg gg gg gg llll gg g"), 30).cost == 0
    half = read_half(join("gg gg gg gg gg gll gg g"), 30)
    assert [(f.rule, f.number, f.expected) for f in half.faults] == [
        (GanaRule.SIXTH, 6, "lgl or llll")
    ]


def test_a_gana_of_three_morae_is_found_where_it_is() -> None:
    """The gaṇas around a short one keep their places."""
    half = read_half(join("gg llg gl gll gg lgl gg g"), 30)
    assert [(f.rule, f.number, f.found) for f in half.faults] == [(GanaRule.MORAE, 3, "gl")]


def test_a_heavy_syllable_on_a_seam_is_one_fault() -> None:
    """Two gaṇas of eight morae with a heavy syllable on the fourth and fifth are one fault."""
    half = read_half(join("lllggl gg llg gg lgl gg g"), 30)
    assert [(f.rule, f.number, f.start, f.stop) for f in half.faults] == [
        (GanaRule.STRADDLE, 1, 0, 6)
    ]
    assert half.cost == 1


def test_capala_is_ja_between_heavy_syllables() -> None:
    """Gaṇas 2 and 4 are ja, and what stands around them is heavy towards them."""
    assert read_half(join("gg lgl gg lgl gg lgl gg g"), 30).capala
    assert not read_half(join("gg lgl gg lgl llg lgl gg g"), 30).capala


@given(st.text("gl", min_size=1, max_size=40), st.sampled_from(sorted(PLACES)))
@settings(deadline=None, max_examples=100)
def test_a_reading_covers_the_half_and_explains_itself(weights: str, total: int) -> None:
    """Gaṇas follow one another without a gap, and there are faults just where there is a cost."""
    half = read_half(weights, total)
    if half.ganas:
        assert "".join(gana.weights for gana in half.ganas) == weights[:-1] + "g"
        assert bool(half.faults) == bool(half.cost)
        good = morae(weights[:-1] + "g") == total
        assert good or half.cost


@given(st.text("gl", min_size=4, max_size=30), st.sampled_from(sorted(PLACES)))
@settings(deadline=None, max_examples=60)
def test_faults_are_bounded_as_they_are_counted(weights: str, total: int) -> None:
    """A half is told to have so many faults or more just as it is when it is read."""
    half = read_half(weights, total)
    if half.ganas:
        bounded = [has_at_most(faults, weights, total) for faults in range(-1, half.cost + 2)]
        assert bounded == [faults >= half.cost for faults in range(-1, half.cost + 2)]


def test_a_vaitaliya_line_pairs_its_morae() -> None:
    """The viyoginī's lines are vaitālīya lines; joining the second and third morae is a fault."""
    metre = vaitaliya("vaitālīya")
    assert not list(vaitaliya_faults("llgllglglg", metre, even=False))
    assert not list(vaitaliya_faults("llggllglglg", metre, even=True))
    (fault,) = vaitaliya_faults("lglllglglg", metre, even=False)
    assert (fault.rule, fault.start, fault.found) == (MatraRule.JOINED, 1, "morae 2–3")
    assert not list(vaitaliya_faults("lglllglglg", vaitaliya("udīcyavṛtti"), even=False))


def test_an_even_vaitaliya_line_is_not_all_light() -> None:
    """Six light syllables in a row are too many in b and d, not in a and c."""
    metre = vaitaliya("vaitālīya")
    (fault,) = vaitaliya_faults("llllllgglglg", metre, even=True)
    assert fault.rule is MatraRule.ALL_LIGHT
    assert not list(vaitaliya_faults("llllllglglg", metre, even=False))


def test_a_close_of_another_metre_is_a_fault() -> None:
    """An aupacchandasika line is no vaitālīya line."""
    assert not list(vaitaliya_faults("llgllglglgg", vaitaliya("aupacchandasika"), even=False))
    rules = {f.rule for f in vaitaliya_faults("llgllglglgg", vaitaliya("vaitālīya"), even=False)}
    assert MatraRule.CLOSE in rules


def test_matrasamaka_lines_have_sixteen_morae_in_four() -> None:
    """Sixteen morae with a seam after each four, the end heavy or counted so."""
    assert not list(matrasamaka_faults(join("gll gll gll gg")))
    (fault,) = matrasamaka_faults(join("gll gll llg lg"))
    assert (fault.rule, fault.found) == (MatraRule.MORAE, "15 morae")
    assert [f.rule for f in matrasamaka_faults(join("lllg gl gll gg"))] == [MatraRule.STRADDLE]


def test_kinds_of_matrasamaka_lines() -> None:
    """What stands on the fifth, eighth, ninth and twelfth morae tells the kinds."""
    assert is_matrasamaka(join("gll gg lgl gg"), matrasamaka("mātrāsamaka"))
    assert is_matrasamaka(join("gll gg lgl gg"), matrasamaka("vānavāsikā"))
    assert is_matrasamaka(join("gg lgl gg gg"), matrasamaka("viśloka"))
    assert is_matrasamaka(join("gll gll gll gg"), matrasamaka("pajjhaṭikā"))
    assert not is_matrasamaka(join("gll lgl gll gg"), matrasamaka("pajjhaṭikā"))


def test_onsets_count_morae() -> None:
    """A heavy syllable holds two morae."""
    assert onsets("glg") == [1, 3, 4]


def test_a_fault_may_lie_in_any_gana_from_which_on_either_count_is_right() -> None:
    """From the front the last gaṇa of a line is short, from the back any before it in the line."""
    (fault,) = read_half(join("gg gg gg gg g l gg g"), 27).faults
    assert (fault.number, fault.since) == (5, 4)
    (fault,) = read_half(join("gg llg gl gll gg lgl gg g"), 30).faults
    assert (fault.number, fault.since) == (3, 3)


@given(st.sampled_from(sorted(PLACES)), st.data())
@settings(deadline=None, max_examples=60)
def test_a_gana_without_a_syllable_is_among_those_that_may_be_faulty(
    total: int, data: st.DataObject
) -> None:
    """Whichever syllable of a good half goes, its gaṇa is named among those one change mends."""
    places = PLACES[total]
    good = [data.draw(st.sampled_from(sorted(allowed))) for allowed in places]
    number = data.draw(st.integers(0, len(places) - 1))
    k = data.draw(st.integers(0, len(good[number]) - 1))
    short = good[number][:k] + good[number][k + 1 :]
    weights = "".join([*good[:number], short, *good[number + 1 :]])
    if short not in places[number]:
        assert number + 1 in faulty_alone(weights, places)
