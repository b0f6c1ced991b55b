"""A record in whose every field stands markup for somebody, through all three forms."""

import re
import shutil
import subprocess
import zipfile
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest
import yaml

from dhyana import shlokas
from dhyana.cli.handbook import site
from dhyana.cli.handbook.building import Form, build
from dhyana.cli.handbook.gathering import gather
from dhyana.cli.handbook.progress import silent
from dhyana.shlokas import load

ATTACK = (
    '#panic("typst") $x$ *b* `r` = h <l> @c <script>alert(1)</script><img src=x onerror=alert(1)> '
    "&amp; ]]> [a](javascript:alert(1)) {{ 7 * 7 }}"
)
TEXTS = ("verse", "padaccheda", "anvaya", "translation", "commentary")
OF_A_WORD = ("form", "category", "description")


class Block(yaml.SafeDumper):
    """Writes every text as a literal block, as records have it."""


Block.add_representer(
    str, lambda dumper, text: dumper.represent_scalar("tag:yaml.org,2002:str", text, style="|")
)


@pytest.fixture(scope="module")
def folders(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Build the three forms of such a verse."""
    out = tmp_path_factory.mktemp("hostile")
    texts = Path(shutil.copytree(Path(shlokas.__path__[0]), out / "texts"))
    path = texts / "canto-03" / "verse-012.yaml"
    record: dict[str, Any] = yaml.safe_load(path.read_text("utf-8"))
    for field in TEXTS:
        record[field] = record[field].replace("\n", f" {ATTACK}\n")
    for row in record["morphology"]:
        row |= {field: f"{row[field]} {ATTACK}" for field in OF_A_WORD}
    for claim in record["claims"]:
        claim["text"] += ATTACK
    record["waivers"] = [{"rule": "CHA103", "at": "pada a", "reason": ATTACK}]
    for entry in record["apparatus"]:
        entry["reason"] += ATTACK
    path.write_text(yaml.dump(record, Dumper=Block, allow_unicode=True), "utf-8")
    treatise = load(texts, "source")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(site, "write_fonts", lambda _characters, _folder: ())  # takes seconds
        book = gather(treatise, [treatise.verse(12)])
        return {folder.name: folder for folder in build(book, list(Form), out / "book", silent)}


def test_the_website_shows_it_as_text(folders: dict[str, Path]) -> None:
    """No script, image or link but our own, and the markup is there to read."""
    for path in folders["web"].glob("*.html"):
        html = path.read_text("utf-8")
        assert html.count("<script") == 4
        assert "<img" not in html
        assert not re.search(r'(?:href|src)="\s*javascript', html)
    verse = (folders["web"] / "verse-12.html").read_text("utf-8")
    assert verse.count("&lt;script&gt;alert(1)&lt;/script&gt;") > 50
    assert "{{ 7 * 7 }}" in verse


def test_the_epub_shows_it_as_text(folders: dict[str, Path]) -> None:
    """It is well formed and has no script, and the markup is there to read."""
    book = folders["epub"] / "dhyana.epub"
    with zipfile.ZipFile(book) as epub:
        (name,) = (name for name in epub.namelist() if name.endswith("verse-12.xhtml"))
        text = epub.read(name).decode()
    assert "<script" not in text
    assert text.count("&lt;script&gt;alert(1)&lt;/script&gt;") > 50
    ET.fromstring(text)


@pytest.mark.skipif(shutil.which("pdftotext") is None, reason="poppler is not installed")
def test_the_pdf_shows_it_as_text(folders: dict[str, Path]) -> None:
    """Typst has set the markup as words, and run none of it."""
    command = ["pdftotext", str(folders["pdf"] / "dhyana.pdf"), "-"]
    text = subprocess.run(command, capture_output=True, check=True, encoding="utf-8").stdout
    assert text.count("#panic") > 20
    assert "<script>" in text
