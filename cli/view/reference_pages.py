"""The reference pages of `docs/`: every command by its own help, public Python by its docstrings.

`python -m dhyana.cli.view.reference_pages` writes them; a test compares them.
"""

import ast
import inspect
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from dhyana.cli.app import app
from dhyana.shlokas.code import CodeError, docstring, locate, names_in

DOCS = Path(__file__).resolve().parents[2] / "docs"
CLI, PYTHON = "reference-cli.md", "reference-python.md"

_WIDTH = 100

_CLI_HEAD = """\
# Commands

Written by `python -m dhyana.cli.view.reference_pages` from what each command says of itself with
`--help`; a test compares them. For use step by step see [tutorial.md](tutorial.md) and
[how-to.md](how-to.md).

Exit codes are the same everywhere: 0 nothing to report, 1 errors found, 2 wrong use or broken
input.
"""

_PYTHON_HEAD = """\
# Python

Written by `python -m dhyana.cli.view.reference_pages` from signatures and docstrings; a test
compares them. The packages are typed. Importing `dhyana`, `dhyana.shlokas` or `dhyana.grammar`
imports neither torch nor numpy.
"""

_PARTS = {
    "The text": ("dhyana.shlokas", "dhyana.shlokas.record"),
    "Scansion and metre": ("dhyana.grammar", "dhyana.grammar.scansion", "dhyana.grammar.report"),
    "Findings": ("dhyana.grammar.lint.diagnostic",),
    "Marks": ("dhyana.binding",),
    "Canto 1: recurrence": ("dhyana.recurrence",),
    "Canto 2: projections": ("dhyana.projections",),
    "Canto 3: attention": ("dhyana.attention",),
    "Canto 4: many heads": ("dhyana.heads",),
    "Canto 5: positions": ("dhyana.positions",),
    "Canto 6: residual and norm": ("dhyana.normalization",),
    "Canto 7: feed-forward": ("dhyana.feedforward",),
    "Canto 8: causality and decoding": ("dhyana.masking", "dhyana.decoding", "dhyana.writers"),
    "Canto 9: the cache": (
        "dhyana.cache",
        "dhyana.paged",
        "dhyana.kv_quantization",
        "dhyana.flash",
    ),
    "Canto 10: scaling": (
        "dhyana.scaling",
        "dhyana.parallel",
        "dhyana.quantize",
        "dhyana.compiling",
    ),
    "The Transformer": ("dhyana.transformer", "dhyana.llama", "dhyana.export"),
}
"""Modules a person imports from, in the order of the book."""


def cli_page() -> str:
    """Write the page of commands."""
    import typer

    group = typer.main.get_command(app)
    return "\n".join([_CLI_HEAD, *_command("dhyana", group)])


def _command(name: str, command: Any) -> Iterator[str]:
    context = command.make_context(name, [], resilient_parsing=True, max_content_width=_WIDTH)
    context.terminal_width = _WIDTH
    yield f"## {name}\n"
    yield "```text"
    yield re.sub(r"[ \t]+$", "", command.get_help(context), flags=re.MULTILINE)
    yield "```\n"
    for below in command.list_commands(context) if hasattr(command, "list_commands") else ():
        yield from _command(f"{name} {below}", command.get_command(context, below))


def python_page() -> str:
    """Write the page of public names."""
    lines = [_PYTHON_HEAD]
    for title, modules in _PARTS.items():
        lines.append(f"## {title}\n")
        for module in modules:
            lines += _module(module)
    return "\n".join(lines)


def _module(module: str) -> Iterator[str]:
    source = _source(module)
    tree = ast.parse(source.read_text("utf-8"))
    said = inspect.cleandoc(ast.get_docstring(tree) or "").partition("\n")[0]
    yield f"### {module}\n"
    yield f"{said}\n"
    for name in _public(tree) or names_in(module):
        symbol = _homes(tree).get(name, f"{module}.{name}")
        try:
            found, told = locate(symbol), docstring(symbol)
        except CodeError:  # a module below it
            continue
        if told:
            yield f"```python\n{found.signature}\n```\n"
            yield f"{_first_paragraph(told)}\n"
            members = list(_members(found.symbol)) if found.signature.startswith("class ") else []
            if members:
                yield from (*members, "")


_FIELD = re.compile(r"(\w+): Annotated\[(.+), About\('(.*?)'(?:, \w+=.*)?\)\]")
_OF_SELF = re.compile(r"^(?:async )?def (\w+)\((?:self|cls)(?:, )?")
_PROPERTY = re.compile(r"@(?:cached_)?property\n")


def _members(symbol: str) -> Iterator[str]:
    """Give the public methods and fields of a class, in the order of its source."""
    members = [f"{symbol}.{name}" for name in names_in(symbol)]
    for member in sorted(map(locate, members), key=lambda found: found.line):
        told = _first_paragraph(docstring(member.symbol) or "")
        signature = _OF_SELF.sub(r"\1(", member.signature)
        if _PROPERTY.match(member.source):
            signature = signature.replace("() -> ", ": ")
        if field := _FIELD.fullmatch(signature):
            signature, told = f"{field[1]}: {field[2]}", field[3]
        yield f"- `{signature}`" + (f": {told}" if told else "")


def _first_paragraph(text: str) -> str:
    return " ".join(text.split("\n\n")[0].split())


def _source(module: str) -> Path:
    """Find the file of a module without importing it."""
    import dhyana

    path = Path(dhyana.__path__[0]).joinpath(*module.split(".")[1:])
    return path / "__init__.py" if path.is_dir() else path.with_suffix(".py")


def _public(tree: ast.Module) -> list[str]:
    """Give the names of `__all__`, if there is one."""
    for node in tree.body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__":
            return [str(name) for name in ast.literal_eval(node.value)]
    return []


def _homes(tree: ast.Module) -> dict[str, str]:
    """Say where names are defined that a module imports."""
    return {
        alias.asname or alias.name: f"{node.module}.{alias.name}"
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("dhyana.")
        for alias in node.names
    }


def write_pages(folder: Path = DOCS) -> None:
    """Write both pages."""
    (folder / CLI).write_text(cli_page(), "utf-8")
    (folder / PYTHON).write_text(python_page(), "utf-8")


if __name__ == "__main__":
    write_pages()
