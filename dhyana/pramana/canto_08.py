"""Experiments of canto 8: what verses 36–40 say of the mask and of generation, measured."""

import math
from functools import partial
from itertools import pairwise

import torch
from torch import Tensor

from dhyana.attention import attention, attention_weights
from dhyana.decoding import (
    Sampling,
    Stop,
    beam_search,
    choose,
    generate,
    keep_min_p,
    keep_top_k,
    keep_top_p,
    penalize_repetition,
    stream,
)
from dhyana.masking import causal_mask
from dhyana.pramana import choices, languages, parity
from dhyana.pramana.costs import longest_chain
from dhyana.pramana.experiment import (
    ROUNDING,
    Call,
    Settings,
    above,
    at_least,
    at_most,
    call,
    curve,
    exact,
    finding,
    measured,
    near,
    not_measurable,
)
from dhyana.pramana.instruments import apart
from dhyana.pramana.registry import demonstration, experiment
from dhyana.shlokas.evidence import Finding
from dhyana.transformer import Transformer

WORDS = 16


def _untrained(settings: Settings, vocab_size: int, *, context: int = 64) -> Transformer:
    """Return a model with opinions of its own: large weights make some tokens much likelier."""
    return settings.build(partial(languages.tiny, vocab_size, context=context, init_std=0.2))


@demonstration(36)
def show_mask(settings: Settings) -> tuple[Call, ...]:
    """Say which of four tokens each may see."""
    return (call(causal_mask, target=4, source=4, device=settings.device),)


@experiment(36)
def measure_mask(settings: Settings) -> tuple[Finding, ...]:
    """Train one model under the mask, and one that may also see the next token."""
    training = settings.for_training
    language = languages.grammar(training, WORDS, seed=1)
    texts = languages.texts(training, language, 512, 24, seed=2)
    known = languages.entropy(language, texts)
    honest, peeping = (languages.learned(training, language, ahead=n) for n in (0, 1))
    with torch.no_grad():
        under_mask = float(languages.loss(honest, texts))
        unmasked = float(languages.loss(peeping, texts, ahead=1))
        generating = float(languages.loss(peeping, texts))
    world = f"{WORDS} words, each depending on the one before"
    return (
        finding(
            "Under the mask the model learns P(x_t | x_1, …, x_{t−1}).",
            measured(
                "loss above the entropy of the language, in nats",
                under_mask - known,
                near(0, 0.1),
                world,
            ),
        ),
        finding(
            "A token that may attend to the next one copies the answer.",
            measured("loss in nats", unmasked, at_most(0.1), "next token in sight"),
            measured(
                "entropy of the language in nats, below which no guess comes",
                known,
                at_least(1),
                world,
            ),
        ),
        finding(
            "Having copied, it has learned nothing about generation.",
            measured(
                "loss above that of a blind guess, in nats",
                generating - math.log(WORDS),
                at_least(0),
                "the same model, the next token out of sight",
            ),
        ),
    )


@demonstration(37)
def show_future(settings: Settings) -> tuple[Call, ...]:
    """Say which of five tokens the last three may see, and which when only two are in reach."""
    return (
        call(causal_mask, target=3, source=5, device=settings.device),
        call(causal_mask, target=3, source=5, window=2, device=settings.device),
    )


@experiment(37)
def measure_future(settings: Settings) -> tuple[Finding, ...]:
    """Weigh the future, change it, and read a text at once and word by word."""
    length, model = 64, _untrained(settings, WORDS)
    mask = causal_mask(length, length, device=settings.device)
    scores = 100 * settings.normal(8, length, length, seed=1)
    weights = attention_weights(scores, mask)
    text = settings.integers(WORDS, 8, length, seed=2)
    other = torch.cat((text[:, :40], settings.integers(WORDS, 8, length - 40, seed=3)), dim=1)
    with torch.no_grad():
        logits = model(text)
        changed = model(other)
        prefixes = [model(text[:, : end + 1])[:, -1] for end in range(length)]
    one_by_one = torch.stack(prefixes, dim=1)

    value = settings.normal(length, 32, seed=4)
    broken = value.clone()
    broken[-1] = math.nan
    mixed = attention(value, value, broken, is_causal=True)
    future = "change of what is said of the first 40 tokens when the later ones change"
    chains = [longest_chain(model(text[:, :end]).sum()) for end in (8, length)]
    return (
        finding(
            "Softmax gives exactly 0 to every future position.",
            measured("largest weight", weights[:, ~mask].max(), at_most(0), "above the diagonal"),
        ),
        finding(
            "The future is veiled: the model sees the past alone.",
            measured(
                f"largest {future}",
                apart(changed[:, :40], logits[:, :40]),
                at_most(0),
                "in units of the largest logit",
            ),
            measured(
                "share of the numbers of earlier tokens that are NaN",
                mixed[:-1].isnan().double().mean(),
                at_most(0),
                "the last value is NaN",
                beyond=True,
            ),
        ),
        finding(
            "Training stays parallel while causality is kept.",
            measured(
                "largest difference between one pass and a pass for each prefix, in units of the "
                "largest logit",
                apart(one_by_one, logits),
                at_most(8 * ROUNDING * settings.eps),
                f"{length} tokens, a whole model",
            ),
            measured(
                "operations in a row for all tokens, in units of those for 8 tokens",
                chains[1] / chains[0],
                at_most(1),
                f"{length} tokens",
            ),
        ),
    )


