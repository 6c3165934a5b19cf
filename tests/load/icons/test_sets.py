"""Icon sets: Iconify files by prefix, their aliases and descriptions."""

import json

import pytest

from punchboard.geometry import Rect
from punchboard.load.icons.icons import load_icons
from punchboard.load.icons.sets import IconNames, IconSets
from punchboard.load.layout_files import game_search_path
from punchboard.model.layout.icon_set import ICON_PATTERN, UnknownIconError

SWORD = {"body": '<path fill="currentColor" d="M0 0h8v16H0z"/>'}
INFO = {
    "name": "Hollow Signs",
    "author": {"name": "A. Nybody", "url": "https://example.org/a"},
    "license": {"title": "CC BY 4.0", "spdx": "CC-BY-4.0", "url": "https://example.org/cc"},
}
SET = {
    "prefix": "hollow",
    "info": INFO,
    "icons": {
        "sword": SWORD,
        "line": {"body": '<path fill="none" stroke="#000" stroke-dasharray="3" d="M0 0h8"/>'},
        "odd": {"body": 3},
    },
    "aliases": {
        "blade": {"parent": "sword", "hFlip": True},
        "edge": {"parent": "blade", "rotate": 1},
        "lost": {"parent": "nothing"},
        "round": {"parent": "round"},
    },
    "width": 16,
    "height": 16,
}


@pytest.fixture
def sets(write, stock):
    """Return a function that writes files into the workspace's icons folder and returns the icon sets."""

    def sets(files, game="grove"):
        workspace = write(
            {
                f"layouts/icons/{name}": text if isinstance(text, str) else json.dumps(text)
                for name, text in files.items()
            }
        )
        return IconSets(game_search_path(game, workspace, stock))

    return sets


def test_an_icon_of_a_set_fills_the_grid(sets):
    """Whatever the set's own size, the longer side is 512 units."""
    assert sets({"hollow.json": SET}).outline("hollow", "sword").bounds == Rect(0, 0, 256, 512)


def test_an_alias_is_its_parent_turned_and_flipped(sets):
    """Flips first, then quarter turns, as in Iconify; those of nested aliases add up."""
    found = sets({"hollow.json": SET})
    assert found.outline("hollow", "blade").bounds == Rect(256, 0, 256, 512)
    assert found.outline("hollow", "edge").bounds == Rect(0, 256, 512, 256)


def test_files_of_one_prefix_are_one_set(sets):
    """As in npm packages: the icons in one file, the description in another."""
    rest = {key: value for key, value in SET.items() if key != "info"}
    found = sets({"a/icons.json": rest, "a/info.json": {"prefix": "hollow", **INFO}, "a/chars.json": {"e1": "x"}})
    assert list(found) == ["hollow"]
    of = found["hollow"]
    assert (of.name, of.author, of.url) == ("Hollow Signs", "A. Nybody", "https://example.org/a")
    assert (of.licence, of.spdx, of.licence_url) == ("CC BY 4.0", "CC-BY-4.0", "https://example.org/cc")
    assert of.has_credits


def test_older_files_name_author_and_licence_as_texts(sets):
    """Values that are neither text nor a web address are dropped."""
    info = {"author": "A.\nNybody", "license": "MIT"}
    of = sets({"x.json": {**SET, "info": info}})["hollow"]
    assert (of.name, of.author, of.licence, of.has_credits) == ("hollow", "A. Nybody", "MIT", True)
    strange = {"name": 3, "author": {"url": "javascript:alert(1)"}, "license": {"url": "http://a b"}}
    of = sets({"x.json": {**SET, "info": strange}})["hollow"]
    assert (of.name, of.author, of.url, of.licence_url, of.has_credits) == ("hollow", "", "", "", False)


def test_artists_are_read_from_artists_yaml(sets, write):
    """The artists of a set and of single icons; a game's file adds to the workspace's."""
    artists = "hollow: {artists: [Ada, Bo], by icon: {sword: Ada}}\n"
    write({"catalog/grove/layouts/icons/artists.yaml": "hollow: {by icon: {line: Bo}}\n"})
    of = sets({"hollow.json": SET, "artists.yaml": artists})["hollow"]
    assert of.artists == ("Ada", "Bo")
    assert dict(of.by_icon) == {"sword": "Ada", "line": "Bo"}


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("hollow:swrod", "did you mean 'hollow:sword'?"),
        ("hollw:sword", "there is no icon set 'hollw'; did you mean 'hollow'?"),
        ("hollow:", "hollow"),
        ("Hollow: two", "there is no icon set 'Hollow'"),
        ("sword", "did you mean 'hollow:sword'?"),
        ("staf", "did you mean 'star'?"),
    ],
)
def test_an_unknown_name_comes_with_a_hint(sets, write, stock, name, hint):
    """The nearest name, for files and for sets."""
    star = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512"><path d="M0 0H9V9Z"/></svg>'
    found = sets({"hollow.json": SET, "star.svg": star})
    with pytest.raises(UnknownIconError) as caught:
        load_icons(game_search_path("grove", write({}), stock), found)[name]
    assert hint in caught.value.hint


