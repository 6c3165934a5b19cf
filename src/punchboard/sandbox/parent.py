"""The parent of a sandboxed build: starts the child, treats everything that it sends as data, and writes the files."""

import os
import pickle
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Timer
from typing import IO, Any, Final, NamedTuple, NoReturn

from punchboard.build_result import BuildResult
from punchboard.pipeline import BuildOptions
from punchboard.pipeline.artifacts import BuiltFile
from punchboard.pipeline.build import output_target
from punchboard.pipeline.publish import BuildSummary, PendingFiles, Progress, publish_files
from punchboard.problem import Place, Problem, ProblemsFound, Severity
from punchboard.products.product import BuiltPaths
from punchboard.sandbox.job import (
    LIMITS,
    RESTRICTIONS_RULE,
    SAFER,
    BadFrameError,
    Job,
    Limits,
    lost_process_error,
    make_job,
    memory_limit_error,
    output_limit_error,
    receive,
    send,
    time_limit_error,
)
from punchboard.sandbox.responses import escape_control_characters, parse_file, parse_outcome, parse_summary
from punchboard.sandbox.restrictions import missing_restrictions
from punchboard.workspace import game_folder, workspace_root

KEPT_VARIABLES: Final = ("LANG", "LC_ALL", "LC_CTYPE", "SYSTEMROOT", "WINDIR", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH")
"""The environment variables that the sandboxed process receives."""

MAX_RESTARTS: Final = 5
"""How often a build restarts because the game's files change during it."""

_CPU_LIMIT_STATUSES: Final = frozenset({-getattr(signal, name) for name in ("SIGXCPU",) if hasattr(signal, name)})
"""The exit statuses of a process that has reached its limit of processor time; Windows has no such signal."""


class Process(NamedTuple):
    """A sandboxed process that runs one job."""

    stdin: IO[bytes]
    stdout: IO[bytes]
    kill: Callable[[], None]
    wait: Callable[[], int]
    """Waits for the end and returns the exit status; a negative status is the number of a signal."""


Start = Callable[[Job], Process]


class _RestartedError(Exception):
    """The game's files changed during the build, so that the child begins again."""


def build(
    game: str,
    options: BuildOptions,
    limits: Limits = LIMITS,
    progress: Progress = lambda _path, _done: None,
    start: Start | None = None,
) -> BuildResult:
    """Build one game in a sandboxed process: write all its files, or none if there is any error.

    Args:
        game: the name of the game's folder.
        options: what to build.
        limits: the limits of the build.
        progress: called with each file.
        start: starts the sandboxed process; by default a new Python process.
    """
    try:
        job = make_job(game, options.with_products(), limits)
        with (
            TemporaryDirectory(prefix="punchboard-") as here,
            _session(job, start or _process_starter(here)) as session,
        ):
            return session.run(progress)
    except ProblemsFound as error:
        return BuildResult(game, problems=error.problems)


def _process_starter(here: str) -> Start:
    """Return a function that starts the child in the empty folder `here`, without the user's environment."""

    def start(_job: Job) -> Process:
        environment = {name: os.environ[name] for name in KEPT_VARIABLES if name in os.environ}
        environment |= {"PYTHONPATH": os.pathsep.join(_sources()), "HOME": here, "TMPDIR": here}
        environment |= {"OPENBLAS_NUM_THREADS": "1"}
        environment |= {"PYTHONDONTWRITEBYTECODE": "1", "PYDANTIC_DISABLE_PLUGINS": "__all__"}
        child = subprocess.Popen(
            [sys.executable, "-P", "-m", "punchboard.sandbox.child"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            cwd=here,
            env=environment,
            start_new_session=True,
        )
        assert child.stdin is not None
        assert child.stdout is not None
        return Process(child.stdin, child.stdout, child.kill, child.wait)

    return start


def _sources() -> Iterator[str]:
    """Yield the folder of the program, then the absolute folders of ``PYTHONPATH``."""
    yield str(Path(__file__).parents[2])
    named = "" if sys.flags.ignore_environment else os.environ.get("PYTHONPATH", "")
    yield from (folder for folder in named.split(os.pathsep) if Path(folder).is_absolute())


@contextmanager
def _session(job: Job, start: Start) -> "Iterator[_Session]":
    """Start the process for a job and yield the session with it; end the process in any case."""
    process = start(job)
    timed_out: list[bool] = []

    def stop() -> None:
        timed_out.append(True)
        process.kill()

    timer = Timer(job.limits.wall_seconds, stop)
    timer.daemon = True
    timer.start()
    try:
        with suppress(OSError):
            pickle.dump(job, process.stdin)
            process.stdin.flush()
        yield _Session(job, process, timed_out)
    finally:
        timer.cancel()
        process.kill()
        process.wait()
        for pipe in (process.stdout, process.stdin):
            with suppress(OSError):
                pipe.close()


class _Session:
    """The exchange of messages with the child process, in the order of the protocol."""

    def __init__(self, job: Job, process: Process, timed_out: list[bool]) -> None:
        self._job, self._process, self._timed_out = job, process, timed_out
        folder = game_folder(job.game, job.options.workspace)
        root = workspace_root(job.options.workspace)
        self._place = Place(folder.relative_to(root).as_posix() if folder != root else folder.name)
        self._bytes_left = job.limits.output_megabytes * 1_000_000
        self._summary: BuildSummary | None = None

    def run(self, progress: Progress) -> BuildResult:
        """Return the result of the build, after writing its files.

        Raises:
            ProblemsFound: when a limit is reached, the process fails, or the files cannot be written.
        """
        active = self._receive_value("restrictions")[0]
        message = self._receive()[0]
        for _ in range(MAX_RESTARTS):
            if "ready" not in message:
                break
            try:
                return self._with_restriction_warning(self._publish(progress), active)
            except _RestartedError:
                message = {"ready": True}
        if "ended" not in message:
            self._fail("it sent an unexpected message")
        problems, suppressed = self._validated(lambda: parse_outcome(message["ended"]))
        result = BuildResult(self._job.game, problems=problems, suppressed=suppressed)
        return self._with_restriction_warning(result, active)

    def _publish(self, progress: Progress) -> BuildResult:
        work = PendingFiles(lambda kept, *_: self._receive_files(kept), self._received_summary)
        built = publish_files(self._job.game, output_target(self._job.game, self._job.options), work, progress)
        after, _ = self._validated(lambda: parse_outcome(self._receive_value("ended")[0]))
        return built._replace(problems=tuple(dict.fromkeys((*built.problems, *after))))

    def _receive_files(self, kept: BuiltPaths) -> Iterator[tuple[float, BuiltFile]]:
        """Yield every file that the child sends, until its summary arrives."""
        with suppress(OSError):
            send(self._process.stdin, {"kept": {path: list(one) for path, one in kept.items()}})
        for _ in range(self._job.limits.files + 1):
            message, data = self._receive()
            if "summary" in message:
                summary = message["summary"]
                self._summary = self._validated(lambda: parse_summary(summary, data))  # noqa: B023 - called at once
                return
            if "ready" in message:
                raise _RestartedError
            if "file" not in message:
                self._raise_end(message)
            self._bytes_left -= len(data)
            done = message.get("done")
            built = self._validated(lambda: parse_file(message["file"], data))  # noqa: B023 - called at once
            yield (float(done) if isinstance(done, int | float) else 0.0), built
        raise output_limit_error(self._place, f"{self._job.limits.files} files")

    def _received_summary(self) -> BuildSummary:
        if self._summary is None:
            self._fail("it sent no summary")
        return self._summary

    def _raise_end(self, message: Mapping[str, Any]) -> NoReturn:
        """Raise the problems of a build that ended early, or that the message is unexpected."""
        if "ended" in message:
            problems = self._validated(lambda: parse_outcome(message["ended"]))[0]
            raise ProblemsFound(problems or lost_process_error(self._place, "").problems)
        self._fail("it sent an unexpected message")

    def _receive_value(self, key: str) -> tuple[Any, bytes]:
        message, data = self._receive()
        if key not in message:
            self._raise_end(message)
        return message[key], data

    def _receive(self) -> tuple[Mapping[str, Any], bytes]:
        """Return the next message and the bytes after it.

        Raises:
            ProblemsFound: LIMIT001 to LIMIT004 when there is no message, or an invalid one.
        """
        limits = self._job.limits
        try:
            received = receive(self._process.stdout, limits.message_bytes, max(0, self._bytes_left))
        except BadFrameError as error:
            if self._timed_out:
                raise time_limit_error(self._place, limits) from None
            if "too large" in str(error):
                raise output_limit_error(self._place, f"{limits.output_megabytes} MB of files") from None
            self._fail(str(error))
        except (OSError, ValueError):
            received = None
        if received is None:
            self._raise_exit_reason()
        if "lost" in received[0]:
            self._raise_lost(received[0]["lost"])
        return received

    def _raise_exit_reason(self) -> NoReturn:
        """Raise why the process has ended."""
        if self._timed_out:
            raise time_limit_error(self._place, self._job.limits)
        self._process.kill()
        status = self._process.wait()
        if status in _CPU_LIMIT_STATUSES or self._timed_out:
            raise time_limit_error(self._place, self._job.limits)
        self._fail(f"it ended with status {status}")

    def _raise_lost(self, why: Any) -> NoReturn:
        if why == "memory":
            raise memory_limit_error(self._place, self._job.limits)
        self._fail(escape_control_characters(str(why)[:500]))

    def _fail(self, why: str) -> NoReturn:
        raise lost_process_error(self._place, why)

    def _validated(self, work: Callable[[], Any]) -> Any:
        try:
            return work()
        except BadFrameError as error:
            self._fail(str(error))

    def _with_restriction_warning(self, result: BuildResult, active: Any) -> BuildResult:
        """Return a result with a warning for the restrictions that this system lacks."""
        missing = missing_restrictions(map(str, active) if isinstance(active, list) else ())
        if not missing:
            return result
        message = f"{missing}; the sandbox used only its other restrictions"
        warning = Problem(RESTRICTIONS_RULE, self._place, message, SAFER, Severity.WARNING)
        return result._replace(problems=(*result.problems, warning))
