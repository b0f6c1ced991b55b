"""Canto 9: FlashAttention by choice of torch's kernels, and a report of which one ran.

`scaled_dot_product_attention` has several kernels behind it and picks one in silence. Here one
can ask for a kernel and have an error when it cannot serve, and see what a model really ran.

Source: Dao et al. 2022 (arXiv 2205.14135), Dao 2023 (arXiv 2307.08691).
"""

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Literal

from torch.nn.attention import SDPBackend, sdpa_kernel
from torch.utils._python_dispatch import TorchDispatchMode

from dhyana.binding import shloka

Kernel = Literal["flash", "efficient", "cudnn", "math"]
BACKENDS = {
    "flash": SDPBackend.FLASH_ATTENTION,
    "efficient": SDPBackend.EFFICIENT_ATTENTION,
    "cudnn": SDPBackend.CUDNN_ATTENTION,
    "math": SDPBackend.MATH,
}


@shloka(45)
@contextmanager
def attention_kernel(*kernels: Kernel) -> Iterator[None]:
    """Within this context, attention uses one of the named kernels or none.

    `with attention_kernel("flash"): model(tokens)`. Raises ValueError for a name it does not
    know, RuntimeError when no named kernel can serve the tensors met (fused ones want the same
    dtype and device everywhere; efficient and cudnn are on GPUs only).
    """
    if not kernels or not all(kernel in list(BACKENDS) for kernel in kernels):
        found = ", ".join(map(str, kernels)) or "none"
        raise ValueError(f"expected some of {', '.join(BACKENDS)}, found {found}")
    with sdpa_kernel([BACKENDS[kernel] for kernel in kernels]):
        try:
            yield
        except RuntimeError as error:
            if "No viable backend" not in str(error):
                raise
            raise RuntimeError(
                f"attention cannot run with the kernel {' or '.join(kernels)} on these tensors; "
                "`math` always can"
            ) from error


@shloka(45)
@contextmanager
def kernels_run() -> Iterator[Counter[str]]:
    """Count which attention kernels run within this context, by the name of torch's operator.

    `with kernels_run() as ran: model(tokens)` leaves in `ran`, for a model of 8 layers, perhaps
    {"flash_attention_for_cpu": 8}. The unfused formula counts as "math". A compiled model must
    be asked before it is compiled: the operators inside compiled code are not seen.
    """
    ran: Counter[str] = Counter()
    with _Witness(ran):
        yield ran


class _Witness(TorchDispatchMode):  # type: ignore[no-untyped-call] # torch has not typed it
    """Sees every operator that torch dispatches to."""

    def __init__(self, ran: Counter[str]) -> None:
        super().__init__()  # type: ignore[no-untyped-call] # torch has not typed it
        self.ran = ran

    def __torch_dispatch__(
        self,
        func: Callable[..., Any],
        types: tuple[type, ...],
        args: tuple[Any, ...] = (),
        kwargs: dict[str, Any] | None = None,
    ) -> Any:
        name = str(func).removeprefix("aten.").split(".")[0]
        if name.startswith("_scaled_dot_product_") and not name.endswith("_backward"):
            self.ran[name.removeprefix("_scaled_dot_product_")] += 1
        elif name == "_safe_softmax":  # only the unfused formula has it
            self.ran["math"] += 1
        return func(*args, **(kwargs or {}))
