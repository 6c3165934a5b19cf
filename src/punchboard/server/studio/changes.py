"""What changed in a game since the last commit of its git repository, with pictures; and commits of its files.

Git runs with fixed arguments, without a shell, with the user's own identity, and with a time limit. Nothing is ever
pushed, and no program that the repository names is started: it may be a stranger's.
"""

import subprocess
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Annotated, Final, NamedTuple

from pydantic import Field, StringConstraints
from pydantic_core import to_json

from punchboard.model.values import Model
from punchboard.pipeline.change_pictures import pictured_changes
from punchboard.problem import Place, Problem, ProblemsFound, fail
from punchboard.products.web.changes import game_view
from punchboard.system.git import git_environment, programs_at_commit, usable_git
from punchboard.system.processes import end_with_children
from punchboard.workspace import game_folder, workspace_root
from punchboard.write.atomic_file import UNFINISHED

RULE: Final = "EDIT002"

SECONDS: Final = 60.0
"""How long git may take, with the hooks of a commit."""

_STATES: Final = {"?": "new", "A": "new", "D": "gone"}
"""Words for the letters of git's status; all others are changes."""

_BUSY: Final = {
    "MERGE_HEAD": "a merge is in progress",
    "CHERRY_PICK_HEAD": "a cherry-pick is in progress",
    "REVERT_HEAD": "a revert is in progress",
}

_FINISH: Final = "finish it with git, or abort it; then commit here"


class ChangedFile(NamedTuple):
    """A file that differs from the last commit, by its path from the top of the repository."""

    file: str
    state: str
    is_untracked: bool


class GameRepository:
    """The repository of a workspace, seen from one game: its folder, and that of its layouts.

    Args:
        workspace: the folder with the games.
        game: the game's id.
    """

    def __init__(self, workspace: Path, game: str) -> None:
        self._root = workspace_root(workspace).resolve()
        self._game = game
        folder = game_folder(game, self._root).relative_to(self._root).as_posix()
        self._folder = folder
        self._paths = (folder,) if folder == "." else (folder, f"layouts/{game}")

    def files(self) -> tuple[ChangedFile, ...]:
        """Return the files of the game that differ from the last commit; ignored ones are left out.

        Raises:
            ProblemsFound: EDIT002 when git fails.
        """
        words = ("status", "--porcelain=v1", "-z", "--untracked-files=all", "--no-renames")
        done = _git(self._root, *words, "--ignore-submodules=all", "--", *self._paths)
        if done.returncode:
            raise self._refused("git cannot compare the files", done.stderr)
        return tuple(
            ChangedFile(
                line[3:], next((_STATES[sign] for sign in line[:2] if sign in _STATES), "changed"), line[0] == "?"
            )
            for line in done.stdout.split("\0")
            if line and not line.endswith(UNFINISHED)
        )

    def fingerprint(self) -> str:
        """Return a fingerprint of the last commit and of the changed files."""
        digest, top = sha256(_git(self._root, "rev-parse", "HEAD").stdout.encode()), self._top()
        for changed in self.files():
            path = top / changed.file
            digest.update(f"{changed}".encode() + (path.read_bytes() if path.is_file() else b""))
        return digest.hexdigest()

    def has_game(self) -> bool:
        """Return whether the last commit has the game."""
        return _git(self._root, "cat-file", "-e", f"HEAD:./{self._folder}/game.yaml").returncode == 0

    def commit(self, message: str) -> str:
        """Commit the changed files of the game and nothing else, and return the short name of the commit.

        Raises:
            ProblemsFound: EDIT002 with the reason why not; what was staged is still staged then, and nothing more.
        """
        self._check_ready()
        files, top = self.files(), self._top()
        if not files:
            raise self._refused("nothing has changed since the last commit")
        fresh = tuple(one.file for one in files if one.is_untracked)
        try:
            if fresh and (done := _git(top, "add", "--intent-to-add", "--", *fresh)).returncode:
                raise self._refused("git cannot add the new files", done.stderr)
            done = _git(top, "commit", "--quiet", f"--message={message}", "--only", "--", *(one.file for one in files))
            if done.returncode:
                raise self._refused("git did not commit", done.stderr or done.stdout)
        except ProblemsFound:
            if fresh:
                _git(top, "rm", "--cached", "--force", "--quiet", "--ignore-unmatch", "--", *fresh)
            raise
        return _git(top, "rev-parse", "--short", "HEAD").stdout.strip()

    def _check_ready(self) -> None:
        for name, what in _BUSY.items():
            if _git(self._root, "rev-parse", "--quiet", "--verify", name).returncode == 0:
                raise self._refused(what, hint=_FINISH)
        if _git(self._root, "symbolic-ref", "--quiet", "HEAD").returncode:
            message = "no branch is checked out (a detached HEAD), so a commit would be hard to find again"
            raise self._refused(message, hint="make one with 'git switch -c NAME', then commit here")
        if any(_git(self._root, "var", name).returncode for name in ("GIT_AUTHOR_IDENT", "GIT_COMMITTER_IDENT")):
            hint = "run 'git config --global user.name NAME' and 'git config --global user.email ADDRESS'"
            raise self._refused("git does not know your name and address", hint=hint)
        programs = programs_at_commit(_program(), self._root)
        if programs:
            hint = "if you trust them, run 'git commit' in a terminal; or remove them, then commit here"
            raise self._refused(f"this repository would start programs of its own: {', '.join(programs)}", hint=hint)

    def _top(self) -> Path:
        return Path(_git(self._root, "rev-parse", "--show-toplevel").stdout.rstrip("\n"))

    def _refused(self, message: str, output: str = "", hint: str = "") -> ProblemsFound:
        words = " ".join(output.split())[:500]
        usual = "the files are unchanged; fix what git or a hook reports, and commit again"
        return fail(RULE, Place(self._game), f"{message}: {words}" if words else message, hint or usual)


