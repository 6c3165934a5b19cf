"""Git in a repository that may be a stranger's: no setting and no hook of its own starts a program."""

from __future__ import annotations

import os
import re
import shutil
from functools import cache
from pathlib import Path
from typing import Final

_FILTER: Final = re.compile(r"filter\..+\.(clean|smudge|process|required)", re.DOTALL)
_BEHIND_FILTERS: Final = re.compile(
    r"lfs\.(extension|customtransfer)\..+|lfs\.standalonetransferagent|credential\.(.+\.)?helper"
    r"|core\.(sshcommand|askpass|gitproxy)",
    re.DOTALL,
)
"""The settings that name programs which a filter of the user's own, such as Git LFS, would start in turn."""
_AT_COMMIT: Final = re.compile(
    r"lfs\.extension\..+|filter\..+\.(clean|process)|core\.hookspath|gpg\.(.+\.)?(program|defaultkeycommand)|trailer\..+\.(cmd|command)",
    re.DOTALL,
)
_HOOKS: Final = (
    "pre-commit", "prepare-commit-msg", "commit-msg", "post-commit", "post-index-change", "reference-transaction",
    "pre-auto-gc",
)  # fmt: skip
"""The hooks that a commit runs."""


_OLDEST: Final = (2, 31)
"""The first version of git that takes settings from its environment, which no setting of a repository overrides."""


def usable_git() -> str | None:
    """Return the path of git; None where there is none, or one that is too old to be kept from starting programs."""
    git = shutil.which("git")
    return git if git and _is_new_enough(git) else None


@cache
def _is_new_enough(git: str) -> bool:
    match = re.search(r"(\d+)\.(\d+)", _output(git, Path(), "version"))
    return match is not None and (int(match[1]), int(match[2])) >= _OLDEST


def git_environment(git: str, folder: Path, *, with_hooks: bool = False) -> dict[str, str]:
    """Return the environment in which git runs no program that the repository of a folder names, and fetches nothing.

    Args:
        git: the path of git.
        folder: a folder in the repository.
        with_hooks: for a commit, after `programs_at_commit` has found none of the repository: the user's own run.
    """
    settings = {"core.fsmonitor": "false"} | ({} if with_hooks else {"core.hooksPath": os.devnull})
    scopes = _scopes(git, folder)
    own = {key for scope, key in scopes if scope in _OWN}
    unsafe = any(map(_BEHIND_FILTERS.fullmatch, own))  # then not even the user's own filters are safe
    for key in own if not unsafe else {key for _, key in scopes}:
        if _FILTER.fullmatch(key):
            settings[key] = "false" if key.endswith(".required") else ""
    first = int(os.environ.get("GIT_CONFIG_COUNT") or 0)
    numbered = {
        f"GIT_CONFIG_{part}_{number}": text
        for number, setting in enumerate(settings.items(), first)
        for part, text in zip(("KEY", "VALUE"), setting, strict=True)
    }
    count = {"GIT_CONFIG_COUNT": f"{first + len(settings)}"}
    closed = {"GIT_TERMINAL_PROMPT": "0", "GIT_NO_LAZY_FETCH": "1", "GIT_ALLOW_PROTOCOL": "none"}
    return {**os.environ, **closed, **numbered, **count}


def programs_at_commit(git: str, folder: Path) -> tuple[str, ...]:
    """Return the hooks and settings with which the repository of a folder would start programs at a commit."""
    paths = _output(git, folder, "rev-parse", "--git-path", "hooks", "--git-common-dir").splitlines()
    hooks, repository = ((folder / path).resolve() for path in paths)
    is_own = hooks.is_relative_to(repository)  # else a folder of the user's, for all repositories
    names = [f"the hook {name!r}" for name in _HOOKS if is_own and os.access(hooks / name, os.X_OK)]
    return (*names, *(f"{key!r}" for scope, key in _scopes(git, folder) if scope in _OWN and _AT_COMMIT.fullmatch(key)))


_OWN: Final = frozenset({"local", "worktree"})
"""The scopes of the settings that the repository itself makes, not the user or the system."""


def _scopes(git: str, folder: Path) -> tuple[tuple[str, str], ...]:
    """Return the scope and the name of each setting that holds in a folder."""
    words = _output(git, folder, "config", "--show-scope", "--name-only", "-z", "--list").split("\0")
    return tuple(zip(words[::2], words[1::2], strict=False))


def _output(git: str, folder: Path, *words: str) -> str:
    import subprocess  # noqa: PLC0415 - only repositories need it

    command = (git, "-C", str(folder), "--no-pager", *words)
    done = subprocess.run(  # noqa: S603 - the user's git, with fixed arguments and without a shell
        command, capture_output=True, check=False, encoding="utf-8", errors="surrogateescape"
    )
    return done.stdout if done.returncode == 0 else ""
