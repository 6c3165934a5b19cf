"""Gather the program for a browser: interpreter, packages and program, as files that any web server can give.

usage: web.py fetch --kept FOLDER       download the interpreter and the packages, unless the folder has them
       web.py make OUT --kept FOLDER    write the static files, from those and from a wheel of this repository
       web.py run APP WORKSPACE -- ...  run the program of these files in Node: commands, separated by --
       web.py lock                      write the integrity of the interpreter's version into web.toml

``release/web.toml`` says which interpreter, and which packages are left out. Every file is checked against a hash: of
the interpreter there, of packages in ``release/locked.txt``. ``fetch`` needs npm, and access to registries of both
kinds.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
from base64 import b64encode
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from fnmatch import fnmatch
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

import yaml
from dependencies import ROOT, Pinned, locked_packages
from packaging.markers import Marker
from packaging.utils import canonicalize_name

DATA = ROOT / "release" / "web.toml"
STATIC = ROOT / "release" / "browser"
STYLES = ("server/start/page/start.css", "products/web/components/page.css")
"""The styles of the studio's start page, which the page of these files has too."""
SAMPLE = ROOT / "src" / "punchboard" / "cli" / "demo" / "lamplighters"
"""The small game that the page offers beside those of the catalog."""
OFFLINE = "offline.js"
RUNNER = ROOT / "release" / "in_node.mjs"
OTHER_SYSTEM = "manylinux2014_x86_64"
"""The platform of the wheels from which only the part in Python is taken."""
EPOCH = "1700000000"
COMPILED = (".so", ".pyd", ".dylib")


def settings() -> Mapping[str, Any]:
    """Return what web.toml says."""
    return tomllib.loads(DATA.read_text(encoding="utf-8"))


def needed_packages() -> tuple[Pinned, ...]:
    """Return the locked packages that the program has in a browser.

    Raises:
        SystemExit: when web.toml leaves out a package that the lock does not have.
    """
    asked, pins = settings(), locked_packages()
    named = {*asked["left-out"], *asked["pure-part"]}
    if unknown := named - {pin.name for pin in pins}:
        raise SystemExit(f"web.toml names packages that are not in the lock: {', '.join(sorted(unknown))}")
    where = {"python_version": asked["interpreter"]["python"], "sys_platform": "emscripten", "os_name": "posix"}
    where |= {"platform_system": "Emscripten", "python_full_version": f"{asked['interpreter']['python']}.0"}
    return tuple(
        pin
        for pin in pins
        if pin.name not in asked["left-out"] and (not pin.marker or Marker(pin.marker).evaluate(where))
    )


def kept_wheels(kept: Path) -> dict[str, Path]:
    """Return the wheel of each needed package that a folder has with a locked hash, by name.

    A wheel for another system counts only where its part that is Python is enough.
    """
    pure = settings()["pure-part"]
    by_hash = {digest: pin.name for pin in needed_packages() for digest in pin.hashes}
    found = ((by_hash.get(hashlib.sha256(path.read_bytes()).hexdigest()), path) for path in sorted(kept.glob("*.whl")))
    return {name: path for name, path in found if name is not None and (name in pure or not _is_foreign(path))}


def _is_foreign(wheel: Path) -> bool:
    """Return whether a wheel is compiled for another system."""
    return not wheel.stem.endswith(("-any", settings()["interpreter"]["platform"]))


def kept_interpreter(kept: Path) -> Path | None:
    """Return the archive of the interpreter, if a folder has it with the right integrity."""
    asked = settings()["interpreter"]
    path = kept / f"{asked['package']}-{asked['version']}.tgz"
    return path if path.is_file() and integrity(path.read_bytes()) == asked["integrity"] else None


def integrity(data: bytes) -> str:
    """Return the integrity of a file, as npm writes it."""
    return f"sha512-{b64encode(hashlib.sha512(data).digest()).decode()}"


