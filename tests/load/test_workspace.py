"""Folders given for games: workspaces, and games outside a workspace."""

from pathlib import Path

import pytest

from punchboard.load import find_games, game_folder, load, load_game, output_folder, workspace_root
from punchboard.workspace import folder_name


@pytest.fixture
def alone(grove):
    """A game moved out of its workspace, with its own layouts."""
    folder = grove() / "catalog" / "grove"
    target = folder.parent.parent / "somewhere" / "my-grove"
    target.parent.mkdir()
    folder.rename(target)
    return target


@pytest.fixture(autouse=True)
def small_stock(stock, monkeypatch):
    monkeypatch.setattr("punchboard.load.builtin_folder", lambda: stock)


def test_a_game_outside_a_workspace_has_the_name_of_its_folder(alone, monkeypatch):
    """Its folder is the whole workspace: paths are relative to it, and outputs go into its `output/`."""
    assert find_games(alone) == ("my-grove",)
    assert (workspace_root(alone), game_folder("my-grove", alone), output_folder(alone)) == (
        alone,
        alone,
        alone / "output",
    )
    loaded = load("my-grove", alone)
    assert loaded.game.id == "my-grove"
    assert loaded.game.place.file == "game.yaml"
    assert loaded.game.text_file("rulebook") == "rulebook.md"
    monkeypatch.chdir(alone)
    assert load_game(game_folder("my-grove", Path()), workspace_root(Path())).id == "my-grove"


def test_its_own_layouts_are_found_before_the_built_in_ones(alone):
    """First `layouts/` in its folder, then the built-in layouts."""
    (alone / "layouts" / "faces").mkdir(parents=True, exist_ok=True)
    (alone / "layouts" / "faces" / "card.yaml").write_text("boxes: {mine: {area: trim, fill: '#123456'}}\n")
    faces = load("my-grove", alone).layouts.faces
    assert set(faces["card"].boxes) == {"mine"}
    assert faces["back"].boxes


def test_a_game_in_a_catalog_belongs_to_its_workspace(grove):
    """Its folder selects that game, with the layouts and the outputs of the workspace."""
    root = grove()
    folder = root / "catalog" / "grove"
    (root / "catalog" / "meadow").mkdir()
    (root / "catalog" / "meadow" / "game.yaml").write_text("")
    assert find_games(folder) == ("grove",)
    assert (workspace_root(folder), game_folder("grove", folder), output_folder(folder)) == (
        root,
        folder,
        root / "output",
    )
    assert load("grove", folder).game.place.file == "catalog/grove/game.yaml"


def test_a_game_folder_contains_no_other_game(alone, problem):
    """Only the name of the folder is valid."""
    found = problem(load, "grove", alone)
    assert (found.rule, found.hint) == ("FILE001", "did you mean 'my-grove'?")


def test_pictures_in_its_output_are_not_its_own(alone):
    """Its output folder is inside its folder."""
    (alone / "output" / "my-grove").mkdir(parents=True)
    (alone / "output" / "my-grove" / "card.png").write_bytes(b"")
    (alone / "art").mkdir()
    (alone / "art" / "oak.png").write_bytes(b"")
    assert list(load("my-grove", alone).pictures) == ["art/oak.png"]


def test_a_folder_has_its_real_name(alone, monkeypatch):
    """Also when it is given as `.` or `..`."""
    (alone / "art").mkdir()
    monkeypatch.chdir(alone / "art")
    assert (folder_name(Path("..")), folder_name(Path())) == ("my-grove", "art")
