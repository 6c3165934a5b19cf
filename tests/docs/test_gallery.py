"""docs/gallery.md shows every game, theme and face, with YAML that makes it."""

import re

import pytest
import yaml
from docwalk import ROOT, fences

from punchboard.compose.faces.composer import FaceComposer
from punchboard.load import find_games, load
from punchboard.load.layouts.raw_layouts import builtin_themes, component_faces, theme_choices

PAGE = ROOT / "docs/gallery.md"
FENCES = [fence for fence in fences(PAGE) if fence.language == "yaml"]
KINDS = {key: kind for fence in FENCES for key, kind in yaml.safe_load(fence.text).items() if key != "theme"}
"""The kinds of the page by their names."""

GAMES = ("alter-ego", "atmosfear", "alpha-and-omega", "vortex", "alpha-omega")


@pytest.fixture(scope="module")
def gallery(script):
    """The module that draws the pictures of the games."""
    return script("gallery")


@pytest.mark.slow
@pytest.mark.every_case
@pytest.mark.parametrize("game", GAMES)
def test_the_picture_of_a_game_is_up_to_date(gallery, differs, game):
    """`python tests/docs/gallery.py` writes it again."""
    assert not differs((ROOT / f"docs/pictures/game-{game}.png").read_bytes(), gallery.picture(game))


def test_every_game_has_a_picture_and_its_command(gallery):
    """Those of the catalog, and no other."""
    text = PAGE.read_text(encoding="utf-8")
    assert sorted(find_games(ROOT)) == sorted(GAMES) == sorted(gallery.GAMES)
    assert re.findall(r"\]\(pictures/game-([\w-]+)\.png\)", text) == list(GAMES)
    assert re.findall(r"^punchboard build ([\w-]+)$", text, re.MULTILINE) == list(GAMES)


def test_every_theme_is_shown_with_its_line():
    """And with its colourways."""
    shown = [(yaml.safe_load(fence.text)["theme"], fence.text) for fence in FENCES if fence.text.startswith("theme:")]
    assert sorted(theme for theme, _ in shown) == sorted(builtin_themes())
    assert sorted(name for theme, text in shown for name in {theme, *re.findall(rf"{theme}/\w+", text)}) == sorted(
        theme_choices()
    )


def test_every_face_for_components_is_used_by_a_kind():
    """As a front or as a back."""
    used = {kind.get(side) for kind in KINDS.values() for side in ("face", "back")}
    assert [face for face in component_faces() if face not in used] == []


@pytest.mark.parametrize("name", KINDS)
def test_a_kind_of_the_page_is_loaded_and_drawn(tmp_path, name):
    """With the fields that every kind needs, as the page leaves them out."""
    kind = KINDS[name] | {"id": "{{ title | slug }}", "fields": {"title": {"type": "text"}}, "rows": [{"title": "Owl"}]}
    game = {"title": "Owls", "version": "1", "players": 2, "prototype": "a sample", "kinds": {name: kind}}
    (tmp_path / "game.yaml").write_text(yaml.safe_dump(game), encoding="utf-8")
    loaded = load(tmp_path.name, tmp_path)
    composer, component = FaceComposer(loaded), loaded.game.components[0]
    faces = [composer.front_face(component), *([composer.back_face(component)] if "back" in kind else [])]
    assert [str(problem) for face in faces for problem in face.problems] == []
