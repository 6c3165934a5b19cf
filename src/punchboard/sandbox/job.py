"""The job of a sandboxed process, its limits, and the messages between it and its parent.

The first message to the child is a pickled job. Everything that comes from the child is JSON of bounded length.
"""

import json
import os
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import IO, Any, Final, NamedTuple

from punchboard.pipeline import BuildOptions
from punchboard.problem import Place, ProblemsFound, fail
from punchboard.workspace import builtin_folder, game_folder, output_folder, workspace_root

TIME_RULE: Final = "LIMIT001"
MEMORY_RULE: Final = "LIMIT002"
OUTPUT_RULE: Final = "LIMIT003"
LOST_RULE: Final = "LIMIT004"
RESTRICTIONS_RULE: Final = "LIMIT005"

SAFER: Final = "build untrusted games on a Linux of 2021 or later, or in a virtual machine"
"""What to do on a system that lacks restrictions."""


class Limits(NamedTuple):
    """The limits of one game's build."""

    seconds: int = 120
    """Processor time."""
    megabytes: int = 2000
    """Address space, in millions of bytes."""
    output_megabytes: int = 2000
    """The size of all output files together, in millions of bytes."""
    files: int = 20_000
    """The number of output files."""
    open_files: int = 256
    message_bytes: int = 64_000_000
    """Bytes of one message from the process, without the content of a file."""

    @property
    def wall_seconds(self) -> int:
        """Wall-clock seconds: three times the processor time, because the machine may be busy."""
        return 3 * self.seconds


LIMITS: Final = Limits()


def time_limit_error(place: Place, limits: Limits) -> ProblemsFound:
    """Return the problem for a game that takes too much time."""
    hint = "if you trust the game to need more, raise the limit with --seconds"
    message = f"the build stopped at the sandbox limit of {limits.seconds} seconds of processor time"
    return fail(TIME_RULE, place, message, hint)


def memory_limit_error(place: Place, limits: Limits) -> ProblemsFound:
    """Return the problem for a game that takes too much memory."""
    hint = "if you trust the game to need more, raise the limit with --megabytes"
    message = f"the build stopped at the sandbox limit of {limits.megabytes} MB of memory"
    return fail(MEMORY_RULE, place, message, hint)


def output_limit_error(place: Place, what: str) -> ProblemsFound:
    """Return the problem for a game with too many or too large output files."""
    return fail(OUTPUT_RULE, place, f"the build stopped at the sandbox limit of {what}")


def lost_process_error(place: Place, why: str) -> ProblemsFound:
    """Return the problem for a sandboxed process that did not finish its work."""
    hint = "the game may be an attack; if you trust it, build it without --untrusted and report what you see"
    return fail(LOST_RULE, place, f"the sandboxed process failed: {why}", hint)


_INTERNAL_FOLDERS: Final = (".locks", ".cache")
"""The program's own folders inside the output folder."""

_NAME: Final = re.compile(r"[^\W_][\w .,&'+()-]{0,99}")
"""The allowed names for the folder of an untrusted game, since the output folder takes this name."""


class Job(NamedTuple):
    """One game to build."""

    game: str
    options: BuildOptions
    limits: Limits
    readable_paths: tuple[str, ...]
    """The folders and files that the process may read, with links resolved."""


def make_job(game: str, options: BuildOptions, limits: Limits) -> Job:
    """Return the job for a game, with absolute paths.

    Raises:
        ProblemsFound: FILE003 when the game's folder, the shared layouts or the output folder lead out of the
            workspace; CHANGE001 when `options.since` is not a path, because git runs programs that the repository of
            an untrusted game may name.
    """
    if not _NAME.fullmatch(game):
        raise fail("FILE003", Place("catalog"), f"{game!r} is not a valid name for a game", "rename its folder")
    options = options._replace(
        workspace=Path(os.path.abspath(options.workspace)),  # noqa: PTH100 - links stay: a game takes the name of its folder
        since=os.path.abspath(options.since) if options.since else "",  # noqa: PTH100
    )
    since = (Path(options.since).resolve(),) if options.since else ()
    _check_since(options)
    _check_outputs(game, options)
    return Job(game, options, limits, tuple(map(str, (*readable_paths((game,), options.workspace), *since))))


