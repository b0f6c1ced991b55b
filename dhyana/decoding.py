"""Canto 8: the loop that writes one token after another; its mask stands in `masking`.

Every strategy of choosing follows Hugging Face transformers to the token, so that results can be
compared: the order in which logits are changed (repetition penalty, temperature, top-k, top-p,
min-p), the use of the seed, and the beams' length penalty.

Shapes: B batch, T new tokens (queries), S tokens attended to (keys), N tokens written, R beams,
V vocabulary.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

import torch
from torch import Tensor

from dhyana.binding import shloka
from dhyana.settings import LARGEST_SIZE, check_settings
from dhyana.shapes import expect_logits, expect_prompt, expect_sizes, expect_tokens
from dhyana.writers import Decoder, Writer

if TYPE_CHECKING:
    from dhyana.cache import Cache

AHEAD = 16  # tokens a `Writer` may write before one is given away, where nobody waits for the first


def _need(holds: bool, what: str, found: object) -> None:
    """Raise ValueError unless it holds."""
    if not holds:
        raise ValueError(f"{what}, found {found}")


@shloka(39)
def penalize_repetition(logits: Tensor, text: Tensor, penalty: float) -> Tensor:
    """Make the tokens that stand in text [B, T] less likely: logits [B, V] ÷ or × penalty.

    Positive logits are divided, negative ones multiplied (Keskar et al. 2019, arXiv 1909.05858
    §4.1, with the sign corrected as in transformers). Raises ValueError for a penalty of 0 or less.
    """
    _need(0 < penalty < math.inf, "repetition_penalty must be above 0", penalty)
    expect_logits(logits)
    expect_tokens(text, logits.device)
    _need(len(text) == len(logits), f"expected {len(logits)} texts for as many logits", len(text))
    written = logits.gather(1, text)
    return logits.scatter(1, text, torch.where(written < 0, written * penalty, written / penalty))


@shloka(39)
def keep_top_k(logits: Tensor, k: int) -> Tensor:
    """Leave the k largest of the logits [B, V]; ties with the k-th stay too (Fan et al. 2018).

    Raises ValueError for another shape and for a k below 1.
    """
    expect_sizes(top_k=k)
    expect_logits(logits)
    smallest = logits.topk(min(k, logits.shape[-1])).values[:, -1:]
    return logits.masked_fill(logits < smallest, -math.inf)


@shloka(39)
def keep_top_p(logits: Tensor, p: float) -> Tensor:
    """Leave the smallest set of tokens whose probabilities sum to p: the nucleus.

    Logits [B, V]; at least one token stays. Holtzman et al. 2020 (arXiv 1904.09751) §3.1. Raises
    ValueError for a p that is not in (0, 1].
    """
    _need(0 < p <= 1, "top_p must be above 0 and at most 1", p)
    expect_logits(logits)
    ascending, order = logits.sort(descending=False)
    tail = ascending.softmax(dim=-1).cumsum(dim=-1) <= 1 - p
    tail[:, -1] = False
    return logits.masked_fill(tail.scatter(1, order, tail), -math.inf)


@shloka(39)
def keep_min_p(logits: Tensor, share: float) -> Tensor:
    """Leave the tokens at least `share` times as likely as the likeliest; logits [B, V].

    Nguyen et al. 2024 (arXiv 2407.01082) §3. Raises ValueError for a share that is not in [0, 1].
    """
    _need(0 <= share <= 1, "min_p must be from 0 to 1", share)
    expect_logits(logits)
    probabilities = logits.softmax(dim=-1)
    unlikely = probabilities < share * probabilities.amax(dim=-1, keepdim=True)
    return logits.masked_fill(unlikely, -math.inf)


@shloka(39)
@dataclass(frozen=True, slots=True, kw_only=True)
class Sampling:
    """How a token is chosen; what is None or 1 changes nothing. Temperature 0 is greedy."""

    temperature: float = 1.0
    top_k: int | None = None
    top_p: float | None = None
    min_p: float | None = None
    repetition_penalty: float = 1.0

    def __post_init__(self) -> None:
        """Raise ValueError for a number outside its range."""
        check_settings(self)
        heat, k, p = self.temperature, self.top_k, self.top_p
        _need(0 <= heat < math.inf, "temperature must be 0 (greedy) or more", heat)
        _need(k is None or k >= 1, "top_k must be at least 1", k)
        _need(p is None or 0 < p <= 1, "top_p must be above 0 and at most 1", p)
        share, penalty = self.min_p, self.repetition_penalty
        _need(share is None or 0 <= share <= 1, "min_p must be from 0 to 1", share)
        _need(0 < penalty < math.inf, "repetition_penalty must be above 0", penalty)


GREEDY = Sampling(temperature=0)


@shloka(39)
def choose(
    logits: Tensor, text: Tensor, sampling: Sampling, generator: torch.Generator | None = None
) -> Tensor:
    """Choose the next token of each sequence, [B], from logits [B, V] after text [B, T].

    *uttamaṃ cinute vākyam* — the largest logit, or one drawn by its probability. Raises ValueError
    where none can be drawn: the logits hold a NaN, or nothing above −∞.
    """
    expect_logits(logits)
    logits = logits.float()
    if sampling.repetition_penalty != 1:
        logits = penalize_repetition(logits, text, sampling.repetition_penalty)
    if sampling.temperature == 0:
        return logits.argmax(dim=-1)
    logits = logits / sampling.temperature
    if sampling.top_k is not None:
        logits = keep_top_k(logits, sampling.top_k)
    if sampling.top_p is not None and sampling.top_p < 1:
        logits = keep_top_p(logits, sampling.top_p)
    if sampling.min_p is not None:
        logits = keep_min_p(logits, sampling.min_p)
    try:
        return torch.multinomial(logits.softmax(dim=-1), 1, generator=generator)[:, 0]
    except RuntimeError as error:
        if "probability tensor" not in str(error):
            raise
        raise ValueError("no token can be drawn: logits hold a NaN, or only −∞") from error


@shloka(38)
@dataclass(frozen=True, slots=True, kw_only=True)
class Stop:
    """When a sequence ends: at a token of `eos`, after one of `sequences`, or by its length.

    Only written tokens count, not those of the prompt. What ends a sequence is part of it; after
    it come `pad` tokens while others of the batch go on (without `pad`, the first of `eos`, or 0).
    """

    max_new_tokens: int
    eos: tuple[int, ...] = ()
    sequences: tuple[tuple[int, ...], ...] = ()
    pad: int | None = None

    def __post_init__(self) -> None:
        """Raise ValueError for a text of no or endless length, and for what is no token."""
        check_settings(self)
        most = self.max_new_tokens
        _need(1 <= most <= LARGEST_SIZE, f"max_new_tokens must be 1 to {LARGEST_SIZE}", most)
        _need(all(self.sequences), "a stop sequence must have at least one token", self.sequences)
        least = min(self.padding, *self.eos, *sum(self.sequences, ()), 0)
        _need(least == 0, "tokens must be at least 0", least)

    @property
    def early(self) -> bool:
        """Whether a sequence may end before its length does."""
        return bool(self.eos or self.sequences)

    @property
    def padding(self) -> int:
        """The token that fills up a sequence that has ended."""
        return self.pad if self.pad is not None else (*self.eos, 0)[0]

    def reached(self, written: Tensor) -> Tensor:
        """Say of which of the written sequences [..., N] the last token ended it, bool [...]."""
        ended = torch.full_like(written[..., -1], written.shape[-1] >= self.max_new_tokens).bool()
        for token in self.eos:
            ended |= written[..., -1] == token
        for sequence in self.sequences:
            if len(sequence) <= written.shape[-1]:
                last = written[..., -len(sequence) :]
                ended |= (last == torch.tensor(sequence, device=last.device)).all(dim=-1)
        return ended


@shloka(41, 42)
@torch.inference_mode()
def next_logits(
    model: Decoder, text: Tensor, cache: "Cache | None" = None, *, chunk: int | None = None
) -> Tensor:
    """Return the logits [B, V] of what follows text [B, T].

    *nūtnasyaiva hi saṃskāraḥ kriyate* — a cache knows how many tokens it holds, so only those
    after them are computed: at first the prompt (prefill; `chunk` tokens at a time, to bound the
    memory of the scores), then one token a call (decode). Without a cache all are computed again.
    Only the last token is scored against the vocabulary. Raises ValueError when the text has no
    token the cache has not.
    """
    expect_sizes(chunk=1 if chunk is None else chunk)
    if not text.numel():
        raise ValueError(f"expected tokens [B, T] to continue, found {list(text.shape)}")
    if cache is None:
        return model.head(model.hidden(text)[:, -1])
    new = text[:, cache.length :]
    if new.shape[1] == 0:
        raise ValueError(
            f"nothing new to compute: the cache holds {cache.length} tokens, "
            f"the text has {text.shape[1]}"
        )
    step = chunk or new.shape[1]
    while new.shape[1] > step:
        model.hidden(new[:, :step], cache=cache)
        new = new[:, step:]
    if new.shape[1] == 1:  # a call of one shape, so that a compiled model need not recompile
        return model(new, cache=cache)[:, -1]
    return model.head(model.hidden(new, cache=cache)[:, -1])


@shloka(38)
def stream(
    model: Decoder,
    prompt: Tensor,
    *,
    stop: Stop,
    sampling: Sampling = GREEDY,
    cache: "Cache | None" = None,
    chunk: int | None = None,
    seed: int | None = None,
    ahead: int = 1,
) -> Iterator[Tensor]:
    """Yield one token [B] after another, each as soon as it is chosen, after the prompt [B, T].

    *ekaikena padenaiva kāvyaṃ pravahati svayam* — the logits of the last token give the next one,
    which joins the text. Without a cache the whole text is computed again for each token (verse
    41). A cache may already hold the beginning of the prompt; the rest is computed in pieces of
    `chunk` tokens. With `seed` the draws repeat; without it torch's own generator draws. The same
    tokens come sooner, but up to `ahead` of them at once, from a compiled model that need not
    return to Python in between (`Writer`; greedy, with a cache it can use).

    Raises ValueError for a prompt of the wrong shape and when prompt and tokens would not fit
    into the cache.
    """
    _check_prompt(prompt, stop, cache)
    _need(ahead >= 1, "expected at least 1 token ahead", ahead)
    generator = None if seed is None else torch.Generator(prompt.device).manual_seed(seed)
    batch, start = prompt.shape
    text = prompt.new_full((batch, start + stop.max_new_tokens), stop.padding)
    text[:, :start] = prompt
    ended = torch.zeros(batch, dtype=torch.bool, device=prompt.device)
    greedy = sampling.temperature == 0 and sampling.repetition_penalty == 1
    writer = model if ahead > 1 and greedy and isinstance(model, Writer) else None
    written = start
    for end in range(start, start + stop.max_new_tokens):
        if writer is not None and writer.writes_into(cache) and cache.length == end - 1:
            if written == end:
                written = writer.write(text, cache, ended, stop, min(end + ahead, text.shape[1]))
            cache.length = end  # what is not yet given away may be written anew
        else:
            logits = next_logits(model, text[:, :end], cache, chunk=chunk)
            token = choose(logits, text[:, :end], sampling, generator)
            text[:, end] = token.masked_fill(ended, stop.padding) if stop.early else token
            written = end + 1
        yield text[:, end].clone()
        if stop.early:
            before, ended = ended, ended | stop.reached(text[:, start : end + 1])
            if ended.all():
                return
            if not torch.equal(before, ended):
                written = end + 1  # the others go on beside padding


@shloka(40)
def generate(
    model: Decoder,
    prompt: Tensor,
    *,
    stop: Stop,
    sampling: Sampling = GREEDY,
    cache: "Cache | None" = None,
    chunk: int | None = None,
    seed: int | None = None,
) -> Tensor:
    """Return the prompt and all that `stream` writes after it, [B, T + N].

    *avicchinnā … vāṅmayī sarit* — the unbroken stream as one text.
    """
    tokens = stream(
        model,
        prompt,
        stop=stop,
        sampling=sampling,
        cache=cache,
        chunk=chunk,
        seed=seed,
        ahead=AHEAD,
    )
    return torch.cat((prompt, torch.stack(list(tokens), dim=1)), dim=1)


@shloka(39)
@dataclass(frozen=True, slots=True)
class Beams:
    """The texts a beam search found, best first: tokens [B, R, N], scores [B, R]."""

    tokens: Tensor
    scores: Tensor


@shloka(39)
def beam_search(
    model: Decoder,
    prompt: Tensor,
    *,
    stop: Stop,
    beams: int = 4,
    length_penalty: float = 1.0,
    early_stopping: bool | Literal["never"] = False,
    cache: "Cache | None" = None,
    chunk: int | None = None,
) -> Beams:
    """Keep the R likeliest texts at each step; return the R best that ended.

    A text's score is the sum of its tokens' log-probabilities divided by N^length_penalty, N the
    number of written tokens (the convention of transformers; Wu et al. 2016, arXiv 1609.08144
    equation 14, divide by (5 + N)/6 to that power). The search ends when no running text can
    beat the worst that ended, judged by its score at this length; with "never", by the score it
    could reach at full length; with True, as soon as R texts ended. A cache holds B·R sequences.
    Raises ValueError as `stream` does, and for options out of range.
    """
    _check_prompt(prompt, stop, cache)
    expect_sizes(beams=beams)
    _need(math.isfinite(length_penalty), "length_penalty must be a number", length_penalty)
    _need(
        early_stopping in (True, False, "never"),
        "early_stopping is a bool or never",
        early_stopping,
    )
    batch, start = prompt.shape
    # Enough candidates that R go on even when every way to end is among them.
    spare = max(2, 1 + len(stop.eos) + len(stop.sequences))
    text = prompt[:, None].expand(batch, beams, start)
    running = prompt.new_full((batch, beams), -math.inf, dtype=torch.float32)
    running[:, 0] = 0  # all beams are equal still: let one speak
    found = prompt.new_full((batch, beams, stop.max_new_tokens), stop.padding)
    scores = torch.full_like(running, -math.inf)
    improvable = torch.ones(batch, 1, dtype=torch.bool, device=prompt.device)
    for count in range(1, stop.max_new_tokens + 1):
        logits = next_logits(model, text.flatten(0, 1), cache, chunk=chunk)
        totals = running[..., None] + logits.float().log_softmax(-1).view(batch, beams, -1)
        vocabulary = totals.shape[-1]
        best, index = totals.flatten(1).topk(min(spare * beams, beams * vocabulary))
        parent, token = index // vocabulary, index % vocabulary
        candidates = torch.cat((_pick(text, parent), token[..., None]), dim=-1)
        ended = stop.reached(candidates[..., start:])

        # Those of the R best that ended now compete with those that ended before.
        eligible = ended & improvable
        eligible[:, beams:] = False
        if early_stopping is True:
            eligible &= ~scores.isfinite().all(dim=1, keepdim=True)
        final = (best / count**length_penalty).masked_fill(~eligible, -math.inf)
        written = torch.full_like(found[:, :1].expand(-1, best.shape[1], -1), stop.padding)
        written[..., :count] = candidates[..., start:]
        scores, order = torch.cat((scores, final), dim=1).topk(beams)
        found = _pick(torch.cat((found, written), dim=1), order)

        running, order = best.masked_fill(ended, -math.inf).topk(beams)
        text = _pick(candidates, order)
        longest = stop.max_new_tokens if early_stopping == "never" and length_penalty > 0 else count
        hope = running[:, :1] / longest**length_penalty
        improvable &= hope > scores.min(dim=1, keepdim=True).values
        enough = early_stopping is True and bool(scores.isfinite().all())
        if enough or not improvable.any() or ended.all():
            break
        if cache is not None:
            first = torch.arange(0, batch * beams, beams, device=prompt.device)[:, None]
            cache.reorder((first + parent.gather(1, order)).flatten())
    return Beams(found, scores)


def _pick(texts: Tensor, index: Tensor) -> Tensor:
    """Return the texts [B, R, N] that index [B, R'] names, [B, R', N]."""
    return texts.gather(1, index[..., None].expand(-1, -1, texts.shape[-1]))


def _check_prompt(prompt: Tensor, stop: Stop, cache: "Cache | None") -> None:
    """Raise ValueError unless prompt is [B, T], not empty, and fits with what will be written."""
    expect_prompt(prompt)
    needed = prompt.shape[1] + stop.max_new_tokens - 1  # the last token is not fed back
    if cache is not None and cache.max_length is not None and needed > cache.max_length:
        raise ValueError(
            f"context too long: a prompt of {prompt.shape[1]} tokens and up to "
            f"{stop.max_new_tokens} new ones need {needed} places, the cache has {cache.max_length}"
        )
