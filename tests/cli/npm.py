"""A stand-in for npm on PATH: it packs what lies in a folder of archives, or fails as npm does."""

from __future__ import annotations

import io
import os
import sys
import tarfile
from pathlib import Path

SCRIPT = """\
#!{python}
import os, pathlib, shutil, sys
here = pathlib.Path({here!r})
with (here / "calls").open("a") as calls:
    print(*sys.argv[1:], file=calls)
assert sys.argv[1] == "pack" and "--ignore-scripts" in sys.argv
name = sys.argv[-1].removeprefix("@").replace("/", "-") + ".tgz"
target = next(word.partition("=")[2] for word in sys.argv if word.startswith("--pack-destination="))
if (here / "offline").exists():
    sys.exit("npm error code ENOTFOUND\\nnpm error network request to https://registry.example failed")
if not (here / name).exists():
    sys.exit("npm error code E404\\nnpm error 404 Not Found")
shutil.copy(here / name, target)
"""


def install_npm(folder: Path, packages: dict[str, dict[str, bytes]]) -> dict[str, str]:
    """Write the stand-in with packages by name; return the environment in which it is found first."""
    folder.mkdir(parents=True, exist_ok=True)
    script = folder / "npm"
    script.write_text(SCRIPT.format(python=sys.executable, here=str(folder)), "utf-8")
    script.chmod(0o755)
    for name, files in packages.items():
        (folder / f"{name.removeprefix('@').replace('/', '-')}.tgz").write_bytes(archive(files))
    return {"PATH": f"{folder}{os.pathsep}{os.environ['PATH']}"}


def archive(files: dict[str, bytes]) -> bytes:
    """Return the bytes of an npm package with files."""
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w:gz") as tar:
        for name, data in files.items():
            member = tarfile.TarInfo(f"package/{name}")
            member.size = len(data)
            tar.addfile(member, io.BytesIO(data))
    return packed.getvalue()
