"""The page ``/icons``: the icons that suit words, as pictures with their names, sets and licences."""

from __future__ import annotations

from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Final

from punchboard.geometry.svgpath import path_to_svg
from punchboard.load.icons.icons import matching_pictures
from punchboard.problem import ProblemsFound

if TYPE_CHECKING:
    from punchboard.geometry import Outline
    from punchboard.model.layout.icon_set import IconSet

MOST: Final = 200
"""How many icons are shown."""

MAX_WORDS: Final = 100
"""The most characters of a query."""

_STYLE: Final = """
:root{color-scheme:light dark}
body{font:16px/1.45 system-ui,sans-serif;margin:0 auto;max-width:72rem;padding:1.5rem}
form{display:flex;flex-wrap:wrap;gap:.5rem;align-items:center;margin:0 0 1rem}
input,button{font:inherit;padding:.4rem .7rem}
ul{list-style:none;padding:0;display:grid;grid-template-columns:repeat(auto-fill,minmax(11rem,1fr));gap:1rem}
li{border:1px solid #8888;border-radius:.5rem;padding:.8rem;text-align:center;overflow-wrap:anywhere}
svg{width:4rem;height:4rem;fill:currentColor;display:block;margin:0 auto .5rem}
code{font-size:.9rem}
small{display:block}
"""

_PAGE: Final = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>{title}</title><style>{style}</style></head><body>
<p><a href="/">All components</a></p>
<h1>{title}</h1>
<form action="/icons" role="search"><label for="find">Find icons</label>
<input id="find" name="find" type="search" value="{words}" maxlength="{most}"><button>Find</button></form>
<p role="status">{status}</p>
{icons}
</body></html>
"""


def icon_page(words: str, workspace: Path, games: tuple[str, ...]) -> bytes:
    """Return the page of the icons that suit words, as HTML; a form when there are no words."""
    words, icons = words[:MAX_WORDS].strip(), list[str]()
    try:
        icons = [_icon(*found) for found in matching_pictures(words, workspace, games, MOST)]
        status = _status(words, len(icons))
    except ProblemsFound as found:
        status = escape("; ".join(map(str, found.problems)))
    shown = f"<ul>{''.join(icons)}</ul>" if icons else ""
    title = f"Icons for {escape(words)}" if words else "Icons"
    page = _PAGE.format(title=title, style=_STYLE, words=escape(words), most=MAX_WORDS, status=status, icons=shown)
    return page.encode()


def _status(words: str, count: int) -> str:
    if not words:
        return "Type a word such as sword, forest or money."
    if not count:
        return "No icon suits these words. More icons: <code>punchboard icons add game-icons</code>"
    if count == MOST:
        return f"The first {MOST} icons; add a word to see fewer."
    return f"{count} {'icon' if count == 1 else 'icons'}. Write the name below a picture in a table or a layout."


def _icon(name: str, outline: Outline, icon_set: IconSet | None) -> str:
    about = "" if icon_set is None else f"{icon_set.name}, {icon_set.licence or icon_set.spdx or 'licence not named'}"
    return (
        f'<li><svg viewBox="0 0 512 512" aria-hidden="true"><path d="{path_to_svg(outline)}"/></svg>'
        f"<code>{escape(name)}</code><small>{escape(about or 'built in, or your own')}</small></li>"
    )
