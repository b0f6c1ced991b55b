"""Waivers and comments that keep no finding."""

from collections.abc import Collection, Iterator

from dhyana.grammar.lint.book_rule import BookRule
from dhyana.grammar.lint.bound_rule import BoundRule
from dhyana.grammar.lint.diagnostic import Diagnostic, Fix
from dhyana.grammar.lint.outcome import Finding
from dhyana.grammar.lint.passage import Passage
from dhyana.grammar.lint.registry import MODULES, rule
from dhyana.grammar.lint.settings import Settings
from dhyana.shlokas.editions import Edition

UNUSED = "LIP901"


def unused(
    path: str,
    passage: Passage,
    used: Collection[int],
    settings: Settings,
    *,
    whole: bool = False,
) -> Iterator[Finding]:
    """Give the waivers and comments of a passage that are not among those `used`.

    They are judged on the edition `text`, by rules that were asked; of rules that read several
    records only where the `whole` book was read.
    """
    if not settings.waivers or settings.edition is not Edition.TEXT:
        return
    if not settings.selects(UNUSED):
        return
    for index, waiver in enumerate(passage.waivers):
        if (
            index not in used
            and _was_asked(waiver.rule, settings, whole=whole)
            and passage.locate_in
        ):
            line, column = passage.locate_in(f"waivers[{index}].rule", 0)
            yield _finding(path, passage, waiver.rule, (line, column), waiver.at)
    silenced = [(comment, code) for comment in passage.suppressions for code in comment.codes]
    for index, (comment, code) in enumerate(silenced, len(passage.waivers)):
        if index not in used and _was_asked(code, settings, whole=whole):
            yield _finding(path, passage, code, (comment.line, comment.columns[0]), None)


def _was_asked(code: str, settings: Settings, *, whole: bool) -> bool:
    if code not in MODULES:
        return True
    return settings.selects(code) and (whole or not isinstance(rule(code), BookRule | BoundRule))


def _finding(
    path: str, passage: Passage, code: str, place: tuple[int, int], at: str | None
) -> Finding:
    said = rule(UNUSED)
    where = f" at {at}" if at else ""
    known = code in MODULES
    return Finding(
        Diagnostic(
            code=said.code,
            name=said.name,
            severity=said.severity,
            message=f"{code} finds nothing here{where}" if known else f"there is no rule {code}",
            path=path,
            line=place[0],
            column=place[1],
            end_line=place[0],
            end_column=place[1] + len(code),
            verse=passage.verse,
            field="waivers" if passage.waivers else None,
            word=code,
            expected=f"a finding of {code}" if known else "a code of `dhyana rule --all`",
            authority=said.authority,
            fixes=(Fix("leave it out"),),
        )
    )
