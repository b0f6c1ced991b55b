"""What the loop of `decoding` asks of a model.

Shapes: B batch, T new tokens, N tokens of the whole text, D model width, V vocabulary.
"""

from typing import TYPE_CHECKING, Protocol, TypeGuard, runtime_checkable

from torch import Tensor

if TYPE_CHECKING:
    from dhyana.cache import Cache, StaticCache
    from dhyana.decoding import Stop


class Decoder(Protocol):
    """What the loop asks of a model: logits of all tokens, or in two steps of those wanted.

    `dhyana.transformer.Transformer` is one, compiled or not.
    """

    def __call__(self, tokens: Tensor, *, cache: "Cache | None" = None) -> Tensor:
        """Return the logits [B, T, V] of what follows each of the tokens [B, T]."""

    def hidden(self, tokens: Tensor, *, cache: "Cache | None" = None) -> Tensor:
        """Return what `head` reads, [B, T, D]."""

    def head(self, hidden: Tensor) -> Tensor:
        """Return the logits [..., V] of hidden [..., D]."""


@runtime_checkable
class Writer(Decoder, Protocol):
    """A decoder that writes several tokens in one call, as `compiling.CompiledDecoder` does."""

    def writes_into(self, cache: "Cache | None") -> "TypeGuard[StaticCache]":
        """Say whether `write` can use the cache, and another token has room in the context."""

    def write(
        self, text: Tensor, cache: "StaticCache", ended: Tensor, stop: "Stop", end: int
    ) -> int:
        """Continue text [B, N] greedily, at most up to `end`; return how far it has come.

        The cache holds all tokens but the newest; what is added to its memory the caller counts.
        Where `ended` [B] the padding is written; after a token of `stop.eos` that ends another
        text, nothing more is.
        """
