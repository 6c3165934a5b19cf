"""Racks of stats and tags on the built-in faces that have them."""

import pytest

from punchboard.checks.faces import check_faces
from punchboard.load.layouts.raw_layouts import builtin_themes

CARDS = ("framed", "clean", "wordy", "picture", "item", "event")
WITH_EMBLEM = {"framed": "poker", "picture": "poker", "item": "poker", "event": "poker", "tile-square": "square 50mm"}
QUICK = {"meadow"}

themes = pytest.mark.parametrize(
    "theme", [pytest.param(name, marks=() if name in QUICK else pytest.mark.slow) for name in builtin_themes()]
)


@themes
def test_a_rack_of_seven_stats_and_tags_fit_every_face(sample, tmp_path, theme):
    """With and without a text, a cost and a value; nothing is lost, cut or hard to read."""
    few = {"title": "Raven", "rack": sample.rack(2), "tags": "Rare"}
    full = {**sample.MIDDLE, "flavour": "", "footer": "", "rack": sample.rack(7), "tags": "Rare | First harvest"}
    without_numbers = {**full, "cost": "", "value": ""}
    made = sample.fronts(sample.game(tmp_path / "sample", theme, CARDS, "poker", [few, full, without_numbers]))
    tile = {"title": "Old Quarry", "rack": sample.rack(7), "tags": "Rare"}
    small = {**tile, "type": "Quarter", "rack": sample.rack(5), "cost": "3", "value": "5"}
    for face, shape in {"tile-square": "square 50mm", "tile-hex": "hex 50mm"}.items():
        made += sample.fronts(sample.game(tmp_path / "sample", theme, [face], shape, [tile, small]))
    assert list(map(str, check_faces(made))) == []
    assert {box.lost for face in made for box in face.boxes} == {0}
    assert all({"rack", "tags"} <= {box.name for box in face.boxes if box.ink} for face in made)


@themes
def test_a_rack_leaves_the_icon_in_the_middle_free(sample, tmp_path, theme):
    """The first stats stand along the left edge and the others along the right edge, at most in two columns."""
    for face, shape in WITH_EMBLEM.items():
        rows = [{"title": "Raven", "rack": sample.rack(count)} for count in (1, 7)]
        one, seven = (
            {box.name: box.ink for box in front.boxes}
            for front in sample.fronts(sample.game(tmp_path / "sample", theme, [face], shape, rows))
        )
        widest, (left, right) = one["rack"].width * 1.25, (seven["emblem"].x, seven["emblem"].right)
        assert seven["rack"].x + widest <= left, face
        assert right <= seven["rack"].right - widest, face
