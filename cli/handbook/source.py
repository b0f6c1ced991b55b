"""Code as the handbook shows it: excerpts beside verses, and modules with their marks."""

import ast
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from dhyana.cli.handbook.book import (
    CodeExcerpt,
    CodeLine,
    Mark,
    MissingCode,
    ModulePage,
    Token,
    Traced,
    VersePage,
)
from dhyana.cli.view.highlight import tokens
from dhyana.cli.view.page import DeadLink, Page
from dhyana.shlokas.code import CodeSource, fingerprint, locate, marked_symbols
from dhyana.shlokas.record import CodeLink


def excerpts_of(page: Page) -> tuple[CodeExcerpt | MissingCode, ...]:
    """Give the components that a verse is linked to."""
    return tuple(
        MissingCode(code.symbol, code.error) if isinstance(code, DeadLink) else _excerpt(code, link)
        for code, link in zip(page.code, page.record.code, strict=True)
    )


def _excerpt(code: CodeSource, link: CodeLink) -> CodeExcerpt:
    return CodeExcerpt(
        symbol=code.symbol,
        module=_module_of(code),
        path=code.path,
        first_line=code.line,
        lines=coloured(code.source),
        source=code.source,
        signature=code.signature,
        reviewed=None if link.reviewed is None else link.reviewed == fingerprint(code.symbol),
    )


def coloured(source: str) -> tuple[CodeLine, ...]:
    """Cut source into lines of tokens."""
    return tuple(tuple(Token(text, role) for role, text in line if text) for line in tokens(source))


def _module_of(code: CodeSource) -> str:
    return code.path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def modules_of(verses: Sequence[VersePage], cantos: Mapping[int, int]) -> tuple[ModulePage, ...]:
    """Give the modules with code that the verses are linked to or that is marked with them.

    `cantos` says of a verse in which canto it is. Experiments come after the model.
    """
    numbers = {verse.number for verse in verses}
    found: dict[str, set[int]] = defaultdict(set)
    experiments: set[str] = set()
    for verse in verses:
        for code in verse.code:
            if isinstance(code, CodeExcerpt):
                found[code.symbol].add(verse.number)
        if verse.proof:
            found[verse.proof.experiment].add(verse.number)
            experiments.add(verse.proof.module)
    for marked in marked_symbols():
        found[marked.symbol].update(numbers.intersection(marked.verses))
    by_file: dict[str, list[tuple[CodeSource, set[int]]]] = defaultdict(list)
    for symbol, of in found.items():
        if of:
            component = locate(symbol)
            by_file[_module_of(component)].append((component, of))
    pages = (
        _module(name, components, cantos, experiments=name in experiments)
        for name, components in by_file.items()
    )
    return tuple(sorted(pages, key=lambda page: (page.experiments, min(page.cantos), page.name)))


def _module(
    name: str,
    components: Sequence[tuple[CodeSource, set[int]]],
    cantos: Mapping[int, int],
    *,
    experiments: bool,
) -> ModulePage:
    file = components[0][0].file
    source = file.read_text("utf-8").rstrip("\n")
    marks = sorted(
        (
            Mark(code.symbol, code.line, code.end_line, tuple(sorted(verses)))
            for code, verses in components
        ),
        key=lambda mark: (mark.first_line, mark.last_line),
    )
    return ModulePage(
        name=name,
        path=components[0][0].path,
        summary=(ast.get_docstring(ast.parse(source)) or "").partition("\n")[0],
        lines=coloured(source),
        source=source,
        marks=tuple(marks),
        cantos=tuple(sorted({cantos[verse] for mark in marks for verse in mark.verses})),
        experiments=experiments,
    )


def experiment_module(symbol: str) -> str:
    """Name the module of an experiment."""
    return _module_of(locate(symbol))


def thread_of(verses: Sequence[VersePage]) -> Iterator[Traced]:
    """Follow each verse to its code and its experiment, and the code back to the verse."""
    marks: dict[int, list[str]] = defaultdict(list)
    for marked in marked_symbols():
        for number in marked.verses:
            marks[number].append(marked.symbol)
    for verse in verses:
        yield Traced(
            verse=verse.number,
            symbols=tuple(code.symbol for code in verse.code),
            marked=tuple(marks[verse.number]),
            experiment=verse.proof.experiment if verse.proof else None,
            verdicts=tuple(claim.finding.verdict for claim in verse.claims if claim.finding),
            outdated=verse.proof.outdated if verse.proof else (),
        )
