"""A table made ready to be shared: its page, and its room."""

from typing import NamedTuple

from punchboard.products import ComposedGame
from punchboard.products.web.table import open_page
from punchboard.render.svg.html_drawings import drawn_html
from punchboard.server.shared_table.room import Room
from punchboard.server.shared_table.snap import Shape
from punchboard.server.shared_table.table_game import TableParts


class Opening(NamedTuple):
    """A page, its content security policy, and the room that it shows."""

    page: bytes
    policy: str
    room: Room


def open_table(composed: ComposedGame, code: str) -> Opening | None:
    """Return the table of a game for guests who have a code; None if its scripts cannot be compiled."""
    page, drawings, shown = open_page(composed, shared=True)
    program = shown["program"]
    if program is None:
        return None
    parts = TableParts(
        [Shape(one["form"], *one["size"]) for one in shown["components"]],
        {name: pile["shows"] == "faces" for name, pile in shown["piles"].items()},
        {name: die["values"] for name, die in shown["dice"].items()},
    )
    owner_sees = frozenset(name for name, pile in shown["piles"].items() if pile["shows"] == "owner")
    backs = [{"back": one["back"], "size": one["size"], "form": one["form"]} for one in shown["components"]]
    return Opening(drawn_html(page.data, drawings), page.policy, Room(program, parts, owner_sees, backs, code))
