"""The decoder compiled: what lies between two matrices becomes one kernel.

Source: Ansel et al. 2024 (PyTorch 2, doi 10.1145/3620665.3640366).
"""

from typing import Any

import torch

from dhyana.binding import shloka
from dhyana.transformer import Transformer

# What a call costs before the first kernel. By default every call checks that each weight still
# has the shape it was compiled for, twice: as a guard, then as an assertion. Of a step of 0.5 ms
# (width 256, int8) that took a fifth. The cache and the token are still checked.
UNCHANGING: dict[str, Any] = {
    "guard_filter_fn": torch.compiler.skip_guard_on_all_nn_modules_unsafe,
    "size_asserts": False,
}
# On a CPU a matrix times one row is written as multiply and sum, which the compiler vectorizes
# and fuses with its neighbours: BLAS, made for many rows, reads the weights at a third of the
# speed. And the whole step is one C++ function, not a Python one that calls kernels.
ON_CPU: dict[str, Any] = {
    "cpp_wrapper": True,
    "post_grad_fusion_options": {"decompose_mm_pass": {}},
}


def compile_options(device: torch.device) -> dict[str, Any]:
    """Return the arguments with which `torch.compile` compiles a model's step on a device.

    Every compiled model keeps its code to itself: without guards torch could not tell it from that
    of another model.
    """
    options = UNCHANGING | (ON_CPU if device.type == "cpu" else {})
    return {"options": options, "isolate_recompiles": True}


@shloka(43)
def compile_for_decoding(model: Transformer) -> Transformer:
    """Return the model with its step of one token compiled; `decoding.stream` takes it as it is.

    *vegaṃ dadāti yantrāya* — with cached keys and values a step is matrix times vector, bound by
    reading the weights; what is saved is everything else. The first step takes a minute, the
    second again (it learns that the length varies). The prompt, and all that does not call the
    model itself, runs uncompiled. Needs a C++ compiler on CPU.

    Weights may be given new numbers afterwards, but the model must keep its parts, their sizes, its
    dtype and its device: a change of these is not noticed, and the step would misread memory.
    """
    compiled: Transformer = torch.compile(  # type: ignore[assignment] # a module in, the same out
        model, **compile_options(model.embedding.weight.device)
    )
    return compiled
