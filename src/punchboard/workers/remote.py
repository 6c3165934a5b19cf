"""Jobs for workers on other machines: the job, the files it needs and its result are sent as bytes.

`run_remote_job` takes plain values only, so that two different versions of this program can detect that they differ.
"""

import hashlib
import os
import pickle
import platform
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future
from functools import cache
from hashlib import blake2b
from importlib.metadata import PackageNotFoundError, distributions, version
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple

import punchboard
from punchboard import __version__
from punchboard.load.files import FileState, confirm_snapshot, display_path, files_read, record_read, run_on_snapshot
from punchboard.problem import Place, Problem
from punchboard.workers.build_order import BuildOrder
from punchboard.workers.job import BEFORE_PRODUCTS, Failure, Job, JobResult, job_lock, release_composed, run_job
from punchboard.workspace import (
    LAYOUTS,
    builtin_folder,
    find_games,
    folder_name,
    game_folder,
    is_game_folder,
    use_builtin_folder,
    workspace_root,
)

DRAWING_PACKAGES: Final = (
    "jinja2", "markdown-it-py", "pikepdf", "pillow", "pydantic", "pyphen", "pypdfium2", "python-bidi",
    "python-calamine", "PyYAML", "reportlab", "svgwrite", "tinycss2", "uharfbuzz", "uniseg",
)  # fmt: skip
"""The packages that affect the bytes of files, apart from packages of fonts."""

FONT_PREFIXES: Final = ("font-", "fontpkg-")
"""The prefixes of the names of packages of fonts."""

Versions = Mapping[str, str]
"""The version of each package, of Python and of this program, by name."""


@cache
def installed_versions() -> Versions:
    """Return the versions of everything on this machine that affects the bytes of files."""
    names = {*DRAWING_PACKAGES, *(name for name in _package_names() if name.startswith(FONT_PREFIXES))}
    return {
        "punchboard": f"{__version__} ({_program_hash()})",
        "Python": platform.python_version(),
        "zlib": zlib.ZLIB_RUNTIME_VERSION,
        **{name: _version(name) for name in sorted(names)},
    }


def first_difference(ours: Versions, theirs: Versions) -> str:
    """Return the first difference in words; "" when all versions are the same."""
    for name in (*ours, *(theirs.keys() - ours.keys())):
        here, there = ours.get(name, "none"), theirs.get(name, "none")
        if here != there:
            return f"{name} {there} there, {here} here"
    return ""


def _package_names() -> Iterator[str]:
    yield from (str(package.metadata["Name"]) for package in distributions() if package.metadata["Name"])


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return "none"


