"""The page on editors: what it tells one to paste can be read, and starts the server."""

import json
import re
import tomllib
from pathlib import Path
from typing import Any

from lsprotocol import types

from dhyana.cli.lsp.server import server

PAGE = (Path(__file__).parents[2] / "docs" / "editors.md").read_text("utf-8")


def blocks(language: str) -> list[str]:
    """Give the code blocks of a language, in order."""
    return re.findall(rf"^```{language}\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


def test_json_for_vs_code_and_zed() -> None:
    """Both settings are JSON; that of VS Code starts the server for every kind of file."""
    code, zed = map(json.loads, blocks("json"))
    assert [code["glspc.server.command"], *code["glspc.server.commandArguments"]] == [
        "dhyana",
        "lsp",
    ]
    assert code["glspc.server.languageId"] == ["yaml", "plaintext", "markdown", "python"]
    assert all("dhyana" in each["language_servers"] for each in zed["languages"].values())


def test_toml_for_helix_and_zed() -> None:
    """Helix's languages all name the server that is defined; Zed's extension names it, too."""
    helix, extension, cargo = map(tomllib.loads, blocks("toml"))
    defined: dict[str, Any] = helix["language-server"]["dhyana"]
    assert [defined["command"], *defined["args"]] == ["dhyana", "lsp"]
    assert all("dhyana" in each["language-servers"] for each in helix["language"])
    assert {each["name"] for each in helix["language"]} == {"yaml", "markdown", "python", "text"}
    assert extension["language_servers"]["dhyana"]["languages"]
    assert cargo["lib"]["crate-type"] == ["cdylib"]
    assert extension["version"] == cargo["package"]["version"]


def test_lua_starts_the_server() -> None:
    """Both ways of starting a server in Neovim start this one, for the same files."""
    newer, older = blocks("lua")
    kinds = '{ "yaml", "text", "markdown", "python" }'
    assert '{ "dhyana", "lsp" }' in newer
    assert '{ "dhyana", "lsp" }' in older
    assert kinds in newer
    assert kinds in older


def test_what_the_table_promises_is_there() -> None:
    """Every feature in the table of the page is one that the server has."""
    promised = {
        "diagnostics": types.TEXT_DOCUMENT_DIAGNOSTIC,
        "hover": types.TEXT_DOCUMENT_HOVER,
        "go to definition": types.TEXT_DOCUMENT_DEFINITION,
        "references, links": types.TEXT_DOCUMENT_REFERENCES,
        "code actions": types.TEXT_DOCUMENT_CODE_ACTION,
        "completion": types.TEXT_DOCUMENT_COMPLETION,
        "outline, inlay hints": types.TEXT_DOCUMENT_INLAY_HINT,
    }
    assert re.findall(r"^\| ([a-z ,]+) \|", PAGE, re.MULTILINE)[1:] == list(promised)
    assert set(promised.values()) <= server.protocol.fm.features.keys()
