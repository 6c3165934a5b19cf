"""A git repository for tests, with a name and an address that commits need."""

import os
import shutil
import subprocess

import pytest


def new_repository(folder, monkeypatch):
    """Return a function that runs git in a folder, which becomes a repository without the settings of this machine."""
    if shutil.which("git") is None:
        (pytest.fail if os.environ.get("CI") else pytest.skip)("git is not installed: apt-get install git")
    for name in [name for name in os.environ if name.startswith("GIT_")]:
        monkeypatch.delenv(name)  # a hook of git has those of the repository that it works for
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", os.devnull)
    monkeypatch.setenv("GIT_CONFIG_NOSYSTEM", "1")

    def git(*words):
        done = subprocess.run(("git", "-C", str(folder), *words), check=True, capture_output=True, text=True)
        return done.stdout

    git("init", "-q", "-b", "main")
    git("config", "user.name", "Ann")
    git("config", "user.email", "ann@example.org")
    return git