def _program_hash() -> str:
    """Return the hash of the program's own files, because a version under development has many states."""
    folder = Path(punchboard.__file__).parent
    digest = hashlib.blake2b(digest_size=4)
    for path in sorted(folder.rglob("*")):
        if path.is_file() and path.suffix != ".pyc" and "stock" not in path.relative_to(folder).parts[:1]:
            digest.update(path.relative_to(folder).as_posix().encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()


# The files of a game packed for workers on other machines, which cannot read this disk and unpack them on theirs.

_BUILTIN: Final = ".stock"
"""The folder of a payload for the built-in layouts, when these lie outside the workspace."""


class PackedFile(NamedTuple):
    """One file or symbolic link."""

    path: str
    data: bytes
    link: str = ""
    """The target of a link; empty for a file."""


class Payload(NamedTuple):
    """A game's folder, the layouts beside it and the built-in layouts."""

    name: str
    """The name of the folder to unpack into, because a game without a workspace is named after its folder."""
    files: tuple[PackedFile, ...]
    builtin: str
    """The folder of the built-in layouts in the payload; empty when the workspace itself contains them."""
    workspace_text: str
    """The path of the workspace on the machine that packed it."""
    builtin_text: str
    """The path of the built-in layouts on that machine."""

    def unpack(self, folder: Path) -> Path:
        """Write all files below an empty folder, and return the workspace there."""
        root = folder / self.name
        for file in self.files:
            path = root / file.path
            path.parent.mkdir(parents=True, exist_ok=True)
            if file.link:
                path.symlink_to(file.link)
            else:
                path.write_bytes(file.data)
        root.mkdir(parents=True, exist_ok=True)
        return root

    def builtin_in(self, root: Path) -> Path:
        """Return the folder of the built-in layouts in an unpacked payload."""
        return root / self.builtin if self.builtin else root


def pack_game(game: str, workspace: Path, out: Path) -> tuple[Payload, Mapping[str, FileState]]:
    """Return a game's payload, all of one snapshot, and the states of the packed files.

    Args:
        game: the game's id.
        workspace: the folder that holds it.
        out: the folder of outputs, which is not packed.

    Raises:
        ProblemsFound: FILE005 when files keep changing while they are packed.
    """
    root = workspace_root(workspace)

    def shown(path: Path) -> str:
        return display_path(path, root)

    def pack() -> tuple[Payload, Mapping[str, FileState]]:
        payload = _pack(game, root, out)
        confirm_snapshot()
        return payload, files_read()

    return run_on_snapshot(pack, shown)


def _pack(game: str, root: Path, out: Path) -> Payload:
    builtin = builtin_folder()
    excluded = {out.resolve()}
    if is_game_folder(root):
        files = list(_files(root, root, excluded))
    else:
        others = {root / LAYOUTS / other for other in find_games(root) if other != game}
        excluded |= {folder.resolve() for folder in others}
        folders = (game_folder(game, root), root / LAYOUTS)
        files = [file for folder in folders for file in _files(folder, root, excluded)]
    is_included = builtin.resolve() == root.resolve()
    if not is_included:
        builtin_files = _files(builtin / LAYOUTS, builtin, set())
        files += [file._replace(path=f"{_BUILTIN}/{file.path}") for file in builtin_files]
    return Payload(folder_name(root), tuple(files), "" if is_included else _BUILTIN, str(root), str(builtin))


def _files(folder: Path, root: Path, excluded: set[Path]) -> Iterator[PackedFile]:
    """Yield the files and links below a folder, without hidden ones, with their paths relative to the root."""
    for where, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if _is_packed(Path(where, name), excluded))
        linked = [name for name in folders if Path(where, name).is_symlink()]
        for name in sorted((*names, *linked)):
            path = Path(where, name)
            if not name.startswith("."):
                yield from _file(path, path.relative_to(root).as_posix(), root)


def _is_packed(folder: Path, excluded: set[Path]) -> bool:
    return not folder.name.startswith(".") and folder.resolve() not in excluded


def _file(path: Path, name: str, root: Path) -> Iterable[PackedFile]:
    """Return a file, or a link as a link: its target is checked when the loader follows it, there as here."""
    if path.is_symlink():
        target = path.resolve()
        inside = target.is_relative_to(root.resolve())
        link = os.path.relpath(target, path.parent.resolve()) if inside else str(target)
        return (PackedFile(name, b"", PurePosixPath(link).as_posix()),)
    try:
        status = path.stat()
        record_read(path, status)
        return (PackedFile(name, path.read_bytes()),)
    except OSError:  # packed as if it were missing: the loader reports it if the game needs it
        return ()


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
        their_versions: the versions on the sending machine; see `punchboard.workers.remote`.
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
        return text.replace(f"{root}/{_BUILTIN}", payload.builtin_text).replace(root, payload.workspace_text)

    file = problem.place.file
    file = f"{payload.builtin_text}{file.removeprefix(_BUILTIN)}" if file.startswith(f"{_BUILTIN}/") else local(file)
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
    unpacked: JobResult = pickle.loads(result)  # noqa: S301 - from a worker that was trusted with the job
    return unpacked


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
