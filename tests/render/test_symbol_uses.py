from punchboard.geometry import Rect, Size
from punchboard.render.shape_symbols import count_uses
from punchboard.scene import Group, Page, Symbol, Use


def test_the_contents_of_a_symbol_count_once():
    """A symbol is drawn once in a file, so each symbol in it is placed once."""
    inner = Symbol("inner", Rect(0, 0, 9, 9), ())
    outer = Symbol("outer", Rect(0, 0, 9, 9), (Group((Use(inner),)),))
    pages = [Page(Size(9, 9), (Use(outer), Use(outer))), Page(Size(9, 9), (Group((Use(outer), Use(inner))),))]
    assert count_uses(pages) == {outer: 3, inner: 2}
