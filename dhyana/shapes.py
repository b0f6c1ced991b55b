"""What a function says when tensors do not fit: what it expected, by letter, and what it found."""

import math
from typing import Any

import torch
from torch import Tensor

WHOLE = (torch.int64, torch.int32)


def expect(**tensors: tuple[Tensor, str]) -> None:
    """Check that floating tensors fit: `expect(query=(query, "TE"), key=(key, "SE"))`.

    Each has the shape [..., letters], where one letter is one size, not 0, in all of them. The
    leading sizes are those of the first tensor, as are dtype and device. Raises ValueError.
    """
    first, letters = next(iter(tensors.values()))
    leading, kind = first.shape[: -len(letters)], (first.dtype, first.device)
    fits = first.is_floating_point()
    sizes: dict[str, int] = {}
    for tensor, letters in tensors.values():
        trailing = tensor.shape[-len(letters) :]
        fits &= len(trailing) == len(letters) and 0 not in trailing
        fits &= tensor.shape[: -len(letters)] == leading
        fits &= (tensor.dtype, tensor.device) == kind
        for letter, size in zip(letters, trailing, strict=False):
            fits &= sizes.setdefault(letter, size) == size
    if not fits:
        expected = ", ".join(
            f"{name} [..., {', '.join(letters)}]" for name, (_, letters) in tensors.items()
        )
        found = ", ".join(f"{name} {shown(tensor)}" for name, (tensor, _) in tensors.items())
        raise ValueError(
            f"expected {expected}, no size 0, equal leading sizes, one floating dtype and "
            f"one device; found {found}"
        )


def expect_mask(mask: Tensor, pairs: torch.Size, device: torch.device) -> None:
    """Check that a mask is bool, on the device and broadcasts to pairs [..., T, S].

    Raises ValueError.
    """
    broadcasts = 2 <= mask.ndim <= len(pairs) and all(
        size in (1, full) for size, full in zip(reversed(mask.shape), reversed(pairs), strict=False)
    )
    if mask.dtype != torch.bool or mask.device != device or not broadcasts:
        raise ValueError(
            f"expected a bool mask [T, S] or more on {device} that broadcasts to {list(pairs)}; "
            f"found {shown(mask)}"
        )


def expect_width(x: Tensor, width: int, letter: str = "D") -> None:
    """Check that x is [..., width], of floats. Raises ValueError."""
    if x.shape[-1:] != (width,) or not x.is_floating_point():
        raise ValueError(f"expected floating x [..., {letter} = {width}], found {shown(x)}")


def expect_sizes(**sizes: Any) -> None:
    """Check that sizes are whole numbers of at least 1. Raises ValueError."""
    for name, size in sizes.items():
        # torch.export's sizes and numpy's are no int, but whole all the same.
        if not (isinstance(size, int) or hasattr(size, "__index__")) or size < 1:
            raise ValueError(f"expected a whole {name} of at least 1, found {size!r}")


def expect_settings(*, below: float = math.inf, **numbers: Any) -> None:
    """Check that numbers are at least 0 and below a bound. Raises ValueError."""
    for name, number in numbers.items():
        if not isinstance(number, int | float) or not 0 <= number < below:
            raise ValueError(f"expected {name} in [0, {below:g}), found {number!r}")


def expect_tokens(tokens: Tensor, device: torch.device) -> None:
    """Check that tokens are whole numbers [B, T], T at least 1, on the device.

    Raises ValueError.
    """
    if not _are_whole(tokens, device) or tokens.ndim != 2 or not tokens.shape[1]:
        raise ValueError(
            f"expected whole tokens of [B, T], T >= 1, on {device}, found {shown(tokens)}"
        )


def expect_positions(positions: Tensor, tokens: Tensor, context: int) -> None:
    """Check that positions are whole numbers [T] or [B, T], as tokens [B, T], below the context.

    On a CPU; to look at the numbers of a GPU would be to wait for it. Raises ValueError.
    """
    new, device = tokens.shape[1], tokens.device
    if not _are_whole(positions, device) or positions.shape not in ((new,), tokens.shape):
        raise ValueError(
            f"expected whole positions of [T = {new}] or [B, T] on {device}, "
            f"found {shown(positions)}"
        )
    if device.type == "cpu" and positions.numel() and not torch.compiler.is_compiling():
        first, last = int(positions.min()), int(positions.max())
        if first < 0 or last >= context:
            raise ValueError(f"expected positions from 0 to {context - 1}, found {first} to {last}")


def _are_whole(numbers: object, device: torch.device) -> bool:
    """Say whether they are a tensor of whole numbers on the device."""
    return isinstance(numbers, Tensor) and numbers.dtype in WHOLE and numbers.device == device


def shown(tensor: object) -> str:
    """Name a tensor by shape, dtype and device for a message, and anything else by its type."""
    if not isinstance(tensor, Tensor):
        return type(tensor).__name__
    return f"{list(tensor.shape)} {str(tensor.dtype).removeprefix('torch.')} on {tensor.device}"
