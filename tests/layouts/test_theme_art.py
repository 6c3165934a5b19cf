import pytest

from punchboard.checks.faces import check_faces
from punchboard.compose.books.book import BookComposer
from punchboard.compose.faces.composer import FaceComposer
from punchboard.load import load


def icons(loaded):
    """Return the icon in the middle of each card, by the card's title."""
    composer, found = FaceComposer(loaded), {}
    for component in loaded.game.components:
        face = composer.front_face(component)
        shown = [box.ink for box in face.boxes if box.name == "emblem"]
        found[component.values["title"]] = bool(shown)
    return found


@pytest.mark.parametrize(
    ("rows", "shown"),
    [
        ([{"title": "Stone Wolf"}, {"title": "Key of Iron"}], True),
        ([{"title": "Stone Wolf"}, {"title": "Moorland Xyzzy"}], False),
        ([{"title": "Stone Wolf", "type": "Beast"}, {"title": "Xyzzy", "type": "Tower"}], True),
        ([{"title": "Stone Wolf", "type": "Xyzzy"}, {"title": "Xyzzy", "type": "Tower"}], False),
    ],
)
def test_all_cards_of_a_kind_show_an_icon_for_a_word_or_none_does(sample, tmp_path, rows, shown):
    """By the nouns of all titles, else by those of all types: cards without a picture have the drawing in any case."""
    loaded = sample.game(tmp_path / "sample", "fantasy", ["framed"], "poker", rows)
    assert icons(loaded) == {row["title"]: shown for row in rows}


def test_cards_of_one_type_share_a_motif_and_differ_in_its_drawing(sample, tmp_path):
    """The type picks the theme's drawing, the id its variant; types take the drawings in turn."""
    types = ["Place", "Beast", "Place", "Beast", "Spell"]
    rows = [{"title": f"Card {number}", "type": name} for number, name in enumerate(types)]
    loaded = sample.game(tmp_path / "sample", "fantasy", ["framed"], "poker", rows)
    composer = FaceComposer(loaded)
    program = composer.front(loaded.game.components[0]).program
    art = next(index for index, box in enumerate(program.boxes) if box.name == "art")
    shown = [composer.front(one).box_specs[art][0].content.split("\x1e") for one in loaded.game.components]
    assert [motif for _, motif in shown] == ["0", "1", "0", "1", "2"]
    assert len({variant for variant, _ in shown}) > 1


def test_one_line_of_game_yaml_changes_the_theme(sample, tmp_path):
    """``theme`` replaces what layouts/theme.yaml extends and keeps what it changes."""
    sample.game(tmp_path / "sample", "meadow", ["framed"], "poker", [sample.MIDDLE])
    own = tmp_path / "sample" / "layouts" / "theme.yaml"
    own.write_text('extends: meadow\ncolours: {cost: "#123456"}\n', encoding="utf-8")
    game = tmp_path / "sample" / "game.yaml"
    game.write_text(game.read_text(encoding="utf-8").replace("{", '{"theme": "noir/emerald", ', 1), encoding="utf-8")
    theme = load("sample", tmp_path / "sample", books=False).layouts.theme
    assert (theme.colours["cost"], theme.colours["frame-ground"]) == ("#123456", "#10261f")
    assert theme.fonts["display"].package == "fontpkg-josefin-sans"


@pytest.mark.parametrize("theme", ["industrial", "plain"])
def test_the_cover_of_a_rulebook_wears_the_drawing_of_the_theme(sample, tmp_path, theme):
    """A game without a book layout of its own has the theme's drawing over the title, and no problem on the page."""
    folder = tmp_path / "sample"
    sample.game(folder, theme, ["framed"], "poker", [sample.MIDDLE])
    (folder / "rulebook.md").write_text("# Aim\n\nDraw a card.\n", encoding="utf-8")
    loaded = load("sample", folder)
    made = BookComposer(loaded, FaceComposer(loaded), "rulebook").compose()
    cover = made.faces[0]
    areas = {box.name: box.area for box in cover.boxes}
    assert areas["art"].bottom <= areas["title"].y
    assert cover.boxes[0].name == "ground"
    assert [*check_faces(made.faces), *cover.problems] == []