def fetch(kept: Path) -> None:
    """Download what a folder has not yet.

    Raises:
        SystemExit: when a file is not the pinned one.
    """
    kept.mkdir(parents=True, exist_ok=True)
    asked = settings()["interpreter"]
    if kept_interpreter(kept) is None:
        name = f"{asked['package']}@{asked['version']}"
        pack = ["npm", "pack", "--silent", "--ignore-scripts", "--pack-destination", str(kept), name]
        subprocess.run(pack, check=True, stdout=subprocess.DEVNULL)
        if kept_interpreter(kept) is None:
            raise SystemExit(f"{name} is not the file that web.toml names")
    have = kept_wheels(kept)
    missing = [pin for pin in needed_packages() if pin.name not in have]
    native = settings()["pure-part"]
    # the other system is asked only for what has no wheel of its own: pip would prefer its compiled ones
    _download([pin for pin in missing if pin.name not in native], asked["platform"], asked["python"], kept)
    _download([pin for pin in missing if pin.name in native], OTHER_SYSTEM, asked["python"], kept)


def _download(pins: Sequence[Pinned], platform: str, python: str, kept: Path) -> None:
    """Download the wheels of packages for a platform, or for any, each with one of its pinned hashes."""
    if not pins:
        return
    pip = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--require-hashes", "--only-binary=:all:"]
    with TemporaryDirectory() as folder:
        lock = Path(folder) / "lock.txt"
        lines = (f"{pin.name}=={pin.version} {' '.join(f'--hash=sha256:{one}' for one in pin.hashes)}" for pin in pins)
        lock.write_text("\n".join(lines), encoding="utf-8")
        asked = ["--platform", platform, "--python-version", python, "--dest", str(kept), "--requirement", str(lock)]
        subprocess.run([*pip, *asked], check=True)


def make(out: Path, kept: Path, wheel: Path | None = None) -> None:
    """Write the static files, with a wheel of the program or one built now; nothing is downloaded.

    Raises:
        SystemExit: when something was not fetched.
    """
    archive, wheels = kept_interpreter(kept), kept_wheels(kept)
    missing = sorted({pin.name for pin in needed_packages()} - {*wheels})
    if archive is None or missing:
        raise SystemExit(f"run `python release/web.py fetch` first; missing: {', '.join(missing) or 'the interpreter'}")
    shutil.copytree(STATIC, out, dirs_exist_ok=True)
    for name in STYLES:
        shutil.copy(ROOT / "src" / "punchboard" / name, out)
    for name in ("interpreter", "packages"):
        shutil.rmtree(out / name, ignore_errors=True)
        (out / name).mkdir(parents=True)
    with tarfile.open(archive) as files:
        for name in settings()["interpreter"]["files"]:
            member = files.extractfile(f"package/{name}")
            assert member is not None
            (out / "interpreter" / name).write_bytes(member.read())
    with TemporaryDirectory() as folder:
        wheels["punchboard"] = wheel or _own_wheel(Path(folder))
        packed = [_packed(name, one, out / "packages") for name, one in wheels.items()]
    fonts = {one: font_of(one) for one in packed}
    listed = [{"file": f"packages/{one.name}", "size": one.stat().st_size, "font": fonts[one]} for one in packed]
    (out / "packages.json").write_text(json.dumps(listed, indent=1) + "\n", encoding="utf-8")
    write_samples(out)
    _list_files(out, {f"packages/{one.name}" for one, module in fonts.items() if module})


def font_of(package: Path) -> str:
    """Return the module of a package of fonts, which is loaded when a theme needs it; "" for any other package."""
    with ZipFile(package) as archive:
        return next((name.partition("/")[0] for name in archive.namelist() if name.endswith(".ttf")), "")


def write_samples(out: Path) -> None:
    """Write an archive of each game that the page offers, and the list of their titles."""
    shutil.rmtree(out / "samples", ignore_errors=True)
    (out / "samples").mkdir()
    catalog = [file.parent for file in sorted((ROOT / "catalog").glob("*/game.yaml"))]
    games = [(SAMPLE, SAMPLE.parent, [SAMPLE])]
    games += [(game, ROOT, [game, ROOT / "layouts" / game.name]) for game in catalog]
    listed = []
    for game, top, folders in games:
        _zip(out / "samples" / f"{game.name}.zip", top, [one for folder in folders for one in folder.rglob("*")])
        title = yaml.safe_load((game / "game.yaml").read_text(encoding="utf-8"))["title"]
        listed.append({"name": game.name, "title": title})
    (out / "samples.json").write_text(json.dumps(listed, indent=1) + "\n", encoding="utf-8")


