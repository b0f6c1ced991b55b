"""The examples in the documentation of the ties to code and claims: each is what it says."""

import json
import re
from collections.abc import Callable, Mapping
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

CODES = sorted(name for name in MODULES if name[:3] in ("SUT", "PRA"))

TREATISE = load()
VERSE = TREATISE.verse(12)
OTHER = TREATISE.verse(1)
"""A verse with code, which makes it the treatise that the code belongs to."""
NOTE = re.compile(r"# verse 12(?:: (?P<fields>.*)| has no code)")
FILE = re.compile(r"# (\S+\.(?:yaml|json|py))(?:; .*)?$")
EXPERIMENT = "dhyana.pramana.canto_03.measure_scaling"
ENVIRONMENT = {
    "python": "3",
    "torch": "2",
    "device": "cpu",
    "dtype": "float32",
    "seed": 0,
    "quick": False,
}
MEASURE = "@experiment(12)\ndef measure_scaling(settings): ..."
SCORES = "@shloka(12)\ndef scale_scores(scores, head_dim): ..."

Section = Callable[[Rule, str], str | None]


def files_of(example: str) -> Mapping[str, str]:
    """Part an example at the lines that name a file; what stands before any is named by none."""
    files: dict[str, list[str]] = {}
    name = ""
    for line in example.splitlines():
        if header := FILE.match(line):
            name = header[1]
            files[name] = []
        else:
            files.setdefault(name, []).append(line)
    return {name: "\n".join(lines) for name, lines in files.items()}


def record_of(files: Mapping[str, str]) -> VerseRecord:
    """Make verse 12 with the links and claims of an example; without any where it names none.

    Where it is about evidence alone, the verse keeps its claims.
    """
    written = next((text for name, text in files.items() if name.endswith(".yaml")), None)
    bare = files.get("", "")
    note = NOTE.match(bare)
    if note:
        written = note["fields"] and "{" + note["fields"] + "}"
    elif bare and not re.match(r"@|def |WITHOUT", bare):
        written = bare
    fields: dict[str, Any] = yaml.safe_load(written) if written else {}
    links = tuple(CodeLink(**link) for link in fields.get("code", ()))
    claims = tuple(
        Claim(claim["text"], Verdict(claim["verdict"]), claim.get("qualification"))
        for claim in fields.get("claims", ())
    )
    if "" not in files and not written:
        links, claims = VERSE.record.code, VERSE.record.claims
    return replace(VERSE.record, code=links, claims=claims)


def package_of(files: Mapping[str, str], folder: Path) -> Path | None:
    """Write a package with the code of an example; None where it has none."""
    bare = "\n".join(line for line in files.get("", "").splitlines() if line[:1] != "#")
    body = bare if re.match(r"@|def |WITHOUT", bare) else ""
    named = {name.removeprefix("dhyana/"): text for name, text in files.items() if ".py" in name}
    if not body and not named:
        return None
    reasons = [line for line in body.splitlines() if line.startswith("WITHOUT")]
    stated = "\n".join(reasons or ["WITHOUT_VERSE = {}"]).replace(
        "{", '{"dhyana.binding": "ties", '
    )
    body = "\n".join(line for line in body.splitlines() if not line.startswith("WITHOUT"))
    marking = "from dhyana.binding import shloka\n\n\n"
    module = "export" if "export" in bare else "attention"
    written = {
        "__init__.py": "",
        "binding.py": f"def shloka(*verses): ...\n{stated}\n",
        f"{module}.py": f"{marking}{body or SCORES}\n",
        "pramana/__init__.py": "",
        "pramana/canto_03.py": f"{MEASURE}\n",
    } | named
    for name, text in written.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    return folder


def evidence_of(given: str, verse: VerseRecord) -> str:
    """Make the evidence of an example whole: of this code, with a measurement for each verdict."""
    measured = {
        "verse": 12,
        "experiment": {"symbol": EXPERIMENT, "fingerprint": code.fingerprint(EXPERIMENT)},
        "code": [
            {"symbol": link.symbol, "fingerprint": code.fingerprint(link.symbol)}
            for link in verse.code
        ],
        "environment": ENVIRONMENT,
        "claims": [{"claim": each.text, "verdict": each.verdict} for each in verse.claims],
    } | json.loads(given)
    words = (claim.text for claim in verse.claims)
    for finding in measured["claims"]:
        if "claim" not in finding:
            finding["claim"] = next(words)
        numbers = finding.setdefault("measurements", _measurements(finding["verdict"]))
        finding["measurements"] = [{"quantity": "it"} | number for number in numbers]
    return json.dumps(measured, ensure_ascii=False)


def _measurements(verdict: str) -> list[dict[str, Any]]:
    """Give numbers from which a verdict follows."""
    met = {"value": 1, "relation": "near", "expected": 1}
    missed = {"value": 2, "relation": "near", "expected": 1}
    return {
        "holds": [met],
        "qualified": [met, missed | {"beyond": True}],
        "refuted": [missed],
        "not_measurable": [],
    }[verdict]


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
        files = files_of(example)
        folder = tmp_path / heading
        with monkeypatch.context() as patched:
            if package := package_of(files, folder / "dhyana"):
                patched.setattr(code, "_PACKAGE", package)
            record = record_of(files)
            for name, text in files.items():
                if name.endswith(".json"):
                    (folder / name).parent.mkdir(parents=True)
                    (folder / name).write_text(evidence_of(text, record), "utf-8")
            other = OTHER.record if "" in files else replace(OTHER.record, claims=())
            records = [record, other, TREATISE.record]
            book = Book(records, [folder / "canto-03" / "verse-012.yaml"] * len(records))
            outcome.append(bool(list(asked.check(book))))
    assert outcome == [True, False]
