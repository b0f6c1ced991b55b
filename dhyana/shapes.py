"""What a function says when tensors do not fit: what it expected, by letter, and what it found."""

import math
from typing import Any

import torch
from torch import Tensor

WHOLE = (torch.int64, torch.int32)


def expect(*, leading: bool = True, **tensors: tuple[Tensor, str]) -> None:
    """Check that floating tensors fit: `expect(query=(query, "TE"), key=(key, "SE"))`.

    Each has the shape [..., letters], where one letter is one size, not 0, in all of them. The
    leading sizes, which there may be none of without `leading`, are those of the first tensor, as
    are dtype and device. Raises ValueError.
    """
    if not _fit(list(tensors.values()), leading):
        dots = ["..."] if leading else []
        expected = ", ".join(
            f"{name} [{', '.join([*dots, *letters])}]" for name, (_, letters) in tensors.items()
        )
        found = ", ".join(f"{name} {shown(tensor)}" for name, (tensor, _) in tensors.items())
        raise ValueError(
            f"expected {expected}, no size 0, {'equal leading sizes, ' if leading else ''}one "
            f"floating dtype and one device; found {found}"
        )


def _fit(tensors: list[tuple[Tensor, str]], leading: bool) -> bool:
    """Say whether tensors are what `expect` wants."""
    if not are_tensors(*(tensor for tensor, _ in tensors)):
        return False
    first, letters = tensors[0]
    alike = first.shape[: -len(letters)] if leading else ()
    fit = first.is_floating_point()
    sizes: dict[str, int] = {}
    for tensor, letters in tensors:
        trailing = tensor.shape[-len(letters) :]
        fit &= len(trailing) == len(letters) and 0 not in trailing
        fit &= tensor.shape[: -len(letters)] == alike
        fit &= tensor.dtype == first.dtype and tensor.device == first.device
        for letter, size in zip(letters, trailing, strict=False):
            fit &= sizes.setdefault(letter, size) == size
    return fit


def are_tensors(*things: object) -> bool:
    """Say whether all of them are tensors, before they are asked for a shape."""
    return all(isinstance(thing, Tensor) for thing in things)


def expect_axes(name: str, tensor: object, letters: str) -> None:
    """Check that a tensor, of any dtype, is [..., letters]. Raises ValueError."""
    if not isinstance(tensor, Tensor) or tensor.ndim < len(letters):
        raise ValueError(f"expected {name} [..., {', '.join(letters)}], found {shown(tensor)}")


def expect_places(name: str, places: Tensor, device: torch.device | None = None) -> None:
    """Check that places are real numbers [..., T], not none, on the device if one is given.

    Raises ValueError.
    """
    fit = are_tensors(places) and places.ndim and places.numel() and not places.is_complex()
    if not fit or places.dtype == torch.bool or device not in (None, places.device):
        on = f" on {device}" if device else ""
        raise ValueError(f"expected {name} [..., T], T >= 1, of numbers{on}, found {shown(places)}")


def expect_tables(x: Tensor, cos: Tensor, sin: Tensor) -> None:
    """Check that x is [B, T, heads, E] and its tables [T, 1, E] or [B, T, 1, E], all of floats.

    Raises ValueError.
    """
    fit = are_tensors(x, cos, sin) and x.ndim > 2 and cos.shape == sin.shape
    if fit:
        *batch, length, _, width = x.shape
        of_one = (length, 1, width)
        fit = cos.shape in (of_one, (*batch, *of_one)) and cos.dtype == sin.dtype
        fit &= x.is_floating_point() and cos.is_floating_point()
        fit &= x.device == cos.device == sin.device
    if not fit:
        raise ValueError(
            "expected x [B, T, heads, E] and tables [T, 1, E] or [B, T, 1, E] of floats on one "
            f"device, found {shown(x)} and {shown(cos)}, {shown(sin)}"
        )


def expect_mask(mask: Tensor, pairs: torch.Size, device: torch.device) -> None:
    """Check that a mask is bool, on the device and broadcasts to pairs [..., T, S].

    Raises ValueError.
    """
    if not _is_mask(mask, pairs) or mask.device != device:
        raise ValueError(
            f"expected a bool mask [T, S] or more on {device} that broadcasts to {list(pairs)}; "
            f"found {shown(mask)}"
        )


def _is_mask(mask: object, pairs: torch.Size) -> bool:
    """Say whether this is a mask for pairs, on whatever device."""
    if not isinstance(mask, Tensor) or mask.dtype != torch.bool:
        return False
    return 2 <= mask.ndim <= len(pairs) and all(
        size in (1, full) for size, full in zip(reversed(mask.shape), reversed(pairs), strict=False)
    )


def expect_width(x: object, width: int, weight: object = None) -> None:
    """Check that x is [..., D = width], of floats: of the dtype and on the device of the weight.

    Under autocast dtypes may differ, and weights that are no tensor or no floats (quantized ones)
    go with any. Raises ValueError.
    """
    if (
        not isinstance(x, Tensor)
        or x.shape[-1:] != (width,)
        or not x.is_floating_point()
        or not (weight is None or _meet(x, weight))
    ):
        to_meet = f", to meet a weight {shown(weight)}" if isinstance(weight, Tensor) else ""
        raise ValueError(f"expected floating x [..., D = {width}], found {shown(x)}{to_meet}")


def _meet(x: Tensor, weight: object) -> bool:
    """Say whether a layer multiplies x with such a weight."""
    if not isinstance(weight, Tensor):  # torch's quantized layers have a function instead
        return True
    alike = x.dtype == weight.dtype or not weight.is_floating_point()
    return x.device == weight.device and (alike or torch.is_autocast_enabled(x.device.type))


def expect_gradient(name: str, y: Tensor) -> None:
    """Check that y was computed from something that takes a gradient. Raises ValueError."""
    if not y.requires_grad:
        raise ValueError(f"expected {name} that a gradient flows back from, found {shown(y)}")


def expect_sizes(**sizes: Any) -> None:
    """Check that sizes are whole numbers of at least 1. Raises ValueError."""
    for name, size in sizes.items():
        # torch.export's sizes and numpy's are no int, but whole all the same.
        whole = isinstance(size, int) or hasattr(size, "__index__")
        if not whole or isinstance(size, bool) or size < 1:
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


def expect_prompt(prompt: Any) -> None:
    """Check that a prompt is int64 tokens [B, T], some of each. Raises ValueError."""
    whole = isinstance(prompt, Tensor) and prompt.dtype == torch.int64
    if not whole or prompt.ndim != 2 or 0 in prompt.shape:
        raise ValueError(
            f"expected a prompt of int64 tokens [B, T] with B, T >= 1, found {shown(prompt)}"
        )


def expect_logits(logits: Tensor) -> None:
    """Check that logits are floats [B, V]; once a token, so as quick as can be.

    Raises ValueError.
    """
    if logits.ndim != 2 or 0 in logits.shape or not logits.is_floating_point():
        raise ValueError(f"expected floating logits [B, V], no size 0, found {shown(logits)}")


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
