"""The command ``punchboard schema``: JSON Schemas for editors."""

from pathlib import Path
from typing import Annotated

from punchboard.cli.exit_status import PROBLEMS, SUCCESS
from punchboard.cli.options import HERE, Workspace, argument, exit_with
from punchboard.cli.report import display_path, print_line, show_problems
from punchboard.load import workspace_root
from punchboard.problem import ProblemsFound
from punchboard.schema import MODELINE, modeline, write_schemas
from punchboard.schema.json_schemas import KINDS


def command(
    folder: Annotated[
        Path | None, argument("DIR", "The folder for the schemas (default: .punchboard/schemas in the workspace).")
    ] = None,
    workspace: Workspace = HERE,
) -> None:
    """Write JSON Schemas of all files, so that editors can complete and check them."""
    exit_with(run_schema(workspace, folder))


def run_schema(workspace: Path, into: Path | None) -> int:
    """Write the schemas and print the first line for each kind of file; return the exit status."""
    root = workspace_root(workspace)
    try:
        paths = write_schemas(root, into)
    except ProblemsFound as error:
        show_problems(error.problems)
        return PROBLEMS
    target = paths[0].parent
    print_line(f"{len(paths)} schemas in {display_path(target)}; to use one, make its line the first line of a file:")
    for kind, file_kind in KINDS.items():
        line = modeline(kind) if into is None else f"{MODELINE}{target.resolve().as_posix()}/{kind}.json"
        print_line(f"{file_kind.place}\n    {line}")
    return SUCCESS
