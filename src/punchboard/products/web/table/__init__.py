"""``table.html``: the whole game on a table in the browser, set up by its own script and played by hand.

`table_view` gathers what the page needs, `drawings` what it shows. ``script/main.js`` is the entry of the script: its
folder `engine` carries out the game's program as `punchboard.engine.program` does, `game`
makes a game again from its history, `surface` draws it, `panels` are beside it, and ``desk.js`` joins them.
"""

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from pydantic_core import to_json

from punchboard import __version__
from punchboard.products.game.composed_game import ComposedGame, Product
from punchboard.products.product import PACKED_PAGE, PACKED_PLACEHOLDER
from punchboard.products.web.assets import bundle, packed, policy_hash, trusted
from punchboard.products.web.palette import make_legible, mix
from punchboard.products.web.rulebook import rulebook_html
from punchboard.products.web.rulebook.page_fonts import EMBEDDED_FAMILY, embedded_font_rule, font_stack
from punchboard.products.web.rulebook.security_policy import style_hash
from punchboard.products.web.table.drawings import TableDrawings
from punchboard.products.web.table.table_view import View, view
from punchboard.products.web.templates import web_page
from punchboard.scene import Document, Page
from punchboard.srgb import contrast

# The one file of the table: template, style, script and packed data, with a policy that allows nothing else.

HERE: Final = Path(__file__).parent

MODULES: Final = (
    "dom",
    "unpack",
    "engine/chance",
    "engine/terms",
    "engine/world",
    "engine/moves",
    "engine/machine",
    "engine/rounds",
    "engine/bots",
    "game/sight",
    "game/snap",
    "game/by_hand",
    "game/play",
    "game/files",
    "surface/faces",
    "surface/places",
    "surface/mat",
    "surface/surface",
    "surface/pointer",
    "surface/keys",
    "panels/bar",
    "panels/setup",
    "panels/pad",
    "panels/rules",
    "panels/start",
    "acts",
    "desk",
    "shared",
    "main",
)
"""The modules of the script, in the way of the data. Each comes after the modules that it imports."""

_RULEBOOK_MARK: Final = "[the rulebook]"
"""Marks the place of the rulebook in the filled template."""

POLICY: Final = (
    "default-src 'none'; img-src blob: data:; font-src data:; style-src '{style}'; script-src '{script}';"
    " frame-src blob:; connect-src {connect}; base-uri 'none'; form-action 'none'"
)
"""The content security policy: its own script and style, and pictures that the script makes."""


class TablePage(NamedTuple):
    """A page with a placeholder for its drawings, and its content security policy."""

    data: bytes
    policy: str


def _table_page(
    composed: ComposedGame, view: View, drawings: int, rulebook: bytes = b"", *, shared: bool = False
) -> TablePage:
    """Return the page.

    Args:
        composed: the game.
        view: what the table shows.
        drawings: how many drawings it has.
        rulebook: the rulebook as HTML, with placeholders for the drawings after those; empty if there is none.
        shared: whether the game is on the server that sends the page; it connects to nothing else.
    """
    game = composed.game
    script, style = bundled_script(), f"{_table_colours(composed)}\n{_text('table.css')}"
    connect = "'self'" if shared else "'none'"
    styles = f"{policy_hash(style)}' '{style_hash(rulebook)}" if rulebook else policy_hash(style)
    policy = POLICY.format(style=styles, script=policy_hash(script), connect=connect)
    values = {
        "title": game.title,
        "language": game.file.language,
        "tagline": game.file.tagline,
        "program": __version__,
        "policy": policy,
        "shared": shared,
        "script": trusted(script),
        "style": trusted(style),
        "view": packed(to_json(view)),
        "drawings": trusted(PACKED_PLACEHOLDER.format(drawings)),
        "rulebook": _RULEBOOK_MARK if rulebook else "",
    }
    page = web_page(HERE / "table.html.jinja").render(values).encode()
    return TablePage(page.replace(_RULEBOOK_MARK.encode(), PACKED_PAGE.encode().replace(b"{}", rulebook)), policy)


@cache
def bundled_script() -> str:
    """Return the modules as one script, each in a scope of its own that returns its exports."""
    return bundle({name: _text(f"script/{name}.js") for name in MODULES})


def _text(name: str) -> str:
    return (HERE / name).read_text(encoding="utf-8")


_WHITE, _BLACK = "#ffffff", "#000000"
_TEXT = 7.0
"""Contrast of words."""
_QUIET = 4.6
"""Contrast of what is less important, and of words on buttons."""


def _table_colours(composed: ComposedGame) -> str:
    """Return the style rules with the theme: ``--felt`` below the cards, ``--wood`` around, words and accents."""
    theme, file = composed.loaded.layouts.theme, composed.loaded.layouts.books.get("rulebook")
    colours = theme.colours
    accent = colours.get("accent", "#2f4b7c")
    felt = colours.get("box", colours.get("night", mix(accent, _BLACK, 0.45)))
    end = _WHITE if contrast(felt, _WHITE) > contrast(felt, _BLACK) else _BLACK
    panel = mix(felt, end, 0.08)
    words = colours.get("paper", _WHITE) if end == _WHITE else colours.get("ink", _BLACK)
    ink = make_legible(mix(words, end, 0.3), panel, _TEXT, end)
    bright = make_legible(colours.get("box-ink", mix(accent, end, 0.4)), panel, _QUIET, end)
    on_bright = _WHITE if contrast(bright, _WHITE) > contrast(bright, _BLACK) else _BLACK
    values = {
        "felt": felt,
        "felt-light": mix(felt, end, 0.05),
        "panel": panel,
        "raised": mix(felt, end, 0.14),
        "line": mix(felt, end, 0.32),
        "ink": ink,
        "quiet": make_legible(mix(ink, felt, 0.3), mix(felt, end, 0.14), _QUIET, end),
        "bright": bright,
        "on-bright": on_bright,
        "shadow": mix(felt, _BLACK, 0.65),
    }
    fonts = ""
    if file is not None:
        styles = file.styles
        head = styles.get("h1", "h1")
        printable = "".join(map(chr, range(32, 127)))
        fonts = embedded_font_rule(composed, head, f"{composed.game.title}{printable}")
        values["text-font"] = font_stack(composed, styles.get("p", "p"))
        values["head-font"] = f'"{EMBEDDED_FAMILY}", {font_stack(composed, head)}'
    rules = "".join(f"--{name}: {value};" for name, value in values.items())
    return f"{fonts}\n:root {{ {rules} }}"


PATH = "table.html"


def table(composed: ComposedGame) -> Iterator[Product]:
    """Yield ``table.html``, unless nothing can be put on a table."""
    if not composed.game.components:
        return
    page, drawings, _ = open_page(composed)
    game = composed.game
    document = Document(game.title, drawings, language=game.file.language)
    yield Product(PATH, document, format="html", data=page.data)


class OpenPage(NamedTuple):
    """The page of a table with placeholders, its drawings, and what it shows."""

    page: TablePage
    drawings: tuple[Page, ...]
    view: View


def open_page(composed: ComposedGame, *, shared: bool = False) -> OpenPage:
    """Return the page of a game's table; a shared one has its game on the server that sends it."""
    own = TableDrawings(composed)
    shown = view(composed, own)
    has_rulebook = "rulebook" in composed.game.texts and "rulebook" in composed.loaded.layouts.books
    rulebook, figures = rulebook_html(composed) if has_rulebook else (b"", ())
    drawings = own.pages()
    return OpenPage(_table_page(composed, shown, len(drawings), rulebook, shared=shared), (*drawings, *figures), shown)
