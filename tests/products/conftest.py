"""A small game: three different cards and a marker, seven pieces, with a rulebook and a reference."""

from __future__ import annotations

from pathlib import Path

import pytest

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
FACE = 'boxes:\n  title: {at: [6, 6], size: [40, 8], text: "{{ title }}", style: title}\n'
BACK = 'boxes:\n  ground: {area: bleed, fill: "#345678"}\n'
MARKER = 'boxes:\n  ground: {area: bleed, fill: "#aa3322"}\n'
RULES = "---\ntitle: The Grove\n---\n\n# Play\n\nDraw a card. Then fall.\n"
REFERENCE = "# Turn\n\nDraw.\n\n# End\n\nFall.\n\n# Ties\n\nShare.\n"


@pytest.fixture
def composed(tmp_path):
    """Return a function that composes the game for papers and products; ``texts`` says which texts it has."""
    from punchboard.load import load
    from punchboard.products import Composed

    def compose(papers=("a4", "letter"), only=(), texts=("rulebook", "reference"), game=GAME):
        folder = tmp_path / "catalog" / "grove"
        faces = folder / "layouts" / "faces"
        faces.mkdir(parents=True, exist_ok=True)
        (folder / "game.yaml").write_text(game)
        for name, text in (("card", FACE), ("back", BACK), ("marker", MARKER)):
            (faces / f"{name}.yaml").write_text(text)
        for name, text in (("rulebook", RULES), ("reference", REFERENCE)):
            if name in texts:
                (folder / f"{name}.md").write_text(text)
        if "reference" in texts:
            (faces / "reference.yaml").write_text(
                'boxes:\n  text: {at: [6, 6], size: [55, 90], markdown: "{{ text }}"}\n'
            )
        if "rulebook" in texts:
            books = folder / "layouts" / "books"
            books.mkdir(exist_ok=True)
            (books / "rulebook.yaml").write_text(
                "page: [148, 210]\nbleed: 3\nmasters:\n  body: {regions: [[20, 20, 108, 170]], boxes: {}}\n"
            )
        return Composed(load("grove", tmp_path), papers, only)

    return compose
