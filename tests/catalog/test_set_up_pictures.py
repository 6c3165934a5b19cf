"""The numbers in the set-up pictures of the five games: of printed steps, and on nothing that a picture shows."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import pytest

from punchboard.compose.books.book import BookLook
from punchboard.compose.books.directives import Directives
from punchboard.compose.books.table_scenes import scene_scale, table_layout, true_scale
from punchboard.compose.faces.composer import FaceComposer
from punchboard.compose.text.markdown import Directive, parse_blocks
from punchboard.load import load
from punchboard.model.game.directives import SceneDirective
from punchboard.problem import Place

ROOT = Path(__file__).resolve().parents[2]
GAMES = ("alpha-and-omega", "alpha-omega", "alter-ego", "atmosfear", "vortex")
PICTURES = [(game, book) for game in GAMES for book in ("rulebook", "set-up")]


@pytest.fixture(scope="module")
def composed():
    """Return a game's composer and directives; each is loaded once."""
    made = {}

    def composed(game):
        if game not in made:
            loaded = load(game, ROOT)
            composer = FaceComposer(loaded)
            made[game] = SimpleNamespace(
                loaded=loaded, composer=composer, directives=Directives(loaded.game, loaded.layouts, composer)
            )
        return made[game]

    return composed


def set_up_scene(game, book):
    """Return the first picture of a text that has numbers of steps."""
    texts = game.loaded.game.texts
    text = texts[book].replace("{{ text('table') }}", texts.get("table", ""))
    models = [
        game.directives.parse(block)
        for block in parse_blocks(text, lambda body: {} if "{{" in body else game.loaded.read_yaml(body, "") or {})
        if isinstance(block, Directive) and block.name == "scene" and block.body
    ]
    scenes = (model for model in models if isinstance(model, SceneDirective))
    return next(scene for scene in scenes if any(item.step for item in scene.items))


@pytest.mark.parametrize(("game", "book"), PICTURES)
def test_each_number_is_that_of_a_step_and_lies_on_nothing(composed, game, book):
    """A picture has at least four, none beyond the last step, each beside all components and labels."""
    shown = composed(game)
    scene = set_up_scene(shown, book)
    file = shown.loaded.layouts.books[book]
    column = file.masters["body"].regions[0][2]
    full = min(column / scene.size[0], true_scale(scene, shown.loaded.game, shown.composer))
    look = BookLook(file, shown.loaded, shown.composer, Place(""))
    steps = len(shown.directives.setup_list().items)
    for scale in (full, 0.9 * full) if book == "set-up" else (scene_scale(scene, column, file.figures),):
        layout = table_layout(scene, shown.loaded.game, shown.composer, look, scale)
        numbers = [step for badge in layout.badges for step in badge.steps]
        assert len({*numbers}) >= 4
        assert max(numbers) <= steps
        things = (*layout.taken, *(label.ink for label in layout.labels))
        for at, badge in enumerate(layout.badges):
            others = (*things, *(one.area for one in layout.badges[:at]))
            assert not any(badge.area.overlap(other) for other in others), f"number {badge.steps} at {scale:.2f}"
