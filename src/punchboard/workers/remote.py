"""A job that travels: what it needs goes with it as bytes, and what it makes comes back as bytes.

What a worker runs takes nothing but plain values, so that two versions of this program can tell each other that they
are two.
"""

import pickle
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future
from contextlib import contextmanager
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
"""The level of compression: layouts are text, and a network is no disk."""


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
    """Hands jobs to an executor whose workers have no disk of ours: what they need goes with them."""

    def __init__(self) -> None:
        self._state = dict(installed_versions())
        self._parcels: dict[str, bytes] = {}
        self._read: dict[str, Mapping[str, FileState]] = {}

    def pack(self, order: BuildOrder) -> None:
        """Pack what the jobs of a game need.

        Raises:
            ProblemsFound: FILE005 when files are changed meanwhile.
        """
        parcel, self._read[order.output] = pack_game(order.game, order.options.workspace, order.options.out)
        self._parcels[order.output] = zlib.compress(pickle.dumps(parcel), _FAST)

    def files_read(self, order: BuildOrder) -> Mapping[str, FileState]:
        """Return the files of a game that was packed, and what they were known by; it is not needed any more."""
        self._parcels.pop(order.output, None)
        return self._read.pop(order.output, {})

    def submit(self, executor: Executor, job: Job) -> Future[JobResult]:
        """Hand over a job of a game that was packed."""
        options = job.order.options._replace(workspace=Path(), out=Path())
        sent = pickle.dumps(job._replace(order=job.order._replace(options=options)))
        far = executor.submit(run_remote_job, self._state, sent, self._parcels[job.order.output])
        return _chain(far, lambda answer: _job_result(job, *answer))


def _job_result(job: Job, differing: str, share: bytes) -> JobResult:
    if differing:
        hint = "install the same versions on all machines of the cluster"
        message = f"a worker would make other files: {differing}"
        return JobResult(job.part, failure=Failure(BEFORE_PRODUCTS, (Problem(RULE, PLACE, message, hint),)))
    found: JobResult = pickle.loads(share)  # noqa: S301 - of a worker that was trusted with the job
    return found


def _chain(far: Future[tuple[str, bytes]], made: Callable[[tuple[str, bytes]], JobResult]) -> Future[JobResult]:
    """Return a future of what is made of another one's result."""
    near: Future[JobResult] = Future()

    def done(_far: object) -> None:
        if not near.set_running_or_notify_cancel():
            return  # nobody waits for it any more
        try:
            near.set_result(made(far.result()))
        except (Exception, CancelledError) as wrong:  # noqa: BLE001 - whatever it is, the job was not done
            near.set_exception(BrokenExecutor(_error_text(wrong)))

    def dropped(_near: object) -> None:
        if near.cancelled():
            far.cancel()

    near.add_done_callback(dropped)
    far.add_done_callback(done)
    return near


def _error_text(error: BaseException) -> str:
    """Return in a line why an executor did not do a job."""
    if isinstance(error, CancelledError):
        return "the connection to the scheduler is gone"
    said = str(error).strip().partition("\n")[0]
    return f"{type(error).__name__}: {said}" if said else type(error).__name__


@contextmanager
def unpacked_cleanup() -> Iterator[None]:
    """Throw away what lies unpacked here when all is done: for workers that are threads of this process."""
    try:
        yield
    finally:
        release_composed()
        _remove_unpacked()
