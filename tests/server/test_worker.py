"""Helpers: processes that do one job after another, are ended at any time, and begin anew with the next job."""

from __future__ import annotations

import asyncio

import pytest

from punchboard.server.full_check import PlayJob, StageProblems, run_play_check
from punchboard.server.worker import WorkerLostError, WorkerProcess, WorkerTimeoutError


@pytest.fixture
def with_helper():
    """Runs a test's work with a helper that plays games."""

    def with_helper(work):
        async def run():
            helper = WorkerProcess(run_play_check)
            try:
                return await asyncio.wait_for(work(helper), 60)
            finally:
                helper.close()

        return asyncio.run(run())

    return with_helper


async def results(helper, job, *wanted):
    return [found async for found in helper.results(job, *wanted)]


def test_jobs_are_done_in_turn_by_one_process(workspace, with_helper):
    """Two that are asked for at once get their own answers."""

    async def work(helper):
        jobs = [PlayJob(workspace.path, game) for game in ("grove", "shore")]
        found = await asyncio.gather(*(results(helper, job) for job in jobs))
        assert found == [[StageProblems("played", ())]] * 2
        process = helper._process.pid
        await results(helper, jobs[0])
        assert helper._process.pid == process

    with_helper(work)


def test_a_job_that_nobody_wants_any_more_is_passed_over(workspace, with_helper):
    """It is asked for when its turn comes, as files may have changed while it waited."""

    async def work(helper):
        assert await results(helper, PlayJob(workspace.path, "grove"), lambda: False) == []
        assert helper._process is None

    with_helper(work)


def test_a_fault_is_told_and_the_helper_goes_on(workspace, with_helper):
    """What it was is said, without a traceback."""

    async def work(helper):
        with pytest.raises(WorkerLostError, match="AttributeError"):
            await results(helper, "no job")
        assert await results(helper, PlayJob(workspace.path, "grove")) == [StageProblems("played", ())]

    with_helper(work)


def test_a_helper_that_was_ended_begins_anew(workspace, with_helper):
    """Whoever waits for it is told at once."""

    async def work(helper):
        job = PlayJob(workspace.path, "grove")
        waiting = asyncio.create_task(results(helper, job))
        while helper._process is None:
            await asyncio.sleep(0.01)
        helper.stop()
        with pytest.raises(WorkerLostError, match="was ended"):
            await waiting
        assert await results(helper, job) == [StageProblems("played", ())]

    with_helper(work)


def test_a_closed_helper_begins_nothing(workspace, with_helper):
    """The server is at its end."""

    async def work(helper):
        helper.close()
        with pytest.raises(WorkerLostError):
            await results(helper, PlayJob(workspace.path, "grove"))
        assert helper._process is None

    with_helper(work)


def test_a_job_that_takes_too_long_is_ended(workspace, with_helper):
    """A process that needs more than no time at all; with more time the next job is done by another."""

    async def work(helper):
        job, helper._seconds = PlayJob(workspace.path, "grove"), 0
        with pytest.raises(WorkerTimeoutError):
            await results(helper, job)
        helper._seconds = 60
        assert await results(helper, job) == [StageProblems("played", ())]

    with_helper(work)
