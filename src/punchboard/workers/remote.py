"""Jobs for workers on other machines: the job, the files it needs and its result are sent as bytes.

`run_remote_job` takes plain values only, so that two different versions of this program can detect that they differ.
"""

import pickle
import zlib
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future
from hashlib import blake2b
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple

from punchboard.load.files.snapshot import FileState
from punchboard.problem import Place, Problem
from punchboard.workers.build_order import BuildOrder
from punchboard.workers.compatibility import first_difference, installed_versions
from punchboard.workers.job import BEFORE_PRODUCTS, Failure, Job, JobResult, job_lock, release_composed, run_job
from punchboard.workers.payload import BUILTIN, Payload, pack_game
from punchboard.workspace import use_builtin_folder

RULE: Final = "BUILD002"
PLACE: Final = Place("--cluster")

_FAST: Final = 1
"""The zlib level: layouts are text, which compresses well even at the fastest level."""


class _UnpackedPayload(NamedTuple):
    """A payload that is unpacked on this machine."""

    digest: bytes
    payload: Payload
    folder: TemporaryDirectory[str]
    root: Path


_unpacked: list[_UnpackedPayload] = []
"""The last unpacked payload, or none: the composed game may still read its pictures."""


def run_remote_job(their_versions: dict[str, str], job: bytes, payload: bytes) -> tuple[str, bytes]:
    """Run a job that was sent; return the first difference between both machines, or "", and the pickled result.

    Args:
        their_versions: the versions on the sending machine; see `punchboard.workers.compatibility`.
        job: the pickled job; it is unpickled only when both machines make the same bytes.
        payload: the files that it needs, pickled and compressed.
    """
    difference = first_difference(their_versions, dict(installed_versions()))
    if difference:
        return difference, b""
    sent: Job = pickle.loads(job)  # noqa: S301 - a cluster runs what it is sent, see docs/cluster.md
    with job_lock:
        unpacked = _unpack(payload)
        with use_builtin_folder(unpacked.payload.builtin_in(unpacked.root)):
            options = sent.order.options._replace(workspace=unpacked.root)
            result = run_job(sent._replace(order=sent.order._replace(options=options)))
        return "", pickle.dumps(_with_local_names(result._replace(files_read={}), unpacked))


def _unpack(payload: bytes) -> _UnpackedPayload:
    digest = blake2b(payload, digest_size=16).digest()
    if not _unpacked or _unpacked[0].digest != digest:
        release_composed()
        _remove_unpacked()
        folder = TemporaryDirectory(prefix="punchboard-", ignore_cleanup_errors=True)
        opened: Payload = pickle.loads(zlib.decompress(payload))  # noqa: S301 - as above
        _unpacked.append(_UnpackedPayload(digest, opened, folder, opened.unpack(Path(folder.name).resolve())))
    return _unpacked[0]


def _remove_unpacked() -> None:
    while _unpacked:
        _unpacked.pop().folder.cleanup()


def _with_local_names(result: JobResult, unpacked: _UnpackedPayload) -> JobResult:
    """Return a result whose problems name files by their paths on the machine that sent the job."""

    def renamed(problems: Iterable[Problem]) -> tuple[Problem, ...]:
        return tuple(_with_local_paths(problem, unpacked) for problem in problems)

    failure, summary = result.failure, result.summary
    return result._replace(
        files=tuple(file._replace(problems=renamed(file.problems)) for file in result.files),
        summary=summary and summary._replace(problems=renamed(summary.problems)),
        failure=failure and failure._replace(problems=renamed(failure.problems)),
    )


def _with_local_paths(problem: Problem, unpacked: _UnpackedPayload) -> Problem:
    payload, root = unpacked.payload, str(unpacked.root)

    def local(text: str) -> str:
        return text.replace(f"{root}/{BUILTIN}", payload.builtin_text).replace(root, payload.workspace_text)

    file = problem.place.file
    file = f"{payload.builtin_text}{file.removeprefix(BUILTIN)}" if file.startswith(f"{BUILTIN}/") else local(file)
    message, hint = local(problem.message), local(problem.hint)
    return problem._replace(place=problem.place._replace(file=file), message=message, hint=hint)


class JobSender:
    """Submits jobs to an executor whose workers cannot read this disk, with the files that they need."""

    def __init__(self) -> None:
        self._versions = dict(installed_versions())
        self._payloads: dict[str, bytes] = {}
        self._files_read: dict[str, Mapping[str, FileState]] = {}

    def pack(self, order: BuildOrder) -> None:
        """Pack the files that the jobs of a game need, before `submit` is called for it.

        Raises:
            ProblemsFound: FILE005 when files keep changing while they are packed.
        """
        payload, self._files_read[order.output] = pack_game(order.game, order.options.workspace, order.options.out)
        self._payloads[order.output] = zlib.compress(pickle.dumps(payload), _FAST)

    def files_read(self, order: BuildOrder) -> Mapping[str, FileState]:
        """Return the packed files of a game with their states, and free its payload once all jobs are submitted."""
        self._payloads.pop(order.output, None)
        return self._files_read.pop(order.output, {})

    def submit(self, executor: Executor, job: Job) -> Future[JobResult]:
        """Submit a job of a packed game."""
        options = job.order.options._replace(workspace=Path(), out=Path())
        sent = pickle.dumps(job._replace(order=job.order._replace(options=options)))
        remote = executor.submit(run_remote_job, self._versions, sent, self._payloads[job.order.output])
        return _convert_future(remote, lambda returned: _job_result(job, *returned))


def _job_result(job: Job, difference: str, result: bytes) -> JobResult:
    if difference:
        hint = "install the same versions on all machines of the cluster"
        message = f"a worker has other versions than this machine: {difference}"
        return JobResult(job.part, failure=Failure(BEFORE_PRODUCTS, (Problem(RULE, PLACE, message, hint),)))
    found: JobResult = pickle.loads(result)  # noqa: S301 - from a worker that was trusted with the job
    return found


def _convert_future(
    remote: Future[tuple[str, bytes]], convert: Callable[[tuple[str, bytes]], JobResult]
) -> Future[JobResult]:
    """Return a future of the converted result of another future. Any error there becomes a `BrokenExecutor`."""
    local: Future[JobResult] = Future()

    def finish(_remote: object) -> None:
        if not local.set_running_or_notify_cancel():
            return  # it was cancelled
        try:
            local.set_result(convert(remote.result()))
        except (Exception, CancelledError) as error:  # noqa: BLE001 - whatever it is, the job was not done
            local.set_exception(BrokenExecutor(_error_text(error)))

    def cancel_remote(_local: object) -> None:
        if local.cancelled():
            remote.cancel()

    local.add_done_callback(cancel_remote)
    remote.add_done_callback(finish)
    return local


def _error_text(error: BaseException) -> str:
    """Return the reason why an executor did not run a job, in one line."""
    if isinstance(error, CancelledError):
        return "the connection to the scheduler is gone"
    text = str(error).strip().partition("\n")[0]
    return f"{type(error).__name__}: {text}" if text else type(error).__name__
