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
from punchboard.products.web.assets import bundle, policy_hash, script_modules, trusted, web_page
from punchboard.products.web.components.view import View

HERE: Final = Path(__file__).parent
TEMPLATE: Final = "page.html.jinja"

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
    return _page(game["title"], game["language"], tagline=game["tagline"], checks=view["checks"], **given)


def live_page(
    title: str, language: str = "en", *, script: str = "page.js", styles: Sequence[str] = ("page.css",)
) -> bytes:
    """Return the page without a view. It loads its script and styles, ``view.json`` and ``events``, beside it.

    It works with ``default-src 'none'`` and ``'self'`` for scripts, styles, pictures and connections.
    """
    return _page(title, language, tagline="", view=None, script=script, style=styles, policy="", checks=None)


def asset(name: str) -> tuple[str, bytes]:
    """Return the media type and the bytes of one of `ASSETS`.

    Raises:
        KeyError: when there is no such file.
    """
    return ASSETS[name], _text(name).encode()


def _page(title: str, language: str, **given: Any) -> bytes:
    eyes = [(name, _matrix(name)) for name in VIEWS if name != "normal"]
    text = web_page(HERE / TEMPLATE).render(title=title, language=language, program=__version__, eyes=eyes, **given)
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
    return bundle({**script_modules(HERE / "script"), **more})


def _escaped_json(view: View) -> str:
    """Return the view as JSON without ``<``, so that nothing in it can end the script element."""
    from markupsafe import Markup  # noqa: PLC0415 - needed only for this page

    return Markup(to_json(view).decode().replace("<", "\\u003c"))  # noqa: S704 - without "<" there is no markup
