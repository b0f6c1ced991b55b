"""The rules of the śloka: each against the grammar, and against its own documentation."""

import re
from itertools import product

import pytest

from dhyana.grammar.anushtubh import check_anushtubh
from dhyana.grammar.anushtubh_table import Profile, accepted
from dhyana.grammar.chandas.shloka import PadaRule, ShlokaPada
from dhyana.grammar.lint.diagnostic import Severity
from dhyana.grammar.lint.registry import MODULES, rule, rules
from dhyana.grammar.scansion import Akshara, Break, Reason, scan

SECTIONS = ["What it checks", "Why", "Example", "Use instead", "References"]
PATTERNS = ["".join(letters) for letters in product("gl", repeat=8)]
SHLOKA_RULES = [found for found in rules("CHA1") if isinstance(found, PadaRule)]


def section(found: PadaRule, heading: str) -> str:
    """Cut one section out of a rule's documentation."""
    assert found.documentation is not None
    return found.documentation.split(f"## {heading}\n")[1].split("\n## ")[0]


def verse_in(text: str) -> str | None:
    """Take the indented lines of a section, if it has any."""
    lines = [line.strip() for line in text.splitlines() if line.startswith("    ")]
    return "\n".join(lines) or None


def codes_in(verse: str) -> list[str]:
    """Codes of all that is found in a verse, word ends being those that are written."""
    scanned = scan(verse)
    report = check_anushtubh(scanned, word_ends=frozenset())
    return [diagnostic.code for diagnostic in (*report.faults, *report.notes)]


def pada_of(weights: str, *, even: bool, profile: Profile) -> ShlokaPada:
    """Make a pāda of these weights in which each syllable is a word."""
    aksharas = tuple(
        Akshara(
            written="ka",
            iast="ka",
            start=3 * k,
            end=3 * k + 2,
            weight=weight,
            reason=Reason.LONG if weight == "g" else Reason.SHORT,
            cause="",
            after=Break.WORD,
        )
        for k, weight in enumerate(weights)
    )
    return ShlokaPada(
        label="b" if even else "a",
        even=even,
        aksharas=aksharas,
        weights=weights,
        profile=profile,
        kind=accepted(even, profile).get(weights),
    )


@pytest.mark.parametrize("even", [False, True])
@pytest.mark.parametrize("profile", list(Profile))
def test_rules_and_grammar_agree(even: bool, profile: Profile) -> None:
    """A pattern has an error exactly when the grammar refuses it."""
    for pattern in PATTERNS:
        pada = pada_of(pattern, even=even, profile=profile)
        errors = {
            found.code
            for found in SHLOKA_RULES
            for finding in found.check(pada)
            if (finding.severity or found.severity_under(profile)) is Severity.ERROR
        }
        assert bool(errors) == (pada.kind is None), (pattern, errors)


def test_codes_and_names_are_each_given_once() -> None:
    """The table's codes are those the rules bear; no two rules share a name."""
    assert [rule(code).code for code in MODULES] == list(MODULES)
    names = [rule(code).name for code in MODULES]
    assert len(set(names)) == len(names)


def test_unknown_code_says_which_there_are() -> None:
    """Asking for a rule that is not there names those that are."""
    with pytest.raises(LookupError, match="CHA101"):
        rule("CHA999")


@pytest.mark.parametrize("found", SHLOKA_RULES, ids=lambda found: found.code)
def test_documentation_has_its_sections(found: PadaRule) -> None:
    """Each rule is explained under the same five headings, after a one-line title."""
    assert found.documentation is not None
    assert re.findall(r"^## (.+)$", found.documentation, re.MULTILINE) == SECTIONS
    assert found.documentation.partition("\n")[0].endswith(".")
    assert found.authority


@pytest.mark.parametrize("found", SHLOKA_RULES, ids=lambda found: found.code)
def test_documented_example_is_found_and_its_remedy_is_not(found: PadaRule) -> None:
    """The example shows the finding, and what is to be used instead is free of it."""
    example = verse_in(section(found, "Example"))
    assert example is not None
    assert found.code in codes_in(example)
    remedy = verse_in(section(found, "Use instead"))
    if remedy is not None:
        assert found.code not in codes_in(remedy)
