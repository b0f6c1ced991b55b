"""Choosing, stopping and the loop."""

import math
import re
from collections.abc import Callable
from typing import Any

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from torch import Tensor

from dhyana.cache import Cache, CacheShape, SlidingWindowCache, StaticCache
from dhyana.decoding import (
    GREEDY,
    Sampling,
    Stop,
    beam_search,
    choose,
    generate,
    keep_min_p,
    keep_top_k,
    keep_top_p,
    next_logits,
    penalize_repetition,
    stream,
)
from dhyana.paged import PagedCache
from dhyana.transformer import Config, Transformer

BATCH = 2
VOCABULARY = 30


@pytest.fixture(name="model")
def a_model() -> Transformer:
    """Return a small model with weights large enough that its choices are clear."""
    torch.manual_seed(0)
    config = Config(
        vocab_size=VOCABULARY, context=64, width=16, n_layers=2, n_heads=4, n_kv_heads=2,
        init_std=0.4,
    )  # fmt: skip
    return Transformer(config).eval()


@pytest.fixture(name="prompt")
def a_prompt() -> Tensor:
    """Return two prompts of five tokens."""
    return torch.randint(VOCABULARY, (BATCH, 5), generator=torch.Generator().manual_seed(1))


def static(model: Transformer, batch: int = BATCH) -> Cache:
    """Return a static cache that is just large enough."""
    return StaticCache(CacheShape.of(model), batch=batch, max_length=5 + 20 - 1)


def paged(model: Transformer, batch: int = BATCH) -> Cache:
    """Return a paged cache."""
    return PagedCache(CacheShape.of(model), blocks=60, block_size=4, batch=batch)


@settings(deadline=None)
@given(seed=st.integers(0, 2**16), k=st.integers(1, 40), p=st.floats(0.01, 1))
def test_filters_leave_what_they_promise(seed: int, k: int, p: float) -> None:
    """Top-k leaves k tokens, top-p the fewest that weigh p, min-p those near the likeliest."""
    logits = torch.randn(3, VOCABULARY, generator=torch.Generator().manual_seed(seed))
    probabilities = logits.softmax(-1)
    assert (keep_top_k(logits, k).isfinite().sum(1) == min(k, VOCABULARY)).all()
    kept = keep_top_p(logits, p).isfinite()
    weight = (probabilities * kept).sum(1)
    lightest = probabilities.masked_fill(~kept, math.inf).min(1).values
    assert (weight >= p - 1e-5).all()
    assert ((weight - lightest < p + 1e-5) | (kept.sum(1) == 1)).all()
    near = probabilities >= p * probabilities.amax(1, keepdim=True)
    assert torch.equal(keep_min_p(logits, p).isfinite(), near)


def test_ties_with_the_last_of_top_k_stay() -> None:
    """Three equal logits all stay when top-k asks for two of them, as in transformers."""
    kept = keep_top_k(torch.tensor([[1.0, 1.0, 0.0, 1.0]]), 2)
    assert kept.isfinite().tolist() == [[True, True, False, True]]


def test_repetition_is_penalized_on_both_sides_of_zero() -> None:
    """A written token loses whether its logit is positive or negative; the others keep theirs."""
    logits = torch.tensor([[2.0, -2.0, 1.0]])
    got = penalize_repetition(logits, torch.tensor([[0, 1, 0]]), 2.0)
    assert got.tolist() == [[1.0, -4.0, 1.0]]


def test_draws_follow_the_probabilities() -> None:
    """Tokens are drawn as often as temperature's softmax says, and the greedy one is the best."""
    logits = torch.tensor([[2.0, 1.0, 0.0, -1.0]])
    many, text = logits.expand(20_000, -1), torch.zeros(20_000, 1, dtype=torch.long)
    drawn = choose(many, text, Sampling(temperature=2), torch.Generator().manual_seed(0))
    shares = torch.bincount(drawn, minlength=4) / len(drawn)
    torch.testing.assert_close(shares, (logits[0] / 2).softmax(-1), atol=0.02, rtol=0)
    assert choose(logits, text[:1], GREEDY).tolist() == [0]


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("temperature", -1.0),
        ("temperature", math.nan),
        ("top_k", 0),
        ("top_p", 0.0),
        ("top_p", 1.5),
        ("min_p", -0.1),
        ("repetition_penalty", 0.0),
    ],
)
def test_numbers_out_of_range_are_refused(field: str, value: float) -> None:
    """The message names the setting and the number found."""
    with pytest.raises(ValueError, match=f"{field} must be .* found {value}"):
        Sampling(**{field: value})  # type: ignore[arg-type] # wrong on purpose


