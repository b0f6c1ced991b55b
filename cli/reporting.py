"""Reports on chunks of verse, made here or in other processes, and what they add up to."""

import json
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import partial
from pathlib import Path
from signal import SIG_IGN, SIGINT, signal
from typing import TYPE_CHECKING, Any, NamedTuple

from dhyana.cli.garbage import collect_rarely, few_collections
from dhyana.cli.view.metre import verse_report
from dhyana.cli.view.terminal import Terminal
from dhyana.grammar.corpus.templates import Item
from dhyana.grammar.corpus.weights import CHUNK
from dhyana.grammar.examination import Measure, examine
from dhyana.grammar.lint.diagnostic import Severity
from dhyana.grammar.lint.engine import located
from dhyana.grammar.lint.inputs import Document
from dhyana.grammar.lint.json_lines import json_verse, line_blocks
from dhyana.grammar.lint.passage import Passage
from dhyana.grammar.lint.places import position
from dhyana.grammar.report import MeterReport
from dhyana.grammar.verdicts import verdict_object
from dhyana.shlokas.faults import Fault, RecordError

if TYPE_CHECKING:
    from concurrent.futures import Future

    from dhyana.grammar.corpus.templates import Line, Said

_MANY = 16
"""So many verses are worth loading numpy for."""

_MOST = 2 * CHUNK
"""More verses than this are not worked on at once; a block of JSON lines has about as many."""


class Format(StrEnum):
    """How reports are written."""

    TEXT = "text"
    JSON = "json"
    JSONL = "jsonl"


@dataclass(frozen=True, slots=True)
class Form:
    """What is written: all verses, only faulty ones (`quiet`), or none (`silent`)."""

    format: Format
    quiet: bool = False
    silent: bool = False


class Chunk(NamedTuple):
    """Verses of one file: passages, or lines of JSON with the number of the first."""

    path: str
    passages: Sequence[Passage]
    lines: bytes = b""
    number: int = 1


@dataclass(slots=True)
class Tally:
    """What was found: verses, those with errors and with warnings, and how often each thing."""

    verses: int = 0
    failed: int = 0
    warned: int = 0
    broken: int = 0
    metres: Counter[tuple[str | None, str]] = field(default_factory=Counter)
    codes: Counter[str] = field(default_factory=Counter)

    def note(self, report: MeterReport) -> None:
        """Count one verse."""
        severities = {fault.severity for fault in report.faults}
        self.verses += 1
        self.failed += Severity.ERROR in severities
        self.warned += Severity.WARNING in severities
        self.metres[report.meter, report.verdict.value] += 1
        self.codes.update(fault.code for fault in report.faults)

    def note_many(self, verses: Iterable["Said"]) -> None:
        """Count verses by what is said of them."""
        for said, count in Counter(verses).items():
            self.verses += count
            self.failed += count * said.failed
            self.warned += count * said.warned
            self.metres[said.meter, said.verdict.value] += count
            for code in said.codes:
                self.codes[code] += count

    def add(self, other: "Tally") -> None:
        """Count what another process counted."""
        self.verses += other.verses
        self.failed += other.failed
        self.warned += other.warned
        self.broken += other.broken
        self.metres += other.metres
        self.codes += other.codes

    def exit_code(self, *, strict: bool) -> int:
        """0 nothing to report, 1 errors (or warnings, if strict), 2 broken input."""
        if self.broken:
            return 2
        return 1 if self.failed or (strict and self.warned) else 0

    def lines(self, output: Format) -> list[str]:
        """Write the counts, the most frequent first."""
        if output is not Format.TEXT:
            metres = [
                {"meter": meter, "verdict": verdict, "verses": count}
                for (meter, verdict), count in self.metres.most_common()
            ]
            counts = {"verses": self.verses, "metres": metres, "faults": dict(self.codes)}
            return [json.dumps(counts, ensure_ascii=False)]
        return [
            f"{self.verses:9}  verses",
            *(
                f"{count:9}  {meter or 'no metre'}: {verdict}"
                for (meter, verdict), count in self.metres.most_common()
            ),
            *(f"{count:9}  {code}" for code, count in self.codes.most_common()),
        ]


class Done(NamedTuple):
    """What became of a chunk: its reports as they are written, the counts, what is broken."""

    reports: str
    tally: Tally
    faults: list[Fault]


