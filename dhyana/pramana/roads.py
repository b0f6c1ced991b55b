"""Roads between words: who waits for whom, who reaches whom, and what is left at their end."""

from collections.abc import Callable

import torch
from torch import Tensor

from dhyana.heads import MultiHeadAttention
from dhyana.normalization import residual
from dhyana.pramana.experiment import Settings, exact
from dhyana.recurrence import path_lengths


def share_independent(edges: Tensor) -> float:
    """Return the share of pairs of steps of which neither has to wait for the other."""
    paths = path_lengths(edges)
    return float(((paths < 0) & (paths.mT < 0)).double().mean())


def two_layers_of(edges: Tensor) -> Tensor:
    """Return the edges [2N, 2N] of two layers with edges [N, N], each word above itself."""
    nothing, upward = torch.zeros_like(edges), torch.eye(len(edges), dtype=torch.bool)
    return torch.cat((torch.cat((edges, nothing), 1), torch.cat((upward, edges), 1)))


def share_one_step_apart(edges: Tensor) -> float:
    """Return the share of ordered pairs of different words that are one step apart."""
    length = len(edges)
    return float((path_lengths(edges) == 1).sum()) / (length * (length - 1))


def written(xs: Tensor, attend: Callable[[Tensor], Tensor]) -> Tensor:
    """Let attention write as many words as xs [1, N, D] has, each from all before it.

    The first is given, every other is the output at the last one.
    """
    text = xs[:, :1]
    for _ in range(xs.shape[1] - 1):
        text = torch.cat((text, attend(text)[:, -1:]), dim=1)
    return text


def difference_by_layer(settings: Settings, layers: int, *, on_road: bool) -> list[float]:
    """Return how different words still are before the first layer of attention and after each.

    The share of their norm that is not their common mean, in units of the input's: 0 when all
    words have become the same. Alone, attention comes there doubly exponentially with depth;
    added to its input, it does not (Dong et al. 2021, arXiv 2103.03404).
    """
    width, words = 64, 16
    x = settings.normal(8, words, width, seed=1)
    stack = settings.build(
        lambda: torch.nn.ModuleList(MultiHeadAttention(width, 4) for _ in range(layers))
    )
    found = [x]
    with torch.no_grad():
        for layer in stack:
            found.append(residual(found[-1], layer) if on_road else layer(found[-1]))
    left = [_share_of_difference(exact(x)) for x in found]
    return [each / left[0] for each in left]


def _share_of_difference(x: Tensor) -> float:
    return float((x - x.mean(dim=1, keepdim=True)).norm() / x.norm())
