"""Worker processes: they do one job after another, can be stopped at any time, and start again with the next job."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import threading
from contextlib import suppress
from multiprocessing.process import BaseProcess

import pytest
from patience import PATIENCE, eventually, eventually_async
from tests.server.conftest import processes

from punchboard.server.full_check import PlayJob, StageProblems, run_play_check
from punchboard.server.worker import WorkerHere, WorkerLostError, WorkerProcess, WorkerTimeoutError

SERVER = """\
import asyncio
import os
import signal

from punchboard.server.worker import WorkerProcess


def endless(_job):
    yield os.getpid()
    signal.pause()


async def run():
    async for pid in WorkerProcess(endless).results(None):
        print(pid, flush=True)


if __name__ == "__main__":
    asyncio.run(run())
"""
"""A program with a worker whose job never ends."""


@pytest.fixture
def with_worker():
    """Runs a test with a worker that plays games."""

    def with_worker(work):
        async def run():
            worker = WorkerProcess(run_play_check)
            try:
                return await asyncio.wait_for(work(worker), PATIENCE)
            finally:
                worker.close()

        return asyncio.run(run())

    return with_worker


async def results(worker, job, *wanted):
    return [found async for found in worker.results(job, *wanted)]


def test_one_process_does_jobs_in_order(workspace, with_worker):
    """Two jobs sent at once get their own results."""

    async def work(worker):
        jobs = [PlayJob(workspace.path, game) for game in ("grove", "shore")]
        found = await asyncio.gather(*(results(worker, job) for job in jobs))
        assert found == [[StageProblems("played", ())]] * 2
        process = worker._process.pid
        await results(worker, jobs[0])
        assert worker._process.pid == process

    with_worker(work)


def test_a_process_that_is_being_stopped_gets_no_further_job(workspace, with_worker, monkeypatch):
    """It counts as alive until the system has ended it; the next job is done by another one."""

    async def work(worker):
        job = PlayJob(workspace.path, "grove")
        await results(worker, job)
        process = worker._process
        with monkeypatch.context() as patch:
            patch.setattr(BaseProcess, "is_alive", lambda _process: True)
            worker.stop()
            assert await results(worker, job) == [StageProblems("played", ())]
        assert worker._process is not process

    with_worker(work)


def test_a_job_that_is_no_longer_wanted_is_skipped(workspace, with_worker):
    """This is decided when its turn comes, as files may have changed while it waited."""

    async def work(worker):
        assert await results(worker, PlayJob(workspace.path, "grove"), lambda: False) == []
        assert worker._process is None

    with_worker(work)


def test_a_bug_is_reported_and_the_worker_continues(workspace, with_worker):
    """The message names the error, without a traceback."""

    async def work(worker):
        with pytest.raises(WorkerLostError, match="AttributeError"):
            await results(worker, "no job")
        assert await results(worker, PlayJob(workspace.path, "grove")) == [StageProblems("played", ())]

    with_worker(work)


def test_a_stopped_worker_starts_again(workspace, with_worker):
    """The caller that waits for it gets an error at once."""

    async def work(worker):
        job = PlayJob(workspace.path, "grove")
        waiting = asyncio.create_task(results(worker, job))
        await eventually_async(lambda: worker._process, "the process")
        worker.stop()
        with pytest.raises(WorkerLostError, match="was stopped"):
            await waiting
        assert await results(worker, job) == [StageProblems("played", ())]

    with_worker(work)


def test_a_closed_worker_does_not_start(workspace, with_worker):
    """The server is shutting down."""

    async def work(worker):
        worker.close()
        with pytest.raises(WorkerLostError):
            await results(worker, PlayJob(workspace.path, "grove"))
        assert worker._process is None

    with_worker(work)


def test_a_job_that_takes_too_long_is_stopped(workspace, with_worker):
    """With a limit of no time at all; with more time, another process does the next job."""

    async def work(worker):
        job, worker._seconds = PlayJob(workspace.path, "grove"), 0
        with pytest.raises(WorkerTimeoutError):
            await results(worker, job)
        worker._seconds = PATIENCE
        assert await results(worker, job) == [StageProblems("played", ())]

    with_worker(work)


def test_a_worker_closed_while_it_starts_is_stopped(workspace, with_worker, monkeypatch):
    """The task that wanted it is gone by then."""
    begun, go, processes, start = threading.Event(), threading.Event(), [], BaseProcess.start

    def slow(process):
        processes.append(process)
        begun.set()
        go.wait(PATIENCE)
        start(process)

    monkeypatch.setattr(BaseProcess, "start", slow)

    async def work(worker):
        waiting = asyncio.create_task(results(worker, PlayJob(workspace.path, "grove")))
        await eventually_async(begun.is_set, "the start")
        worker.close()
        waiting.cancel()
        await asyncio.gather(waiting, return_exceptions=True)
        go.set()
        await eventually_async(lambda: processes[0].pid and not processes[0].is_alive(), "the end of the process")

    with_worker(work)


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_a_worker_ends_with_the_process_that_started_it(tmp_path):
    """Even if that is killed while the worker is in the middle of a job."""
    script = tmp_path / "server.py"
    script.write_text(SERVER, encoding="utf-8")
    with subprocess.Popen(
        [sys.executable, script], stdout=subprocess.PIPE, text=True, start_new_session=True
    ) as server:
        try:
            assert int(server.stdout.readline()) != server.pid
            server.kill()
            server.wait()
            eventually(lambda: not processes(server.pid), lambda: processes(server.pid))
        finally:
            for process in {server.pid, *processes(server.pid)}:
                with suppress(ProcessLookupError):
                    os.kill(process, signal.SIGKILL)


def test_a_worker_here_lets_others_work_after_each_result():
    """Two jobs wait for each other; other work goes on between two results; a job that nobody wants is left out."""
    done = []

    def letters(job):
        for letter in job:
            done.append(letter)
            yield letter

    async def other():
        for number in "12":
            done.append(number)
            await asyncio.sleep(0)

    async def run():
        worker = WorkerHere(letters)
        found = await asyncio.gather(results(worker, "ab"), results(worker, "cd"), other())
        assert found[:2] == [["a", "b"], ["c", "d"]]
        assert await results(worker, "e", lambda: False) == []

    asyncio.run(run())
    assert "".join(filter(str.isalpha, done)) == "abcd"
    assert done.index("2") < done.index("c")


def test_a_worker_here_reports_a_bug_and_can_be_stopped():
    """Between two results; it then does the next job. A closed one does none."""

    def letters(job):
        for letter in job:
            if letter == "?":
                raise ValueError("no letter")
            if letter == "!":
                worker.stop()
            yield letter

    worker = WorkerHere(letters)

    async def run():
        with pytest.raises(WorkerLostError, match="ValueError: no letter"):
            await results(worker, "a?")
        with pytest.raises(WorkerLostError, match="stopped"):
            await results(worker, "a!b")
        assert await results(worker, "ab") == ["a", "b"]
        worker.close()
        with pytest.raises(WorkerLostError, match="stopped"):
            await results(worker, "ab")

    asyncio.run(run())
