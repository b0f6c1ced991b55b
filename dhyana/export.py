"""The model as a graph that runs without this code: `torch.export` and ONNX.

Batch and length stay free up to the context. The graphs are of the model without a cache, in
evaluation: tokens [B, T] in, logits [B, T, V] out.
"""

import tempfile
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any

import torch
from torch import Tensor
from torch.export import Dim, ExportedProgram

from dhyana.transformer import Transformer

ONNX_ADVICE = "ONNX export needs three more packages: pip install onnx onnxscript onnxruntime"


def export_program(model: Transformer) -> ExportedProgram:
    """Return the model's graph; `torch.export.save` writes it, `.module()` runs it."""
    example = torch.zeros(2, min(3, model.config.context), dtype=torch.long)
    with _evaluation(model), torch.no_grad():
        return torch.export.export(
            model,
            (example.to(model.embedding.weight.device),),
            dynamic_shapes={"tokens": {0: Dim.AUTO, 1: Dim.AUTO}},
        )


def export_onnx(model: Transformer, path: Path) -> float:
    """Write the model as ONNX, run it in onnxruntime, and return how far its logits are off.

    The number is the largest difference over three shapes of random tokens. Weights beyond 2 GB
    go to a file of their own beside `path`. Raises ImportError with what to install when onnx,
    onnxscript or onnxruntime is not there, ValueError when the folder is not.
    """
    if not path.parent.is_dir():
        raise ValueError(f"{path.parent} is no folder to write in")
    try:
        onnxruntime = import_module("onnxruntime")
        import_module("onnxscript")  # torch.onnx needs it
    except ImportError as error:
        raise ImportError(ONNX_ADVICE) from error
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # torch's exporter warns of its own insides
        program = torch.onnx.export(
            export_program(model), (), dynamo=True, verbose=False, input_names=["tokens"],
            output_names=["logits"],
        )  # fmt: skip
    assert program is not None  # noqa: S101  # with dynamo=True a program is returned
    with tempfile.TemporaryDirectory(prefix=".onnx-", dir=path.parent) as building:
        program.save(Path(building) / path.name)
        session = onnxruntime.InferenceSession(Path(building) / path.name)
        difference = max(_difference(model, session, tokens) for tokens in _trials(model))
        for file in sorted(Path(building).iterdir()):
            file.replace(path.parent / file.name)
    return difference


def _trials(model: Transformer) -> list[Tensor]:
    """Return random tokens: one token, the whole context, and a batch of something between."""
    vocabulary, context = model.config.vocab_size, min(model.config.context, 1024)
    shapes = ((1, 1), (1, context), (3, (context + 1) // 2))
    generator = torch.Generator().manual_seed(0)
    return [torch.randint(vocabulary, shape, generator=generator) for shape in shapes]


def _difference(model: Transformer, session: Any, tokens: Tensor) -> float:
    """Return max |ours − theirs| over the logits."""
    with _evaluation(model), torch.no_grad():
        ours = model(tokens.to(model.embedding.weight.device)).cpu()
    (theirs,) = session.run(None, {"tokens": tokens.numpy()})
    return float((ours - torch.from_numpy(theirs)).abs().max())


@contextmanager
def _evaluation(model: Transformer) -> Iterator[None]:
    """Put the model into evaluation and back into what it was in."""
    training = model.training
    model.eval()
    try:
        yield
    finally:
        model.train(training)
