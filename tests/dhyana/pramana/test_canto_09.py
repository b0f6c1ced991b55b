"""The experiments of canto 9: verdicts as the records expect, and able to come out otherwise."""

from collections.abc import Callable

import pytest
import torch
from torch import Tensor, nn

from dhyana.attention import attention
from dhyana.cache import StaticCache
from dhyana.decoding import generate
from dhyana.kv_quantization import QuantizedCache
from dhyana.pramana import caches, canto_09_memory, decoders, facts, published, serving
from dhyana.pramana.experiment import Settings, demonstrate, measure
from dhyana.pramana.footprints import largest_tensor, rows_through
from dhyana.pramana.registry import registered
from dhyana.pramana.serving import Paged, Request, Reserved, serve
from dhyana.shlokas import load
from dhyana.shlokas.evidence import disagreements
from dhyana.shlokas.record import Verdict

CPU = torch.device("cpu")
SETTINGS = Settings(CPU, torch.float32)
VERSES = range(41, 46)


@pytest.mark.parametrize("verse", VERSES)
def test_verdicts_are_as_the_record_expects(verse: int) -> None:
    """From another seed than the committed evidence the measurements give the same verdicts."""
    evidence = measure(registered()[verse], Settings(CPU, torch.float32, seed=7))
    assert disagreements(load().verse(verse).record.claims, evidence) == ()


@pytest.mark.parametrize("dtype", [torch.float64, torch.float16, torch.bfloat16])
@pytest.mark.parametrize("verse", [42, 44])
def test_verdicts_hold_in_every_dtype(verse: int, dtype: torch.dtype) -> None:
    """What is counted comes out the same in every number format."""
    evidence = measure(registered()[verse], Settings(CPU, dtype, seed=5))
    assert disagreements(load().verse(verse).record.claims, evidence) == ()


@pytest.mark.parametrize("verse", VERSES)
def test_demonstrations_call_what_the_verse_is_linked_to(verse: int) -> None:
    """Every call shown is one of a component that the record names, or of a method of it."""
    calls = demonstrate(registered()[verse], SETTINGS)
    linked = {link.symbol for link in load().verse(verse).record.code}
    assert calls
    for call in calls:
        assert call.symbol in linked or call.symbol.rpartition(".")[0] in linked


def forgetful(
    self: StaticCache, layer: int, k: Tensor, v: Tensor, update: object = StaticCache.update
) -> tuple[Tensor, Tensor]:
    """Keep keys, but return values half as large."""
    keys, values = update(self, layer, k, v)  # type: ignore[operator] # the method that was there
    return keys, values / 2


