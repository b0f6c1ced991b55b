"""The fingerprint of a piece of code: the same for as long as the code means the same.

`ast.dump` and `ast.unparse` differ from one Python version to the next, so the syntax tree is
written down by a walk of our own. Left out is what does not change what the code does: layout
and comments (no tree has them), docstrings, the `@shloka` mark, and empty fields, which newer
versions add. The scheme has a version; a change to what the walk writes needs a new one.
"""

import ast
import json
from collections.abc import Iterable, Iterator
from typing import Any

SCHEME = "v1"

_DIGITS = 16

# Whether a name is read or written stands in the tree twice; `u"…"` is `"…"`.
_SKIPPED = frozenset({"ctx", "kind", "type_comment"})

_WITH_DOCSTRING = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)


def fingerprint_of(node: ast.AST) -> str:
    """Return the fingerprint of a definition, e.g. `v1:0f3c…`, alike on Python 3.11 to 3.14."""
    from hashlib import sha256

    # ASCII only: what `repr` escapes depends on the Unicode tables of the Python version.
    written = json.dumps(_canonical(node), ensure_ascii=True, separators=(",", ":"))
    return f"{SCHEME}:{sha256(written.encode('ascii')).hexdigest()[:_DIGITS]}"


def is_mark(decorator: ast.expr, mark: str) -> bool:
    """Whether a decorator is `@mark(…)`, by its own name or as an attribute of its module."""
    if not isinstance(decorator, ast.Call):
        return False
    named = decorator.func
    return (isinstance(named, ast.Name) and named.id == mark) or (
        isinstance(named, ast.Attribute) and named.attr == mark
    )


def _canonical(value: Any) -> Any:
    """Write a node, or what stands in a field of one, as JSON has it."""
    if isinstance(value, ast.Constant):
        return ["Constant", _literal(value.value)]
    if isinstance(value, ast.JoinedStr):
        return ["JoinedStr", list(_joined(value.values))]
    if isinstance(value, ast.AST):
        return [type(value).__name__, *_fields(value)]
    if isinstance(value, list):
        return [_canonical(item) for item in value]
    return _literal(value)


def _fields(node: ast.AST) -> Iterator[list[Any]]:
    """Write the fields of a node that are not empty, in the order of their names."""
    for name in sorted(set(node._fields) - _SKIPPED):
        value: Any = getattr(node, name, None)
        if name == "body" and isinstance(node, _WITH_DOCSTRING) and _has_docstring(node):
            value = value[1:]
        elif name == "decorator_list":
            value = [each for each in value if not is_mark(each, "shloka")]
        if value is not None and value != []:
            yield [name, _canonical(value)]


def _has_docstring(
    node: ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef,
) -> bool:
    return (
        bool(node.body)
        and isinstance(first := node.body[0], ast.Expr)
        and isinstance(first.value, ast.Constant)
        and isinstance(first.value.value, str)
    )


def _joined(parts: Iterable[ast.expr]) -> Iterator[Any]:
    """Write the parts of an f-string; versions differ in where they split its plain text."""
    text = ""
    for part in parts:
        if isinstance(part, ast.Constant) and isinstance(part.value, str):
            text += part.value
            continue
        if text:
            yield ["Constant", text]
        text = ""
        yield _canonical(part)
    if text:
        yield ["Constant", text]


def _literal(value: Any) -> Any:
    """Write a constant; JSON itself tells 1 from 1.0, true and "1"."""
    if value is None or isinstance(value, bool | int | float | str):
        return value
    return [type(value).__name__, value.hex() if isinstance(value, bytes) else repr(value)]
