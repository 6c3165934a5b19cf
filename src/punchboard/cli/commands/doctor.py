"""The arguments and options of ``punchboard doctor``."""

from punchboard.cli.options import HERE, AsJson, Out, Workspace, exit_with


def command(workspace: Workspace = HERE, out: Out = None, as_json: AsJson = False) -> None:
    """Report what builds require and recommend, what is missing and how to get it."""
    from punchboard.cli.doctor import run_doctor

    exit_with(run_doctor(workspace, out, as_json=as_json))
