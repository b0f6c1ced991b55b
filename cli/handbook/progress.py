"""How far a long piece of work has come, for whoever is watching."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

Progress = Callable[[str, int, int], None]
"""Told what is being done, how much of it is done, and how much there is."""


def silent(_message: str, _done: int, _total: int) -> None:
    """Report to nobody."""


@contextmanager
def progress_bar() -> Iterator[Progress]:
    """Give a progress bar on standard error, or silence where that is no terminal."""
    if not sys.stderr.isatty():
        yield silent
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (TextColumn("{task.description:<32}"), BarColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=None)
        yield lambda message, done, total: bar.update(
            task, description=message, completed=done, total=total
        )
