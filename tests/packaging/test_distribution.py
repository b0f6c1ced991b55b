"""Wheel and source distribution hold what the installed program reads."""

import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def distributions(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build both from a copy, so that nothing is left in the checkout."""
    tree = tmp_path_factory.mktemp("tree") / "dhyana"
    unwanted = shutil.ignore_patterns(".git", ".venv*", "*.egg-info", ".*_cache", "__pycache__")
    shutil.copytree(ROOT, tree, symlinks=True, ignore=unwanted)
    out = tree / "dist"
    command = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(out), str(tree)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return out


def names_in(distributions: Path, kind: str) -> list[str]:
    """Names of the files in the wheel or the sdist."""
    [path] = distributions.glob(f"*.{kind}")
    if kind == "whl":
        with zipfile.ZipFile(path) as wheel:
            return wheel.namelist()
    with tarfile.open(path) as sdist:
        return sdist.getnames()


@pytest.mark.parametrize("kind", ["whl", "tar.gz"])
def test_all_records_are_in(distributions: Path, kind: str) -> None:
    """Fifty verse records and the treatise are in each distribution, each once."""
    names = names_in(distributions, kind)
    assert sum("/verse-" in name and name.endswith(".yaml") for name in names) == 50
    assert sum(name.endswith("shlokas/treatise.yaml") for name in names) == 1


def test_wheel_has_every_module_and_data_file_once(distributions: Path) -> None:
    """Every module, grammar and data file of the four rooms is in the wheel at its place."""
    names = names_in(distributions, "whl")
    assert len(names) == len(set(names))
    expected = {f"dhyana/{path.relative_to(ROOT / 'dhyana')}" for path in modules(ROOT / "dhyana")}
    for room in ("cli", "grammar", "shlokas"):
        expected |= {f"dhyana/{room}/{p.relative_to(ROOT / room)}" for p in modules(ROOT / room)}
    assert expected <= set(names), sorted(expected - set(names))
    assert "dhyana/py.typed" in names


def modules(folder: Path) -> list[Path]:
    """Code and data files of a room; `rglob` does not enter the symlinked rooms."""
    kinds = {".py", ".lark", ".yaml", ".tsv", ".json", ".typed"}
    kinds |= {".ttf", ".typ", ".xhtml", ".opf", ".ncx", ".html", ".css", ".js"}
    return [path for path in folder.rglob("*") if path.suffix in kinds]
