"""A spinner on standard error while something takes seconds, where a person is looking."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def busy(message: str) -> Iterator[None]:
    """Show `message` beside a spinner until the block ends, then wipe it off.

    Nothing is written when standard error is no terminal, or a dumb one, so that logs and
    pipes stay clean; the results themselves go to standard output after the block.
    """
    if not sys.stderr.isatty():
        yield
        return
    # 50 ms to import: nothing beside what is waited for, but too much for the reading commands.
    from rich.console import Console

    console = Console(stderr=True)
    if console.is_dumb_terminal:
        yield
        return
    with console.status(message):
        yield
