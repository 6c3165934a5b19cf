"""What is built by how many processes, and in which languages."""

from __future__ import annotations

import errno
import json
from concurrent.futures import Future
from threading import Timer

import pytest

from punchboard.build.options import BuildOptions
from punchboard.build_result import BuildResult
from punchboard.cli.build import parallel
from punchboard.cli.build.parallel import RunningBuild, build_all, build_on_workers
from punchboard.cli.check import check
from punchboard.workers import process_pool
from punchboard.workers.build_order import BuildOrder


@pytest.fixture
def orders(workspace):
    """Return a function that makes orders of games that are there."""

    def make(*names, **options):
        for name in names:
            workspace.add(name)
        return [BuildOrder(name, BuildOptions(workspace.path, workspace.path / "output", **options)) for name in names]

    return make


@pytest.fixture
def apart(monkeypatch):
    """The games that were built in parts."""
    found = []

    def noted(desk, number, order, read, known=parallel._start_in_parts):
        found.append(order.game)
        return known(desk, number, order, read)

    monkeypatch.setattr(parallel, "_start_in_parts", noted)
    return found


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
def test_what_does_not_come_out_even_is_built_in_parts(orders, apart, names, processes, parts):
    """The lightest are, so that no process waits while another has a whole game to make; results come in order."""
    told = []
    results = build_all(orders(*names), processes, lambda order, _built: told.append(order.game), bar=False)
    assert [result.game for result in results] == told == list(names)
    assert not any(result.has_errors for result in results)
    assert sorted(apart) == parts


def test_a_game_that_ends_just_after_it_was_looked_at_is_told_at_once(orders):
    """And not with the next one that ends: that may be minutes later."""
    games = orders("ash", "birch")
    futures, told = (Future(), Future()), []
    late = Timer(20, futures[1].set_result, [BuildResult("birch")])

    def is_over(number):
        over = futures[number].done()
        if number == 0 and not over:
            futures[0].set_result(BuildResult("ash"))
        return over

    def start(number, _order, _apart):
        return RunningBuild(number, (futures[number],), futures[number].result, lambda: is_over(number))

    def finished(order, _built):
        told.append((order.game, futures[1].done()))
        late.cancel()
        if not futures[1].done():
            futures[1].set_result(BuildResult("birch"))

    late.start()
    build_on_workers(start, 2, games, finished, bar=False)
    assert told == [("ash", False), ("birch", True)]


@pytest.fixture(params=["no semaphores", "no processes"])
def refusing(request, monkeypatch):
    """A system that gives no processes, or nothing that they could agree by, as small containers; what it refused."""
    refused = []

    def refuse(*_args, **_how):
        refused.append(request.param)
        raise OSError(errno.EROFS if request.param == "no semaphores" else errno.EAGAIN, "refused")

    where = "multiprocessing.synchronize.SemLock.__init__" if request.param == "no semaphores" else "os.fork"
    monkeypatch.setattr(where, refuse)
    return refused


@pytest.mark.parametrize("names", [("ash",), ("ash", "birch", "cedar")])
def test_what_the_system_gives_no_processes_for_is_built_in_this_one(orders, refusing, names):
    """In parts or whole: nothing is lost, and nothing is said."""
    told = []
    results = build_all(orders(*names), 2, lambda order, _built: told.append(order.game), bar=False)
    assert refusing
    assert [(result.game, result.problems) for result in results] == [(name, ()) for name in names]
    assert told == list(names)


def test_games_are_checked_in_this_process_where_the_system_gives_no_others(orders, refusing, monkeypatch):
    """As they are built."""
    monkeypatch.setattr("os.cpu_count", lambda: 2)
    first, second = orders("ash", "birch")
    found = check._check_all([first.game, second.game], check._CheckOptions(first.options.workspace, (), None, ""))
    assert refusing
    assert [(checked.name, checked.problems) for checked, _ in found] == [("ash", ()), ("birch", ())]


def test_a_small_game_stays_in_one_process(orders, apart, monkeypatch):
    """Further processes would take longer to begin than it takes to build; they come where they are asked for."""
    monkeypatch.setattr("os.cpu_count", lambda: 4)
    build_all(orders("ash"), None, lambda *_: None, bar=False)
    assert apart == []


def test_one_product_stays_in_one_process(orders, apart):
    """There is nothing to share out."""
    build_all(orders("ash", only=("rulebook",)), 2, lambda *_: None, bar=False)
    assert apart == []


@pytest.mark.parametrize(("processes", "shared"), [(1, []), (2, [2]), (3, [3])])
def test_one_game_is_built_with_the_workers_that_were_asked_for(orders, monkeypatch, processes, shared):
    """Where it is built in one go: they are there for a deck that is large."""
    asked, known = [], process_pool.map_in_workers

    def noted(count):
        asked.append(count)
        return known(count)

    monkeypatch.setattr(process_pool, "map_in_workers", noted)
    (order,) = orders("ash", only=("sheets/fronts",), papers=("a4",))
    (built,) = build_all([order], processes, lambda *_: None, bar=False)
    assert not built.has_errors
    assert asked == shared


@pytest.fixture
def spoken(workspace):
    """Return a workspace with a game in three languages and one in one."""
    for name in ("ash", "birch"):
        workspace.add(name)
    for language in ("de", "fr"):
        (workspace.path / "catalog/ash/locale" / language).mkdir(parents=True)
    return workspace


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
def test_several_languages_are_built_at_once(spoken, words, outputs):
    """A game's own language is one of them, and needs no folder."""
    ran = spoken.run("build", *words, "--only", "sheets/fronts", "--paper", "a4", "--jobs", "2", "--json")
    ran.without_traceback()
    assert ran.status == 0, ran.out
    assert sorted(path.name for path in spoken.output.iterdir() if path.name[0] != ".") == outputs
    if len(outputs) > len({name.partition("-")[0] for name in outputs}):
        assert [built["game"] for built in json.loads(ran.out)["built"]] == outputs


@pytest.mark.parametrize("words", [("--locale", "de", "--locale", "xx"), ("--locale", "xx", "--locale", "all")])
def test_a_language_that_no_game_has_is_told(spoken, words):
    """Whatever else is asked for."""
    ran = spoken.run("build", *words)
    assert (ran.status, "no game has a translation 'xx'" in ran.err) == (2, True)


def test_a_cluster_that_is_not_there_is_told(spoken, monkeypatch):
    """In one line, with what to do."""
    from punchboard.cli.build import cluster
    from punchboard.problem import ProblemsFound

    monkeypatch.setitem(__import__("sys").modules, "distributed", None)
    with pytest.raises(ProblemsFound) as found:
        cluster.build_on_cluster("tcp://127.0.0.1:1", [], None, lambda *_: None, bar=False)
    (problem,) = found.value.problems
    assert (problem.rule, problem.hint) == ("BUILD002", "pip install 'punchboard[cluster]'")
