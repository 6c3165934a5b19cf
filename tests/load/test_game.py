from types import MappingProxyType

import pytest

from punchboard.load import load_game
from punchboard.problem import Place


def load(workspace):
    return load_game(workspace / "catalog" / "grove", workspace)


def test_a_folder_becomes_a_game(grove):
    """Lists, kinds, components and texts of a folder are gathered in one frozen value."""
    game = load(grove({"rulebook.md": "---\ntitle: Rules\n---\n# Play\n"}))
    assert (game.id, game.title, game.short) == ("grove", "The Grove", "The Grove")
    assert [str(entry) for entry in game.lists["realm"]] == ["ember", "tide"]
    assert game.lists["realm"][0].properties["colour"] == "#a3282f"
    assert game.kinds["card"].trim.name == "poker"
    assert [component.id for component in game.components] == ["ember-01", "tide-02"]
    assert dict(game.texts) == {"rulebook": "---\ntitle: Rules\n---\n# Play\n"}


def test_places_lead_back_to_the_file(grove):
    """Every value knows its line; what is not written has the place of what surrounds it."""
    game = load(grove())
    assert game.place == Place("catalog/grove/game.yaml", 1)
    assert game.place_of("kinds", "card", "shape") == Place("catalog/grove/game.yaml", 9, 12)
    assert game.place_of("kinds", "card", "plural").line == 7
    assert game.components[1].place == Place("catalog/grove/cards.csv", 3)


def test_nothing_of_a_game_can_be_changed(grove):
    """The mappings of a loaded game are read-only."""
    game = load(grove())
    assert all(isinstance(part, MappingProxyType) for part in (game.lists, game.kinds, game.texts, game.places))


def test_texts_are_read_where_they_are(grove):
    """A game may do without a rulebook and without a reference."""
    assert dict(load(grove()).texts) == {}
    assert dict(load(grove({"reference.md": "# Turn\n"})).texts) == {"reference": "# Turn\n"}


@pytest.mark.parametrize("file", ["game.yaml", "cards.csv", "rulebook.md"])
def test_a_file_that_is_not_utf_8_is_told_at_the_byte(grove, problem, file):
    """Any file of the folder that is saved in another encoding is named with line and column."""
    workspace = grove({file: b"title: caf\xe9\n"})
    found = problem(load, workspace)
    assert (found.rule, found.place) == ("FILE002", Place(f"catalog/grove/{file}", 1, 11))


def test_a_folder_without_a_game_is_told(grove, problem):
    """Without game.yaml there is nothing to load."""
    workspace = grove()
    (workspace / "catalog" / "grove" / "game.yaml").rename(workspace / "catalog" / "grove" / "game.yml")
    found = problem(load, workspace)
    assert (found.rule, found.message) == ("FILE001", "'catalog/grove/game.yaml' is missing")
    assert found.hint == "did you mean 'game.yml'?"


@pytest.mark.parametrize("text", ["", "title\n", "- a\n", "kinds: 3\nlists: 4\n", "kinds: [1]\nlists: {realm: 3}\n"])
def test_a_file_of_another_shape_is_refused(grove, problems, text):
    """Whatever YAML holds, it ends in problems with places in the file."""
    for problem in problems(load, grove(game=text)):
        assert problem.rule in {"VALUE001", "KEY001"}
        assert problem.place.file == "catalog/grove/game.yaml"


def test_a_link_that_leads_out_of_the_game_is_refused(grove, problem):
    """A text may not be a link to a file of somebody else."""
    workspace = grove()
    (workspace / "secret.md").write_text("secret")
    (workspace / "catalog" / "grove" / "rulebook.md").symlink_to(workspace / "secret.md")
    assert problem(load, workspace).rule == "FILE003"


def test_all_problems_of_all_files_are_told_together(grove, problems):
    """A wrong value in game.yaml does not hide those of the tables and texts."""
    workspace = grove({"cards.csv": "realm,rank\nember,x\n", "rulebook.md": b"\xff"})
    path = workspace / "catalog" / "grove" / "game.yaml"
    path.write_text(path.read_text().replace("2-4", "many"))
    assert [(problem.rule, problem.place.file.rpartition("/")[2]) for problem in problems(load, workspace)] == [
        ("VALUE001", "cards.csv"),
        ("VALUE001", "game.yaml"),
        ("FILE002", "rulebook.md"),
    ]


def test_a_list_that_is_wrong_brings_no_second_problem(grove, problem):
    """A field whose list is there but not valid is not told as a reference to nothing."""
    workspace = grove()
    path = workspace / "catalog" / "grove" / "game.yaml"
    path.write_text(path.read_text().replace("stated: Realms", "stetad: Realms"))
    assert problem(load, workspace).message == "unknown key 'stetad'"
