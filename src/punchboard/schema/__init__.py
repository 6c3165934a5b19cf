"""JSON Schemas and the reference of all files that designers write, from the models that load them.

Code that writes files for designers calls `modeline` for their first line and `write_schemas` for the schemas.
"""

from __future__ import annotations

from pathlib import Path, PurePosixPath
from typing import Final

from punchboard.schema.json_schemas import KINDS

FOLDER: Final = ".punchboard/schemas"
"""The folder of the schemas in a workspace, or in the folder of a single game."""

MODELINE: Final = "# yaml-language-server: $schema="


def modeline(kind: str, file: str = "") -> str:
    """Return the comment in the first line of a file from which editors find its schema.

    Args:
        kind: the kind of file: ``game``, ``rules``, ``face``, ``theme`` or another key of ``KINDS``.
        file: the file's path from the folder with ``.punchboard``, such as ``catalog/grove/game.yaml``; by default its
            usual path in the folder of a game.
    """
    above = len(PurePosixPath(file or KINDS[kind].place).parent.parts)
    return f"{MODELINE}{'../' * above or './'}{FOLDER}/{kind}.json"


def write_schemas(folder: Path, into: Path | None = None) -> tuple[Path, ...]:
    """Write the schema of each kind of file; return the paths.

    Args:
        folder: a workspace or the folder of a single game; the schemas go into its ``.punchboard/schemas``.
        into: another folder for the schemas.

    Raises:
        ProblemsFound: FILE004 when a file cannot be written.
    """
    from punchboard.schema.json_schemas import schema_text  # noqa: PLC0415 - imports every model
    from punchboard.write.atomic_file import write_atomically  # noqa: PLC0415 - a modeline needs none of it

    target = into or folder / FOLDER
    paths = []
    for kind in KINDS:
        path = target / f"{kind}.json"
        write_atomically(path, schema_text(kind).encode())
        paths.append(path)
    return tuple(paths)


def write_missing_schemas(workspace: Path) -> None:
    """Write the schemas that the first lines of a new game's files refer to, unless they exist.

    Raises:
        ProblemsFound: FILE004 when a file cannot be written.
    """
    from punchboard.schema.json_schemas import schema_text  # noqa: PLC0415 - as above
    from punchboard.write.atomic_file import write_atomically  # noqa: PLC0415

    for kind in ("game", "face", "theme"):
        path = workspace / FOLDER / f"{kind}.json"
        if not path.exists():
            write_atomically(path, schema_text(kind).encode())
