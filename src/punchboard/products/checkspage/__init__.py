"""``checks.html``: what the checks and the played-through game say, as one page that needs nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

from punchboard.products.checkspage.content import content
from punchboard.products.composed import Composed, Product
from punchboard.scene import Document

if TYPE_CHECKING:
    from jinja2 import Template

TEMPLATE: Final = "checks.html.jinja"


def checks(composed: Composed) -> Iterator[Product]:
    """Yield ``checks.html``, in the colours of the game's theme."""
    game = composed.game
    page = _template().render(content(composed))
    yield Product("checks.html", Document(f"{game.title}: checks", ()), form="data", data=page.encode())


@cache
def _template() -> Template:
    from jinja2 import Environment, FileSystemLoader, StrictUndefined  # noqa: PLC0415 - for this page alone

    environment = Environment(
        loader=FileSystemLoader(Path(__file__).parent),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    return environment.get_template(TEMPLATE)
