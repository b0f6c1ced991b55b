"""Experiments of canto 9, verses 44 and 45: what a cache weighs, and how memory is handed out."""

from dataclasses import replace
from functools import partial
from typing import get_args

import torch
from torch import Tensor

from dhyana.attention import attention
from dhyana.flash import kernels_run
from dhyana.heads import grouped_attention
from dhyana.paged import PagedCache, paged_attention
from dhyana.pramana import caches, facts, serving
from dhyana.pramana.experiment import (
    ROUNDING,
    Call,
    Settings,
    at_least,
    at_most,
    call,
    exact,
    finding,
    measured,
    near,
    not_measurable,
)
from dhyana.pramana.footprints import largest_tensor
from dhyana.pramana.instruments import growth_exponent
from dhyana.pramana.published import LLAMA_3_8B, LLAMA_3_70B, bytes_per_token
from dhyana.pramana.registry import demonstration, experiment
from dhyana.quantize import Format, quantize
from dhyana.shlokas.evidence import Finding

# Mean tokens of a prompt and of its answer: long questions, and short instructions such as those
# of Alpaca (Kwon et al. 2023, arXiv 2309.06180, figure 11).
MIXED, SHORT = (350, 450), (19, 58)


@demonstration(44)
def show_sharing(settings: Settings) -> tuple[Call, ...]:
    """Let four query heads share two key/value heads, and round a key to eight bits."""
    query = settings.normal(1, 4, 1, 2, seed=1)
    key, value = (settings.normal(1, 2, 3, 2, seed=seed) for seed in (2, 3))
    return (
        call(grouped_attention, query=query, key=key, value=value),
        call(quantize, x=key[0, 0], format="int8"),
    )


@experiment(44)
def measure_sharing(settings: Settings) -> tuple[Finding, ...]:
    """Weigh caches of many heads and few, of 16 bits and 8, and ask what the model still knows."""
    training, world = settings.for_training, facts.World()
    known = facts.facts_of(training, world)
    of_all, shared = (
        facts.learned(training, world, memories=64, n_heads=8, n_kv_heads=n) for n in (8, 1)
    )
    with torch.no_grad():
        losses = [float(facts.loss(model, known)) for model in (of_all, shared)]
    risen = {name: caches.loss_with(of_all, known, name) - losses[0] for name in get_args(Format)}
    fewer = "bytes of a cache with a key/value head for each query head, in units of shared"
    of_long, context = "cache of one text of 131,072 tokens, in bfloat16", 131_072
    halved = "bytes of the cache in 8 bits, scales included, in units of"
    many_heads = replace(LLAMA_3_8B, n_kv_heads=LLAMA_3_8B.n_heads)
    return (
        finding(
            "Shared by 8 query heads, one key/value head makes the cache 8 times smaller.",
            measured(
                "largest difference from 8 equal heads, in units of the largest output",
                caches.shared_apart(settings),
                at_most(ROUNDING * settings.eps),
                "16 query heads, 2 key/value heads",
            ),
            measured(fewer, caches.weight(64) / caches.weight(8), near(8, 0), "64 heads, 8 kept"),
            measured(
                fewer,
                caches.weight(32) / caches.weight(8),
                near(8, 0),
                "32 heads, 8 kept, as in Llama 3 8B",
                beyond=True,
            ),
        ),
        finding(
            "Sharing preserves 99 % of the quality.",
            measured(
                "share of facts recalled, in units of that with 8 key/value heads",
                facts.recalled(shared, known) / facts.recalled(of_all, known),
                at_least(0.99),
                f"8 query heads share one, {world.facts} facts",
            ),
            measured(
                "loss after the same training, in units of that with 8 key/value heads",
                losses[1] / losses[0],
                at_most(1.01),
                "the same models",
                beyond=True,
            ),
        ),
        finding(
            "In models of 128K tokens of context the cache takes dozens of gigabytes.",
            *(
                measured(
                    of_long,
                    bytes_per_token(config) * context / 1e9,
                    at_least(24),
                    name,
                    unit="GB",
                    beyond=config is LLAMA_3_8B,
                )
                for name, config in (
                    ("Llama 3 70B, 8 key/value heads", LLAMA_3_70B),
                    ("Llama 3 8B, were its 32 heads not grouped", many_heads),
                    ("Llama 3 8B, 8 key/value heads", LLAMA_3_8B),
                )
            ),
        ),
        finding(
            "A cache quantized to FP8 or INT8 takes half the memory and serves twice the requests "
            "(Understanding Neural Networks, §5).",
            *(
                measured(
                    f"{halved} 16",
                    caches.weight(8, format=name) / caches.weight(8),
                    near(0.5, 0.02),
                    f"{name}, heads of width 128",
                )
                for name in risen
            ),
            measured(
                "requests that fit into the same memory, in units of those in 16 bits",
                caches.weight(8) / caches.weight(8, format="int8"),
                near(2, 0.1),
                "heads of width 128",
            ),
            *(
                measured("rise of the loss on facts, in nats", each, at_most(0.02), name)
                for name, each in risen.items()
            ),
            measured(
                f"{halved} 16",
                caches.weight(8, head_dim=32, format="int8") / caches.weight(8, head_dim=32),
                near(0.5, 0.02),
                "int8, heads of width 32",
                beyond=True,
            ),
            measured(
                f"{halved} 32",
                caches.weight(8, format="int8") / caches.weight(8, dtype=torch.float32),
                near(0.5, 0.02),
                "int8, heads of width 128",
                beyond=True,
            ),
        ),
    )


