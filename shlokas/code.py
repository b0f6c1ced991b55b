"""The code a verse is bound to, found in the installed source without importing or running it.

A symbol is a dotted name inside the package, `dhyana.attention.scale_scores` or
`dhyana.heads.MultiHeadAttention.forward`. It names a file by the package's own folders and a
definition in it by the syntax tree; nothing outside the package can be named.
"""

import ast
import os
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from textwrap import dedent

import dhyana
from dhyana.shlokas.faults import shown
from dhyana.shlokas.fingerprint import fingerprint_of, is_mark

_PACKAGE = Path(dhyana.__path__[0])
_SYMBOL = re.compile(r"dhyana(\.[A-Za-z_][A-Za-z0-9_]*)+")
_LONGEST_SYMBOL = 200
_ROOMS = frozenset({"cli", "grammar", "pramana", "shlokas"})
_FEW = 3  # suggestions

Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Assign | ast.AnnAssign


class CodeError(LookupError):
    """There is no code of this name; the message says what there is."""


@dataclass(frozen=True, slots=True)
class CodeSource:
    """One component as the installed source has it.

    `path` is where the package has it (`dhyana/attention.py`), `file` where this machine does.
    `source` is the lines `line` to `end_line` of the file, with decorators, docstring and
    comments as they are and the indent of a method taken off.
    """

    symbol: str
    path: str
    file: Path
    line: int
    end_line: int
    source: str
    signature: str

    @property
    def name(self) -> str:
        """Its name inside its module, such as `MultiHeadAttention.forward`."""
        module = self.path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
        return self.symbol.removeprefix(f"{module}.")


@dataclass(frozen=True, slots=True)
class MarkedSymbol:
    """A component that carries a mark with verse numbers, such as `@shloka(12)`."""

    symbol: str
    verses: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Component:
    """A public function or class at the top of a module of the model, at its `line`."""

    symbol: str
    file: Path
    line: int


@dataclass(frozen=True, slots=True)
class Entry:
    """The value of a key of a mapping that is written out in the source, and where it stands."""

    value: str
    file: Path
    line: int


@dataclass(frozen=True, slots=True)
class _Module:
    """A parsed source file and its definitions by their name inside the module."""

    lines: tuple[str, ...]
    definitions: dict[str, Definition]
    imports: dict[str, str]


def locate(symbol: str) -> CodeSource:
    """Find a function, class, method or constant by its dotted name.

    Raises `CodeError` when the package has no such code, with the nearest names.
    """
    name, file, node = _find(symbol)
    module = _module(file)
    first = _first_line(node)
    return CodeSource(
        symbol=symbol,
        path=_shown(file),
        file=file,
        line=first,
        end_line=node.end_lineno or first,
        source=_source(node, module.lines),
        signature=_signature(name.rpartition(".")[2], node),
    )


def fingerprint(symbol: str) -> str:
    """Return the fingerprint of a component's code; raises `CodeError` as `locate` does."""
    name, file, _ = _find(symbol)
    return _fingerprint(name, file, file.stat().st_mtime_ns)


@lru_cache(maxsize=1024)
def _fingerprint(name: str, file: Path, modified: int) -> str:
    return fingerprint_of(_parse(file, modified).definitions[name])


def docstring(symbol: str) -> str | None:
    """Return the docstring of a component, its indent taken off; `CodeError` as for `locate`."""
    node = _find(symbol)[2]
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        return ast.get_docstring(node)
    return None


def names_in(prefix: str) -> tuple[str, ...]:
    """Return what a dotted name may go on to: public modules and definitions below it.

    `prefix` is the package, a module or a class; what names nothing has nothing below it.
    """
    if len(prefix) > _LONGEST_SYMBOL or not re.fullmatch(
        r"dhyana(\.[A-Za-z_]\w*)*", prefix, re.ASCII
    ):
        return ()
    top = _PACKAGE.joinpath(*prefix.split(".")[1:])
    modules = {
        path.stem if path.suffix == ".py" else path.name
        for path in (top.iterdir() if top.is_dir() else ())
        if path.suffix == ".py" or (path / "__init__.py").is_file()
    }
    try:
        file, name = _split(prefix)
        definitions = _module(file).definitions
    except (CodeError, OSError):
        definitions, name = {}, ""
    inside = f"{name}." if name else ""
    below = {each.removeprefix(inside) for each in definitions if each.startswith(inside)}
    names = {each for each in modules | below if "." not in each and not each.startswith("_")}
    return tuple(sorted(names))


