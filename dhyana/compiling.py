"""The decoder compiled: what lies between two matrices becomes one kernel.

Source: Ansel et al. 2024 (PyTorch 2, doi 10.1145/3620665.3640366).
"""

from typing import Any

import torch

from dhyana.binding import shloka
from dhyana.transformer import Transformer

# On a CPU a matrix times one row is written as multiply and sum, which the compiler vectorizes
# and fuses with its neighbours: BLAS, made for many rows, reads the weights at a third of the
# speed. And the whole step is one C++ function, not a Python one that calls kernels.
ON_CPU: dict[str, Any] = {
    "cpp_wrapper": True,
    "post_grad_fusion_options": {"decompose_mm_pass": {}},
}


@shloka(43)
def compile_for_decoding(model: Transformer) -> Transformer:
    """Return the model with its step of one token compiled; `decoding.stream` takes it as it is.

    *vegaṃ dadāti yantrāya* — with cached keys and values a step is matrix times vector, bound by
    reading the weights; what is saved is everything else. The first step takes a minute, the
    second again (it learns that the length varies). The prompt, and all that does not call the
    model itself, runs uncompiled. Needs a C++ compiler on CPU.
    """
    options = ON_CPU if model.embedding.weight.device.type == "cpu" else None
    compiled: Transformer = torch.compile(model, options=options)  # type: ignore[assignment]
    return compiled