@pytest.mark.parametrize("chunk", [None, 1, 2])
@pytest.mark.parametrize("make", [static, paged])
def test_a_cache_changes_no_token(
    model: Transformer, prompt: Tensor, make: Callable[[Transformer], Cache], chunk: int | None
) -> None:
    """Greedy and drawn tokens are the same without cache and with, prompt whole or in chunks."""
    stop = Stop(max_new_tokens=20)
    for sampling in (GREEDY, Sampling(top_k=8, top_p=0.9, repetition_penalty=1.3)):
        plain = generate(model, prompt, stop=stop, sampling=sampling, seed=3)
        cached = generate(
            model, prompt, stop=stop, sampling=sampling, seed=3, cache=make(model), chunk=chunk
        )
        assert torch.equal(plain, cached)


def test_a_seed_repeats_and_another_differs(model: Transformer, prompt: Tensor) -> None:
    """The same seed gives the same text whatever was drawn before; another seed another text."""
    stop = Stop(max_new_tokens=20)
    sampling = Sampling(temperature=2)
    first = generate(model, prompt, stop=stop, sampling=sampling, seed=1)
    torch.rand(7)
    assert torch.equal(first, generate(model, prompt, stop=stop, sampling=sampling, seed=1))
    assert not torch.equal(first, generate(model, prompt, stop=stop, sampling=sampling, seed=2))


def test_text_flows_token_by_token(model: Transformer, prompt: Tensor) -> None:
    """The stream gives a token before the next is computed, and all of them are the text."""
    calls = 0

    def count(*_: object) -> None:
        nonlocal calls
        calls += 1

    model.embedding.register_forward_hook(count)
    tokens = stream(model, prompt, stop=Stop(max_new_tokens=4), cache=static(model))
    first = next(tokens)
    assert calls == 1
    rest = list(tokens)
    whole = generate(model, prompt, stop=Stop(max_new_tokens=4))
    assert torch.equal(torch.stack([first, *rest], 1), whole[:, 5:])


def test_each_text_ends_by_itself(model: Transformer, prompt: Tensor) -> None:
    """After its end token a text is padded while the other goes on, and no token is lost."""
    free = generate(model, prompt, stop=Stop(max_new_tokens=20))[:, 5:]
    end = int(free[0, 3])
    got = generate(model, prompt, stop=Stop(max_new_tokens=20, eos=(end,), pad=29))[:, 5:]
    for row in range(BATCH):
        written = free[row].tolist()
        length = written.index(end) + 1 if end in written else 20
        assert got[row, :length].tolist() == written[:length]
        assert set(got[row, length:].tolist()) <= {29}


def test_a_stop_sequence_ends_the_text(model: Transformer, prompt: Tensor) -> None:
    """The text ends with the first occurrence of the sequence, which stays in it."""
    free = generate(model, prompt[:1], stop=Stop(max_new_tokens=20))[0, 5:].tolist()
    sequence = tuple(free[6:9])
    first = next(i for i in range(20) if tuple(free[i : i + 3]) == sequence)
    got = generate(model, prompt[:1], stop=Stop(max_new_tokens=20, sequences=(sequence,)))
    assert got[0, 5:].tolist() == free[: first + 3]


def test_a_stop_sequence_in_the_prompt_does_not_count() -> None:
    """Only written tokens can end a text."""
    stop = Stop(max_new_tokens=9, sequences=((1, 2),))
    assert stop.reached(torch.tensor([[2], [1]])).tolist() == [False, False]
    assert stop.reached(torch.tensor([[1, 2], [2, 1]])).tolist() == [True, False]


