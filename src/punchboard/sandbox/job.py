"""What the confined process is to do, and where it may read for that."""

import os
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final, NamedTuple

from punchboard.build.options import BuildOptions
from punchboard.problem import Place, fail
from punchboard.sandbox.limits import Limits
from punchboard.workspace import builtin_folder, game_folder, output_folder, workspace_root

_INTERNAL_FOLDERS: Final = (".locks", ".cache")
"""Folders of the program's beside outputs."""

_NAME: Final = re.compile(r"[^\W_][\w .,&'+()-]{0,99}")
"""What the folder of a stranger's game may be called: outputs have its name."""


class Job(NamedTuple):
    """One game to be built."""

    game: str
    options: BuildOptions
    limits: Limits
    readable_paths: tuple[str, ...]
    """The folders and files that it may read, links followed."""


def make_job(game: str, options: BuildOptions, limits: Limits) -> Job:
    """Return the job for a game, with full paths.

    Raises:
        ProblemsFound: FILE003 when its folder, that of shared layouts or that of outputs leads out of the workspace;
            CHANGE001 for changes since what is no path: git would run what a stranger's repository asks it to.
    """
    if not _NAME.fullmatch(game):
        raise fail("FILE003", Place("catalog"), f"{game!r} is no name for a game", "give its folder another name")
    options = options._replace(
        workspace=Path(os.path.abspath(options.workspace)),  # noqa: PTH100 - a game is called what its folder is
        since=os.path.abspath(options.since) if options.since else "",  # noqa: PTH100
    )
    since = (Path(options.since).resolve(),) if options.since else ()
    _check_since(options)
    _check_outputs(game, options)
    return Job(game, options, limits, tuple(map(str, (*readable_paths((game,), options.workspace), *since))))


def readable_paths(games: Iterable[str], workspace: Path) -> Iterator[Path]:
    """Yield the folders of games, and of the layouts that they share with others.

    Raises:
        ProblemsFound: FILE003 when one leads out of the workspace.
    """
    root = workspace_root(workspace)
    for folder in (*(game_folder(game, workspace) for game in games), root / "layouts"):
        yield _resolve_inside(folder, root)
    yield (builtin_folder() / "layouts").resolve()


def _check_since(options: BuildOptions) -> None:
    if options.since and not os.path.exists(options.since):  # noqa: PTH110 - false for names that are too long, too
        hint = "name an output folder, a manifest.json or a workspace; git may run what a stranger's folder asks it to"
        message = f"{Path(options.since).name!r} is no folder and no manifest, and revisions are not looked up here"
        raise fail("CHANGE001", Place("--changed-since"), message, hint)


def _check_outputs(game: str, options: BuildOptions) -> None:
    """Refuse outputs that a stranger's link would put elsewhere; a place that the user names is the user's."""
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
    """Return where a folder lies, links followed.

    Raises:
        ProblemsFound: FILE003 when that is outside the root.
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
    hint = "a stranger's link is not followed; put the folder itself there, or choose the place of outputs with --out"
    return fail("FILE003", Place(str(path)), f"the link {path.name!r} leads outside the folder", hint)
