"""The files of the page itself: HTML, style and script, shared with the static page."""

from collections.abc import Mapping
from typing import Final, NamedTuple

from punchboard.products.web.components import ASSETS, asset, live_page

TITLE: Final = "Punchboard"


class PageFiles(NamedTuple):
    """The page, and the files that it loads by name: media type and bytes."""

    page: bytes
    files: Mapping[str, tuple[str, bytes]]


def page_files() -> PageFiles:
    """Return the page and its files from the package."""
    return PageFiles(live_page(TITLE), {name: asset(name) for name in ASSETS})
