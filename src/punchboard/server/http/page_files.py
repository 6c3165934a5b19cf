"""The files of the page itself: HTML, style and script, shared with the static page; and those of the studio."""

from collections.abc import Mapping
from typing import Final, NamedTuple

from punchboard.products.web.components import ASSETS, asset, live_page
from punchboard.server.studio.page import studio_assets

TITLE: Final = "Punchboard"


class PageFiles(NamedTuple):
    """The page, and the files that it loads by name: media type and bytes."""

    page: bytes
    files: Mapping[str, tuple[str, bytes]]


def page_files(*, editing: bool = False) -> PageFiles:
    """Return the page and its files from the package; with ``editing``, those of the studio."""
    files = {name: asset(name) for name in ASSETS}
    if not editing:
        return PageFiles(live_page(TITLE), files)
    page = live_page(TITLE, script="/studio.js", styles=("/page.css", "/studio.css"))
    return PageFiles(page, {**files, **studio_assets()})
