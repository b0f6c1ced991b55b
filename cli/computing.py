"""What commands that compute have in common: torch, a device that is there, and how they fail."""

from typing import TYPE_CHECKING, NoReturn

import typer

from dhyana.cli.options import Device
from dhyana.cli.view.terminal import tell

if TYPE_CHECKING:
    import torch

_INSTALL = "pip install 'dhyana[model]'"


def fail(message: str, status: int = 2) -> NoReturn:
    """End the command with one line on standard error."""
    tell(f"dhyana: {message}")
    raise typer.Exit(status)


def computing_device(device: Device) -> "torch.device":
    """Return the device to compute on.

    Ends the command with exit code 2 when torch is not installed, cannot be loaded, or has no
    such device here.
    """
    try:
        from dhyana.device import choose_device
    except (ImportError, OSError) as error:
        if isinstance(error, ImportError) and (error.name or "").startswith("dhyana"):
            raise
        absent = isinstance(error, ModuleNotFoundError) and error.name == "torch"
        fault = "is not installed" if absent else f"cannot be loaded ({error})"
        fail(f"running code needs torch, which {fault}: {_INSTALL}")
    try:
        return choose_device(device)
    except ValueError as error:
        fail(str(error))
