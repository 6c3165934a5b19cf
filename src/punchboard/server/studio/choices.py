"""What a box may name in this game, with a picture of each; and the page ``/icons``, which finds icons by words."""

from __future__ import annotations

from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from punchboard.geometry import Size
from punchboard.geometry.svgpath import path_to_svg
from punchboard.load.icons.icons import matching_pictures
from punchboard.model.layout.layout import Box, FaceFile
from punchboard.model.layout.trim import Trim
from punchboard.ornament import KINDS
from punchboard.problem import ProblemsFound
from punchboard.products.sheets import face_page
from punchboard.render import render
from punchboard.scene import Document
from punchboard.server.game_snapshot import Snapshot

if TYPE_CHECKING:
    from punchboard.geometry import Outline
    from punchboard.model.layout.icon_set import IconSet

PICTURED: Final = ("style", "ornament")
"""The controls whose choices are shown as pictures."""

MOST_ICONS: Final = 60

_SIZES: Final = {"style": Size(58, 8), "ornament": Size(24, 16)}
"""The sizes of the pictures in mm."""


def choices(snapshot: Snapshot) -> dict[str, Any]:
    """Return the names that a box or a text may use, by control; colours with ``#rrggbb``, symbols with their icon."""
    loaded = snapshot.composed.loaded
    layouts, theme, symbols = loaded.layouts, loaded.layouts.theme, loaded.symbols.icons
    on_faces = {box.style for face in layouts.faces.values() for box in face.boxes.values() if box is not None}
    return {
        "colour": dict(theme.colours),
        "style": sorted(theme.styles, key=lambda name: (name not in on_faces, name)),
        "ornament": [*sorted(theme.ornaments), *sorted(KINDS.keys() - theme.ornaments.keys())],
        "face": sorted(layouts.faces),
        "font": {name: family_name(font.regular).removesuffix("-Regular") for name, font in theme.fonts.items()},
        "symbol": {token: path_to_svg(loaded.icons[name]) if name else "" for token, name in symbols.items()},
    }


def family_name(regular: str) -> str:
    """Return the name of a font's file as people call it: without its folder and the axes of a variable font."""
    return regular.rpartition("/")[2].partition("[")[0]


def icon_choices(words: str, snapshot: Snapshot, workspace: Path) -> list[dict[str, str]]:
    """Return the icons that suit words, best first: their names, and the data of a path in a square of 512."""
    icons = matching_pictures(words, workspace, (snapshot.game.id,), MOST_ICONS)
    return [{"name": name, "path": path_to_svg(outline)} for name, outline, _ in icons]


def sample(snapshot: Snapshot, control: str, name: str) -> bytes:
    """Return a picture of one of the choices of a control in ``PICTURED``, as SVG."""
    size = _SIZES[control]
    content: dict[str, Any] = (
        {"text": name, "style": name, "colour": "ink", "align": "left", "valign": "middle", "one line": True}
        if control == "style"
        else {"ornament": {"kind": name, "seed": name}}
    )
    look = Box.model_validate({"area": "trim", **content})
    file = FaceFile(bleed=0, safe=0, boxes={"sample": look}, edition=False)
    composed = snapshot.composed
    spec = composed.composer.face_spec(
        f"sample {control} {name}", Trim("card", size, "sample"), {}, snapshot.game.place, file
    )
    return render("svg", Document(name, (face_page(composed.draw(spec)),), language=snapshot.game.file.language))


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
<form action="icons" role="search"><label for="find">Find icons</label>
<input id="find" name="find" type="search" value="{words}" maxlength="{most}"><button>Find</button></form>
<p role="status">{status}</p>
{icons}
</body></html>
"""


def icon_page(words: str, workspace: Path, games: tuple[str, ...]) -> bytes:
    """Return the page of the icons that suit words, as HTML; a form when there are no words."""
    words, icons = words[:MAX_WORDS].strip(), list[str]()
    try:
        icons = [_icon(*picture) for picture in matching_pictures(words, workspace, games, MOST)]
        status = _status(words, len(icons))
    except ProblemsFound as error:
        status = escape("; ".join(map(str, error.problems)))
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
