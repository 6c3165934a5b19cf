"""What a job needs, as bytes: a worker on another machine has no disk of ours, and unpacks it in its own."""

import os
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path, PurePosixPath
from typing import Final, NamedTuple

from punchboard.load.files.paths import display_path
from punchboard.load.files.snapshot import FileState, confirm_snapshot, files_read, record_read, run_on_snapshot
from punchboard.workspace import builtin_folder, find_games, folder_name, game_folder, is_game_folder, workspace_root

LAYOUTS: Final = "layouts"
BUILTIN: Final = ".stock"
"""The folder of a parcel that holds the layouts that come with the program, where these lie outside the workspace."""


class PackedFile(NamedTuple):
    """One file, or a link within the parcel."""

    path: str
    data: bytes
    link: str = ""


class Payload(NamedTuple):
    """A game's folder, the layouts beside it and those of the program."""

    name: str
    """The folder that all of it is unpacked into: a game that travels alone is called what its folder is."""
    files: tuple[PackedFile, ...]
    builtin: str
    """Where the layouts lie that come with the program, in the parcel; nothing for the parcel itself."""
    workspace_text: str
    """What problems call this folder where it was packed, and the stock's."""
    builtin_text: str

    def unpack(self, folder: Path) -> Path:
        """Write all files below a folder that is empty, and return the workspace."""
        root = folder / self.name
        for one in self.files:
            path = root / one.path
            path.parent.mkdir(parents=True, exist_ok=True)
            if one.link:
                path.symlink_to(one.link)
            else:
                path.write_bytes(one.data)
        root.mkdir(parents=True, exist_ok=True)
        return root

    def builtin_in(self, root: Path) -> Path:
        """Return the folder of the program's layouts, when the parcel is unpacked."""
        return root / self.builtin if self.builtin else root


def pack_game(game: str, workspace: Path, out: Path) -> tuple[Payload, Mapping[str, FileState]]:
    """Return all that a game is built from, of one moment, and what its files were known by.

    Args:
        game: the game's id.
        workspace: the folder that holds it.
        out: the folder of outputs, which does not travel.

    Raises:
        ProblemsFound: FILE005 when files are changed while they are packed.
    """
    root = workspace_root(workspace)

    def called(path: Path) -> str:
        return display_path(path, root)

    def pack() -> tuple[Payload, Mapping[str, FileState]]:
        parcel = _pack(game, root, out)
        confirm_snapshot()
        return parcel, files_read()

    return run_on_snapshot(pack, called)


def _pack(game: str, root: Path, out: Path) -> Payload:
    stock = builtin_folder()
    apart = {out.resolve()}
    if is_game_folder(root):
        files = list(_files(root, root, apart))
    else:
        others = {root / LAYOUTS / other for other in find_games(root) if other != game}
        apart |= {folder.resolve() for folder in others}
        found = (game_folder(game, root), root / LAYOUTS)
        files = [one for folder in found for one in _files(folder, root, apart)]
    within = stock.resolve() == root.resolve()
    if not within:
        theirs = _files(stock / LAYOUTS, stock, set())
        files += [one._replace(path=f"{BUILTIN}/{one.path}") for one in theirs]
    return Payload(folder_name(root), tuple(files), "" if within else BUILTIN, str(root), str(stock))


def _files(folder: Path, root: Path, apart: set[Path]) -> Iterator[PackedFile]:
    """Yield the files below a folder by their paths in another one; what is hidden stays where it is."""
    for where, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if _travels(Path(where, name), apart))
        linked = [name for name in folders if Path(where, name).is_symlink()]
        for name in sorted((*names, *linked)):
            path = Path(where, name)
            if not name.startswith("."):
                yield from _file(path, path.relative_to(root).as_posix(), root)


def _travels(folder: Path, apart: set[Path]) -> bool:
    return not folder.name.startswith(".") and folder.resolve() not in apart


def _file(path: Path, name: str, root: Path) -> Iterable[PackedFile]:
    """Return a file, or a link as a link: where it leads is looked at when it is read, there as here."""
    if path.is_symlink():
        target = path.resolve()
        inside = target.is_relative_to(root.resolve())
        link = os.path.relpath(target, path.parent.resolve()) if inside else str(target)
        return (PackedFile(name, b"", PurePosixPath(link).as_posix()),)
    try:
        status = path.stat()
        record_read(path, status)
        return (PackedFile(name, path.read_bytes()),)
    except OSError:  # as if it were not there: who needs it is told so
        return ()
