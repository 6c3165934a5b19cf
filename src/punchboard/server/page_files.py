"""The page itself, its style and its script: the files that the static page is made of too."""

from collections.abc import Mapping
from typing import Final, NamedTuple

from punchboard.products.web.components import ASSETS, asset, live_page

TITLE: Final = "Punchboard"


class PageFiles(NamedTuple):
    """The page, and the files that it loads by their names: media type and bytes."""

    page: bytes
    files: Mapping[str, tuple[str, bytes]]


def page_files() -> PageFiles:
    """Return the page as it lies in the package."""
    return PageFiles(live_page(TITLE), {name: asset(name) for name in ASSETS})
