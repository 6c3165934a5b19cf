"""The sandboxed child process: reads a job, enters the sandbox, builds, and sends the files. It writes no file."""

from __future__ import annotations

import os
import pickle
import sys
from collections.abc import Callable, Iterable, Mapping
from typing import IO, Any, Final

from punchboard.build_result import BuildResult
from punchboard.pipeline.artifacts import BuiltFile
from punchboard.pipeline.build import BuildHooks, build
from punchboard.pipeline.publish import BuildSummary, OutputTarget, PendingFiles, Progress
from punchboard.problem import Problem, SuppressedProblem
from punchboard.render.printing import ink_problems
from punchboard.sandbox.job import Job, receive, send
from punchboard.sandbox.restrictions import enter_sandbox
from punchboard.write import manifest

_MAX_MESSAGE: Final = 64_000_000
"""Bytes of a message from the parent."""

NO_MEMORY_MESSAGE: Final = "failed to map segment"
"""What the loader of shared libraries reports, as an `ImportError`, when the memory limit leaves no room for one."""


class _Sender:
    """Sends the files of a game to the parent instead of writing them."""

    def __init__(self, source: IO[bytes], to: IO[bytes]) -> None:
        self._source, self._to = source, to

    def __call__(self, game: str, output: OutputTarget, work: PendingFiles, progress: Progress) -> BuildResult:
        """Send all files, then the summary of the build."""
        del output, progress
        send(self._to, {"ready": True})
        reply = receive(self._source, _MAX_MESSAGE, 0)
        kept = {path: (file[0], file[1]) for path, file in reply[0]["kept"].items()} if reply else {}
        inks = []
        for done, built in work.stream(kept):
            inks.append(built.ink)
            send(self._to, {"file": _file_data(built), "done": done}, built.data)
        summary = work.summary()
        problems = [*summary.problems, *ink_problems(inks)]
        send(self._to, {"summary": _summary_data(summary, problems)}, manifest(summary.head, "", (), summary.snapshot))
        return BuildResult(game)


def _file_data(built: BuiltFile) -> dict[str, Any]:
    record = built.record
    fields = {name: getattr(record, name) for name in ("path", "product", "pages", "pieces")}
    proof = dict(record.proof) if record.proof is not None else None
    problems = [problem_data(problem) for problem in built.problems]
    return {**fields, "proof": proof, "number": built.number, "problems": problems}


def _summary_data(summary: BuildSummary, problems: list[Problem]) -> dict[str, Any]:
    icon_credits = [
        {**credit.set._asdict(), "icons": credit.icons, "credited": credit.artists} for credit in summary.extras.icons
    ]
    return {
        "title": summary.head.title,
        "language": summary.head.language,
        "version": summary.head.version,
        "id": summary.head.id,
        "icons": [{name: value for name, value in credit.items() if name != "by_icon"} for credit in icon_credits],
        "continued": {name: list(cards) for name, cards in summary.extras.continued.items()},
        "pieces": summary.pieces,
        "changes_text": summary.changes_text,
        **_problems_data(problems, summary.suppressed),
    }


def _problems_data(problems: Iterable[Problem], suppressed: Iterable[SuppressedProblem]) -> dict[str, Any]:
    return {
        "problems": [problem_data(problem) for problem in problems],
        "suppressed": [{"problem": problem_data(one.problem), "reason": one.reason} for one in suppressed],
    }


def problem_data(problem: Problem) -> dict[str, Any]:
    """Return a problem as plain values."""
    places = {"place": problem.place._asdict(), "cards": [card._asdict() for card in problem.cards]}
    return {**problem._asdict(), **places, "severity": problem.severity.value}


def run_job(source: IO[bytes], to: IO[bytes]) -> None:
    """Enter the sandbox and run one job; afterwards the process can do nothing else.

    Args:
        source: the stream with the job and, later, the list of kept files.
        to: the stream for all messages and files.
    """
    job: Job = pickle.load(source)  # noqa: S301 - comes from the parent; the parent never unpickles what we send
    send(to, {"restrictions": enter_sandbox(job.readable_paths, job.limits)})
    send(to, _outcome(lambda: build(job.game, job.options, BuildHooks(publish=_Sender(source, to)))))


def _outcome(work: Callable[[], BuildResult]) -> Mapping[str, Any]:
    """Return the last message: the problems of a finished build, or why the build was lost."""
    try:
        built = work()
    except MemoryError:
        return {"lost": "memory"}
    except BrokenPipeError:
        raise
    except Exception as error:  # noqa: BLE001 - no game may end the program with a traceback
        if isinstance(error, ImportError) and NO_MEMORY_MESSAGE in str(error):
            return {"lost": "memory"}
        return {"lost": f"{type(error).__name__}: {error}"[:500]}
    return {"ended": _problems_data(built.problems, built.suppressed)}


def main() -> None:
    """Run one job on standard input and output, and exit immediately."""
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
    own = os.fdopen(os.dup(1), "wb", 1 << 16)
    with open(os.devnull, "wb") as nowhere:  # noqa: PTH123 - output that a library prints is not part of the protocol
        os.dup2(nowhere.fileno(), 1)
    try:
        run_job(sys.stdin.buffer, own)
    except BrokenPipeError:  # the parent has gone
        os._exit(1)
    os._exit(0)


if __name__ == "__main__":
    main()
