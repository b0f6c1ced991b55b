"""The metre beside a verse: looked up, and the same as worked out."""

import json
import subprocess
import sys
from dataclasses import replace

from dhyana.cli.view.verse_metre import COMPILED, compile_table, verse_metre
from dhyana.grammar import identify
from dhyana.grammar.lint.word_ends import word_ends
from dhyana.shlokas import load
from dhyana.shlokas.editions import Edition


def test_compiled_table_is_what_the_grammar_says() -> None:
    """The table is compiled from the records as they are; `just generate` writes it anew."""
    assert COMPILED.read_text("utf-8") == compile_table()


def test_every_verse_has_its_metre() -> None:
    """Weights, kinds, verdict and faults of each verse are those of `identify`."""
    for edition in Edition:
        for verse in load(edition=edition).verses:
            record = verse.record
            found = verse_metre(record)
            report = identify(record.verse, word_ends=word_ends(record))
            assert (found.meter, found.verdict) == (report.meter, report.verdict)
            assert [line.weights for line in found.lines] == [p.weights for p in report.padas]
            assert [line.variant for line in found.lines] == [p.kind for p in report.padas]
            assert [fault[:6] for fault in found.faults] == [f.code for f in report.faults]


def test_a_text_that_is_not_in_the_table_is_scanned() -> None:
    """An edited verse gets its metre, too, and its marks stand under its vowels."""
    edited = replace(load().verse(1).record, verse="rāmo rājā daśarathas / ayodhyāyāṃ purā kila")
    found = verse_metre(edited)
    assert found.lines[0].variant == "na-vipulā"
    assert found.lines[0].marks == " – –  – –  ⏑ ⏑ ⏑  –"


def test_looking_up_loads_no_scanner() -> None:
    """Showing a verse with its metre imports neither the scanner nor the identifier."""
    program = (
        "import sys; from dhyana.cli.app import app\n"
        "sys.argv[1:] = ['verse', '12', '--format', 'json']\n"
        "try: app()\nexcept SystemExit: pass\n"
        "heavy = ('dhyana.grammar.scansion', 'dhyana.grammar.meter', 'numpy', 'torch')\n"
        "print([name for name in heavy if name in sys.modules], file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, encoding="utf-8", check=True
    )
    assert done.stderr == "[]\n"
    (page,) = json.loads(done.stdout)
    assert page["metre"]["verdict"] == "exact"
    assert [line["variant"] for line in page["metre"]["lines"]] == ["pathyā", None, "pathyā", None]
