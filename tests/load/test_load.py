import subprocess
import sys
from pathlib import Path

import pytest
from counted import steps

import punchboard
from punchboard.fonts import Cut
from punchboard.load import builtin_folder, find_games, load, load_game
from punchboard.problem import ProblemsFound

HEAVY = ("markdown_it", "PIL", "xml.etree", "reportlab", "pikepdf", "fontTools")


def test_games_are_the_folders_with_a_game_yaml(write):
    """Folders of the catalog without game.yaml are not games."""
    workspace = write(
        {"catalog/b/game.yaml": "", "catalog/a/game.yaml": "", "catalog/c/notes.md": "", "catalog/d.yaml": ""}
    )
    assert find_games(workspace) == ("a", "b")
    assert find_games(workspace / "catalog") == ()


def test_loading_returns_all_that_composing_needs(grove, write, stock, monkeypatch):
    """A game is loaded with its layouts, and with mappings that load values on first use."""
    monkeypatch.setattr("punchboard.load.builtin_folder", lambda: stock)
    loaded = load("grove", grove())
    assert loaded.game.id == "grove"
    assert set(loaded.layouts.faces) == {"card", "back"}
    assert loaded.families["body"].face(Cut.BOLD).name == "SourceSansPro-Bold"
    assert loaded.icons["star"].segments
    assert list(loaded.pictures) == []
    assert loaded.read_yaml("width: 24mm", "rulebook.md") == {"width": "24mm"}


@pytest.mark.parametrize(("name", "rule"), [("gorve", "FILE001"), ("../grove", "FILE003"), ("", "FILE001")])
def test_an_unknown_game_is_reported(grove, problem, name, rule):
    """A name that leads out of the catalog is unknown, too."""
    assert problem(load, name, grove()).rule == rule


def test_the_built_in_folder_has_layouts():
    """The folder in the installed package holds layouts."""
    assert (builtin_folder() / "layouts").is_dir()


def test_importing_stays_light():
    """Nothing heavy is imported before it is needed."""
    script = f"import sys, punchboard.load; print([name for name in {HEAVY!r} if name in sys.modules])"
    source = Path(punchboard.__file__).parents[1]
    ran = subprocess.run(
        [sys.executable, "-c", script], env={"PYTHONPATH": str(source)}, capture_output=True, text=True, check=True
    )
    assert ran.stdout == "[]\n"


def test_loading_grows_with_the_rows(grove):
    """Twice the rows take at most a little more than twice the steps, in each part of the load."""

    def rows(count):
        lines = (f"{('ember', 'tide')[i % 2]},{i % 12 + 1},Draw {i} cards and go on,{i}\n" for i in range(count))
        game = grove({"cards.csv": "realm,rank,text,number\n" + "".join(lines)})
        path = game / "catalog" / "grove" / "game.yaml"
        text = path.read_text().replace("'%02d' % rank", "number")
        path.write_text(text.replace("rank: {", "number: {type: integer}\n      rank: {"))
        return steps(lambda: load_game(path.parent, game))

    rows(50)  # compiles expressions, which are cached
    few, more, most = (rows(count) for count in (100, 200, 400))
    assert most - more < 2.2 * (more - few)


def test_a_colour_that_a_theme_has_lost_is_missing_in_the_theme(write):
    """And not in the built-in layout that uses it, which nobody has changed."""
    kind = "{name: Card, shape: poker, face: clean, back: back, id: card, rows: [{}]}"
    game = f"title: T\nversion: 1\nplayers: 2-4\nprototype: own\ntheme: meadow\nkinds: {{card: {kind}}}\n"
    theme = 'colours:\n  ink: "#123456"\n  accent: #b58d3d\n'
    workspace = write({"catalog/t/game.yaml": game, "catalog/t/layouts/theme.yaml": theme})
    with pytest.raises(ProblemsFound) as found:
        load("t", workspace)
    assert {one.place[:2] for one in found.value.problems} == {("catalog/t/layouts/theme.yaml", 3)}
    assert "there is no colour 'accent', which the layout '" in found.value.problems[0].message
