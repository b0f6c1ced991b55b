"""Install the built wheel without torch in a fresh environment, and use it from elsewhere.

    python tests/packaging/check_install.py dist

It needs a package index, so `just package` runs it and pytest does not. Exits with 1 and the
output of the first command that did not do what it must.
"""

import json
import subprocess
import sys
import tempfile
import venv
from pathlib import Path

ROOT = Path(__file__).parents[2]
INSTALL_TORCH = "pip install 'dhyana[model]'"


def main(dist: Path) -> None:
    """Run every reading command of the installed wheel, and one that needs torch."""
    [wheel] = dist.resolve().glob("*.whl")
    with tempfile.TemporaryDirectory() as folder:
        venv.create(folder, with_pip=True)
        bin_folder = Path(folder) / ("Scripts" if sys.platform == "win32" else "bin")
        constraints = str(ROOT / "constraints.txt")
        run([bin_folder / "python", "-m", "pip", "install", "-q", "-c", constraints, wheel], folder)
        dhyana = bin_folder / "dhyana"

        run(
            [
                bin_folder / "python",
                "-c",
                "import importlib.util as u; assert not u.find_spec('torch')",
            ],
            folder,
        )
        assert "0.1.0" in run([dhyana, "--version"], folder)
        verses = json.loads(run([dhyana, "verse", "1-50", "--format", "json"], folder))
        assert [verse["number"] for verse in verses] == list(range(1, 51))
        assert "scale_scores" in run([dhyana, "verse", "12"], folder)
        assert "śāntiṃ" in run([dhyana, "verse", "12"], folder)
        assert "12" in run([dhyana, "list"], folder)
        assert "शान्तिं" in run([dhyana, "search", "santi"], folder)
        assert "అ" in run([dhyana, "verse", "12", "--script", "telugu"], folder)
        assert INSTALL_TORCH in run([dhyana, "run", "12"], folder, expected=2)
    print(f"{wheel.name} installs and reads without torch")


def run(command: list[Path | str], folder: str, expected: int = 0) -> str:
    """Run a command away from the checkout; give back what it printed."""
    done = subprocess.run(
        [str(part) for part in command], cwd=folder, capture_output=True, text=True, check=False
    )
    output = done.stdout + done.stderr
    if done.returncode != expected:
        sys.exit(f"{command} exited with {done.returncode}, expected {expected}:\n{output}")
    return output


if __name__ == "__main__":
    main(Path(sys.argv[1]))
