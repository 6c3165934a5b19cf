"""The one family in which a theme sets everything, for readers who need it."""

from typing import Final

from punchboard.model.layout.layout import ThemeFile

_OWN: Final = "own {}"
"""The name of a theme's own family where another one replaces it."""


def set_in_text_font(theme: ThemeFile) -> ThemeFile:
    """Return a theme with all families replaced by its ``text_font``; they still have the letters that it lacks."""
    if theme.text_font is None:
        return theme
    chosen, own = theme.fonts[theme.text_font], {_OWN.format(name): font for name, font in theme.fonts.items()}
    fonts = {
        name: chosen.model_copy(update={"fallback": tuple(map(_OWN.format, (name, *font.fallback)))})
        for name, font in theme.fonts.items()
    }
    return theme.model_copy(update={"fonts": own | fonts})
