"""Fonts in `layouts/fonts`: each family falls back to them last, matched to it in weight and size."""

import pytest
from small_font import small_font

from punchboard.fonts import Cut, Typeface
from punchboard.fonts.typeface import scaled_font
from punchboard.load import load
from punchboard.problem import ProblemsFound

GAME = """\
title: Bazaar
version: 0.1.0
players: 2
prototype: a test
kinds: {card: {name: Card, shape: poker, face: card, id: card, rows: [{}]}}
"""


@pytest.fixture
def bazaar(tmp_path):
    """Return a function that loads a game with fonts by their names in `layouts/fonts`."""

    def loaded(**files):
        (tmp_path / "layouts/fonts").mkdir(parents=True)
        (tmp_path / "layouts/faces").mkdir()
        (tmp_path / "layouts/faces/card.yaml").write_text("boxes: {}\n", "utf-8")
        (tmp_path / "game.yaml").write_text(GAME, "utf-8")
        for name, data in files.items():
            (tmp_path / f"layouts/fonts/{name}.ttf").write_bytes(data)
        return load(tmp_path.name, tmp_path)

    return loaded


def faces_of(game, letter, cut=Cut.REGULAR):
    """Return the typefaces in which a letter and a Latin one are set."""
    family = game.families["body"]
    return [family.runs(cut, text)[0][0] for text in (letter, "x")]


def test_a_font_has_the_weight_of_the_letters_around_it(bazaar):
    """Regular text gets the regular file, bold text the bold one."""
    game = bazaar(light=small_font(weight=300), normal=small_font(weight=400), heavy=small_font(weight=700))
    weights = {cut: faces_of(game, "क", cut)[0].weight for cut in Cut}
    assert list(weights.values()) == [400, 700, 400, 700]


def test_a_font_has_the_size_of_the_letters_around_it(bazaar):
    """Its letters are as high over a Latin x as in a design that has both, however large they were drawn."""
    game = bazaar(small=small_font(height=450))
    face, latin = faces_of(game, "क")
    assert face.height_of("क") / latin.x_height == pytest.approx(1.16, abs=0.02)


def test_a_font_with_an_x_is_matched_by_it(bazaar):
    """The x of both is as high."""
    face, latin = faces_of(bazaar(both=small_font("xक", height=550)), "क")
    assert face.x_height == pytest.approx(latin.x_height, abs=0.01)


def test_the_fonts_of_the_theme_come_first(bazaar):
    """A letter that they have is set in them."""
    face, _ = faces_of(bazaar(latin=small_font("abcx")), "a")
    assert "latin" not in face.name


def test_a_damaged_font_is_one_problem_at_its_file(bazaar):
    """It names the file as the designer sees it."""
    with pytest.raises(ProblemsFound) as found:
        bazaar(broken=b"no font at all")
    assert [(problem.rule, problem.place.file) for problem in found.value.problems] == [
        ("FONT001", "layouts/fonts/broken.ttf")
    ]


@pytest.mark.parametrize("scale", [0.8, 1.25])
def test_a_scaled_font_differs_only_in_size(scale):
    """Outlines keep their numbers, and every measure grows."""
    data = small_font()
    before, after = Typeface("a", data), Typeface("b", scaled_font(data, scale))
    assert after.height_of("क") == pytest.approx(before.height_of("क") * scale)
    assert after.word("कख").width == pytest.approx(before.word("कख").width * scale)
    assert after.outline(1) == before.outline(1)


@pytest.mark.parametrize("data", [b"", b"\0\1\0\0", b"\0\1\0\0\xff\xff" + bytes(40), b"no font at all, only text"])
def test_damaged_bytes_are_not_scaled(data):
    """They come back as they are, for their reader to report."""
    assert scaled_font(data, 1.2) == data
