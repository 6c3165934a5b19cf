"""`punchboard icons`: sets of icons from npm and from files, and icons found by name and meaning."""

import json

import pytest
from npm import archive, install_npm

from punchboard.load.icons.icons import load_icons
from punchboard.load.icons.sets import IconSets
from punchboard.load.layout_files import game_search_path
from punchboard.workspace import builtin_folder

SQUARE = {"body": '<path fill="currentColor" d="M0 0h16v16H0z"/>'}
SLAB = {"body": '<path fill="currentColor" d="M0 4h16v8H0z"/>'}
SET = {"prefix": "hollow", "width": 16, "height": 16, "icons": {"broken-sword": SQUARE, "dagger": SQUARE, "owl": SLAB}}
INFO = {"name": "Hollow Signs", "author": {"name": "A. Nybody"}, "license": {"title": "CC BY 4.0"}}
PACKAGE = {"icons.json": json.dumps(SET).encode(), "info.json": json.dumps(INFO).encode()}
ADDED = "added Hollow Signs: 3 icons by A. Nybody, layouts/icons/hollow.json\nlicence: CC BY 4.0\n"
FACE = "boxes:\n  icon: {at: [6, 6], size: [40, 40], icon: hollow:owl}\n"


@pytest.fixture
def npm(tmp_path_factory, monkeypatch):
    """Return the folder of a stand-in for npm that has one set."""
    folder = tmp_path_factory.mktemp("npm")
    monkeypatch.setenv("PATH", install_npm(folder, {"@iconify-json/hollow": PACKAGE})["PATH"])
    return folder


def added(workspace, at="layouts/icons/hollow.json"):
    """Return the set in a workspace."""
    return json.loads((workspace.path / at).read_text("utf-8"))


@pytest.mark.parametrize("name", ["hollow", "@iconify-json/hollow"])
def test_a_set_is_added_from_npm(grove, npm, name):
    """With its description, without scripts; the name of the set or of its package is enough."""
    ran = grove.run("icons", "add", name)
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.startswith(ADDED)
    assert added(grove) == SET | {"info": INFO}
    assert (npm / "calls").read_text("utf-8").split()[-1] == "@iconify-json/hollow"


@pytest.mark.parametrize("file", ["hollow.json", "hollow.tgz"])
def test_a_set_is_added_from_a_file(grove, monkeypatch, file):
    """In Iconify's format or as an npm package; npm is not needed."""
    monkeypatch.setenv("PATH", "")
    data = json.dumps(SET | {"info": INFO}).encode() if file.endswith("json") else archive(PACKAGE)
    (grove.path / file).write_bytes(data)
    ran = grove.run("icons", "add", file)
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.startswith(ADDED)
    assert added(grove) == SET | {"info": INFO}
    assert grove.run("icons", "add", file).out.startswith("replaced Hollow Signs")


def test_a_set_is_added_to_one_game(grove, npm):
    """A game that does not exist is a mistake in the command line."""
    assert grove.run("icons", "add", "hollow", "--game", "grove").status == 0
    assert added(grove, "catalog/grove/layouts/icons/hollow.json")["prefix"] == "hollow"
    ran = grove.run("icons", "add", "hollow", "--game", "groove")
    assert (ran.status, ran.out) == (2, "")
    assert "there is no game 'groove'" in ran.err
    assert not (grove.path / "layouts").exists()


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("holow", "there is no icon set '@iconify-json/holow' on npm"),
        ("Hollow Signs", "'Hollow Signs' is not the name of an icon set"),
        ("missing.json", "missing.json"),
    ],
)
def test_an_unknown_set_is_reported(grove, npm, name, told):
    """One problem, and nothing is written."""
    ran = grove.run("icons", "add", name)
    assert (ran.status, ran.out) == (1, "")
    assert told in ran.err
    assert not (grove.path / "layouts").exists()


def test_npm_without_network_is_reported(grove, npm):
    """The hint says how to do without it."""
    (npm / "offline").touch()
    ran = grove.run("icons", "add", "hollow")
    assert ran.status == 1
    assert "ADD001: npm cannot reach its registry to fetch @iconify-json/hollow" in ran.err
    assert "punchboard icons add FILE.json" in ran.err


def test_missing_npm_is_reported(grove, monkeypatch):
    """The hint says how to install it, and how to do without."""
    monkeypatch.setenv("PATH", "")
    ran = grove.run("icons", "add", "hollow")
    assert ran.status == 1
    assert "ADD001: npm is needed to fetch @iconify-json/hollow" in ran.err
    assert "install Node.js" in ran.err


