"""Wheel and sdist have the same bytes wherever they are built, and contain only files of the repository."""

import os
import shutil
import subprocess
import sys
import tarfile
import zipfile
from email.parser import Parser
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow
# files that lie in a checkout that is worked in
STRAY = (
    ".hypothesis/examples/x",
    ".venv/lib/site.py",
    "build/lib/punchboard/old.py",
    "catalog/.punchboard/schemas/game.json",
    "dist/punchboard-0.0.1-py3-none-any.whl",
    "output/my-game/rulebook.pdf",
    "output/.cache/x",
    "my-game/game.yaml",
    "secret.txt",
    "src/punchboard.egg-info/PKG-INFO",
    "src/punchboard/__pycache__/__init__.cpython-311.pyc",
)


@pytest.fixture(scope="session")
def checkout(root, tmp_path_factory):
    """All files of the repository at one moment, with new ones that are not ignored."""
    git = shutil.which("git") or pytest.skip("git is not installed")
    command = [git, "ls-files", "--cached", "--others", "--exclude-standard"]
    told = subprocess.run(command, cwd=root, check=True, capture_output=True, text=True).stdout
    folder = tmp_path_factory.mktemp("checkout")
    for name in told.splitlines():
        if (root / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(root / name, folder / name)
    return folder


@pytest.fixture(scope="session")
def files(checkout):
    """The paths of all files of the repository."""
    return sorted(path.relative_to(checkout).as_posix() for path in checkout.rglob("*") if path.is_file())


@pytest.fixture(scope="session")
def built(checkout, files, tmp_path_factory):
    """Return a wheel or an sdist, built in a folder of its own from a copy of the checkout that has been used."""

    def built(kind, mask, shift, **env):
        folder = tmp_path_factory.mktemp("somewhere" * (1 + shift)) / "checkout"
        for name in files:
            target = folder / name
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(checkout / name, target)
            target.chmod((0o777 if os.access(checkout / name, os.X_OK) else 0o666) & ~mask)
            os.utime(target, (1_000_000_000 + shift, 1_000_000_000 + shift))
        for name in STRAY:
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_text("somebody's own\n", encoding="utf-8")
        command = [sys.executable, "-m", "hatchling", "build", "--target", kind, "--directory", str(folder / "made")]
        environment = {**os.environ, "SOURCE_DATE_EPOCH": "1700000000", "PYTHONPATH": "", **env}
        subprocess.run(command, cwd=folder, check=True, capture_output=True, env=environment, umask=mask)
        (made,) = (folder / "made").iterdir()
        return made

    return built


@pytest.fixture(scope="session")
def wheel(built):
    """A wheel."""
    return built("wheel", 0o022, 0, LC_ALL="C", TZ="UTC", PYTHONHASHSEED="1")


@pytest.fixture(scope="session")
def sdist(built):
    """An sdist."""
    return built("sdist", 0o022, 0, LC_ALL="C", TZ="UTC", PYTHONHASHSEED="1")


@pytest.mark.parametrize("kind", ["wheel", "sdist"])
def test_a_second_build_has_the_same_bytes(kind, built, request):
    """In another folder, with other file times and modes, language, time zone and umask."""
    first = request.getfixturevalue(kind)
    again = built(kind, 0o077, 1, LC_ALL="C.UTF-8", LANGUAGE="de", TZ="Pacific/Kiritimati", PYTHONHASHSEED="2")
    assert first != again
    assert first.name == again.name
    assert first.read_bytes() == again.read_bytes()


def test_the_sdist_gives_the_same_wheel(sdist, wheel, make, tmp_path):
    """A wheel built from the sdist is the released wheel."""
    source = make.unpack(sdist.read_bytes(), tmp_path / "source")
    again = make.build(source, tmp_path / "again", "wheel", "1700000000")
    assert again.read_bytes() == wheel.read_bytes()


def test_the_wheel_has_only_the_package_and_the_built_in_layouts(wheel, files):
    """Each file of src/punchboard, each file of layouts/ that belongs to no game, and the metadata."""
    names = set(zipfile.ZipFile(wheel).namelist())
    games = {name.split("/")[1] for name in files if name.startswith("catalog/") and name.endswith("/game.yaml")}
    stock = {
        f"punchboard/stock/{name}" for name in files if name.startswith("layouts/") and name.split("/")[1] not in games
    }
    source = {name.removeprefix("src/") for name in files if name.startswith("src/punchboard/")}
    info = f"{wheel.name.rsplit('-', 3)[0]}.dist-info"
    about = {f"{info}/{name}" for name in ("METADATA", "RECORD", "WHEEL", "entry_points.txt", "licenses/LICENSE")}
    assert names == source | stock | about
    assert "punchboard/py.typed" in names


def test_the_sdist_has_only_the_repository(sdist, files):
    """Each file of the repository and PKG-INFO, so that it can be tested and released again."""
    with tarfile.open(sdist) as archive:
        members = archive.getmembers()
    names = {member.name.partition("/")[2] for member in members if member.isfile()}
    assert names == {*files, "PKG-INFO"}
    assert {(member.uid, member.gid, member.uname, member.gname) for member in members} == {(0, 0, "", "")}


def test_the_metadata_are_complete(wheel, dependencies):
    """Name, licence, licence text, Python, and every requirement with its bounds; extras only as extras."""
    with zipfile.ZipFile(wheel) as archive:
        info = f"{wheel.name.rsplit('-', 3)[0]}.dist-info"
        said = Parser().parsestr(archive.read(f"{info}/METADATA").decode())
    assert (said["Name"], said["License-Expression"], said["License-File"]) == ("punchboard", "MIT", "LICENSE")
    assert said["Requires-Python"] == ">=3.11"
    plain = [line for line in said.get_all("Requires-Dist") if "extra ==" not in line]
    assert len(plain) == len(dependencies.declared_requirements())
    assert "<img" not in said.get_payload()


def test_only_committed_files_are_released(make, tmp_path, monkeypatch):
    """Untracked files are left out, and uncommitted changes stop the release."""
    repository = tmp_path / "repository"
    repository.mkdir()
    monkeypatch.setattr(make, "ROOT", repository)
    for name in ("GIT_AUTHOR", "GIT_COMMITTER"):
        monkeypatch.setenv(f"{name}_NAME", "somebody")
        monkeypatch.setenv(f"{name}_EMAIL", "somebody@example.com")
    make.git("init", "--quiet")
    (repository / "kept.txt").write_text("1")
    make.git("add", "kept.txt")
    make.git("commit", "--quiet", "--message", "first")
    (repository / "stray.txt").write_text("2")
    (tmp_path / "source").mkdir()
    folder, epoch = make.export_commit(tmp_path / "source")
    assert [path.name for path in Path(folder).iterdir()] == ["kept.txt"]
    assert epoch.isdigit()
    (repository / "kept.txt").write_text("changed")
    with pytest.raises(SystemExit, match="not committed"):
        make.export_commit(tmp_path / "again")
