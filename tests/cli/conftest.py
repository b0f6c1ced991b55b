"""What the tests of the reader share: a page that never changes, golden files, a terminal."""

import os
import pty
import struct
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from fcntl import ioctl
from pathlib import Path
from termios import TIOCSWINSZ

import pytest

from dhyana.cli.view.page import Page, Section, page_of
from dhyana.grammar.lipi.transliteration import Script
from dhyana.shlokas import load
from dhyana.shlokas.code import CodeSource
from dhyana.shlokas.evidence import (
    Environment,
    Evidence,
    Finding,
    MeasuredCode,
    Measurement,
    Relation,
)
from dhyana.shlokas.record import Claim, Verdict

GOLDEN = Path(__file__).with_name("golden")
DHYANA = [sys.executable, "-m", "dhyana"]

CODE = CodeSource(
    symbol="dhyana.attention.scale_scores",
    path="dhyana/attention.py",
    file=Path("dhyana/attention.py"),
    line=36,
    end_line=45,
    source='''\
@shloka(12)
def scale_scores(scores: Tensor, head_dim: int) -> Tensor:
    """Divide scores [..., T, S] by √E.

    *saṃkhyāyā mūlabhāgena vibhāgaḥ kriyate tataḥ* — a dot product of E independent terms of
    unit variance has variance E, so the quotient has variance 1 whatever the head dim.
    """
    if head_dim < 1:
        raise ValueError(f"expected a head dim of at least 1, found {head_dim}")
    return scores / math.sqrt(head_dim)''',
    signature="def scale_scores(scores: Tensor, head_dim: int) -> Tensor",
)
CLAIMS = (
    Claim("Large dot products saturate softmax.", Verdict.HOLDS),
    Claim("Scaling keeps the variance at 1.", Verdict.QUALIFIED, "for independent q and k"),
)
EVIDENCE = Evidence(
    verse=12,
    experiment=MeasuredCode("dhyana.pramana.canto_03.measure_scaling", "v1:0123456789abcdef"),
    code=(MeasuredCode(CODE.symbol, "v1:0123456789abcdef"),),
    environment=Environment("3.11.7", "2.13.0", "cpu", "float32", 0, quick=False),
    claims=(
        Finding(
            CLAIMS[0].text,
            Verdict.HOLDS,
            (Measurement("largest weight", 0.9566, Relation.AT_LEAST, 0.9),),
        ),
        Finding(
            CLAIMS[1].text,
            Verdict.QUALIFIED,
            (
                Measurement("variance", 0.9843, Relation.NEAR, 1, 0.1, condition="d_k = 64"),
                Measurement("variance", 81.38, Relation.NEAR, 1, 0.1, beyond=True),
            ),
        ),
    ),
)


@pytest.fixture
def page_in() -> Callable[[Script], Page]:
    """Give the page of verse 12 in a script, with code, claims and evidence that never change."""

    def page_in(script: Script) -> Page:
        treatise = load()
        page = page_of(treatise.edition, treatise.verse(12), script, [Section.VERSE, Section.METRE])
        record = replace(page.record, claims=CLAIMS)
        return replace(page, record=record, code=[CODE], evidence=EVIDENCE, outdated=())

    return page_in


@pytest.fixture
def page(page_in: Callable[[Script], Page]) -> Page:
    """Give that page in Devanagari."""
    return page_in(Script.DEVANAGARI)


@pytest.fixture
def golden() -> Callable[[str, str], None]:
    """Compare text with a golden file; with DHYANA_GOLDEN=write in the environment, write it."""

    def golden(name: str, text: str) -> None:
        path = GOLDEN / name
        if os.environ.get("DHYANA_GOLDEN") == "write":
            path.write_text(text, encoding="utf-8")
        assert text == path.read_text(encoding="utf-8")

    return golden


@pytest.fixture
def piped() -> Callable[..., subprocess.CompletedProcess[str]]:
    """Run `dhyana` in a process of its own, with its output in pipes."""

    def piped(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
        inherited = {k: v for k, v in os.environ.items() if k not in ("FORCE_COLOR", "COLUMNS")}
        return subprocess.run(
            [*DHYANA, *arguments],
            capture_output=True,
            encoding="utf-8",
            env=inherited | environment,
            check=False,
            timeout=60,
        )

    return piped


@pytest.fixture
def on_terminal() -> Callable[..., str]:
    """Run `dhyana` on a pseudo-terminal of a given width and return what it wrote there."""

    def on_terminal(*arguments: str, width: int = 120, **environment: str) -> str:
        ours, theirs = pty.openpty()
        ioctl(theirs, TIOCSWINSZ, struct.pack("HHHH", 50, width, 0, 0))
        inherited = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "COLUMNS")}
        process = subprocess.Popen(
            [*DHYANA, *arguments],
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            env=inherited | {"TERM": "xterm-256color"} | environment,
        )
        os.close(theirs)
        written = b""
        with suppress(OSError):  # which is how Linux ends the output of a terminal
            while part := os.read(ours, 65536):
                written += part
        os.close(ours)
        process.wait()
        return written.decode().replace("\r\n", "\n")

    return on_terminal
