"""What the page of the app asks of the program: games made, opened and packed, and the studio in its frame."""

from __future__ import annotations

import io
import os
import shutil
import stat
import zipfile
import zlib
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any

from punchboard.expression.filters import slug
from punchboard.workspace import CATALOG, LAYOUTS, find_games, is_game_folder

if TYPE_CHECKING:
    from punchboard.server.http.tab import TabStudio, Tell

GAMES = Path("/games")
"""The workspace whose files are kept."""

MADE = Path("/made")
"""Where a game is made from a table, or unpacked, before it is kept."""

SHEETS = "print-and-play"
"""The folder of the files for home printers, whose names begin with a paper."""

MOST_FILES = 5_000
MOST_BYTES = 300_000_000
"""The most that an archive may unpack to."""


def make(
    run: Callable[[Sequence[str]], int],
    name: str,
    data: bytes,
    beside: Iterable[tuple[str, bytes]],
    tell: Callable[[str, bytes], object],
) -> tuple[Any, ...]:
    """Make a game from a table with the pictures beside it, build and check it; tell the first sheet once it is there.

    Returns:
        its name in the workspace, the exit status, its PDFs with their paths and what they are called, and all its
        files packed.
    """
    in_empty_folder()
    table = Path(name).name
    game = slug(Path(table).stem) or "game"
    for file, content in (*beside, (table, data)):
        Path(Path(file).name).write_bytes(content)
    output = Path("output", game)
    status = run(["new", game, "--from", table])
    own_paper = ""  # of the country, on which the first sheet is
    for sheet in sorted(output.rglob("*.pdf"))[:1]:
        tell(sheet.name, sheet.read_bytes())
        own_paper = sheet.name.partition("-")[0]
    status = status or run(["build", game]) or run(["check", game])
    pdfs = sorted(output.rglob("*.pdf"), key=lambda path: (*place_of(path, own_paper), path))
    files = [(path.relative_to(output).as_posix(), title_of(path), path.read_bytes()) for path in pdfs]
    kept = keep_game(MADE, game) if status == 0 else game
    return kept, status, files, packed(Path(), (CATALOG, LAYOUTS, "output"))


def in_empty_folder() -> None:
    """Go where games are made, without those that were made before."""
    os.chdir("/")  # the current folder would stay
    shutil.rmtree(MADE, ignore_errors=True)
    MADE.mkdir()
    os.chdir(MADE)


def rehearse(run: Callable[[Sequence[str]], int]) -> None:
    """Make a game of one card and forget it, so that all that the next one needs is loaded."""
    in_empty_folder()
    Path("rehearsal.csv").write_text("Name,Text\nLantern,Light one room.\n", encoding="utf-8")
    run(["new", "rehearsal", "--from", "rehearsal.csv", "--no-build"])  # which would load fonts of one theme


def place_of(path: Path, own_paper: str) -> tuple[bool, bool]:
    """Return what orders files: what is printed at home comes first, on the paper of the country before others."""
    return path.parent.name != SHEETS, not path.name.startswith(f"{own_paper}-")


def title_of(path: Path) -> str:
    """Return what a PDF is called, such as "A4: duplex"."""
    words = path.stem.replace("-", " ").capitalize()
    return words.replace(" ", ": ", 1) if path.parent.name == SHEETS else words


def keep_game(workspace: Path, game: str) -> str:
    """Copy a game into the kept workspace, under another name if one with its name is different; return the name."""
    name, number, files = game, 1, contents(workspace, game)
    while known := contents(GAMES, name):
        if known == files:
            return name
        number += 1
        name = f"{game}-{number}"
    for (top, inside), data in files.items():
        write(GAMES / top / name / inside, data)
    return name


def contents(workspace: Path, game: str) -> dict[tuple[str, str], bytes]:
    """Return the files of a game by their place in its folder of the catalog or of the layouts."""
    return {
        (top, path.relative_to(workspace / top / game).as_posix()): path.read_bytes()
        for top in (CATALOG, LAYOUTS)
        for path in (workspace / top / game).rglob("*")
        if path.is_file()
    }


class RefusedError(Exception):
    """An archive is not opened; the message says why."""


def opened(name: str, data: bytes) -> tuple[str, str]:
    """Put the games of an archive into the workspace; return the name of one, or else why there is none."""
    try:
        files = unpacked(data)
        folders = game_folders(files)
    except RefusedError as refused:
        return "", str(refused)
    shutil.rmtree(MADE, ignore_errors=True)
    names = [slug(folder.name) or slug(Path(name).stem) or "game" for folder in folders]
    for folder, game in zip(folders, names, strict=True):
        for path, content in files.items():
            if there := place(path, folder, folders):
                write(MADE / there[0] / game / there[1], content)
    kept = [keep_game(MADE, game) for game in names]
    return kept[0], ""


