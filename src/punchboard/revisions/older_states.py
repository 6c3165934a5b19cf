"""Older states of games: manifests, folders of outputs, workspaces, and revisions of a git repository."""

import os
import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from io import BytesIO
from os.path import lexists
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Final, NamedTuple

from punchboard.load import find_games, workspace_root
from punchboard.problem import Place, fail
from punchboard.revisions.manifests import RULE, read_manifest
from punchboard.workspace import CATALOG, GAME_FILE, folder_name, is_game_folder

if TYPE_CHECKING:
    from tarfile import TarFile

MANIFEST: Final = "manifest.json"

_HINT: Final = "name an output folder, a manifest.json, a workspace, or a revision such as v0.1.0 or HEAD~1"


class OlderState(NamedTuple):
    """Games at another time: by their manifests, or as a workspace that is to be loaded."""

    name: str
    """What the user called it."""
    manifests: Mapping[str, Path] = {}
    workspace: Path | None = None
    games: tuple[str, ...] = ()
    """The games that are there."""
    is_single_game: bool = False
    """Whether it is one game's, so that others are not new because they are missing."""
    is_current: bool = False
    """Whether it is the workspace as it is."""


@contextmanager
def open_older_state(text: str, workspace: Path) -> Iterator[OlderState]:
    """Give the games that a folder, a manifest or a revision holds; what is unpacked for it is gone at the end.

    Args:
        text: a path, or a revision of the repository that the workspace lies in.
        workspace: the folder that holds ``catalog/``.

    Raises:
        ProblemsFound: CHANGE001 when it is neither.
    """
    found = _by_path(text) if text else None
    if found is not None:
        yield found
        return
    with TemporaryDirectory(prefix="punchboard-") as folder:
        unpacked = _unpack(text, workspace_root(workspace), Path(folder))
        yield OlderState(text, workspace=unpacked, games=find_games(unpacked), is_single_game=is_game_folder(unpacked))


def _by_path(text: str) -> OlderState | None:
    """Return what lies at a path; None when nothing does that could be meant."""
    path = Path(text)
    if path.is_file():
        path = path.parent if path.name == "game.yaml" else path
    if path.is_file() or (path / MANIFEST).is_file():
        file = path if path.is_file() else path / MANIFEST
        return OlderState(
            text, {read_manifest(file).game.id: file}, games=(read_manifest(file).game.id,), is_single_game=True
        )
    if is_game_folder(path):
        return OlderState(text, workspace=workspace_root(path), games=find_games(path), is_single_game=True)
    if (path / "catalog").is_dir():
        return OlderState(text, workspace=path, games=find_games(path))
    if path.name == "catalog" and path.is_dir():
        return OlderState(text, workspace=path.resolve().parent, games=find_games(path.resolve().parent))
    manifests = {file.parent.name: file for file in sorted(path.glob(f"[!.]*/{MANIFEST}"))} if path.is_dir() else {}
    return OlderState(text, manifests, games=tuple(manifests)) if manifests else None


def _unpack(revision: str, workspace: Path, into: Path) -> Path:
    """Unpack catalog and layouts of a revision, or a game that travels alone; return the workspace that this gives.

    Raises:
        ProblemsFound: CHANGE001 without git, without a repository, and for what is no revision.
    """
    git, place = shutil.which("git"), Place(revision)
    if git is None:
        raise fail(RULE, place, f"{revision!r} is no folder or manifest, and git is not installed", _HINT)
    wanted = f"{revision}^{{commit}}"
    commit = None if revision.startswith("-") else _said(git, workspace, "rev-parse", "--verify", "--quiet", wanted)
    if commit is None:
        raise fail(RULE, place, f"{revision!r} is no output, no workspace and no revision of this repository", _HINT)
    sha = commit.decode().strip()
    alone = is_game_folder(workspace)
    wanted_names = (GAME_FILE, ".") if alone else (CATALOG, "layouts")
    there = [name for name in wanted_names if _said(git, workspace, "cat-file", "-e", f"{sha}:./{name}") is not None]
    if wanted_names[0] not in there:
        raise fail(RULE, place, f"{revision!r} has no {wanted_names[0]}", _HINT)
    into = into / folder_name(workspace) if alone else into
    data = _said(git, workspace, "archive", "--format=tar", sha, "--", *there)
    if data is None:
        raise fail(RULE, place, f"git cannot unpack {revision!r}", _HINT)
    import tarfile

    with tarfile.open(fileobj=BytesIO(data)) as archive:
        _extract(archive, into)
    return into


def _extract(archive: "TarFile", into: Path) -> None:
    """Write plain files, and links that stay in the folder; others are left out, and missed where they are asked for.

    The ``filter`` of `TarFile.extractall` came with Python 3.11.4 only, and stops at the first link that leads outside.
    """
    members = [member for member in archive if ".." not in Path(member.name).parts and not member.name.startswith("/")]
    for member in members:
        content = archive.extractfile(member) if member.isfile() else None
        if content is not None:
            path = into / member.name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content.read())
    whole = into.resolve()
    for member in members:
        path = into / member.name
        stays = (path.parent / member.linkname).resolve().is_relative_to(whole)
        if member.issym() and stays and not lexists(path):
            path.parent.mkdir(parents=True, exist_ok=True)
            with suppress(OSError):  # not everybody may make links on Windows
                path.symlink_to(member.linkname)


def _said(git: str, workspace: Path, *arguments: str) -> bytes | None:
    """Return what git says; None when it refuses."""
    import subprocess

    environment = {**os.environ, "GIT_OPTIONAL_LOCKS": "0", "GIT_TERMINAL_PROMPT": "0"}
    command = (git, "-C", str(workspace), "--no-pager", *arguments)
    done = subprocess.run(command, capture_output=True, check=False, env=environment)
    return done.stdout if done.returncode == 0 else None
