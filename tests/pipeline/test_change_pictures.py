"""Pictures before and after of what changed between two states of a game, as the studio and the page show them."""

import io
import shutil

import pytest
from PIL import Image

from punchboard.model.snapshot import Difference
from punchboard.pipeline import change_pictures
from punchboard.pipeline.change_pictures import pictured_changes
from punchboard.products.web.changes import ChangedGame, changes_page

GAME = """\
title: The Grove
version: 0.1.0
players: {range: 2-4, prototype: for a test}
kinds:
  card:
    {name: Card, plural: Cards, shape: poker, face: card, back: back, id: "card-{{ nr }}", prototype: for a test,
     fields: {nr: {type: integer}, title: {type: text}, note: {type: text, default: ""}}, rows: cards.csv}
  tile:
    {name: Tile, plural: Tiles, shape: square 30mm, face: tile, id: "tile-{{ nr }}", prototype: for a test,
     fields: {nr: {type: integer}}, rows: [{nr: 1}, {nr: 2}]}
decks: {pack: {name: the pack, contains: card}}
"""
CARDS = "nr,title,note\n1,Root,\n2,Branch,\n3,Crown,\n"
CARD = """\
boxes:
  title: {at: [6, 6], size: [50, 8], text: "{{ title }}", style: title}
  spot: {when: "nr == 2", at: [20, 40], size: [10, 10], fill: "#aa3322"}
"""
FILES = {
    "game.yaml": GAME,
    "cards.csv": CARDS,
    "layouts/faces/card.yaml": CARD,
    "layouts/faces/back.yaml": 'boxes: {ground: {area: bleed, fill: "#345678"}}\n',
    "layouts/faces/tile.yaml": 'boxes: {ground: {area: bleed, fill: "#228833"}}\n',
}


@pytest.fixture
def states(tmp_path):
    """The folders of two equal states of a workspace."""
    for name, text in FILES.items():
        path = tmp_path / "old" / "catalog" / "grove" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    shutil.copytree(tmp_path / "old", tmp_path / "new")
    return tmp_path / "old", tmp_path / "new"


def edit(state, file, old, new):
    path = state / "catalog" / "grove" / file
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


def changed(states, parts=()):
    old, new = states
    (game,) = pictured_changes(str(old), None, (), new, parts)
    return game


def pixels(picture):
    with Image.open(io.BytesIO(picture.data)) as opened:
        return opened.convert("RGB")


def test_only_the_sides_that_look_different_are_drawn(states):
    """A changed title is on the front; the area that differs lies round the title; the back is not shown."""
    edit(states[1], "cards.csv", "Root", "Trunk")
    game = changed(states)
    (part,) = game.parts
    assert (part.change.id, part.name, part.group) == ("card-1", "Trunk", "The pack")
    (side,) = part.sides
    assert side.side == "front"
    assert 5.5 <= side.changed.x <= side.changed.right <= 56
    assert 5.5 <= side.changed.y <= side.changed.bottom <= 16
    assert pixels(side.before).tobytes() != pixels(side.after).tobytes()


def test_a_change_of_the_layout_shows_only_components_that_look_different(states):
    """The spot is only on the second card; the other two have the same layout, but look the same, and are counted."""
    edit(states[1], "layouts/faces/card.yaml", "#aa3322", "#2233aa")
    game = changed(states)
    assert [part.change.id for part in game.parts] == ["card-2"]
    assert game.same_looks == 2
    (side,) = game.parts[0].sides
    spot = pixels(side.after).resize((64, 89)).getpixel((25, 45))
    assert spot[2] > spot[0]


def test_new_and_gone_components_have_the_pictures_of_one_state(states):
    """One row more and one less; values that no face shows are listed without pictures."""
    edit(states[1], "cards.csv", "3,Crown,\n", "4,Seed,\n")
    edit(states[1], "cards.csv", "2,Branch,", "2,Branch,a secret")
    parts = {part.change.id: part for part in changed(states).parts}
    assert {name: part.change.state for name, part in parts.items()} == {
        "card-4": "new",
        "card-2": "changed",
        "card-3": "gone",
    }
    assert [(side.side, side.before is None, side.after is None) for side in parts["card-4"].sides] == [
        ("front", True, False),
        ("back", True, False),
    ]
    assert [(side.before is None, side.after is None) for side in parts["card-3"].sides] == [(False, True)] * 2
    assert parts["card-2"].sides == ()


def test_the_studio_asks_for_single_components(states):
    """Both tiles changed; only the picture of one is drawn."""
    edit(states[1], "layouts/faces/tile.yaml", "#228833", "#882233")
    assert [part.change.id for part in changed(states, ("tile-2",)).parts] == ["tile-2"]


def test_the_page_shows_equal_changes_once(states):
    """The second tile links to the first; games without a change are only named; values cannot become markup."""
    edit(states[1], "layouts/faces/tile.yaml", "#228833", "#882233")
    edit(states[1], "cards.csv", "Root", "<script>alert(1)</script>")
    unchanged = ChangedGame("The Heath", Difference("heath", ("1", "1")))
    page = changes_page((changed(states), unchanged), "HEAD", "now").decode()
    assert "<h1>The Grove: what changed</h1>" in page
    assert "Nothing has changed in The Heath." in page
    assert page.count("data:image/webp") == 4
    assert '<a href="#grove-tile-1">Tile</a>' in page
    assert "<script" not in page
    assert "default-src 'none'" in page


def test_many_pictures_are_drawn_smaller(states, monkeypatch):
    """The resolution falls until all pictures together are small enough, but texts stay legible."""
    edit(states[1], "cards.csv", "Root", "Trunk")
    monkeypatch.setattr(change_pictures, "MAX_BYTES", 1)
    (side,) = changed(states).parts[0].sides
    assert pixels(side.after).width == round(63.5 / 25.4 * change_pictures.MIN_DPI)


def test_what_an_older_state_could_not_draw_is_told(states):
    """A layout that named an unknown field is drawn without it; the warning has its place in the older state."""
    edit(states[0], "layouts/faces/card.yaml", "{{ title }}", "{{ titel }}")
    game = changed(states)
    assert len(game.parts) == 3
    (problem,) = game.problems
    assert str(problem).startswith(f"{states[0]}:catalog/grove/layouts/faces/card.yaml:2:")
    assert "warning EXPR001: there is nothing called 'titel'" in str(problem)
    assert "Some pictures lack what should be on them" in changes_page((game,), "old", "now").decode()
