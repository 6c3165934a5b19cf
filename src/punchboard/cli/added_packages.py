"""Installed packages that games take icons and fonts from, and the folder for them."""

from __future__ import annotations

import io
import shutil
import subprocess
import tarfile
import tempfile
import zlib
from pathlib import Path
from typing import Final

from punchboard.load import find_games, game_folder, workspace_root
from punchboard.model.values import did_you_mean
from punchboard.problem import Place, ProblemsFound, fail

RULE: Final = "ADD001"

MAX_BYTES: Final = 300_000_000
"""The most bytes of an archive's files; the largest sets have 30 MB."""

_SECONDS: Final = 300
_OFFLINE: Final = ("ENOTFOUND", "EAI_AGAIN", "ECONNREFUSED", "ECONNRESET", "ETIMEDOUT", "ENETUNREACH", "ENOTCACHED")
"""Error codes of npm when it cannot reach its registry."""


def npm_package(package: str, noun: str, alternative: str) -> bytes:
    """Return the archive of an npm package. No script of the package runs, and nothing is installed.

    Args:
        package: the package's name.
        noun: what the package holds, for messages: ``icon set``.
        alternative: how to do without npm, for hints.

    Raises:
        ProblemsFound: ADD001 when npm is missing, the package does not exist, or npm cannot fetch it.
    """
    npm, place = shutil.which("npm"), Place("npm")
    if npm is None:
        raise fail(RULE, place, f"npm is needed to fetch {package}", f"install Node.js, or {alternative}")
    with tempfile.TemporaryDirectory() as folder:
        command = [npm, "pack", "--ignore-scripts", "--loglevel=error", f"--pack-destination={folder}", package]
        try:
            ran = subprocess.run(  # noqa: S603 - npm, with a package name that was validated
                command, cwd=folder, capture_output=True, timeout=_SECONDS, check=False, stdin=subprocess.DEVNULL
            )
        except subprocess.TimeoutExpired:
            raise fail(RULE, place, f"npm took more than {_SECONDS} seconds", f"try again, or {alternative}") from None
        except OSError as error:
            raise fail(RULE, place, f"npm cannot run: {(error.strerror or str(error)).lower()}") from error
        archives = sorted(Path(folder).glob("*.tgz"))
        if ran.returncode == 0 and archives:
            return archives[0].read_bytes()
        raise _npm_failure(package, noun, ran.stderr.decode("utf-8", "replace"), alternative)


def _npm_failure(package: str, noun: str, output: str, alternative: str) -> ProblemsFound:
    place = Place("npm")
    if "E404" in output:
        return fail(RULE, place, f"there is no {noun} {package!r} on npm", f"check its name, or {alternative}")
    if any(code in output for code in _OFFLINE):
        return fail(
            RULE,
            place,
            f"npm cannot reach its registry to fetch {package}",
            f"connect to the network, or {alternative}",
        )
    lines = [line.removeprefix("npm error ").removeprefix("npm ERR! ") for line in output.splitlines() if line.strip()]
    reason = next((line for line in lines if not line.startswith(("code ", "errno "))), "it gave no reason")
    return fail(RULE, place, f"npm cannot fetch {package}: {reason[:200]}", f"fix npm, or {alternative}")


def archive_files(data: bytes, name: str, rule: str) -> dict[str, bytes]:
    """Return the files of a ``.tgz`` by their paths in it, without the first folder, which npm calls ``package``.

    Raises:
        ProblemsFound: ``rule`` when it is no such archive, or larger than `MAX_BYTES` when unpacked.
    """
    files, total = dict[str, bytes](), 0
    try:
        with tarfile.open(fileobj=io.BytesIO(data), mode="r:gz") as archive:
            for member in archive:
                total += member.size
                if total > MAX_BYTES:
                    raise fail(rule, Place(name), f"the archive unpacks to more than {MAX_BYTES // 1_000_000} MB")
                content = archive.extractfile(member) if member.isfile() else None
                if content is not None:
                    files[member.name.partition("/")[2]] = content.read()
    except (tarfile.TarError, zlib.error, OSError, EOFError, ValueError) as error:
        hint = "download it again; an npm package is a .tgz file"
        raise fail(rule, Place(name), "not a .tgz archive", hint) from error
    return files


def known_game_folder(game: str, workspace: Path) -> Path:
    """Return the folder of a game.

    Raises:
        ProblemsFound: FILE001 when there is no such game.
    """
    games = find_games(workspace_root(workspace))
    if game not in games:
        raise fail("FILE001", Place("--game"), f"there is no game {game!r}", did_you_mean(game, games))
    return game_folder(game, workspace)
