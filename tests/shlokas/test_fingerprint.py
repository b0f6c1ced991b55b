"""The fingerprint of code: what changes it and what does not."""

import ast
import json
import subprocess
import sys
from pathlib import Path

import pytest

from dhyana.shlokas import fingerprint
from dhyana.shlokas.fingerprint import fingerprint_of

BASE = '''
@cached
def scale(scores: Tensor, width: int = 4) -> Tensor:
    """Divide by the square root."""
    return scores / math.sqrt(width)
'''

SAME = {
    "comment": BASE.replace("    return", "    # why\n    return"),
    "docstring": BASE.replace("Divide by the square root.", "Other words."),
    "no docstring": BASE.replace('    """Divide by the square root."""\n', ""),
    "layout": BASE.replace("scores: Tensor, width", "\n    scores: Tensor,\n    width"),
    "parentheses": BASE.replace("scores / math", "(scores) / math"),
    "mark": BASE.replace("@cached", "@shloka(12)\n@cached\n@binding.shloka(13)"),
    "place": "import math\n\n" + BASE,
}

OTHER = {
    "operator": BASE.replace("/ math", "* math"),
    "constant": BASE.replace("= 4", "= 5"),
    "type of constant": BASE.replace("= 4", "= 4.0"),
    "truth is no number": BASE.replace("= 4", "= True"),
    "name": BASE.replace("scale", "rescale"),
    "annotation": BASE.replace("-> Tensor", "-> float"),
    "other decorator": BASE.replace("@cached", "@cache"),
    "no decorator": BASE.replace("@cached\n", ""),
    "bare name of the mark": BASE.replace("@cached", "@cached\n@shloka"),
    "later string statement": BASE + '    "no docstring"\n',
    "statement": BASE.replace("    return", "    width += 1\n    return"),
}

# Everything that versions of Python are known to write differently, and most of the rest.
EVERY_SYNTAX = r'''
def functions(x, /, *args: *Ts, y: "T" = None, z=1, **k) -> None:
    """doc"""
    u = u"x"; b = b"\x00a"; c = 1j; d = ...; e = 1e999; f = -1; g = 1_000; h = "\ud800\u1cfa"
    s = f"a{x}b" "c" f"{y!r:>{x}} {{brace}} {x=} {x:%Y-%m-%d}" ""
    s = f"", f"{x:}", rf"\d{x:\d}", f"{x:{y}{y}}" f"", f"{x = !r:^20}", f"{{{x}}}", f"\n{x}\t"
    t = {**k, 1: 2}; w = lambda *, q, r=1: q
    async def inner():
        async with a as b, c: yield
        return [i async for i in x if i if not i]
    with (open(1) as f, open(2)): pass
    x[1:2, ::3, *a] = 1; x: int = 3; (x): int; del x, (y); assert x, "m"; global gg
    print(*a, **b, end=""); r = (yield); r = x if (n := 3) < 4 <= 5 else ~v @ m // 2 ** 3
    for i, (j, *l) in x: continue
    else: break
    while not x and y or z: pass
    try: pass
    except (A, B) as error: raise X from error
    finally: pass
    return {i for i in x}, {i: j for i, j in x}, (i for i in x), await_
def matching(x):
    match x:
        case None | True | 1 | "s" | -1 | 1 + 2j: pass
        case {"a": [1, *rest], **kw}: pass
        case P(x=1, y=[_, z]) as q if z: pass
    try: pass
    except* ValueError as error: raise
class Class(Base, metaclass=Meta):
    "doc"
    field: int = 3
    @property
    @shloka(3)
    def method(self): ...
'''

OTHER_PYTHONS = [
    python
    for version in ("3.11.7", "3.12.1", "3.13.0", "3.14.0")
    if (python := Path.home() / f".pyenv/versions/{version}/bin/python").exists()
]


def of(text: str) -> str:
    """Return the fingerprint of the last statement of a text."""
    return fingerprint_of(ast.parse(text).body[-1])


@pytest.mark.parametrize("change", SAME)
def test_survives_what_does_not_run(change: str) -> None:
    """Comments, docstrings, layout, place and the mark leave the fingerprint as it is."""
    assert SAME[change] != BASE
    assert of(SAME[change]) == of(BASE)


@pytest.mark.parametrize("change", OTHER)
def test_sees_what_runs(change: str) -> None:
    """Any change to what runs changes the fingerprint."""
    assert of(OTHER[change]) != of(BASE)


def test_docstrings_and_marks_of_methods_are_left_out() -> None:
    """What holds for a function holds for the methods of a class."""
    bare = "class A:\n    def f(self): return 1\n"
    assert of(bare) == of(
        'class A:\n    "doc"\n    @shloka(1)\n    def f(self):\n        "doc"\n        return 1\n'
    )


def test_has_the_form_that_records_keep() -> None:
    """A fingerprint is the scheme and 16 hexadecimal digits, and this one is pinned for v1."""
    assert of("def f(x: int) -> int:\n    return x + 1\n") == "v1:ea8d86d187db53f0"


@pytest.mark.parametrize("python", OTHER_PYTHONS, ids=lambda python: python.parts[-3])
def test_is_alike_on_every_python(python: Path) -> None:
    """Another Python version gives the same fingerprints, f-strings and patterns included."""
    script = (
        "import ast, json, runpy, sys;"
        "of = runpy.run_path(sys.argv[1])['fingerprint_of'];"
        "print(json.dumps([of(node) for node in ast.parse(json.load(sys.stdin)).body]))"
    )
    done = subprocess.run(
        [python, "-W", "ignore", "-c", script, fingerprint.__file__],
        input=json.dumps(EVERY_SYNTAX),
        capture_output=True,
        text=True,
        check=True,
    )
    assert json.loads(done.stdout) == [fingerprint_of(n) for n in ast.parse(EVERY_SYNTAX).body]


def test_some_other_python_was_tried() -> None:
    """The comparison above is not empty where other interpreters are installed."""
    if not OTHER_PYTHONS:
        pytest.skip(f"no other interpreter than {sys.version_info[:2]} is installed with pyenv")
    assert any(sys.version.split()[0] != python.parts[-3] for python in OTHER_PYTHONS)