@demonstration(45)
def show_pages(settings: Settings) -> tuple[Call, ...]:
    """Attend from the last of three tokens to the two blocks where they lie."""
    cache = PagedCache(caches.one_head(settings), blocks=4, block_size=2, batch=1)
    q, k, v = (settings.normal(1, 1, 3, 2, seed=seed) for seed in (1, 2, 3))
    taken = call(cache.extend, new=3)
    cache.write(0, k, v)
    return taken, call(paged_attention, query=q, cache=cache, layer=0)


@experiment(45)
def measure_systems(settings: Settings) -> tuple[Finding, ...]:
    """See which kernel runs, and serve many requests from one memory."""
    lengths = (256, 512, 1024)
    made = {
        way: [
            largest_tensor(partial(attention, *_qkv(settings, n), implementation=way))
            for n in lengths
        ]
        for way in ("explicit", "fused")
    }
    query, key, value = _qkv(settings, 256)
    with kernels_run() as ran:
        fused = attention(query, key, value, implementation="fused")

    workloads = {means: serving.requests(settings, *means) for means in (MIXED, SHORT)}
    paged, reserved = (
        {means: serving.serve(each, memory()) for means, each in workloads.items()}
        for memory in (serving.Paged, partial(serving.Reserved, lambda request: serving.LONGEST))
    )
    foreseen = serving.serve(workloads[MIXED], serving.Reserved(sum))
    unused = "share of the memory handed out that holds no token, mean"
    more = "tokens written a step, in units of those with contiguous memory"
    grows = "exponent with which the largest tensor grows with the text"
    return (
        finding(
            "FlashAttention fuses softmax into one kernel that never stores the scores.",
            measured(
                "largest difference from the formula step by step, in units of the largest |v|",
                (exact(fused) - exact(attention(query, key, value))).abs().max()
                / exact(value).abs().max(),
                at_most(ROUNDING * settings.eps),
                "256 tokens",
            ),
            measured("times the unfused formula ran", ran["math"], at_most(0), "the same call"),
            measured(grows, growth_exponent(lengths, made["fused"]), near(1, 0.05), "fused"),
            measured(grows, growth_exponent(lengths, made["explicit"]), near(2, 0.05), "explicit"),
        ),
        finding(
            "PagedAttention manages the cache like pages of virtual memory.",
            measured(
                unused,
                paged[MIXED].wasted,
                at_most(0.04),
                f"blocks of {serving.BLOCK}, {_of(MIXED)}",
            ),
            measured(
                "largest difference from attention over keys in one piece, in units of the "
                "largest output",
                caches.paged_apart(settings),
                at_most(ROUNDING * settings.eps),
                "100 tokens",
            ),
            measured(
                "blocks in use, in units of those of texts that share none",
                caches.share_of_forks(256, 8),
                at_most(0.2),
                "8 texts that begin with the same 256 tokens",
            ),
        ),
        finding(
            "Contiguous allocation leaves 60 to 80 % of the memory unused (Understanding Neural "
            "Networks, §4).",
            measured(
                unused,
                reserved[MIXED].wasted,
                near(0.7, 0.1),
                f"{serving.LONGEST} reserved, {_of(MIXED)}",
            ),
            measured(
                unused,
                reserved[SHORT].wasted,
                near(0.7, 0.1),
                f"{serving.LONGEST} reserved, {_of(SHORT)}",
                beyond=True,
            ),
            measured(
                unused,
                foreseen.wasted,
                near(0.7, 0.1),
                f"the true length reserved, {_of(MIXED)}",
                beyond=True,
            ),
        ),
        finding(
            "Paging raises the throughput of concurrent requests 3.2 times (Understanding Neural "
            "Networks, §4).",
            measured(
                more,
                paged[MIXED].at_once / reserved[MIXED].at_once,
                near(3.2, 0.8),
                f"{serving.LONGEST} reserved, {_of(MIXED)}",
            ),
            measured(
                more,
                paged[SHORT].at_once / reserved[SHORT].at_once,
                near(3.2, 0.8),
                f"{serving.LONGEST} reserved, {_of(SHORT)}",
                beyond=True,
            ),
            measured(
                more,
                paged[MIXED].at_once / foreseen.at_once,
                near(3.2, 0.8),
                f"the true length reserved, {_of(MIXED)}",
                beyond=True,
            ),
        ),
        not_measurable(
            "With all this, inference uses nearly all the bandwidth there is in theory.",
            "What a machine reaches is a timing of that machine; `dhyana model bench` prints it.",
        ),
    )


def _qkv(settings: Settings, length: int) -> tuple[Tensor, Tensor, Tensor]:
    query, key, value = (settings.normal(1, 2, length, 16, seed=n) for n in (1, 2, 3))
    return query, key, value


def _of(means: tuple[int, int]) -> str:
    return f"prompts of {means[0]} tokens and answers of {means[1]}, mean"
