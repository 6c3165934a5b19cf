"""Building the games that have changed: in this process, in parallel, in the sandbox or on a cluster."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final

from punchboard.build_result import BuildResult
from punchboard.cli.build.parallel import OnFinished, build_all
from punchboard.cli.build.request import DEFAULT_PAPERS, BuildRequest, print_done, print_options, show_results
from punchboard.cli.build.start import BuildRecords
from punchboard.cli.exit_status import SUCCESS, USAGE_ERROR
from punchboard.cli.game_selection import select_games, select_translated_games
from punchboard.cli.report import failure_status, with_display_paths
from punchboard.load import game_folder
from punchboard.model.values import did_you_mean
from punchboard.pipeline import BuildOptions
from punchboard.problem import Place, ProblemsFound, fail
from punchboard.products import PRODUCT_BY_FOLDER, PRODUCTS
from punchboard.render import page_formats
from punchboard.workers.build_order import BuildOrder
from punchboard.workspace import GAME_FILE, output_folder, workspace_root

if TYPE_CHECKING:
    from punchboard.sandbox import Limits

ALL: Final = "all"
"""Each language that a game has, its own first."""

DEFAULT: Final = "en"
"""The language of a game whose `game.yaml` names none."""


def build_orders(request: BuildRequest, options: BuildOptions) -> tuple[BuildOrder, ...]:
    """Return an order for each requested game in each of its requested languages.

    Raises:
        ProblemsFound: FILE001 for an unknown game or a workspace without games, REF001 for a language that no game has.
    """
    chosen = _games_and_locales(request.workspace, request.names, request.locales)
    return tuple(BuildOrder(game, options._replace(locale=locale)) for game, locale in chosen)


def _games_and_locales(workspace: Path, names: Sequence[str], languages: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """Return games, each with the name of a folder in its ``locale/``, or an empty name for its own language."""
    if len(languages) < 2 and ALL not in languages:
        locale = languages[0] if languages else ""
        return tuple((game, locale) for game in select_translated_games(workspace, names, locale))
    games = select_games(workspace, names)
    known = {game: _locale_folders(game, workspace) for game in games}
    all_languages = {language for folders in known.values() for language in folders}
    for language in languages:
        if language not in all_languages and language != ALL:
            hint = did_you_mean(language, all_languages)
            raise fail("REF001", Place("--locale"), f"no game has a translation {language!r}", hint)
    return tuple(
        (game, known[game].get(language, language))
        for game in games
        for language in (known[game] if ALL in languages else dict.fromkeys(languages))
        if names or language in known[game]
    )


def _locale_folders(game: str, workspace: Path) -> Mapping[str, str]:
    """Return the folder of each language of a game; the folder of its own language is empty."""
    from punchboard.load.locale.locale_files import locale_names  # noqa: PLC0415 - only for translations

    folder = game_folder(game, workspace)
    return {
        _game_language(folder, workspace_root(workspace)): "",
        **{language: language for language in locale_names(folder)},
    }


def _game_language(folder: Path, workspace: Path) -> str:
    """Return the language of a game; the build reports problems of its `game.yaml`."""
    from punchboard.load.files import display_path, read_text  # noqa: PLC0415
    from punchboard.load.yaml.places import read_yaml  # noqa: PLC0415

    file = display_path(folder / GAME_FILE, workspace)
    with suppress(ProblemsFound):
        raw, _ = read_yaml(read_text(folder / GAME_FILE, Place(file), file), file)
        return str(raw.get("language", DEFAULT)) if isinstance(raw, Mapping) else DEFAULT
    return DEFAULT


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
    except ProblemsFound as caught:
        show_results(with_display_paths(caught.problems, request.workspace), (), (), request)
        return failure_status(caught.problems)
    problems = [problem for result in built for problem in result.problems]
    folders = [order.options.output(order.game) for order in orders]
    show_results(with_display_paths(problems, request.workspace), built, folders, request)
    return failure_status(problems) if any(result.has_errors for result in built) else SUCCESS


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
        request.cards,
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


def _unknown_name_error(noun: str, given: Sequence[str], known: Iterable[str]) -> str:
    names = list(known)
    unknown = [name for name in given if name not in names]
    if not unknown:
        return ""
    meant = PRODUCT_BY_FOLDER.get(unknown[0]) if noun == "product" else None
    hint = f"did you mean {meant!r}?" if meant else did_you_mean(unknown[0], names)
    return f"error: {unknown[0]!r} is not a {noun}\n    {hint}"


def requested_limits(request: BuildRequest) -> Limits:
    """Return the limits of a request; by default the usual ones."""
    from punchboard.sandbox import LIMITS  # noqa: PLC0415

    return LIMITS._replace(
        seconds=request.seconds or LIMITS.seconds,
        megabytes=request.megabytes or LIMITS.megabytes,
    )


def build_sandboxed(
    orders: Sequence[BuildOrder], request: BuildRequest, finished: Callable[[BuildOrder, BuildResult], None]
) -> list[BuildResult]:
    """Return the result of each game, in the order of `orders`.

    Args:
        orders: the games to build.
        request: has the limits and the number of processes.
        finished: called with each result, in the order of the games.
    """
    from concurrent.futures import ThreadPoolExecutor  # noqa: PLC0415

    from punchboard.sandbox import build  # noqa: PLC0415 - few builds are sandboxed

    limits, results = requested_limits(request), []
    with ThreadPoolExecutor(min(len(orders), request.workers)) as threads:
        built = threads.map(lambda order: build(order.game, order.options, limits), orders)
        for order, result in zip(orders, built, strict=True):
            finished(order, result)
            results.append(result)
    return results
