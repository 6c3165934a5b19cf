"""The job of a sandboxed process: the game to build, its options and limits, and the paths that it may read."""

import os
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final, NamedTuple

from punchboard.pipeline.options import BuildOptions
from punchboard.problem import Place, fail
from punchboard.sandbox.limits import Limits
from punchboard.workspace import builtin_folder, game_folder, output_folder, workspace_root

_INTERNAL_FOLDERS: Final = (".locks", ".cache")
"""The program's own folders inside the output folder."""

_NAME: Final = re.compile(r"[^\W_][\w .,&'+()-]{0,99}")
"""The allowed names for the folder of an untrusted game, since the output folder takes this name."""


class Job(NamedTuple):
    """One game to build."""

    game: str
    options: BuildOptions
    limits: Limits
    readable_paths: tuple[str, ...]
    """The folders and files that the process may read, with links resolved."""


def make_job(game: str, options: BuildOptions, limits: Limits) -> Job:
    """Return the job for a game, with absolute paths.

    Raises:
        ProblemsFound: FILE003 when the game's folder, the shared layouts or the output folder lead out of the
            workspace; CHANGE001 when `options.since` is not a path, because git runs programs that the repository of
            an untrusted game may name.
    """
    if not _NAME.fullmatch(game):
        raise fail("FILE003", Place("catalog"), f"{game!r} is not a valid name for a game", "rename its folder")
    options = options._replace(
        workspace=Path(os.path.abspath(options.workspace)),  # noqa: PTH100 - links stay: a game takes the name of its folder
        since=os.path.abspath(options.since) if options.since else "",  # noqa: PTH100
    )
    since = (Path(options.since).resolve(),) if options.since else ()
    _check_since(options)
    _check_outputs(game, options)
    return Job(game, options, limits, tuple(map(str, (*readable_paths((game,), options.workspace), *since))))


def readable_paths(games: Iterable[str], workspace: Path) -> Iterator[Path]:
    """Yield the folders of games, the workspace's layouts and the built-in layouts.

    Raises:
        ProblemsFound: FILE003 when a folder leads out of the workspace.
    """
    root = workspace_root(workspace)
    for folder in (*(game_folder(game, workspace) for game in games), root / "layouts"):
        yield _resolve_inside(folder, root)
    yield (builtin_folder() / "layouts").resolve()


def _check_since(options: BuildOptions) -> None:
    if options.since and not os.path.exists(options.since):  # noqa: PTH110 - false for names that are too long, too
        hint = "name an output folder, a manifest.json or a workspace; git could run programs from an untrusted folder"
        message = f"{Path(options.since).name!r} is not a folder or manifest, and --untrusted does not read revisions"
        raise fail("CHANGE001", Place("--changed-since"), message, hint)


def _check_outputs(game: str, options: BuildOptions) -> None:
    """Refuse an output folder that a link in an untrusted folder leads elsewhere; a folder given with --out is fine."""
    own = options.out == output_folder(options.workspace) or not options.out.is_absolute()
    if own:
        _resolve_inside(options.out, workspace_root(options.workspace))
    for path in (
        *(options.out / name for name in _INTERNAL_FOLDERS),
        options.out / ".locks" / options.output(game).name,
    ):
        if path.is_symlink():
            raise _outside_error(path)


def _resolve_inside(folder: Path, root: Path) -> Path:
    """Return the path of a folder with links resolved.

    Raises:
        ProblemsFound: FILE003 when the path is outside the root.
    """
    try:
        real = folder.resolve()
        inside = real.is_relative_to(root.resolve())
    except (OSError, RuntimeError):
        inside = False
    if not inside:
        raise _outside_error(folder)
    return real


def _outside_error(path: Path) -> Exception:
    hint = "--untrusted follows no links out of a game; copy the folder there, or choose another output with --out"
    return fail("FILE003", Place(str(path)), f"the link {path.name!r} leads outside the folder", hint)
