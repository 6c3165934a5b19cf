"""What changed in a game since the last commit, with pictures: a job for a worker, as it takes seconds."""

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, NamedTuple

from pydantic import Field, StringConstraints
from pydantic_core import to_json

from punchboard.model.values import Model
from punchboard.pipeline.change_pictures import pictured_changes
from punchboard.problem import ProblemsFound
from punchboard.products.web.changes import game_view
from punchboard.server.studio.game_repository import GameRepository


class CommitRequest(Model):
    """Commit the game's files as the page has seen them, with a message."""

    message: Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=5000)]
    seen: Annotated[str, Field(max_length=64)]


class ChangesJob(NamedTuple):
    """The game whose working files are compared with the last commit."""

    workspace: Path
    game: str


def run_changes(job: ChangesJob) -> Iterator[bytes]:
    """Yield as JSON: the changed files, the game's changes as the page of changes shows them, and why not, if not."""
    result: dict[str, object] = {"game": None, "is_new": False, "problems": []}
    try:
        repository = GameRepository(job.workspace, job.game)
        files = repository.files()
        result |= {"files": [one._asdict() for one in files], "seen": repository.fingerprint()}
        result["is_new"] = not repository.has_game()
        if files and not result["is_new"]:
            (game,) = pictured_changes("HEAD", None, (job.game,), job.workspace)
            result["game"] = game_view(game)
    except ProblemsFound as found:
        result["problems"] = [{"message": str(problem), "hint": problem.hint} for problem in found.problems]
    yield to_json(result)
