"""``punchboard list``: what can be asked of it."""

from punchboard.cli.options import HERE, AsJson, Workspace, leave


def command(workspace: Workspace = HERE, as_json: AsJson = False) -> None:
    """List games, products and their layouts, papers, and printers."""
    from punchboard.cli.listing import run_list

    leave(run_list(workspace, as_json=as_json))
