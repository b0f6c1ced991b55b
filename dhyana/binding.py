"""The `@shloka` mark, which ties a component to the verses it implements.

The mark only leaves a note on the function or class and returns the very same object, so that
it costs nothing when the code runs and neither `torch.compile` nor a debugger meets a wrapper.
The reader and the linter find marks in the source (`dhyana.shlokas.code.marked_symbols`)
without importing it; `verses_of` asks an object that is already there.

Every public function and class of the model either has a mark or stands, itself or its module, in
`WITHOUT_VERSE` with the reason why no verse speaks of it.
"""

from collections.abc import Callable, Mapping
from typing import Final, TypeVar

Component = TypeVar("Component", bound=Callable[..., object])

_MARK = "__shloka__"

WITHOUT_VERSE: Final[Mapping[str, str]] = {
    "dhyana.bench": "measures the model against others; no part of the Transformer",
    "dhyana.binding": "ties code to verses; no part of the Transformer",
    "dhyana.cache.Cache": "says what canto 9's caches have in common; each of them has its verse",
    "dhyana.cache.CountedCache": "the counting that caches of canto 9 share",
    "dhyana.cache.allocate": "takes the memory of canto 9's caches",
    "dhyana.cache.check_extension": "refuses a pass that brings no token",
    "dhyana.cache.check_rows": "refuses sequences that a cache does not have",
    "dhyana.cache.check_new": "refuses keys and values that do not fit a cache",
    "dhyana.compiling.CompiledDecoder": "what the compiling of verse 43 makes of a model",
    "dhyana.compiling.Prefix": "the cache of verse 42 as a compiled loop counts it",
    "dhyana.compiling.compile_options": "how the step is compiled whose speed verse 43 praises",
    "dhyana.device": "finds the machine's device and number format; no part of the Transformer",
    "dhyana.export": "writes the model for other programs; no part of the Transformer",
    "dhyana.feedforward.activation_of": "finds the bend of canto 7's network by its name",
    "dhyana.feedforward.Memory": "one entry of the memory that verse 33 reads off the weights",
    "dhyana.interop": "reads and writes other people's checkpoints; no part of the Transformer",
    "dhyana.kv_quantization.QuantizedTensor": "the format in which canto 9 keeps keys and values",
    "dhyana.llama": "reads and writes other people's settings; no part of the Transformer",
    "dhyana.packing.check_alike": "refuses layers that cannot be joined",
    "dhyana.paged.OutOfBlocksError": "an error; canto 9 has no word for a full memory",
    "dhyana.paged.Step": "what a pass through canto 9's blocks needs to know of them",
    "dhyana.parallel.leave": "ends the processes among which canto 10 divides the work",
    "dhyana.parallel.start": "starts the processes among which canto 10 divides the work",
    "dhyana.settings": "reads JSON of strangers; no part of the Transformer",
    "dhyana.shapes": "says what is wrong with a caller's tensors; no part of the Transformer",
    "dhyana.transformer.Config": "the sizes of the whole; the parts have the verses",
    "dhyana.transformer.preset": "sizes by name; the parts have the verses",
    "dhyana.transformer.attention_of": "builds canto 4's heads by the configuration",
    "dhyana.transformer.feed_forward_of": "builds canto 7's network by the configuration",
    "dhyana.transformer.norm_of": "builds canto 6's norm by the configuration",
    "dhyana.writers": "what canto 8's functions ask of a model",
}
"""Why a public component, or all of a module, has no verse; read by the linter, not at run time."""


def shloka(*verses: int) -> Callable[[Component], Component]:
    """Mark a function or class as what the given verses describe.

    >>> @shloka(12)
    ... def scale(score: float, head_dim: int) -> float:
    ...     return score / head_dim**0.5
    >>> verses_of(scale)
    (12,)

    Raises TypeError for a mark without numbers (`@shloka`, `@shloka()`) or with something else
    than whole numbers, ValueError for a number below 1 or one given twice.
    """
    if not verses or not all(type(verse) is int for verse in verses):
        raise TypeError(f"expected verse numbers, as in @shloka(12), found {verses!r}")
    if min(verses) < 1 or len(set(verses)) < len(verses):
        raise ValueError(f"expected different verse numbers from 1, found {verses!r}")

    def mark(component: Component) -> Component:
        setattr(component, _MARK, verses)
        return component

    return mark


def verses_of(component: object) -> tuple[int, ...]:
    """Return the verses a function, method or class is marked with, () when it has no mark.

    A class does not inherit the mark of its base: it is other code.
    """
    own = getattr(component, "__func__", component)
    marks: tuple[int, ...] = getattr(own, "__dict__", {}).get(_MARK, ())
    return marks
