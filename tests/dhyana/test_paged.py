"""The paged cache: contiguous to the number, and no block lost or shared by mistake."""

from collections import Counter

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
)
from torch import Tensor
from torch.nn.functional import scaled_dot_product_attention

from dhyana.cache import CacheShape
from dhyana.paged import BlockTable, OutOfBlocksError, PagedCache, paged_attention
from dhyana.transformer import Config, Transformer

SHAPE = CacheShape(n_layers=1, n_kv_heads=2, head_dim=4)
HEADS = 4
BLOCKS = 9
SIZE = 3
names = st.runner().flatmap(lambda pool: st.sampled_from(sorted(pool.texts)))


class Pool(RuleBasedStateMachine):
    """Random sequences of add, append, fork and free, against plain tensors."""

    @initialize()
    def start(self) -> None:
        self.cache = PagedCache(SHAPE, blocks=BLOCKS, block_size=SIZE)
        for pool in (*self.cache.keys, *self.cache.values):
            pool.fill_(float("nan"))  # what no one wrote must never be read
        self.texts: dict[int, Tensor] = {}  # [2, K, S, E], keys and values

    @rule()
    def add(self) -> None:
        self.texts[self.cache.add()] = torch.zeros(2, 2, 0, 4)

    @precondition(lambda self: self.texts)
    @rule(name=names)
    def fork(self, name: int) -> None:
        self.texts[self.cache.fork(name)] = self.texts[name]

    @precondition(lambda self: self.texts)
    @rule(name=names)
    def free(self, name: int) -> None:
        self.cache.free(name)
        del self.texts[name]

    @precondition(lambda self: self.texts)
    @rule(data=st.data(), new=st.integers(1, 5), window=st.none() | st.integers(1, 7))
    def append(self, data: st.DataObject, new: int, window: int | None) -> None:
        batch = data.draw(st.lists(st.sampled_from(sorted(self.texts)), min_size=1, unique=True))
        self.cache.batch = batch
        free, tables = len(self.cache.free_blocks), str(self.cache.tables)
        try:
            positions = self.cache.extend(new)
        except OutOfBlocksError:
            assert (len(self.cache.free_blocks), str(self.cache.tables)) == (free, tables)
            return
        written = torch.randn(2, len(batch), 2, new, 4)
        keys, values = self.cache.update(0, written[0], written[1])
        mask = self.cache.mask(window)
        query = torch.randn(len(batch), HEADS, new, 4)
        paged = paged_attention(query, self.cache, 0, window=window)
        gathered = scaled_dot_product_attention(
            query, keys, values, mask, is_causal=mask is None and new > 1, enable_gqa=True
        )
        for row, name in enumerate(batch):
            self.texts[name] = torch.cat((self.texts[name], written[:, row]), dim=2)
            k, v = self.texts[name]
            length = k.shape[1]
            assert positions[row].tolist() == list(range(length - new, length))
            distance = torch.arange(length - new, length)[:, None] - torch.arange(length)
            seen = (distance >= 0) & (distance < (window or length))
            contiguous = scaled_dot_product_attention(
                query[row : row + 1], k[None], v[None], seen, enable_gqa=True
            )
            torch.testing.assert_close(gathered[row : row + 1], contiguous, atol=1e-5, rtol=0)
            torch.testing.assert_close(paged[row : row + 1], contiguous, atol=1e-5, rtol=0)

    @invariant()
    def no_block_is_lost(self) -> None:
        if not hasattr(self, "cache"):
            return
        named = Counter(block for table in self.cache.tables.values() for block in table.blocks)
        assert self.cache.owners == [named[block] for block in range(BLOCKS)]
        assert sorted(self.cache.free_blocks) == [
            block for block in range(BLOCKS) if block not in named
        ]
        assert self.cache.bytes_in_use == len(named) * SIZE * SHAPE.bytes_per_token

    def teardown(self) -> None:
        for name in list(getattr(self, "texts", ())):
            self.cache.free(name)
        if hasattr(self, "cache"):
            assert len(self.cache.free_blocks) == BLOCKS


TestPool = Pool.TestCase
TestPool.settings = settings(max_examples=40, stateful_step_count=25, deadline=None)


def model() -> Transformer:
    """Return a small grouped-query model."""
    torch.manual_seed(0)
    config = Config(
        vocab_size=40, context=48, width=16, n_layers=2, n_heads=4, n_kv_heads=2, init_std=0.3
    )
    return Transformer(config).eval()


@settings(deadline=None, max_examples=15)
@given(pieces=st.lists(st.integers(1, 9), min_size=1, max_size=5), size=st.integers(1, 6))
def test_paged_cache_changes_nothing(pieces: list[int], size: int) -> None:
    """A model reading from pages gives the logits of one pass over the whole text."""
    ours = model()
    tokens = torch.randint(40, (2, sum(pieces)))
    cache = PagedCache(CacheShape.of(ours), blocks=100, block_size=size, batch=2)
    done, logits = 0, []
    with torch.no_grad():
        for piece in pieces:
            logits.append(ours(tokens[:, done : done + piece], cache=cache))
            done += piece
        whole = ours(tokens)
    torch.testing.assert_close(torch.cat(logits, 1), whole, atol=2e-5, rtol=0)


