"""The colours and the typefaces of the table: the game's theme, adjusted until everything is legible."""

from __future__ import annotations

from punchboard.products.game.composed_game import ComposedGame
from punchboard.products.web.palette import make_legible, mix
from punchboard.products.web.rulebook.fonts import EMBEDDED_FAMILY, embedded_font_rule, font_stack
from punchboard.srgb import contrast

_WHITE, _BLACK = "#ffffff", "#000000"
_TEXT = 7.0
"""Contrast of words."""
_QUIET = 4.6
"""Contrast of what is less important, and of words on buttons."""


def table_colours(composed: ComposedGame) -> str:
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
