"""Canto 9: the cache in pages, so that no memory waits for tokens that may never come.

Keys and values lie in blocks of a few tokens, taken from one pool as texts grow. A sequence is a
list of blocks, its block table; sequences with a common beginning share blocks, and a shared
block is copied only when one of them writes into it.

Shapes: B batch, T new tokens, S tokens attended to, H query heads, K key/value heads, E head
dim; P places in the pool (blocks · block size), W blocks of the longest sequence.
Source: Kwon et al. 2023 (arXiv 2309.06180) §4.
"""

import math
from collections import Counter
from dataclasses import dataclass, field

import torch
from torch import Tensor

from dhyana.binding import shloka
from dhyana.cache import CacheShape, allocate, check_extension, check_new, check_rows
from dhyana.masking import seen_from
from dhyana.shapes import expect_sizes, shown


class OutOfBlocksError(RuntimeError):
    """No block is free: finish or free a sequence, or make a larger pool. Nothing was changed."""


@shloka(45)
@dataclass(slots=True)
class BlockTable:
    """One sequence: its blocks in order, and how many tokens they hold."""

    blocks: list[int] = field(default_factory=list)
    length: int = 0


@dataclass(frozen=True, slots=True)
class Step:
    """What one forward pass needs to know of the tables, worked out once for all layers."""

    blocks: Tensor  # [B, W]; shorter sequences end with block 0, which they do not read
    positions: Tensor  # [B, T], of the newest tokens
    places: Tensor  # [B · T], where these lie in the pool
    beyond: Tensor | None  # bool [B, S], past the end of a shorter sequence; None: all as long


