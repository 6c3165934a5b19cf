"""The fonts of the rulebook page: the printed fonts, embedded, and similar fallbacks."""

from __future__ import annotations

import re
from base64 import b64encode
from typing import Final

from punchboard.fonts import Cut, Family, Typeface, damaged_font_message
from punchboard.problem import Place, fail
from punchboard.products.game.composed_game import ComposedGame

SERIF: Final = '"Iowan Old Style", "Palatino Linotype", Palatino, "URW Palladio L", Georgia, serif'
SANS: Final = 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", sans-serif'

EMBEDDED_FAMILY: Final = "Print"
"""The family name of the embedded typeface of headings."""

EMBEDDED_TEXT_FAMILY: Final = "Print Text"
"""The family name of the embedded typefaces of running text."""

_PACKAGE: Final = re.compile(r"^font(?:pkg)?-")
_MAX_SANS_SEGMENTS: Final = 8
"""Most outline segments of a capital I without serifs."""


def embedded_font_rule(composed: ComposedGame, style: str, text: str) -> str:
    """Return the CSS rule that embeds a style's typeface, with only the characters of a text.

    Raises:
        ProblemsFound: FONT001 for a font with damage that shows only when it is subset.
    """
    styles = composed.composer.tools.styles
    face = styles.get(style if styles.has(style) else "body").face
    return _font_face(EMBEDDED_FAMILY, "font-weight: 100 900;", face, text)


def embedded_text_rules(composed: ComposedGame, style: str, text: str) -> str:
    """Return the CSS rules that embed the four cuts of a style's family, with only the characters of a text.

    Raises:
        ProblemsFound: FONT001 for a font with damage that shows only when it is subset.
    """
    styles = composed.composer.tools.styles
    family = styles.get(style if styles.has(style) else "body").family
    return "\n".join(
        _font_face(
            EMBEDDED_TEXT_FAMILY,
            f"font-weight: {'600 900' if bold else '100 599'}; font-style: {'italic' if italic else 'normal'};",
            family.face(Cut.of(bold=bold, italic=italic)),
            text,
        )
        for bold in (False, True)
        for italic in (False, True)
    )


def _font_face(family: str, cut: str, face: Typeface, text: str) -> str:
    try:
        data = b64encode(face.web_subset("".join(sorted(set(text))))).decode()
    except RuntimeError as error:
        raise fail("FONT001", Place("theme.yaml"), *damaged_font_message(face.name)) from error
    return f'@font-face {{ font-family: "{family}"; {cut} src: url(data:font/ttf;base64,{data}); }}'


def font_stack(composed: ComposedGame, style: str) -> str:
    """Return the value of ``font-family`` for a style of the theme: its own font, then similar ones."""
    loaded, styles = composed.loaded, composed.composer.tools.styles
    family = styles.get(style if styles.has(style) else "body").family
    key = next((name for name, known in loaded.families.items() if known is family), "")
    font = loaded.layouts.theme.fonts.get(key)
    package = _PACKAGE.sub("", font.package) if font is not None and font.package else ""
    name = " ".join(re.findall(r"[a-z0-9]+", package.lower())).title()
    similar = SANS if is_sans_serif(family) else SERIF
    return f'"{name}", {similar}' if name else similar


def is_sans_serif(family: Family) -> bool:
    """Return whether a family has no serifs: its capital I is a plain bar."""
    face = family.face(Cut.of(bold=False, italic=False))
    return all(len(face.outline(glyph).segments) <= _MAX_SANS_SEGMENTS for glyph in face.word("I", "").glyphs)