def marked_symbols(mark: str = "shloka", within: str = "dhyana") -> tuple[MarkedSymbol, ...]:
    """Find every `@mark(…)` in the source of a package or module, in the order of file and line.

    Raises `CodeError` for a mark whose numbers are not written out, which no reader of the
    source could follow.
    """
    return tuple(
        MarkedSymbol(f"{_dotted(file)}.{name}", verses)
        for file in _files(within)
        # Most files carry no mark, and parsing is a hundred times dearer than looking.
        if f"{mark}(" in file.read_text("utf-8")
        for name, node in _module(file).definitions.items()
        if (verses := _verses(node, mark, file))
    )


def components() -> tuple[Component, ...]:
    """Find the public functions and classes of the model, in the order of file and line.

    The model is the package without its experiments and without the rooms beside it.
    """
    return tuple(
        Component(f"{_dotted(file)}.{name}", file, node.lineno)
        for file in _model()
        for name, node in _module(file).definitions.items()
        if _is_public(name) and not isinstance(node, ast.Assign | ast.AnnAssign)
    )


def entries(symbol: str) -> dict[str, Entry]:
    """Read a mapping of strings that the source assigns to a name, without importing it.

    Raises `CodeError` as `locate` does, or when it is no such mapping written out.
    """
    _, file, node = _find(symbol)
    written = node.value if isinstance(node, ast.Assign | ast.AnnAssign) else None
    try:
        values: object = ast.literal_eval(written) if written else None
    except ValueError:
        values = None
    if not (isinstance(written, ast.Dict) and isinstance(values, dict)):
        raise CodeError(f"{symbol} is no mapping that is written out")
    lines = {ast.literal_eval(key): key.lineno for key in written.keys if key}
    return {name: Entry(value, file, lines[name]) for name, value in values.items()}


def nearest(symbol: str) -> tuple[str, ...]:
    """Suggest what a symbol may be called now, the likeliest first.

    A name that is only imported in its module, or stands in one other module, has moved; others
    are spelt alike.
    """
    from difflib import get_close_matches

    name = symbol.rpartition(".")[2]
    known = [
        f"{_dotted(file)}.{defined}"
        for file in _model()
        for defined in _module(file).definitions
        if not defined.rpartition(".")[2].startswith("_")
    ]
    moved = [each for each in known if each.rpartition(".")[2] == name]
    alike = get_close_matches(symbol, known, n=3, cutoff=0.75)
    return tuple(dict.fromkeys([*(moved if len(moved) <= _FEW else ()), *alike]))[:_FEW]


def defined_in(text: str, name: str) -> tuple[str, str] | None:
    """Give source and fingerprint of what a text of Python defines by a name, if it does."""
    try:
        node = dict(_definitions(ast.parse(text).body)).get(name)
    except (SyntaxError, ValueError, RecursionError):
        return None
    return None if node is None else (_source(node, text.split("\n")), fingerprint_of(node))


def _source(node: Definition, lines: Sequence[str]) -> str:
    """Cut a definition out of its lines, with its decorators and without the indent of a method."""
    first = _first_line(node)
    return dedent("\n".join(lines[first - 1 : node.end_lineno or first]))


def _first_line(node: Definition) -> int:
    decorators: list[ast.expr] = getattr(node, "decorator_list", [])
    return min([node.lineno, *(each.lineno for each in decorators)])


def _model() -> Iterator[Path]:
    """Go through the source files of the model."""
    for file in _files("dhyana"):
        within = file.relative_to(_PACKAGE).parts
        if within[0] not in _ROOMS and not within[0].startswith("__"):
            yield file


def _is_public(name: str) -> bool:
    return "." not in name and not name.startswith("_")


def _find(symbol: str) -> tuple[str, Path, Definition]:
    """Return the name inside its module, the file and the definition of a symbol."""
    if len(symbol) > _LONGEST_SYMBOL or not _SYMBOL.fullmatch(symbol):
        raise CodeError(
            f"{shown(symbol)} is no symbol of this package; expected a dotted name such as "
            "dhyana.attention.scale_scores"
        )
    file, name = _split(symbol)
    module = _module(file)
    if name in module.definitions:
        return name, file, module.definitions[name]
    if not name:
        raise CodeError(
            f"{symbol} is a module; name a component of it{_such_as(_dotted(file), module)}"
        )
    if name in module.imports:
        raise CodeError(
            f"{symbol} is only imported in {_shown(file)}; its source is {module.imports[name]}"
        )
    raise CodeError(f"{_shown(file)} has no {name}{_nearest(name, _dotted(file), module)}")


def _split(symbol: str) -> tuple[Path, str]:
    """Return the file of the module in front of a symbol, and the rest of the symbol."""
    folder, rest = _PACKAGE, symbol.split(".")[1:]
    while rest and (folder / rest[0] / "__init__.py").is_file():
        folder, rest = folder / rest[0], rest[1:]
    if rest and (file := folder / f"{rest[0]}.py").is_file():
        return file, ".".join(rest[1:])
    file = folder / "__init__.py"
    if len(rest) > 1 and rest[0] not in _module(file).definitions:
        known = sorted(_dotted(path) for path in folder.glob("*.py") if path != file)
        module = f"{_dotted(file)}.{rest[0]}"
        raise CodeError(f"there is no module {module}{_did_you_mean(module, known)}")
    return file, ".".join(rest)