def test_texts_of_different_length_go_on_together() -> None:
    """One pass continues a short and a long text, each as if it were alone."""
    ours = model()
    cache = PagedCache(CacheShape.of(ours), blocks=20, block_size=4)
    texts = [torch.randint(40, (1, length)) for length in (3, 10)]
    names = [cache.add() for _ in texts]
    with torch.no_grad():
        for name, text in zip(names, texts, strict=True):
            cache.batch = [name]
            ours(text, cache=cache)
        cache.batch = names
        following = torch.randint(40, (2, 2))
        together = ours(following, cache=cache)
        for row, text in enumerate(texts):
            alone = ours(torch.cat((text, following[row : row + 1]), dim=1))[:, -2:]
            torch.testing.assert_close(together[row : row + 1], alone, atol=2e-5, rtol=0)


def test_a_fork_shares_until_it_writes() -> None:
    """Two texts with one beginning hold it once; the first to write copies one block."""
    cache = PagedCache(SHAPE, blocks=4, block_size=4, batch=1)
    k = torch.randn(1, 2, 6, 4)
    cache.extend(6)
    cache.update(0, k, k)
    fork = cache.fork(cache.batch[0])
    assert len(cache.free_blocks) == 2
    cache.batch = [*cache.batch, fork]
    cache.extend(1)
    assert len(cache.free_blocks) == 1
    first, second = (cache.tables[name].blocks for name in cache.batch)
    assert first[0] == second[0]
    assert first[1] != second[1]


def test_tables_tell_how_texts_lie() -> None:
    """A table has the blocks its tokens need; a fork is a table of its own, a free one gone."""
    cache = PagedCache(SHAPE, blocks=6, block_size=4)
    first = cache.add()
    assert cache.tables[first] == BlockTable()  # nothing before the first token
    for new, blocks in ((3, 1), (1, 1), (1, 2), (6, 3)):
        cache.batch = [first]
        cache.extend(new)
        assert len(cache.tables[first].blocks) == blocks
    assert cache.tables[first].length == 11
    second = cache.fork(first)
    assert cache.tables[second] == cache.tables[first]
    cache.batch = [second]
    cache.extend(1)
    assert cache.tables[first].length == 11
    assert cache.tables[second] == BlockTable(
        [*cache.tables[first].blocks[:2], cache.tables[second].blocks[2]], 12
    )
    cache.free(first)
    assert list(cache.tables) == [second]


def test_bytes_are_those_of_the_tensors() -> None:
    """The pool's bytes are the formula's and those of the storages it really holds."""
    cache = PagedCache(SHAPE, blocks=5, block_size=16, batch=1)
    storages = {tensor.untyped_storage() for tensor in (*cache.keys, *cache.values)}
    assert cache.bytes == sum(storage.nbytes() for storage in storages)
    assert cache.bytes == 5 * 16 * SHAPE.bytes_per_token
    assert cache.bytes_in_use == 0


def test_out_of_blocks_says_how_many() -> None:
    """The message says how many blocks are wanted and how many of how many are free."""
    cache = PagedCache(SHAPE, blocks=3, block_size=2, batch=2)
    cache.extend(1)
    with pytest.raises(OutOfBlocksError, match="need 2 blocks of 2, 1 of 3 are free"):
        cache.extend(2)


def test_misuse_is_named() -> None:
    """A batch that is empty or names one text twice, a text that is not there, a step not begun."""
    cache = PagedCache(SHAPE, blocks=2)
    with pytest.raises(ValueError, match="must name different sequences"):
        cache.extend(1)
    cache.batch = [cache.add()] * 2
    with pytest.raises(ValueError, match="must name different sequences"):
        cache.extend(1)
    with pytest.raises(ValueError, match="no sequence 7; there are"):
        cache.fork(7)
    with pytest.raises(ValueError, match="call extend before"):
        cache.mask()
    cache.batch = [0]
    cache.extend(2)
    with pytest.raises(ValueError, match=r"expected queries \[B, H, T, E\] with B, T = \[1, 2\]"):
        paged_attention(torch.zeros(1, 3, 2, 4), cache, 0)


def test_reset_gives_all_blocks_back() -> None:
    """After reset the batch is as large as before, empty, and every block is free."""
    cache = PagedCache(SHAPE, blocks=4, block_size=2, batch=2)
    cache.extend(3)
    cache.reset()
    assert (len(cache.batch), cache.length, len(cache.free_blocks)) == (2, 0, 4)


@pytest.mark.parametrize(
    "query",
    [
        torch.ones(1, 4, 1, 2).double(),
        torch.ones(1, 4, 1, 2, device="meta"),
        torch.ones(1, 0, 1, 2),
    ],
    ids=["another dtype", "another device", "no heads"],
)
def test_queries_that_no_pages_answer(query: Tensor) -> None:
    """Queries are of the pages' dtype, on their device, and some."""
    pages = PagedCache(CacheShape(n_layers=1, n_kv_heads=2, head_dim=2), blocks=3, batch=1)
    pages.extend(1)
    with pytest.raises(ValueError, match=r"as torch.float32 on cpu, found \[1, "):
        paged_attention(query, pages, 0)
