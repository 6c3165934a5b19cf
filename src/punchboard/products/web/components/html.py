"""The page as HTML: alone in one file with its view, or for a server that gives script, style and view apart."""

from __future__ import annotations

import re
from base64 import b64encode
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from pydantic_core import to_json

from punchboard import __version__
from punchboard.checks.ink.colour_vision import VIEWS
from punchboard.products.web.components.descriptions import View
from punchboard.products.web.components.icons import ICONS
from punchboard.products.web.templates import web_page

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
"""The modules of the script, each after those that it imports."""

ASSETS: Final = {"page.css": "text/css; charset=utf-8", "page.js": "text/javascript; charset=utf-8"}
"""The files that a live page asks for, with their media types."""

POLICY: Final = (
    "default-src 'none'; img-src 'self' file: data:; style-src '{style}'; script-src '{script}'; base-uri 'none'"
)
"""What the static page may do: run its own script and style, and show pictures that lie beside it."""

_IMPORT: Final = re.compile(r'^import (\{[^}]+\}) from "\./(\w+)\.js";$', re.MULTILINE)
_EXPORT: Final = re.compile(r"^export ((?:async )?function|const|class) (\$|\w+)", re.MULTILINE)


def static_page(view: View) -> bytes:
    """Return the whole page with its view, script and style in it; pictures are fetched from the view's addresses."""
    game, script, style = view["game"], _text("page.js"), _text("page.css")
    policy = POLICY.format(style=_hash(style), script=_hash(script))
    given = {"view": _safe(view), "script": _as_is(script), "style": _as_is(style), "policy": policy}
    return _page(game["title"], game["language"], tagline=game["tagline"], **given)


def live_page(title: str, language: str = "en") -> bytes:
    """Return the page without a view; it asks a server for ``/page.css``, ``/page.js``, ``/view.json``, ``/events``.

    It needs no more than ``default-src 'none'`` and ``'self'`` for scripts, styles, pictures and connections.
    """
    return _page(title, language, tagline="", view=None, script="", style="", policy="")


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
    """Return what a view makes of light as the 20 values of feColorMatrix."""
    rows = [f"{red} {green} {blue} 0 0" for red, green, blue in VIEWS[view]]
    return " ".join((*rows, "0 0 0 1 0"))


@cache
def _text(name: str) -> str:
    if name == "page.js":
        return _joined()
    return (HERE / name).read_text(encoding="utf-8")


def _joined() -> str:
    """Return the modules of the script as one: each in a scope of its own, which gives what it exports."""
    return "\n".join(_scope(name, (HERE / "script" / f"{name}.js").read_text(encoding="utf-8")) for name in MODULES)


def _scope(name: str, text: str) -> str:
    exported = ", ".join(found[1] for found in _EXPORT.findall(text))
    body = _EXPORT.sub(r"\1 \2", _IMPORT.sub(r"const \1 = from_\2;", text))
    return f"const from_{name} = (() => {{\n{body}\nreturn {{ {exported} }};\n}})();"


def _hash(text: str) -> str:
    return f"sha256-{b64encode(sha256(text.encode()).digest()).decode()}"


def _safe(view: View) -> str:
    """Return the view as JSON that can end no element: what it says is text, whatever it is."""
    from markupsafe import Markup

    return Markup(to_json(view).decode().replace("<", "\\u003c"))


def _as_is(text: str) -> str:
    """Return our own script or style, which has no end tag in it."""
    from markupsafe import Markup

    assert "</" not in text
    return Markup(text)
