"""``stats.html``: curves and counts of a game's components, odds of its hands, and what logs of games show.

`content` gathers the values for the template, `counts` those of components, `plots` draws; only that needs Matplotlib.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from punchboard.products.web.stats.content import content
from punchboard.products.web.stats.shown import Shown
from punchboard.products.web.templates import web_page

__all__ = ["Shown", "stats_page"]

TEMPLATE: Final = Path(__file__).with_name("stats.html.jinja")


def stats_page(shown: Shown) -> bytes:
    """Return the page.

    Raises:
        ImportError: when Matplotlib is not installed.
    """
    return web_page(TEMPLATE).render(content(shown)).encode()