def _list_files(out: Path, later: Collection[str]) -> None:
    """Write the list of all files, with their integrity, into the service worker, which keeps them; some once used."""
    worker = out / OFFLINE
    files = {path.relative_to(out).as_posix(): path for path in sorted(out.rglob("*")) if path.is_file()}
    listed = json.dumps(
        [(name, integrity(path.read_bytes()), name in later) for name, path in files.items() if path != worker]
    )
    version = hashlib.sha256(listed.encode()).hexdigest()[:16]
    text = f'const VERSION = "{version}";\nconst FILES = {listed};\n{worker.read_text(encoding="utf-8")}'
    worker.write_text(text, encoding="utf-8")


def _own_wheel(folder: Path) -> Path:
    """Return the wheel of the program, built from this repository."""
    from make import build  # noqa: PLC0415 - which imports this module

    return build(ROOT, folder, "wheel", EPOCH)


def pack(app: Path, path: Path) -> None:
    """Pack the static files into an archive, whose bytes depend on theirs only."""
    _zip(path, app, app.rglob("*"))


def _zip(path: Path, top: Path, files: Iterable[Path]) -> None:
    with ZipFile(path, "w", ZIP_DEFLATED) as archive:
        for file in sorted(one for one in files if one.is_file()):
            archive.writestr(ZipInfo(file.relative_to(top).as_posix()), file.read_bytes(), ZIP_DEFLATED)


def _packed(name: str, wheel: Path, folder: Path) -> Path:
    """Copy what is needed of a wheel into a folder; of one for another system, only what is Python."""
    asked = settings()
    path = folder / f"{canonicalize_name(name)}.zip"
    unread = asked["left-out-files"].get(name, ())
    is_foreign = _is_foreign(wheel)
    if not is_foreign and not unread:
        shutil.copyfile(wheel, path)
        return path
    dropped = {*asked["pure-part"].get(name, ())}
    with ZipFile(wheel) as whole, ZipFile(path, "w", ZIP_DEFLATED) as part:
        for member in whole.namelist():
            is_unread = any(fnmatch(member, pattern) for pattern in unread)
            if not (member in dropped or is_unread or (is_foreign and member.endswith(COMPILED))):
                part.writestr(ZipInfo(member), whole.read(member), ZIP_DEFLATED)
    return path


def run(app: Path, workspace: Path, commands: Sequence[Sequence[str]]) -> int:
    """Run commands in Node, in a workspace of this machine, until one fails; return its exit status, or 0."""
    node = ["node", str(RUNNER), str(app.resolve()), str(workspace.resolve()), json.dumps(commands)]
    return subprocess.run(node, check=False).returncode


def commands_of(words: Sequence[str]) -> Iterator[list[str]]:
    """Yield the commands among words that are separated by ``--``."""
    command: list[str] = []
    for word in (*words, "--"):
        if word != "--":
            command.append(word)
        elif command:
            yield command
            command = []


def lock() -> None:
    """Write the integrity of the interpreter's version into web.toml."""
    asked = settings()["interpreter"]
    view = ["npm", "view", f"{asked['package']}@{asked['version']}", "dist.integrity"]
    told = subprocess.run(view, check=True, capture_output=True, text=True).stdout.strip()
    text = DATA.read_text(encoding="utf-8")
    DATA.write_text(re.sub(r'(?m)^integrity = ".*"$', f'integrity = "{told}"', text), encoding="utf-8")


def main(arguments: Sequence[str] | None = None) -> int:
    """Do what the arguments say, and return the exit status."""
    parser = argparse.ArgumentParser(description="Gather the program for a browser.")
    parts = parser.add_subparsers(dest="part", required=True)
    for name in ("fetch", "make"):
        part = parts.add_parser(name)
        part.add_argument("--kept", type=Path, required=True, help="the folder of what was downloaded")
    parts.choices["make"].add_argument("out", type=Path)
    runs = parts.add_parser("run")
    runs.add_argument("app", type=Path)
    runs.add_argument("workspace", type=Path)
    runs.add_argument("words", nargs=argparse.REMAINDER)
    parts.add_parser("lock")
    asked = parser.parse_args(arguments)
    if asked.part == "run":
        return run(asked.app, asked.workspace, tuple(commands_of(asked.words)))
    if asked.part == "lock":
        lock()
    elif asked.part == "fetch":
        fetch(asked.kept)
    else:
        make(asked.out, asked.kept)
    return 0


if __name__ == "__main__":
    sys.exit(main())
