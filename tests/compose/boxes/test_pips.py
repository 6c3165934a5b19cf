"""Pips: an icon and a number each, in rows, in columns, or along the edges."""

import pytest

from punchboard.compose.boxes.pips import filled_pips, pips_height, pips_in_box
from punchboard.compose.text.inline import Typesetter
from punchboard.geometry import Rect, rectangle
from punchboard.model.layout.icon_set import Symbols
from punchboard.model.layout.layout import Box
from punchboard.scene import Shape, Text, Use

SYMBOLS = Symbols({"[coin]": "square", "[wool]": "", ":gold:": "bar"})
SEVEN = " | ".join(f"[coin] {number}" for number in range(1, 8))


class Pip:
    """What is drawn of one pip: its plate, its words and the number of its icons."""

    def __init__(self, plate):
        self.plate, self.words, self.icons = plate, "", 0


@pytest.fixture(scope="module")
def draw(setter, text_style):
    """Return a function that draws pips, and returns each with its plate, and the record of the box."""
    with_symbols = Typesetter(setter._icons, "en", SYMBOLS)

    def draw(text, direction="across", size=(40, 30), **keys):
        box = Box(size=size, direction=direction, shape="rounded", radius=1, fill="paper", **keys)
        area = Rect(5, 5, *size)
        drawn = pips_in_box(
            "rack", box, area, text, text_style(), with_symbols, lambda place: [Shape(rectangle(place), "#ffffff")]
        )
        found = []
        for item in drawn.items:
            if isinstance(item, Shape):
                found.append(Pip(item.outline.bounds))
            elif isinstance(item, Use):
                found[-1].icons += 1
            elif isinstance(item, Text):
                found[-1].words += "".join(line.text for line in item.lines).strip()
        return found, drawn.boxes[0]

    return draw


def test_zeros_are_kept_where_a_box_says_so():
    """Nothing else that is empty is kept."""
    kept = filled_pips(lambda _values: "[coin] 0 | [wool]  |  | 2", SYMBOLS, zeros=True)({})
    assert [pip.strip() for pip in kept.split("|")] == ["[coin] 0", "2"]


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("[coin] 2 | [wool] 0 | :gold: 1", ["[coin] 2", ":gold: 1"]),
        ("[coin]  | [wool] 3", ["[wool] 3"]),
        ("[coin] 0 | [wool] ", []),
        ("[coin] 10 | [wool] -1 | [coin] 00", ["[coin] 10", "[wool] -1", "[coin] 00"]),
        ("Rare |  | First harvest", ["Rare", "First harvest"]),
    ],
)
def test_pips_of_zero_and_of_nothing_are_left_out(text, left):
    """A card shows only what it has; a number that merely contains a zero stays."""
    kept = filled_pips(lambda _values: text, SYMBOLS, zeros=False)({})
    assert [pip.strip() for pip in kept.split("|") if pip.strip()] == left


def test_rows_and_columns_keep_the_order_of_the_text(draw):
    """Rows are read from left to right, columns from top to bottom, the left one first."""
    rows, _ = draw(SEVEN, size=(18, 40))
    assert sorted(rows, key=lambda pip: (pip.plate.y, pip.plate.x)) == rows
    for direction in ("down", "edges"):
        columns, _ = draw(SEVEN, direction, size=(40, 24))
        placed = sorted(columns, key=lambda pip: (pip.plate.x, pip.plate.y))
        assert [pip.words for pip in placed] == ["1", "2", "3", "4", "5", "6", "7"]
        assert len({pip.plate.x for pip in columns}) == 2


@pytest.mark.parametrize("direction", ["across", "down", "edges"])
@pytest.mark.parametrize("size", [(40, 30), (9, 60), (12, 25), (60, 6)])
def test_a_number_is_never_parted_from_its_icon(draw, direction, size):
    """Each plate has one icon and one number, and no plate overlaps another."""
    pips, record = draw(SEVEN, direction, size, fit="shrink to 5pt")
    assert pips
    assert len(pips) + record.lost == 7
    assert all(pip.icons == 1 and pip.words.isdigit() for pip in pips)
    assert not any(one.plate.overlap(other.plate) for at, one in enumerate(pips) for other in pips[:at])
    assert all(record.area.grow(0.03).contains(pip.plate) for pip in pips)


def test_seven_stats_stand_along_both_edges(draw):
    """One column as long as it fits, else a second one at the far edge; the middle stays free."""
    few, record = draw("[coin] 1 | [coin] 2", "edges", size=(40, 18))
    assert {pip.plate.x for pip in few} == {record.area.x}
    seven, record = draw(SEVEN, "edges", size=(40, 24))
    first, second = ([pip for pip in seven if (pip.plate.x == record.area.x) is is_first] for is_first in (True, False))
    assert seven == first + second
    assert len(first) > 1
    assert {round(pip.plate.right, 2) for pip in second} == {record.area.right}


def test_pips_shrink_before_they_begin_a_third_column_in_the_middle(draw):
    """And those that still do not fit are counted."""
    pips, record = draw(SEVEN, "edges", size=(40, 15), fit="shrink to 6pt")
    assert record.size < 9
    assert len({pip.plate.x for pip in pips}) == 2
    _, full = draw(SEVEN, "edges", size=(14, 7), fit="shrink to 8pt")
    assert full.lost


def test_a_box_as_high_as_its_pips_has_room_for_all(draw, setter, text_style):
    """At full size."""
    box = Box(size=(40, 30), direction="down", shape="rounded", fill="paper")
    height = pips_height(SEVEN, box, text_style(), 40, Typesetter(setter._icons, "en", SYMBOLS))
    pips, record = draw(SEVEN, "down", size=(40, round(height + 0.01, 2)))
    assert len({pip.plate.x for pip in pips}) == 1
    assert not record.lost
    assert record.size == pytest.approx(text_style().size / 0.352778, abs=0.01)
