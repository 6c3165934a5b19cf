"""File names in messages: relative to the current folder instead of the workspace."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from punchboard.problem import Problem
from punchboard.workspace import workspace_root


def with_display_paths(problems: Iterable[Problem], workspace: Path) -> tuple[Problem, ...]:
    """Return problems whose files are named by `display_path`; places that are not files stay unchanged.

    Args:
        problems: problems whose files are relative to the root of the workspace.
        workspace: the folder that was given to the command.
    """
    root = workspace_root(workspace)
    return tuple(problem._replace(place=problem.place._replace(file=_file(problem, root))) for problem in problems)


def _file(problem: Problem, root: Path) -> str:
    file = problem.place.file
    path = root / file
    return display_path(path) if file and _exists(path) else file


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except OSError:  # no permission to look at it
        return True


def display_path(path: Path) -> str:
    """Return a path relative to the current folder, or the absolute path if it is shorter."""
    full = Path(os.path.abspath(path)).as_posix()  # noqa: PTH100 - links stay as they are
    try:
        return min(Path(os.path.relpath(full)).as_posix(), full, key=len)
    except ValueError:  # on another drive
        return full
