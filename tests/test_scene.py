from dataclasses import FrozenInstanceError

import pytest

from punchboard.geometry import Rect, rectangle
from punchboard.scene import Shape, Symbol


def test_items_are_compared_by_value_and_symbols_by_identity():
    """Equal shapes are equal; a symbol equals only itself."""
    area = Rect(0, 0, 10, 10)
    shape = Shape(rectangle(area), "#000000")
    assert shape == Shape(rectangle(area), "#000000")
    symbol = Symbol("square", area, (shape,))
    assert symbol == symbol  # noqa: PLR0124 - what this test is about
    assert symbol != Symbol("square", area, (shape,))
    assert len({symbol, Symbol("square", area, (shape,))}) == 2


def test_a_symbol_cannot_be_changed():
    """A scene is frozen."""
    symbol = Symbol("square", Rect(0, 0, 10, 10), ())
    with pytest.raises(FrozenInstanceError):
        symbol.items = (symbol,)
