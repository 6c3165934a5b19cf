"""The program runs unchanged in CPython for a browser, and every file that it writes there is the native one."""

import hashlib
import json
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from PIL import Image as Pillow

RELEASE = Path(__file__).resolve().parents[2] / "release"
TIME = 1500
"""Seconds after which a run has failed; a busy machine takes a few minutes."""


def test_web_toml_names_packages_of_the_lock(web):
    """What is left out, or taken without its compiled part, is in the lock; the rest has a wheel for every system."""
    names = {pin.name for pin in web.needed_packages()}
    assert {"reportlab", "pydantic-core", "markupsafe"} <= names
    assert not names & {*web.settings()["left-out"], "colorama"}


def test_nothing_is_made_of_what_was_not_fetched(web, tmp_path):
    """A file with another hash is as good as none."""
    (tmp_path / "reportlab-5.1.0-py3-none-any.whl").write_bytes(b"something else")
    with pytest.raises(SystemExit, match=r"fetch.* first; missing: .*reportlab"):
        web.make(tmp_path / "app", tmp_path)


def test_a_wheel_for_another_system_counts_only_for_its_python_part(web, tmp_path, monkeypatch):
    """A folder that has the compiled wheel of a package which must run whole lacks the package still."""
    names = ("fonttools", "pyyaml")
    pins = [web.Pinned(name, "1", "", (hashlib.sha256(name.encode()).hexdigest(),)) for name in names]
    monkeypatch.setattr(web, "needed_packages", lambda: pins)
    for name in names:
        (tmp_path / f"{name}-1-cp314-cp314-{web.OTHER_SYSTEM}.whl").write_text(name)
    assert [*web.kept_wheels(tmp_path)] == ["pyyaml"]
    (tmp_path / "fonttools-1-py3-none-any.whl").write_text("fonttools")
    assert [*web.kept_wheels(tmp_path)] == ["fonttools", "pyyaml"]


def test_a_wheel_for_another_system_loses_what_is_compiled(web, tmp_path):
    """What is left is Python."""
    (tmp_path / "out").mkdir()
    wheel = tmp_path / "thing-1.0-cp314-cp314-manylinux2014_x86_64.whl"
    with zipfile.ZipFile(wheel, "w") as archive:
        archive.writestr("thing/__init__.py", "")
        archive.writestr("thing/_fast.so", "")
    packed = web._packed("pyyaml", wheel, tmp_path / "out")
    assert zipfile.ZipFile(packed).namelist() == ["thing/__init__.py"]


def test_files_that_the_program_never_reads_are_left_out(web, tmp_path):
    """Those that web.toml names for a package; all else of it stays."""
    wheel = tmp_path / "uniseg-1.0-py3-none-any.whl"
    with zipfile.ZipFile(wheel, "w") as archive:
        archive.writestr("uniseg/__init__.py", "")
        archive.writestr("uniseg/docs/index.html", "")
    (tmp_path / "out").mkdir()
    assert zipfile.ZipFile(web._packed("uniseg", wheel, tmp_path / "out")).namelist() == ["uniseg/__init__.py"]


def test_a_package_with_fonts_is_loaded_by_its_module(web, tmp_path):
    """Any other is there from the start."""
    for name, file in (("font.zip", "fontpkg_owl/files/Owl.ttf"), ("plain.zip", "owl/__init__.py")):
        with zipfile.ZipFile(tmp_path / name, "w") as archive:
            archive.writestr(file, "")
    assert [web.font_of(tmp_path / name) for name in ("font.zip", "plain.zip")] == ["fontpkg_owl", ""]


def test_commands_are_separated_by_two_dashes(web):
    """As in the usage."""
    words = ("--", "new", "a", "--", "build", "a")
    assert list(web.commands_of(words)) == [["new", "a"], ["build", "a"]]


@pytest.fixture(scope="session")
def app(web_app):
    """The static files, and Node to run them."""
    return web_app if shutil.which("node") else pytest.skip("node is not installed")


