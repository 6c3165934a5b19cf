"""Write the locks: every package of the program and of its tests, one version each, with the hashes of its files.

usage: lock.py [--upgrade] [--check]

``release/locked.txt`` holds what the program needs, ``release/locked-test.txt`` also what tests, checks and releases
need. Both hold for every system and every Python that pyproject.toml admits, and pip installs them with
``--require-hashes``. They name no index and no address: where packages come from is the business of who installs.
Versions that still satisfy pyproject.toml stay; ``--upgrade`` takes the newest. ``--check`` writes nothing and fails
when there would be something to write. ``uv`` must be installed, and an index must answer.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
from pathlib import Path
from subprocess import DEVNULL
from tempfile import TemporaryDirectory

from dependencies import LOCK, ROOT

TESTS = LOCK.with_name("locked-test.txt")
LOCKS = (TESTS, LOCK)
"""The larger one first: the other takes its versions."""
PROJECT = ROOT / "pyproject.toml"
COMPILE = ("uv", "pip", "compile", "--quiet", "--universal", "--generate-hashes", "--no-header", "--no-annotate")


def made(folder: Path, *, upgrade: bool) -> dict[Path, str]:
    """Return what the locks would hold now; versions that they hold stay where pyproject.toml still admits them."""
    copies = {path: folder / path.name for path in LOCKS}
    for path, copy in copies.items():
        if path.is_file() and not upgrade:
            shutil.copy(path, copy)
    subprocess.run([*COMPILE, "--extra", "test", "--output-file", copies[TESTS], PROJECT], check=True, stdout=DEVNULL)
    subprocess.run(
        [*COMPILE, "--constraint", copies[TESTS], "--output-file", copies[LOCK], PROJECT], check=True, stdout=DEVNULL
    )
    return {path: copy.read_text(encoding="utf-8") for path, copy in copies.items()}


def main() -> None:
    """Write both locks, or tell which differs."""
    parser = argparse.ArgumentParser(description="Write the locks.")
    parser.add_argument("--upgrade", action="store_true", help="take the newest versions that pyproject.toml admits")
    parser.add_argument("--check", action="store_true", help="write nothing; fail when a lock would change")
    asked = parser.parse_args()
    with TemporaryDirectory() as folder:
        new = made(Path(folder), upgrade=asked.upgrade)
    differing = [path for path, text in new.items() if not path.is_file() or path.read_text(encoding="utf-8") != text]
    for path in differing:
        print(path.relative_to(ROOT), "would change" if asked.check else "is written")
        if not asked.check:
            path.write_text(new[path], encoding="utf-8")
    sys.exit(1 if asked.check and differing else 0)


if __name__ == "__main__":
    main()
