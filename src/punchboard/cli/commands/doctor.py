"""``punchboard doctor``: what can be asked of it."""

from punchboard.cli.options import HERE, AsJson, Out, Workspace, exit_with


def command(workspace: Workspace = HERE, out: Out = None, as_json: AsJson = False) -> None:
    """Tell what builds need and what is good to have, what of it is missing and how to get it."""
    from punchboard.cli.doctor import run_doctor

    exit_with(run_doctor(workspace, out, as_json=as_json))
