"""From the names people give on the command line to a torch device and dtype that are there."""

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


def choose_dtype(name: str, device: torch.device) -> torch.dtype:
    """Return the floating dtype of a name.

    Raises ValueError when torch has no such dtype or the device does not compute in it.
    """
    if name not in DTYPES:
        raise ValueError(f"there is no dtype {name}; there is {', '.join(DTYPES)}")
    if device.type == "mps" and name == "float64":
        raise ValueError("mps does not compute in float64; take float32 or --device cpu")
    return DTYPES[name]
