"""The Transformer: its configuration, one block, and the decoder that predicts the next token.

Everything a block is made of stands in the module of its canto; here it is only composed. With
rotary positions, RMSNorm and a gated feed-forward (the defaults) the model is Llama (Touvron et
al. 2023, arXiv 2302.13971), number for number; the preset `tiny` is the small GPT which the
second source builds by hand, `wide` has the attention of the third.

Shapes: B batch, T new tokens, S tokens attended to, D model width, H query heads, K key/value
heads, E head dim, V vocabulary.
"""

import dataclasses
import json
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

import torch
from torch import Tensor, nn

from dhyana.binding import shloka
from dhyana.cache import Cache
from dhyana.device import check_memory
from dhyana.feedforward import FeedForward, GatedFeedForward, hidden_width
from dhyana.heads import MultiHeadAttention, head_width
from dhyana.masking import causal_mask
from dhyana.normalization import LayerNorm, RMSNorm, post_norm, pre_norm
from dhyana.positions import (
    RopeScaling,
    Rotary,
    RotaryTables,
    rope_frequencies,
    sinusoidal,
)
from dhyana.settings import LARGEST_DEPTH, LARGEST_SIZE, check_settings, parse_json, read_settings
from dhyana.shapes import expect_positions, expect_tokens, shown


@dataclass(frozen=True, slots=True, kw_only=True)
class Config:
    """What a model is made of. Zero stands for the usual choice and is replaced by it.

    Raises ValueError when the parts do not fit together.
    """

    vocab_size: int
    context: int  # the longest sequence the model accepts
    width: int  # D
    n_layers: int
    n_heads: int  # H
    n_kv_heads: int = 0  # K; 0: as many as query heads. 1 is multi-query attention
    head_dim: int = 0  # E; 0: width // n_heads
    ff_width: int = 0  # 0: 4 · width, or 8/3 · width rounded up to a multiple of 64 when gated
    activation: Literal["silu", "gelu", "gelu_tanh", "relu"] = "silu"
    gated: bool = True
    norm: Literal["rms", "layer"] = "rms"
    norm_eps: float = 1e-6
    norm_place: Literal["pre", "post"] = "pre"
    positions: Literal["rope", "learned", "sinusoidal", "none"] = "rope"
    rope_theta: float = 10000.0
    rope_scaling: RopeScaling | None = None
    window: int | None = None  # sliding window: how many tokens, itself included, a token sees
    tied: bool = False  # the head's weight is the embedding's
    qkv_bias: bool = False
    out_bias: bool = False
    ff_bias: bool = False
    head_bias: bool = False
    dropout: float = 0.0
    init_std: float = 0.02

    def __post_init__(self) -> None:
        """Fill in the usual choices and check that the parts fit."""
        check_settings(self)
        self._check_size("n_layers", LARGEST_DEPTH)
        for name in ("vocab_size", "context", "width", "n_heads"):
            self._check_size(name)
        usual = {
            "n_kv_heads": self.n_heads,
            "head_dim": self.head_dim or head_width(self.width, self.n_heads),
            "ff_width": hidden_width(self.width, gated=self.gated),
        }
        for name, value in usual.items():
            if getattr(self, name) == 0:
                object.__setattr__(self, name, value)
            self._check_size(name)
        if self.n_heads % self.n_kv_heads:
            raise ValueError(
                f"n_heads = {self.n_heads} must be a multiple of n_kv_heads = {self.n_kv_heads}"
            )
        if self.n_heads * self.head_dim > LARGEST_SIZE:
            raise ValueError(
                f"n_heads · head_dim must be at most {LARGEST_SIZE}, "
                f"found {self.n_heads} · {self.head_dim}"
            )
        if self.positions == "rope" and self.head_dim % 2:
            raise ValueError(f"rotations need an even head_dim, found {self.head_dim}")
        if self.positions == "sinusoidal" and self.width % 2:
            raise ValueError(f"sine waves need an even width, found {self.width}")
        if self.positions != "rope" and self.rope_scaling is not None:
            raise ValueError(f"rope_scaling has no use with positions = {self.positions!r}")
        if self.rope_scaling is not None:
            with torch.device("meta"):
                self.rope_scaling.scale(rope_frequencies(self.head_dim), self.rope_theta)
        if self.window is not None and self.window < 1:
            raise ValueError(f"window must be at least 1, found {self.window}")
        if not 0 <= self.dropout < 1:
            raise ValueError(f"dropout must be in [0, 1), found {self.dropout}")
        if self.tied and self.head_bias:
            raise ValueError("a tied head has no bias of its own: set head_bias to false")
        for name, least in (("norm_eps", 0), ("rope_theta", 1), ("init_std", 0)):
            if not least < getattr(self, name) < math.inf:
                raise ValueError(f"{name} must be above {least}, found {getattr(self, name)}")

    def _check_size(self, name: str, largest: int = LARGEST_SIZE) -> None:
        """Raise ValueError for a size no model has, before memory is asked for it."""
        size = getattr(self, name)
        if type(size) is not int or not 1 <= size <= largest:
            raise ValueError(f"{name} must be an integer from 1 to {largest}, found {size!r}")

    def to_json(self) -> str:
        """Return the configuration as JSON, all choices written out."""
        return json.dumps(dataclasses.asdict(self), indent=2) + "\n"

    @classmethod
    def from_json(cls, text: str) -> "Config":
        """Read what `to_json` wrote; raise ValueError naming the key that is wrong."""
        return read_settings(cls, parse_json(text))


