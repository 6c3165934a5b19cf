"""What a screen reader reads of the reference cards: ``python tests/docs/read_aloud.py`` writes docs/read-aloud."""

from __future__ import annotations

from pathlib import Path

from punchboard.load import find_games, load
from punchboard.products import ComposedGame
from punchboard.products.sheets import reference
from punchboard.render.pdf.writer import render_pdf
from punchboard.verify.read_aloud import read_aloud

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "docs" / "read-aloud"
GAMES = find_games(ROOT)


def dump(game: str) -> str:
    """Return what is read of the first reference card of a game, a line for each part, indented by its depth."""
    composed = ComposedGame(load(game, ROOT), ("a4",), ("reference",))
    product = next(reference(composed))
    sides = read_aloud(render_pdf(product.document)).parts[:2]
    return "\n".join(line for side in sides for line in side.lines()) + "\n"


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name in GAMES:
        (FOLDER / f"{name}.txt").write_text(dump(name), encoding="utf-8")
