from punchboard.geometry import Rect, Size
from punchboard.render.symbol_uses import count_uses
from punchboard.scene import Group, Page, Symbol, Use


def test_what_lies_in_a_symbol_counts_once_for_the_symbol():
    """A symbol that is drawn once in a file holds one use of what it places."""
    inner = Symbol("inner", Rect(0, 0, 9, 9), ())
    outer = Symbol("outer", Rect(0, 0, 9, 9), (Group((Use(inner),)),))
    pages = [Page(Size(9, 9), (Use(outer), Use(outer))), Page(Size(9, 9), (Group((Use(outer), Use(inner))),))]
    assert count_uses(pages) == {outer: 3, inner: 2}
