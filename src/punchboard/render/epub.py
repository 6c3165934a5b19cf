"""E-books: the files of a publication as one EPUB package."""

import io
from collections.abc import Mapping
from typing import Final
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile, ZipInfo

_FIRST_DAY: Final = (1980, 1, 1, 0, 0, 0)
"""The time of every member, so that equal publications are equal files: the earliest that ZIP knows."""

_UNIX: Final = 3
_READABLE: Final = 0o644 << 16


def packaged(members: Mapping[str, bytes]) -> bytes:
    """Return files as a package, in their order; the media type of the package comes first and is not compressed.

    Args:
        members: the files by their paths, with ``META-INF/container.xml`` among them.
    """
    out = io.BytesIO()
    with ZipFile(out, "w") as package:
        package.writestr(_info("mimetype", ZIP_STORED), b"application/epub+zip")
        for path, data in members.items():
            package.writestr(_info(path, ZIP_DEFLATED), data, compresslevel=9)
    return out.getvalue()


def _info(path: str, method: int) -> ZipInfo:
    """Return the header of a member, which is the same on every system."""
    info = ZipInfo(path, _FIRST_DAY)
    info.compress_type, info.create_system, info.external_attr = method, _UNIX, _READABLE
    return info
