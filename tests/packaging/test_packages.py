"""The package list of pyproject.toml, which setuptools cannot check, matches the tree."""

import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[2]
ROOMS = ("cli", "grammar", "shlokas")


def test_every_package_of_the_tree_is_listed() -> None:
    """A subpackage that is not listed would be dropped from the wheel in silence."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    rooms = {ROOT / "dhyana": "dhyana"} | {ROOT / room: f"dhyana.{room}" for room in ROOMS}
    found = set()
    for folder, package in rooms.items():
        for init in folder.rglob("__init__.py"):  # does not enter the symlinked rooms
            found.add(".".join([package, *init.parent.relative_to(folder).parts]))
    assert sorted(project["tool"]["setuptools"]["packages"]) == sorted(found)


def test_rooms_are_linked_into_the_package() -> None:
    """Type checkers and editors find the rooms inside the package by relative symlinks."""
    for room in ROOMS:
        link = ROOT / "dhyana" / room
        assert link.is_symlink()
        assert str(link.readlink()) == f"../{room}"