@pytest.mark.parametrize(
    ("prefix", "hint"),
    [
        ("game-icons", "add the set: punchboard icons add game-icons"),
        ("nobodys", "put the Iconify JSON file of 'nobodys' into layouts/icons/"),
    ],
)
def test_without_any_set_the_hint_says_how_to_get_it(sets, prefix, hint):
    """For a user's first attempt: a well-known set can be added with a command."""
    with pytest.raises(UnknownIconError) as caught:
        sets({}).outline(prefix, "sword")
    assert caught.value.hint == hint


@pytest.mark.parametrize(
    ("name", "fragment"),
    [
        ("line", "icon 'hollow:line' cannot be used: its <path> has a dashed line"),
        ("odd", "it has no 'body'"),
        ("lost", "it is an alias of 'nothing'"),
        ("round", "it is an alias of 'round'"),
    ],
)
def test_an_unusable_icon_is_a_problem_of_its_file(sets, problem, name, fragment):
    """With the icon's name, the reason, and a hint what to choose."""
    found = problem(sets({"hollow.json": SET}).outline, "hollow", name)
    assert (found.rule, found.place.file) == ("PICT001", "layouts/icons/hollow.json")
    assert fragment in found.message
    assert "-filled" in found.hint


@pytest.mark.parametrize(
    ("text", "fragment"),
    [
        ('{"prefix": "hollow", "icons": {', "is not JSON"),
        ('{"prefix": "hollow", "icons": NaN}', "is not JSON"),
        ('{"prefix": "hollow", "a": ' + "[" * 500, "is not JSON"),
        ('{"prefix": "hollow", "icons": {"sword": {"body": "<path d=\'M0 0h9v9z\'/>", "width": -1}}}', "-1 x 16 units"),
        ('{"prefix": "hollow", "icons": {"sword": {"body": "", "width": "9"}}}', "'9' is not a valid width"),
        ('{"prefix": "hollow", "icons": {"sword": {"body": "", "width": 1e300}}}', "is not a valid width"),
    ],
)
def test_a_damaged_file_is_a_problem(sets, problem, text, fragment):
    """Never a traceback."""
    assert fragment in problem(sets({"hollow.json": text}).outline, "hollow", "sword").message


def test_a_file_that_is_removed_after_the_folder_was_listed_is_a_problem(sets, problem):
    """Another program may remove it at any moment."""
    found = sets({"hollow.json": SET})
    (path,) = found._paths["hollow"]
    path.unlink()
    assert "is missing" in problem(found.outline, "hollow", "sword").message


def test_a_file_that_is_too_large_is_rejected(sets, problem, monkeypatch):
    """Before it is read."""
    monkeypatch.setattr("punchboard.load.icons.sets.MAX_BYTES", 1_000_000)
    text = json.dumps({**SET, "pad": "x" * 1_000_000})
    assert "larger than 1 MB" in problem(sets({"hollow.json": text}).outline, "hollow", "sword").message


def test_a_link_out_of_the_workspace_is_rejected(sets, write, problem):
    """A set may not be a link to a file outside."""
    found = sets({"star.txt": ""})
    workspace = write({"../outside.json": json.dumps(SET)})
    (workspace / "layouts/icons/hollow.json").symlink_to(workspace.parent / "outside.json")
    assert problem(found.outline, "hollow", "sword").rule == "FILE003"


def test_the_first_file_on_the_search_path_is_the_set(sets, write):
    """A game's own file of a set hides the workspace's."""
    own = {**SET, "icons": {"sword": {"body": '<path d="M0 0h16v16H0z"/>'}}}
    write({"catalog/grove/layouts/icons/mine.json": json.dumps(own)})
    assert sets({"hollow.json": SET}).outline("hollow", "sword").bounds.width == 512


def test_no_file_is_opened_before_an_icon_of_a_set_is_used(sets, monkeypatch):
    """Names without a colon are those of SVG files."""
    found = sets({"hollow.json": SET})
    monkeypatch.setattr(IconSets, "_paths", property(lambda _self: pytest.fail("looked for sets")))
    names = IconNames({"star"}, found)
    assert "star" in names
    assert "sword" not in names


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (":flame:", ["flame"]),
        (":game-icons:sword: and :flame:", ["game-icons:sword", "flame"]),
        (":game-icons:3d-meeple:", ["game-icons:3d-meeple"]),
        (":fire:2:water:", ["fire", "water"]),
        (":fire::water:", ["fire", "water"]),
        ("at 12:30: go", []),
        ("https://a.b:c", []),
        ("Re:Start", []),
        ("A:b:c", []),
        ("Part:two:Three of b:c", []),
        ("Pay:coin:, gain:coin::water:.", ["coin", "coin", "water"]),
    ],
)
def test_icons_in_a_text(text, found):
    """One colon more names a set; a cost between two icons stays a number, and colons between letters stay colons."""
    assert ICON_PATTERN.findall(text) == found
