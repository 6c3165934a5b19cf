"""A small game: three different cards and a marker, seven pieces, with a rulebook and a reference."""

from __future__ import annotations

from pathlib import Path

import pytest

from punchboard.model.print_options import DEFAULT_OPTIONS

ROOT = Path(__file__).resolve().parents[2]
GAME = """\
title: The Grove
short: Grove
version: "2.1"
players: {range: 2-4, prototype: for a test}
kinds:
  card:
    name: Card
    shape: poker
    face: card
    back: back
    id: "{{ title|lower }}"
    prototype: made for a test
    fields:
      title: {type: text}
    rows: [{title: Root}, {title: Branch, copies: 3}, {title: Crown}]
  marker:
    name: Marker
    shape: circle 25mm
    face: marker
    id: marker
    prototype: made for a test
    rows: [{copies: 2}]
"""
FOLDED = f"""{GAME}\
  hero:
    name: Hero
    shape: pawn 20mm x 32mm
    face: marker
    id: "{{{{ name|lower }}}}"
    prototype: made for a test
    fields: {{name: {{type: text}}}}
    rows: [{{name: Ada}}, {{name: Bo, copies: 2}}]
dice:
  fate: {{name: Fate Die, faces: [1, 2, 3, 4, 5, 6], copies: 3, prototype: made for a test}}
  wits: {{name: Wits Die, faces: [yes it is, no it is not], size: 20mm, prototype: made for a test}}
  spot: {{name: Spot Die, faces: [1, 2, 3, 4, 5, 6], face: die-pips, prototype: made for a test}}
decks: {{pack: {{name: the pack, contains: card}}}}
setup: [{{shuffle: pack}}]
"""
"""The same game with three pawns, five dice and a set-up."""

LARGE = """\
  map:
    name: Map
    shape: board 600mm x 400mm
    face: marker
    id: map
    prototype: made for a test
    rows: [{}]
"""

PLAYED = f"""{GAME}\
decks: {{pack: {{name: the pack, contains: card}}}}
each player has: {{hand: {{name: hand}}}}
setup:
  - {{shuffle: pack}}
  - {{each player draws: {{2: 7, 3: 6, 4: 5}}, from: pack, to: hand}}
"""
"""The same game with a set-up that hangs on the number of players."""

FACE = 'boxes:\n  title: {at: [6, 6], size: [40, 8], text: "{{ title }}", style: title}\n'
BACK = 'boxes:\n  ground: {area: bleed, fill: "#345678"}\n'
MARKER = 'boxes:\n  ground: {area: bleed, fill: "#aa3322"}\n'
RULES = "---\ntitle: The Grove\n---\n\n# Play\n\nDraw a card. Then fall.\n"
REFERENCE = "# Turn\n\nDraw.\n\n# End\n\nFall.\n\n# Ties\n\nShare.\n"
TEXTS = {
    "rulebook": RULES,
    "design-notes": "# Design notes\n\nAll leaves are ours.\n",
    "reference": REFERENCE,
    "turn": "1. Draw.\n2. Fall.\n",
    "score": "# Score\n\nLeaves.\n",
}


@pytest.fixture
def composed(tmp_path):
    """Return a function that composes the game for papers and products.

    ``texts`` says which of the texts above it has, ``files`` what further files by their path from its folder.
    """
    from punchboard.load import load
    from punchboard.products import ComposedGame

    def compose(
        papers=("a4", "letter"),
        only=(),
        *,
        texts=("rulebook", "reference"),
        game=GAME,
        files=None,
        players="2-4",
        print_options=DEFAULT_OPTIONS,
    ):
        folder = tmp_path / "catalog" / "grove"
        faces = folder / "layouts" / "faces"
        faces.mkdir(parents=True, exist_ok=True)
        (folder / "game.yaml").write_text(game.replace("range: 2-4", f"range: {players}"))
        for name, text in (("card", FACE), ("back", BACK), ("marker", MARKER)):
            (faces / f"{name}.yaml").write_text(text)
        for name, text in TEXTS.items():
            if name in texts:
                (folder / f"{name}.md").write_text(text)
        for name, text in (files or {}).items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_text(text)
        if "reference" in texts:
            (faces / "reference.yaml").write_text(
                'boxes:\n  text: {at: [6, 6], size: [55, 90], markdown: "{{ text }}"}\n'
            )
        if "rulebook" in texts:
            books = folder / "layouts" / "books"
            books.mkdir(parents=True, exist_ok=True)
            (books / "rulebook.yaml").write_text(
                "page: [148, 210]\nbleed: 3\nmasters:\n  body: {regions: [[20, 20, 108, 170]], boxes: {}}\n"
            )
        return ComposedGame(load("grove", tmp_path), papers, only, print_options)

    return compose


@pytest.fixture
def plain():
    """The game's own game.yaml, to add lines to."""
    return GAME


@pytest.fixture
def everything(composed):
    """Return the game with something for every product: pawns, dice, a board larger than any paper, a tuck box."""
    kinds, rest = FOLDED.split("dice:\n", 1)
    texts = ("rulebook", "design-notes", "reference", "turn", "score")
    return composed(game=f"{kinds}{LARGE}dice:\n{rest}tuck boxes: {{pack: {{holds: card}}}}\n", texts=texts)


@pytest.fixture
def folded(composed):
    """Return a function that composes the game with pawns and dice."""
    return lambda papers=("a4", "letter"), **changes: composed(papers, game=FOLDED, **changes)


@pytest.fixture
def played(composed):
    """Return a function that composes the game with a set-up, a turn and a score sheet."""
    texts = ("rulebook", "design-notes", "reference", "turn", "score")
    return lambda papers=("a4", "letter"), **changes: composed(papers, game=PLAYED, **{"texts": texts, **changes})
