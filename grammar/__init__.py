"""Scansion and metre: what a verse weighs, which metre it is in, what is wrong with it.

>>> from dhyana.grammar import identify, scan
>>> scan("dharmakṣetre kurukṣetre").weights
'gggglggg'
>>> identify("rāmo rājā daśarathas ayodhyāyāṃ purā kila").meter
'anuṣṭubh'

Everything is imported when it is asked for; importing this package costs nothing.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from dhyana.grammar.corpus.columns import identify_batch
    from dhyana.grammar.corpus.weights import batch_weights
    from dhyana.grammar.meter import identify
    from dhyana.grammar.scansion import scan
    from dhyana.grammar.stanza import iter_verses, split_verses

__all__ = ["batch_weights", "identify", "identify_batch", "iter_verses", "scan", "split_verses"]

_HOMES = {
    "batch_weights": "corpus.weights",
    "identify": "meter",
    "identify_batch": "corpus.columns",
    "iter_verses": "stanza",
    "scan": "scansion",
    "split_verses": "stanza",
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    globals()[name] = value
    return value
