"""How often texts and tokens are chosen, and how often they should be.

Shapes: B prompts, X texts, N tokens written, V vocabulary.
"""

from contextlib import suppress
from typing import NamedTuple

import torch
from torch import Tensor

from dhyana.decoding import Sampling, Stop, beam_search, choose, generate, next_logits, stream
from dhyana.pramana.experiment import Settings, exact
from dhyana.transformer import Transformer


def drawn(settings: Settings, logits: Tensor, sampling: Sampling) -> Tensor:
    """Choose a token for every row of logits [B, V]; returns [B]."""
    generator = torch.Generator(device=settings.device).manual_seed(settings.seed)
    text = torch.zeros(len(logits), 1, dtype=torch.int64, device=settings.device)
    return choose(logits, text, sampling, generator)


def frequencies(chosen: Tensor, kinds: int) -> Tensor:
    """Return how often each of so many kinds was chosen, as shares, [kinds]."""
    return exact(chosen.bincount(minlength=kinds)) / len(chosen)


def nucleus(chances: Tensor, p: float) -> Tensor:
    """Return the chances [V] of the fewest tokens that make up p together, rescaled to sum to 1."""
    ordered, order = chances.sort(descending=True)
    inside = ordered.cumsum(dim=-1) - ordered < p
    kept = torch.zeros_like(chances).scatter(0, order[inside], ordered[inside])
    return kept / kept.sum()


def distance(a: Tensor, b: Tensor) -> Tensor:
    """Return the total variation distance of two distributions [X]."""
    return (exact(a) - exact(b)).abs().sum() / 2


def entropies(settings: Settings, temperatures: tuple[float, ...]) -> list[float]:
    """Return the entropy of draws at each temperature in nats, mean over several logits."""
    words, draws = 16, 4096
    logits = 2 * settings.normal(16, words, seed=3)

    def entropy(row: Tensor, temperature: float) -> float:
        tokens = drawn(settings, row.expand(draws, -1), Sampling(temperature=temperature))
        return float(torch.special.entr(frequencies(tokens, words)).sum())

    return [sum(entropy(row, each) for row in logits) / len(logits) for each in temperatures]


def greedy_share(settings: Settings, temperature: float) -> float:
    """Return how often a draw is the likeliest token, over many different logits."""
    logits = 2 * settings.normal(4096, 16, seed=4)
    tokens = drawn(settings, logits, Sampling(temperature=temperature))
    return float((tokens == logits.argmax(dim=-1)).double().mean())


@torch.no_grad()
def all_texts(model: Transformer, prompts: Tensor, new: int) -> tuple[Tensor, Tensor]:
    """Return every text of N tokens, [X, N], and its chance after each prompt, [B, X]."""
    words = torch.arange(model.config.vocab_size, device=prompts.device)
    every = torch.cartesian_prod(*[words] * new)
    sizes = (len(prompts), len(every), -1)
    texts = torch.cat((prompts[:, None].expand(sizes), every.expand(sizes)), dim=-1).flatten(0, 1)
    logs = exact(model(texts[:, :-1])[:, -new:]).log_softmax(dim=-1)
    each = logs.gather(-1, texts[:, -new:, None].cpu())
    return every, each.sum(dim=(1, 2)).exp().view(sizes[:2])


class Found(NamedTuple):
    """Shares of prompts for which a way of choosing finds the likeliest text."""

    next_token: float  # of one token, greedily
    greedy: float
    beams: float


def found_best(model: Transformer, prompts: Tensor, new: int) -> Found:
    """Compare greedy choice and four beams with all texts of N tokens that there are."""
    every, chances = all_texts(model, prompts, new)
    best, stop = every[chances.argmax(dim=-1).to(every.device)], Stop(max_new_tokens=new)
    greedy = generate(model, prompts, stop=stop)[:, -new:]
    beams = beam_search(model, prompts, stop=stop, beams=4).tokens[:, 0]
    likeliest = next_logits(model, prompts).argmax(dim=-1, keepdim=True)
    return Found(equal(greedy[:, :1], likeliest), equal(greedy, best), equal(beams, best))


@torch.no_grad()
def loop_written_out(model: Transformer, prompts: Tensor, new: int) -> Tensor:
    """Return what N times of predicting the likeliest token and appending it write, [B, N]."""
    text = prompts
    for _ in range(new):
        text = torch.cat((text, model(text)[:, -1:].argmax(dim=-1)), dim=1)
    return text[:, -new:]


def text_frequencies(settings: Settings, model: Transformer, prompt: Tensor, new: int) -> Tensor:
    """Draw many texts of N tokens after a prompt [1, T]; return shares in `all_texts`' order."""
    draws, kinds = (4096 if settings.quick else 65536), model.config.vocab_size
    prompts, stop = prompt.expand(draws, -1), Stop(max_new_tokens=new)
    texts = generate(model, prompts, stop=stop, sampling=Sampling(), seed=settings.seed)[:, -new:]
    places = kinds ** torch.arange(new - 1, -1, -1, device=texts.device)
    return frequencies((texts * places).sum(dim=-1), kinds**new)


def searched(model: Transformer, prompt: Tensor, new: int, seed: int) -> tuple[int, ...]:
    """Return the N tokens that beam search finds while torch's own numbers are seeded."""
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        found = beam_search(model, prompt, stop=Stop(max_new_tokens=new))
    return tuple(found.tokens[0, 0].tolist())


def equal(found: Tensor, expected: Tensor) -> float:
    """Return the share of rows [B, N] that are equal throughout."""
    return float((found == expected).all(dim=-1).double().mean())


def written(model: Transformer, prompt: Tensor, new: int) -> int:
    """Return how many of the tokens asked for are written before the context is full."""
    count = 0
    tokens = stream(model, prompt, stop=Stop(max_new_tokens=new))
    with suppress(ValueError):
        for _ in tokens:
            count += 1
    return count