def has_repository(workspace: Path) -> bool:
    """Return whether git is installed and a workspace lies in a repository of it."""
    if usable_git() is None:
        return False
    return _git(workspace_root(workspace), "rev-parse", "--is-inside-work-tree").stdout.strip() == "true"


def _program() -> str:
    return usable_git() or "git"


def _git(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Return the output of git. Git, and hooks of the user's own, are stopped when they take too long.

    Raises:
        ProblemsFound: EDIT002 at the time limit, or when git cannot be started.
    """
    git = _program()
    closed, pipe = subprocess.DEVNULL, subprocess.PIPE
    command = (git, "-C", str(folder), "--no-pager", *words)
    try:
        environment = git_environment(git, folder, with_hooks=words[0] == "commit")
        environment |= {"GIT_LITERAL_PATHSPECS": "1", "GIT_EDITOR": "true"}
        if words[0] == "status":
            environment["GIT_OPTIONAL_LOCKS"] = "0"
        process = subprocess.Popen(  # noqa: S603 - the user's git, with fixed arguments and without a shell
            command,
            env=environment,
            start_new_session=True,
            encoding="utf-8",
            errors="surrogateescape",
            stdin=closed,
            stdout=pipe,
            stderr=pipe,
        )
    except OSError as error:
        raise fail(RULE, Place("git"), "git cannot be started", str(error.strerror)) from error
    try:
        out, err = process.communicate(timeout=SECONDS)
    except subprocess.TimeoutExpired as error:
        _stop(process)
        hint = "a hook or a signature may wait for an answer: commit in a terminal"
        raise fail(RULE, Place("git"), f"git took more than {SECONDS:g} seconds and was stopped", hint) from error
    return subprocess.CompletedProcess(command, process.returncode, out, err)


def _stop(process: "subprocess.Popen[str]") -> None:
    """End git and its hooks; git takes away its lock files when it is asked to end."""
    end_with_children(process)
    try:
        process.communicate(timeout=2)
    except subprocess.TimeoutExpired:
        process.kill()


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
    except ProblemsFound as error:
        result["problems"] = [{"message": str(one), "hint": one.hint} for one in map(Problem.as_typed, error.problems)]
    yield to_json(result)
