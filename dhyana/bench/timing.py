"""Taking time: in turn, round by round; and what the machine can do at most."""

import random
from collections.abc import Callable, Mapping

import torch

from dhyana.bench.setup import Clock, Setup

Timed = Callable[[Clock], float]


def timed(step: Callable[[], object]) -> Timed:
    """Return a function that takes the step and returns the seconds it took."""

    def run(clock: Clock) -> float:
        start = clock()
        step()
        return clock() - start

    return run


def interleaved(setup: Setup, steps: Mapping[str, Timed]) -> dict[str, list[float]]:
    """Return the seconds of every step in every round, the rounds in random order.

    A busy machine slows all alike. The rounds to warm up are thrown away.
    """
    if setup.device.type == "cpu":
        torch.set_num_threads(setup.threads)
    clock, order = setup.clock, random.Random(0)  # noqa: S311 - an order, no secret
    seconds: dict[str, list[float]] = {name: [] for name in steps}
    for _ in range(setup.warmup + setup.rounds):
        for name in order.sample(list(steps), len(steps)):
            seconds[name].append(steps[name](clock))
    return {name: times[setup.warmup :] for name, times in seconds.items()}


def matmul_peak(setup: Setup, dtype: torch.dtype, size: int | None = None) -> float:
    """Return the best FLOP/s of a square matrix product: 1024³ on a CPU, 8192³ on a GPU."""
    size = size or (8192 if setup.on_gpu else 1024)
    a, b = torch.randn(2, size, size, device=setup.device, dtype=dtype)
    once = timed(lambda: torch.mm(a, b))
    return 2 * size**3 / min(once(setup.clock) for _ in range(20))


def eight_bit_peak(setup: Setup, size: int | None = None, *, by_row: bool = False) -> float:
    """Return the best FLOP/s of a square product of e4m3 numbers.

    Each matrix has one scale, or `by_row` one for each row of the first and column of the second.
    Tensor cores sum as fast as they can (`use_fast_accum`). The size is a multiple of 16. Raises
    RuntimeError, NotImplementedError or ValueError where the device has no such product.
    """
    size = size or (8192 if setup.on_gpu else 256)
    numbers = torch.randn(2, size, size, device=setup.device).to(torch.float8_e4m3fn)
    scales = torch.ones(size if by_row else 1, device=setup.device)
    left, right = (scales[:, None], scales[None]) if by_row else (scales, scales)

    def product() -> None:
        torch._scaled_mm(
            numbers[0],
            numbers[1].mT,  # the second is wanted column by column
            scale_a=left,
            scale_b=right,
            out_dtype=torch.bfloat16,
            use_fast_accum=setup.on_gpu,
        )

    once = timed(product)
    return 2 * size**3 / min(once(setup.clock) for _ in range(20))


def bandwidth(setup: Setup, megabytes: int | None = None) -> float:
    """Return the bytes a second that are read and written in the best copy of a large tensor."""
    megabytes = megabytes or (4096 if setup.on_gpu else 128)
    source = torch.ones(megabytes * 2**18, device=setup.device)
    target = torch.empty_like(source)
    once = timed(lambda: target.copy_(source))
    return 2 * source.nbytes / min(once(setup.clock) for _ in range(10))
