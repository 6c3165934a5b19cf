"""``punchboard sync --undo``: exchanges a table with the copy that the last sync kept."""

from __future__ import annotations

from punchboard.cli.output.display_paths import display_path
from punchboard.load.files.paths import MAX_TABLE_BYTES, read_bytes
from punchboard.load.sources import LinkedTable
from punchboard.problem import fail
from punchboard.write.kept_copy import copy_path, replace_with_copy


def undo_table(table: LinkedTable) -> str:
    """Exchange a table with its copy, so that a second call takes the first back; return what was done.

    Raises:
        ProblemsFound: FILE001 when there is no copy; FILE004 when a file cannot be written.
    """
    copy = copy_path(table.path)
    if not copy.is_file():
        message = f"there is no {copy.name} to restore"
        raise fail("FILE001", table.place, message, "only a sync that replaces a table keeps a copy of it")
    kept = read_bytes(copy, table.place, copy.name, MAX_TABLE_BYTES)
    replace_with_copy(table.path, table.current_data(), kept)
    return f"restored {display_path(table.path)} from {copy.name}; --undo again takes that back"
