"""Three toy languages with no word in common, two of one grammar, and one model of all three.

The model reads texts of each language by itself; no text pairs two of them. Word n of the first
and word n of the second are used alike, and so mean the same.

Shapes: V words of a language, D model width.
"""

from functools import partial
from typing import NamedTuple

import torch
from torch import Tensor
from torch.nn.functional import cross_entropy, normalize

from dhyana.pramana import languages
from dhyana.pramana.experiment import Settings, exact
from dhyana.pramana.training import train

WORDS = 32


class Tongues(NamedTuple):
    """What the model's vector of each word is, language by language, [V, D]."""

    first: Tensor
    sister: Tensor  # of the same grammar
    stranger: Tensor  # of another


def learned(settings: Settings) -> Tongues:
    """Train a model on texts of all three; a word's vector is the hidden state after it alone."""
    steps, batch, length = (600 if settings.quick else 4000), 32, 17
    grammar, other = (languages.grammar(settings, WORDS, seed=seed) for seed in (1, 2))
    chances = torch.block_diag(grammar, grammar, other)  # type: ignore[no-untyped-call] # torch has not typed it
    seen = languages.texts(settings, chances, steps * batch, length, seed=3).chunk(steps)
    model = settings.build(partial(languages.tiny, 3 * WORDS))

    def loss(step: int) -> Tensor:
        return cross_entropy(model(seen[step][:, :-1]).mT, seen[step][:, 1:])

    train(model.parameters(), loss, steps=steps, rate=5e-3)
    words = torch.arange(3 * WORDS, device=settings.device)[:, None]
    with torch.no_grad():
        vectors = exact(model.hidden(words)[:, 0])
    return Tongues(*(each - each.mean(dim=0) for each in vectors.chunk(3)))


def likeness(a: Tensor, b: Tensor) -> float:
    """Return how alike two languages are in which words are near which.

    The correlation of the cosines of all pairs of words, one language's with the other's.
    """
    rows, columns = torch.triu_indices(len(a), len(a), offset=1)
    units = [normalize(each, dim=-1) for each in (a, b)]
    cosines = [(each @ each.mT)[rows, columns] for each in units]
    return float(torch.corrcoef(torch.stack(cosines))[0, 1])


def translated(a: Tensor, b: Tensor, *, turned: bool) -> float:
    """Return for which share of words the nearest word of the other language means the same.

    When `turned`, half of the words first tell how to turn the space so that they come nearest to
    their translations (Schönemann 1966), and the other half is asked; then the other way round.
    """
    words, half = torch.arange(len(a)), len(a) // 2
    right = []
    for told, asked in ((words[:half], words[half:]), (words[half:], words[:half])):
        turn = torch.eye(a.shape[1], dtype=a.dtype)
        if turned:
            u, _, v = torch.linalg.svd(a[told].mT @ b[told])
            turn = u @ v
        nearest = (normalize(a[asked] @ turn, dim=-1) @ normalize(b, dim=-1).mT).argmax(dim=-1)
        right.append((nearest == asked).double().mean())
    return float(torch.stack(right).mean())