# What a wrong component would look like, and the claim that must then fall.
FAULTS: dict[str, tuple[object, str, Callable[..., object], int, int]] = {
    "a cache that computes all again": (
        decoders,
        "generate",
        lambda model, first, stop, cache: generate(model, first, stop=stop),
        41,
        1,
    ),
    "a cache that loses half": (StaticCache, "update", forgetful, 42, 0),
    "a cache that changes the text": (StaticCache, "update", forgetful, 43, 2),
    "heads that share the wrong way": (
        caches,
        "grouped_attention",
        lambda query, key, value: attention(
            query, key.repeat(1, 8, 1, 1), value.repeat(1, 8, 1, 1)
        ),
        44,
        0,
    ),
    "scales as large as the numbers": (
        QuantizedCache,
        "bytes",
        property(lambda self: 2 * sum(each.numbers.nbytes for each in (*self.keys, *self.values))),
        44,
        3,
    ),
    "a fused kernel that is none": (
        canto_09_memory,
        "attention",
        lambda query, key, value, implementation="explicit": attention(query, key, value),
        45,
        0,
    ),
    "blocks read in the wrong order": (
        caches,
        "paged_attention",
        lambda query, cache, layer: query.flip(2),
        45,
        1,
    ),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_wrong_component_is_refuted(monkeypatch: pytest.MonkeyPatch, fault: str) -> None:
    """The experiment of a verse refutes its claim when the component does something else."""
    owner, name, wrong, verse, claim = FAULTS[fault]
    monkeypatch.setattr(owner, name, wrong)
    evidence = measure(registered()[verse], SETTINGS)
    assert evidence.claims[claim].verdict is Verdict.REFUTED


def test_reserved_room_is_wasted_as_reckoned() -> None:
    """Room for two at a time: six requests take two rounds of four steps and begin a third."""
    memory = Reserved(lambda request: serving.MEMORY // 2)
    served = serve([Request(100, 4)] * 6, memory)
    held = (2 * (101 + 102 + 103 + 104) + 101) / 9
    assert served.at_once == 2
    assert served.wasted == pytest.approx(1 - held / (serving.MEMORY // 2))


def test_pages_waste_no_more_than_their_last_blocks() -> None:
    """What is handed out to a text is its length, rounded up to a block."""
    memory = Paged()
    name = memory.admit(Request(serving.BLOCK + 1, 1))
    assert name is not None
    assert memory.handed_out() == 2 * serving.BLOCK
    memory.free(name)
    assert memory.handed_out() == 0


def test_a_full_memory_lets_the_newest_begin_again() -> None:
    """When texts outgrow the memory, the newest waits; all are served in the end."""
    long = Request(serving.MEMORY // 4, serving.MEMORY // 4)
    served = serve([long] * 6, Paged())
    assert 1 < served.at_once < 4


def test_a_request_without_room_is_refused() -> None:
    """A request that has no room even alone is an error, not a wait without end."""
    with pytest.raises(ValueError, match="no room for Request"):
        serve([Request(serving.MEMORY + 1, 1)], Paged())


def test_rows_are_counted_for_each_layer() -> None:
    """Every vector that goes through a layer counts, and no hook stays behind."""
    layers = nn.ModuleList([nn.Linear(3, 4), nn.Linear(4, 5)])
    assert rows_through(layers, lambda: layers[1](layers[0](torch.ones(2, 7, 3)))) == 28
    assert not layers[0]._forward_pre_hooks


def test_the_largest_tensor_is_found_among_all_results() -> None:
    """Also a tensor that is made on the way, and one of several results."""
    x = torch.ones(4, 5)
    assert largest_tensor(lambda: (x[:, None] * x[None]).sum()) == 80
    assert largest_tensor(lambda: x.sort(dim=1)) == 20


def test_a_step_without_cache_costs_what_the_formula_says() -> None:
    """FLOPs counted, attention among them, are those that `flops_per_token` foretells.

    Only the last token is scored against the vocabulary.
    """
    model = decoders.decoder(SETTINGS)
    config = model.config
    head, length = config.vocab_size * config.width, 64
    blocks = published.flops_per_token(
        config, published.multiplied(config) - head, length, training=False
    )
    counted = decoders.step(model, decoders.text(SETTINGS, length), cached=False)
    assert counted == length * blocks + 2 * head


def test_published_sizes_are_those_of_the_models_names() -> None:
    """Llama 3 8B has 8 billion parameters, the 70B model 70."""
    embedding = {c: c.vocab_size * c.width for c in (published.LLAMA_3_8B, published.LLAMA_3_70B)}
    sizes = [(published.multiplied(c) + e) / 1e9 for c, e in embedding.items()]
    assert sizes == pytest.approx([8.03, 70.6], abs=0.1)


def test_an_8_bit_cache_loses_little_of_what_is_known() -> None:
    """Facts are read from the cache: spoiling it spoils them."""
    world = facts.World()
    known = facts.facts_of(SETTINGS, world)
    model = facts.learned(SETTINGS, world)
    loss = float(facts.loss(model, known).detach())
    assert caches.loss_with(model, known, "int8") == pytest.approx(loss, abs=1e-3)
