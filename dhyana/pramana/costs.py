"""What a computation costs: operations that wait for one another, products, arithmetic.

Counted, not timed: the numbers depend on the formula alone, not on the machine.
"""

from collections.abc import Callable, Sequence
from typing import Any

import torch
from torch import Tensor
from torch.utils._python_dispatch import TorchDispatchMode
from torch.utils.flop_counter import FlopCounterMode

_PRODUCTS = frozenset(
    {torch.ops.aten.mm, torch.ops.aten.bmm, torch.ops.aten.addmm, torch.ops.aten.baddbmm}
)


def longest_chain(output: Tensor) -> int:
    """Return how many operations have to follow one another to compute an output.

    The longest path from it to a leaf of its autograd graph: the span, the time that is left on
    a machine which does at once whatever can be done at once (Brent 1974).
    """
    lengths: dict[Any, int] = {}
    waiting: list[Any] = [output.grad_fn]
    while waiting:
        node = waiting[-1]
        before = [each for each, _ in node.next_functions if each is not None]
        if missing := [each for each in before if each not in lengths]:
            waiting += missing
        else:
            lengths[waiting.pop()] = 1 + max((lengths[each] for each in before), default=0)
    return lengths[output.grad_fn]


def wait_per_word(outputs: Callable[[Tensor], Tensor], xs: Tensor) -> float:
    """Return by how many operations in a row the last output waits longer for each further word.

    `outputs` maps xs [B, N, I] to [B, N, D]; N words are compared with half of them.
    """
    half = xs.shape[1] // 2
    chains = [
        longest_chain(outputs(words.detach().requires_grad_())[:, -1])
        for words in (xs, xs[:, :half])
    ]
    return (chains[0] - chains[1]) / (xs.shape[1] - half)


def flops(run: Callable[[], object]) -> int:
    """Return the floating-point operations of the matrix products in a run, two a product."""
    with FlopCounterMode(display=False) as counter:
        run()
    total: int = counter.get_total_flops()
    return total


def matrix_products(run: Callable[[], object]) -> int:
    """Return how many matrix products a run calls for; a batch of them is one call."""
    with _Counter() as counter:
        run()
    products: int = counter.products
    return products


def numbers_gone_through(run: Callable[[], object]) -> int:
    """Return how many numbers all operations of a run go through, each done by itself.

    An operation goes through as many as its largest operand or result has; a view costs nothing.
    """
    with _Counter() as counter:
        run()
    numbers: int = counter.numbers
    return numbers


class _Counter(TorchDispatchMode):  # type: ignore[no-untyped-call] # torch has not typed it
    """Counts what reaches the kernels."""

    def __init__(self) -> None:
        super().__init__()  # type: ignore[no-untyped-call] # torch has not typed it
        self.products = 0
        self.numbers = 0

    def __torch_dispatch__(
        self,
        func: Any,
        types: Sequence[type],
        args: tuple[Any, ...] = (),
        kwargs: dict[str, Any] | None = None,
    ) -> Any:
        result = func(*args, **(kwargs or {}))
        self.products += func.overloadpacket in _PRODUCTS
        if not func.is_view:
            tensors = [each for each in (*args, result) if isinstance(each, Tensor)]
            self.numbers += max((each.numel() for each in tensors), default=0)
        return result
