from dataclasses import FrozenInstanceError

import pytest

from punchboard.geometry import Rect, rectangle
from punchboard.scene import Shape, Symbol


def test_items_are_values_and_symbols_are_things():
    """Equal shapes are equal; two symbols are equal only when they are the same one."""
    area = Rect(0, 0, 10, 10)
    shape = Shape(rectangle(area), "#000000")
    assert shape == Shape(rectangle(area), "#000000")
    symbol = Symbol("square", area, (shape,))
    assert symbol == symbol
    assert symbol != Symbol("square", area, (shape,))
    assert len({symbol, Symbol("square", area, (shape,))}) == 2


def test_a_symbol_cannot_be_changed():
    """A scene is frozen."""
    symbol = Symbol("square", Rect(0, 0, 10, 10), ())
    with pytest.raises(FrozenInstanceError):
        symbol.items = (symbol,)