def game_folders(files: Iterable[PurePosixPath]) -> tuple[PurePosixPath, ...]:
    """Return the folders of the games in an archive, which may have a folder around all.

    Raises:
        RefusedError: when there is no game.
    """
    found = sorted(
        (path.parent for path in files if path.name == "game.yaml"), key=lambda path: (len(path.parts), path)
    )
    if not found:
        raise RefusedError("it has no game.yaml: pack the folder of a game, or the one with catalog and layouts")
    return tuple(one for one in found if len(one.parts) == len(found[0].parts))


def place(
    path: PurePosixPath, folder: PurePosixPath, folders: Iterable[PurePosixPath]
) -> tuple[str, PurePosixPath] | None:
    """Return where a file of an archive belongs in a game; layouts for all games come to those of the game."""
    if path.is_relative_to(folder):
        return CATALOG, path.relative_to(folder)
    layouts = folder.parent.parent / LAYOUTS
    if folder.parent.name != CATALOG or not path.is_relative_to(layouts):
        return None
    inside = path.relative_to(layouts)
    if inside.parts[0] == folder.name:
        return LAYOUTS, inside.relative_to(folder.name)
    return None if inside.parts[0] in {one.name for one in folders} else (LAYOUTS, inside)


def write(path: Path, data: bytes) -> None:
    """Write a file, with its folder."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)


def unpacked(data: bytes) -> dict[PurePosixPath, bytes]:
    """Return the files of an archive by path, without hidden ones.

    Raises:
        RefusedError: for an archive that is damaged, too large, or names files outside of itself.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            parts = [part for part in archive.infolist() if not part.is_dir()]
            size = sum(part.file_size for part in parts)
            if len(parts) > MOST_FILES or size > MOST_BYTES:
                raise RefusedError(f"it unpacks to {len(parts):,} files of {size // 1_000_000} MB, which is too much")
            paths = [(path_of(part), part) for part in parts]
            shown = [(path, part) for path, part in paths if not any(one.startswith((".", "__")) for one in path.parts)]
            return {path: read(archive, part) for path, part in shown}
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, ValueError) as error:
        raise RefusedError(f"it is damaged, or no zip archive: {error}") from error


def path_of(part: zipfile.ZipInfo) -> PurePosixPath:
    """Return the path of a file in an archive.

    Raises:
        RefusedError: for a path that leads out of the archive, and for a link.
    """
    path = PurePosixPath(part.orig_filename)
    is_link = stat.S_ISLNK(part.external_attr >> 16)
    if is_link or path.is_absolute() or ".." in path.parts or set(part.orig_filename) & set("\\:\0"):
        raise RefusedError(f"{part.filename!r} leads out of the archive")
    return path


def read(archive: zipfile.ZipFile, part: zipfile.ZipInfo) -> bytes:
    """Return the bytes of a file, of which there are no more than the archive has said."""
    with archive.open(part) as file:
        return file.read(part.file_size + 1)


def saved(game: str, workspace: Path) -> bytes:
    """Return a game of a workspace as an archive that `punchboard` can work on when it is unpacked."""
    folders = ("",) if is_game_folder(workspace) else (f"{CATALOG}/{game}", f"{LAYOUTS}/{game}")
    return packed(workspace, folders)


def packed(root: Path, folders: Iterable[str]) -> bytes:
    """Return the files of some folders as an archive, without hidden ones."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in sorted(path for folder in folders for path in (root / folder).rglob("*")):
            inside = path.relative_to(root)
            if path.is_file() and not any(part.startswith(".") for part in inside.parts):
                archive.write(path, inside)
    return out.getvalue()


def games(workspace: str = "") -> tuple[str, ...]:
    """Return the games of a workspace: of the kept one, or of a folder that a person has opened."""
    return find_games(Path(workspace) if workspace else GAMES)


class Studio:
    """The studio of the workspace, which starts when a game is opened first."""

    def __init__(self, origin: str) -> None:
        self._origin = origin
        self._tab: TabStudio | None = None
        self._workspace = GAMES

    async def open(self, game: str, workspace: str = "") -> str:
        """Let the studio show a game, or without one the page on which games are made; return the token."""
        self._workspace = Path(workspace) if workspace else GAMES
        if self._tab is None:
            from punchboard.cli.commands.demo import GAME, demo_files  # noqa: PLC0415 - the first page does without
            from punchboard.server.http.tab import TabStudio  # noqa: PLC0415

            self._tab = TabStudio(GAMES, self._origin, (GAME, lambda: dict(demo_files())))
            await self._tab.start()
        if game:
            await self._tab.open(game, self._workspace)
        return self._tab.token

    def saved(self, game: str) -> bytes:
        """Return a game of the opened workspace as an archive."""
        return saved(game, self._workspace)

    async def respond(self, method: str, target: str, headers: Sequence[Any], body: bytes, tell: Tell) -> None:
        """Respond to a request of the studio's page, as `TabStudio` does."""
        if self._tab is None:  # a page of the studio that was there before this tab was loaded again
            tell({"status": 503, "headers": [], "body": b""})
            return
        await self._tab.respond(method, target, headers, bytes(body), tell)
