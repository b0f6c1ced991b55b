"""What is measured, and on what: a model's sizes, a batch, a device, and how long."""

import dataclasses
import time
from collections.abc import Callable
from dataclasses import dataclass

import torch

from dhyana.transformer import Config

Clock = Callable[[], float]

# Small enough for a CPU, with every part that a large Llama has.
SMALL = Config(
    vocab_size=4096, context=256, width=256, n_layers=8, n_heads=8, n_kv_heads=4, ff_width=704
)
# The sizes of Llama 3.2 1B (but for its vocabulary): 16 layers of width 2048.
LARGE = Config(
    vocab_size=32768,
    context=4096,
    width=2048,
    n_layers=16,
    n_heads=32,
    n_kv_heads=8,
    ff_width=8192,
    rope_theta=500000.0,
)
# To see that a script runs.
TINY = Config(vocab_size=64, context=64, width=32, n_layers=2, n_heads=4, n_kv_heads=2)


@dataclass(frozen=True, slots=True, kw_only=True)
class Setup:
    """How a table is measured; the defaults are those of a CPU."""

    config: Config = SMALL
    batch: int = 4
    length: int = 256  # tokens of a text in training
    prompt: int = 32
    new: int = 64  # tokens written after the prompt
    device: torch.device = torch.device("cpu")  # noqa: RUF009 - a device does not change
    threads: int = 1
    rounds: int = 10
    warmup: int = 3  # rounds before those that count: what is compiled compiles
    compiled: bool = False

    @property
    def on_gpu(self) -> bool:
        """Whether work is handed to a device that does it by and by."""
        return self.device.type != "cpu"

    @property
    def clock(self) -> Clock:
        """Seconds: of the CPU on one thread, which a busy machine hardly stretches; else real."""
        if self.on_gpu:
            return self._device_clock
        return time.process_time if self.threads == 1 else time.perf_counter

    def _device_clock(self) -> float:
        torch.accelerator.synchronize()
        return time.perf_counter()

    def __str__(self) -> str:
        """Return where and how time is taken, in words."""
        if self.on_gpu:
            name = torch.cuda.get_device_name() if self.device.type == "cuda" else "mps"
            return f"{name}, {self.rounds} rounds"
        kind = "1 thread, CPU time" if self.threads == 1 else f"{self.threads} threads, wall time"
        return f"CPU, {kind}, {self.rounds} rounds"

    def with_context(self, tokens: int) -> "Setup":
        """Return the same for a model that accepts so many tokens."""
        return dataclasses.replace(self, config=dataclasses.replace(self.config, context=tokens))
