"""Experiments of canto 9, verses 41 to 43: what a cache of keys and values saves."""

from collections.abc import Callable
from functools import partial

import torch

from dhyana.cache import StaticCache
from dhyana.decoding import next_logits
from dhyana.heads import grouped_attention
from dhyana.pramana import caches, decoders
from dhyana.pramana.decoders import (
    OF_A_MODEL,
    cache_of,
    decoder,
    keys_and_values,
    products,
    projections,
)
from dhyana.pramana.experiment import (
    Call,
    Settings,
    above,
    at_least,
    at_most,
    call,
    curve,
    finding,
    measured,
    near,
)
from dhyana.pramana.footprints import rows_through
from dhyana.pramana.instruments import apart, growth_exponent
from dhyana.pramana.published import (
    H100_BALANCE,
    H100_FLOPS,
    LLAMA_3_8B,
    step_flops,
    step_intensity,
)
from dhyana.pramana.registry import demonstration, experiment
from dhyana.shlokas.evidence import Finding
from dhyana.transformer import Transformer


@demonstration(41)
def show_repetition(settings: Settings) -> tuple[Call, ...]:
    """Score what follows three tokens, all of them computed anew."""
    model, text = decoder(settings), decoders.text(settings, 3)
    return (call(next_logits, model=model, text=text),)


@experiment(41)
def measure_repetition(settings: Settings) -> tuple[Finding, ...]:
    """Look for change in what was computed before, and count how often it is computed again."""
    model, text = decoder(settings), decoders.text(settings, 64)
    rounding = at_most(OF_A_MODEL * settings.eps)
    half, whole = keys_and_values(model, text[:, :32]), keys_and_values(model, text)
    free = torch.ones(64, 64, dtype=torch.bool, device=settings.device)
    half_free = keys_and_values(model, text[:, :32], free[:32, :32])
    whole_free = keys_and_values(model, text, free)
    lengths, first = (32, 64, 128, 256), text[:, :1]
    rows = {
        cached: [
            _keys_computed(model, decoders.writing(model, first, n, cached=cached)) for n in lengths
        ]
        for cached in (False, True)
    }
    flops = {
        cached: products(decoders.writing(model, first, 64, cached=cached))
        for cached in (False, True)
    }
    changed = "largest change of the keys and values of 32 tokens when 32 more are appended"
    exponent = "exponent with which the tokens projected to keys and values grow with the text"
    longest = f"{lengths[-1]} tokens written"
    return (
        finding(
            "The keys and values of past tokens never change.",
            measured(changed, apart(whole[..., :32, :], half), rounding, "causal mask"),
            measured(
                changed, apart(whole_free[..., :32, :], half_free), rounding, "no mask", beyond=True
            ),
        ),
        finding(
            "Without a cache they are computed again for every new token: O(N²) FLOPs for "
            "projections to K and V.",
            measured(
                exponent,
                growth_exponent(lengths, rows[False]),
                near(2, 0.05),
                f"{lengths[0]} to {longest}, no cache",
            ),
            measured(
                exponent,
                growth_exponent(lengths, rows[True]),
                near(1, 0.05),
                f"{lengths[0]} to {longest}, with a cache",
            ),
        ),
        finding(
            "This repetition is needless.",
            measured(
                "share of these projections that had been computed before",
                1 - rows[True][-1] / rows[False][-1],
                at_least(0.95),
                longest,
            ),
            measured(
                "share of all FLOPs that a cache saves",
                1 - flops[True] / flops[False],
                at_least(0.9),
                "64 tokens written",
            ),
            series=tuple(
                curve(
                    f"tokens projected, {name}", "tokens written", "tokens projected", lengths, each
                )
                for name, each in (("no cache", rows[False]), ("with a cache", rows[True]))
            ),
        ),
    )


def _keys_computed(model: Transformer, run: Callable[[], object]) -> int:
    """Return for how many tokens a run computes keys, in all layers."""
    return rows_through(projections(model, "key"), run)


@demonstration(42)
def show_cache(settings: Settings) -> tuple[Call, ...]:
    """Keep the key and value of one token, and of a second beside it."""
    cache = StaticCache(caches.one_head(settings), batch=1, max_length=4)
    calls = []
    for seed in (1, 3):
        cache.extend(1)
        k, v = (settings.normal(1, 1, 1, 2, seed=seed + n) for n in (0, 1))
        calls.append(call(cache.update, layer=0, k=k, v=v))
    return tuple(calls)


