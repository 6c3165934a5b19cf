"""Light and dark screen colours for a page, made from a printed theme and adjusted until they are legible."""

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from punchboard import __version__
from punchboard.fonts.script_table import is_rtl_language
from punchboard.model.game.game import Game
from punchboard.srgb import contrast

MARKED_CONTRAST: Final = 4.6
"""Contrast of coloured and muted words: WCAG's minimum, and a little for rounding."""

LINE_CONTRAST: Final = 3.0
"""Contrast of bars and other graphics."""

WHITE, BLACK = "#ffffff", "#000000"
_GOOD, _BAD, _OPEN = "#1d7a4c", "#b3261e", "#8a5a00"


class Palette(NamedTuple):
    """Colours by purpose. All text colours are legible on ``ground`` and on ``panel``."""

    ground: str
    panel: str
    ink: str
    quiet: str
    accent: str
    bar: str
    line: str
    good: str
    bad: str
    open: str
    band: str
    """The background of the page's header."""
    on_band: str


def day_palette(colours: Mapping[str, str]) -> Palette:
    """Return the light palette: on the theme's paper colour, lightened if it is too dark for a page."""
    paper = colours.get("paper", WHITE)
    ground = paper if contrast(paper, BLACK) > 15 else mix(paper, WHITE, 0.85)
    return _palette(colours, ground, mix(ground, colours.get("callout", "#f1f0ec"), 0.55), BLACK)


def night_palette(colours: Mapping[str, str]) -> Palette:
    """Return the dark palette: on a background made from the theme's ink."""
    ground = mix(colours.get("ink", "#1d1d1f"), "#101014", 0.55)
    while contrast(ground, WHITE) < 15:
        ground = mix(ground, BLACK, 0.15)
    return _palette(colours, ground, mix(ground, WHITE, 0.06), WHITE)


def _palette(colours: Mapping[str, str], ground: str, panel: str, end: str) -> Palette:
    """Return a palette. Colours are moved towards ``end``, black or white, until they are legible."""
    accent = colours.get("accent", "#2f4b7c")
    ink = colours.get("ink", "#1d1d1f") if end == BLACK else mix(colours.get("paper", WHITE), WHITE, 0.3)

    def on_both(colour: str, least: float) -> str:
        return make_legible(make_legible(colour, panel, least, end), ground, least, end)

    text = on_both(ink, 12.0)
    line = mix(text, ground, 0.82)
    band = colours.get("accent", "#2f4b7c") if end == BLACK else mix(accent, ground, 0.55)
    return Palette(
        ground=ground,
        panel=panel,
        ink=text,
        quiet=on_both(mix(text, ground, 0.35), MARKED_CONTRAST),
        accent=on_both(accent, MARKED_CONTRAST),
        bar=make_legible(on_both(accent, LINE_CONTRAST), line, LINE_CONTRAST, end),
        line=line,
        good=on_both(_GOOD, MARKED_CONTRAST),
        bad=on_both(_BAD, MARKED_CONTRAST),
        open=on_both(_OPEN, MARKED_CONTRAST),
        band=make_legible(band, WHITE, MARKED_CONTRAST, BLACK),
        on_band=WHITE,
    )


def make_legible(colour: str, ground: str, least: float, end: str) -> str:
    """Return a colour moved towards ``end`` until its contrast with ``ground`` is at least ``least``."""
    for step in range(21):
        moved = mix(colour, end, step / 20)
        if contrast(moved, ground) >= least:
            return moved
    return end


def mix(one: str, other: str, share: float) -> str:
    """Return a mixture of two colours; ``share`` is that of the second, from 0 to 1."""
    pairs = ((int(one[at : at + 2], 16), int(other[at : at + 2], 16)) for at in (1, 3, 5))
    return "#" + "".join(f"{round(first + (second - first) * share):02x}" for first, second in pairs)


def page_head(game: Game, colours: Mapping[str, str]) -> dict[str, Any]:
    """Return the values of a template about a game; ``colours`` are those of its theme."""
    return {
        "title": game.title,
        "tagline": game.file.tagline,
        "version": game.file.version,
        "program": __version__,
        "language": game.file.language,
        "direction": "rtl" if is_rtl_language(game.file.language) else "ltr",
        "players": game.file.players.range,
        "components": sum(component.copies for component in game.components),
        "day": day_palette(colours),
        "night": night_palette(colours),
    }
