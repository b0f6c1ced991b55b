"""What benchmarks measure, at the smallest sizes: the logic, not the numbers."""

import runpy
import signal
import time
from pathlib import Path

import pytest
import torch

from dhyana.bench import peers, training, writing
from dhyana.bench.setup import SMALL, TINY, Setup
from dhyana.bench.timing import Timed, bandwidth, eight_bit_peak, interleaved, matmul_peak, timed
from dhyana.scaling import count_parameters
from dhyana.transformer import Transformer

SETUP = Setup(config=TINY, batch=2, length=8, prompt=4, new=3, rounds=2, warmup=1)
BENCHMARKS = Path(__file__).parents[3] / "benchmarks"


def test_rounds_to_warm_up_do_not_count() -> None:
    """Every step runs in every round, and the first rounds are thrown away."""
    runs = {"a": 0, "b": 0}

    def counting(name: str) -> Timed:
        def step(_: object) -> float:
            runs[name] += 1
            return float(runs[name])

        return step

    seconds = interleaved(SETUP, {name: counting(name) for name in runs})
    assert seconds == {"a": [2.0, 3.0], "b": [2.0, 3.0]}


def test_time_is_that_of_the_step() -> None:
    """Sleeping takes the clock's time on the wall and none of the CPU's."""
    nap = timed(lambda: time.sleep(0.02))
    assert nap(time.perf_counter) >= 0.02
    assert nap(time.process_time) < 0.02


def test_limits_are_numbers() -> None:
    """Peak and bandwidth are measured, in eight bits too where the device has them."""
    assert matmul_peak(SETUP, torch.float32, 64) > 0
    assert bandwidth(SETUP, 1) > 0
    try:
        assert eight_bit_peak(SETUP, 64) > 0
    except (RuntimeError, NotImplementedError):
        pytest.skip("no e4m3 product on this CPU")


def test_a_training_step_trains() -> None:
    """The measured step is a real one: the loss of the same texts falls."""
    models = []

    def make(config: object) -> Transformer:
        models.append(Transformer(TINY))
        return models[0]

    step = training.training_step(SETUP, make)
    before = [weight.clone() for weight in models[0].parameters()]
    step()
    assert not any(map(torch.equal, before, models[0].parameters()))


def test_nanogpt_has_the_flops_of_the_others() -> None:
    """The GPT-2 that stands for nanoGPT meets as many numbers a token as the Llamas do."""
    llama, gpt = Transformer(SMALL), Transformer(peers.as_gpt(SMALL))
    assert count_parameters(gpt).multiplied == count_parameters(llama).multiplied
    assert gpt.config.ff_width == 928
    assert gpt.head.weight is gpt.embedding.weight


# What a checkout of nanoGPT must have, as far as it is called.
NANOGPT = """
from types import SimpleNamespace
from torch import nn
from torch.nn.functional import cross_entropy
GPTConfig = SimpleNamespace
class GPT(nn.Module):
    def __init__(self, config):
        super().__init__()
        print("number of parameters: ...")
        block = nn.Module()
        width = config.n_embd
        block.mlp = nn.ModuleDict({"c_fc": nn.Linear(width, 1), "c_proj": nn.Linear(1, width)})
        self.transformer = nn.ModuleDict({"h": nn.ModuleList([block])})
        self.embedding = nn.Embedding(config.vocab_size, config.n_embd)
    def forward(self, idx, targets):
        mlp = self.transformer.h[0].mlp
        logits = mlp.c_proj(mlp.c_fc(self.embedding(idx))) @ self.embedding.weight.mT
        return logits, cross_entropy(logits.flatten(0, 1), targets)
"""


def test_nanogpt_trains_where_its_folder_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A checkout is a contestant, its feed-forward as wide as ours; what it prints is not shown."""
    monkeypatch.setattr(training, "installed", lambda name: False)
    (tmp_path / "model.py").write_text(NANOGPT)
    table = training.training_table(SETUP, nanogpt=tmp_path)
    rows = {row.name for row in table.rows}
    assert {f"{name} eager fp32" for name in ("nanoGPT", "nanoGPT narrow", "ours as GPT-2")} < rows
    assert not any("nanoGPT" in note for note in table.notes)
    model = peers.NanoGPT(TINY, tmp_path, narrow=True)
    assert model.gpt.transformer.h[0].mlp.c_fc.out_features == peers.as_gpt(TINY).ff_width
    assert capsys.readouterr().out == ""


def test_what_is_no_nanogpt_is_refused(tmp_path: Path) -> None:
    """A folder without its file, or with another, is named; without a folder it is passed over."""
    with pytest.raises(ValueError, match=r"model\.py is not there: name a checkout"):
        peers.NanoGPT(TINY, tmp_path)
    (tmp_path / "model.py").write_text("GPT = None")
    with pytest.raises(ValueError, match="it is not nanoGPT's"):
        peers.NanoGPT(TINY, tmp_path)
    assert any("nanoGPT is passed over" in note for note in peers.trained_here()[1])


def test_without_others_there_are_no_ratios(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where nobody else is installed the tables say so, and are measured all the same."""
    for module in (training, writing, peers):
        monkeypatch.setattr(module, "installed", lambda name: False)
    for table in (training.training_table(SETUP), writing.writing_table(SETUP)):
        assert all(row.rate and not row.ratios for row in table.rows)
        assert any("transformers is not installed" in note for note in table.notes)