def readable_paths(games: Iterable[str], workspace: Path) -> Iterator[Path]:
    """Yield the folders of games, the workspace's layouts and the built-in layouts.

    Raises:
        ProblemsFound: FILE003 when a folder leads out of the workspace.
    """
    root = workspace_root(workspace)
    for folder in (*(game_folder(game, workspace) for game in games), root / "layouts"):
        yield _resolve_inside(folder, root)
    yield (builtin_folder() / "layouts").resolve()


def _check_since(options: BuildOptions) -> None:
    if options.since and not os.path.exists(options.since):  # noqa: PTH110 - false for names that are too long, too
        hint = "name an output folder, a manifest.json or a workspace; git could run programs from an untrusted folder"
        message = f"{Path(options.since).name!r} is not a folder or manifest, and --untrusted does not read revisions"
        raise fail("CHANGE001", Place("--changed-since"), message, hint)


def _check_outputs(game: str, options: BuildOptions) -> None:
    """Refuse an output folder that a link in an untrusted folder leads elsewhere; a folder given with --out is fine."""
    own = options.out == output_folder(options.workspace) or not options.out.is_absolute()
    if own:
        _resolve_inside(options.out, workspace_root(options.workspace))
    for path in (
        *(options.out / name for name in _INTERNAL_FOLDERS),
        options.out / ".locks" / options.output(game).name,
    ):
        if path.is_symlink():
            raise _outside_error(path)


def _resolve_inside(folder: Path, root: Path) -> Path:
    """Return the path of a folder with links resolved.

    Raises:
        ProblemsFound: FILE003 when the path is outside the root.
    """
    try:
        real = folder.resolve()
        inside = real.is_relative_to(root.resolve())
    except (OSError, RuntimeError):
        inside = False
    if not inside:
        raise _outside_error(folder)
    return real


def _outside_error(path: Path) -> Exception:
    hint = "--untrusted follows no links out of a game; copy the folder there, or choose another output with --out"
    return fail("FILE003", Place(str(path)), f"the link {path.name!r} leads outside the folder", hint)


BYTES: Final = "bytes"
"""The key with the number of bytes that follow the line."""


class BadFrameError(Exception):
    """A message is malformed; the error text tells how."""


def send(to: IO[bytes], message: Mapping[str, Any], data: bytes = b"") -> None:
    """Send a message and the bytes after it.

    Raises:
        OSError: when the other process has closed the pipe.
    """
    line = json.dumps({**message, BYTES: len(data)}, ensure_ascii=True, separators=(",", ":")).encode()
    to.write(line + b"\n")
    to.write(data)
    to.flush()


def receive(source: IO[bytes], longest: int, largest: int) -> tuple[Mapping[str, Any], bytes] | None:
    """Return the next message and its bytes, or None at the end of the stream.

    Args:
        source: the stream to read from.
        longest: the maximum length of the line, in bytes.
        largest: the maximum size of the data after the line, in bytes.

    Raises:
        BadFrameError: for a message that is malformed, too long or cut off.
    """
    line = source.readline(longest + 1)
    if not line:
        return None
    if not line.endswith(b"\n"):
        raise BadFrameError("its message is too long or cut off")
    try:
        message = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise BadFrameError("its message is not JSON") from error
    size = message.pop(BYTES, None) if isinstance(message, dict) else None
    if not isinstance(size, int) or isinstance(size, bool) or size < 0:
        raise BadFrameError("its message is malformed")
    if size > largest:
        raise BadFrameError("its file is too large")
    data = source.read(size)
    if len(data) != size:
        raise BadFrameError("its file is cut off")
    return message, data
