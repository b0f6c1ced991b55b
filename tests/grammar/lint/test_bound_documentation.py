"""The examples in the documentation of the ties to code and claims: each is what it says."""

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import yaml

from dhyana.grammar.lint.bound_rule import Book, BoundRule
from dhyana.grammar.lint.registry import MODULES, rule
from dhyana.grammar.lint.rule import Rule
from dhyana.shlokas import code, load
from dhyana.shlokas.record import Claim, CodeLink, Verdict, VerseRecord

# Examples that are pieces of an evidence file or leave out its words are no whole records; the
# rules are tried on changed evidence in test_bound_rules.
OF_EVIDENCE = {"PRA102", "PRA103", "PRA104", "PRA105", "PRA106", "PRA108", "PRA109"}
CODES = sorted(name for name in MODULES if name[:3] in ("SUT", "PRA") and name not in OF_EVIDENCE)

TREATISE = load()
VERSE = TREATISE.verse(12)
OTHER = TREATISE.verse(1)
"""A verse with code, which makes it the treatise that the code belongs to."""
NOTE = re.compile(r"# verse 12(?:: (?P<fields>.*)| has no code)")

Section = Callable[[Rule, str], str | None]


def record_of(example: str) -> VerseRecord:
    """Make verse 12 with the links and claims of an example; without any where it names none."""
    note = NOTE.match(example)
    written = note["fields"] if note else example
    fields: dict[str, Any] = {}
    if written and not re.match(r"@|def |WITHOUT", written):
        fields = yaml.safe_load(written if note is None else "{" + written + "}")
    links = tuple(CodeLink(**link) for link in fields.get("code", ()))
    claims = tuple(
        Claim(claim["text"], Verdict(claim["verdict"]), claim.get("qualification"))
        for claim in fields.get("claims", ())
    )
    return replace(VERSE.record, code=links, claims=claims)


def package_of(example: str, folder: Path) -> Path | None:
    """Write a package with the code of an example; None where it has none."""
    lines = [line for line in example.splitlines() if not line.startswith("#")]
    if not any(re.match(r"@|def |WITHOUT", line) for line in lines):
        return None
    folder.mkdir()
    (folder / "__init__.py").write_text("")
    reasons = [line for line in lines if line.startswith("WITHOUT")]
    stated = "\n".join(reasons or ["WITHOUT_VERSE = {}"]).replace(
        "{", '{"dhyana.binding": "ties", '
    )
    (folder / "binding.py").write_text(f"def shloka(*verses): ...\n{stated}\n")
    body = "\n".join(line for line in lines if not line.startswith("WITHOUT"))
    marked = "@shloka(12)\ndef scale_scores(scores, head_dim): ..."
    module = "export" if "export" in example else "attention"
    source = f"from dhyana.binding import shloka\n\n\n{body or marked}\n"
    (folder / f"{module}.py").write_text(source)
    return folder


@pytest.mark.parametrize("name", CODES)
def test_documented_example_is_found_and_its_remedy_is_not(
    name: str, section: Section, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The rule finds something in its example and nothing in what is to be used instead."""
    asked = rule(name)
    assert isinstance(asked, BoundRule)
    outcome = []
    for heading in ("Example", "Use instead"):
        example = section(asked, heading)
        assert example is not None
        with monkeypatch.context() as patched:
            if package := package_of(example, tmp_path / heading):
                patched.setattr(code, "_PACKAGE", package)
            records = [record_of(example), OTHER.record, TREATISE.record]
            book = Book(records, [VERSE.path] * len(records))
            outcome.append(bool(list(asked.check(book))))
    assert outcome == [True, False]
