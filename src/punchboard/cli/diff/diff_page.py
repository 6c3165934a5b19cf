"""``punchboard diff --pictures``: a page with every changed component before and after."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from punchboard.cli.diff.differences import show_differences, show_failure
from punchboard.cli.exit_status import SUCCESS
from punchboard.cli.output.display_paths import display_path, with_display_paths
from punchboard.load import output_folder
from punchboard.pipeline.change_pictures import pictured_changes
from punchboard.problem import ProblemsFound
from punchboard.products.web.changes import changes_page
from punchboard.write.atomic_file import write_atomically

PAGE: Final = "changes.html"


def run_diff_pictures(
    old: str, new: str | None, games: Sequence[str], workspace: Path, out: Path | None, *, as_json: bool
) -> int:
    """Compare two states, print the differences and write the page; return the exit status, 0 even if they differ."""
    path = (output_folder(workspace) if out is None else out) / PAGE
    try:
        found = pictured_changes(old, new, games, workspace)
        write_atomically(path, changes_page(found, old, new or "the files as they are now"))
    except ProblemsFound as failure:
        return show_failure(failure, workspace, as_json=as_json)
    problems = with_display_paths((problem for game in found for problem in game.problems), workspace)
    show_differences([game.difference for game in found], display_path(path), problems, as_json=as_json)
    return SUCCESS
