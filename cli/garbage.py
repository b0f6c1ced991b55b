"""Collecting garbage rarely, where nearly all that is made is used or freed at once."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager

MANY_OBJECTS = 200_000


def collect_rarely() -> None:
    """Look for garbage in cycles only when so many more objects have been made than freed."""
    gc.set_threshold(MANY_OBJECTS, *gc.get_threshold()[1:])


@contextmanager
def few_collections() -> Iterator[None]:
    """Collect garbage rarely for a while."""
    before = gc.get_threshold()
    collect_rarely()
    try:
        yield
    finally:
        gc.set_threshold(*before)
