"""A table fetched from its link: its bytes as they would be saved, checked for being a table."""

from typing import NamedTuple

from punchboard.download.download_limits import Permissions
from punchboard.download.fetch import fetch
from punchboard.download.formats import TEXT_SUFFIXES, declared_as_utf8, file_name, is_same_format, table_suffix
from punchboard.download.links import display_link, split_link
from punchboard.download.share_links import NO_TABLE, export_address
from punchboard.problem import Place, fail


class FetchedTable(NamedTuple):
    """A table from a link: a name for its file, its bytes, and notes for the user."""

    name: str
    data: bytes
    notes: tuple[str, ...] = ()


def fetch_table(link: str, place: Place, permissions: Permissions, known_suffix: str = "") -> FetchedTable:
    """Return the table behind a link.

    Args:
        link: the address of a table, or a share link of an online spreadsheet.
        place: where the link is written.
        permissions: what the user permits beyond https to public addresses.
        known_suffix: the suffix of the table file that the data replace, if there is one.

    Raises:
        ProblemsFound: LINK001 when nothing can be fetched, LINK002 for a link that is not permitted, LINK003 for
            anything but a table, and for a table in another format than the file that it replaces.
    """
    split_link(link, place)
    export = export_address(link, place)
    found = fetch(export.address, place, permissions)
    suffix = table_suffix(found, export, place, known_suffix)
    if known_suffix and not is_same_format(suffix, known_suffix):
        message = f"{display_link(link)} now sends {suffix}, but the table is a {known_suffix} file"
        hint = f"change the link, or name a {suffix} file in 'sources' and 'rows'"
        raise fail(NO_TABLE, place, message, hint)
    data = declared_as_utf8(found) if suffix in TEXT_SUFFIXES else found.data
    return FetchedTable(file_name(found, suffix), data, (export.note,) if export.note else ())
