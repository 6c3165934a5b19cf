"""Write the lock files: every package of the program and its tests with one version and the hashes of its files.

usage: lock.py [--upgrade] [--check]

``release/locked.txt`` has the packages of the program, ``release/locked-test.txt`` also those of tests, checks and
releases. Both are valid for every system and every Python that pyproject.toml allows, and pip installs them with
``--require-hashes``. They name no package index, so that everyone can use their own. Versions that still satisfy
pyproject.toml stay; ``--upgrade`` takes the newest. ``--check`` writes nothing and fails when a lock would change.
Needs ``uv`` and access to a package index.
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
"""The larger lock comes first, because the other takes its versions from it."""
PROJECT = ROOT / "pyproject.toml"
COMPILE = ("uv", "pip", "compile", "--quiet", "--universal", "--generate-hashes", "--no-header", "--no-annotate")


def compile_locks(folder: Path, *, upgrade: bool) -> dict[Path, str]:
    """Return the new text of each lock; locked versions stay if pyproject.toml still allows them."""
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
    """Write both locks, or report which would change."""
    parser = argparse.ArgumentParser(description="Write the locks.")
    parser.add_argument("--upgrade", action="store_true", help="take the newest versions that pyproject.toml allows")
    parser.add_argument("--check", action="store_true", help="write nothing; fail when a lock would change")
    arguments = parser.parse_args()
    with TemporaryDirectory() as folder:
        new = compile_locks(Path(folder), upgrade=arguments.upgrade)
    differing = [path for path, text in new.items() if not path.is_file() or path.read_text(encoding="utf-8") != text]
    for path in differing:
        print(path.relative_to(ROOT), "would change" if arguments.check else "written")
        if not arguments.check:
            path.write_text(new[path], encoding="utf-8")
    sys.exit(1 if arguments.check and differing else 0)


if __name__ == "__main__":
    main()
