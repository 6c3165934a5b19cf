"""``checks.html``: the results of the checks and of playing the game through, as one self-contained page."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from punchboard.products.build_report import BuildReport
from punchboard.products.game.composed_game import ComposedGame, Product
from punchboard.products.web.checks.page_values import accessible_content, content, played_content
from punchboard.products.web.templates import web_page
from punchboard.scene import Document

TEMPLATE: Final = Path(__file__).with_name("checks.html.jinja")


def checks(composed: ComposedGame, report: BuildReport) -> Iterator[Product]:
    """Yield ``checks.html``, in the colours of the game's theme."""
    game = composed.game
    values = content(composed, report.findings) | played_content(composed) | accessible_content(composed)
    text = web_page(TEMPLATE).render(values)
    yield Product("checks.html", Document(f"{game.title}: checks", ()), format="data", data=text.encode())
