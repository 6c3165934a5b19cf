"""``punchboard schema``: writes the JSON Schemas for editors that complete and check YAML."""

from __future__ import annotations

from pathlib import Path

from punchboard.cli.exit_status import PROBLEMS, SUCCESS
from punchboard.cli.output.display_paths import display_path
from punchboard.cli.output.report import print_line, show_problems
from punchboard.load import workspace_root
from punchboard.problem import ProblemsFound
from punchboard.schema import MODELINE, modeline, write_schemas
from punchboard.schema.file_kinds import KINDS


def run_schema(workspace: Path, into: Path | None) -> int:
    """Write the schemas and print the first line for each kind of file; return the exit status."""
    root = workspace_root(workspace)
    try:
        paths = write_schemas(root, into)
    except ProblemsFound as found:
        show_problems(found.problems)
        return PROBLEMS
    target = paths[0].parent
    print_line(f"{len(paths)} schemas in {display_path(target)}; to use one, make its line the first line of a file:")
    for kind, one in KINDS.items():
        line = modeline(kind) if into is None else f"{MODELINE}{target.resolve().as_posix()}/{kind}.json"
        print_line(f"{one.place}\n    {line}")
    return SUCCESS