def assert_same_files(app, root, tmp_path, folders, commands):
    """Run commands in Node and natively, each in a workspace with folders of the repository, and compare all files."""
    spaces = [tmp_path / name for name in ("browser", "native")]
    for space in spaces:
        for folder in folders:
            shutil.copytree(root / folder, space / folder)
    script = "import json, sys\nfrom punchboard.cli.main import main\n"
    script += "for words in json.loads(sys.argv.pop()):\n    sys.argv[1:] = words\n"
    script += "    try:\n        main()\n    except SystemExit as end:\n        assert not end.code, end.code\n"
    native = [sys.executable, "-c", script, json.dumps(commands)]
    words = [word for command in commands for word in ("--", *command)]
    browser = [sys.executable, str(RELEASE / "web.py"), "run", str(app), str(spaces[0]), *words]
    env = {**os.environ, "LC_ALL": "C.UTF-8"}
    with (tmp_path / "said").open("wb") as said:
        other = subprocess.Popen(native, cwd=spaces[1], env=env, stdout=said, stderr=said)
        try:
            done = subprocess.run(browser, check=False, cwd=tmp_path, env=env, stdout=said, stderr=said, timeout=TIME)
            assert other.wait(TIME) == done.returncode == 0, (tmp_path / "said").read_text()
        finally:
            other.kill()
    found = [
        {
            path.relative_to(space).as_posix(): path.read_bytes()
            for path in sorted(space.rglob("*"))
            if path.is_file() and {".cache", ".locks"}.isdisjoint(path.parts)
        }
        for space in spaces
    ]
    assert found[0].keys() == found[1].keys()
    assert [name for name, data in found[0].items() if data != found[1][name]] == []
    return {name.removeprefix("output/") for name in found[0] if name.startswith("output/")}


@pytest.mark.slow
def test_a_new_game_and_alpha_and_omega_are_the_native_bytes(app, root, tmp_path):
    """Every PDF, SVG, picture and page, though the other Python is a newer one and has neither Pillow nor libyaml."""
    commands = [["new", "demo"], ["build", "demo"], ["build", "alpha-and-omega"]]
    files = assert_same_files(app, root, tmp_path, ["layouts", "catalog/alpha-and-omega"], commands)
    assert {name.split("/")[0] for name in files} == {"demo", "alpha-and-omega"}
    assert {Path(name).suffix for name in files} >= {".pdf", ".svg", ".html", ".json"}


def write_pictures(folder):
    """Write a table of cards with pictures of all kinds that are printed as they are."""
    folder.mkdir()
    across, down = Pillow.linear_gradient("L").rotate(90), Pillow.linear_gradient("L")
    whole = Pillow.merge("RGBA", (across, down, Pillow.new("L", (256, 256), 90), down))
    whole.convert("RGB").save(folder / "fox.jpg")
    whole.convert("CMYK").save(folder / "hen.jpg")
    whole.save(folder / "owl.png")
    whole.quantize(40).save(folder / "elk.png")
    across.convert("I;16").save(folder / "cat.png")
    lines = "".join(f"{one.stem.title()},{one.name}\n" for one in sorted(folder.iterdir()))
    (folder / "beasts.csv").write_text(f"Name,Picture\n{lines}", "utf-8")


@pytest.mark.slow
@pytest.mark.long
@pytest.mark.timeout(TIME)
def test_pictures_that_are_printed_as_they_are_are_the_native_bytes(app, tmp_path):
    """JPEG in colours and inks; PNG with transparency, a palette, or sixteen bits."""
    write_pictures(tmp_path / "art")
    commands = [["new", "beasts", "--from", "art/beasts.csv"], ["build", "beasts"]]
    files = assert_same_files(app, tmp_path, tmp_path, ["art"], commands)
    assert len(files) > 20


@pytest.mark.slow
@pytest.mark.long
@pytest.mark.timeout(TIME)
@pytest.mark.parametrize("game", ["alpha-omega", "alter-ego", "atmosfear", "vortex"])
def test_every_game_of_the_catalog_is_the_native_bytes(app, root, tmp_path, game):
    """All that a build of the other four games writes."""
    assert_same_files(app, root, tmp_path, ["layouts", f"catalog/{game}"], [["build", game]])


@pytest.mark.slow
@pytest.mark.long
@pytest.mark.timeout(TIME)
def test_every_game_made_from_a_strangers_table_is_the_native_bytes(app, root, tmp_path):
    """From CSV, TSV, JSON, YAML and workbooks."""
    tables = sorted(path for path in (root / "tests" / "strangers").glob("*/*.*") if path.name != "expect.yaml")
    # letters that no font of ours has are drawn with one of this machine
    tables = [path for path in tables if path.parent.name != "hebrew"]
    commands = [["new", path.parent.name, "--from", path.relative_to(root).as_posix()] for path in tables]
    files = assert_same_files(app, root, tmp_path, ["layouts", "tests/strangers"], commands)
    assert len({name.split("/")[0] for name in files}) > 70
