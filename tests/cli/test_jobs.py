"""Parallel builds and languages: `--jobs`, `--locale` and `--cluster`."""

from __future__ import annotations

import errno
import json
from concurrent.futures import Future
from threading import Timer

import pytest
from patience import PATIENCE

from punchboard.build_result import BuildResult
from punchboard.cli.build import parallel
from punchboard.cli.build.parallel import RunningBuild, build_all, build_on_workers
from punchboard.cli.commands import check
from punchboard.pipeline import BuildOptions, deck_chunks
from punchboard.render.pdf.drawing import sections
from punchboard.workers import process_pool
from punchboard.workers.build_order import BuildOrder

pytestmark = [pytest.mark.slow, pytest.mark.unix]


@pytest.fixture
def orders(workspace):
    """Return a function that adds games and returns their build orders."""

    def make(*names, **options):
        for name in names:
            workspace.add(name)
        return [BuildOrder(name, BuildOptions(workspace.path, workspace.path / "output", **options)) for name in names]

    return make


@pytest.fixture
def split_games(monkeypatch):
    """The games that were split into parts."""
    found = []

    def spy(desk, number, order, read, known=parallel._start_in_parts):
        found.append(order.game)
        return known(desk, number, order, read)

    monkeypatch.setattr(parallel, "_start_in_parts", spy)
    return found


@pytest.mark.every_case
@pytest.mark.parametrize(
    ("names", "processes", "parts"),
    [
        (("ash",), 2, ["ash"]),
        (("ash",), 1, []),
        (("ash", "birch"), 2, []),
        (("ash", "birch", "cedar"), 2, ["ash"]),
        (("ash", "birch"), 3, ["ash", "birch"]),
    ],
)
def test_games_that_do_not_divide_evenly_are_split(orders, split_games, names, processes, parts):
    """The smallest ones are split, so that no process waits for another's whole game; results come in order."""
    reported = []
    results = build_all(orders(*names), processes, lambda order, _built: reported.append(order.game), bar=False)
    assert [result.game for result in results] == reported == list(names)
    assert not any(result.has_errors for result in results)
    assert sorted(split_games) == parts


def test_a_game_that_ends_between_two_looks_is_reported_at_once(orders):
    """Not only with the next one that ends, which may take minutes."""
    games = orders("ash", "birch")
    futures, reported = (Future(), Future()), []
    timeout = Timer(PATIENCE, futures[1].set_result, [BuildResult("birch")])

    def is_over(number):
        over = futures[number].done()
        if number == 0 and not over:
            futures[0].set_result(BuildResult("ash"))
        return over

    def start(number, _order, _apart):
        return RunningBuild(number, (futures[number],), futures[number].result, lambda: is_over(number))

    def finished(order, _built):
        reported.append((order.game, futures[1].done()))
        timeout.cancel()
        if not futures[1].done():
            futures[1].set_result(BuildResult("birch"))

    timeout.start()
    build_on_workers(start, 2, games, finished, bar=False)
    assert reported == [("ash", False), ("birch", True)]


@pytest.mark.parametrize("names", [("ash",), ("ash", "birch")])
def test_builds_in_spawned_processes_write_the_same_files(orders, workspace, monkeypatch, names):
    """Windows, macOS and some Pythons do not fork; the parts of one game, or whole games, are built all the same."""
    ordered = orders(*names)
    for method in ("fork", "spawn"):
        for module in (parallel, process_pool):
            monkeypatch.setattr(module, "start_method", lambda method=method: method)
        builds = [order._replace(options=order.options._replace(out=workspace.path / method)) for order in ordered]
        results = build_all(builds, 2, lambda *_: None, bar=False)
        assert [(result.game, result.problems) for result in results] == [(name, ()) for name in names]
    forked, spawned = (
        {path.relative_to(folder): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}
        for folder in (workspace.path / "fork", workspace.path / "spawn")
    )
    assert len(forked) > 5 * len(names)
    assert spawned == forked


@pytest.fixture(params=["no semaphores", "no processes"])
def without_processes(request, monkeypatch):
    """A system without semaphores or new processes, as in small containers; the list of what it refused."""
    refused = []

    def refuse(*_args, **_how):
        refused.append(request.param)
        raise OSError(errno.EROFS if request.param == "no semaphores" else errno.EAGAIN, "refused")

    where = "multiprocessing.synchronize.SemLock.__init__" if request.param == "no semaphores" else "os.fork"
    monkeypatch.setattr(where, refuse)
    return refused


