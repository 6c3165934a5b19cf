import subprocess
import sys
import time
from functools import partial
from pathlib import Path

import pytest

import punchboard
from punchboard.fonts import Cut
from punchboard.load import builtin_folder, find_games, load, load_game
from punchboard.load.tables.table import read_table

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


def test_two_thousand_rows_are_read_quickly(at_best, grove):
    """Loading a game of 2,000 rows takes at most 15 times as long as splitting its table into cells."""
    rows = "".join(
        f"{('ember', 'tide')[i % 2]},{i % 12 + 1},Draw {i} cards and go on with the play,{i}\n" for i in range(2000)
    )
    game = grove({"cards.csv": "realm,rank,text,number\n" + rows})
    path = game / "catalog" / "grove" / "game.yaml"
    text = (
        path.read_text().replace("'%02d' % rank", "number").replace("rank: {", "number: {type: integer}\n      rank: {")
    )
    path.write_text(text)
    table = (path.parent / "cards.csv").read_text()

    def seconds(work, *given):
        start = time.perf_counter()
        work(*given)
        return time.perf_counter() - start

    bare = partial(seconds, read_table, table, "cards.csv")
    assert at_best(15, partial(seconds, load_game, path.parent, game), bare) <= 15
