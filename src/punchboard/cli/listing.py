"""``punchboard list``."""

from __future__ import annotations

from pathlib import Path

from punchboard.cli.report import say, show_json
from punchboard.cli.status import GOOD
from punchboard.load import find_games
from punchboard.products import PRODUCTS


def run_list(workspace: Path, *, as_json: bool) -> int:
    """List games and products; return the exit status."""
    games = find_games(workspace)
    products = {name: maker.about for name, maker in PRODUCTS.items()}
    if as_json:
        show_json({"games": list(games), "products": products})
        return GOOD
    say("games")
    for game in games:
        say(f"  {game}")
    say("products")
    width = max(map(len, products))
    for name, about in products.items():
        say(f"  {name.ljust(width)}  {about}")
    return GOOD
