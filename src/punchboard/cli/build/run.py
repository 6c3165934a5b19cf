"""Building what has changed: here, in processes side by side, behind walls or on a cluster."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence

from punchboard.build.options import BuildOptions
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
from punchboard.problem import Problem, ProblemsFound
from punchboard.products import PRODUCTS
from punchboard.render import RENDERERS
from punchboard.workers.build_order import BuildOrder
from punchboard.workspace import output_folder

# reportlab imports the first to place pictures as files, and the second for the metrics of the 14 standard fonts; our
# pictures are placed as they are, and nothing is set in those fonts. A fortieth of a small build each
for seldom in ("PIL.Image", "reportlab.pdfbase.pdfmetrics"):
    import_lazily(seldom)
# svgwrite imports it for fonts and style sheets that it would fetch: half of its own import
import_when_called("urllib.request", "urlopen")


def run(asked: BuildRequest, stamps: BuildRecords) -> int:
    """Build, show problems and the closing table; return the exit status."""
    wrong = _unknown_name_error(
        "product", [name.partition("/")[0] for name in asked.only], PRODUCTS
    ) or _unknown_name_error("format", asked.formats, RENDERERS)
    if wrong:
        print(wrong, file=sys.stderr)  # noqa: T201 - this is the command line's voice
        return USAGE_ERROR
    try:
        orders = build_orders(asked, build_options(asked))
        built = _named_by_output(orders, build_or_reuse(asked, orders, stamps))
    except ProblemsFound as found:
        show_results(with_display_paths(found.problems, asked.workspace), (), as_json=asked.as_json)
        return _exit_status(found.problems)
    problems = [problem for result in built for problem in result.problems]
    show_results(with_display_paths(problems, asked.workspace), built, as_json=asked.as_json)
    return _exit_status(problems) if any(result.has_errors for result in built) else SUCCESS


def build_options(asked: BuildRequest) -> BuildOptions:
    """Return what is built and where, for what was asked.

    Raises:
        ProblemsFound: when there is no such printer or profile.
    """
    return BuildOptions(
        asked.workspace,
        asked.out or output_folder(asked.workspace),
        asked.only,
        asked.papers or DEFAULT_PAPERS,
        ("pdf", *(form for form in asked.formats if form != "pdf")),
        print_options(asked),
        asked.since,
    )


def build_or_reuse(asked: BuildRequest, orders: Sequence[BuildOrder], stamps: BuildRecords) -> list[BuildResult]:
    """Return what became of each game; those of which nothing has changed are not built.

    Raises:
        ProblemsFound: CLUSTER001 when there is no cluster that could build.
    """
    known = {order.output: stamps.unchanged_result(order.game, order.options.locale) for order in orders}
    others = [order for order in orders if known[order.output] is None]
    for order in orders:
        again = known[order.output]
        if again is not None:
            _print_done(asked, order, again, unchanged=True)

    def finished(order: BuildOrder, result: BuildResult) -> None:
        stamps.store(order.game, order.options.locale, result)
        _print_done(asked, order, result)

    built = iter(_build(asked, others, finished) if others else ())
    return [known[order.output] or next(built) for order in orders]


def _print_done(asked: BuildRequest, order: BuildOrder, result: BuildResult, *, unchanged: bool = False) -> None:
    if not asked.as_json:
        print_done(result, order.options.output(order.game), unchanged=unchanged)


def _build(asked: BuildRequest, orders: Sequence[BuildOrder], finished: OnFinished) -> list[BuildResult]:
    """Build here, or on the cluster that is asked for.

    Raises:
        ProblemsFound: BUILD002 when there is none that could build.
    """
    bar = not asked.as_json
    if asked.untrusted:
        from punchboard.cli.build.sandboxed import build_sandboxed  # noqa: PLC0415 - for strangers' games alone

        return build_sandboxed(orders, asked, finished)
    if not asked.cluster:
        return build_all(orders, asked.jobs, finished, bar=bar)
    from punchboard.cli.build.cluster import build_on_cluster  # noqa: PLC0415 - few builds are made elsewhere

    return build_on_cluster(asked.cluster, orders, asked.jobs, finished, bar=bar)


def _named_by_output(orders: Sequence[BuildOrder], results: Sequence[BuildResult]) -> list[BuildResult]:
    """Return results under names that tell them apart: those of their outputs, where a game is built more than once."""
    names = [order.output for order in orders]
    once = len(dict.fromkeys(order.game for order in orders)) == len(orders)
    return list(results) if once else [one._replace(game=name) for one, name in zip(results, names, strict=True)]


def _exit_status(problems: Sequence[Problem]) -> int:
    """Return the status of a build with problems; what an option may name, only the workspace knows."""
    return USAGE_ERROR if any(problem.place.file.startswith("--") for problem in problems) else PROBLEMS


def _unknown_name_error(what: str, given: Sequence[str], known: Iterable[str]) -> str:
    names = list(known)
    unknown = [name for name in given if name not in names]
    return f"error: {unknown[0]!r} is not a {what}\n    {did_you_mean(unknown[0], names)}" if unknown else ""
