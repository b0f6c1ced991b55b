"""What the machine has: devices and dtypes by the names people give them, and memory."""

import math
import os

import torch

DTYPES = {
    str(dtype).removeprefix("torch."): dtype
    for dtype in (torch.float32, torch.float64, torch.float16, torch.bfloat16)
}


def choose_device(name: str) -> torch.device:
    """Return the device called auto, cpu, cuda or mps; auto takes the fastest that is there.

    Raises ValueError when it is not there, with what is.
    """
    present = {
        "cuda": torch.cuda.is_available(),
        "mps": torch.backends.mps.is_available(),
        "cpu": True,
    }
    there = [device for device, is_there in present.items() if is_there]
    if name == "auto":
        return torch.device(there[0])
    if name not in there:
        raise ValueError(
            f"there is no device {name} here (torch {torch.__version__}); there is "
            f"{', '.join(there)}"
        )
    return torch.device(name)


def check_device(device: torch.device | str) -> None:
    """Raise ValueError unless memory can be had on the device."""
    try:
        torch.empty(0, device=device)
    except (RuntimeError, AssertionError, ImportError) as error:  # as each backend has it
        raise ValueError(f"device {device} is not available here") from error


def check_memory(wanted: int, device: torch.device | str, what: str) -> None:
    """Raise torch.OutOfMemoryError when `what` takes more bytes than the device has in all.

    Asked before memory is taken: a system promises more than it has, and ends the process that
    then writes to it.
    """
    there = _memory(torch.device(device))
    if wanted > there:
        raise torch.OutOfMemoryError(
            f"out of memory: {what} takes {wanted:,} bytes, {device} has {there:,} in all"
        )


def _memory(device: torch.device) -> float:
    """Return the bytes of a device's memory, in use or not; infinity where nobody says."""
    if device.type == "cuda":
        return torch.cuda.get_device_properties(device).total_memory
    if device.type == "mps":
        return torch.mps.recommended_max_memory()
    if device.type == "cpu" and hasattr(os, "sysconf"):
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    return math.inf


def out_of_memory(error: BaseException) -> str | None:
    """Return in one line what memory was wanting; None for an error of another kind.

    Torch has an error of its own for a GPU's memory only; of a CPU's it says so in words.
    """
    said = (str(error).splitlines() or [""])[0].rpartition("DefaultCPUAllocator: ")[2]
    in_words = "can't allocate memory" in said or "out of memory" in said
    if isinstance(error, MemoryError | torch.OutOfMemoryError) or (
        isinstance(error, RuntimeError) and in_words
    ):
        return said if "out of memory" in said else f"out of memory: {said}".rstrip(": ")
    return None


def choose_dtype(name: str, device: torch.device) -> torch.dtype:
    """Return the floating dtype of a name.

    Raises ValueError when torch has no such dtype or the device does not compute in it.
    """
    if name not in DTYPES:
        raise ValueError(f"there is no dtype {name}; there is {', '.join(DTYPES)}")
    if device.type == "mps" and name == "float64":
        raise ValueError("mps does not compute in float64; take float32 or --device cpu")
    return DTYPES[name]
