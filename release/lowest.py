"""Test the lower bounds of pyproject.toml: run the tests and build the games with the oldest allowed packages.

usage: lowest.py [--python PYTHON] [PYTEST-ARGUMENT ...]

Installs every package that pyproject.toml names for the program and its tests in its oldest allowed version, and the
packages that those need in their newest, into an empty environment. Then runs the quick tests there and builds the five
games. Fails when a bound is lower than any version that can be installed. Needs ``uv`` and access to a package index.
This takes a quarter of an hour; run it after changing a bound.
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

from dependencies import ROOT, declared_requirements, scripts_folder
from packaging.utils import canonicalize_name
from packaging.version import Version

REQUIREMENTS = (*declared_requirements(), *declared_requirements("test"))


def environment(folder: Path, python: str) -> Path:
    """Create an environment of the oldest packages, and pip for some tests; return its folder of scripts."""
    subprocess.run(["uv", "venv", "--quiet", "--python", python, str(folder)], check=True)
    scripts = scripts_folder(folder)
    install = ["uv", "pip", "install", "--quiet", "--python", str(scripts / "python"), "--resolution", "lowest-direct"]
    subprocess.run([*install, "--editable", f"{ROOT}[test]"], check=True)
    subprocess.run([*install[:-2], "pip"], check=True)
    return scripts


def oldest(folder: Path) -> dict[str, Version]:
    """Return the installed versions of the packages that pyproject.toml names."""
    (site,) = (*folder.glob("lib/python*/site-packages"), *folder.glob("Lib/site-packages"))
    here = metadata.distributions(path=[str(site)])
    found = {canonicalize_name(package.metadata["Name"]): Version(package.version) for package in here}
    return {line.name: found[canonicalize_name(line.name)] for line in REQUIREMENTS}


def unproved_bounds(found: Mapping[str, Version]) -> list[str]:
    """Return the bounds that are lower than the installed version."""
    floors = [
        (line.name, Version(each.version)) for line in REQUIREMENTS for each in line.specifier if each.operator == ">="
    ]
    return [f"{name}>={floor}: {found[name]} was installed" for name, floor in floors if found[name] != floor]


def main() -> int:
    """Install, test and build; return the exit status of the first step that fails."""
    parser = argparse.ArgumentParser(description="Test the lower bounds of pyproject.toml.")
    parser.add_argument("--python", default=sys.executable, help="the Python to test with (default: this one)")
    arguments, rest = parser.parse_known_args()
    env = {key: value for key, value in os.environ.items() if key not in {"PYTHONPATH", "VIRTUAL_ENV"}}
    with TemporaryDirectory() as work:
        folder = Path(work) / "oldest"
        scripts = environment(folder, arguments.python)
        found = oldest(folder)
        print(*(f"{name} {version}" for name, version in sorted(found.items())), sep="\n", flush=True)
        if lower := unproved_bounds(found):
            print("NOT TESTED:", *lower, sep="\n")
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
