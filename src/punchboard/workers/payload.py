"""The files of a game packed for workers on other machines, which cannot read this disk and unpack them on theirs."""

import os
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path, PurePosixPath
from typing import Final, NamedTuple

from punchboard.load.files.paths import display_path
from punchboard.load.files.snapshot import FileState, confirm_snapshot, files_read, record_read, run_on_snapshot
from punchboard.workspace import (
    LAYOUTS,
    builtin_folder,
    find_games,
    folder_name,
    game_folder,
    is_game_folder,
    workspace_root,
)

BUILTIN: Final = ".stock"
"""The folder of a payload for the built-in layouts, when these lie outside the workspace."""


class PackedFile(NamedTuple):
    """One file or symbolic link."""

    path: str
    data: bytes
    link: str = ""
    """The target of a link; empty for a file."""


class Payload(NamedTuple):
    """A game's folder, the layouts beside it and the built-in layouts."""

    name: str
    """The name of the folder to unpack into, because a game without a workspace is named after its folder."""
    files: tuple[PackedFile, ...]
    builtin: str
    """The folder of the built-in layouts in the payload; empty when the workspace itself contains them."""
    workspace_text: str
    """The path of the workspace on the machine that packed it."""
    builtin_text: str
    """The path of the built-in layouts on that machine."""

    def unpack(self, folder: Path) -> Path:
        """Write all files below an empty folder, and return the workspace there."""
        root = folder / self.name
        for file in self.files:
            path = root / file.path
            path.parent.mkdir(parents=True, exist_ok=True)
            if file.link:
                path.symlink_to(file.link)
            else:
                path.write_bytes(file.data)
        root.mkdir(parents=True, exist_ok=True)
        return root

    def builtin_in(self, root: Path) -> Path:
        """Return the folder of the built-in layouts in an unpacked payload."""
        return root / self.builtin if self.builtin else root


def pack_game(game: str, workspace: Path, out: Path) -> tuple[Payload, Mapping[str, FileState]]:
    """Return a game's payload, all of one snapshot, and the states of the packed files.

    Args:
        game: the game's id.
        workspace: the folder that holds it.
        out: the folder of outputs, which is not packed.

    Raises:
        ProblemsFound: FILE005 when files keep changing while they are packed.
    """
    root = workspace_root(workspace)

    def shown(path: Path) -> str:
        return display_path(path, root)

    def pack() -> tuple[Payload, Mapping[str, FileState]]:
        payload = _pack(game, root, out)
        confirm_snapshot()
        return payload, files_read()

    return run_on_snapshot(pack, shown)


def _pack(game: str, root: Path, out: Path) -> Payload:
    builtin = builtin_folder()
    excluded = {out.resolve()}
    if is_game_folder(root):
        files = list(_files(root, root, excluded))
    else:
        others = {root / LAYOUTS / other for other in find_games(root) if other != game}
        excluded |= {folder.resolve() for folder in others}
        folders = (game_folder(game, root), root / LAYOUTS)
        files = [file for folder in folders for file in _files(folder, root, excluded)]
    is_included = builtin.resolve() == root.resolve()
    if not is_included:
        builtin_files = _files(builtin / LAYOUTS, builtin, set())
        files += [file._replace(path=f"{BUILTIN}/{file.path}") for file in builtin_files]
    return Payload(folder_name(root), tuple(files), "" if is_included else BUILTIN, str(root), str(builtin))


def _files(folder: Path, root: Path, excluded: set[Path]) -> Iterator[PackedFile]:
    """Yield the files and links below a folder, without hidden ones, with their paths relative to the root."""
    for where, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if _is_packed(Path(where, name), excluded))
        linked = [name for name in folders if Path(where, name).is_symlink()]
        for name in sorted((*names, *linked)):
            path = Path(where, name)
            if not name.startswith("."):
                yield from _file(path, path.relative_to(root).as_posix(), root)


def _is_packed(folder: Path, excluded: set[Path]) -> bool:
    return not folder.name.startswith(".") and folder.resolve() not in excluded


def _file(path: Path, name: str, root: Path) -> Iterable[PackedFile]:
    """Return a file, or a link as a link: its target is checked when the loader follows it, there as here."""
    if path.is_symlink():
        target = path.resolve()
        inside = target.is_relative_to(root.resolve())
        link = os.path.relpath(target, path.parent.resolve()) if inside else str(target)
        return (PackedFile(name, b"", PurePosixPath(link).as_posix()),)
    try:
        status = path.stat()
        record_read(path, status)
        return (PackedFile(name, path.read_bytes()),)
    except OSError:  # packed as if it were missing: the loader reports it if the game needs it
        return ()
