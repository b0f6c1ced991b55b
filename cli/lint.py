"""`dhyana lint`: the gate that hooks and CI call."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated, TypeVar

import typer

from dhyana.cli.metre_options import (
    ExpectOption,
    FromScriptOption,
    StrictOption,
    checked_metre,
    checked_script,
)
from dhyana.cli.view.metre import style_of
from dhyana.cli.view.terminal import standard_output
from dhyana.grammar.anushtubh_table import Profile
from dhyana.grammar.lint import engine
from dhyana.grammar.lint.configuration import Configuration, configuration
from dhyana.grammar.lint.diagnostic import Severity
from dhyana.grammar.lint.inputs import Document, documents, treatise_documents
from dhyana.grammar.lint.registry import MODULES
from dhyana.grammar.lint.reporters import Format, plain, report
from dhyana.grammar.lint.visible import visible
from dhyana.shlokas.editions import Edition
from dhyana.shlokas.faults import Fault

_SELECTOR = re.compile("[A-Z]{3}[0-9]{0,3}|ALL")

T = TypeVar("T", Profile, Edition)

Codes = Annotated[
    list[str] | None,
    typer.Option(metavar="CODE,…", help="Rules or families: CHA103, CHA1, CHA, ALL."),
]


def lint(
    paths: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[PATH|-]...",
            help="Records (YAML), text, Markdown, JSON lines, or folders of them. "
            "Without any, those of [tool.dhyana], or else the project's own treatise.",
        ),
    ] = None,
    select: Codes = None,
    ignore: Codes = None,
    edition: Annotated[
        Edition | None, typer.Option(help="Edition of complete records.", show_default="text")
    ] = None,
    no_waivers: Annotated[
        bool, typer.Option("--no-waivers", help="Show what waivers and comments keep.")
    ] = False,
    profile: Annotated[
        Profile | None,
        typer.Option(help="Whose practice a śloka is held to.", show_default="classical"),
    ] = None,
    expect: ExpectOption = None,
    from_script: FromScriptOption = None,
    output_format: Annotated[
        Format, typer.Option("--format", help="Form of the output.")
    ] = Format.TEXT,
    output: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write there, not to standard output.")
    ] = None,
    statistics: Annotated[
        bool, typer.Option("--statistics", help="Only count the findings, rule by rule.")
    ] = False,
    strict: StrictOption = False,
    exit_zero: Annotated[
        bool, typer.Option("--exit-zero", help="Exit with 0 even if there are errors.")
    ] = False,
) -> None:
    """Check verse, in this project's treatise or in anybody's files.

    Plain text and Markdown count as verse where a daṇḍa shows it or in blocks fenced with
    ```shloka. A finding is kept by a comment, dhyana: ignore CHA103 reason, or in a record by a
    waiver.

    Exit codes: 0 no errors, 1 errors (with --strict also warnings), 2 broken input or wrong use.
    """
    own = configuration(Path.cwd())
    settings = replace(
        settings_of(own, select, ignore, profile, expect),
        script=checked_script(from_script),
        waivers=not no_waivers,
    )
    chosen = edition or edition_of(own)
    outcome = engine.lint(_documents(paths or own.paths, chosen, own), settings)
    lines = _statistics(outcome, output_format) if statistics else None
    if output is None:
        terminal = standard_output()
        for line in lines or report(outcome, output_format, style_of(terminal)):
            typer.echo(line, color=terminal.styled)
    else:
        written = lines or report(outcome, output_format, plain)
        output.write_text("".join(f"{line}\n" for line in written), "utf-8")
    for fault in outcome.faults:
        typer.echo(f"dhyana: {visible(str(fault))}", err=True)
    raise typer.Exit(_exit_code(outcome, strict=strict or own.strict, exit_zero=exit_zero))


def settings_of(
    own: Configuration,
    select: Sequence[str] | None = None,
    ignore: Sequence[str] | None = None,
    profile: Profile | None = None,
    expect: str | None = None,
) -> engine.Settings:
    """Give the settings that a project has, where no option goes before it.

    Raises `typer.BadParameter` for an unknown rule, profile or metre.
    """
    return engine.Settings(
        select=_codes(select or own.select) or ("",),
        ignore=_codes(ignore or own.ignore),
        profile=profile or _choice(Profile, "profile", own.profile) or Profile.CLASSICAL,
        expect=checked_metre(expect or own.expect),
    )


def edition_of(own: Configuration) -> Edition:
    """Give the edition that a project is checked in; `typer.BadParameter` for an unknown one."""
    return _choice(Edition, "edition", own.edition) or Edition.TEXT


def _documents(
    paths: Sequence[str], edition: Edition, own: Configuration
) -> Iterator[Document | Fault]:
    if paths:
        return documents(paths, edition=edition, exclude=own.exclude)
    return treatise_documents(edition)


def _exit_code(outcome: engine.Outcome, *, strict: bool, exit_zero: bool) -> int:
    if outcome.faults:
        return 2
    failed = outcome.count(Severity.ERROR) or (strict and outcome.count(Severity.WARNING))
    return 1 if failed and not exit_zero else 0


def _codes(parts: Sequence[str]) -> tuple[str, ...]:
    """Read codes and their beginnings; `ALL` is the beginning of every code."""
    codes = [code.strip() for part in parts for code in part.split(",") if code.strip()]
    for code in codes:
        known = code == "ALL" or any(rule.startswith(code) for rule in MODULES)
        if not _SELECTOR.fullmatch(code) or not known:
            families = ", ".join(sorted({rule[:3] for rule in MODULES}))
            raise typer.BadParameter(
                f"there is no rule {code}; expected a code such as CHA103 or a family: {families}"
            )
    return tuple("" if code == "ALL" else code for code in codes)


def _choice(kind: type[T], key: str, value: str | None) -> T | None:
    if value is None:
        return None
    try:
        return kind(value)
    except ValueError:
        expected = ", ".join(kind)
        raise typer.BadParameter(
            f"[tool.dhyana] {key} is {value!r}; expected one of {expected}"
        ) from None


def _statistics(outcome: engine.Outcome, output_format: Format) -> list[str]:
    """Count findings by rule, the most frequent first: as JSON or, for any other form, as text."""
    import json
    from collections import Counter

    from dhyana.grammar.lint.reporters.text import summary

    counts = Counter(
        (finding.diagnostic.code, finding.diagnostic.name) for finding in outcome.findings
    )
    if output_format is Format.JSON:
        rules = [
            {"code": code, "name": name, "count": count}
            for (code, name), count in counts.most_common()
        ]
        read = {"files": outcome.documents, "verses": outcome.passages}
        kept = {
            "explained": outcome.explained,
            "waived": outcome.waived,
            "notes": outcome.notes,
        }
        return [json.dumps({**read, "rules": rules, **kept}, ensure_ascii=False)]
    rows = [f"{count:6}  {code}  {name}" for (code, name), count in counts.most_common()]
    return [*rows, summary(outcome)]