@demonstration(38)
def show_loop(settings: Settings) -> tuple[Call, ...]:
    """Let an untrained model write three tokens after two."""
    model = _untrained(settings, 6)
    prompt = settings.integers(6, 1, 2, seed=1)
    return (call(stream, model=model, prompt=prompt, stop=Stop(max_new_tokens=3)),)


@experiment(38)
def measure_loop(settings: Settings) -> tuple[Finding, ...]:
    """Write the loop out, and add up the chances of all texts there are."""
    words, new = 4, 3
    model = _untrained(settings, words)
    prompts = settings.integers(words, 16, 4, seed=1)
    streamed = torch.stack(list(stream(model, prompts, stop=Stop(max_new_tokens=20))), dim=1)
    every, chances = choices.all_texts(model, prompts[:1], new)
    found = choices.text_frequencies(settings, model, prompts[:1], new)
    return (
        finding(
            "The model predicts a token, appends it to the text, and repeats.",
            measured(
                "share of texts as in the loop written out",
                choices.equal(streamed, choices.loop_written_out(model, prompts, 20)),
                at_least(1),
                "16 texts, 20 tokens each",
            ),
        ),
        finding(
            "Conditional probabilities, token by token, make up the probabilities of whole texts.",
            measured(
                "sum of the products of conditional probabilities",
                chances.sum(),
                near(1, 1e-6),
                f"all {len(every)} texts of {new} tokens out of {words}",
            ),
            measured(
                "total variation distance of the texts written from these products",
                choices.distance(found, chances[0]),
                at_most(0.1),
                "thousands of texts drawn",
            ),
        ),
        not_measurable(
            "The loop writes complex essays, code and proofs.",
            "What it writes comes from the model and its training; the loop is the same for all.",
        ),
    )


@demonstration(39)
def show_choices(settings: Settings) -> tuple[Call, ...]:
    """Change the logits of five tokens in every way there is, and choose one."""
    logits, text = settings.normal(1, 5, seed=1), settings.integers(5, 1, 2, seed=2)
    model = _untrained(settings, 5)
    return (
        call(penalize_repetition, logits=logits, text=text, penalty=1.3),
        call(keep_top_k, logits=logits, k=2),
        call(keep_top_p, logits=logits, p=0.6),
        call(keep_min_p, logits=logits, share=0.5),
        call(choose, logits=logits, text=text, sampling=Sampling(temperature=0)),
        call(beam_search, model=model, prompt=text, stop=Stop(max_new_tokens=2), beams=2),
    )


