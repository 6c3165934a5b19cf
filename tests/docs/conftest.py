"""A simulated reader for tests of documents; `docwalk` and the scripts of pictures lie beside this file."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parent))

from docwalk import ROOT, Reader, fences

HERE = Path(__file__).resolve().parent
READINGS = ("--a", "5.2", "4.9", "--b", "5.0", "5.1", "--across", "170", "--down", "240")


@pytest.fixture(scope="session")
def script():
    """Return a function from the name of a script beside this file to its module."""

    def script(name):
        spec = importlib.util.spec_from_file_location(f"docs_{name}", HERE / f"{name}.py")
        module = sys.modules[spec.name] = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        return module

    return script


@pytest.fixture(scope="module")
def table(tmp_path_factory, forker):
    """A reader who has made the game of catalog/README.md, with a rulebook, a revision, a printer and a profile."""
    reader = Reader(tmp_path_factory.mktemp("table"), forker)
    for fence in fences(ROOT / "catalog/README.md"):
        if fence.title and fence.language != "diff":
            reader.write(fence)
    (reader.home / "catalog/my-game/rulebook.md").write_text("# Start\n\nDeal three Adventurers.\n", encoding="utf-8")
    (reader.home / "my-cards.csv").write_text("Name;Cost\nAtoll;2\nReef;3\n", encoding="utf-8")
    env = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    env |= {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"}
    identity = ("-c", "user.name=A", "-c", "user.email=a@example.org")
    for words in (("init", "-q"), ("add", "."), (*identity, "commit", "-qm", "one"), ("tag", "v0.1.0")):
        subprocess.run(["git", *words], cwd=reader.home, env=env, check=True)
    for words in (("calibrate", "--set", "desk", *READINGS), ("build",)):
        reader.punchboard(words)
    return reader
