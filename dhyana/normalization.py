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
from dhyana.shapes import (
    expect,
    expect_gradient,
    expect_settings,
    expect_sizes,
    expect_width,
)

Map = Callable[[Tensor], Tensor]


@shloka(26)
def residual(x: Tensor, f: Map) -> Tensor:
    """Return x + f(x): the original signal goes on, f only adds to it (He et al. eq. 1).

    *tadarthaṃ kriyate setuḥ pūrvaṃ prāpayituṃ padam.*
    """
    return x + f(x)


@shloka(27)
def identity_path(f: Map, x: Tensor) -> Tensor:
    """Return J(x + f(x)) − J(f(x)) at x [D], a matrix [D, D]: what the road adds to the gradient.

    *na naśyati prakāśo 'tra* — in mathematics it is the identity matrix, whatever f is: the part
    of the gradient that nothing breaks. Raises ValueError unless f maps [D] to [D].
    """
    expect(x=(x, "D"), image=(f(x), "D"), leading=False)
    with_road, without = torch.func.jacrev(lambda x: residual(x, f))(x), torch.func.jacrev(f)(x)
    added: Tensor = with_road - without
    return added


@shloka(28)
class LayerNorm(nn.Module):
    """(x − mean) / √(variance + eps) · weight + bias over D, by torch's kernel.

    *starīkaraṇam apy atra kriyate samatākṛte.*
    """

    def __init__(self, width: int, *, eps: float = 1e-5) -> None:
        super().__init__()
        expect_sizes(width=width)
        expect_settings(eps=eps)
        self.eps = eps
        self.weight = nn.Parameter(torch.ones(width))
        self.bias = nn.Parameter(torch.zeros(width))

    def forward(self, x: Tensor) -> Tensor:
        """Return x [..., D] with mean 0 and variance 1 along D, then scaled and shifted.

        Raises ValueError when x has another width or dtype.
        """
        weight = self.weight
        expect_width(x, len(weight), weight)
        return functional.layer_norm(x, weight.shape, weight, self.bias, self.eps)


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

    *vargamūlapramāṇena śuddhiṃ prāpnoti maṇḍalī* — in fp16 and bf16 the mean square is taken in
    fp32 and the quotient rounded before it meets the weight, bit for bit as in Llama.
    """

    def __init__(self, width: int, *, eps: float = 1e-6) -> None:
        super().__init__()
        expect_sizes(width=width)
        expect_settings(eps=eps)
        self.eps = eps
        self.weight = nn.Parameter(torch.ones(width))

    def forward(self, x: Tensor) -> Tensor:
        """Return x [..., D] with root mean square 1 along D, then scaled.

        Raises ValueError when x has another width or dtype.
        """
        weight = self.weight
        expect_width(x, len(weight), weight)
        if x.dtype in (torch.float16, torch.bfloat16):
            exact = functional.rms_norm(x.float(), weight.shape, eps=self.eps)
            return exact.to(x.dtype) * weight
        if x.device.type == "cpu" and x.requires_grad:
            # Where torch has no kernel for it, its gradient goes through memory twice as often.
            mean_square = torch.linalg.vector_norm(x, dim=-1, keepdim=True).square() / x.shape[-1]
            y: Tensor = x * (mean_square + self.eps).rsqrt() * weight
            return y
        return functional.rms_norm(x, weight.shape, weight, self.eps)


@shloka(30)
def gradient_by_depth(layers: Sequence[Map], x: Tensor) -> list[float]:
    """Return the norm of the loss's gradient at the input of each layer, first layer first.

    *starāṇi suprasannāni na glānim upayānti vai* — the loss is half the squared norm of the last
    layer's output. A depth that can be trained shows numbers of one size; a signal that withers
    shows them falling to zero. Raises ValueError for no layers, for an x that is not of floats, and
    where the last layer lets no gradient through.
    """
    if not layers:
        raise ValueError("expected at least one layer, found none")
    expect(x=(x, "D"))
    inputs: list[Tensor] = []
    x = x.detach().requires_grad_()
    for layer in layers:
        inputs.append(x)
        x = layer(x)
    expect_gradient("a last output", x)
    gradients = torch.autograd.grad(x.square().sum() / 2, inputs)
    return [float(torch.linalg.vector_norm(gradient)) for gradient in gradients]