@pytest.mark.parametrize(
    ("file", "data", "told"),
    [
        ("a.json", b"{", "not JSON"),
        ("a.json", b"[]", "it has no 'prefix'"),
        ("a.json", b'{"prefix": "../up", "icons": {"a": {}}}', "it has no 'prefix'"),
        ("a.json", b'{"prefix": "hollow", "icons": {}}', "it has no 'icons'"),
        ("a.tgz", b"text", "not a .tgz archive"),
        # archives hold the time, so their bytes make no ids
        pytest.param("a.tgz", archive(PACKAGE)[:100] + b"cut" * 99, "not a .tgz archive", id="cut"),
        pytest.param("a.tgz", archive({"other.json": b"{}"}), "the archive has no icons.json", id="other"),
    ],
)
def test_a_file_that_is_no_set_is_reported(grove, file, data, told):
    """With the file, and nothing is written."""
    (grove.path / file).write_bytes(data)
    ran = grove.run("icons", "add", file)
    assert (ran.status, ran.out) == (1, "")
    assert f"{file}: error PICT001: " in ran.err
    assert told in ran.err
    assert not (grove.path / "layouts").exists()


@pytest.fixture
def hollow(grove):
    """A workspace with a game and a set of three icons."""
    (grove.path / "layouts" / "icons").mkdir(parents=True)
    (grove.path / "layouts" / "icons" / "hollow.json").write_text(json.dumps(SET), "utf-8")
    return grove


def found(workspace, *words):
    """Return the names that the program finds."""
    return json.loads(workspace.run("icons", "find", *words, "--json").out)["icons"]


def test_a_set_that_is_drawn_with_lines_is_printed(grove):
    """Its lines become the shapes that they cover, as wide as the set says."""
    line = '<g fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round"><path d="M4 12h16"/></g>'
    owl = {"prefix": "lines", "width": 24, "height": 24, "icons": {"owl": {"body": line}}}
    (grove.path / "lines.json").write_text(json.dumps(owl), "utf-8")
    ran = grove.run("icons", "add", str(grove.path / "lines.json"))
    assert (ran.status, ran.err) == (0, "")
    order = game_search_path("grove", grove.path, builtin_folder())
    bounds = load_icons(order, IconSets(order))["lines:owl"].bounds
    assert bounds.height == pytest.approx(2 / 24 * 512, abs=0.1)
    assert bounds.width == pytest.approx(18 / 24 * 512, abs=0.1)


def test_icons_are_found_by_name(hollow):
    """Each word is a word of the name or a part of one; the whole name comes first."""
    assert found(hollow, "owl")[0] == "hollow:owl"
    assert found(hollow, "broken", "sword") == ["hollow:broken-sword"]
    assert "hollow:dagger" in found(hollow, "dag")
    assert "crown" in found(hollow, "crown", "--game", "grove")


def test_icons_are_found_by_meaning(hollow):
    """Words of one icon in meanings.yaml mean the same; names with the word itself come first."""
    names = found(hollow, "sword")
    assert names[:2] == ["sword", "hollow:broken-sword"]
    assert {"blade", "hollow:dagger"} <= {*names}


def test_found_icons_are_listed_by_set(hollow):
    """Those without a set first."""
    ran = hollow.run("icons", "find", "katana")
    assert (ran.status, ran.err) == (0, "")
    lines = ran.out.splitlines()
    assert lines[0] == "icons"
    assert "hollow" in lines
    assert "hollow:broken-sword" in lines[-2]
    assert lines[-1].endswith("/icons?find=katana")


def test_finding_nothing_is_status_1(hollow):
    """The line says where there are more icons."""
    ran = hollow.run("icons", "find", "xyzzy")
    assert (ran.status, ran.err) == (1, "")
    assert ran.out == "no icon suits 'xyzzy'; more icons: punchboard icons add game-icons\n"


def test_a_game_is_rebuilt_when_an_added_set_changes(workspace):
    """Its pages show the new drawing; without a change, the build is up to date."""
    workspace.add("grove", face=FACE)
    file = workspace.path / "hollow.json"
    file.write_text(json.dumps(SET), "utf-8")
    workspace.run("icons", "add", "hollow.json")
    assert workspace.run("build", "--only", "sheets/fronts", "--paper", "a4").status == 0
    before = workspace.snapshot()
    assert "nothing has changed" in workspace.run("build", "--only", "sheets/fronts", "--paper", "a4").out
    file.write_text(json.dumps(SET | {"icons": {"owl": SQUARE}}), "utf-8")
    workspace.run("icons", "add", "hollow.json")
    ran = workspace.run("build", "--only", "sheets/fronts", "--paper", "a4")
    assert ran.status == 0
    assert "nothing has changed" not in ran.out
    pages = [name for name in before if name.endswith(".pdf")]
    assert pages
    assert [name for name in pages if workspace.snapshot()[name] == before[name]] == []


def test_an_added_set_is_described_for_programs(grove, npm):
    """As one JSON object and nothing else, also when a second set fails."""
    ran = grove.run("icons", "add", "hollow", "holow", "--json")
    assert (ran.status, "there is no icon set" in ran.err) == (1, True)
    file = "layouts/icons/hollow.json"
    told = {"prefix": "hollow", "name": "Hollow Signs", "file": file, "icons": 3, "licence": "CC BY 4.0"}
    assert json.loads(ran.out) == {"added": [told]}