@pytest.mark.parametrize("names", [("ash",), ("ash", "birch", "cedar")])
def test_builds_work_without_worker_processes(orders, without_processes, names):
    """Split or not: no result is lost, and no message is printed."""
    reported = []
    results = build_all(orders(*names), 2, lambda order, _built: reported.append(order.game), bar=False)
    assert without_processes
    assert [(result.game, result.problems) for result in results] == [(name, ()) for name in names]
    assert reported == list(names)


def test_checks_work_without_worker_processes(orders, without_processes, monkeypatch):
    """As builds do."""
    monkeypatch.setattr("os.cpu_count", lambda: 2)
    first, second = orders("ash", "birch")
    found = check._check_all([first.game, second.game], check.CheckRequest(workspace=first.options.workspace))
    assert without_processes
    assert [(checked.name, checked.problems) for checked, _ in found] == [("ash", ()), ("birch", ())]


def test_a_small_game_stays_in_one_process(orders, split_games, monkeypatch):
    """Starting workers takes longer than the build; they are started on request."""
    monkeypatch.setattr("os.cpu_count", lambda: 4)
    build_all(orders("ash"), None, lambda *_: None, bar=False)
    assert split_games == []


def test_one_product_stays_in_one_process(orders, split_games):
    """There is nothing to split."""
    build_all(orders("ash", only=("rulebook",)), 2, lambda *_: None, bar=False)
    assert split_games == []


@pytest.mark.parametrize(("processes", "shared"), [(1, []), (2, [2]), (3, [3])])
def test_one_game_gets_the_requested_number_of_workers(orders, monkeypatch, processes, shared):
    """They draw a deck that has several chunks."""
    monkeypatch.setattr(deck_chunks, "MIN_SPLIT_FACES", 2)
    monkeypatch.setattr(sections, "MIN_PAGES", 1)
    asked, known = [], process_pool.map_in_workers

    def spy(count):
        asked.append(count)
        return known(count)

    monkeypatch.setattr(process_pool, "map_in_workers", spy)
    (order,) = orders("ash", only=("sheets/fronts",), papers=("a4",))
    rows = "".join(f"{number},1,Root {number},Draw.\n" for number in range(1, 31))
    table = order.options.workspace / "catalog/ash/cards.csv"
    table.write_text(f"nr,copies,title,text\n{rows}", encoding="utf-8")
    (built,) = build_all([order], processes, lambda *_: None, bar=False)
    assert not built.has_errors
    assert asked == shared


@pytest.fixture
def translated(workspace):
    """Return a workspace with a game in three languages and one in one."""
    for name in ("ash", "birch"):
        workspace.add(name)
    for language in ("de", "fr"):
        (workspace.path / "catalog/ash/locale" / language).mkdir(parents=True)
    return workspace


@pytest.mark.every_case
@pytest.mark.parametrize(
    ("words", "outputs"),
    [
        (("--locale", "de"), ["ash-de"]),
        (("--locale", "de", "--locale", "fr"), ["ash-de", "ash-fr"]),
        (("--locale", "en", "--locale", "fr"), ["ash", "ash-fr", "birch"]),
        (("--locale", "all"), ["ash", "ash-de", "ash-fr", "birch"]),
        (("ash", "--locale", "all", "--locale", "de"), ["ash", "ash-de", "ash-fr"]),
    ],
)
def test_several_languages_are_built_at_once(translated, words, outputs):
    """A game's own language is one of them, and needs no folder."""
    ran = translated.run("build", *words, "--only", "sheets/fronts", "--paper", "a4", "--jobs", "2", "--json")
    ran.without_traceback()
    assert ran.status == 0, ran.out
    assert sorted(path.name for path in translated.output.iterdir() if path.name[0] != ".") == outputs
    if len(outputs) > len({name.partition("-")[0] for name in outputs}):
        assert [built["game"] for built in json.loads(ran.out)["built"]] == outputs


@pytest.mark.parametrize("words", [("--locale", "de", "--locale", "xx"), ("--locale", "xx", "--locale", "all")])
def test_a_language_that_no_game_has_is_a_usage_error(translated, words):
    """Whatever other languages are requested."""
    ran = translated.run("build", *words)
    assert (ran.status, "no game has a translation 'xx'" in ran.err) == (2, True)


def test_a_missing_dask_is_one_problem(translated, monkeypatch):
    """With the command to install it."""
    from punchboard.cli.build import cluster
    from punchboard.problem import ProblemsFound

    monkeypatch.setitem(__import__("sys").modules, "distributed", None)
    with pytest.raises(ProblemsFound) as found:
        cluster.build_on_cluster("tcp://127.0.0.1:1", [], None, lambda *_: None, bar=False)
    (problem,) = found.value.problems
    assert (problem.rule, problem.hint) == ("BUILD002", "pip install 'punchboard[cluster]'")
