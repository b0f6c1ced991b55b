"""YAML text to a graph of nodes that know their place; the only module that touches PyYAML.

Tags are not resolved (`12` and `no` stay text): the record types say what each scalar is. An
explicit tag is kept on its node.
"""

import re
from collections.abc import Iterator
from functools import cache
from typing import Any, Protocol, cast

ANCHORS_REFUSED = "anchors and aliases are refused"

_HINTS = {
    "mapping values are not allowed": "single quotes or a block (|) around text with a colon",
    "escape": "single quotes or a block (|): double quotes read \\ as an escape",
    "maximum nesting depth": "a record, which is four levels deep",
}
_ANCHOR = re.compile(r"(?:^|[\s,\[\]{}:])&", re.MULTILINE)


class Mark(Protocol):
    """A place in the text; all three count code points from 0."""

    index: int
    line: int
    column: int


class Node(Protocol):
    """A node as PyYAML builds it.

    `id` is `scalar` (value: text), `sequence` (value: nodes) or `mapping` (value: pairs of
    nodes, duplicates included). `style` is one of `|`, `>`, `'`, `"` for a scalar that is
    not plain; `flow_style` says of a list or mapping that it stands in brackets. `tag` is
    empty unless one is written.
    """

    id: str
    tag: str
    value: Any
    style: str | None
    flow_style: bool
    start_mark: Mark
    end_mark: Mark


class ComposeError(ValueError):
    """The text is not one YAML document; `line` and `column` count from 1."""

    def __init__(self, line: int, column: int, message: str, expected: str = "") -> None:
        super().__init__(message)
        self.line, self.column = line, column
        self.message, self.expected = message, expected


def compose(text: str) -> Node | None:
    """Compose the one document of the text; `None` when it is empty.

    Raises `ComposeError` for a syntax error, a second document, an undefined alias, or
    nesting beyond the parser's bound (1,000 levels).
    """
    import yaml

    loader = _loader()(text)
    try:
        return cast("Node | None", loader.get_single_node())
    except RecursionError:
        raise ComposeError(1, 1, "the file is nested too deeply", "a record") from None
    except yaml.MarkedYAMLError as error:
        raise _compose_error(error, text) from None
    finally:
        loader.dispose()


def anchored(text: str) -> Iterator[Mark]:
    """Find the places of the anchors (`&a`) and aliases (`*a`) in text that composes."""
    # An alias needs an anchor, so text without `&` where a node may begin has neither.
    if not _ANCHOR.search(text):
        return
    loader = _loader()(text)
    try:
        while loader.check_event():
            event = loader.get_event()
            if getattr(event, "anchor", None):
                yield event.start_mark
    finally:
        loader.dispose()


def walk(root: Node) -> Iterator[Node]:
    """Visit every node once, however they are shared or nested."""
    seen: set[int] = set()
    pending = [root]
    while pending:
        node = pending.pop()
        if id(node) in seen:
            continue
        seen.add(id(node))
        yield node
        if node.id == "sequence":
            pending.extend(node.value)
        elif node.id == "mapping":
            pending.extend(part for pair in node.value for part in pair)


@cache
def _loader() -> Any:
    import yaml

    base: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

    class Loader(base):  # type: ignore[misc] # of two loaders
        """Composes without resolving tags, which takes two thirds of the time."""

        def resolve(self, _kind: Any, _value: Any, _implicit: Any) -> str:
            return ""

        def descend_resolver(self, *_: Any) -> None:
            """Nothing to prepare."""

        def ascend_resolver(self) -> None:
            """Nothing to leave."""

    return Loader


def _compose_error(error: Any, text: str) -> ComposeError:
    """Say in a record writer's words what the parser found."""
    problem: str = error.problem
    line, column = error.problem_mark.line + 1, error.problem_mark.column + 1
    last = text.count("\n") + 1
    if line > last:  # libyaml takes the end of a text without a line end for another line
        line, column = last, len(text) - text.rfind("\n")
    if problem == "but found another document":
        return ComposeError(line, column, "a second document begins here", "one record a file")
    if "anchor" in (error.context or "") or problem.startswith("found undefined alias"):
        return ComposeError(line, column, ANCHORS_REFUSED, "the value itself, written out")
    expected = next((hint for words, hint in _HINTS.items() if words in problem), "")
    if error.context_mark is not None:
        problem += f" ({error.context} that begins in line {error.context_mark.line + 1})"
    return ComposeError(line, column, f"not YAML: {problem}", expected)
