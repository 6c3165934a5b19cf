"""Prove the lower bounds of pyproject.toml: with everything at its oldest at once, the tests pass and the games build.

usage: lowest.py [--python PYTHON] [PYTEST-ARGUMENT ...]

Every package that pyproject.toml names for the program and its tests is installed in its oldest admitted version, what
those need in its newest, into an empty environment; then the quick tests run there, and the five games are built. A
bound below what can be installed proves nothing, and fails. ``uv`` must be installed, and an index must answer. This
takes a quarter of an hour, and is run when a bound is changed.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from collections.abc import Mapping
from importlib import metadata
from pathlib import Path
from tempfile import TemporaryDirectory

from dependencies import ROOT, wanted
from packaging.utils import canonicalize_name
from packaging.version import Version

ASKED = (*wanted(), *wanted("test"))


def environment(folder: Path, python: str) -> Path:
    """Make an environment of the oldest packages, with pip, which some tests ask for; return its scripts' folder."""
    subprocess.run(["uv", "venv", "--quiet", "--python", python, str(folder)], check=True)
    scripts = folder / ("Scripts" if os.name == "nt" else "bin")
    install = ["uv", "pip", "install", "--quiet", "--python", str(scripts / "python"), "--resolution", "lowest-direct"]
    subprocess.run([*install, "--editable", f"{ROOT}[test]"], check=True)
    subprocess.run([*install[:-2], "pip"], check=True)
    return scripts


def oldest(folder: Path) -> dict[str, Version]:
    """Return the versions that were installed of what pyproject.toml names."""
    (site,) = (*folder.glob("lib/python*/site-packages"), *folder.glob("Lib/site-packages"))
    here = metadata.distributions(path=[str(site)])
    found = {canonicalize_name(package.metadata["Name"]): Version(package.version) for package in here}
    return {line.name: found[canonicalize_name(line.name)] for line in ASKED}


def unproved(found: Mapping[str, Version]) -> list[str]:
    """Return the bounds that are lower than what was installed."""
    floors = [(line.name, Version(each.version)) for line in ASKED for each in line.specifier if each.operator == ">="]
    return [f"{name}>={floor}: {found[name]} was installed" for name, floor in floors if found[name] != floor]


def main() -> int:
    """Install, test, build; the exit status is that of the first that fails."""
    parser = argparse.ArgumentParser(description="Prove the lower bounds of pyproject.toml.")
    parser.add_argument("--python", default=sys.executable, help="the Python to prove them with; this one")
    asked, rest = parser.parse_known_args()
    env = {key: value for key, value in os.environ.items() if key not in {"PYTHONPATH", "VIRTUAL_ENV"}}
    with TemporaryDirectory() as work:
        folder = Path(work) / "oldest"
        scripts = environment(folder, asked.python)
        found = oldest(folder)
        print(*(f"{name} {version}" for name, version in sorted(found.items())), sep="\n", flush=True)
        if lower := unproved(found):
            print("NOT PROVED:", *lower, sep="\n")
            return 1
        for command in (["pytest", "-q", *rest], ["python", "build.py", "--out", str(Path(work) / "built")]):
            status = subprocess.run(
                [str(scripts / command[0]), *command[1:]], cwd=ROOT, env=env, check=False
            ).returncode
            if status:
                return status
    return 0


if __name__ == "__main__":
    sys.exit(main())