def test_a_cache_may_hold_the_beginning(model: Transformer, prompt: Tensor) -> None:
    """A text goes on from a cache that already holds part of it, and only the rest is computed."""
    whole = generate(model, prompt, stop=Stop(max_new_tokens=12))
    cache = static(model)
    half = generate(model, prompt, stop=Stop(max_new_tokens=6), cache=cache)
    assert cache.length == 10
    assert torch.equal(generate(model, half, stop=Stop(max_new_tokens=6), cache=cache), whole)
    with pytest.raises(ValueError, match="holds 16 tokens, the text has 5"):
        next_logits(model, prompt, cache)


def test_a_sliding_cache_never_fills(prompt: Tensor) -> None:
    """A model with a window writes past the cache's size as it does without a cache."""
    torch.manual_seed(0)
    config = Config(
        vocab_size=VOCABULARY, context=64, width=16, n_layers=2, n_heads=4, window=6, init_std=0.4
    )
    model = Transformer(config).eval()
    cache = SlidingWindowCache(CacheShape.of(model), batch=BATCH, window=6)
    stop = Stop(max_new_tokens=30)
    assert torch.equal(
        generate(model, prompt, stop=stop, cache=cache), generate(model, prompt, stop=stop)
    )


@pytest.mark.parametrize("make", [static, paged])
def test_beams_are_the_same_with_a_cache(
    model: Transformer, prompt: Tensor, make: Callable[[Transformer, int], Cache]
) -> None:
    """Beams that are reordered in the cache are those computed anew at every step."""
    stop = Stop(max_new_tokens=12, eos=(3, 7))
    plain = beam_search(model, prompt, stop=stop, beams=3)
    cached = beam_search(model, prompt, stop=stop, beams=3, cache=make(model, BATCH * 3))
    assert torch.equal(plain.tokens, cached.tokens)
    torch.testing.assert_close(plain.scores, cached.scores, atol=1e-5, rtol=0)


def test_one_beam_is_greedy(model: Transformer, prompt: Tensor) -> None:
    """A search that keeps one text writes the greedy text."""
    found = beam_search(model, prompt, stop=Stop(max_new_tokens=9), beams=1)
    assert torch.equal(
        found.tokens[:, 0], generate(model, prompt, stop=Stop(max_new_tokens=9))[:, 5:]
    )


def test_all_beams_find_the_best_text(model: Transformer, prompt: Tensor) -> None:
    """With as many beams as texts of two tokens, the search is exhaustive."""
    found = beam_search(model, prompt[:1], stop=Stop(max_new_tokens=2), beams=VOCABULARY)
    with torch.no_grad():
        first = model(prompt[:1])[0, -1].log_softmax(-1)
        pairs = torch.cat(
            (prompt[:1].expand(VOCABULARY, -1), torch.arange(VOCABULARY)[:, None]), dim=1
        )
        total = first[:, None] + model(pairs)[:, -1].log_softmax(-1)
    best = int(total.argmax())
    assert found.tokens[0, 0].tolist() == [best // VOCABULARY, best % VOCABULARY]
    torch.testing.assert_close(found.scores[0, 0], total.max() / 2)


@pytest.mark.parametrize(
    ("prompt", "message"),
    [
        (torch.zeros(3, dtype=torch.long), r"found \[3\] int64"),
        (torch.zeros(1, 0, dtype=torch.long), r"found \[1, 0\]"),
        (torch.zeros(1, 3), "float32 on cpu"),
        ([[1, 2]], "found list"),
        (torch.zeros(2, 6, dtype=torch.long), "need 25 places, the cache has 24"),
    ],
)
def test_prompts_that_cannot_be_served_are_refused(
    model: Transformer, prompt: Tensor, message: str
) -> None:
    """A prompt of wrong shape or dtype, or too long for the cache, is refused at the start."""
    with pytest.raises(ValueError, match=message):
        generate(model, prompt, stop=Stop(max_new_tokens=20), cache=static(model))


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"max_new_tokens": 0}, "max_new_tokens must be 1 to 16777216, found 0"),
        ({"max_new_tokens": 2**60}, "max_new_tokens must be 1 to 16777216, found 11529"),
        ({"max_new_tokens": 2.5}, "max_new_tokens: expected int, found 2.5"),
        ({"max_new_tokens": "a"}, "max_new_tokens: expected int, found 'a'"),
        ({"sequences": ((),)}, "at least one token"),
        ({"sequences": (1, 2)}, r"sequences\[0\]: expected a list, found 1"),
        ({"sequences": ((1, -2),)}, "tokens must be at least 0, found -2"),
        ({"eos": 3}, "eos: expected a list, found 3"),
        ({"eos": ("a",)}, r"eos\[0\]: expected int, found 'a'"),
        ({"eos": (2, -3)}, "tokens must be at least 0, found -3"),
        ({"pad": -1}, "tokens must be at least 0, found -1"),
    ],
)
def test_ends_that_never_come_are_refused(changes: dict[str, Any], message: str) -> None:
    """Nothing to write, no length, an empty sequence, what is no token: each is named."""
    with pytest.raises(ValueError, match=message):
        Stop(**{"max_new_tokens": 1, **changes})


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"temperature": "a"}, "temperature: expected float, found 'a'"),
        ({"temperature": -1}, "temperature must be 0"),
        ({"top_k": 2.5}, "top_k: expected int, found 2.5"),
        ({"top_k": True}, "top_k: expected int, found True"),
        ({"top_p": "a"}, "top_p: expected float, found 'a'"),
        ({"repetition_penalty": math.nan}, "repetition_penalty must be above 0, found nan"),
    ],
)
def test_ways_to_choose_that_are_none_are_refused(changes: dict[str, Any], message: str) -> None:
    """A setting of another type or out of range is named."""
    with pytest.raises(ValueError, match=message):
        Sampling(**changes)


