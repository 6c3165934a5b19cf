"""The HTML of the page of components: as one static file, or for a server that serves script, style and view."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

from pydantic_core import to_json

from punchboard import __version__
from punchboard.checks.ink.colours import VIEWS
from punchboard.products.web.assets import bundle, policy_hash, trusted, web_page
from punchboard.products.web.components.view import View

HERE: Final = Path(__file__).parent
TEMPLATE: Final = "page.html.jinja"

MODULES: Final = (
    "dom",
    "store",
    "view",
    "faces",
    "cards",
    "find",
    "grid",
    "look",
    "problems",
    "opened",
    "hand",
    "pages",
    "tabs",
    "keys",
    "live",
    "main",
)
"""The modules of the script. Each comes after the modules that it imports."""

ASSETS: Final = {"page.css": "text/css; charset=utf-8", "page.js": "text/javascript; charset=utf-8"}
"""The files that a live page loads, with their media types."""

POLICY: Final = (
    "default-src 'none'; img-src 'self' file: data:; style-src '{style}'; script-src '{script}'; base-uri 'none'"
)
"""The content security policy of the static page: its own script and style, and pictures beside it."""


def static_page(view: View) -> bytes:
    """Return the page with its view, script and style embedded. Pictures are loaded from the view's addresses."""
    game, script, style = view["game"], _text("page.js"), _text("page.css")
    policy = POLICY.format(style=policy_hash(style), script=policy_hash(script))
    given = {"view": _escaped_json(view), "script": trusted(script), "style": trusted(style), "policy": policy}
    return _page(game["title"], game["language"], tagline=game["tagline"], **given)


def live_page(
    title: str, language: str = "en", *, script: str = "/page.js", styles: Sequence[str] = ("/page.css",)
) -> bytes:
    """Return the page without a view. It loads its script and styles, ``/view.json`` and ``/events``.

    It works with ``default-src 'none'`` and ``'self'`` for scripts, styles, pictures and connections.
    """
    return _page(title, language, tagline="", view=None, script=script, style=styles, policy="")


def asset(name: str) -> tuple[str, bytes]:
    """Return the media type and the bytes of one of `ASSETS`.

    Raises:
        KeyError: when there is no such file.
    """
    return ASSETS[name], _text(name).encode()


def _page(title: str, language: str, **given: Any) -> bytes:
    eyes = [(name, _matrix(name)) for name in VIEWS if name != "normal"]
    text = web_page(HERE / TEMPLATE).render(
        title=title, language=language, program=__version__, eyes=eyes, icons=ICONS.items(), **given
    )
    return text.encode()


def _matrix(view: str) -> str:
    """Return a colour vision simulation as the 20 values of feColorMatrix."""
    rows = [f"{red} {green} {blue} 0 0" for red, green, blue in VIEWS[view]]
    return " ".join((*rows, "0 0 0 1 0"))


@cache
def _text(name: str) -> str:
    if name == "page.js":
        return bundled_script()
    return (HERE / name).read_text(encoding="utf-8")


def bundled_script(more: Mapping[str, str] = MappingProxyType({})) -> str:
    """Return the modules as one script, each in a scope of its own that returns its exports.

    ``more`` has the texts of further modules by name, each after the modules that it imports.
    """
    own = {name: (HERE / "script" / f"{name}.js").read_text(encoding="utf-8") for name in MODULES}
    return bundle({**own, **more})


def _escaped_json(view: View) -> str:
    """Return the view as JSON without ``<``, so that nothing in it can end the script element."""
    from markupsafe import Markup  # noqa: PLC0415 - needed only for this page

    return Markup(to_json(view).decode().replace("<", "\\u003c"))  # noqa: S704 - without "<" there is no markup


ICONS: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "again": ("M15.5 8A6 6 0 1 0 16 11", "M16 4v4h-4"),
        "auto": ("M10 3a7 7 0 1 0 0 14a7 7 0 0 0 0-14z", "M10 3v14", "M12 5v10", "M14 6.5v7"),
        "book": ("M10 5.5C8 4 5.5 3.8 3 4v11c2.5-.2 5 0 7 1.5c2-1.5 4.5-1.7 7-1.5V4c-2.5-.2-5 0-7 1.5z", "M10 5.5v11"),
        "cards": (
            "M7 3.5h8.5a1 1 0 0 1 1 1V14",
            "M4.5 6h8a1 1 0 0 1 1 1v9a1 1 0 0 1-1 1h-8a1 1 0 0 1-1-1V7a1 1 0 0 1 1-1z",
        ),
        "check": ("M4 10.5l4 4l8-9",),
        "close": ("M5 5l10 10", "M15 5L5 15"),
        "dark": ("M16 12A7 7 0 0 1 8 4a6.5 6.5 0 1 0 8 8z",),
        "error": ("M7 3h6l4 4v6l-4 4H7l-4-4V7z", "M10 6.5v4.5", "M10 13.5v.1"),
        "eye": (
            "M2.5 10C4 7 6.8 5 10 5s6 2 7.5 5c-1.5 3-4.3 5-7.5 5s-6-2-7.5-5z",
            "M10 7.8a2.2 2.2 0 1 0 0 4.4a2.2 2.2 0 0 0 0-4.4z",
        ),
        "filter": ("M3 5h14", "M6 10h8", "M8.5 15h3"),
        "flip": (
            "M3 10V8a2 2 0 0 1 2-2h11",
            "M13.5 3.5L16 6l-2.5 2.5",
            "M17 10v2a2 2 0 0 1-2 2H4",
            "M6.5 11.5L4 14l2.5 2.5",
        ),
        "hand": (
            "M8 4.5h5a1 1 0 0 1 1 1v9a1 1 0 0 1-1 1H8a1 1 0 0 1-1-1v-9a1 1 0 0 1 1-1z",
            "M4.5 7l-1.8 1l2 8",
            "M16 7l1.5.6l-1.5 8",
        ),
        "help": ("M10 3a7 7 0 1 0 0 14a7 7 0 0 0 0-14z", "M8 8.2a2 2 0 1 1 2.9 1.8c-.6.3-.9.7-.9 1.5", "M10 13.7v.1"),
        "left": ("M12 5l-5 5l5 5",),
        "light": (
            "M10 6.5a3.5 3.5 0 1 0 0 7a3.5 3.5 0 0 0 0-7z",
            "M10 2v1.5M10 16.5V18M2 10h1.5M16.5 10H18",
            "M4.3 4.3l1.1 1.1M14.6 14.6l1.1 1.1M4.3 15.7l1.1-1.1M14.6 5.4l1.1-1.1",
        ),
        "minus": ("M5 10h10",),
        "out": ("M8 5H5v10h10v-3", "M11 4h5v5", "M16 4l-7 7"),
        "plus": ("M5 10h10", "M10 5v10"),
        "right": ("M8 5l5 5l-5 5",),
        "ruler": ("M3 7h14v6H3z", "M6 7v2.5M9 7v3.5M12 7v2.5M15 7v3.5"),
        "search": ("M8.8 3.5a5.3 5.3 0 1 0 0 10.6a5.3 5.3 0 0 0 0-10.6z", "M12.7 12.7L17 17"),
        "sheet": ("M5 3h7l3 3v11H5z", "M7.5 8.5h5v6h-5z", "M10 8.5v6M7.5 11.5h5"),
        "warning": ("M10 3.5L17.5 16h-15z", "M10 8v4", "M10 13.8v.1"),
    }
)
"""The paths of each icon, by its name."""
