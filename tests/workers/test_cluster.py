"""``--cluster`` with Dask's real scheduler and workers, some of which are killed during a build."""

from __future__ import annotations

import gc
import json
import os
import signal
import subprocess
import sys
from contextlib import ExitStack, contextmanager, suppress

import pytest
from patience import PATIENCE, eventually

from punchboard.cli.build import cluster
from punchboard.cli.build.cluster import build_on_cluster
from punchboard.pipeline.build import build
from punchboard.problem import ProblemsFound

pytestmark = [pytest.mark.slow, pytest.mark.alone, pytest.mark.unix, pytest.mark.filterwarnings("ignore")]

distributed = pytest.importorskip("distributed")


@pytest.fixture(autouse=True)
def _uncollected():
    """Switch off garbage collection: it may take longer than Dask waits for its own thread to start."""
    was = gc.isenabled()
    gc.disable()
    yield
    if was:
        gc.enable()


@pytest.fixture
def local():
    """A scheduler on this machine with two workers, each a process with one thread."""
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as found:
        yield found


@contextmanager
def running(command, **how):
    """Start a process and provide it; it is killed at the end, since after SIGTERM Dask may wait forever."""
    process = subprocess.Popen(command, **{"stdin": subprocess.DEVNULL, **how})
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


@contextmanager
def dask(role, *words):
    """Start a scheduler or a worker of Dask."""
    script = f"from distributed.cli.dask_{role} import main; main()"
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    with running([sys.executable, "-c", script, *words, "--no-dashboard"], **quiet) as process:
        yield process


@contextmanager
def scheduler(folder):
    """Start a scheduler without workers; provide its process and its address."""
    file = folder / "scheduler.json"
    words = ("--host", "127.0.0.1", "--port", "0", "--scheduler-file", str(file))

    def address():
        assert process.poll() is None
        with suppress(OSError, ValueError):  # the file is not there yet, or not complete
            return json.loads(file.read_text(encoding="utf-8"))["address"]

    with dask("scheduler", *words) as process:
        yield process, eventually(address, "the address of the scheduler")


@pytest.fixture
def empty(tmp_path):
    """The address of a scheduler without workers, in a process of its own."""
    with scheduler(tmp_path) as (_, address):
        yield address


def command(order, address, *words):
    """Return the command line that builds a game on a cluster."""
    place = ("--workspace", order.options.workspace, "--out", order.options.out)
    return [sys.executable, "-m", "punchboard", "build", *place, "--cluster", address, *words]


def is_forgotten(client, killed):
    """Return whether the scheduler knows that a worker was killed; until then it fails to reach that one."""
    with suppress(OSError):
        return killed not in client.run(os.getpid).values()
    return False


def busy_worker(client, least=1):
    """Wait until a worker has jobs, and return its process id."""
    pids = client.run(os.getpid)

    def busy():
        return [pids[worker] for worker, jobs in client.processing().items() if len(jobs) >= least]

    return eventually(busy, "a worker with jobs")[0]


def jobs(client):
    """Return how many jobs the workers have."""
    return sum(map(len, client.processing().values()))


@pytest.mark.parametrize("done", range(3))
def test_another_worker_takes_over_the_job_of_a_killed_worker(local, order, alone, read_output, done):
    """Nothing is reported, and the output is complete; the worker dies when 0, 1 or 2 jobs are done."""
    _, expected = alone()
    one = order()
    with (
        distributed.Client(local) as client,
        running(command(one, local.scheduler_address), stderr=subprocess.PIPE, text=True) as building,
    ):
        killed, first = busy_worker(client), jobs(client)
        eventually(lambda: jobs(client) <= max(first - done, 0) or building.poll() is not None, "the first jobs")
        os.kill(killed, signal.SIGKILL)
        _, errors = building.communicate(timeout=PATIENCE)
        eventually(lambda: is_forgotten(client, killed), "the scheduler to forget the killed worker")
    assert (building.returncode, errors) == (0, "")
    assert read_output(one) == expected


def test_more_games_than_workers_are_built_as_one_job_each(local, order, alone, read_output):
    """Their results are reported in the order of the games."""
    names = ("ash", "birch", "cedar")
    done = []
    orders = [order(name, only=("sheets", "reference")) for name in names]
    address = local.scheduler_address
    results = build_on_cluster(address, orders, None, lambda one, _built: done.append(one.game), bar=False)
    assert done == list(names)
    for one, result in zip(orders, results, strict=True):
        here = one._replace(options=one.options._replace(out=one.options.out.with_name("here")))
        assert build(*here) == result
        assert read_output(one) == read_output(here)


def test_a_scheduler_that_is_killed_during_a_build_is_reported(order, tmp_path, read_output):
    """The last good output stays."""
    one = order()
    build(*one)
    before = read_output(one)
    (one.options.workspace / "catalog/grove/cards.csv").write_text("nr,suit,copies,title\n1,sun,9,New\n")
    with ExitStack() as started:
        process, address = started.enter_context(scheduler(tmp_path))
        client = started.enter_context(distributed.Client(address, timeout=PATIENCE))
        started.enter_context(dask("worker", address, "--nthreads", "1"))
        client.wait_for_workers(1, timeout=PATIENCE)
        building = started.enter_context(running(command(one, address), stderr=subprocess.PIPE, text=True))
        busy_worker(client)
        process.kill()
        _, errors = building.communicate(timeout=PATIENCE)
    assert building.returncode == 1
    assert "Traceback" not in errors
    assert "error BUILD001: the process that built this game was lost" in errors
    assert read_output(one) == before


def test_an_address_without_a_scheduler_is_reported(order, monkeypatch):
    """The hint says how to start a scheduler."""
    monkeypatch.setattr(cluster, "TIMEOUT", 1)
    for address in ("tcp://127.0.0.1:9", "nonsense://x", "tcp://", "127.0.0.1"):
        with pytest.raises(ProblemsFound) as found:
            build_on_cluster(address, [order()], None, lambda *_: None, bar=False)
        (problem,) = found.value.problems
        assert (problem.rule, problem.place.file) == ("BUILD002", "--cluster")
        assert repr(address) in problem.message
        assert "dask scheduler" in problem.hint


def test_every_error_of_the_connection_is_reported(order, monkeypatch):
    """Dask fails with an AssertionError on a machine that is too busy to answer in time."""

    def busy(*_args, **_options):
        raise AssertionError

    monkeypatch.setattr(distributed, "Client", busy)
    with pytest.raises(ProblemsFound) as found:
        build_on_cluster("tcp://127.0.0.1:9", [order()], None, lambda *_: None, bar=False)
    assert found.value.problems[0].message == "no scheduler answers at 'tcp://127.0.0.1:9': AssertionError"


def test_a_scheduler_without_workers_is_reported(order, empty, monkeypatch):
    """The build would never end."""
    monkeypatch.setattr(cluster, "WAIT_FOR_WORKERS", 0.1)
    with pytest.raises(ProblemsFound) as found:
        build_on_cluster(empty, [order()], None, lambda *_: None, bar=False)
    assert [(one.rule, one.message) for one in found.value.problems] == [
        ("BUILD002", f"the scheduler at {empty} has no workers")
    ]


def test_a_cluster_reports_the_problems_that_a_local_build_reports(local, order, workspace, alone):
    """They name the user's own files, and nothing is written."""
    (workspace("grove") / "cards.csv").write_text("nr,suit,copies,title\n1,stars,2,Root\n", encoding="utf-8")
    built, _ = alone()
    one = order()
    assert build_on_cluster(local.scheduler_address, [one], None, lambda *_: None, bar=False) == [built]
    assert not one.options.out.exists()
