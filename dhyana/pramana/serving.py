"""Many requests served from one memory for keys and values, which is handed out in two ways.

A request is a prompt and the tokens that are written after it. Each step writes one token for
every request that is being served; when one is done, the next in the queue may begin.
"""

from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import NamedTuple, Protocol

import torch

from dhyana.cache import CacheShape
from dhyana.paged import OutOfBlocksError, PagedCache
from dhyana.pramana.experiment import Settings, exact

LONGEST = 2048  # tokens a request may come to
MEMORY = 8 * LONGEST  # tokens there is room for
BLOCK = 16


class Request(NamedTuple):
    """How many tokens a request brings, and how many are written for it."""

    prompt: int
    output: int


def requests(settings: Settings, prompt: float, output: float) -> list[Request]:
    """Draw requests of log-normal lengths (σ = 1) with these means, none above the longest."""
    count = int((80_000 if settings.quick else 1_000_000) / output)
    middle = torch.tensor([prompt, output], dtype=torch.float64).log() - 0.5
    lengths = (middle + exact(settings.normal(count, 2, seed=1))).exp().clamp(1, LONGEST // 2)
    return [Request(int(prompt), int(output)) for prompt, output in lengths.round().tolist()]


class Memory(Protocol):
    """Hands out room for requests."""

    def admit(self, request: Request) -> int | None:
        """Make room for a request and hold its prompt; return a name, None without room."""

    def write(self, names: list[int]) -> bool:
        """Hold one more token for each of the requests; say whether there was room."""

    def free(self, name: int) -> None:
        """Take back the room of a request."""

    def handed_out(self) -> int:
        """Return for how many tokens room is handed out."""


class Reserved:
    """Hands out room in one piece, for all the tokens a request may come to."""

    def __init__(self, reserve: Callable[[Request], int]) -> None:
        self.reserve = reserve
        self.rooms: dict[int, int] = {}
        self.made = 0

    def admit(self, request: Request) -> int | None:
        """See `Memory.admit`."""
        if self.handed_out() + self.reserve(request) > MEMORY:
            return None
        self.made += 1
        self.rooms[self.made] = self.reserve(request)
        return self.made

    def write(self, names: list[int]) -> bool:
        """See `Memory.write`: there is always room."""
        return True

    def free(self, name: int) -> None:
        """See `Memory.free`."""
        del self.rooms[name]

    def handed_out(self) -> int:
        """See `Memory.handed_out`."""
        return sum(self.rooms.values())


class Paged:
    """Hands out blocks of a `PagedCache` as texts grow."""

    def __init__(self) -> None:
        shape = CacheShape(n_layers=1, n_kv_heads=1, head_dim=1)
        self.cache = PagedCache(shape, blocks=MEMORY // BLOCK, block_size=BLOCK)

    def admit(self, request: Request) -> int | None:
        """See `Memory.admit`."""
        name = self.cache.add()
        self.cache.batch = [name]
        if self._extend(request.prompt):
            return name
        self.cache.free(name)
        return None

    def write(self, names: list[int]) -> bool:
        """See `Memory.write`."""
        self.cache.batch = names
        return self._extend(1)

    def free(self, name: int) -> None:
        """See `Memory.free`."""
        self.cache.free(name)

    def handed_out(self) -> int:
        """See `Memory.handed_out`."""
        return self.cache.bytes_in_use // self.cache.shape.bytes_per_token

    def _extend(self, new: int) -> bool:
        try:
            self.cache.extend(new)
        except OutOfBlocksError:
            return False
        return True


class Served(NamedTuple):
    """How well a memory served, while there were requests to wait for it."""

    wasted: float  # share of the room handed out that holds no token, mean over the steps
    at_once: float  # tokens written a step, without those that had to be written again


@dataclass(slots=True)
class _Text:
    request: Request
    written: int = 0


def serve(queue: Iterable[Request], memory: Memory) -> Served:
    """Serve requests in order; when a step finds no room, the newest begins again later.

    Ends when the last has begun. Raises ValueError for a request that has no room even alone.
    """
    waiting, running = deque(queue), dict[int, _Text]()
    wasted, tokens = [], 0
    while waiting:
        while waiting and (name := memory.admit(waiting[0])) is not None:
            running[name] = _Text(waiting.popleft())
        if not running:
            raise ValueError(f"no room for {waiting[0]}")
        while not memory.write(list(running)):
            newest, text = running.popitem()
            memory.free(newest)
            waiting.appendleft(text.request)
            tokens -= text.written
        for text in running.values():
            text.written += 1
        tokens += len(running)
        held = sum(text.request.prompt + text.written for text in running.values())
        wasted.append(1 - held / memory.handed_out())
        for name in [n for n, text in running.items() if text.written >= text.request.output]:
            memory.free(name)
            del running[name]
    return Served(sum(wasted) / len(wasted), tokens / len(wasted))
