"""Building the games that have changed: in this process, in parallel, in the sandbox or on a cluster."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence

from punchboard.build_result import BuildResult
from punchboard.cli.build.parallel import OnFinished, build_all
from punchboard.cli.build.request import DEFAULT_PAPERS, BuildRequest, print_options
from punchboard.cli.build.results import print_done, show_results
from punchboard.cli.build.unchanged import BuildRecords
from punchboard.cli.exit_status import PROBLEMS, SUCCESS, USAGE_ERROR
from punchboard.cli.languages import build_orders
from punchboard.cli.lazy_imports import import_lazily, import_when_called
from punchboard.cli.output.display_paths import with_display_paths
from punchboard.model.values import did_you_mean
from punchboard.pipeline.options import BuildOptions
from punchboard.problem import Problem, ProblemsFound, Severity
from punchboard.products import PRODUCT_BY_FOLDER, PRODUCTS
from punchboard.render import page_formats
from punchboard.workers.build_order import BuildOrder
from punchboard.workspace import output_folder

# reportlab imports the first to read picture files, and the second for the metrics of the 14 standard fonts; we embed
# pictures ourselves and use none of those fonts. Each import takes a fortieth of a small build
for module in ("PIL.Image", "reportlab.pdfbase.pdfmetrics"):
    import_lazily(module)
# svgwrite imports it to fetch fonts and style sheets, which takes half of its own import
import_when_called("urllib.request", "urlopen")


def run(request: BuildRequest, records: BuildRecords) -> int:
    """Build what has changed, then print the problems and a table of the results; return the exit status."""
    error = _unknown_name_error(
        "product", [name.partition("/")[0] for name in request.only], PRODUCTS
    ) or _unknown_name_error("format", request.formats, page_formats())
    if error:
        print(error, file=sys.stderr)  # noqa: T201 - an error for the user
        return USAGE_ERROR
    try:
        orders = build_orders(request, build_options(request))
        built = _named_by_output(orders, build_or_reuse(request, orders, records))
    except ProblemsFound as found:
        show_results(with_display_paths(found.problems, request.workspace), (), (), request)
        return _exit_status(found.problems)
    problems = [problem for result in built for problem in result.problems]
    folders = [order.options.output(order.game) for order in orders]
    show_results(with_display_paths(problems, request.workspace), built, folders, request)
    return _exit_status(problems) if any(result.has_errors for result in built) else SUCCESS


def build_options(request: BuildRequest) -> BuildOptions:
    """Return the build options for a request.

    Raises:
        ProblemsFound: when the printer or profile does not exist or is invalid.
    """
    return BuildOptions(
        request.workspace,
        request.out or output_folder(request.workspace),
        request.only,
        request.papers or DEFAULT_PAPERS,
        ("pdf", *(form for form in request.formats if form != "pdf")),
        print_options(request),
        request.since,
    )


def build_or_reuse(request: BuildRequest, orders: Sequence[BuildOrder], records: BuildRecords) -> list[BuildResult]:
    """Return the result of each game; unchanged games are not built again.

    Raises:
        ProblemsFound: BUILD002 when the cluster is not available.
    """
    unchanged = {order.output: records.unchanged_result(order.game, order.options.locale) for order in orders}
    changed = [order for order in orders if unchanged[order.output] is None]
    for order in orders:
        result = unchanged[order.output]
        if result is not None:
            _print_done(request, order, result, unchanged=True)

    def finished(order: BuildOrder, result: BuildResult) -> None:
        records.store(order.game, order.options.locale, result)
        _print_done(request, order, result)

    built = iter(_build(request, changed, finished) if changed else ())
    return [unchanged[order.output] or next(built) for order in orders]


def _print_done(request: BuildRequest, order: BuildOrder, result: BuildResult, *, unchanged: bool = False) -> None:
    if not request.as_json:
        print_done(result, order.options.output(order.game), unchanged=unchanged)


def _build(request: BuildRequest, orders: Sequence[BuildOrder], finished: OnFinished) -> list[BuildResult]:
    """Build on this machine, in the sandbox or on the requested cluster.

    Raises:
        ProblemsFound: BUILD002 when the cluster is not available.
    """
    bar = not request.as_json
    if request.untrusted:
        from punchboard.cli.build.sandboxed import build_sandboxed  # noqa: PLC0415 - only for untrusted games

        return build_sandboxed(orders, request, finished)
    if not request.cluster:
        return build_all(orders, request.jobs, finished, bar=bar)
    from punchboard.cli.build.cluster import build_on_cluster  # noqa: PLC0415 - few builds use a cluster

    return build_on_cluster(request.cluster, orders, request.jobs, finished, bar=bar)


def _named_by_output(orders: Sequence[BuildOrder], results: Sequence[BuildResult]) -> list[BuildResult]:
    """Return results with unique names: if a game is built in several languages, the names of the output folders."""
    if len({order.game for order in orders}) == len(orders):
        return list(results)
    return [result._replace(game=order.output) for result, order in zip(results, orders, strict=True)]


def _exit_status(problems: Sequence[Problem]) -> int:
    """Return the exit status of a failed build: a usage error if an option names something unknown."""
    errors = (problem for problem in problems if problem.severity is Severity.ERROR)
    return USAGE_ERROR if any(error.place.file.startswith("--") for error in errors) else PROBLEMS


def _unknown_name_error(noun: str, given: Sequence[str], known: Iterable[str]) -> str:
    names = list(known)
    unknown = [name for name in given if name not in names]
    if not unknown:
        return ""
    meant = PRODUCT_BY_FOLDER.get(unknown[0]) if noun == "product" else None
    hint = f"did you mean {meant!r}?" if meant else did_you_mean(unknown[0], names)
    return f"error: {unknown[0]!r} is not a {noun}\n    {hint}"