def test_a_row_is_measured_by_the_peak_of_its_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    """A share of the peak is one of what the machine can do in the row's own precision."""
    best = {torch.float32: 1e9, torch.bfloat16: 4e9}
    monkeypatch.setattr(training, "matmul_peak", lambda setup, dtype: best[dtype])
    for row in training.training_table(SETUP).rows:
        peak = best[torch.bfloat16 if row.name.endswith("bf16") else torch.float32]
        assert row.figures["of peak"] == pytest.approx(1e12 * row.figures["TFLOP/s"] / peak)


def test_the_bytes_of_a_step_are_those_of_the_model() -> None:
    """What a step reads is every weight but the embedding's, and the cache so far."""
    model = Transformer(TINY)
    weights = sum(4 * weight.numel() for name, weight in model.named_parameters())
    weights += sum(buffer.nbytes for buffer in model.buffers())
    weights -= model.embedding.weight.nbytes
    cache = 2 * (4 + 1.5) * 2 * TINY.n_layers * TINY.n_kv_heads * TINY.head_dim * 4
    assert writing._bytes_a_step(SETUP, model) == weights + cache


def test_the_gpu_script_runs_on_a_cpu() -> None:
    """All that the script does on a GPU it also does, tiny, on a CPU."""
    script = runpy.run_path(str(BENCHMARKS / "gpu.py"))
    parts = list(script["parts"](torch.device("cpu"), tiny=True, rounds=2, compiled=False))
    found = [script["measured"](part) for part in parts]
    titles = [table.title.split(",")[0].split(":")[0] for table in found]
    assert titles == [
        "Matrix products",
        "Training",
        "Writing",
        "Writing",
        "One more token after a text of so many",
        "Kernels of a training step",
    ]
    assert all(table.rows for table in found)
    training_rows = [row.name for row in found[1].rows]
    assert {"HF eager fp32", "ours eager fp32", "ours eager bf16"} <= {*training_rows}
    assert found[2].row("ours eager, e4m3 cache").rate.median > 0
    assert found[2].row("ours eager fp32 packed").ratios["HF eager"].median > 0
    assert {row.name for row in found[4].rows} == {"with cache", "without cache"}
    assert any("mm" in row.name for row in found[5].rows)


def test_a_part_that_fails_leaves_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    """One that takes too long or too much memory is a table without rows that says so."""
    script = runpy.run_path(str(BENCHMARKS / "gpu.py"))

    def too_large() -> None:
        raise torch.OutOfMemoryError("CUDA out of memory.\nSee documentation")

    part, measured = script["Part"], script["measured"]
    table = measured(part("Training", 5, too_large))
    assert (table.rows, table.notes) == ((), ("out of memory: CUDA out of memory.",))
    if not hasattr(signal, "SIGALRM"):
        pytest.skip("no alarms on this system")
    table = measured(part("Writing", 1, lambda: time.sleep(30)))
    assert (table.title, table.rows, table.notes) == ("Writing", (), ("not done within 1 s",))
    table = measured(part("Writing", 30, lambda: time.sleep(30)), 1.5)
    assert table.notes == ("not done within 1 s",)
    assert measured(part("Writing", 30, too_large), 0.5).notes == ("not begun: the 300 s are over",)


def test_a_gpu_that_is_not_there_is_a_clear_error(capsys: pytest.CaptureFixture[str]) -> None:
    """Asked for a device that is not there, the script says which are."""
    if torch.cuda.is_available():
        pytest.skip("there is a GPU here")
    main = runpy.run_path(str(BENCHMARKS / "gpu.py"))["main"]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("sys.argv", ["gpu.py"])
        with pytest.raises(SystemExit) as ended:
            main()
    assert ended.value.code == 2
    assert "there is no device cuda here" in capsys.readouterr().err
