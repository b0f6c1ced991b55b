"""Canto 5: where a word stands — sine waves, rotations, and contexts longer than the training.

Attention alone cannot tell an order (verse 21). Either a table of positions is added to the
embeddings (22), or queries and keys are turned by an angle that grows with the position, so
that their product knows only the distance (23, 24). `Rotary` gives a model the second (25),
with the scalings by which a trained model reads further than it was trained.

Shapes: B batch, T positions, D model width, E head dim (even).
Layout: half-split, dimension i turns with dimension i + E/2, as in the published Llama weights;
Su et al. interleave the pairs (i, i + 1), which is the same rotation after a permutation.
Sources: Vaswani et al. 2017 (arXiv 1706.03762) §3.5; Su et al. 2021 (arXiv 2104.09864) §3.
"""

import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import ClassVar, Literal, NamedTuple

import torch
from torch import Tensor, nn

from dhyana.binding import shloka
from dhyana.settings import LARGEST_SIZE, check_settings
from dhyana.shapes import expect, expect_places, expect_settings, expect_sizes, expect_tables


@shloka(21)
def equivariance_error(layer: Callable[[Tensor], Tensor], x: Tensor, order: Tensor) -> float:
    """Return max |layer(x in another order) − layer(x) in that order| for x [B, T, D].

    *pṛṣṭhato 'gre ca yad rūpaṃ na jānāti* — zero (to rounding) means that the layer does not know
    what stands before and what behind: it is permutation equivariant. `order` [T] is a
    permutation of the positions. Raises ValueError when it is not.
    """
    expect(x=(x, "BTD"), leading=False)
    places = torch.arange(x.shape[1], device=order.device)
    if order.dtype != places.dtype or not torch.equal(order.sort().values, places):
        raise ValueError(f"expected an order of the positions 0 to {x.shape[1] - 1}, found {order}")
    return (layer(x[:, order]) - layer(x)[:, order]).abs().max().item()


@shloka(22)
def sinusoidal(positions: Tensor, width: int, *, base: float = 10000.0) -> Tensor:
    """Return the sine waves [..., T, D] that are added to the embeddings at positions [..., T].

    *jyātaraṅgeṇa saṃyuktaṃ kramaṃ bodhayati sphuṭam* — PE(t, 2i) = sin(t / base^(2i/D)),
    PE(t, 2i + 1) = cos of the same; Vaswani et al. §3.5. Raises ValueError when D is odd.
    """
    expect_places("positions", positions)
    waves = positions[..., None] * rope_frequencies(width, base).to(positions.device)
    return torch.stack((waves.sin(), waves.cos()), dim=-1).flatten(-2)


@shloka(23)
def rope_frequencies(head_dim: int, theta: float = 10000.0) -> Tensor:
    """Return the angles per step, fp32 [E/2]: theta^(−2i/E), from 1 down to about 1/theta.

    Raises ValueError when E is odd (a rotation needs pairs) or theta not a positive number.
    """
    expect_sizes(head_dim=head_dim)
    if head_dim % 2:
        raise ValueError(f"rotations need an even head_dim, found {head_dim}")
    if not 0 < theta < math.inf:
        raise ValueError(f"expected theta above 0, found {theta}")
    return 1.0 / theta ** (torch.arange(0, head_dim, 2).float() / head_dim)


@shloka(23)
class RotaryTables(NamedTuple):
    """What turns a vector at each position: fp32, [T, 1, E] or [B, T, 1, E]."""

    cos: Tensor
    sin: Tensor  # its first half negative, so that `rotate` needs no negation


@shloka(23)
def rotary_tables(positions: Tensor, frequencies: Tensor, magnitude: float = 1.0) -> RotaryTables:
    """Return cosines and sines for positions [T] or [B, T], with an axis for the heads.

    The angles are computed in fp32 or better: in bf16 positions above 256 are no longer whole.
    `magnitude` multiplies both (YaRN's attention temperature). Raises ValueError for other shapes,
    another device, frequencies that are no floats and a magnitude below 0.
    """
    expect(frequencies=(frequencies, "P"), leading=False)
    expect_places("positions", positions, frequencies.device)
    expect_settings(magnitude=magnitude)
    angles = positions[..., None].to(frequencies.dtype) * frequencies
    cos, sin = angles.cos() * magnitude, angles.sin() * magnitude
    return RotaryTables(
        torch.cat((cos, cos), dim=-1).unsqueeze(-2), torch.cat((-sin, sin), dim=-1).unsqueeze(-2)
    )


