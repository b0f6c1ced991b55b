"""`dhyana lint`: the gate that hooks and CI call."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated, TypeVar

import typer

from dhyana.cli.linting import Linting, complain
from dhyana.cli.metre_options import (
    ExpectOption,
    FromScriptOption,
    JobsOption,
    StrictOption,
    checked_metre,
    checked_script,
)
from dhyana.cli.view.style import style_of
from dhyana.cli.view.terminal import standard_output, tell
from dhyana.grammar.anushtubh_table import Profile
from dhyana.grammar.lint import engine
from dhyana.grammar.lint.baseline import leave_known, read_baseline
from dhyana.grammar.lint.caching import FOLDER, Cache
from dhyana.grammar.lint.configuration import Configuration, configuration
from dhyana.grammar.lint.diagnostic import Severity
from dhyana.grammar.lint.inputs import (
    STDIN,
    SUFFIXES,
    Document,
    Kind,
    documents,
    treatise_documents,
)
from dhyana.grammar.lint.markdown import FENCE
from dhyana.grammar.lint.outcome import Outcome
from dhyana.grammar.lint.registry import MODULES
from dhyana.grammar.lint.reporters import Format, plain, report
from dhyana.grammar.lint.visible import visible
from dhyana.shlokas import FOLDER as TREATISE
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
            "Without any, those of [tool.dhyana], or else dhyana's own treatise.",
        ),
    ] = None,
    select: Codes = None,
    extend_select: Annotated[
        list[str] | None,
        typer.Option(metavar="CODE,…", help="Rules besides those selected, or not ignored."),
    ] = None,
    ignore: Codes = None,
    edition: Annotated[
        Edition | None, typer.Option(help="Edition of complete records.", show_default="text")
    ] = None,
    no_waivers: Annotated[
        bool, typer.Option("--no-waivers", help="Show what waivers and comments keep.")
    ] = False,
    show_undecided: Annotated[
        bool, typer.Option("--show-undecided", help="Show what cannot be decided, too.")
    ] = False,
    profile: Annotated[
        Profile | None,
        typer.Option(help="Whose practice verse is held to.", show_default="classical"),
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
    fix: Annotated[
        bool, typer.Option("--fix", help="Write the mechanical fixes that are safe.")
    ] = False,
    unsafe_fixes: Annotated[
        bool,
        typer.Option(
            "--unsafe-fixes", help="With --fix or --diff: those that may change the sense."
        ),
    ] = False,
    diff: Annotated[
        bool, typer.Option("--diff", help="Show what --fix would change, and write nothing.")
    ] = False,
    baseline: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Leave out what is known there.")
    ] = None,
    write_baseline: Annotated[
        bool, typer.Option("--write-baseline", help="Write all findings to the baseline as known.")
    ] = False,
    run: Annotated[
        bool, typer.Option("--run", help="Measure claims anew whose evidence is missing or old.")
    ] = False,
    jobs: JobsOption = 1,
    no_cache: Annotated[
        bool, typer.Option("--no-cache", help="Ask everything anew, and keep nothing.")
    ] = False,
    strict: StrictOption = False,
    exit_zero: Annotated[
        bool, typer.Option("--exit-zero", help="Exit with 0 even if there are errors.")
    ] = False,
) -> None:
    """Check verse: in anybody's files, or dhyana's own treatise.

    Plain text counts as verse where a daṇḍa shows it, Markdown in blocks fenced with ```shloka
    alone. A finding is kept by a comment, dhyana: ignore CHA103 reason, or in a record by a
    waiver.

    Exit codes: 0 no errors, 1 errors (with --strict also warnings), 2 broken input or wrong use.
    """
    own = configuration(Path.cwd())
    settings = replace(
        settings_of(own, select, ignore, profile, expect, extend_select),
        script=checked_script(from_script),
        waivers=not no_waivers,
        edition=edition or edition_of(own),
        undecided=show_undecided,
    )
    known = baseline or (Path(own.baseline) if own.baseline else None)
    _checked_use(fix=fix, diff=diff, unsafe=unsafe_fixes, write=write_baseline, known=known)
    if statistics and output_format not in (Format.TEXT, Format.CONCISE, Format.JSON):
        raise typer.BadParameter(f"--statistics are text or json, not {output_format}")
    if diff and output:
        raise typer.BadParameter("--diff writes to standard output: leave out --output")
    if (fix or diff) and STDIN in (paths or ()):
        raise typer.BadParameter("--fix and --diff are for files, and standard input is none")
    read = list(_documents(paths or own.paths, settings.edition, own))
    _not_read(output, read)
    cache = (
        Cache(own.folder / FOLDER, settings) if own.cache and own.folder and not no_cache else None
    )
    linting = Linting(read, settings, jobs, cache)
    if run:
        linting.renew_evidence()
    if diff:
        raise typer.Exit(linting.show_difference(unsafe=unsafe_fixes))
    outcome = linting.fix(unsafe=unsafe_fixes) if fix else linting.outcome()
    if known and write_baseline:
        raise typer.Exit(linting.adopt(outcome, known))
    if known:
        leave_known(outcome, read_baseline(known), known)
    lines = _statistics(outcome, output_format) if statistics else None
    if output is None:
        terminal = standard_output()
        for line in lines or report(outcome, output_format, style_of(terminal)):
            typer.echo(line, color=terminal.styled)
    else:
        written = lines or report(outcome, output_format, plain)
        output.write_text("".join(f"{line}\n" for line in written), "utf-8")
    complain(outcome)
    _tell_unread(outcome, paths or own.paths)
    raise typer.Exit(_exit_code(outcome, strict=strict or own.strict, exit_zero=exit_zero))


def _tell_unread(outcome: Outcome, paths: Sequence[str]) -> None:
    """Say on standard error of which verses nothing was said, and which named files have none."""
    named = {str(Path(name)) for name in paths}
    for path, count in outcome.unread.items():
        markdown = SUFFIXES.get(Path(path).suffix.lower()) is Kind.MARKDOWN
        where = f": in Markdown, verses stand in {FENCE} fences" if markdown else ""
        if count:
            verses = "1 verse is" if count == 1 else f"{count} verses are"
            tell(f"dhyana: {visible(path)}: {verses} not read{where}")
        elif path in named:
            tell(f"dhyana: {visible(path)}: no verse is read{where}")


def _not_read(output: Path | None, read: Sequence[Document | Fault]) -> None:
    """Refuse to write over a file that is read."""
    documents = (document for document in read if isinstance(document, Document))
    if output and output.resolve() in {Path(document.path).resolve() for document in documents}:
        raise typer.BadParameter(f"--output {output} would overwrite a file that is read")


def _checked_use(*, fix: bool, diff: bool, unsafe: bool, write: bool, known: Path | None) -> None:
    """Refuse options that say nothing together."""
    if unsafe and not (fix or diff):
        raise typer.BadParameter("--unsafe-fixes goes with --fix or --diff")
    if fix and diff:
        raise typer.BadParameter("--fix writes and --diff does not: give one of them")
    if write and known is None:
        raise typer.BadParameter(
            "--write-baseline needs --baseline FILE, or baseline = in [tool.dhyana]"
        )


def settings_of(
    own: Configuration,
    select: Sequence[str] | None = None,
    ignore: Sequence[str] | None = None,
    profile: Profile | None = None,
    expect: str | None = None,
    extend_select: Sequence[str] | None = None,
) -> engine.Settings:
    """Give the settings that a project has, where no option goes before it.

    Raises `typer.BadParameter` for an unknown rule, profile or metre, or a broken dhatupatha.
    """
    more = (*_codes(own.extend_select, "extend-select"), *_codes(extend_select or ()))
    return engine.Settings(
        select=(*((_codes(select) if select else _codes(own.select, "select")) or ("",)), *more),
        ignore=_codes(ignore) if ignore else _codes(own.ignore, "ignore"),
        dhatupatha=_dhatupatha(own.dhatupatha),
        profile=profile or _choice(Profile, "profile", own.profile) or Profile.CLASSICAL,
        expect=checked_metre(expect or own.expect),
    )


def _dhatupatha(name: str | None) -> Path | None:
    if name is None:
        return None
    from dhyana.grammar.vyakarana.dhatupatha import dhatupatha

    path = Path(name)
    try:
        dhatupatha(path)
    except (OSError, ValueError) as error:
        raise typer.BadParameter(f"[tool.dhyana] dhatupatha cannot be read: {error}") from None
    return path


def edition_of(own: Configuration) -> Edition:
    """Give the edition that a project is checked in; `typer.BadParameter` for an unknown one."""
    return _choice(Edition, "edition", own.edition) or Edition.TEXT


def _documents(
    paths: Sequence[str], edition: Edition, own: Configuration
) -> Iterator[Document | Fault]:
    if paths:
        return documents(paths, edition=edition, exclude=own.exclude)
    if not Path.cwd().resolve().is_relative_to(TREATISE.resolve().parent):
        tell("note: no path is given or in [tool.dhyana]: this is about dhyana's own treatise")
    return treatise_documents(edition)


def _exit_code(outcome: Outcome, *, strict: bool, exit_zero: bool) -> int:
    if outcome.faults:
        return 2
    failed = outcome.count(Severity.ERROR) or (strict and outcome.count(Severity.WARNING))
    return 1 if failed and not exit_zero else 0


def _codes(parts: Sequence[str], key: str | None = None) -> tuple[str, ...]:
    """Read codes and their beginnings, in capitals or not; `ALL` is the beginning of every code.

    `key` of the configuration names them, or an option if there is none.
    """
    codes = [code.strip().upper() for part in parts for code in part.split(",") if code.strip()]
    for code in codes:
        known = code == "ALL" or any(rule.startswith(code) for rule in MODULES)
        if not _SELECTOR.fullmatch(code) or not known:
            families = ", ".join(sorted({rule[:3] for rule in MODULES}))
            where = f"[tool.dhyana] {key}: " if key else ""
            raise typer.BadParameter(
                f"{where}there is no rule {code}; "
                f"expected a code such as CHA103 or a family: {families}"
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


def _statistics(outcome: Outcome, output_format: Format) -> list[str]:
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
