"""The process that is asked: it starts the confined one, takes what comes from it for data, and puts it in place."""

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

from punchboard.build.artifacts import BuiltFile
from punchboard.build.options import BuildOptions
from punchboard.build.publish import BuildSummary, PendingFiles, Progress, publish_files
from punchboard.build.stages import output_target
from punchboard.build_result import BuildResult
from punchboard.problem import Place, Problem, ProblemsFound, Severity
from punchboard.products.build_report import BuiltPaths
from punchboard.sandbox.job import Job, make_job
from punchboard.sandbox.limits import (
    LIMITS,
    RESTRICTIONS_RULE,
    Limits,
    lost_process_error,
    memory_limit_error,
    output_limit_error,
    time_limit_error,
)
from punchboard.sandbox.protocol import BadFrameError, receive, send
from punchboard.sandbox.responses import escape_control_characters, parse_file, parse_outcome, parse_summary
from punchboard.sandbox.restrictions import RESTRICTIONS
from punchboard.workspace import game_folder, workspace_root

KEPT_VARIABLES: Final = ("LANG", "LC_ALL", "LC_CTYPE", "SYSTEMROOT", "WINDIR", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH")
"""What of its surroundings the confined process is told."""

MAX_RESTARTS: Final = 5
"""How often a game is begun anew whose files are changed meanwhile."""

_CPU_LIMIT_STATUSES: Final = frozenset({-getattr(signal, name) for name in ("SIGXCPU",) if hasattr(signal, name)})


class Process(NamedTuple):
    """A process that serves one job: what is written to it, what it says, and how to be rid of it."""

    stdin: IO[bytes]
    stdout: IO[bytes]
    kill: Callable[[], None]
    wait: Callable[[], int]
    """Gives the status with which it ended; the number of a signal below zero."""


Start = Callable[[Job], Process]


class _RestartedError(Exception):
    """The files of the game were changed, and it is read once more."""


def build(
    game: str,
    options: BuildOptions,
    limits: Limits = LIMITS,
    progress: Progress = lambda _path, _done: None,
    start: Start | None = None,
) -> BuildResult:
    """Build one game in a process behind walls: all its files, or, when anything is an error, none of them.

    Args:
        game: its id.
        options: what to build.
        limits: what it may use up.
        progress: told each file.
        start: starts the process; one of its own by default.
    """
    try:
        asked = make_job(game, options.with_products(), limits)
        with TemporaryDirectory(prefix="punchboard-") as here, _session(asked, start or _process_starter(here)) as talk:
            return talk.run(progress)
    except ProblemsFound as found:
        return BuildResult(game, problems=found.problems)


def _process_starter(here: str) -> Start:
    """Return what starts a process of its own in an empty folder, told of nothing that is the user's."""

    def start(_job: Job) -> Process:
        surroundings = {name: os.environ[name] for name in KEPT_VARIABLES if name in os.environ}
        surroundings |= {"PYTHONPATH": os.pathsep.join(_sources()), "HOME": here, "TMPDIR": here}
        surroundings |= {"OPENBLAS_NUM_THREADS": "1"}
        surroundings |= {"PYTHONDONTWRITEBYTECODE": "1", "PYDANTIC_DISABLE_PLUGINS": "__all__"}
        begun = subprocess.Popen(
            [sys.executable, "-P", "-m", "punchboard.sandbox.child"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            cwd=here,
            env=surroundings,
            start_new_session=True,
        )
        assert begun.stdin is not None
        assert begun.stdout is not None
        return Process(begun.stdin, begun.stdout, begun.kill, begun.wait)

    return start


def _sources() -> Iterator[str]:
    """Yield where the program lies, and where packages do that were found by ``PYTHONPATH``; no relative folders."""
    yield str(Path(__file__).parents[2])
    named = "" if sys.flags.ignore_environment else os.environ.get("PYTHONPATH", "")
    yield from (folder for folder in named.split(os.pathsep) if Path(folder).is_absolute())


@contextmanager
def _session(asked: Job, start: Start) -> "Iterator[_Session]":
    """Give the talk with a process that is ended in any case."""
    process = start(asked)
    late: list[bool] = []

    def stop() -> None:
        late.append(True)
        process.kill()

    timer = Timer(asked.limits.wall_seconds, stop)
    timer.daemon = True
    timer.start()
    try:
        with suppress(OSError):
            pickle.dump(asked, process.stdin)
            process.stdin.flush()
        yield _Session(asked, process, late)
    finally:
        timer.cancel()
        process.kill()
        process.wait()
        for pipe in (process.stdout, process.stdin):
            with suppress(OSError):
                pipe.close()


class _Session:
    """What is said between the two, in its order."""

    def __init__(self, asked: Job, process: Process, late: list[bool]) -> None:
        self._job, self._process, self._late = asked, process, late
        folder = game_folder(asked.game, asked.options.workspace)
        root = workspace_root(asked.options.workspace)
        self._place = Place(folder.relative_to(root).as_posix() if folder != root else folder.name)
        self._left = asked.limits.output_megabytes * 1_000_000
        self._told: BuildSummary | None = None

    def run(self, progress: Progress) -> BuildResult:
        """Return what becomes of the game.

        Raises:
            ProblemsFound: when a limit strikes, the process is lost, or the files cannot be written.
        """
        walls = self._receive_value("walls")[0]
        said = self._next_message()
        for _ in range(MAX_RESTARTS):
            if "ready" not in said:
                break
            try:
                return self._with_restriction_warning(self._publish(progress), walls)
            except _RestartedError:
                said = {"ready": True}
        if "ended" not in said:
            self._fail("it says what it may not say")
        problems, aside = self._validated(lambda: parse_outcome(said["ended"]))
        return self._with_restriction_warning(BuildResult(self._job.game, problems=problems, suppressed=aside), walls)

    def _publish(self, progress: Progress) -> BuildResult:
        work = PendingFiles(lambda kept, *_: self._receive_files(kept), self._received_summary)
        built = publish_files(self._job.game, output_target(self._job.game, self._job.options), work, progress)
        after, _ = self._validated(lambda: parse_outcome(self._receive_value("ended")[0]))
        return built._replace(problems=tuple(dict.fromkeys((*built.problems, *after))))

    def _receive_files(self, kept: BuiltPaths) -> Iterator[tuple[float, BuiltFile]]:
        """Yield every file that comes, until all is told."""
        with suppress(OSError):
            send(self._process.stdin, {"kept": {path: list(one) for path, one in kept.items()}})
        for _ in range(self._job.limits.files + 1):
            said, data = self._receive()
            if "told" in said:
                self._told = self._validated(lambda: parse_summary(said["told"], data))  # noqa: B023 - called at once
                return
            if "ready" in said:
                raise _RestartedError
            if "file" not in said:
                self._raise_end(said)
            self._left -= len(data)
            done = said.get("done")
            made = self._validated(lambda: parse_file(said["file"], data))  # noqa: B023
            yield (float(done) if isinstance(done, int | float) else 0.0), made
        raise output_limit_error(self._place, f"{self._job.limits.files} files")

    def _received_summary(self) -> BuildSummary:
        if self._told is None:
            self._fail("it has not told all")
        return self._told

    def _raise_end(self, said: Mapping[str, Any]) -> NoReturn:
        """Raise what a process says that does not come to its end."""
        if "ended" in said:
            raise ProblemsFound(
                self._validated(lambda: parse_outcome(said["ended"]))[0] or lost_process_error(self._place, "").problems
            )
        self._fail("it says what it may not say")

    def _receive_value(self, key: str) -> tuple[Any, bytes]:
        said, data = self._receive()
        if key not in said:
            self._raise_end(said)
        return said[key], data

    def _next_message(self) -> Mapping[str, Any]:
        return self._receive()[0]

    def _receive(self) -> tuple[Mapping[str, Any], bytes]:
        """Return what is said next.

        Raises:
            ProblemsFound: LIMIT001 to LIMIT004 when nothing is, or what may not be.
        """
        limits = self._job.limits
        try:
            heard = receive(self._process.stdout, limits.message_bytes, max(0, self._left))
        except BadFrameError as error:
            if self._late:
                raise time_limit_error(self._place, limits) from None
            if "too large" in str(error):
                raise output_limit_error(self._place, f"{limits.output_megabytes} MB of files") from None
            self._fail(str(error))
        except (OSError, ValueError):
            heard = None
        if heard is None:
            self._raise_exit_reason()
        if "lost" in heard[0]:
            self._raise_lost(heard[0]["lost"])
        return heard

    def _raise_exit_reason(self) -> NoReturn:
        """Raise why the process is no more."""
        if self._late:
            raise time_limit_error(self._place, self._job.limits)
        self._process.kill()
        status = self._process.wait()
        if status in _CPU_LIMIT_STATUSES or self._late:
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

    def _with_restriction_warning(self, built: BuildResult, walls: Any) -> BuildResult:
        """Return a result with a warning for the walls that this system lacks."""
        missing = [name for name in RESTRICTIONS if name not in (walls if isinstance(walls, list) else ())]
        if not missing:
            return built
        message = f"this system lacks {' and '.join(missing)}: the game was held in by what else there is"
        hint = "build strangers' games on a Linux of 2021 or later, or in a machine of their own"
        return built._replace(
            problems=(*built.problems, Problem(RESTRICTIONS_RULE, self._place, message, hint, Severity.WARNING))
        )