@experiment(39)
def measure_choices(settings: Settings) -> tuple[Finding, ...]:
    """Draw many tokens in every way, and compare choices with the best there are."""
    new, temperatures = 4, (0.25, 0.5, 1, 2, 4)
    logits = 2 * settings.normal(1, WORDS, seed=1)
    chances = exact(logits).softmax(dim=-1)[0]
    spread = choices.entropies(settings, temperatures)
    rises = [later - earlier for earlier, later in pairwise(spread)]

    def shares(sampling: Sampling) -> Tensor:
        rows = logits.expand(20_000, -1)
        return choices.frequencies(choices.drawn(settings, rows, sampling), WORDS)

    model = _untrained(settings, 6)
    prompts = settings.integers(6, 64 if settings.quick else 512, 3, seed=2)
    best = choices.found_best(model, prompts, new)
    texts = {choices.searched(model, prompts[:1], new, seed) for seed in range(8)}
    off = "total variation distance of the tokens drawn from the model's distribution"
    found = f"share of prompts whose likeliest {new} tokens are found"
    same = "share of draws that are the likeliest token"
    return (
        finding(
            "Temperature, top-p and beam search sample from the model's output distribution.",
            measured(
                off, choices.distance(shares(Sampling()), chances), at_most(0.03), "temperature 1"
            ),
            measured(
                "total variation distance from the likeliest tokens that make up 0.9, rescaled",
                choices.distance(shares(Sampling(top_p=0.9)), choices.nucleus(chances, 0.9)),
                at_most(0.03),
                "top-p 0.9",
            ),
            measured(
                off,
                choices.distance(shares(Sampling(temperature=0.5)), chances),
                at_most(0.03),
                "temperature 0.5",
                beyond=True,
            ),
            measured(
                "different results of 8 beam searches", len(texts), above(1), "8 seeds", beyond=True
            ),
        ),
        finding(
            "Temperature controls entropy.",
            measured(
                "smallest rise of the entropy from a temperature to the next, in nats",
                min(rises),
                above(0),
                f"temperatures {', '.join(f'{each:g}' for each in temperatures)}",
            ),
            measured(
                "entropy at the highest, in units of the most there can be",
                spread[-1] / math.log(WORDS),
                at_least(0.9),
                f"temperature {temperatures[-1]}, {WORDS} tokens",
            ),
            series=(curve("entropy of the draws", "temperature", "nats", temperatures, spread),),
        ),
        finding(
            "Low temperature forces deterministic greedy choices.",
            measured(
                same, choices.greedy_share(settings, 1e-3), at_least(0.99), "temperature 0.001"
            ),
            measured(
                same,
                choices.greedy_share(settings, 0.3),
                at_least(0.99),
                "temperature 0.3",
                beyond=True,
            ),
        ),
        finding(
            "High temperature introduces diversity.",
            measured(
                "tokens in effective use (e to the entropy), in units of those at temperature 1",
                math.exp(spread[-2] - spread[-3]),
                at_least(1.2),
                "temperature 2",
            ),
        ),
        finding(
            "At every moment the optimal continuation is chosen.",
            measured(
                "share of prompts whose likeliest token is chosen",
                best.next_token,
                at_least(1),
                "the next token, greedily",
            ),
            measured(found, best.greedy, at_least(1), "greedily", beyond=True),
            measured(found, best.beams, at_least(1), "4 beams", beyond=True),
        ),
    )


@demonstration(40)
def show_stream(settings: Settings) -> tuple[Call, ...]:
    """Let an untrained model go on after two tokens until it has written four."""
    model = _untrained(settings, 6)
    prompt = settings.integers(6, 1, 2, seed=1)
    return (call(generate, model=model, prompt=prompt, stop=Stop(max_new_tokens=4)),)


@experiment(40)
def measure_stream(settings: Settings) -> tuple[Finding, ...]:
    """Interrupt the stream, run it into the end of the context, and let it reckon step by step."""
    context = 48
    model = _untrained(settings, WORDS, context=context)
    prompt = settings.integers(WORDS, 16, 8, seed=1)

    def after(text: Tensor, new: int) -> Tensor:
        return generate(model, text, stop=Stop(max_new_tokens=new))

    whole, part = after(prompt, 32), after(prompt, 12)
    training = settings.for_training
    right = {
        step_by_step: parity.share_right(training, step_by_step=step_by_step, seed=2)
        for step_by_step in (True, False)
    }
    share = f"share right of 512 questions for the parity of {parity.BITS} bits"
    return (
        finding(
            "The stream is unbroken: all that is written follows from what came before.",
            measured(
                "share of texts that begin with the shorter text of the same prompt",
                choices.equal(whole[:, : part.shape[1]], part),
                at_least(1),
                "32 tokens against 12",
            ),
            measured(
                "share of texts that end the same when interrupted and resumed",
                choices.equal(after(part, 20), whole),
                at_least(1),
                "after 12 of 32 tokens",
            ),
            measured(
                "tokens written, in units of those asked for",
                choices.written(model, prompt, 2 * context) / (2 * context),
                at_least(1),
                f"twice as many as the context of {context} tokens",
                beyond=True,
            ),
        ),
        finding(
            "Generation makes more of a next-token predictor than it is.",
            measured(share, right[True], at_least(0.95), "written step by step"),
            measured(
                share,
                right[False],
                at_most(0.6),
                "the same network, trained to answer in one prediction; blind guesses give 0.5",
            ),
        ),
        not_measurable(
            "It becomes an intelligence of all domains: law, programming, poetry and science.",
            "A statement about large trained models; the loop that is measured here is the same "
            "for any model.",
        ),
    )
