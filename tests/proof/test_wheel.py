"""The installed program: a wheel with the built-in layouts but no games, in an environment of its own."""

import shutil
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest
from patience import PATIENCE

ROOT = Path(__file__).parents[2]
STOCK = "punchboard/stock/layouts"

GAME = """\
title: The Little Wood
version: 0.1.0
players: {range: 2-4, prototype: made for a test}
kinds:
  card:
    name: Card
    shape: poker
    face: card
    id: "{{ name }}"
    prototype: made for a test
    fields: {name: {type: text}}
    rows: cards.csv
"""
FACE = """\
boxes:
  name: {at: [6, 6], size: [40, 8], text: "{{ name }}", style: title}
  leaf: {at: [20, 30], size: [20, 20], icon: crown}
"""

pytestmark = pytest.mark.slow


def shared_layouts():
    """Yield the names in layouts/ that belong to no game."""
    games = {path.parent.name for path in (ROOT / "catalog").glob("*/game.yaml")}
    return {path.name for path in (ROOT / "layouts").iterdir()} - games


@pytest.fixture(scope="session")
def wheel(tmp_path_factory):
    """The wheel of this checkout."""
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(folder)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True, timeout=PATIENCE)
    (found,) = folder.glob("*.whl")
    return found


def test_the_wheel_contains_the_program_and_built_in_layouts(wheel):
    """It has every shared folder of layouts, none of a game, and nothing outside the package."""
    names = zipfile.ZipFile(wheel).namelist()
    assert {name.partition("/")[0] for name in names} == {"punchboard", f"{wheel.name.rsplit('-', 3)[0]}.dist-info"}
    stock = {name.removeprefix(f"{STOCK}/") for name in names if name.startswith(f"{STOCK}/")}
    shared = {
        path.relative_to(ROOT / "layouts").as_posix()
        for part in shared_layouts()
        for path in (
            (ROOT / "layouts" / part).rglob("*") if (ROOT / "layouts" / part).is_dir() else [ROOT / "layouts" / part]
        )
        if path.is_file()
    }
    assert stock == shared
    assert not [name for name in names if "__pycache__" in name or name.endswith(".pyc")]


def test_the_wheel_is_small(wheel):
    """At most 3 MB."""
    assert wheel.stat().st_size < 3_000_000


@pytest.fixture(scope="session")
def program(wheel, tmp_path_factory):
    """The program installed from the wheel; the other packages are those that run the tests."""
    folder = tmp_path_factory.mktemp("installed")
    venv.create(folder, with_pip=False, symlinks=True)
    scripts = folder / ("Scripts" if sys.platform == "win32" else "bin")
    (site,) = (
        folder.glob("lib/python*/site-packages") if sys.platform != "win32" else [folder / "Lib" / "site-packages"]
    )
    packages = [path for path in sys.path if path.endswith("site-packages")]
    (site / "tests-run-with.pth").write_text("\n".join(packages))
    tool = shutil.which("uv")
    python = str(scripts / "python")
    pip = (
        [tool, "pip", "install", "--offline", "--python", python]
        if tool
        else [sys.executable, "-m", "pip", "--python", python, "--disable-pip-version-check", "install", "--no-index"]
    )
    subprocess.run([*pip, "--no-deps", str(wheel)], check=True, capture_output=True, timeout=PATIENCE)
    return scripts / "punchboard"


@pytest.fixture
def wood(tmp_path):
    """A game in a folder of its own, outside any checkout."""
    folder = tmp_path / "wood"
    (folder / "layouts" / "faces").mkdir(parents=True)
    (folder / "game.yaml").write_text(GAME)
    (folder / "cards.csv").write_text("name,copies\noak,3\nelm,2\n")
    (folder / "layouts" / "faces" / "card.yaml").write_text(FACE)
    (folder / "rulebook.md").write_text("---\ntitle: The Little Wood\n---\n# Play\n\nTake a card.\n")
    return folder


def test_the_installed_program_builds_a_game(program, wood):
    """It makes sheets with a built-in theme, icon and layouts, and a rulebook, and reads no file of this checkout."""
    env = {"PATH": "/usr/bin:/bin", "HOME": str(wood)}

    def run(*words):
        done = subprocess.run([program, *words], cwd=wood, env=env, capture_output=True, text=True, check=False)
        assert str(ROOT) not in done.stdout + done.stderr
        return done

    built = run("build", "--paper", "a4")
    assert (built.returncode, built.stderr) == (0, "")
    assert (wood / "output" / "wood" / "print-and-play" / "a4-fronts.pdf").stat().st_size > 1000
    assert (wood / "output" / "wood" / "rulebook.pdf").is_file()
    for words in (
        ("demo", "--no-open"),
        ("check",),
        ("list",),
        ("doctor",),
        ("schema",),
        ("explain", "COUNT001"),
        ("--help",),
    ):
        assert run(*words).returncode == 0, words
    assert (wood / ".punchboard" / "schemas" / "game.json").is_file()
