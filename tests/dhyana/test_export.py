"""Graphs that run without this code."""

import sys
from pathlib import Path

import pytest
import torch

from dhyana.export import export_onnx, export_program
from dhyana.positions import DynamicNTK
from dhyana.transformer import Config, Transformer

CONFIG = Config(vocab_size=13, context=12, width=8, n_layers=2, n_heads=4, n_kv_heads=2)


def test_exported_program(tmp_path: Path) -> None:
    """The graph, written and read again, gives the model's logits at any batch and length."""
    model = Transformer(CONFIG)
    torch.export.save(export_program(model), tmp_path / "model.pt2")
    graph = torch.export.load(tmp_path / "model.pt2").module()
    for shape in ((1, 1), (3, 5), (1, 12)):
        tokens = torch.randint(13, shape)
        torch.testing.assert_close(graph(tokens), model(tokens))


def test_exported_rotations_follow_the_length() -> None:
    """A scaling that depends on the length does so in the graph too."""
    scaling = DynamicNTK(factor=4.0, original_context=4)
    model = Transformer(
        Config(vocab_size=13, context=16, width=8, n_layers=1, n_heads=2, rope_scaling=scaling)
    )
    graph = export_program(model).module()
    for length in (3, 16):
        tokens = torch.randint(13, (2, length))
        torch.testing.assert_close(graph(tokens), model(tokens))


def test_onnx_runs(tmp_path: Path) -> None:
    """ONNX Runtime gives the model's logits within 1e-5, and the model stays in training."""
    pytest.importorskip("onnxruntime")
    pytest.importorskip("onnxscript")
    model = Transformer(CONFIG).train()
    assert export_onnx(model, tmp_path / "model.onnx") < 1e-5
    assert [path.name for path in tmp_path.iterdir()] == ["model.onnx"]
    assert model.training


def test_onnx_advice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without onnxruntime the error says in one line what to install."""
    monkeypatch.setitem(sys.modules, "onnxruntime", None)
    with pytest.raises(ImportError, match="pip install onnx onnxscript onnxruntime"):
        export_onnx(Transformer(CONFIG), tmp_path / "model.onnx")
    assert list(tmp_path.iterdir()) == []
