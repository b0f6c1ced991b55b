"""What two processes do for `test_parallel`: each of them runs this file.

It is one of the processes that the environment (RANK, WORLD_SIZE, …) describes, as torchrun
would start it, and prints the name of each check that held.
"""

import sys

import torch
from torch import Tensor, nn
from torch.distributed.device_mesh import DeviceMesh
from torch.distributed.tensor import DTensor
from torch.nn.functional import cross_entropy

from dhyana.cache import CacheShape, StaticCache
from dhyana.decoding import Stop, generate
from dhyana.parallel import fully_sharded, leave, replicated, start, tensor_parallel
from dhyana.transformer import Config, Transformer

PROCESSES = 2
CONFIG = {"vocab_size": 30, "context": 24, "width": 16, "n_layers": 2, "n_heads": 4}
KINDS = {
    "llama": Config(**CONFIG, n_kv_heads=2, init_std=0.3),  # type: ignore[arg-type] # of mixed values
    "tied": Config(**CONFIG, tied=True, qkv_bias=True, init_std=0.3),  # type: ignore[arg-type] # of mixed values
    "gpt": Config(  # type: ignore[arg-type] # of mixed values
        **CONFIG,
        positions="learned",
        norm="layer",
        gated=False,
        activation="gelu",
        out_bias=True,
        ff_bias=True,
        head_bias=True,
        init_std=0.3,
    ),
}


def model_of(kind: str) -> Transformer:
    """Return the same model in every process."""
    torch.manual_seed(0)
    return Transformer(KINDS[kind])


def batch() -> Tensor:
    """Return four texts, two for each process where batches are split."""
    return torch.randint(30, (4, 12), generator=torch.Generator().manual_seed(1))


def loss_of(model: nn.Module, tokens: Tensor) -> tuple[Tensor, Tensor]:
    """Return the logits and the loss, with the gradients of the loss left in the model."""
    logits = model(tokens)
    loss = cross_entropy(logits[:, :-1].flatten(0, 1), tokens[:, 1:].flatten())
    loss.backward()
    return logits, loss


def compare(model: nn.Module, plain: Transformer) -> None:
    """Assert that every gradient, put together, is that of one process."""
    wanted = dict(plain.named_parameters())
    found = dict(model.named_parameters())
    assert found.keys() == wanted.keys()
    for name, parameter in found.items():
        gradient = parameter.grad
        assert gradient is not None
        assert parameter.shape == wanted[name].shape
        if isinstance(parameter, DTensor) and isinstance(gradient, DTensor):
            local = parameter.to_local()
            assert parameter.dim() == 1 or local.numel() * PROCESSES == parameter.numel(), name
            gradient = gradient.full_tensor()
        torch.testing.assert_close(gradient, wanted[name].grad, atol=1e-5, rtol=1e-4)


def tensor_parallel_is_one(mesh: DeviceMesh) -> None:
    """Logits, loss, gradients and generated text of split models are those of whole ones."""
    for kind in KINDS:
        plain, split = model_of(kind), tensor_parallel(model_of(kind), mesh)
        logits, loss = loss_of(plain, batch())
        split_logits, split_loss = loss_of(split, batch())
        torch.testing.assert_close(split_logits, logits, atol=1e-5, rtol=1e-5)
        torch.testing.assert_close(split_loss, loss, atol=1e-5, rtol=1e-5)
        compare(split, plain)
        if KINDS[kind].tied:
            assert split.head.weight is split.embedding.weight
        shape = CacheShape.of(split)
        assert shape.n_kv_heads * PROCESSES == KINDS[kind].n_kv_heads
        cache = StaticCache(shape, batch=4, max_length=20)
        stop = Stop(max_new_tokens=6)
        text = generate(split.eval(), batch(), stop=stop, cache=cache)
        assert torch.equal(text, generate(plain.eval(), batch(), stop=stop))


def fully_sharded_is_one(mesh: DeviceMesh) -> None:
    """Averaged gradients of sharded models on halves of a batch are those of the whole batch."""
    half = batch().chunk(PROCESSES)[mesh.get_rank()]
    for kind in KINDS:
        plain, sharded = model_of(kind), fully_sharded(model_of(kind), mesh)
        logits, _ = loss_of(plain, batch())
        own, _ = loss_of(sharded, half)
        torch.testing.assert_close(
            own, logits.chunk(PROCESSES)[mesh.get_rank()], atol=1e-5, rtol=1e-5
        )
        compare(sharded, plain)
        with torch.no_grad():
            assert sharded.hidden(half).shape == (2, 12, 16)


def replicated_is_one(mesh: DeviceMesh) -> None:
    """Averaged gradients of copied models on halves of a batch are those of the whole batch."""
    half = batch().chunk(PROCESSES)[mesh.get_rank()]
    for kind in KINDS:
        plain, copied = model_of(kind), replicated(model_of(kind), mesh)
        loss_of(plain, batch())
        loss_of(copied, half)
        compare(copied.module, plain)


def fully_sharded_in_bfloat16(mesh: DeviceMesh) -> None:
    """Sharded models compute in bfloat16, near enough; weights and gradients stay float32."""
    half = batch().chunk(PROCESSES)[mesh.get_rank()]
    plain = model_of("llama")
    sharded = fully_sharded(model_of("llama"), mesh, compute_dtype=torch.bfloat16)
    logits = sharded(half)
    assert logits.dtype == torch.bfloat16
    torch.testing.assert_close(logits.float(), plain(half), atol=0.2, rtol=0.1)
    logits.sum().backward()
    for parameter in sharded.parameters():
        assert parameter.dtype == torch.float32
        assert parameter.grad is not None
        assert parameter.grad.dtype == torch.float32


CHECKS = (
    tensor_parallel_is_one,
    fully_sharded_is_one,
    fully_sharded_in_bfloat16,
    replicated_is_one,
)


def main() -> None:
    """Run all checks as one process of several; say which held."""
    torch.set_num_threads(1)
    mesh = start("cpu")
    for check in CHECKS:
        check(mesh)
        if mesh.get_rank() == 0:
            sys.stdout.write(f"{check.__name__}\n")
            sys.stdout.flush()
    leave()


if __name__ == "__main__":
    main()
