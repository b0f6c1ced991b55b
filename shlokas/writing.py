"""Files written whole or not at all."""

from pathlib import Path
from tempfile import NamedTemporaryFile


def write_whole(path: Path, text: str) -> None:
    """Write a file as UTF-8, in place of the old one, whose permissions stay.

    Nobody ever reads half of it, and when something goes wrong the old one stays as it was.
    Raises OSError, which names the file, when the folder cannot be written to.
    """
    try:
        _write(path, text)
    except OSError as error:
        if error.filename is None:
            raise
        # What it names may be the file that was to take the place.
        raise OSError(error.errno, error.strerror, str(path)) from None


def _write(path: Path, text: str) -> None:
    mode = path.stat().st_mode & 0o777 if path.exists() else 0o644
    with NamedTemporaryFile(
        "w", encoding="utf-8", newline="", dir=path.parent, prefix=".", suffix=".new", delete=False
    ) as file:
        try:
            file.write(text)
            file.close()
            Path(file.name).chmod(mode)
            Path(file.name).replace(path)
        except BaseException:
            Path(file.name).unlink(missing_ok=True)
            raise
