"""Make a release of the last commit: everything that is given out, in ``dist/``.

usage: make.py [--out FOLDER]

- the wheel and the sdist, built from the files of the commit alone and dated by it; the wheel is built a second time,
  from the sdist, in another folder, and must be the same to the byte;
- ``punchboard-<version>-locked.txt``: what it needs, with hashes (``pip install --require-hashes -r``);
- ``punchboard-<version>.cdx.json``: the bill of materials;
- ``punchboard-<version>-licences.txt``: the licence texts of all that it needs;
- ``punchboard-<version>-audit.txt``: what the audit for known vulnerabilities said, also when that is NOT DONE;
- ``SHA256SUMS`` of all these.

Then the wheel and the lock are installed with hashes into an empty environment, and the program must say its version.
Nothing is given out when a step fails, a licence is not allowed or a vulnerability is known.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import shutil
import subprocess
import sys
import tarfile
import venv
from collections.abc import Sequence
from contextlib import redirect_stderr, redirect_stdout
from datetime import UTC, datetime
from io import BytesIO, StringIO
from pathlib import Path
from tempfile import TemporaryDirectory

import audit
import licences
import sbom
from dependencies import LOCK, ROOT, installed, legal, locked
from packaging.version import Version

RULE = "=" * 79


def build(source: Path, out: Path, kind: str, epoch: str) -> Path:
    """Build a wheel or an sdist of a source tree with the backend that is installed here; none is fetched."""
    env = {**os.environ, "SOURCE_DATE_EPOCH": epoch, "PYTHONPATH": ""}
    command = [sys.executable, "-m", "hatchling", "build", "--target", kind, "--directory", str(out)]
    subprocess.run(command, cwd=source, env=env, check=True, capture_output=True)
    (made,) = out.glob("*.whl" if kind == "wheel" else "*.tar.gz")
    return made


def unpacked(archive: bytes, folder: Path) -> Path:
    """Unpack a tar archive and return the folder of its files: its only one, or the one that was given."""
    with tarfile.open(fileobj=BytesIO(archive)) as files:
        # the first releases of 3.11 have no such filter
        files.extraction_filter = getattr(tarfile, "data_filter", None)
        files.extractall(folder)
    inside = list(folder.iterdir())
    return inside[0] if len(inside) == 1 and inside[0].is_dir() else folder


def committed(folder: Path) -> tuple[Path, str]:
    """Lay the files of the last commit into a folder; return it, and the commit's time in seconds.

    Raises:
        SystemExit: files of the commit have been changed since, so what was tested is not what would be released.
    """
    if git("status", "--porcelain", "--untracked-files=no"):
        raise SystemExit("a release is made of a commit: there are changes that are not committed")
    archive = subprocess.run(["git", "archive", "HEAD"], cwd=ROOT, check=True, capture_output=True).stdout
    return unpacked(archive, folder), git("log", "-1", "--format=%ct")


def git(*words: str) -> str:
    """Return what a command of git prints."""
    return subprocess.run(["git", *words], cwd=ROOT, check=True, capture_output=True, text=True).stdout.strip()


def packages(source: Path, epoch: str, work: Path) -> tuple[Path, Path]:
    """Build sdist and wheel, the wheel twice.

    Raises:
        SystemExit: the two wheels differ.
    """
    sdist, wheel = (build(source, work / kind, kind, epoch) for kind in ("sdist", "wheel"))
    again = build(unpacked(sdist.read_bytes(), work / "unpacked"), work / "again", "wheel", epoch)
    if again.read_bytes() != wheel.read_bytes():
        raise SystemExit(f"{wheel.name} differs when it is built from the sdist")
    return sdist, wheel


def notices() -> str:
    """Return the licence texts of everything that the program needs."""
    here = installed()
    parts = [
        f"{RULE}\n{name} {package.version}: {licences.licence(package)}\n{RULE}\n\n"
        + "\n\n".join(legal(package).values())
        for name, package in here.items()
    ]
    return "\n\n\n".join(parts) + "\n"


def audited() -> tuple[int, str]:
    """Return the exit status of the audit, and what it told."""
    told = StringIO()
    with redirect_stdout(told), redirect_stderr(told):
        status = audit.main([LOCK])
    return status, told.getvalue()


def as_locked() -> list[str]:
    """Return what is installed here in other versions than the lock has: licences would be told of those."""
    pins = {(pin.name, Version(pin.version)) for pin in locked()}
    here = {name: Version(package.version) for name, package in installed().items()}
    return [f"{name} {version}" for name, version in here.items() if (name, version) not in pins]


def proved(wheel: Path, lock: Path, folder: Path) -> str:
    """Install lock and wheel with hashes into an empty environment; return what ``punchboard --version`` says."""
    venv.create(folder, with_pip=True)
    scripts = folder / ("Scripts" if os.name == "nt" else "bin")
    digest = hashlib.sha256(wheel.read_bytes()).hexdigest()
    own = folder / "wheel.txt"
    own.write_text(f"punchboard @ {wheel.as_uri()} --hash=sha256:{digest}\n", encoding="utf-8")
    pip = [str(scripts / "python"), "-m", "pip", "install", "--quiet", "--require-hashes", "--only-binary=:all:"]
    subprocess.run([*pip, "--requirement", str(lock)], check=True)
    subprocess.run([*pip, "--requirement", str(own), "--no-deps"], check=True)
    command = [str(scripts / "punchboard"), "--version"]
    return subprocess.run(command, check=True, capture_output=True, text=True, env={"PATH": ""}).stdout.strip()


def sums(files: Sequence[Path]) -> str:
    """Return the lines of SHA256SUMS."""
    return "".join(f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in sorted(files))


def make(out: Path, work: Path) -> None:
    """Make all files in a folder for work, prove them, and lay them into the folder for what is given out."""
    if wrong := [*licences.faults(), *(f"{package} is not the version of the lock" for package in as_locked())]:
        raise SystemExit("\n".join(wrong))
    source, epoch = committed(work / "source")
    sdist, wheel = packages(source, epoch, work)
    status, told = audited()
    if status == audit.VULNERABLE:
        raise SystemExit(told)
    stem = work / "-".join(wheel.name.split("-")[:2])
    texts = {
        f"{stem}-locked.txt": LOCK.read_text(encoding="utf-8"),
        f"{stem}.cdx.json": sbom.bill(wheel, datetime.fromtimestamp(int(epoch), UTC)),
        f"{stem}-licences.txt": notices(),
        f"{stem}-audit.txt": told,
    }
    for name, text in texts.items():
        Path(name).write_text(text, encoding="utf-8")
    files = [sdist, wheel, *map(Path, texts)]
    said = proved(wheel, Path(f"{stem}-locked.txt"), work / "installed")
    out.mkdir(parents=True, exist_ok=True)
    for path in files:
        shutil.copy(path, out)
    (out / "SHA256SUMS").write_text(sums(files), encoding="utf-8")
    print(f"{said}: {len(files) + 1} files in {out}", told.strip(), sep="\n")


def main() -> None:
    """Make a release."""
    parser = argparse.ArgumentParser(description="Make a release of the last commit.")
    parser.add_argument("--out", type=Path, default=ROOT / "dist", help="the folder for what is given out; dist/")
    with TemporaryDirectory() as work:
        make(parser.parse_args().out.resolve(), Path(work))


if __name__ == "__main__":
    main()
