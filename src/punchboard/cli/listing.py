"""``punchboard list``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from punchboard.cli.report import say, show_json, show_problems
from punchboard.cli.status import GOOD, PROBLEMS
from punchboard.load import find_games
from punchboard.load.printers import printers
from punchboard.load.stationery import layouts_told, papers
from punchboard.model.sheet import PaperFile
from punchboard.problem import ProblemsFound
from punchboard.products import PRODUCTS


def run_list(workspace: Path, *, as_json: bool) -> int:
    """List games, products with their layouts, papers and printers; return the exit status."""
    games, about = find_games(workspace), {name: maker.about for name, maker in PRODUCTS.items()}
    try:
        layouts, known = layouts_told(workspace), papers(workspace)
    except ProblemsFound as found:
        show_problems(found.problems)
        return PROBLEMS
    if as_json:
        sizes = {name: tuple(paper.size) for name, paper in known.items()}
        show_json({
            "games": list(games), "products": about, "layouts": layouts, "papers": sizes, "printers": list(printers())
        })  # fmt: skip
        return GOOD
    say("games")
    for game in games:
        say(f"  {game}")
    for line in (*_products(about, layouts), *_papers(known), *_printers()):
        say(line)
    return GOOD


def _products(about: Mapping[str, str], layouts: Mapping[str, Mapping[str, str]]) -> Iterator[str]:
    """Yield each product, and below it the layouts that ``--only`` takes."""
    width = max(map(len, about))
    yield "products"
    for product, told in about.items():
        yield f"  {product.ljust(width)}  {told}"
        for name, what in layouts.get(product, {}).items():
            yield f"    {product}/{name}: {what}" if what else f"    {product}/{name}"


def _papers(known: Mapping[str, PaperFile]) -> Iterator[str]:
    yield "papers"
    for name, paper in known.items():
        yield f"  {name}: {paper.width:g} x {paper.height:g} mm"
    yield "  or any size: 320x450mm"


def _printers() -> Iterator[str]:
    names = printers()
    if names:
        yield "printers"
    for name in names:
        yield f"  {name}"
