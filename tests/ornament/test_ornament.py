import math
import subprocess
import sys
from random import Random

import pytest

from punchboard.geometry import Rect
from punchboard.ornament import KINDS, Mark, draw, params_model

AREAS = (Rect(0, 0, 60, 60), Rect(-3, 7, 51.96, 60), Rect(10, 10, 63.5, 88.9), Rect(0, 0, 90, 18))
SEGMENTS = 3200

kinds = pytest.mark.parametrize("kind", sorted(KINDS))


def numbers(marks):
    return [value for mark in marks for _, values in mark.outline.segments for value in values]


@kinds
def test_the_same_seed_draws_the_same(kind):
    """An ornament is a function of area, seed and parameters."""
    assert draw(kind, AREAS[0], "ember-12", {}) == draw(kind, AREAS[0], "ember-12", {})


def takes_random_numbers(kind):
    """Return whether an ornament takes numbers from its random source; one with a fixed form does not."""
    source = Random(1)
    before = source.getstate()
    KINDS[kind].part(f"draw_{kind.replace('-', '_')}")(AREAS[0], source, params_model(kind)())
    return source.getstate() != before


def highest_values(kind):
    """Yield the parameters of a kind, each number alone at its upper bound."""
    for name, field in params_model(kind).model_fields.items():
        yield from ({name: bound.le} for bound in field.metadata if hasattr(bound, "le"))


@kinds
def test_another_seed_draws_another_ornament(kind):
    """Cards can be told apart by ornaments without a fixed form; some differ only if a parameter is high."""
    differ = any(
        len({draw(kind, AREAS[0], f"card-{index}", params) for index in range(4)}) == 4
        for params in ({}, *highest_values(kind))
    )
    assert differ is takes_random_numbers(kind)


def test_another_process_draws_the_same():
    """Nothing depends on the hash seed of a process."""
    script = (
        "from punchboard.geometry import Rect; from punchboard.ornament import draw;"
        "print(draw('strata', Rect(0, 0, 40, 40), 'x', {}))"
    )
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == str(draw("strata", Rect(0, 0, 40, 40), "x", {}))


@kinds
@pytest.mark.parametrize("area", AREAS, ids=str)
def test_marks_are_printable(kind, area):
    """Every coordinate is finite, in micrometres, and near the area; inks and widths are usable by layouts."""
    marks = draw(kind, area, "seed", {})
    near = area.grow(max(area.size) * 0.75)
    assert marks
    for mark in marks:
        assert isinstance(mark, Mark)
        assert mark.ink in range(7)
        assert mark.width is None or mark.width > 0
        assert near.contains(mark.outline.bounds), mark.outline.bounds
    assert all(math.isfinite(value) and value == round(value, 3) for value in numbers(marks))


@kinds
@pytest.mark.parametrize("area", AREAS, ids=str)
def test_marks_stay_few(kind, area):
    """A file with an ornament on each card stays small."""
    assert sum(len(mark.outline.segments) for mark in draw(kind, area, "seed", {})) <= SEGMENTS


@kinds
def test_every_outline_begins_with_a_move(kind):
    """Renderers rely on each subpath's M."""
    assert all(mark.outline.segments[0][0] == "M" for mark in draw(kind, AREAS[1], "seed", {}))


@kinds
def test_extreme_parameters_are_drawn(kind):
    """Both ends of every bounded number give a finite drawing."""
    fields = params_model(kind).model_fields
    for name, field in fields.items():
        for bound in field.metadata:
            value = getattr(bound, "ge", getattr(bound, "le", None))
            if value is not None:
                assert all(map(math.isfinite, numbers(draw(kind, AREAS[0], "seed", {name: value})))), (name, value)


@kinds
def test_every_parameter_is_documented(kind):
    """Layout authors read the descriptions of the fields."""
    assert all(field.description for field in params_model(kind).model_fields.values())


def test_an_unknown_kind_suggests_the_most_similar():
    """Typos in layouts get a suggestion."""
    with pytest.raises(ValueError, match="did you mean 'guilloche'"):
        draw("guiloche", AREAS[0], "", {})
    with pytest.raises(ValueError, match="unknown ornament 'zzz'; valid names: "):
        params_model("zzz")


def test_an_unknown_parameter_suggests_the_most_similar():
    """The message names the ornament, the unknown parameter and an existing one."""
    with pytest.raises(ValueError, match="waves has no parameter 'heigth'; did you mean 'height'"):
        draw("waves", AREAS[0], "", {"heigth": 1})


@pytest.mark.parametrize(
    ("params", "message"), [({"lobes": 1000}, "lobes"), ({"lobes": "many"}, "lobes"), ({"width": -1}, "width")]
)
def test_an_invalid_value_is_rejected(params, message):
    """Numbers are bounded, so that no layout can request an endless drawing."""
    with pytest.raises(ValueError, match=f"ornament guilloche: {message}"):
        draw("guilloche", AREAS[0], "", params)


def test_kinds_are_imported_on_use():
    """Listing the names imports no generator."""
    script = "import sys, punchboard.ornament; print([m for m in sys.modules if m.startswith('punchboard.ornament.')])"
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "['punchboard.ornament.pen']"


@pytest.mark.parametrize("motif", ["wave", "flame", "strata", "wind"])
@pytest.mark.parametrize("shape", ["hex", "rect"])
def test_a_woven_border_leaves_the_middle_free(motif, shape):
    """The area inside the inner rule belongs to the tile."""
    area = Rect(0, 0, 50, 50 * 2 / math.sqrt(3))
    middle = area.shrink(15)
    marks = draw("woven-border", area, "", {"motif": motif, "shape": shape, "band": 5.0})
    assert not any(mark.width is None and mark.outline.bounds.overlap(middle) for mark in marks)


@pytest.mark.parametrize("turn", [0, 90, 200])
def test_an_ouroboros_stays_in_its_ring(turn):
    """The head stays in the area, however the snake is rotated."""
    area = Rect(0, 0, 50, 50)
    assert all(area.grow(1).contains(mark.outline.bounds) for mark in draw("ouroboros", area, "", {"turn": turn}))


@pytest.mark.parametrize(("side", "size"), [("left", (14, 200)), ("bottom", (200, 14))])
def test_a_band_along_one_side_may_fill_the_area(side, size):
    """A strip of 14 mm has its two rules at its edges, and the weave in the middle."""
    area = Rect(3, 5, *size)
    marks = draw("guilloche-band", area, "a", {"band": 14, "side": side})
    bounds = [mark.outline.bounds for mark in marks]
    low, high = (
        (min(one.x for one in bounds), max(one.right for one in bounds))
        if side == "left"
        else (
            min(one.y for one in bounds),
            max(one.bottom for one in bounds),
        )
    )
    assert (round(low, 3), round(high, 3)) == ((3, 17) if side == "left" else (5, 19))
