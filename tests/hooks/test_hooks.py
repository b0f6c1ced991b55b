"""What this repository offers to others: the pre-commit hook, the GitHub Action, the example."""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "docs/examples/gate"
BIN = Path(sys.executable).parent
BAD = "ātmajaṃ janayati sā kausalyā raghunandanam |\n"

Run = subprocess.CompletedProcess[str]


def run(*command: str | Path, cwd: Path, **environment: str) -> Run:
    """Run a command of this environment in a folder, with git as nobody in particular."""
    path = f"{BIN}{os.pathsep}{os.environ['PATH']}"
    identity = {
        f"GIT_{who}_{what}": "x@example.org"
        for who in ("AUTHOR", "COMMITTER")
        for what in ("NAME", "EMAIL")
    }
    clean = {k: v for k, v in os.environ.items() if not k.startswith("GIT_")}
    return subprocess.run(
        list(map(str, command)),
        cwd=cwd,
        env=clean | identity | {"PATH": path} | environment,
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=120,
    )


def repository(folder: Path) -> Path:
    """Make a git repository of what is in a folder."""
    for command in (
        ["init", "-q", "-b", "main"],
        ["add", "-A"],
        ["commit", "-qm", "all"],
        ["tag", "v1"],
    ):
        done = run("git", *command, cwd=folder)
        assert done.returncode == 0, done.stderr
    return folder


@pytest.fixture
def example(tmp_path: Path) -> Path:
    """Copy the example repository."""
    return Path(shutil.copytree(EXAMPLE, tmp_path / "example"))


def test_hooks_follow_their_schema() -> None:
    """pre-commit itself accepts the manifest, and the configuration of the example."""
    for command, file in (
        ("validate-manifest", ROOT / ".pre-commit-hooks.yaml"),
        ("validate-config", EXAMPLE / ".pre-commit-config.yaml"),
    ):
        done = run("pre-commit", command, file, cwd=ROOT)
        assert done.returncode == 0, done.stdout + done.stderr


def test_action_follows_its_schema() -> None:
    """The action and the workflow of the example are what GitHub's schemas allow."""
    for schema, file in (
        ("vendor.github-actions", ROOT / "action.yml"),
        ("vendor.github-workflows", EXAMPLE / ".github/workflows/metre.yml"),
    ):
        done = run("check-jsonschema", "--builtin-schema", schema, file, cwd=ROOT)
        assert done.returncode == 0, done.stdout + done.stderr


def test_example_is_clean_and_says_so_of_a_new_fault(example: Path) -> None:
    """The example passes its own gate; a bad verse in it fails the gate at its place."""
    assert run("dhyana", "lint", cwd=example).returncode == 0
    (example / "poems/new.txt").write_text(f"\n{BAD}", "utf-8")
    done = run("dhyana", "lint", cwd=example)
    assert done.returncode == 1
    assert "poems/new.txt:2:9: CHA111 na-vipula-fourth-light: pāda a" in done.stdout


def test_hook_stops_a_bad_commit(example: Path, tmp_path: Path) -> None:
    """In a scratch repository the hook lets good verse pass and stops a fault, without network."""
    provider = tmp_path / "provider"
    provider.mkdir()
    shutil.copy(ROOT / ".pre-commit-hooks.yaml", provider)
    repository(provider)
    config = yaml.safe_load((example / ".pre-commit-config.yaml").read_text("utf-8"))
    (hooks,) = config["repos"]
    hooks |= {"repo": str(provider), "rev": "v1"}
    # The hook's own environment would be built from a package index; this one has dhyana.
    hooks["hooks"][0]["language"] = "system"
    (example / ".pre-commit-config.yaml").write_text(yaml.safe_dump(config), "utf-8")
    repository(example)
    store = {"PRE_COMMIT_HOME": str(tmp_path / "store")}
    good = run("pre-commit", "run", "--all-files", cwd=example, **store)
    assert good.returncode == 0, good.stdout + good.stderr
    (example / "poems/new.txt").write_text(BAD, "utf-8")
    run("git", "add", "-A", cwd=example)
    bad = run("pre-commit", "run", cwd=example, **store)
    assert bad.returncode == 1
    assert "poems/new.txt:1:9: CHA111" in bad.stdout
    assert "README.md" not in bad.stdout


def action_step(inputs: dict[str, str]) -> tuple[str, dict[str, str]]:
    """Give the script of the action's last step, and its environment for some inputs."""
    action: dict[str, Any] = yaml.safe_load((ROOT / "action.yml").read_text("utf-8"))
    values = {name: item["default"] for name, item in action["inputs"].items()} | inputs
    step = action["runs"]["steps"][-1]
    environment = {
        name: values[expression.removeprefix("${{ inputs.").removesuffix(" }}")]
        for name, expression in step["env"].items()
    }
    return step["run"], environment


def act(folder: Path, **inputs: str) -> Run:
    """Run the action's last step as GitHub does."""
    script, environment = action_step(inputs)
    command = ("bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", script)
    return run(*command, cwd=folder, **environment)


def test_action_marks_findings_in_the_pull_request(example: Path) -> None:
    """In a scratch repository the action is silent on good verse and annotates a fault."""
    good = act(example)
    assert (good.returncode, good.stdout) == (0, "")
    (example / "poems/new.txt").write_text(BAD, "utf-8")
    bad = act(example)
    assert bad.returncode == 1
    assert bad.stdout.startswith("::error title=CHA111 na-vipula-fourth-light,file=poems/new.txt,")
    assert "line=1,col=9,endLine=1,endColumn=11::pāda a: syllable 4" in bad.stdout


def test_action_takes_paths_options_and_an_output_file(example: Path) -> None:
    """Inputs reach dhyana as words; nothing in them is run by the shell."""
    (example / "poems/new.txt").write_text(BAD, "utf-8")
    assert act(example, paths="README.md poems/gita.txt").returncode == 0
    done = act(example, args="--exit-zero", format="sarif", output="report.sarif")
    assert (done.returncode, done.stdout) == (0, "")
    assert '"ruleId": "CHA111"' in (example / "report.sarif").read_text("utf-8")
    attack = act(example, paths="$(touch broken) ; touch broken `touch broken`")
    assert attack.returncode == 2
    assert not (example / "broken").exists()
