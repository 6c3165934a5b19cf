from collections import Counter

import pytest

from punchboard.compose.boxes.ornament import Variants, drawing_area, shared_seed
from punchboard.compose.faces.composer import FaceComposer
from punchboard.geometry import Point, Rect
from punchboard.scene import Group, Use

ART = """\
boxes:
  art:
    sides: {left: 5, right: 5, top: 5, bottom: 30}
    ornament: {kind: landscape, seed: "{{ id }}", variants: 4}
"""


@pytest.fixture
def cards(tiny_game):
    """The faces of sixty cards, each with an ornament."""
    rows = ", ".join(f"{{name: card-{number}}}" for number in range(60))
    loaded = tiny_game(ART, rows=f"[{rows}]")
    composer = FaceComposer(loaded)
    return [composer.front_face(one) for one in loaded.game.components]


def drawings(items):
    """Yield each placed symbol that contains no other symbol."""
    for item in items:
        if isinstance(item, Group):
            yield from drawings(item.items)
        elif isinstance(item, Use):
            within = list(drawings(item.symbol.items))
            yield from within or (item,)


def test_many_components_share_few_drawings(cards):
    """Each drawing is made once and used both as it is and mirrored."""
    placed = [use for face in cards for use in drawings(face.symbol.items)]
    assert len(placed) == 60
    assert len({use.symbol for use in placed}) == 4
    assert len({(use.symbol, use.transform) for use in placed}) == 8


def test_a_component_keeps_its_variant_when_others_are_added():
    """It depends on the seed alone, and the variants are used about equally often."""
    work = shared_seed(lambda values: values["id"], 10)
    seen = Counter(work({"id": f"card-{number}"}) for number in range(2000))
    assert set(seen) == set(range(20))
    assert max(seen.values()) < 160
    assert work({"id": "card-7"}) == work({"id": "card-7", "name": "Mill"})


def test_a_drawing_covers_the_area_from_its_top():
    """A drawing higher than the area extends below it, so that its sky stays; mirroring keeps it over the area."""
    variants, area = Variants(), Rect(10, 20, 40, 25)
    for number in range(2):
        use = variants.place("manner", number, area, lambda _seed, _over: (), moves=True)
        covered = use.transform.bounds(use.symbol.bounds)
        assert covered.contains(area)
        assert (covered.x, covered.y, covered.width) == (10, 20, 40)
    assert use.transform.apply(Point(0, 0)).x == 50


def test_similar_heights_share_a_drawing():
    """A box as high as its text uses one of a few heights; a box of fixed height uses its own."""
    heights = {drawing_area(Rect(3, 4, 40, 20 + step / 4), moves=True).height for step in range(100)}
    assert len(heights) == 5
    assert drawing_area(Rect(3, 4, 40, 21), moves=False) == Rect(0, 0, 40, 21)
