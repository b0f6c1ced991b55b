"""An EPUB's container: a ZIP file whose first entry says what it is, the same bytes every time."""

from collections.abc import Mapping
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile, ZipInfo

_MIMETYPE = "application/epub+zip"
_EPOCH = (1980, 1, 1, 0, 0, 0)  # the earliest date that ZIP knows
_READABLE = 0o644 << 16
_CONTAINER = """\
<?xml version="1.0" encoding="UTF-8"?>
<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">
  <rootfiles>
    <rootfile full-path="EPUB/package.opf" media-type="application/oebps-package+xml"/>
  </rootfiles>
</container>
"""


def write_archive(path: Path, items: Mapping[str, bytes]) -> None:
    """Write files, by their names within the folder `EPUB`, as one EPUB (OCF 3.3, section 4)."""
    with ZipFile(path, "w") as archive:
        _add(archive, "mimetype", _MIMETYPE.encode(), ZIP_STORED)
        _add(archive, "META-INF/container.xml", _CONTAINER.encode(), ZIP_DEFLATED)
        for name, data in items.items():
            _add(archive, f"EPUB/{name}", data, ZIP_DEFLATED)


def _add(archive: ZipFile, name: str, data: bytes, compression: int) -> None:
    entry = ZipInfo(name, _EPOCH)
    entry.compress_type = compression
    entry.create_system = 3  # whatever system it is written on
    entry.external_attr = _READABLE
    archive.writestr(entry, data, compresslevel=9)