Sublayer = Callable[[Tensor, Callable[[Tensor], Tensor], Callable[[Tensor], Tensor]], Tensor]

PRESETS: Mapping[str, Mapping[str, Any]] = {
    "llama": {},
    # Source 002 ("Step 1 — Build a tiny Sanskrit transformer, by hand"): its Config class.
    "tiny": {
        "context": 128, "width": 256, "n_heads": 4, "n_layers": 4, "dropout": 0.1,
        "positions": "learned", "norm": "layer", "norm_eps": 1e-5, "gated": False,
        "activation": "gelu", "out_bias": True, "ff_bias": True, "head_bias": True,
    },
    # Source 003 ("Understanding Neural Networks" §2): its MultiHeadAttention.
    "wide": {"width": 4096, "n_heads": 32, "n_layers": 1, "positions": "none"},
}  # fmt: skip


def preset(name: str, **changes: Any) -> Config:
    """Return the configuration `name` with the given fields set: `preset("tiny", vocab_size=112)`.

    Raises ValueError when there is no such preset, no such field, or one that needs a value.
    """
    if name not in PRESETS:
        raise ValueError(f"no preset {name!r}; there are {', '.join(PRESETS)}")
    settings = {**PRESETS[name], **changes}
    fields = {field.name: field.default for field in dataclasses.fields(Config)}
    if unknown := settings.keys() - fields:
        raise ValueError(f"no field {', '.join(sorted(unknown))}; there are {', '.join(fields)}")
    needed = [field for field, default in fields.items() if default is dataclasses.MISSING]
    if missing := [field for field in needed if field not in settings]:
        raise ValueError(f"the preset {name} needs {', '.join(missing)} beside it")
    return Config(**settings)


def attention_of(config: Config) -> MultiHeadAttention:
    """Return the attention sublayer a block of this configuration has."""
    return MultiHeadAttention(
        config.width,
        config.n_heads,
        n_kv_heads=config.n_kv_heads,
        head_dim=config.head_dim,
        qkv_bias=config.qkv_bias,
        out_bias=config.out_bias,
        dropout=config.dropout,
    )


def feed_forward_of(config: Config) -> FeedForward | GatedFeedForward:
    """Return the feed-forward sublayer a block of this configuration has."""
    kind = GatedFeedForward if config.gated else FeedForward
    return kind(
        config.width,
        config.ff_width,
        activation=config.activation,
        bias=config.ff_bias,
        dropout=config.dropout,
    )


def norm_of(config: Config) -> RMSNorm | LayerNorm:
    """Return one normalization of this configuration."""
    kind = RMSNorm if config.norm == "rms" else LayerNorm
    return kind(config.width, eps=config.norm_eps)


@shloka(35)
class Block(nn.Module):
    """Attention between the tokens, then knowledge within each: x + attention, x + feed-forward.

    *evaṃ jñānaṃ ca dhyānaṃ ca samavetaṃ virājate.*
    """

    def __init__(self, config: Config, layer: int) -> None:
        super().__init__()
        self.layer = layer
        self.attention_norm = norm_of(config)
        self.attention = attention_of(config)
        self.feed_forward_norm = norm_of(config)
        self.feed_forward = feed_forward_of(config)
        self.sublayer: Sublayer = pre_norm if config.norm_place == "pre" else post_norm

    def forward(
        self,
        x: Tensor,
        *,
        rotary: RotaryTables | None = None,
        mask: Tensor | None = None,
        cache: Cache | None = None,
    ) -> Tensor:
        """Return the residual stream [B, T, D] after both sublayers."""

        def attend(x: Tensor) -> Tensor:
            y: Tensor = self.attention(
                x, rotary=rotary, mask=mask, causal=mask is None, cache=cache, layer=self.layer
            )
            return y

        x = self.sublayer(x, self.attention_norm, attend)
        return self.sublayer(x, self.feed_forward_norm, self.feed_forward)


def _check_room(config: Config) -> None:
    """Raise torch.OutOfMemoryError when a model's weights are more than the device can hold."""
    device = torch.get_default_device()
    if device.type == "meta":
        return
    with torch.device("meta"):
        one = Transformer(dataclasses.replace(config, n_layers=1))
    weights, each = (sum(w.numel() for w in m.parameters()) for m in (one, one.blocks[0]))
    weights += (config.n_layers - 1) * each
    wanted = weights * torch.get_default_dtype().itemsize
    check_memory(wanted, device, f"a model of {weights:,} weights")


