"""A git repository for tests, with a name and an address that commits need."""

import os
import shutil
import subprocess

import pytest


def new_repository(folder, monkeypatch):
    """Return a function that runs git in a folder, which becomes a repository; the user's settings are ignored."""
    if shutil.which("git") is None:
        (pytest.fail if os.environ.get("CI") else pytest.skip)("git is not installed: apt-get install git")
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", "/dev/null")

    def git(*words):
        done = subprocess.run(("git", "-C", str(folder), *words), check=True, capture_output=True, text=True)
        return done.stdout

    git("init", "-q", "-b", "main")
    git("config", "user.name", "Ann")
    git("config", "user.email", "ann@example.org")
    return git