def _files(within: str) -> Iterator[Path]:
    """Go through the source files of a package, or the one of a module."""
    top = _PACKAGE.joinpath(*within.split(".")[1:])
    if top.with_suffix(".py").is_file():
        yield top.with_suffix(".py")
        return
    # The rooms beside the model are links in a checkout.
    for folder, folders, names in os.walk(top, followlinks=True):
        folders.sort()
        yield from (Path(folder, name) for name in sorted(names) if name.endswith(".py"))


def _module(file: Path) -> _Module:
    """Parse a source file, once for as long as it stays the same."""
    return _parse(file, file.stat().st_mtime_ns)


@lru_cache(maxsize=128)
def _parse(file: Path, _modified: int) -> _Module:
    text = file.read_text("utf-8")
    try:
        tree = ast.parse(text)
    except SyntaxError as error:
        raise CodeError(f"{_shown(file)}:{error.lineno} is no valid Python: {error.msg}") from None
    return _Module(
        tuple(text.split("\n")),
        dict(_definitions(tree.body)),
        dict(_imports(tree, _dotted(file))),
    )


def _definitions(body: list[ast.stmt], prefix: str = "") -> Iterator[tuple[str, Definition]]:
    """Go through what a body defines, methods after their class; of two, Python keeps the last."""
    for node in body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield prefix + node.name, node
        elif isinstance(node, ast.ClassDef):
            yield prefix + node.name, node
            yield from _definitions(node.body, f"{prefix}{node.name}.")
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            yield from ((prefix + t.id, node) for t in targets if isinstance(t, ast.Name))
        elif isinstance(node, ast.If | ast.Try):
            yield from _definitions([*node.body, *node.orelse], prefix)


def _imports(tree: ast.Module, module: str) -> Iterator[tuple[str, str]]:
    """Go through the names a module imports from another module of the package."""
    for node in tree.body:
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("dhyana"):
            yield from ((a.asname or a.name, f"{node.module}.{a.name}") for a in node.names)


def _verses(node: Definition, mark: str, file: Path) -> tuple[int, ...]:
    """Return the numbers in the marks of a definition."""
    verses: list[int] = []
    for decorator in getattr(node, "decorator_list", ()):
        if is_mark(decorator, mark):
            for argument in decorator.args:
                if not (isinstance(argument, ast.Constant) and type(argument.value) is int):
                    raise CodeError(
                        f"{_shown(file)}:{argument.lineno}: expected numbers written out, as in "
                        f"@{mark}(12), found {ast.unparse(argument)}"
                    )
                verses.append(argument.value)
    return tuple(verses)


def _signature(name: str, node: Definition) -> str:
    """Return the head of a definition on one line."""
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        keyword = "async def" if isinstance(node, ast.AsyncFunctionDef) else "def"
        returns = f" -> {ast.unparse(node.returns)}" if node.returns else ""
        return f"{keyword} {name}({ast.unparse(node.args)}){returns}"
    if isinstance(node, ast.ClassDef):
        bases = ", ".join(ast.unparse(base) for base in [*node.bases, *node.keywords])
        return f"class {name}({bases})" if bases else f"class {name}"
    return f"{name}: {ast.unparse(node.annotation)}" if isinstance(node, ast.AnnAssign) else name


def _shown(file: Path) -> str:
    """Return where the package has a file: `dhyana/attention.py` on every machine."""
    return "/".join(["dhyana", *file.relative_to(_PACKAGE).parts])


def _dotted(file: Path) -> str:
    """Return the name of the module a file holds."""
    parts = file.relative_to(_PACKAGE).with_suffix("").parts
    return ".".join(["dhyana", *(part for part in parts if part != "__init__")])


def _nearest(name: str, module_name: str, module: _Module) -> str:
    """Suggest what a misspelt name of a module may have meant."""
    known = [f"{module_name}.{each}" for each in module.definitions]
    return _did_you_mean(f"{module_name}.{name}", known) or _such_as(module_name, module)


def _did_you_mean(name: str, known: list[str]) -> str:
    from difflib import get_close_matches

    near = get_close_matches(name, known, n=3)
    return f"; did you mean {' or '.join(near)}?" if near else ""


def _such_as(module_name: str, module: _Module) -> str:
    public = [name for name in module.definitions if not re.search(r"(^|\.)_", name)]
    return f", such as {module_name}.{public[0]}" if public else ""
