"""The format of downloaded data, their text as UTF-8, and a name for their file."""

from __future__ import annotations

import codecs
import io
import re
import zipfile
from collections.abc import Mapping
from pathlib import PurePosixPath
from typing import Final
from urllib.parse import unquote, urlsplit

from punchboard.download.fetch import Download
from punchboard.download.links import NO_TABLE, Export, display_link
from punchboard.expression import slug
from punchboard.load.tables.grid import UTF16_MARKS
from punchboard.problem import Place, fail

TEXT_SUFFIXES: Final = frozenset({".csv", ".tsv", ".json", ".jsonl", ".ndjson", ".yaml", ".yml"})
DEFAULT_STEM: Final = "cards"

_TEXT_TYPES: Final[Mapping[str, str]] = {
    media_type: suffix
    for suffix, media_types in (
        (".csv", ("text/csv", "text/x-csv", "application/csv", "text/comma-separated-values")),
        (".csv", ("application/vnd.ms-excel",)),  # which servers on Windows call every .csv
        (".tsv", ("text/tab-separated-values",)),
        (".json", ("application/json", "text/json")),
        (".jsonl", ("application/jsonl", "application/x-ndjson")),
        (".yaml", ("application/yaml", "application/x-yaml", "text/yaml", "text/x-yaml")),
    )
    for media_type in media_types
}

_OTHER_FORMATS: Final = (
    (b"\xd0\xcf\x11\xe0", "an old or password-protected Excel workbook", "save it as .xlsx without a password"),
    (b"%PDF", "a PDF file", "export the table as CSV or Excel"),
    (b"\x1f\x8b", "a compressed file", "give the link of the unpacked table"),
    (b"\x89PNG", "a picture", "export the table as CSV or Excel"),
    (b"\xff\xd8\xff", "a picture", "export the table as CSV or Excel"),
    (b"Rar!", "an archive", "give the link of the table itself"),
    (b"7z\xbc\xaf", "an archive", "give the link of the table itself"),
)
"""How data begin that are no table, what they are, and what helps."""

_HTML: Final = re.compile(
    rb"(?:<\?xml[^>]*>|<!--.*?-->|\s)*<(?:!doctype\s+html|html|head|body|script|meta|title)\b",
    re.IGNORECASE | re.DOTALL,
)
_SIGN_IN: Final = re.compile(rb"type\s*=\s*[\"']?password|sign[ -]?in|log[ -]?in", re.IGNORECASE)
_SIGN_IN_HOSTS: Final = ("accounts.google.com", "login.microsoftonline.com", "login.live.com")
_RESERVED_STEMS: Final = frozenset({"game", "rules"})
"""Names of a game's own files."""


def table_suffix(download: Download, export: Export, place: Place, known: str = "") -> str:
    """Return the suffix of a table file in the format of the data, such as ``.csv``.

    What the data begin with decides between workbooks, web pages and text, because servers are often wrong. For text,
    the server's file name, the media type and the path are trusted in this order, then the beginning of the text.

    Args:
        download: the data.
        export: the link that they came from.
        place: where the link is written.
        known: the suffix of the table file that the data replace; taken when nothing else names a format.

    Raises:
        ProblemsFound: LINK003 for anything but a table.
    """
    data = download.data.removeprefix(codecs.BOM_UTF8)
    if not data.strip():
        raise fail(NO_TABLE, place, f"{display_link(download.address)} sends nothing", "check the link in a browser")
    if data.startswith(b"PK\x03\x04"):
        return _workbook_suffix(download, place)
    for start, noun, hint in _OTHER_FORMATS:
        if data.startswith(start):
            raise fail(NO_TABLE, place, f"{display_link(download.address)} is {noun}, not a table", hint)
    if _HTML.match(data):
        _refuse_page(download, export, place)
    if b"\0" in data and not _is_wide(download):
        raise fail(NO_TABLE, place, f"{display_link(download.address)} is not a table", "give the link of a table")
    paths = (download.file_name, *(unquote(urlsplit(link).path) for link in (download.address, export.address)))
    suffixes = [PurePosixPath(path).suffix.lower() for path in paths]
    by_type = _TEXT_TYPES.get(download.content_type) or (".json" if download.content_type.endswith("+json") else "")
    for suffix in (suffixes[0], by_type, *suffixes[1:], known):
        if suffix in TEXT_SUFFIXES:
            return suffix
    return ".json" if data.lstrip()[:1] in {b"[", b"{"} else ".yaml" if data.startswith((b"- ", b"---")) else ".csv"


def is_same_format(suffix: str, other: str) -> bool:
    """Return whether files with two suffixes are read in the same way."""
    return _FAMILIES.get(suffix, suffix) == _FAMILIES.get(other, other)


_FAMILIES: Final[Mapping[str, str]] = {".tsv": ".csv", ".yml": ".yaml", ".ndjson": ".jsonl"}


def file_name(download: Download, suffix: str) -> str:
    """Return a safe name for a table's file: from the server's file name or the path, otherwise ``cards``."""
    path = PurePosixPath(unquote(urlsplit(download.address).path))
    given = PurePosixPath(download.file_name.replace("\\", "/")).name or (path.name if path.suffix else "")
    stem = slug(PurePosixPath(given).stem)[:60].strip("-")
    return f"{DEFAULT_STEM if stem in _RESERVED_STEMS or not stem else stem}{suffix}"


def declared_as_utf8(download: Download) -> bytes:
    """Return text as UTF-8, if the server names another encoding and is right about it; otherwise the same bytes.

    Text that is UTF-8 already, or UTF-16 with its mark, stays as it is, whatever the server says.
    """
    if (
        download.data.startswith(UTF16_MARKS)
        or not download.charset
        or (_decoded(download, "utf-8") and not _is_wide(download))
    ):
        return download.data
    text = _decoded(download, download.charset)
    return text.encode() if text else download.data


def _decoded(download: Download, encoding: str) -> str:
    """Return the data as text; empty when they are not in the encoding, or the encoding is unknown."""
    try:
        return download.data.decode(encoding)
    except (LookupError, ValueError):
        return ""


def _is_wide(download: Download) -> bool:
    """Return whether the data are text with several bytes for every character."""
    return download.data.startswith(UTF16_MARKS) or download.charset.lower().startswith(
        ("utf-16", "utf-32", "utf16", "utf32")
    )


def _workbook_suffix(download: Download, place: Place) -> str:
    try:
        with zipfile.ZipFile(io.BytesIO(download.data)) as archive:
            names = archive.namelist()
    except (zipfile.BadZipFile, NotImplementedError, ValueError, OSError):
        names = []
    if any(name.startswith("xl/workbook") for name in names):
        return ".xlsx"
    if "content.xml" in names:
        return ".ods"
    hint = "give the link of the table itself"
    raise fail(
        NO_TABLE, place, f"{display_link(download.address)} is a damaged workbook or an archive, not a table", hint
    )


def _refuse_page(download: Download, export: Export, place: Place) -> None:
    host = urlsplit(download.address).hostname or ""
    if host in _SIGN_IN_HOSTS or _SIGN_IN.search(download.data[:100_000]):
        hint = export.share or "share the table with anyone who has the link"
        message = f"{display_link(export.address)} shows a sign-in page instead of the table"
        raise fail(NO_TABLE, place, message, f"{hint}, or download the table and give its file")
    message = f"{display_link(export.address)} is a web page, not a table"
    raise fail(NO_TABLE, place, message, "copy the address of its download or export button, or download the file")
