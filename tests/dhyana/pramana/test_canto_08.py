"""The experiments of canto 8: verdicts as the records expect, and able to come out otherwise."""

from collections.abc import Callable

import pytest
import torch
from torch import Tensor

from dhyana import attention
from dhyana.pramana import canto_08, choices, languages, parity
from dhyana.pramana.experiment import Settings, demonstrate, measure
from dhyana.pramana.registry import registered
from dhyana.shlokas import load
from dhyana.shlokas.evidence import disagreements
from dhyana.shlokas.record import Verdict

CPU = torch.device("cpu")
SETTINGS = Settings(CPU, torch.float32)
VERSES = range(36, 41)


@pytest.mark.parametrize("verse", VERSES)
def test_verdicts_are_as_the_record_expects(verse: int) -> None:
    """From another seed than the committed evidence the measurements give the same verdicts."""
    evidence = measure(registered()[verse], Settings(CPU, torch.float32, seed=7))
    assert disagreements(load().verse(verse).record.claims, evidence) == ()


@pytest.mark.parametrize(
    ("verse", "dtype"),
    [
        *((37, dtype) for dtype in (torch.float64, torch.float16, torch.bfloat16)),
        *((38, dtype) for dtype in (torch.float64, torch.float16, torch.bfloat16)),
        (39, torch.bfloat16),
    ],
)
def test_verdicts_hold_in_every_dtype(verse: int, dtype: torch.dtype) -> None:
    """What is measured without training comes out the same in every number format."""
    evidence = measure(registered()[verse], Settings(CPU, dtype, seed=5))
    assert disagreements(load().verse(verse).record.claims, evidence) == ()


@pytest.mark.parametrize("verse", VERSES)
def test_demonstrations_call_what_the_verse_is_linked_to(verse: int) -> None:
    """Every call shown is one of a component that the record names."""
    calls = demonstrate(registered()[verse], SETTINGS)
    linked = {link.symbol for link in load().verse(verse).record.code}
    assert calls
    assert {call.symbol for call in calls} <= linked


def leaking(
    target: int, source: int, *, window: int | None = None, device: torch.device | str = "cpu"
) -> Tensor:
    """Let every token see the one after it."""
    return torch.ones(target, source, dtype=torch.bool, device=device).tril(source - target + 1)


def first_token(logits: Tensor, *args: object) -> Tensor:
    """Choose token 0 whatever the logits."""
    return torch.zeros(len(logits), dtype=torch.int64)


# What a wrong component would look like, and the claim that must then fall.
FAULTS: dict[str, tuple[object, str, Callable[..., object], int, int]] = {
    "training sees what comes next": (languages, "causal_mask", leaking, 36, 0),
    "nothing to copy when nothing leaks": (
        languages,
        "causal_mask",
        lambda target, source, device: torch.ones(target, target, dtype=torch.bool).tril(),
        36,
        1,
    ),
    "a future that weighs": (
        canto_08,
        "attention_weights",
        lambda scores, mask: scores.masked_fill(~mask, -20).softmax(dim=-1),
        37,
        0,
    ),
    "a loop that writes what it likes": (
        canto_08,
        "stream",
        lambda model, prompt, stop: iter([torch.zeros(len(prompt), dtype=torch.int64)] * 20),
        38,
        0,
    ),
    "draws that ignore the model": (choices, "choose", first_token, 39, 0),
    "temperature without effect": (
        choices,
        "choose",
        lambda logits, text, sampling, generator: torch.multinomial(
            logits.float().softmax(dim=-1), 1, generator=generator
        )[:, 0],
        39,
        1,
    ),
    "greedy choice of another token": (
        choices,
        "generate",
        lambda model, prompt, stop: torch.cat((prompt, prompt[:, :1].expand(-1, 4)), dim=1),
        39,
        4,
    ),
    "a stream that forgets its beginning": (
        canto_08,
        "generate",
        lambda model, prompt, stop: torch.cat(
            (prompt, torch.full((len(prompt), stop.max_new_tokens), prompt.shape[1])), dim=1
        ),
        40,
        0,
    ),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_wrong_component_is_refuted(monkeypatch: pytest.MonkeyPatch, fault: str) -> None:
    """The experiment of a verse refutes its claim when the component does something else."""
    owner, name, wrong, verse, claim = FAULTS[fault]
    monkeypatch.setattr(owner, name, wrong)
    evidence = measure(registered()[verse], SETTINGS)
    assert evidence.claims[claim].verdict is Verdict.REFUTED


def test_a_leaking_model_is_refuted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Were the explicit formula's own mask open, what is said of the past would change."""
    monkeypatch.setattr(canto_08, "attention", attention.attention)
    monkeypatch.setattr("dhyana.transformer.Transformer.forward", looking_ahead)
    evidence = measure(registered()[37], SETTINGS)
    assert evidence.claims[1].verdict is Verdict.REFUTED


def looking_ahead(self: torch.nn.Module, tokens: Tensor, **kwargs: object) -> Tensor:
    """Let all tokens see all."""
    length = tokens.shape[1]
    free = torch.ones(length, length, dtype=torch.bool)
    logits: Tensor = self.head(self.hidden(tokens, mask=free))
    return logits


def test_a_language_has_the_entropy_it_is_said_to_have() -> None:
    """Texts follow the chances they are drawn from, and no word is outside the language."""
    chances = torch.tensor([[0.9, 0.1, 0.0], [0.5, 0.0, 0.5], [0.0, 0.25, 0.75]]).double()
    texts = languages.texts(SETTINGS, chances, 4000, 8, seed=1)
    pairs = torch.stack((texts[:, :-1].flatten(), texts[:, 1:].flatten()))
    counted = torch.zeros(3, 3).index_put_(tuple(pairs), torch.tensor(1.0), accumulate=True)
    assert torch.allclose(counted.double() / counted.sum(1, keepdim=True), chances, atol=0.02)
    assert counted[chances == 0].sum() == 0


def test_the_chances_of_all_texts_sum_to_one() -> None:
    """Texts are enumerated in the order in which drawn ones are counted."""
    model = SETTINGS.build(lambda: languages.tiny(3, init_std=0.2))
    prompts = SETTINGS.integers(3, 2, 4, seed=1)
    every, chances = choices.all_texts(model, prompts, 2)
    assert every.tolist() == [[a, b] for a in range(3) for b in range(3)]
    assert torch.allclose(chances.sum(dim=1), torch.ones(2).double())


def test_the_nucleus_is_the_fewest_tokens_that_reach_p() -> None:
    """The last token that is needed to reach p stays, the rest is rescaled away."""
    chances = torch.tensor([0.1, 0.5, 0.4]).double()
    assert choices.nucleus(chances, 0.8).tolist() == pytest.approx([0, 5 / 9, 4 / 9])
    assert choices.nucleus(chances, 0.4).tolist() == [0, 1, 0]


def test_parities_are_those_of_the_bits_so_far() -> None:
    """The answer to a question is whether it has an odd number of ones."""
    questions = torch.tensor([[1, 0, 1, 1, parity.QUESTION]])
    assert parity.parities(questions).tolist() == [[1, 1, 0, 1]]
