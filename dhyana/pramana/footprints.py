"""What a computation holds in memory, and what goes through layers: counted, not timed."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from torch import Tensor, nn
from torch.utils._python_dispatch import TorchDispatchMode
from torch.utils._pytree import tree_leaves


def largest_tensor(run: Callable[[], object]) -> int:
    """Return how many numbers the largest tensor has that an operation of a run makes."""
    with _Largest() as seen:
        run()
    numbers: int = seen.numbers
    return numbers


class _Largest(TorchDispatchMode):  # type: ignore[no-untyped-call] # torch has not typed it
    """Sees what every operation returns."""

    def __init__(self) -> None:
        super().__init__()  # type: ignore[no-untyped-call] # torch has not typed it
        self.numbers = 0

    def __torch_dispatch__(
        self,
        func: Any,
        types: Sequence[type],
        args: tuple[Any, ...] = (),
        kwargs: dict[str, Any] | None = None,
    ) -> Any:
        result = func(*args, **(kwargs or {}))
        made = [each.numel() for each in tree_leaves(result) if isinstance(each, Tensor)]
        self.numbers = max(self.numbers, *made, 0)
        return result


def rows_through(layers: Iterable[nn.Module], run: Callable[[], object]) -> int:
    """Return how many vectors a run sends through linear layers, counted once for each layer."""
    rows = 0

    def count(layer: nn.Module, inputs: tuple[Tensor, ...]) -> None:
        nonlocal rows
        rows += inputs[0].shape[:-1].numel()

    hooks = [layer.register_forward_pre_hook(count) for layer in layers]
    try:
        run()
    finally:
        for hook in hooks:
            hook.remove()
    return rows
