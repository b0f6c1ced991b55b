"""The choice of an attention kernel, and the report of which ran."""

from typing import Any

import pytest
import torch
from torch.nn.functional import scaled_dot_product_attention

from dhyana.flash import attention_kernel, kernels_run
from dhyana.transformer import Config, Transformer


def test_the_report_names_the_kernel_of_every_layer() -> None:
    """A model of three layers on CPU runs the flash kernel three times, the formula when asked."""
    config = Config(vocab_size=11, context=8, width=8, n_layers=3, n_heads=2)
    model = Transformer(config).eval()
    tokens = torch.randint(11, (1, 8))
    with torch.no_grad(), kernels_run() as ran:
        fused = model(tokens)
    assert ran == {"flash_attention_for_cpu": 3}
    with torch.no_grad(), attention_kernel("math"), kernels_run() as ran:
        plain = model(tokens)
    assert ran == {"math": 3}
    torch.testing.assert_close(fused, plain)


def test_training_is_reported_too() -> None:
    """Forward kernels are counted where gradients are wanted; backward ones are not."""
    x = torch.randn(1, 2, 4, 8, requires_grad=True)
    with kernels_run() as ran:
        scaled_dot_product_attention(x, x, x).sum().backward()
    assert ran == {"flash_attention_for_cpu": 1}


def test_a_kernel_that_cannot_serve_is_an_error() -> None:
    """Asked for a kernel that only GPUs have, attention on CPU says so instead of another one."""
    x = torch.randn(1, 2, 4, 8)
    with (
        pytest.raises(RuntimeError, match="cannot run with the kernel efficient or cudnn"),
        attention_kernel("efficient", "cudnn"),
    ):
        scaled_dot_product_attention(x, x, x)


@pytest.mark.parametrize(
    ("kernels", "found"), [(("fast",), "fast"), (("math", []), r"math, \[\]"), ((), "none")]
)
def test_an_unknown_kernel_is_named(kernels: tuple[Any, ...], found: str) -> None:
    """A name that is no kernel is refused with those that are."""
    with (
        pytest.raises(ValueError, match=f"some of flash, efficient, cudnn, math, found {found}$"),
        attention_kernel(*kernels),
    ):
        pass
