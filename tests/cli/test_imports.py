"""What the reading commands import: nothing that they do not need, and never torch."""

import subprocess
import sys

import pytest

from dhyana.cli.app import COMMANDS

READING = [
    ["--help"],
    ["--version"],
    *([name, "--help"] for name in COMMANDS),
    ["verse", "12"],
    ["verse", "11-15", "--format", "markdown"],
    ["verse", "--canto", "3", "--format", "json"],
    ["verse", "12", "--script", "slp1"],
    ["list"],
    ["list", "--lexicon", "--script", "iast"],
    ["search", "santi"],
]
HEAVY = {"torch", "numpy", "lark", "indic_transliteration", "ruamel", "rich", "pygments", "vidyut"}

SCRIPT = """
import sys
for name in {blocked!r}:
    sys.modules[name] = None  # importing it raises ModuleNotFoundError, as if it were not installed
sys.argv = {argv!r}
from dhyana.cli.app import main
try:
    main()
except SystemExit as ended:
    imported = {{name.partition(".")[0] for name, module in sys.modules.items() if module}}
    print(ended.code, *imported, file=sys.stderr)
"""


def run(arguments: list[str], blocked: list[str]) -> tuple[int, set[str], str]:
    """Run a command without some packages: exit code, top-level modules imported, output."""
    script = SCRIPT.format(blocked=blocked, argv=["dhyana", *arguments])
    result = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, encoding="utf-8", check=True
    )
    code, *modules = result.stderr.splitlines()[-1].split()
    return int(code), set(modules), result.stdout


@pytest.mark.parametrize("arguments", READING, ids=" ".join)
def test_reading_imports_nothing_heavy(arguments: list[str]) -> None:
    """Neither torch nor any other heavy package is imported by a reading command in a pipe."""
    code, modules, output = run(arguments, blocked=[])
    assert code == 0
    assert output
    assert "dhyana" in modules
    assert modules & HEAVY == set()


@pytest.mark.parametrize("arguments", READING, ids=" ".join)
def test_reading_works_without_torch(arguments: list[str]) -> None:
    """Where the model's packages are not installed, every reading command works all the same."""
    code, _, output = run(arguments, blocked=["torch", "safetensors"])
    assert code == 0
    assert output


def test_only_another_script_imports_the_library() -> None:
    """The transliteration library is imported for the scripts that need it, and for no other."""
    _, modules, output = run(["verse", "12", "--script", "telugu"], blocked=[])
    assert "indic_transliteration" in modules
    assert "సంఖ్యాయా" in output


def test_verse_without_records_loads_no_rule_of_the_code() -> None:
    """Linting a text asks nothing of the records and the code: such rules are not even loaded."""
    script = (
        "import sys; sys.argv = ['dhyana', 'lint', '-']\n"
        "from dhyana.cli.app import main\n"
        "try: main()\n"
        "except SystemExit: print(*sys.modules)"
    )
    given = "dharmakṣetre kurukṣetre samavetā yuyutsavaḥ ॥"
    modules = subprocess.check_output([sys.executable, "-c", script], input=given, text=True)
    assert "0 errors, 0 warnings in 1 verse" in modules
    assert "dhyana.grammar.lint.rules.sutra" not in modules


def test_a_command_does_not_import_the_others() -> None:
    """Each command is imported when it is used, whatever others there are."""
    script = (
        "import sys; sys.argv = ['dhyana', 'list']\n"
        "from dhyana.cli.app import main\n"
        "try: main()\n"
        "except SystemExit: print(*[m for m in sys.modules if m.startswith('dhyana.cli.')])"
    )
    output = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, encoding="utf-8", check=True
    ).stdout
    imported = set(output.splitlines()[-1].split())
    assert "dhyana.cli.listing" in imported
    assert imported.isdisjoint({"dhyana.cli.verse", "dhyana.cli.search", "dhyana.cli.run"})
