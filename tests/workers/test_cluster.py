"""``--cluster`` with Dask's real scheduler and workers, some of which are killed during a build."""

from __future__ import annotations

import gc
import json
import os
import signal
import subprocess
import sys
import time

import pytest

from punchboard.build.pipeline import build
from punchboard.cli.build import cluster
from punchboard.cli.build.cluster import build_on_cluster
from punchboard.problem import ProblemsFound

pytestmark = [pytest.mark.slow, pytest.mark.unix, pytest.mark.filterwarnings("ignore")]

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


@pytest.fixture
def empty(tmp_path):
    """The address of a scheduler without workers, in a process of its own."""
    scheduler_file = tmp_path / "scheduler.json"
    words = ("--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--scheduler-file", scheduler_file)
    script = "from distributed.cli.dask_scheduler import main; main()"
    process = subprocess.Popen(
        [sys.executable, "-c", script, *map(str, words)], stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    deadline = time.monotonic() + 60
    while not scheduler_file.exists() and process.poll() is None and time.monotonic() < deadline:
        time.sleep(0.05)
    time.sleep(0.2)  # until the file is complete
    yield json.loads(scheduler_file.read_text(encoding="utf-8"))["address"]
    process.kill()  # after SIGTERM it may wait forever
    process.wait(30)


def command(order, address, *words):
    """Return the command line that builds a game on a cluster."""
    place = ("--workspace", order.options.workspace, "--out", order.options.out)
    return [sys.executable, "-m", "punchboard", "build", *place, "--cluster", address, *words]


def wait_for_busy_worker(client, least=1):
    """Wait until a worker has jobs, and return its process id."""
    deadline = time.monotonic() + 60
    pids = client.run(os.getpid)
    while time.monotonic() < deadline:
        busy = [worker for worker, jobs in client.processing().items() if len(jobs) >= least]
        if busy:
            return pids[busy[0]]
        time.sleep(0.02)
    raise AssertionError("no worker had any jobs")


@pytest.mark.parametrize("times", range(3))
def test_another_worker_takes_over_the_job_of_a_killed_worker(local, order, alone, read_output, times):
    """Nothing is reported, and the output is complete."""
    _, expected = alone()
    one = order()
    with distributed.Client(local) as client:
        running = subprocess.Popen(command(one, local.scheduler_address), stderr=subprocess.PIPE, text=True)
        killed = wait_for_busy_worker(client)
        time.sleep(0.3 * times)
        os.kill(killed, signal.SIGKILL)
        _, errors = running.communicate(timeout=120)
        assert killed not in client.run(os.getpid).values()
    assert (running.returncode, errors) == (0, "")
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
    scheduler_file = tmp_path / "scheduler.json"
    dask = [sys.executable, "-m", "distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", "0"]
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    scheduler = subprocess.Popen([*dask, "--no-dashboard", "--scheduler-file", scheduler_file], **quiet)
    try:
        with distributed.Client(scheduler_file=str(scheduler_file), timeout=60) as client:
            address = client.scheduler.address
            worker = subprocess.Popen(
                [sys.executable, "-m", "distributed.cli.dask_worker", address, "--nthreads", "1", "--no-dashboard"],
                **quiet,
            )
            client.wait_for_workers(1, timeout=60)
            running = subprocess.Popen(command(one, address), stderr=subprocess.PIPE, text=True)
            wait_for_busy_worker(client)
            scheduler.kill()
            _, errors = running.communicate(timeout=120)
    finally:
        for process in (scheduler, worker):
            process.kill()
            process.wait()
    assert running.returncode == 1
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


def test_a_scheduler_without_workers_is_reported(order, empty):
    """The build would never end."""
    done = subprocess.run(command(order(), empty), capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 2
    assert f"error BUILD002: the scheduler at {empty} has no workers" in done.stderr


def test_a_cluster_reports_the_problems_that_a_local_build_reports(local, order, workspace, alone):
    """They name the user's own files, and nothing is written."""
    (workspace("grove") / "cards.csv").write_text("nr,suit,copies,title\n1,stars,2,Root\n", encoding="utf-8")
    built, _ = alone()
    one = order()
    assert build_on_cluster(local.scheduler_address, [one], None, lambda *_: None, bar=False) == [built]
    assert not one.options.out.exists()
