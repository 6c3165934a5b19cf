"""CONTRIBUTING.md is right: its paths exist, and what it adds works in a copy of the repository."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from docwalk import ROOT, Reader, commands, fences, first_missing

PAGE = ROOT / "CONTRIBUTING.md"
PATH = re.compile(r"`(\.?[\w./-]*/[\w./-]*|[\w-]+\.(?:md|toml|py))`|\]\(([^)#:]+)(?:#[\w-]+)?\)")
"""A path in the text, as code or as the target of a link."""

COPIED = (
    "src",
    "layouts",
    "catalog",
    "docs",
    "tests",
    "pyproject.toml",
    "README.md",
    "ARCHITECTURE.md",
    "CHANGELOG.md",
)
PARTS = ("paper", "shop", "theme", "check", "option of build", "product", "set-up verb", "output format")


def section(title):
    """Return the blocks below a heading."""
    lines = PAGE.read_text(encoding="utf-8").splitlines()
    first = next(number for number, line in enumerate(lines, 1) if line.startswith(f"## {title} (about "))
    last = next((number for number, line in enumerate(lines, 1) if number > first and line.startswith("## ")), 9999)
    return [fence for fence in fences(PAGE) if first < fence.line < last]


def test_every_path_in_the_text_exists():
    """Or is a file that the page tells the reader to write."""
    text = re.sub(r"^```.*?^```", "", PAGE.read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE)
    paths = {one or other for one, other in PATH.findall(text)}
    written = {fence.title for fence in fences(PAGE)}
    assert len(paths) > 20
    assert [path for path in sorted(paths) if not (ROOT / path).exists() and path not in written] == []


def test_every_file_that_is_changed_exists_and_is_named():
    """A file to write is not there yet. Readers do not see the titles of blocks, so the text names each file."""
    blocks = [fence for fence in fences(PAGE) if fence.title]
    assert [fence.title for fence in blocks if (ROOT / fence.title).exists() != (fence.language == "diff")] == []
    text = PAGE.read_text(encoding="utf-8")
    assert [fence.title for fence in blocks if f"`{fence.title}`" not in text] == []


def test_every_tested_folder_exists():
    """The arguments of pytest."""
    words = [word for fence in fences(PAGE) for command in commands(fence) for word in command.words]
    words += re.findall(r"`pytest ([^`]+)`", PAGE.read_text(encoding="utf-8"))
    named = [path for word in words for path in re.findall(r"tests/[\w./-]+", word)]
    assert named
    assert [path for path in named if not (ROOT / path).exists()] == []


class Contributor(Reader):
    """A reader in a copy of the repository, who changes the program and runs it and its tests."""

    def type(self, command):
        """Run a command and return its output."""
        words, target = list(command.words), None
        if words[0] == "punchboard":
            words[:1] = ["python", "-m", "punchboard"]
        if ">" in words:
            words, target = words[: words.index(">")], words[-1]
        run = ["-m", "pytest", "-q", "-n", "2", "-p", "no:cacheprovider"] if words[0] == "pytest" else []
        env = {key: value for key, value in os.environ.items() if not key.startswith("PYTEST_")}
        env["PYTHONPATH"] = str(self.home / "src")
        done = subprocess.run(
            [sys.executable, *run, *words[1:]], cwd=self.home, env=env, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stdout + done.stderr
        if target is not None:
            Path(self.home, target).write_text(done.stdout, encoding="utf-8")
        return done.stdout + done.stderr


@pytest.mark.slow
@pytest.mark.long
@pytest.mark.parametrize("part", PARTS)
def test_a_part_can_be_added(part, tmp_path):
    """Its files can be written and changed, its commands print what is shown, and the tests that it names pass."""
    for name in COPIED:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(ROOT / name, tmp_path / name)
    reader = Contributor(tmp_path)
    blocks = section(f"Add a{'n' * (part[0] in 'aeiou')} {part}")
    assert [fence.language for fence in blocks].count("console") == 1
    for fence in blocks:
        if fence.title:
            (reader.change if fence.language == "diff" else reader.write)(fence)
        for command in commands(fence) if fence.language == "console" else ():
            printed = reader.type(command)
            assert not first_missing(command.shown, printed), printed
