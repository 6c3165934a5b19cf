"""The command ``punchboard build``; its options are the fields of `BuildRequest`."""

from punchboard.cli.build.request import BuildRequest
from punchboard.cli.build.start import run_build
from punchboard.cli.options import options_from_record, usage_error


@options_from_record
def command(request: BuildRequest) -> int:
    """Build games: the default products, all products, or some."""
    if request.large_print:
        request = request._replace(only=(*request.only, "large-print"))
    if not request.watch:
        return run_build(request)
    from punchboard.cli.build.watch import run_watch

    both = "--untrusted" if request.untrusted else "--json" if request.as_json else ""
    return usage_error(f"--watch and {both} cannot be combined") if both else run_watch(request)
