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

from punchboard.load.files.snapshot import FileState as File
from punchboard.problem import Place, Problem
from punchboard.workers.build_order import Order
from punchboard.workers.compatibility import difference, state
from punchboard.workers.job import BEFORE, Failure, Job, Share, forget, one_at_a_time, work
from punchboard.workers.payload import STOCK, Parcel, packed
from punchboard.workspace import use_builtin_folder

RULE: Final = "BUILD002"
PLACE: Final = Place("--cluster")

_FAST: Final = 1
"""The level of compression: layouts are text, and a network is no disk."""


class _Unpacked(NamedTuple):
    """A parcel that lies unpacked on this machine."""

    digest: bytes
    parcel: Parcel
    folder: TemporaryDirectory[str]
    root: Path


_unpacked: list[_Unpacked] = []
"""The last one, or none: what is composed of it may still read its pictures."""


def far_work(theirs: dict[str, str], job: bytes, parcel: bytes) -> tuple[str, bytes]:
    """Do a job that was sent; return what differs here from where it comes from, and its share, pickled.

    Args:
        theirs: what files are made with where the job comes from; see `punchboard.workers.compatibility`.
        job: the job, pickled; it is read only where both machines make the same bytes.
        parcel: what it needs, pickled and compressed.
    """
    differing = difference(theirs, dict(state()))
    if differing:
        return differing, b""
    sent: Job = pickle.loads(job)  # noqa: S301 - a cluster runs what it is sent, see docs/cluster.md
    with one_at_a_time:
        lying = _unpack(parcel)
        with use_builtin_folder(lying.parcel.stock_in(lying.root)):
            options = sent.order.options._replace(workspace=lying.root)
            share = work(sent._replace(order=sent.order._replace(options=options)))
        return "", pickle.dumps(_called(share._replace(read={}), lying))


def _unpack(parcel: bytes) -> _Unpacked:
    digest = blake2b(parcel, digest_size=16).digest()
    if not _unpacked or _unpacked[0].digest != digest:
        forget()
        while _unpacked:
            _unpacked.pop().folder.cleanup()
        folder = TemporaryDirectory(prefix="punchboard-", ignore_cleanup_errors=True)
        opened: Parcel = pickle.loads(zlib.decompress(parcel))  # noqa: S301 - as above
        _unpacked.append(_Unpacked(digest, opened, folder, opened.unpack(Path(folder.name).resolve())))
    return _unpacked[0]


def _called(share: Share, lying: _Unpacked) -> Share:
    """Return a share whose problems name files as they are called where they were packed."""

    def renamed(problems: Iterable[Problem]) -> tuple[Problem, ...]:
        return tuple(_named(problem, lying) for problem in problems)

    failure, told = share.failure, share.told
    return share._replace(
        made=tuple(one._replace(problems=renamed(one.problems)) for one in share.made),
        notes={name: renamed(problems) for name, problems in share.notes.items()},
        told=told and told._replace(problems=renamed(told.problems)),
        failure=failure and failure._replace(problems=renamed(failure.problems)),
    )


def _named(problem: Problem, lying: _Unpacked) -> Problem:
    def called(text: str) -> str:
        text = text.replace(f"{lying.root}/{STOCK}", lying.parcel.stock_called)
        return text.replace(str(lying.root), lying.parcel.workspace)

    file = problem.place.file
    file = f"{lying.parcel.stock_called}{file.removeprefix(STOCK)}" if file.startswith(f"{STOCK}/") else called(file)
    message, hint = called(problem.message), called(problem.hint)
    return problem._replace(place=problem.place._replace(file=file), message=message, hint=hint)


class Sender:
    """Hands jobs to an executor whose workers have no disk of ours: what they need goes with them."""

    def __init__(self) -> None:
        self._state = dict(state())
        self._parcels: dict[str, bytes] = {}
        self._read: dict[str, Mapping[str, File]] = {}

    def pack(self, order: Order) -> None:
        """Pack what the jobs of a game need.

        Raises:
            ProblemsFound: FILE005 when files are changed meanwhile.
        """
        parcel, self._read[order.output] = packed(order.game, order.options.workspace, order.options.out)
        self._parcels[order.output] = zlib.compress(pickle.dumps(parcel), _FAST)

    def read(self, order: Order) -> Mapping[str, File]:
        """Return the files of a game that was packed, and what they were known by; it is not needed any more."""
        self._parcels.pop(order.output, None)
        return self._read.pop(order.output, {})

    def begin(self, executor: Executor, job: Job) -> Future[Share]:
        """Hand over a job of a game that was packed."""
        options = job.order.options._replace(workspace=Path(), out=Path())
        sent = pickle.dumps(job._replace(order=job.order._replace(options=options)))
        far = executor.submit(far_work, self._state, sent, self._parcels[job.order.output])
        return _then(far, lambda answer: _share(job, *answer))


def _share(job: Job, differing: str, share: bytes) -> Share:
    if differing:
        hint = "install the same versions on all machines of the cluster"
        message = f"a worker would make other files: {differing}"
        return Share(job.part, failure=Failure(BEFORE, (Problem(RULE, PLACE, message, hint),)))
    found: Share = pickle.loads(share)  # noqa: S301 - of a worker that was trusted with the job
    return found


def _then(far: Future[tuple[str, bytes]], made: Callable[[tuple[str, bytes]], Share]) -> Future[Share]:
    """Return a future of what is made of another one's result."""
    near: Future[Share] = Future()

    def done(_far: object) -> None:
        if not near.set_running_or_notify_cancel():
            return  # nobody waits for it any more
        try:
            near.set_result(made(far.result()))
        except (Exception, CancelledError) as wrong:  # noqa: BLE001 - whatever it is, the job was not done
            near.set_exception(BrokenExecutor(_why(wrong)))

    def dropped(_near: object) -> None:
        if near.cancelled():
            far.cancel()

    near.add_done_callback(dropped)
    far.add_done_callback(done)
    return near


def _why(error: BaseException) -> str:
    """Return in a line why an executor did not do a job."""
    if isinstance(error, CancelledError):
        return "the connection to the scheduler is gone"
    said = str(error).strip().partition("\n")[0]
    return f"{type(error).__name__}: {said}" if said else type(error).__name__


@contextmanager
def nothing_unpacked() -> Iterator[None]:
    """Throw away what lies unpacked here when all is done: for workers that are threads of this process."""
    try:
        yield
    finally:
        forget()
        while _unpacked:
            _unpacked.pop().folder.cleanup()
