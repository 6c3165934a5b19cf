import pytest

from punchboard.geometry import Rect
from punchboard.ornament import draw

AREA = Rect(0, 0, 40, 52.8)
FAMILIES = ("zealot", "thug", "saint", "fallen", "hero", "citizen")
families = pytest.mark.parametrize("family", FAMILIES)


def figure(seed, area=AREA, **params):
    return draw("figure", area, seed, params)


@families
def test_a_hundred_seeds_give_a_hundred_portraits(family):
    """Every card of a large deck has its own."""
    assert len({figure(f"card-{index}", family=family) for index in range(100)}) == 100


@pytest.mark.slow
@pytest.mark.every_case
@families
def test_a_portrait_is_small(family):
    """A figure has few shapes, so a deck of a hundred stays a small file."""
    drawn = [figure(f"card-{index}", family=family) for index in range(100)]
    assert max(map(len, drawn)) <= 75
    assert max(sum(len(mark.outline.segments) for mark in marks) for marks in drawn) <= 900


@families
def test_a_figure_stands_on_the_lower_edge_of_its_area(family):
    """There is no gap between the body and that edge, and little is outside the area."""
    for index in range(60):
        bounds = [mark.outline.bounds for mark in figure(f"card-{index}", family=family)]
        assert max(one.bottom for one in bounds) == pytest.approx(AREA.bottom, abs=0.5)
        assert all(AREA.grow(5).contains(one) for one in bounds)


def test_families_differ():
    """One seed gives a different person in each family."""
    assert len({figure("x", family=family) for family in FAMILIES}) == len(FAMILIES)


def test_light_from_the_other_side_is_the_mirror_image():
    """The side of the light does not change who is shown."""
    left, right = (figure("x", light=light) for light in ("left", "right"))
    middle = AREA.centre.x
    for one, other in zip(left, right, strict=True):
        assert one.ink == other.ink
        assert one.outline.bounds.centre.x - middle == pytest.approx(middle - other.outline.bounds.centre.x, abs=0.01)


def test_without_a_backdrop_the_bust_is_the_same():
    """Only what stands behind it is missing."""
    whole, bare = figure("x", family="zealot"), figure("x", family="zealot", backdrop=False)
    assert whole[len(whole) - len(bare) :] == bare


@pytest.mark.parametrize("pose", ["front", "turned", "bowed", "raised"])
def test_a_pose_can_be_chosen(pose):
    """No two poses look alike."""
    others = {"front", "turned", "bowed", "raised"} - {pose}
    assert figure("x", pose=pose) not in {figure("x", pose=other) for other in others}
