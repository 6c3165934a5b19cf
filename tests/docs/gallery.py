"""The pictures of docs/gallery.md: ``python tests/docs/gallery.py [GAME...]`` writes those of all or the named games.

Each shows the cover, a page of the rulebook and some components of a game, as they are printed.
"""

from __future__ import annotations

import sys
from typing import NamedTuple

from pictures import FOLDER, ROOT, Thing, card, draw_rows, front, sheet

from punchboard.compose.faces.composer import FaceComposer
from punchboard.load import load
from punchboard.model.layout.face import Face
from punchboard.products import ComposedGame


class Shown(NamedTuple):
    """What the picture of a game shows: a page of its rulebook, components in two rows, and one for its back."""

    page: int
    above: tuple[str, ...]
    below: tuple[str, ...]
    back_of: str


GAMES = {
    "alter-ego": Shown(
        4,
        ("the-anvil", "sunday-dinner", "the-ringmaster", "granite"),
        ("night-nurse-agnes", "kid-echo", "police-scanner"),
        "granite",
    ),
    "atmosfear": Shown(
        4, ("gatekeeper", "ember-12", "tide-05", "thorn-01"), ("night-10", "barrow-04", "key-4"), "dust-03"
    ),
    "alpha-and-omega": Shown(
        4,
        ("snake", "air-01", "fire-01", "water-01", "earth-01"),
        ("transform-fire-1", "switch-1", "minus-two-1", "marker-teal"),
        "air-01",
    ),
    "vortex": Shown(
        4, ("blue-01", "rally", "possession", "plain-01"), ("blue-04", "burial-rites", "deaf-ears"), "wet-robes"
    ),
    "alpha-omega": Shown(
        4, ("azrael", "mount-sinai", "objective-the-narrow-gate", "abigor"), ("flaming-sword", "balance-track"), "babel"
    ),
}
"""The games in the order of the page."""

COVER, WIDEST, DPI = 0.52, 120.0, 76
"""The scale of pages, the greatest drawn width of a component in mm, and the resolution."""


def picture(game: str) -> bytes:
    """Return the picture of a game as PNG."""
    shown, loaded = GAMES[game], load(game, ROOT)
    composed = ComposedGame(loaded, ("a4",), ("rulebook",))
    assert composed.rulebook is not None
    pages = composed.rulebook_composer.add_note_pages(composed.rulebook.document).pages
    back = FaceComposer(loaded).back_face(next(one for one in loaded.game.components if one.id == shown.back_of))
    assert back is not None
    above = [sheet(pages[0], COVER), *(_piece(front(loaded, name)) for name in shown.above)]
    below = [sheet(pages[shown.page], COVER), *(_piece(front(loaded, name)) for name in shown.below), _piece(back)]
    return draw_rows([above, below], DPI)


def _piece(face: Face) -> Thing:
    """Return a component as a thing on the table; a board is drawn smaller."""
    return card(face, min(1.0, WIDEST / face.trim.size.width))


def main() -> None:
    """Write all pictures, or the named ones. A picture that looks as before keeps its file."""
    sys.path.insert(0, str(ROOT / "tests"))
    from alike import write_if_changed

    for game in sys.argv[1:] or GAMES:
        data = picture(game)
        if write_if_changed(FOLDER / f"game-{game}.png", data):
            print(game, len(data) // 1024, "kB")  # noqa: T201 - it is a script


if __name__ == "__main__":
    main()