@dataclass(frozen=True, slots=True)
class Reporting:
    """Reports on a chunk, in any process."""

    measure: Measure
    form: Form
    terminal: Terminal

    def __call__(self, chunk: Chunk) -> Done:
        """Examine the verses of a chunk."""
        faults: list[Fault] = []
        items = [*_of_passages(chunk), *_of_lines(chunk, faults)]
        passages: Sequence[Passage | None] = chunk.passages or [None] * len(items)
        tally = Tally(broken=len(faults))
        reports: list[str] = []
        for start in range(0, len(items), _MOST):
            part = slice(start, start + _MOST)
            self._report(items[part], passages[part], chunk.path, reports, tally)
        between = ",\n" if self.form.format is Format.JSON else "\n"
        return Done(between.join(reports), tally, faults)

    def _report(
        self,
        items: Sequence[Item],
        passages: Sequence[Passage | None],
        path: str,
        reports: list[str],
        tally: Tally,
    ) -> None:
        drawn = self.form.format is Format.TEXT and not self.form.silent
        quick: list[Said] = []
        for item, passage, line in zip(items, passages, self._quickly(items), strict=True):
            if line is None or (line.said.codes and drawn):
                if report := self._examine(item, passage, path, tally):
                    reports.append(report)
                continue
            quick.append(line.said)
            if not self.form.silent and (line.said.codes or not self.form.quiet):
                reports.append(line.json)
        tally.note_many(quick)

    def _quickly(self, items: Sequence[Item]) -> Sequence["Line | None"]:
        """Write the verses of which arrays tell what to say, where no drawing is wanted."""
        drawn = self.form.format is Format.TEXT and not (self.form.quiet or self.form.silent)
        if drawn or self.measure.expect or len(items) < _MANY:
            return [None] * len(items)
        from dhyana.grammar.corpus.jsonl import verdict_lines

        return verdict_lines(items, self.measure.profile, self.measure.script)

    def _examine(self, item: Item, passage: Passage | None, path: str, tally: Tally) -> str:
        """Look at a verse by itself, and write what is wanted of it; what is in no file is JSON."""
        where = (path or None) if passage else None
        passage = passage or Passage(item.text, partial(position, item.text))
        scanned, report = examine(item.text, self.measure, meant=passage.meant)
        tally.note(report)
        if self.form.silent or (self.form.quiet and not report.faults):
            return ""
        if self.form.format is Format.TEXT:
            return "\n".join([*verse_report(where, passage, scanned, report, self.terminal), ""])
        placed = placed_report(report, where, passage)
        return _json(verdict_object(placed, json.loads(item.identity)))


def _of_passages(chunk: Chunk) -> Iterator[Item]:
    path = _json(chunk.path or None)
    for passage in chunk.passages:
        yield Item(
            passage.text,
            _json(f"{chunk.path}:{passage.locate(0)[0]}" if chunk.path else None),
            passage.locate,
            path,
            _json(passage.verse),
            _json(passage.field),
            passage.meant,
        )


def _of_lines(chunk: Chunk, faults: list[Fault]) -> Iterator[Item]:
    """Read lines of JSON, those that are broken into `faults`; places are those in the verse."""
    path = Path(chunk.path)
    for number, line in enumerate(chunk.lines.split(b"\n"), chunk.number):
        if not line or line.isspace():
            continue
        verse = json_verse(line, number, path)
        if isinstance(verse, Fault):
            faults.append(verse)
        else:
            yield Item(verse["text"], _json(verse.get("id")))


_ENCODER = json.JSONEncoder(ensure_ascii=False, allow_nan=False)


def _json(value: Any) -> str:
    if value is None:
        return "null"
    return str(value) if type(value) is int else _ENCODER.encode(value)


def placed_report(report: MeterReport, path: str | None, passage: Passage) -> MeterReport:
    """Place the findings of a report in the file of the passage."""
    faults, notes = (
        tuple(located(diagnostic, path, passage) for diagnostic in diagnostics)
        for diagnostics in (report.faults, report.notes)
    )
    return replace(report, faults=faults, notes=notes)


def chunks(sources: Iterable[Document | Fault], form: Form, size: int) -> Iterator[Chunk | Fault]:
    """Gather verses in chunks, each of one file; errors come in their order.

    JSON lines stay as they are, in blocks of bytes, for whoever works on them to read; unless text
    is written, when a chunk has at most `size` verses, as it has of other files.
    """
    for source in sources:
        if isinstance(source, Fault):
            yield source
            continue
        try:
            if source.raw is not None and form.format is not Format.TEXT:
                with closing(source.raw()) as file:
                    for number, lines in line_blocks(file):
                        yield Chunk(source.path, (), lines, number)
            else:
                yield from _gathered(source, size)
        except RecordError as error:
            yield from error.faults


def _gathered(document: Document, size: int) -> Iterator[Chunk | Fault]:
    passages: list[Passage] = []
    try:
        for passage in document.passages:
            if isinstance(passage, Fault):
                yield passage
                continue
            if not passage.is_verse:
                continue
            passages.append(passage)
            if len(passages) == size:
                yield Chunk(document.path, passages)
                passages = []
    except RecordError:
        yield Chunk(document.path, passages)
        raise
    yield Chunk(document.path, passages)


def in_order(
    work: Callable[[Chunk], Done], tasks: Iterable[Chunk | Fault], jobs: int
) -> Iterator[Done]:
    """Do the work on all chunks, in so many processes, and give the results in order."""
    if jobs == 1:
        with few_collections():
            for task in tasks:
                yield _broken(task) if isinstance(task, Fault) else work(task)
        return
    from concurrent.futures import ProcessPoolExecutor

    with ProcessPoolExecutor(jobs, initializer=_begin) as pool:
        # Bounded: what is read ahead of the work would fill the memory.
        running: deque[Done | Future[Done]] = deque()
        for task in tasks:
            running.append(_broken(task) if isinstance(task, Fault) else pool.submit(work, task))
            if len(running) > 2 * jobs:
                yield _result(running.popleft())
        while running:
            yield _result(running.popleft())


def _begin() -> None:
    """Ignore Ctrl-C, which reaches every process of a terminal: the first one ends the others."""
    signal(SIGINT, SIG_IGN)
    collect_rarely()


def _result(running: "Done | Future[Done]") -> Done:
    return running if isinstance(running, Done) else running.result()


def _broken(fault: Fault) -> Done:
    return Done("", Tally(broken=1), [fault])
