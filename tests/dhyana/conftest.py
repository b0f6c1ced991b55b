"""What all tests of the model share."""

import pytest
import torch


@pytest.fixture(autouse=True)
def one_thread() -> None:
    """Run torch on one thread: the tests are small, and the machine may be shared."""
    torch.set_num_threads(1)
    torch.manual_seed(0)
