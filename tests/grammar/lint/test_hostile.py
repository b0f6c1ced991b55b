"""A hostile folder: findings or clear errors, in bounded time and memory, and nothing is run."""

import json
import os
import resource
import subprocess
import sys
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from dhyana.grammar.lint.reporters import Format

SECONDS, MEMORY = 60, 1 << 31
"""CPU seconds and bytes of address space that linting one hostile file may take."""

ESCAPE, HTML = "\x1b[31m", "<script>alert(1)</script>"

RECORD = """\
number: 1
verse: |
  {verse}
padaccheda: |
  {padaccheda}
anvaya: |
  {anvaya}
translation: |
  {translation}
morphology:
  - form: '{form}'
    category: '{category}'
    description: '{description}'
commentary: |
  {commentary}
"""
FIELDS = ("verse", "padaccheda", "anvaya", "translation", "form", "category", "description",
          "commentary")  # fmt: skip


def record(default: str = "रामः", more: str = "", **fields: str) -> str:
    """Write a complete record with the same text in every field but those given."""
    return RECORD.format(**dict.fromkeys(FIELDS, default) | fields) + more


def bomb() -> str:
    """Write aliases of aliases: ten to the power of nine nodes when they are followed."""
    lines = ["a: &a [x, x, x, x, x, x, x, x, x, x]"]
    lines += [f"{b}: &{b} [{', '.join([f'*{a}'] * 10)}]" for a, b in pairwise("abcdefghi")]
    return "\n".join([*lines, "verse: *i"])


def linked(*symbols: str) -> str:
    """Write links to code."""
    return "code:\n" + "".join(f"  - symbol: '{symbol}'\n" for symbol in symbols)


LONG = 1_000_000

