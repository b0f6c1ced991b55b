"""Canto 6: the residual road and the norms that keep what travels on it in bounds.

Shapes: B batch, T positions, D model width; every function works on [..., D].
Sources: He et al. 2016 (arXiv 1512.03385) for residuals; Ba et al. 2016 (arXiv 1607.06450) for
LayerNorm; Zhang & Sennrich 2019 (arXiv 1910.07467) for RMSNorm; Xiong et al. 2020 (arXiv
2002.04745) for where the norm stands.
"""

from collections.abc import Callable, Sequence

import torch
from torch import Tensor, nn
from torch.nn import functional

from dhyana.binding import shloka

Map = Callable[[Tensor], Tensor]


@shloka(26)
def residual(x: Tensor, f: Map) -> Tensor:
    """Return x + f(x): the original signal goes on, f only adds to it (He et al. eq. 1)."""
    return x + f(x)


@shloka(27)
def identity_path(f: Map, x: Tensor) -> Tensor:
    """Return J(x + f(x)) − J(f(x)) at x [D], a matrix [D, D]: what the road adds to the gradient.

    In mathematics it is the identity matrix, whatever f is: the gradient's unbroken part.
    """
    with_road = torch.autograd.functional.jacobian(lambda x: residual(x, f), x)
    without = torch.autograd.functional.jacobian(f, x)
    difference: Tensor = with_road - without
    return difference


@shloka(28)
class LayerNorm(nn.Module):
    """(x − mean) / √(variance + eps) · weight + bias over D, by the fused kernel."""

    def __init__(self, width: int, *, eps: float = 1e-5) -> None:
        super().__init__()
        self.eps = eps
        self.weight = nn.Parameter(torch.ones(width))
        self.bias = nn.Parameter(torch.zeros(width))

    def forward(self, x: Tensor) -> Tensor:
        """Return x [..., D] with mean 0 and variance 1 along D, then scaled and shifted."""
        return functional.layer_norm(x, self.weight.shape, self.weight, self.bias, self.eps)


@shloka(28)
def pre_norm(x: Tensor, norm: Map, f: Map) -> Tensor:
    """Return x + f(norm(x)): the road itself is never normed (Xiong et al. fig. 1b)."""
    return x + f(norm(x))


@shloka(28)
def post_norm(x: Tensor, norm: Map, f: Map) -> Tensor:
    """Return norm(x + f(x)), as in Vaswani et al. 2017: every layer norms the road."""
    return norm(x + f(x))


@shloka(29)
class RMSNorm(nn.Module):
    """x / √(mean(x²) + eps) · weight over D: LayerNorm without the mean.

    As in Llama the mean square is taken in fp32, also for fp64 input, and the result is cast
    back before it is multiplied by the weight.
    """

    def __init__(self, width: int, *, eps: float = 1e-6) -> None:
        super().__init__()
        self.eps = eps
        self.weight = nn.Parameter(torch.ones(width))

    def forward(self, x: Tensor) -> Tensor:
        """Return x [..., D] with root mean square 1 along D, then scaled."""
        # vecdot squares and sums in one pass and has a cheaper gradient than pow and mean.
        exact = x.float()
        mean_square = torch.linalg.vecdot(exact, exact).unsqueeze(-1) / x.shape[-1]
        return (exact * torch.rsqrt(mean_square + self.eps)).to(x.dtype) * self.weight


@shloka(30)
def gradient_by_depth(layers: Sequence[Map], x: Tensor) -> list[float]:
    """Return the norm of the loss's gradient at the input of each layer, first layer first.

    The loss is half the squared norm of the last layer's output. A depth that can be trained
    shows numbers of one size; a signal that withers shows them falling to zero.
    """
    inputs = []
    for layer in layers:
        x = x.detach().requires_grad_() if not inputs else x
        x.retain_grad()
        inputs.append(x)
        x = layer(x)
    (x.square().sum() / 2).backward()  # type: ignore[no-untyped-call]
    return [stage.grad.norm().item() for stage in inputs if stage.grad is not None]
