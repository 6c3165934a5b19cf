"""The fonts of a page on a screen: those of the print where the reader has them, else some that are like them."""

from __future__ import annotations

import re
from base64 import b64encode
from typing import Final

from punchboard.fonts import Cut, Family, damaged_font_message
from punchboard.problem import Place, fail
from punchboard.products.game.composed_game import ComposedGame

SERIF: Final = '"Iowan Old Style", "Palatino Linotype", Palatino, "URW Palladio L", Georgia, serif'
SANS: Final = 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", sans-serif'

EMBEDDED_FAMILY: Final = "Print"
"""What a typeface is called that comes along in the page."""

_PACKAGE: Final = re.compile(r"^font(?:pkg)?-")
_PLAIN: Final = 8
"""A capital I of so few lines has no feet."""


def embedded_font_rule(composed: ComposedGame, style: str, text: str) -> str:
    """Return the rule that brings a style's typeface along in the page, with no more than a text's characters.

    Raises:
        ProblemsFound: FONT001 for a font that is damaged behind its beginning, which is only found here.
    """
    styles = composed.composer.tools.styles
    face = styles.get(style if styles.has(style) else "body").face
    try:
        data = b64encode(face.web_subset("".join(sorted(set(text))))).decode()
    except RuntimeError as error:
        raise fail("FONT001", Place("theme.yaml"), *damaged_font_message(face.name)) from error
    return f'@font-face {{ font-family: "{EMBEDDED_FAMILY}"; font-weight: 100 900; src: url(data:font/ttf;base64,{data}); }}'


def font_stack(composed: ComposedGame, style: str) -> str:
    """Return the value of ``font-family`` for a style of the theme: its own font's name, then what is like it."""
    loaded, styles = composed.loaded, composed.composer.tools.styles
    family = styles.get(style if styles.has(style) else "body").family
    key = next((name for name, known in loaded.families.items() if known is family), "")
    font = loaded.layouts.theme.fonts.get(key)
    package = _PACKAGE.sub("", font.package) if font is not None and font.package else ""
    name = " ".join(re.findall(r"[a-z0-9]+", package.lower())).title()
    like = SANS if is_sans_serif(family) else SERIF
    return f'"{name}", {like}' if name else like


def is_sans_serif(family: Family) -> bool:
    """Tell whether a family has no serifs: its capital I is a bare bar."""
    face = family.face(Cut.of(bold=False, italic=False))
    return all(len(face.outline(glyph).segments) <= _PLAIN for glyph in face.word("I", "").glyphs)
