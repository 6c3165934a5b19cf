"""Tables that are replaced: the last good copy stays beside them as ``cards.csv.bak``."""

from __future__ import annotations

from pathlib import Path

from punchboard.write.atomic_file import write_atomically


def copy_path(path: Path) -> Path:
    """Return the path of the copy of a file: ``cards.csv.bak`` for ``cards.csv``."""
    return path.with_name(f"{path.name}.bak")


def replace_with_copy(path: Path, old: bytes | None, new: bytes) -> None:
    """Replace a file and keep its old content as its copy. After a crash, either the old or the new file is whole.

    Args:
        path: the file.
        old: its present content; None when there is no such file.
        new: the content to write.

    Raises:
        ProblemsFound: FILE004 when a file cannot be written.
    """
    if old is not None:
        write_atomically(copy_path(path), old)
    write_atomically(path, new)