@shloka(49, 50)
class Transformer(nn.Module):
    """The decoder: embedding, blocks, a last norm, and a head that scores every next token.

    Initialisation (Radford et al. 2019 §2.3): all matrices and embeddings normal with standard
    deviation `init_std`; the two that write into the residual stream, √(2 · n_layers) times
    smaller, so that the stream's variance does not grow with depth; biases 0, norms 1. Raises
    torch.OutOfMemoryError when the device (`torch.get_default_device`) cannot hold the weights.
    """

    def __init__(self, config: Config) -> None:
        super().__init__()
        _check_room(config)
        self.config = config
        self.embedding = nn.Embedding(config.vocab_size, config.width)
        if config.positions == "learned":
            self.position_embedding = nn.Embedding(config.context, config.width)
        self.rotary = (
            Rotary(config.head_dim, theta=config.rope_theta, scaling=config.rope_scaling)
            if config.positions == "rope"
            else None
        )
        self.blocks = nn.ModuleList(Block(config, layer) for layer in range(config.n_layers))
        self.norm = norm_of(config) if config.norm_place == "pre" else nn.Identity()
        self.head = nn.Linear(config.width, config.vocab_size, bias=config.head_bias)
        self.tie()
        self.initialise()

    def tie(self) -> None:
        """Make the head's weight the embedding's where the configuration says so.

        Needed again only after `to_empty`, which gives every module memory of its own.
        """
        if self.config.tied:
            self.head.weight = self.embedding.weight

    def initialise(self) -> None:
        """Draw all weights anew, as the class says."""
        std = self.config.init_std
        smaller = std / (2 * self.config.n_layers) ** 0.5
        for name, weight in self.named_parameters():
            if name.endswith("bias"):
                nn.init.zeros_(weight)
            elif "norm" in name:
                nn.init.ones_(weight)
            else:
                writes = name.endswith(("attention.out.weight", "feed_forward.down.weight"))
                nn.init.normal_(weight, std=smaller if writes else std)

    def forward(
        self,
        tokens: Tensor,
        *,
        cache: Cache | None = None,
        positions: Tensor | None = None,
        mask: Tensor | None = None,
    ) -> Tensor:
        """Return the logits [B, T, V] for what follows each of the tokens [B, T].

        `positions` ([T] or [B, T], below the context; on a GPU nobody looks, for that would wait
        for it) default to those after the cache's, from 0 without one. `mask` (bool, [T, S] or
        [B, 1, T, S], True = seen) replaces the causal mask; like that it holds for finite values:
        a NaN in a token that is not seen still reaches the others. Raises ValueError when something
        does not fit or the context is too long.
        """
        logits: Tensor = self.head(self.hidden(tokens, cache=cache, positions=positions, mask=mask))
        return logits

    @shloka(48)
    def hidden(
        self,
        tokens: Tensor,
        *,
        cache: Cache | None = None,
        positions: Tensor | None = None,
        mask: Tensor | None = None,
    ) -> Tensor:
        """Return the last residual stream [B, T, D], normed: what `head` reads.

        A decoder that wants only the last token's logits calls `head(hidden(…)[:, -1:])`.
        """
        expect_tokens(tokens, self.embedding.weight.device)
        if positions is not None:
            expect_positions(positions, tokens, self.config.context)
        new, window = tokens.shape[1], self.config.window
        length = new if cache is None else cache.length + new
        if length > self.config.context:
            raise ValueError(
                f"context too long: the model was built for {self.config.context} tokens, "
                f"found {length}"
            )
        if cache is not None:
            following = cache.extend(new)
            mask = cache.mask(window) if mask is None else mask
        else:
            following = torch.arange(new, device=tokens.device)
            if mask is None and window is not None and window < new:
                mask = causal_mask(new, new, window=window, device=tokens.device)
        if mask is not None and (mask.dtype != torch.bool or mask.shape[-2:-1] != (new,)):
            raise ValueError(
                f"expected a bool mask of [T = {new}, S] or [B, 1, T, S], found {shown(mask)}"
            )
        positions = following if positions is None else positions
        x = self._embed(tokens)
        if self.config.positions == "learned":
            x = x + self.position_embedding(positions)
        elif self.config.positions == "sinusoidal":
            x = x + sinusoidal(positions, self.config.width).to(x.dtype)
        rotary = None if self.rotary is None else self.rotary(positions)
        for block in self.blocks:
            x = block(x, rotary=rotary, mask=mask, cache=cache)
        normed: Tensor = self.norm(x)
        return normed

    def _embed(self, tokens: Tensor) -> Tensor:
        """Return the embeddings [B, T, D]; ValueError for a token beyond the vocabulary."""
        try:
            embedded: Tensor = self.embedding(tokens)
        except IndexError as error:
            raise ValueError(
                f"expected tokens from 0 to {self.config.vocab_size - 1}, "
                f"found {int(tokens.min())} to {int(tokens.max())}"
            ) from error
        return embedded
