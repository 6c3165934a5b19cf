"""Make a release of the last commit: all files to publish, in ``dist/``.

usage: make.py [--out FOLDER] [--kept FOLDER]

- the wheel and the sdist, built from the files of the commit only and with its date; the wheel is built a second time,
  from the sdist in another folder, and must have the same bytes;
- ``punchboard-<version>-locked.txt``: its dependencies with hashes (``pip install --require-hashes -r``);
- ``punchboard-<version>.cdx.json``: the bill of materials;
- ``punchboard-<version>-licences.txt``: the licence texts of its dependencies;
- ``punchboard-<version>-audit.txt``: the result of the audit for known vulnerabilities, also when that is NOT DONE;
- ``punchboard-<version>-browser.zip``: the program as static files for a web server (``web.py``);
- ``SHA256SUMS`` of all these files.

Then the wheel and the lock are installed with hashes into an empty environment, where the program must print its
version. Before all that, ``benchmarks/judge.py`` measures every limit of speed and memory. Nothing is published when a
step fails, a licence is not allowed, a vulnerability is known or a limit is missed. On a machine that is not quiet,
limits that did not hold are *not judged*: that is printed, and is for a person to decide.
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
import web
from dependencies import LOCK, ROOT, installed_packages, licence_texts, locked_packages, scripts_folder
from packaging.version import Version

RULE = "=" * 79
SPEED = (sys.executable, str(ROOT / "benchmarks" / "judge.py"))


def build(source: Path, out: Path, kind: str, epoch: str) -> Path:
    """Build a wheel or an sdist of a source tree with the installed build backend; nothing is downloaded."""
    env = {**os.environ, "SOURCE_DATE_EPOCH": epoch, "PYTHONPATH": ""}
    command = [sys.executable, "-m", "hatchling", "build", "--target", kind, "--directory", str(out)]
    subprocess.run(command, cwd=source, env=env, check=True, capture_output=True)
    (made,) = out.glob("*.whl" if kind == "wheel" else "*.tar.gz")
    return made


def unpack(archive: bytes, folder: Path) -> Path:
    """Unpack a tar archive and return the folder of its files: its only folder if it has one, else `folder`."""
    with tarfile.open(fileobj=BytesIO(archive)) as files:
        # early releases of Python 3.11 have no data filter
        files.extraction_filter = getattr(tarfile, "data_filter", None)
        files.extractall(folder)
    inside = list(folder.iterdir())
    return inside[0] if len(inside) == 1 and inside[0].is_dir() else folder


def export_commit(folder: Path) -> tuple[Path, str]:
    """Export the files of the last commit into a folder; return the folder and the commit's time in seconds.

    Raises:
        SystemExit: when files have uncommitted changes, because the tests ran with those.
    """
    if git("status", "--porcelain", "--untracked-files=no"):
        raise SystemExit("a release is made from the last commit, but there are changes that are not committed")
    archive = subprocess.run(["git", "archive", "HEAD"], cwd=ROOT, check=True, capture_output=True).stdout
    return unpack(archive, folder), git("log", "-1", "--format=%ct")


def git(*words: str) -> str:
    """Return the output of a git command."""
    return subprocess.run(["git", *words], cwd=ROOT, check=True, capture_output=True, text=True).stdout.strip()


def packages(source: Path, epoch: str, work: Path) -> tuple[Path, Path]:
    """Build sdist and wheel, the wheel twice.

    Raises:
        SystemExit: when the two wheels differ.
    """
    sdist, wheel = (build(source, work / kind, kind, epoch) for kind in ("sdist", "wheel"))
    again = build(unpack(sdist.read_bytes(), work / "unpacked"), work / "again", "wheel", epoch)
    if again.read_bytes() != wheel.read_bytes():
        raise SystemExit(f"{wheel.name} has other bytes when it is built from the sdist")
    return sdist, wheel


def notices() -> str:
    """Return the licence texts of all packages that the program needs."""
    here = installed_packages()
    parts = [
        f"{RULE}\n{name} {package.version}: {licences.licence(package)}\n{RULE}\n\n"
        + "\n\n".join(licence_texts(package).values())
        for name, package in here.items()
    ]
    return "\n\n\n".join(parts) + "\n"


def run_audit() -> tuple[int, str]:
    """Return the exit status of the audit and its output."""
    output = StringIO()
    with redirect_stdout(output), redirect_stderr(output):
        status = audit.main([LOCK])
    return status, output.getvalue()


def packages_not_as_locked() -> list[str]:
    """Return the packages installed in other versions than the locked ones, because licences are read from them."""
    pins = {(pin.name, Version(pin.version)) for pin in locked_packages()}
    here = {name: Version(package.version) for name, package in installed_packages().items()}
    return [f"{name} {version}" for name, version in here.items() if (name, version) not in pins]


def measure_speed(command: Sequence[str]) -> str:
    """Return the table of the limits of speed and memory.

    Raises:
        SystemExit: when one is missed on a quiet machine, with the table.
    """
    done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=False)
    if done.returncode:
        raise SystemExit(done.stdout or "the limits of speed could not be measured")
    return done.stdout.strip()


def install_and_run(wheel: Path, lock: Path, folder: Path) -> str:
    """Install lock and wheel with hashes into an empty environment; return the output of ``punchboard --version``."""
    venv.create(folder, with_pip=True)
    scripts = scripts_folder(folder)
    digest = hashlib.sha256(wheel.read_bytes()).hexdigest()
    own = folder / "wheel.txt"
    own.write_text(f"punchboard @ {wheel.as_uri()} --hash=sha256:{digest}\n", encoding="utf-8")
    pip = [str(scripts / "python"), "-m", "pip", "install", "--quiet", "--require-hashes", "--only-binary=:all:"]
    subprocess.run([*pip, "--requirement", str(lock)], check=True)
    subprocess.run([*pip, "--requirement", str(own), "--no-deps"], check=True)
    command = [str(scripts / "punchboard"), "--version"]
    return subprocess.run(command, check=True, capture_output=True, text=True, env={"PATH": ""}).stdout.strip()


def checksums(files: Sequence[Path]) -> str:
    """Return the lines of SHA256SUMS."""
    return "".join(f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in sorted(files))


def browser_files(wheel: Path, kept: Path, path: Path) -> None:
    """Write the archive of the program for browsers; what is needed and not kept is downloaded."""
    with TemporaryDirectory() as folder:
        web.fetch(kept)
        web.make(Path(folder), kept, wheel)
        web.pack(Path(folder), path)


def make(out: Path, work: Path, kept: Path) -> None:
    """Make and test all files in a work folder, and copy them to the output folder.

    `kept` is the folder of what was downloaded for browsers.
    """
    if problems := [
        *licences.licence_problems(),
        *(f"{package} is installed, which is not the locked version" for package in packages_not_as_locked()),
    ]:
        raise SystemExit("\n".join(problems))
    source, epoch = export_commit(work / "source")
    speed = measure_speed(SPEED)
    sdist, wheel = packages(source, epoch, work)
    status, audit_text = run_audit()
    if status == audit.VULNERABLE:
        raise SystemExit(audit_text)
    stem = work / "-".join(wheel.name.split("-")[:2])
    texts = {
        f"{stem}-locked.txt": LOCK.read_text(encoding="utf-8"),
        f"{stem}.cdx.json": sbom.bill(wheel, datetime.fromtimestamp(int(epoch), UTC)),
        f"{stem}-licences.txt": notices(),
        f"{stem}-audit.txt": audit_text,
    }
    for name, text in texts.items():
        Path(name).write_text(text, encoding="utf-8")
    browser = Path(f"{stem}-browser.zip")
    browser_files(wheel, kept, browser)
    files = [sdist, wheel, browser, *map(Path, texts)]
    version = install_and_run(wheel, Path(f"{stem}-locked.txt"), work / "installed")
    out.mkdir(parents=True, exist_ok=True)
    for path in files:
        shutil.copy(path, out)
    (out / "SHA256SUMS").write_text(checksums(files), encoding="utf-8")
    print(f"{version}: {len(files) + 1} files in {out}", audit_text.strip(), speed, sep="\n")


def main() -> None:
    """Make a release."""
    parser = argparse.ArgumentParser(description="Make a release of the last commit.")
    parser.add_argument("--out", type=Path, default=ROOT / "dist", help="the output folder (default: dist/)")
    parser.add_argument("--kept", type=Path, help="the folder of what web.py fetch has downloaded")
    asked = parser.parse_args()
    with TemporaryDirectory() as work:
        make(asked.out.resolve(), Path(work), asked.kept or Path(work, "kept"))


if __name__ == "__main__":
    main()