@shloka(23)
def rotate(x: Tensor, tables: RotaryTables) -> Tensor:
    """Turn each pair (i, i + E/2) of x [B, T, heads, E] by its position's angle.

    *ghūrṇanena ca mantrāṇāṃ yuñjanti bhramaṇena vā* — (a, b) becomes (a cos − b sin, b cos +
    a sin): Su et al. eq. 34, half-split. Computed in the tables' precision, returned in x's. Raises
    ValueError when the tables are of other sizes or on another device.
    """
    expect_tables(x, tables.cos, tables.sin)
    halves_swapped = x.roll(x.shape[-1] // 2, dims=-1)
    return torch.addcmul(x * tables.cos, halves_swapped, tables.sin).to(x.dtype)


@shloka(24)
def score_at_distances(q: Tensor, k: Tensor, distances: Tensor, frequencies: Tensor) -> Tensor:
    """Return ⟨R(m) q, R(m − distance) k⟩ for vectors q, k [E] and each of the distances [T].

    *antaraṃ jñāyate samyak koṇayantraprabhāvataḥ* — it is Σ over pairs of |q_i||k_i| cos(distance
    · frequency_i + φ_i), which depends on nothing but the distance. A sum of cosines oscillates;
    Su et al. §3.4.3 bound its size on average. Raises ValueError when q and k do not fit.
    """
    expect(q=(q, "E"), k=(k, "E"), leading=False)
    expect_places("distances", distances)
    turned = rotate(k.expand(len(distances), 1, -1), rotary_tables(-distances, frequencies))
    return turned.squeeze(-2) @ q


@shloka(25)
@dataclass(frozen=True, kw_only=True)
class Scaling(ABC):
    """What all scalings share: how to slow the rotations, so that a context grows by `factor`."""

    factor: float
    depends_on_length: ClassVar[bool] = False

    def __post_init__(self) -> None:
        """Raise ValueError when a number makes no sense."""
        check_settings(self, where="rope_scaling")
        self.need(1 <= self.factor < math.inf, "factor must be at least 1", self.factor)

    @staticmethod
    def need(holds: bool, what: str, found: object) -> None:
        """Raise ValueError unless it holds."""
        if not holds:
            raise ValueError(f"rope_scaling: {what}, found {found}")

    @property
    def magnitude(self) -> float:
        """What cos and sin are multiplied by."""
        return 1.0

    @abstractmethod
    def scale(self, plain: Tensor, theta: float, length: Tensor | None = None) -> Tensor:
        """Return the frequencies [E/2] to use instead of the plain ones.

        `length` is a scalar, how far the text has come; None while that is within the training.
        """


@shloka(25)
@dataclass(frozen=True, kw_only=True)
class Linear(Scaling):
    """All rotations `factor` times slower (Chen et al. 2023, arXiv 2306.15595)."""

    kind: Literal["linear"] = "linear"

    def scale(self, plain: Tensor, theta: float, length: Tensor | None = None) -> Tensor:
        """See `Scaling.scale`."""
        return plain / self.factor


@shloka(25)
@dataclass(frozen=True, kw_only=True)
class Proportional(Scaling):
    """Only the first `proportion` of the pairs turns, `factor` times slower; the rest stays."""

    factor: float = 1.0
    proportion: float = 1.0
    kind: Literal["proportional"] = "proportional"

    def __post_init__(self) -> None:
        """Raise ValueError when a number makes no sense."""
        super().__post_init__()
        self.need(0 < self.proportion <= 1, "proportion must be in (0, 1]", self.proportion)

    def scale(self, plain: Tensor, theta: float, length: Tensor | None = None) -> Tensor:
        """See `Scaling.scale`."""
        turning = torch.arange(len(plain), device=plain.device) < int(self.proportion * len(plain))
        return torch.where(turning, plain / self.factor, 0.0)


@shloka(25)
@dataclass(frozen=True, kw_only=True)
class TrainedScaling(Scaling):
    """A scaling that has to know how long the texts of the training were."""

    original_context: int

    def __post_init__(self) -> None:
        """Raise ValueError when a number makes no sense."""
        super().__post_init__()
        length = self.original_context
        self.need(
            1 < length <= LARGEST_SIZE, f"original_context must be 2 to {LARGEST_SIZE}", length
        )


@shloka(25)
@dataclass(frozen=True, kw_only=True)
class DynamicNTK(TrainedScaling):
    """A larger theta the longer the text: theta · (factor · L / context − factor + 1)^(E/(E−2)).

    Fast pairs, which tell neighbours apart, hardly change; up to `original_context` nothing does
    (bloc97 and emozilla 2023; formulated in Peng et al. 2023, arXiv 2309.00071 §3.1).
    """

    kind: Literal["dynamic"] = "dynamic"
    depends_on_length: ClassVar[bool] = True

    def scale(self, plain: Tensor, theta: float, length: Tensor | None = None) -> Tensor:
        """See `Scaling.scale`."""
        pairs = len(plain)
        self.need(pairs > 1, "dynamic NTK needs a head_dim of 4 or more", 2 * pairs)
        if length is None:
            return plain
        longest = length.clamp(min=self.original_context)
        growth = self.factor * longest / self.original_context - (self.factor - 1)
        base = theta * growth ** (pairs / (pairs - 1))
        return 1.0 / base ** (torch.arange(pairs, device=plain.device) / pairs)


@shloka(25)
@dataclass(frozen=True, kw_only=True)
class Yarn(TrainedScaling):
    """NTK by parts: fast pairs as they are, slow ones `factor` times slower, a ramp between.

    A pair that turns more than `beta_fast` times within the original context is left alone, one
    that turns less than `beta_slow` times is interpolated. cos and sin are multiplied by the
    attention temperature, 0.1 ln(factor) + 1 unless given (Peng et al. 2023, arXiv 2309.00071
    §3.2–3.4). `truncate` rounds the ends of the ramp outward to whole pairs.
    """

    beta_fast: float = 32.0
    beta_slow: float = 1.0
    truncate: bool = True
    attention_factor: float | None = None
    kind: Literal["yarn"] = "yarn"

    def __post_init__(self) -> None:
        """Raise ValueError when a number makes no sense."""
        super().__post_init__()
        given = self.attention_factor
        self.need(given is None or 0 < given < math.inf, "attention_factor above 0", given)
        betas = (self.beta_slow, self.beta_fast)
        bounds = f"0 < beta_slow <= beta_fast <= {LARGEST_SIZE}"
        self.need(0 < betas[0] <= betas[1] <= LARGEST_SIZE, bounds, betas)

    @property
    def magnitude(self) -> float:
        """What cos and sin are multiplied by."""
        if self.attention_factor is not None:
            return self.attention_factor
        return 0.1 * math.log(self.factor) + 1.0

    def scale(self, plain: Tensor, theta: float, length: Tensor | None = None) -> Tensor:
        """See `Scaling.scale`."""
        pairs = len(plain)
        self.need(theta > 1, "YaRN needs a theta above 1", theta)

        def pair_turning(times: float) -> float:
            """Solve original_context · theta^(−i/pairs) = 2π · times for the pair i."""
            return pairs * math.log(self.original_context / (2 * math.pi * times)) / math.log(theta)

        low, high = (
            min(max(pair_turning(times), 0), 2 * pairs - 1)
            for times in (self.beta_fast, self.beta_slow)
        )
        if self.truncate:
            low, high = math.floor(low), math.ceil(high)
        ramp = (torch.arange(pairs, device=plain.device) - low) / max(high - low, 0.001)
        slowed = ramp.clamp(0, 1)
        return plain / self.factor * slowed + plain * (1 - slowed)


@shloka(25)
@dataclass(frozen=True, kw_only=True)
class Llama3(TrainedScaling):
    """NTK by parts as Llama 3.1 has it: the ramp runs over wavelengths instead of pairs.

    Wavelengths below original_context / high_freq_factor stay, those above original_context /
    low_freq_factor become `factor` times longer (Grattafiori et al. 2024, arXiv 2407.21783; the
    formula is that of the published model code).
    """

    low_freq_factor: float = 1.0
    high_freq_factor: float = 4.0
    kind: Literal["llama3"] = "llama3"

    def __post_init__(self) -> None:
        """Raise ValueError when a number makes no sense."""
        super().__post_init__()
        ends = (self.low_freq_factor, self.high_freq_factor)
        self.need(0 < ends[0] < ends[1] < math.inf, "0 < low_freq_factor < high_freq_factor", ends)

    def scale(self, plain: Tensor, theta: float, length: Tensor | None = None) -> Tensor:
        """See `Scaling.scale`."""
        turns = self.original_context * plain / (2 * math.pi)
        kept = (turns - self.low_freq_factor) / (self.high_freq_factor - self.low_freq_factor)
        kept = kept.clamp(0, 1)
        return (1 - kept) * plain / self.factor + kept * plain


@shloka(25)
@dataclass(frozen=True, kw_only=True)
class LongRoPE(TrainedScaling):
    """A slowdown of its own for every pair, found by search: one set for short, one for long texts.

    The long set is used beyond `original_context`. cos and sin are multiplied by √(1 + ln factor /
    ln original_context) unless given (Ding et al. 2024, arXiv 2402.13753).
    """

    short_factor: tuple[float, ...]
    long_factor: tuple[float, ...]
    attention_factor: float | None = None
    kind: Literal["longrope"] = "longrope"
    depends_on_length: ClassVar[bool] = True

    def __post_init__(self) -> None:
        """Raise ValueError when a number makes no sense."""
        super().__post_init__()
        given = self.attention_factor
        self.need(given is None or 0 < given < math.inf, "attention_factor above 0", given)
        for factors in (self.short_factor, self.long_factor):
            self.need(all(0 < f < math.inf for f in factors), "factors must be positive", factors)

    @property
    def magnitude(self) -> float:
        """What cos and sin are multiplied by."""
        if self.attention_factor is not None:
            return self.attention_factor
        return math.sqrt(1 + math.log(self.factor) / math.log(self.original_context))

    def scale(self, plain: Tensor, theta: float, length: Tensor | None = None) -> Tensor:
        """See `Scaling.scale`."""
        for factors in (self.short_factor, self.long_factor):
            self.need(len(factors) == len(plain), f"expected {len(plain)} factors", len(factors))
        short, long = plain / plain.new_tensor([self.short_factor, self.long_factor])
        return short if length is None else torch.where(length > self.original_context, long, short)


RopeScaling = Linear | Proportional | DynamicNTK | Yarn | Llama3 | LongRoPE
SCALINGS: Mapping[str, type[RopeScaling]] = {
    "linear": Linear,
    "proportional": Proportional,
    "dynamic": DynamicNTK,
    "yarn": Yarn,
    "llama3": Llama3,
    "longrope": LongRoPE,
}


@shloka(25)
class Rotary(nn.Module):
    """The rotations of a model: its frequencies, scaled when it reads beyond its training.

    The frequencies stay fp32 whatever precision the model is cast to. Scalings that depend on
    the length reached (dynamic NTK, LongRoPE) turn later keys otherwise than cached ones; their
    cached and uncached logits agree only as long as the length stays on one side of the bound.
    """

    plain: Tensor
    frequencies: Tensor

    def __init__(
        self, head_dim: int, *, theta: float = 10000.0, scaling: RopeScaling | None = None
    ) -> None:
        super().__init__()
        if not isinstance(scaling, Scaling | None):
            raise ValueError(f"expected a scaling such as Linear(factor=2), found {scaling!r}")
        self.head_dim, self.theta, self.scaling = head_dim, theta, scaling
        self.register_buffer("plain", None, persistent=False)
        self.register_buffer("frequencies", None, persistent=False)
        self._fill(rope_frequencies(head_dim, theta))

    def _fill(self, plain: Tensor) -> None:
        self.plain = plain
        self.frequencies = plain if self.scaling is None else self.scaling.scale(plain, self.theta)

    def _apply(self, fn: Callable[[Tensor], Tensor], recurse: bool = True) -> "Rotary":
        """Follow the model to its device, out of uninitialised memory, but never to bf16."""
        super()._apply(fn, recurse)  # type: ignore[no-untyped-call] # torch has not typed it
        self._fill(rope_frequencies(self.head_dim, self.theta).to(self.plain.device))
        return self

    def forward(self, positions: Tensor) -> RotaryTables:
        """Return the tables for positions [T] or [B, T]; ValueError when there are none."""
        expect_places("positions", positions)
        frequencies, magnitude = self.frequencies, 1.0
        if self.scaling is not None:
            magnitude = self.scaling.magnitude
            if self.scaling.depends_on_length:
                length = positions.max() + 1
                frequencies = self.scaling.scale(self.plain, self.theta, length)
        return rotary_tables(positions, frequencies, magnitude)
