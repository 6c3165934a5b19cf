"""Older states of games: read from manifests, found in output folders and workspaces, or unpacked from git."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from io import BytesIO
from os.path import lexists
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from pydantic import BaseModel, ConfigDict, ValidationError

from punchboard.build_result import MANIFEST
from punchboard.load import find_games, workspace_root
from punchboard.load.files import read_bytes, untracked_reads
from punchboard.model.snapshot import KindSources, Part, Snapshot
from punchboard.problem import Place, fail
from punchboard.system.git import git_environment, usable_git
from punchboard.workspace import CATALOG, GAME_FILE, folder_name, is_game_folder

if TYPE_CHECKING:
    from tarfile import TarFile

RULE: Final = "CHANGE001"
MAX_BYTES: Final = 200_000_000


class _Item(BaseModel):
    model_config = ConfigDict(extra="ignore", frozen=True, defer_build=True)


class _Game(_Item):
    id: str
    version: str


class _Part(_Item):
    id: str
    kind: str = ""
    copies: int
    hash: str = ""
    values: dict[str, Any] = {}


class _Kind(_Item):
    id: str
    sources: tuple[str, ...] = ()
    lists: dict[str, str] = {}


class _List(_Item):
    id: str
    entries: dict[str, dict[str, Any]] = {}


class _Source(_Item):
    id: str
    hash: str


class _State(_Item):
    version: str
    numbers: dict[str, int] = {}


class Manifest(_Item):
    """The parts of a manifest that are read."""

    game: _Game
    components: tuple[_Part, ...] = ()
    others: tuple[_Part, ...] = ()
    kinds: tuple[_Kind, ...] = ()
    lists: tuple[_List, ...] = ()
    sources: tuple[_Source, ...] = ()
    texts: tuple[_Source, ...] = ()
    state: tuple[_State, ...] = ()


def read_manifest(file: Path) -> Manifest:
    """Return the parts of a manifest that are read.

    Raises:
        ProblemsFound: CHANGE001 when the file is not a manifest.
    """
    place = Place(str(file))
    with untracked_reads():
        data = read_bytes(file, place, str(file), MAX_BYTES)
    try:
        return Manifest.model_validate_json(data)
    except (ValidationError, RecursionError) as error:
        raise fail(RULE, place, "this file is not a manifest of punchboard", "build the game again") from error


def read_snapshot(file: Path) -> Snapshot:
    """Return the state of a game from the file of a manifest.

    Raises:
        ProblemsFound: CHANGE001 when the file is not a manifest, or an old version wrote it without a state.
    """
    read = read_manifest(file)
    if not all(part.hash for part in read.components) or not read.state:
        message = "this manifest does not record what its components look like"
        raise fail(RULE, Place(str(file)), message, "build that state of the game again, or give its git revision")
    return manifest_snapshot(read)


def manifest_snapshot(read: Manifest) -> Snapshot:
    """Return the state of a game from a manifest.

    Raises:
        ValueError: when the manifest has no state.
    """
    (state, *_) = read.state
    return Snapshot(
        game=read.game.id,
        version=state.version,
        parts={part.id: _part(part) for part in read.components},
        other_parts={part.id: _part(part) for part in read.others},
        kinds={kind.id: KindSources(kind.sources, kind.lists) for kind in read.kinds},
        sources={source.id: source.hash for source in read.sources},
        lists={one.id: one.entries for one in read.lists},
        numbers=state.numbers,
        texts={text.id: text.hash for text in read.texts},
    )


def _part(part: _Part) -> Part:
    return Part(part.kind, part.copies, part.hash, part.values)


_HINT: Final = "give an output folder, a manifest.json, a workspace, or a git revision such as v0.1.0 or HEAD~1"


class OlderState(NamedTuple):
    """An older state of games: their manifests, or a workspace to load."""

    name: str
    """The state as the user named it."""
    manifests: Mapping[str, Path] = {}
    workspace: Path | None = None
    games: tuple[str, ...] = ()
    """The games in this state."""
    is_single_game: bool = False
    """Whether it is the state of a single game, so other games are not new just because they are missing."""
    is_current: bool = False
    """Whether it is the current workspace."""


@contextmanager
def open_older_state(text: str, workspace: Path) -> Iterator[OlderState]:
    """Give the games in a folder, a manifest or a git revision. An unpacked revision is deleted at the end.

    Args:
        text: a path, or a revision of the git repository of the workspace.
        workspace: the folder that contains ``catalog/``.

    Raises:
        ProblemsFound: CHANGE001 when there is no such path or revision.
    """
    state = _by_path(text) if text else None
    if state is not None:
        yield state
        return
    with TemporaryDirectory(prefix="punchboard-") as folder:
        unpacked = _unpack(text, workspace_root(workspace), Path(folder))
        yield OlderState(text, workspace=unpacked, games=find_games(unpacked), is_single_game=is_game_folder(unpacked))


def _by_path(text: str) -> OlderState | None:
    """Return the state at a path, or None if there is none."""
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
    """Unpack a revision's catalog and layouts, or a stand-alone game, and return the resulting workspace.

    Raises:
        ProblemsFound: CHANGE001 without git, without a repository, and for an unknown revision.
    """
    git, place = usable_git(), Place(revision)
    if git is None:
        message = f"{revision!r} is not a folder or manifest, and git is not installed, or older than 2.31"
        raise fail(RULE, place, message, _HINT)
    name = f"{revision}^{{commit}}"
    commit = None if revision.startswith("-") else _git(git, workspace, "rev-parse", "--verify", "--quiet", name)
    if commit is None:
        raise fail(RULE, place, f"{revision!r} is not an output, a workspace or a git revision", _HINT)
    sha = commit.decode().strip()
    alone = is_game_folder(workspace)
    names = (GAME_FILE, ".") if alone else (CATALOG, "layouts")
    existing = [name for name in names if _git(git, workspace, "cat-file", "-e", f"{sha}:./{name}") is not None]
    if names[0] not in existing:
        raise fail(RULE, place, f"the git revision {revision!r} has no {names[0]}", _HINT)
    into = into / folder_name(workspace) if alone else into
    data = _git(git, workspace, "archive", "--format=tar", sha, "--", *existing)
    if data is None:
        raise fail(RULE, place, f"git cannot export {revision!r}", _HINT)
    import tarfile  # noqa: PLC0415 - only revisions need it

    with tarfile.open(fileobj=BytesIO(data)) as archive:
        _extract(archive, into)
    return into


def _extract(archive: "TarFile", into: Path) -> None:
    """Write plain files, and links that stay inside the folder; other links are skipped.

    The ``filter`` of `TarFile.extractall` needs Python 3.11.4, and stops at the first link that leads outside.
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
            with suppress(OSError):  # on Windows, not every user may create links
                path.symlink_to(member.linkname)


def _git(git: str, workspace: Path, *arguments: str) -> bytes | None:
    """Return the output of a git command, or None if it fails."""
    import subprocess  # noqa: PLC0415 - only revisions need it

    environment = {**git_environment(git, workspace), "GIT_OPTIONAL_LOCKS": "0"}
    command = (git, "-C", str(workspace), "--no-pager", *arguments)
    done = subprocess.run(command, capture_output=True, check=False, env=environment)  # noqa: S603 - the user's git, without a shell
    return done.stdout if done.returncode == 0 else None
