"""The same tokens as Hugging Face transformers, by every way of choosing them."""

from collections.abc import Callable, Mapping
from typing import Any

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from torch import Tensor

from dhyana.cache import Cache, CacheShape, StaticCache
from dhyana.decoding import (
    Sampling,
    Stop,
    beam_search,
    generate,
    keep_min_p,
    keep_top_k,
    keep_top_p,
    penalize_repetition,
)
from dhyana.paged import PagedCache
from dhyana.transformer import Transformer

Pair = tuple[Any, Transformer]
NEW = 16


def no_cache(_: Transformer, __: int) -> Cache | None:
    """Compute the whole text anew for every token."""
    return None


def static(model: Transformer, batch: int) -> Cache | None:
    """Return a static cache."""
    return StaticCache(CacheShape.of(model), batch=batch, max_length=40)


def paged(model: Transformer, batch: int) -> Cache | None:
    """Return a paged cache."""
    return PagedCache(CacheShape.of(model), blocks=80, block_size=5, batch=batch)


def theirs_writes(model: Any, prompt: Tensor, **options: Any) -> Tensor:
    """Return what transformers writes after the prompt."""
    with torch.no_grad():
        text = model.generate(
            prompt, attention_mask=torch.ones_like(prompt), max_new_tokens=NEW,
            pad_token_id=0, **options,
        )  # fmt: skip
    written: Tensor = text[:, prompt.shape[1] :]
    return written


@pytest.mark.parametrize("make", [no_cache, static, paged])
@pytest.mark.parametrize(
    "shape",
    [{}, {"num_key_value_heads": 4}, {"num_key_value_heads": 1}, {"tie_word_embeddings": True}],
    ids=["grouped", "plain", "multi-query", "tied"],
)
def test_greedy_tokens(
    llama_pair: Callable[..., Pair],
    make: Callable[[Transformer, int], Cache | None],
    shape: Mapping[str, Any],
) -> None:
    """Greedy tokens are theirs, without cache, with the static and with the paged cache."""
    theirs, ours = llama_pair(**shape)
    prompt = torch.randint(1, 61, (3, 7))
    wanted = theirs_writes(theirs, prompt, do_sample=False, eos_token_id=None)
    got = generate(ours, prompt, stop=Stop(max_new_tokens=NEW), cache=make(ours, 3))
    assert torch.equal(got[:, 7:], wanted)


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"temperature": 0.7},
        {"top_k": 7},
        {"top_p": 0.8},
        {"min_p": 0.1},
        {"temperature": 1.5, "top_k": 20, "top_p": 0.9, "min_p": 0.02, "repetition_penalty": 1.4},
    ],
)
def test_sampled_tokens(llama_pair: Callable[..., Pair], options: Mapping[str, Any]) -> None:
    """With the same seed the same tokens are drawn, by each option alone and all together."""
    torch.manual_seed(0)
    theirs, ours = llama_pair()
    prompt = torch.randint(1, 61, (3, 7))
    torch.manual_seed(11)
    wanted = theirs_writes(
        theirs, prompt, do_sample=True, eos_token_id=None, **{"top_k": 0, **options}
    )
    got = generate(
        ours,
        prompt,
        stop=Stop(max_new_tokens=NEW),
        sampling=Sampling(**options),
        cache=static(ours, 3),
        seed=11,
    )
    assert torch.equal(got[:, 7:], wanted)


@pytest.mark.parametrize("make", [no_cache, static, paged])
@pytest.mark.parametrize(
    ("length_penalty", "early_stopping"),
    [(1.0, False), (0.0, "never"), (2.0, "never"), (-1.0, False), (1.0, True)],
)
@pytest.mark.parametrize("eos", [(), (5,), (5, 9, 23)])
def test_beams(
    llama_pair: Callable[..., Pair],
    make: Callable[[Transformer, int], Cache | None],
    length_penalty: float,
    early_stopping: Any,
    eos: tuple[int, ...],
) -> None:
    """Four beams and their scores are theirs, for every length penalty, stopping rule and end."""
    torch.manual_seed(0)
    theirs, ours = llama_pair()
    prompt = torch.randint(1, 61, (2, 6))
    with torch.no_grad():
        wanted = theirs.generate(
            prompt, attention_mask=torch.ones_like(prompt), max_new_tokens=NEW, num_beams=4,
            num_return_sequences=4, do_sample=False, length_penalty=length_penalty,
            early_stopping=early_stopping, eos_token_id=list(eos) or None, pad_token_id=0,
            return_dict_in_generate=True, output_scores=True,
        )  # fmt: skip
    got = beam_search(
        ours,
        prompt,
        stop=Stop(max_new_tokens=NEW, eos=eos, pad=0),
        length_penalty=length_penalty,
        early_stopping=early_stopping,
        cache=make(ours, 8),
    )
    tokens = wanted.sequences[:, 6:].unflatten(0, (2, 4))
    for ours_text, theirs_text in zip(
        got.tokens.flatten(0, 1).tolist(), tokens.flatten(0, 1).tolist(), strict=True
    ):
        assert until_end(ours_text, eos) == until_end(theirs_text, eos)
    torch.testing.assert_close(got.scores.flatten(), wanted.sequences_scores, atol=0, rtol=1e-5)


def until_end(text: list[int], eos: tuple[int, ...]) -> list[int]:
    """Cut a padded text after its end token; the two pad with different tokens."""
    ends = [place for place, token in enumerate(text) if token in eos]
    return text[: ends[0] + 1] if ends else text


logits_of_a_vocabulary = st.builds(
    lambda seed, spread, steps: (
        # Rounded logits have ties, where the conventions differ most easily.
        (torch.randn(2, 50, generator=torch.Generator().manual_seed(seed)) * spread * steps).round()
        / steps
    ),
    seed=st.integers(0, 2**16),
    spread=st.floats(0.1, 10),
    steps=st.sampled_from([1.0, 4.0, 1e4]),
)


@settings(deadline=None, max_examples=60)
@given(logits=logits_of_a_vocabulary, k=st.integers(1, 60), p=st.floats(0.01, 0.99))
def test_filters_and_penalty(logits: Tensor, k: int, p: float) -> None:
    """Top-k, top-p, min-p and the repetition penalty change logits exactly as theirs do."""
    process = pytest.importorskip("transformers").generation.logits_process
    text = torch.arange(14).view(2, 7)
    pairs = [
        (keep_top_k(logits, k), process.TopKLogitsWarper(k)),
        (keep_top_p(logits, p), process.TopPLogitsWarper(p)),
        (keep_min_p(logits, p), process.MinPLogitsWarper(p)),
        (
            penalize_repetition(logits, text, 1 + p),
            process.RepetitionPenaltyLogitsProcessor(1 + p),
        ),
    ]
    for ours, theirs in pairs:
        assert torch.equal(ours, theirs(text, logits.clone()))