@experiment(42)
def measure_cache(settings: Settings) -> tuple[Finding, ...]:
    """Compare a step with a cache to one without: numbers, rows, and growth with the text."""
    model, text = decoder(settings), decoders.text(settings, 256)
    cache = cache_of(model, 256)
    with torch.no_grad():
        expected = model(text)
    next_logits(model, text[:, :200], cache)
    found = [next_logits(model, text[:, : 201 + n], cache) for n in range(55)]
    rows = rows_through(
        projections(model, "query", "key", "value"), partial(next_logits, model, text, cache)
    )

    lengths = (128, 256, 512, 1024)
    attended = {
        queries: [_attention_flops(settings, n if queries == "all" else 1, n) for n in lengths]
        for queries in ("all", "newest")
    }
    wide = decoder(settings, width=128)
    whole = {
        cached: [
            decoders.step(wide, decoders.text(settings, n), cached=cached) for n in lengths[:3]
        ]
        for cached in (False, True)
    }
    of_attention = "exponent with which the FLOPs of attention grow with the text, for one token"
    of_all = "exponent with which all FLOPs of a token grow with the text"
    without, with_cache = near(2, 0.05), near(1, 0.05)
    exponents = {name: growth_exponent(lengths, each) for name, each in attended.items()}
    return (
        finding(
            "With the cache, q, k and v are computed for the newest token alone.",
            measured(
                "tokens projected in a step, a projection",
                rows / (3 * model.config.n_layers),
                near(1, 0),
                "256 tokens",
            ),
            measured(
                "largest difference of the logits from those of all tokens computed at once, in "
                "units of the largest",
                apart(torch.stack(found, dim=1), expected[:, 200:255]),
                at_most(OF_A_MODEL * settings.eps),
                "200 tokens read, 55 one by one",
            ),
        ),
        finding(
            "Attention over the cached keys takes O(N) time instead of O(N²).",
            measured(of_attention, exponents["all"], without, "no cache, 128 to 1024 tokens"),
            measured(of_attention, exponents["newest"], with_cache, "with a cache"),
        ),
        finding(
            "Caching brings generation from O(N²) down to O(N) a token (Understanding Neural "
            "Networks, §4).",
            measured(of_attention, exponents["all"], without, "no cache, 128 to 1024 tokens"),
            measured(of_attention, exponents["newest"], with_cache, "with a cache"),
            *(
                measured(
                    of_all,
                    growth_exponent(lengths[:3], whole[cached]),
                    with_cache if cached else without,
                    f"{'with a' if cached else 'no'} cache, width 128, 128 to 512 tokens",
                    beyond=True,
                )
                for cached in (False, True)
            ),
        ),
    )


def _attention_flops(settings: Settings, queries: int, keys: int) -> int:
    """Return the FLOPs of attention from so many queries to so many keys."""
    query, key = settings.normal(1, 2, queries, 16, seed=1), settings.normal(1, 2, keys, 16, seed=2)
    return products(partial(grouped_attention, query, key, key))


@demonstration(43)
def show_prefill(settings: Settings) -> tuple[Call, ...]:
    """Keep the keys and values of a prompt of three tokens in one call."""
    cache = StaticCache(caches.one_head(settings), batch=1, max_length=4)
    cache.extend(3)
    k, v = (settings.normal(1, 1, 3, 2, seed=seed) for seed in (1, 2))
    return (call(cache.update, layer=0, k=k, v=v),)


@experiment(43)
def measure_speed(settings: Settings) -> tuple[Finding, ...]:
    """Count what a token costs, on a small model and, by arithmetic, on Llama 3 8B."""
    model = decoder(settings.for_training)
    first = decoders.text(settings, 4, texts=8)
    plain, cached = (decoders.writing(model, first, 48, cached=each)() for each in (False, True))
    lengths = (64, 128, 256, 512)
    steps = [
        decoders.step(model, decoders.text(settings, n), cached=False)
        / decoders.step(model, decoders.text(settings, n), cached=True)
        for n in lengths
    ]
    of_gpu = "FLOPs a second for 100 tokens a second, in units of what one H100 can do"
    intensity, one = "FLOPs for each byte read", "Llama 3 8B in bfloat16"
    return (
        finding(
            "Without a cache, interactive chat at 100 tokens a second would be physically "
            "impossible.",
            *(
                measured(
                    of_gpu,
                    100 * step_flops(LLAMA_3_8B, length, cached=False) / H100_FLOPS,
                    above(1),
                    f"{one}, {length} tokens of context",
                    beyond=length == 256,
                )
                for length in (8192, 256)
            ),
        ),
        finding(
            "Caching turns decoding from matrix–matrix products bound by arithmetic into "
            "matrix–vector products bound by memory.",
            measured(
                intensity,
                step_intensity(LLAMA_3_8B, 2048, cached=False),
                at_least(H100_BALANCE),
                f"{one}, no cache, 2048 tokens; an H100 can do {H100_BALANCE:.0f}",
            ),
            measured(
                intensity,
                step_intensity(LLAMA_3_8B, 2048, cached=True),
                at_most(H100_BALANCE),
                f"{one}, with a cache, 2048 tokens",
            ),
            measured(
                intensity,
                step_intensity(LLAMA_3_8B, 128, cached=False),
                at_least(H100_BALANCE),
                f"{one}, no cache, 128 tokens",
                beyond=True,
            ),
            measured(
                intensity,
                step_intensity(LLAMA_3_8B, 128, cached=True, texts=512),
                at_most(H100_BALANCE),
                f"{one}, with a cache, 512 texts of 128 tokens at once",
                beyond=True,
            ),
        ),
        finding(
            "The cache gives the machine speed.",
            measured(
                "FLOPs of a token without cache, in units of those with it",
                steps[-1],
                at_least(100),
                f"{lengths[-1]} tokens, 2 layers of width 32",
            ),
            measured(
                "share of texts that come out the same",
                (plain == cached).all(dim=-1).double().mean(),
                at_least(1),
                "8 texts of 48 tokens",
            ),
            series=(
                curve(
                    "FLOPs without cache in units of those with it",
                    "tokens so far",
                    "ratio",
                    lengths,
                    steps,
                ),
            ),
        ),
    )