TEXT, LOGITS = torch.zeros(1, 3, dtype=torch.long), torch.ones(1, 5)
UNLIKE: dict[str, tuple[Callable[[], object], str]] = {
    "logits without batch": (lambda: keep_top_k(LOGITS[0], 2), "logits [B, V]"),
    "half a logit": (lambda: keep_top_k(LOGITS, 2.5), "whole top_k of at least 1, found 2.5"),  # type: ignore[arg-type] # wrong on purpose
    "whole logits": (lambda: keep_top_p(LOGITS.long(), 0.5), "found [1, 5] int64"),
    "no vocabulary": (lambda: keep_min_p(LOGITS[:, :0], 0.5), "found [1, 0]"),
    "nothing to choose from": (lambda: choose(LOGITS[:, :0], TEXT, GREEDY), "logits [B, V]"),
    "logits of all tokens": (lambda: choose(LOGITS[None], TEXT, Sampling()), "found [1, 1"),
    "texts of another batch": (
        lambda: penalize_repetition(LOGITS, TEXT.expand(2, 3), 1.2),
        "expected 1 texts for as many logits, found 2",
    ),
    "texts of no tokens": (
        lambda: penalize_repetition(LOGITS, TEXT.float(), 1.2),
        "whole tokens of [B, T]",
    ),
    "texts elsewhere": (
        lambda: penalize_repetition(LOGITS, TEXT.to("meta"), 1.2),
        "on cpu, found [1, 3] int64 on meta",
    ),
}


@pytest.mark.parametrize("wrong", UNLIKE)
def test_what_does_not_fit_is_named(wrong: str) -> None:
    """Logits and texts that do not fit are a ValueError."""
    ask, message = UNLIKE[wrong]
    with pytest.raises(ValueError, match=re.escape(message)):
        ask()


def test_useless_options_are_refused(model: Transformer, prompt: Tensor) -> None:
    """No beams, half a beam and chunks of nothing are each named."""
    for beams in (0, 2.5):
        with pytest.raises(ValueError, match=f"whole beams of at least 1, found {beams}"):
            beam_search(model, prompt, stop=Stop(max_new_tokens=1), beams=beams)  # type: ignore[arg-type] # wrong on purpose
    for chunk in (0, 2.5):
        with pytest.raises(ValueError, match=f"whole chunk of at least 1, found {chunk}"):
            next_logits(model, prompt, static(model), chunk=chunk)  # type: ignore[arg-type] # wrong on purpose