@shloka(45)
class PagedCache:
    """Keys and values of many sequences in one pool of blocks.

    `batch` names the sequences that the next forward pass continues, in order; `add`, `fork` and
    `free` make and end sequences between passes. Block b holds places b·size to (b+1)·size − 1 of
    the pool's tensors [K, P, E], one pair a layer.
    """

    def __init__(
        self, shape: CacheShape, *, blocks: int, block_size: int = 16, batch: int = 0
    ) -> None:
        expect_sizes(blocks=blocks, block_size=block_size)
        if batch < 0:
            raise ValueError(f"expected a batch of 0 sequences or more, found {batch}")
        self.shape = shape
        self.block_size = block_size
        self.blocks = blocks
        size = (shape.n_kv_heads, blocks * block_size, shape.head_dim)
        self.keys, self.values = allocate(shape, size, shape.dtype)
        self.free_blocks = list(range(blocks))
        self.owners = [0] * blocks  # how many tables name the block
        self.tables: dict[int, BlockTable] = {}
        self.step: Step | None = None
        self._made = 0
        self.batch = [self.add() for _ in range(batch)]

    @property
    def length(self) -> int:
        """Tokens of the batch's longest sequence."""
        return max((self.tables[name].length for name in self.batch), default=0)

    @property
    def max_length(self) -> int:
        """Tokens of a sequence that has the whole pool to itself."""
        return self.blocks * self.block_size

    @property
    def bytes(self) -> int:
        """Bytes of the pool: blocks · block size · bytes_per_token."""
        return sum(stored.nbytes for stored in (*self.keys, *self.values))

    @property
    def bytes_in_use(self) -> int:
        """Bytes of the blocks that hold something, a shared block counted once."""
        in_use = self.blocks - len(self.free_blocks)
        return in_use * self.block_size * self.shape.bytes_per_token

    def add(self) -> int:
        """Begin an empty sequence; return its name. It takes no block before its first token."""
        return self._name(BlockTable())

    def fork(self, name: int) -> int:
        """Begin a sequence that goes on from where another stands; no key or value is copied."""
        source = self._table(name)
        for block in source.blocks:
            self.owners[block] += 1
        return self._name(BlockTable(list(source.blocks), source.length))

    def free(self, name: int) -> None:
        """End a sequence; blocks that no other shares go back to the pool."""
        for block in self._table(name).blocks:
            self._release(block)
        del self.tables[name]
        self.batch = [other for other in self.batch if other != name]

    def extend(self, new: int) -> Tensor:
        """See `Cache.extend`; positions [B, T], for the sequences may be of different length.

        Raises OutOfBlocksError, and leaves all as it was, when the pool has too few free blocks.
        """
        check_extension(new)
        if not self.batch or len(set(self.batch)) < len(self.batch):
            raise ValueError(f"`batch` must name different sequences, found {self.batch}")
        needed = self._blocks_needed(new)
        if needed > len(self.free_blocks):
            raise OutOfBlocksError(
                f"out of blocks: {new} more tokens for {len(self.batch)} sequences need {needed} "
                f"blocks of {self.block_size}, {len(self.free_blocks)} of {self.blocks} are free"
            )
        for name in self.batch:
            self._grow(self.tables[name], new)
        self.step = self._plan(new)
        return self.step.positions

    def mask(self, window: int | None = None) -> Tensor | None:
        """See `Cache.mask`; [B, 1, T, S], which also hides what lies beyond a shorter sequence."""
        step, longest = self.planned(), self.length
        plain = step.positions.shape[1] in (1, longest) and (window is None or longest <= window)
        if plain and step.beyond is None:
            return None
        return seen_from(step.positions, longest, window=window)[:, None]

    def update(self, layer: int, k: Tensor, v: Tensor) -> tuple[Tensor, Tensor]:
        """See `Cache.update`: writes into the blocks, and gathers them for a contiguous kernel."""
        self.write(layer, k, v)
        return self._gather(self.keys[layer]), self._gather(self.values[layer])

    def write(self, layer: int, k: Tensor, v: Tensor) -> None:
        """Store the new k, v [B, K, T, E] in the places `extend` found."""
        step = self.planned()
        check_new(self.shape, layer, k, v, batch=len(self.batch), new=step.positions.shape[1])
        self.keys[layer][:, step.places] = k.transpose(0, 1).flatten(1, 2)
        self.values[layer][:, step.places] = v.transpose(0, 1).flatten(1, 2)

    def planned(self) -> "Step":
        """Return the plan of the pass that `extend` began."""
        if self.step is None:
            raise ValueError("call extend before mask, write and update")
        return self.step

    def reorder(self, rows: Tensor) -> None:
        """See `Cache.reorder`: sequence i becomes a fork of rows[i]."""
        check_rows(rows, len(self.batch))
        forks = [self.fork(self.batch[row]) for row in rows.tolist()]
        for name in list(self.batch):
            self.free(name)
        self.batch = forks

    def reset(self) -> None:
        """See `Cache.reset`: the batch has as many sequences, all empty."""
        size = len(self.batch)
        for name in list(self.tables):
            self.free(name)
        self.batch = [self.add() for _ in range(size)]

    def _plan(self, new: int) -> "Step":
        """Say where the newest tokens of the batch stand, lie, and what they attend to."""
        device, size = self.shape.device, self.block_size
        tables = [self.tables[name] for name in self.batch]
        width = max(len(table.blocks) for table in tables)
        padded = [table.blocks + [0] * (width - len(table.blocks)) for table in tables]
        blocks = torch.tensor(padded, device=device)
        lengths = torch.tensor([table.length for table in tables], device=device)
        positions = lengths[:, None] + torch.arange(-new, 0, device=device)
        places = blocks.gather(1, positions // size) * size + positions % size
        ragged = any(table.length < self.length for table in tables)
        beyond = torch.arange(self.length, device=device) >= lengths[:, None] if ragged else None
        return Step(blocks, positions, places.flatten(), beyond)

    def _gather(self, pool: Tensor) -> Tensor:
        """Return the batch's part of a pool [K, P, E] in order, [B, K, S, E]."""
        step = self.planned()
        blocks = pool.view(pool.shape[0], self.blocks, -1).index_select(1, step.blocks.flatten())
        texts = blocks.view(pool.shape[0], len(self.batch), -1, pool.shape[-1])
        texts = texts.transpose(0, 1)[:, :, : self.length]
        if step.beyond is None:
            return texts
        # What lies beyond a shorter text is another's; its NaN would leak through 0 · NaN.
        return texts.masked_fill(step.beyond[:, None, :, None], 0)

    def _name(self, table: BlockTable) -> int:
        """Enter a table under a name that no other has had."""
        name = self._made
        self._made += 1
        self.tables[name] = table
        return name

    def _table(self, name: int) -> BlockTable:
        """Return a sequence's table; ValueError when there is no such sequence."""
        if name not in self.tables:
            raise ValueError(f"no sequence {name}; there are {sorted(self.tables)}")
        return self.tables[name]

    def _blocks_needed(self, new: int) -> int:
        """Return how many free blocks `new` tokens for each sequence of the batch take."""
        needed = 0
        writers: Counter[int] = Counter()  # who will write into a block that is not full
        for name in self.batch:
            table = self._table(name)
            needed += math.ceil((table.length + new) / self.block_size) - len(table.blocks)
            if table.length % self.block_size:
                writers[table.blocks[-1]] += 1
        # Of the owners of a block one may keep it; when others only read it, no writer may.
        copies = (min(count, self.owners[block] - 1) for block, count in writers.items())
        return needed + sum(copies)

    def _grow(self, table: BlockTable, new: int) -> None:
        """Give a sequence room for `new` tokens, in blocks that it alone writes into."""
        if table.length % self.block_size and self.owners[table.blocks[-1]] > 1:
            table.blocks[-1] = self._copy(table.blocks[-1])
        table.length += new
        while len(table.blocks) * self.block_size < table.length:
            table.blocks.append(self._take())

    def _copy(self, block: int) -> int:
        """Copy a shared block for one of its owners; return the copy."""
        copy = self._take()
        size = self.block_size
        for pool in (*self.keys, *self.values):
            pool[:, copy * size : (copy + 1) * size] = pool[:, block * size : (block + 1) * size]
        self._release(block)
        return copy

    def _take(self) -> int:
        """Take a block from the pool."""
        block = self.free_blocks.pop()
        self.owners[block] = 1
        return block

    def _release(self, block: int) -> None:
        """Take one owner from a block; put it back into the pool after the last."""
        self.owners[block] -= 1
        if self.owners[block] == 0:
            self.free_blocks.append(block)


@shloka(45)
def paged_attention(
    query: Tensor, cache: PagedCache, layer: int, *, window: int | None = None
) -> Tensor:
    """Attend from the newest queries [B, H, T, E] to the blocks where they lie: [B, H, T, E].

    One block of each sequence at a time, in an online softmax: with m the largest score so far,
    the sums of e^(score − m) and of e^(score − m) · value are rescaled when a larger comes
    (Milakov & Gimelshein 2018, arXiv 1805.02867; the inner loop of FlashAttention, Dao et al.
    2022, arXiv 2205.14135, algorithm 1). Nothing of size S is stored. `cache.write` comes first.
    Raises ValueError for queries or a layer that the cache has not.
    """
    step, shape = cache.planned(), cache.shape
    batch, heads, new, head_dim = query.shape if query.ndim == 4 else (0, 0, 0, 0)
    groups, size = shape.n_kv_heads, cache.block_size
    alike = query.dtype == shape.dtype and query.device == step.positions.device
    fits = (batch, new) == step.positions.shape and head_dim == shape.head_dim
    if not alike or not fits or not heads or heads % groups:
        raise ValueError(
            f"expected queries [B, H, T, E] with B, T = {list(step.positions.shape)}, H a "
            f"multiple of {groups} and E = {shape.head_dim}, as {shape.dtype} on "
            f"{step.positions.device}, found {shown(query)}"
        )
    if not 0 <= layer < shape.n_layers:
        raise ValueError(f"the cache has {shape.n_layers} layers, found layer {layer}")
    q = query.view(batch, groups, -1, new, head_dim) / math.sqrt(head_dim)
    least = torch.finfo(q.dtype).min  # not -inf, whose difference with itself is NaN
    largest = torch.full_like(q[..., :1], least)
    total = torch.zeros_like(largest)
    mixture = torch.zeros_like(q)
    within = torch.arange(size, device=query.device)
    for column, blocks in enumerate(step.blocks.unbind(1)):
        positions = step.positions - column * size  # counted from the start of this block
        places = blocks[:, None] * size + within
        unwritten = (within > positions[:, -1:])[:, None, :, None]
        k = cache.keys[layer][:, places].transpose(0, 1).masked_fill(unwritten, 0)[:, :, None]
        v = cache.values[layer][:, places].transpose(0, 1).masked_fill(unwritten, 0)[:, :, None]
        hidden = ~seen_from(positions, size, window=window)[:, None, None]
        scores = (q @ k.mT).masked_fill(hidden, least)
        larger = torch.maximum(largest, scores.amax(dim=-1, keepdim=True))
        weights = (scores - larger).exp().masked_fill(hidden, 0)
        rescale = (largest - larger).exp()
        total = total * rescale + weights.sum(dim=-1, keepdim=True)
        mixture = mixture * rescale + weights @ v
        largest = larger
    return (mixture / total).flatten(1, 2)