HOSTILE: dict[str, Callable[[], str | bytes]] = {
    "bomb.yaml": bomb,
    "deep.yaml": lambda: "verse: " + "[" * 100_000,
    "deep-mapping.yaml": lambda: "\n".join(" " * n + "a:" for n in range(1_000)),
    "merged.yaml": lambda: "a: &a {b: *a}\nverse: *a\n",
    "tag.yaml": lambda: "verse: !!python/object/apply:os.system ['touch RAN']\n",
    "tag-new.yaml": lambda: "!!python/object/new:subprocess.Popen [['touch', 'RAN']]\n",
    "keys.yaml": lambda: "verse: |\n  रामः ॥\n" + "".join(f"k{n}: {n}\n" for n in range(10_000)),
    "twice.yaml": lambda: "verse: रामः ॥\n" * 10_000,
    "many.yaml": lambda: "verses:\n" + "  - रामः गच्छति ॥\n" * 1_000,
    "symbols.yaml": lambda: record(
        more=linked("os.system", "__import__", "dhyana.__class__", "dhyana.cli.app.main",
                    "dhyana.attention.__import__", "dhyana.os.system", "dhyana." + "a." * 9_000)
    ),
    "paths.yaml": lambda: record(
        more=linked("../../etc/passwd", "dhyana/../../../etc/passwd", "file:///etc/passwd")
        + "apparatus:\n  - kind: repair\n    reason: x\n    edits:\n"
        "      - {field: '../../etc/passwd', reading: a, correction: b}\n"
    ),
    "edits.yaml": lambda: record(
        more="apparatus:\n  - kind: conjecture\n    reason: x\n    edits:\n"
        + "      - {field: verse, reading: 'राम', correction: 'रामरामरामराम'}\n" * 300
    ),
    "markup.yaml": lambda: record(HTML),
    "escapes.yaml": lambda: record("रामः").replace("'रामः'", '"\\x1b[31mरामः\\a\\x9b2J"'),
    "directions.yaml": lambda: record("\u202eरामः\u2066 \u200bगच्छति\ufeff"),
    "numbers.yaml": lambda: f"number: {'9' * 5_000}\nverse: रामः ॥\n",
    "nan.yaml": lambda: "number: .nan\nverse: 1e999\n",
    "binary.txt": lambda: bytes(range(256)) * 4_000,
    "binary.yaml": lambda: bytes(range(256)) * 400,
    "null.yaml": lambda: b"verse: \x00\n",
    "utf16.yaml": lambda: "verse: रामः ॥".encode("utf-16"),
    "zip.yaml": lambda: b"PK\x03\x04" + bytes(10_000),
    "verse.yaml": lambda: f"verse: {'ka' * (LONG // 2 - 100)}\n",
    "verse.txt": lambda: "रा" * (LONG // 7),
    "verse.jsonl": lambda: json.dumps({"text": "राम " * (LONG // 30)}, ensure_ascii=False),
    "nested.jsonl": lambda: "[" * LONG,
    "dollars.yaml": lambda: record(commentary="$" * 100_001),
    "braces.yaml": lambda: record(commentary="${" + "{" * 200_000 + "$"),
    "closing.yaml": lambda: record(commentary="$" + "}" * 200_000 + "$"),
    "product.yaml": lambda: record(commentary="$" + "a" * 600_000 + "$"),
    "formulas.yaml": lambda: record(commentary="$a}$ " * 40_000),
    "scripts.yaml": lambda: record(commentary="$" + "x^2^" * 60_000 + "$"),
    "doubled.yaml": lambda: record(commentary="the " * 60_000),
    "letters.yaml": lambda: record(commentary="a" * 500_000),
    "spaces.yaml": lambda: record(commentary="a" + " " * 500_000 + "b"),
    "named.yaml": lambda: record(commentary="ṁ ṃ " * 40_000 + "organise organize " * 5_000),
    "marked.yaml": lambda: record(commentary="a\u200e" * 100_000 + "\u05d0"),
    "mixed.yaml": lambda: record("पরि" * 2_000),
    "words.yaml": lambda: record("च " * 10_000),
    "compound.yaml": lambda: record("-".join(["राम"] * 10_000)),
    "label.yaml": lambda: record(category="सुबन्तरूपम् (" * 10_000),
    "brackets.yaml": lambda: record(anvaya="(" * 100_000),
    "joiners.yaml": lambda: record("क\u200d" * 30_000),
    "marks.yaml": lambda: record("क" + "\u0901" * 60_000),
    "dandas.yaml": lambda: record("।" * 100_000),
    "hash.txt": lambda: "# dhyana: ignore " + "CHA101," * 50_000,
}  # fmt: skip


def linted(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Lint a folder in a process of its own, with a limit on time and memory."""

    def limited() -> None:
        resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))

    return subprocess.run(
        [sys.executable, "-m", "dhyana", "lint", *arguments],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=5 * SECONDS,
        preexec_fn=limited,
        check=False,
    )


def in_order(result: subprocess.CompletedProcess[str], folder: Path) -> None:
    """Assert that a run ended as one should: nothing was run, shown or broken."""
    assert result.returncode in (0, 1, 2), result.stderr[-2_000:]
    assert "Traceback" not in result.stderr
    for shown in (result.stdout, result.stderr):
        assert "\x1b" not in shown
        assert "\x9b" not in shown
        assert "\u202e" not in shown
        assert "root:" not in shown
    assert not (folder / "RAN").exists()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make a folder of hostile files, with loops of links, links out of it, and a pipe."""
    made = tmp_path_factory.mktemp("hostile")
    for name, content in HOSTILE.items():
        written = content()
        (made / name).write_bytes(written if isinstance(written, bytes) else written.encode())
    (made / "loop").symlink_to(made)
    (made / "self.yaml").symlink_to(made / "self.yaml")
    (made / "passwd.yaml").symlink_to("/etc/passwd")
    (made / "zero.txt").symlink_to("/dev/zero")
    os.mkfifo(made / "pipe.txt")
    (made / f"{ESCAPE}{HTML.replace('/', '')}.txt").write_text("रामः\x07\n", "utf-8")
    (made / "fine.yaml").write_text("verse: |\n  रामः ॥\n", "utf-8")
    return made


def test_a_hostile_folder_is_read_in_order(folder: Path) -> None:
    """Findings and clear errors, no terminal steered, no code or command run."""
    result = linted(folder, ".")
    in_order(result, folder)
    assert result.returncode == 2
    told = result.stdout + result.stderr
    broken = {"bomb.yaml", "deep.yaml", "tag.yaml", "symbols.yaml", "binary.txt", "utf16.yaml",
              "self.yaml"}  # fmt: skip
    assert [name for name in broken if name not in told] == []
    assert len(told) < 4_000_000


@pytest.mark.parametrize("form", Format)
def test_every_format_shows_it_as_text(folder: Path, form: Format) -> None:
    """Markup and escapes in words and names stay text in each of the formats."""
    named = next(path.name for path in folder.iterdir() if ESCAPE in path.name)
    result = linted(folder, "markup.yaml", "fine.yaml", named, "--format", form)
    in_order(result, folder)
    if form in ("json", "sarif", "gitlab"):
        json.loads(result.stdout)
    if form == "junit":
        assert HTML not in result.stdout
        ET.fromstring(result.stdout)
