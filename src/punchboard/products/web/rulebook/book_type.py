"""The type of a game's book as CSS: each kind of element has the style of its role in print."""

import re
from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from markupsafe import Markup

from punchboard.compose.books.book import BookLook
from punchboard.compose.text.style import TextStyle
from punchboard.fonts import Cut, Typeface
from punchboard.products.game.composed_game import ComposedGame
from punchboard.products.web.assets import (
    EMBEDDED_FAMILY,
    EMBEDDED_TEXT_FAMILY,
    embedded_font_rule,
    embedded_text_rules,
    font_stack,
)
from punchboard.products.web.palette import LINE_CONTRAST, MARKED_CONTRAST, Palette, make_legible
from punchboard.units import MM_PER_POINT

SELECTORS: Final = {
    "h1": "main h2",
    "h2": "main h3",
    "h3": "main h4",
    "h4": "main h5",
    "table-head": "thead th, caption",
    "table": "table",
    "callout": ".callout",
    "caption": "figcaption",
    "marker": "li::marker, .steps > ol > li::before",
    "contents-1": "nav li",
    "contents-2": "nav ol ol li",
}
"""The elements of the page by the role that styles them in print; running text has the role ``p``."""

_IN_BODY: Final = frozenset({"table", "callout", "caption", "marker"})
"""The roles that set any character of the text; those of others set only headings."""
_HEADING: Final = re.compile(r"<(h[2-6]|th|caption)[ >].*?</\1>", re.DOTALL)
_PRINTABLE: Final = "".join(map(chr, range(0x21, 0x7F)))
"""The characters of ASCII: for text that readers' browsers add, such as list numbers."""
_FIGURES: Final = ("lnum", "tnum")
_SMALL_CAPS: Final = "smcp"

_PIXELS: Final = 1.85
"""Pixels of running text on a screen for each point of its size in print."""
_SIZES: Final = (16.0, 20.0)
"""The smallest and largest running text on a screen, in pixels."""
_LARGEST_HEAD: Final = 2.1
"""The size of the largest heading, relative to running text."""


class BookType(NamedTuple):
    """The rules of a page's type, with its typefaces, and the colour of each role's words."""

    faces: str
    rules: str
    inks: Mapping[str, str]


def book_type(composed: ComposedGame, look: BookLook, body: Markup, words: str) -> BookType:
    """Return the type of a page, with the typefaces of the book, each with only the characters that it shows.

    Args:
        composed: the game.
        look: the styles of the book.
        body: the text of the page.
        words: the words of its head.
    """
    running, styles = look.style("p"), {role: look.style(role) for role in SELECTORS}
    every = f"{body.striptags()} {words} {_PRINTABLE}"
    heads = f"{words} {_headings(body)} 0123456789"
    heads += heads.upper()
    has_small = 'class="small"' in body or any(style.caps == "small" for style in styles.values())
    features = (*_FIGURES, _SMALL_CAPS) if has_small else _FIGURES
    families = _families(running, styles)
    faces = [embedded_text_rules(composed, running.name, every, features)]
    for face, family in families.items():
        roles = [role for role, style in styles.items() if style.face is face]
        text = every if _IN_BODY.intersection(roles) else heads
        faces.append(embedded_font_rule(composed, styles[roles[0]].name, text, family, features))
    rules = [f":root {{ --text: {_running_size(running):.4g}rem; }}"]
    for role, style in styles.items():
        family = f'"{families.get(style.face, EMBEDDED_TEXT_FAMILY)}", {font_stack(composed, style.name)}'
        rules.append(f"{SELECTORS[role]} {{ font-family: {family}; {' '.join(_declarations(role, style, running))} }}")
    return BookType("\n".join(faces), "\n".join(rules), {f"ink-{role}": style.colour for role, style in styles.items()})


def legible_inks(inks: Mapping[str, str], ink: str, palette: Palette, end: str) -> dict[str, str]:
    """Return the colours of words moved towards ``end``, black or white, until they are legible on a palette.

    Those in the theme's own ``ink`` have the ink of the page.
    """
    return {
        name: palette.ink if colour == ink else make_legible(colour, palette.panel, MARKED_CONTRAST, end)
        for name, colour in inks.items()
    }


def icon_rules(colours: Mapping[str, str], palette: Palette, end: str) -> str:
    """Return the rules for icons, by class, in their colours moved towards ``end`` to be clear on a palette."""
    return "\n".join(
        f".{name} {{ fill: {make_legible(colour, palette.ground, LINE_CONTRAST, end)}; }}"
        for name, colour in colours.items()
    )


def _families(running: TextStyle, styles: Mapping[str, TextStyle]) -> dict[Typeface, str]:
    """Return the name of each typeface beside those of running text; that of the highest headings comes first."""
    known = {running.family.face(cut) for cut in Cut}
    others = dict.fromkeys(style.face for style in styles.values() if style.face not in known)
    return {face: f"{EMBEDDED_FAMILY} {number}" for number, face in enumerate(others, 1)}


def _running_size(style: TextStyle) -> float:
    """Return the size of running text in rem; a typeface that is set larger in print is larger here, too."""
    least, most = _SIZES
    return min(max(style.size / MM_PER_POINT * _PIXELS, least), most) / 16


def _declarations(role: str, style: TextStyle, running: TextStyle) -> Iterator[str]:
    """Yield the declarations of a role, its size relative to running text."""
    if role != "marker":
        yield f"font-size: calc(var(--text) * {min(style.size / running.size, _LARGEST_HEAD):.3g});"
    yield f"font-weight: {700 if style.bold else 400}; font-style: {'italic' if style.italic else 'normal'};"
    yield f"color: var(--ink-{role});"
    if style.caps == "upper":
        yield "text-transform: uppercase;"
    elif style.caps == "small" and style.face.supports(_SMALL_CAPS):
        yield "font-variant-caps: small-caps;"
    if style.tracking:
        yield f"letter-spacing: {style.tracking:.3g}em;"


def _headings(body: Markup) -> str:
    """Return the text of all headings, also those of tables, whose characters their typefaces need."""
    return Markup(" ").join(Markup(match[0]) for match in _HEADING.finditer(body)).striptags()  # noqa: S704 - of body
