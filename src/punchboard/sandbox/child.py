"""The confined process: it is given a job, raises its walls, and sends what it makes. It writes no file."""

from __future__ import annotations

import gc
import os
import pickle
import sys
from collections.abc import Callable, Mapping
from typing import IO, Any, Final

from punchboard.build.artifacts import BuiltFile
from punchboard.build.pipeline import BuildHooks, build
from punchboard.build.publish import BuildSummary, OutputTarget, PendingFiles, Progress
from punchboard.build_result import BuildResult
from punchboard.problem import Problem
from punchboard.render.printing import ink_problems
from punchboard.sandbox.job import Job
from punchboard.sandbox.protocol import receive, send
from punchboard.sandbox.restrictions import enter_sandbox
from punchboard.write import manifest

_MAX_MESSAGE: Final = 64_000_000


NO_MEMORY_MESSAGE: Final = "failed to map segment"
"""What the loader of shared libraries reports, as an `ImportError`, when the memory limit leaves no room for one."""


class _Sender:
    """Sends the files of a game in the place of writing them."""

    def __init__(self, source: IO[bytes], to: IO[bytes]) -> None:
        self._source, self._to = source, to

    def __call__(self, game: str, output: OutputTarget, work: PendingFiles, progress: Progress) -> BuildResult:
        """Send all files, and what is told of them."""
        del output, progress
        send(self._to, {"ready": True})
        heard = receive(self._source, _MAX_MESSAGE, 0)
        kept = {path: (one[0], one[1]) for path, one in heard[0]["kept"].items()} if heard else {}
        inks = []
        for done, made in work.stream(kept):
            inks.append(made.ink)
            send(self._to, {"file": _file_data(made), "done": done}, made.data)
        told = work.summary()
        said = [*told.problems, *ink_problems(inks)]
        send(self._to, {"told": _summary_data(told, said)}, _snapshot_json(told))
        return BuildResult(game)


def _file_data(made: BuiltFile) -> dict[str, Any]:
    record = made.record
    told = {name: getattr(record, name) for name in ("path", "product", "pages", "pieces")}
    proof = dict(record.proof) if record.proof is not None else None
    return {**told, "proof": proof, "number": made.number, "problems": [problem_data(one) for one in made.problems]}


def _summary_data(told: BuildSummary, problems: list[Problem]) -> dict[str, Any]:
    credits_of = [{**one.set._asdict(), "icons": one.icons, "credited": one.artists} for one in told.extras.icons]
    return {
        "title": told.head.title,
        "language": told.head.language,
        "version": told.head.version,
        "id": told.head.id,
        "icons": [{name: value for name, value in one.items() if name != "by_icon"} for one in credits_of],
        "continued": {name: list(cards) for name, cards in told.extras.continued.items()},
        "pieces": told.pieces,
        "said": told.changes_text,
        **_problems_data(problems, told.suppressed),
    }


def _problems_data(problems: Any, suppressed: Any) -> dict[str, Any]:
    aside = [{"problem": problem_data(one.problem), "reason": one.reason} for one in suppressed]
    return {"problems": [problem_data(one) for one in problems], "set_aside": aside}


def problem_data(problem: Problem) -> dict[str, Any]:
    """Return a problem as plain values."""
    return {**problem._asdict(), "place": problem.place._asdict(), "severity": problem.severity.value}


def _snapshot_json(told: BuildSummary) -> bytes:
    """Return what components were, as a manifest without files has it."""
    return manifest(told.head, "", (), told.snapshot)


def run_job(source: IO[bytes], to: IO[bytes]) -> None:
    """Do a job behind walls: for a process of its own, which can do nothing else any more.

    Args:
        source: where the job is read, and what of the old output is kept.
        to: where all that is made goes.
    """
    job: Job = pickle.load(source)  # noqa: S301 - from the process that started this one, never the other way round
    send(to, {"walls": enter_sandbox(job.readable_paths, job.limits)})
    send(to, _outcome(lambda: build(job.game, job.options, BuildHooks(publish=_Sender(source, to)))))


def _outcome(work: Callable[[], BuildResult]) -> Mapping[str, Any]:
    """Return how the work ended: with its problems, or lost, and why."""
    try:
        built = work()
    except MemoryError:
        return {"lost": "memory"}
    except BrokenPipeError:
        raise
    except Exception as error:  # noqa: BLE001 - a game must not end the program with a traceback
        if isinstance(error, ImportError) and NO_MEMORY_MESSAGE in str(error):
            return {"lost": "memory"}
        return {"lost": f"{type(error).__name__}: {error}"[:500]}
    return {"ended": _problems_data(built.problems, built.suppressed)}


def main() -> None:
    """Serve one job on standard input and output, and end at once."""
    gc.disable()  # as the command line does
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
    own = os.fdopen(os.dup(1), "wb", 1 << 16)
    with open(os.devnull, "wb") as nowhere:  # noqa: PTH123 - what a library prints is no answer
        os.dup2(nowhere.fileno(), 1)
    try:
        run_job(sys.stdin.buffer, own)
    except BrokenPipeError:  # nobody listens any more
        os._exit(1)
    os._exit(0)


if __name__ == "__main__":
    main()
