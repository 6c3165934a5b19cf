"""The page's colours come from a theme and are legible in light and dark mode."""

from pathlib import Path

import pytest

from punchboard.load import load
from punchboard.products.web.palette import day_palette, make_legible, mix, night_palette
from punchboard.srgb import contrast

ROOT = Path(__file__).resolve().parents[3]
GAMES = ("alpha-and-omega", "alpha-omega", "alter-ego", "atmosfear", "vortex")
THEMES = {
    "none": {},
    "white on black": {"ink": "#ffffff", "paper": "#000000", "accent": "#202020"},
    "pale": {"ink": "#bbbbbb", "paper": "#eeeeee", "accent": "#ffee99", "callout": "#dddddd"},
    "mud": {"ink": "#807050", "paper": "#807060", "accent": "#80705f", "callout": "#7f7060"},
}


def legible_everywhere(palette):
    """Assert WCAG's contrasts between all colours that are used together."""
    for ground in (palette.ground, palette.panel):
        assert contrast(palette.ink, ground) >= 7
        for colour in (palette.quiet, palette.accent, palette.good, palette.bad, palette.open):
            assert contrast(colour, ground) >= 4.5, (colour, ground)
        assert contrast(palette.bar, ground) >= 3
    assert contrast(palette.bar, palette.line) >= 3
    assert contrast(palette.on_band, palette.band) >= 4.5


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
@pytest.mark.parametrize("light", [day_palette, night_palette])
def test_any_theme_is_made_legible(theme, light):
    """However badly a theme suits a screen, text has 7:1, coloured words 4.5:1, bars 3:1."""
    legible_everywhere(light(theme))


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("light", [day_palette, night_palette])
def test_the_five_themes_are_legible(game, light):
    """The same for the themes of the catalog."""
    legible_everywhere(light(load(game, ROOT).layouts.theme.colours))


def test_a_legible_colour_stays_unchanged():
    """A theme's accent is used unchanged where possible."""
    assert day_palette({"paper": "#ffffff", "accent": "#24407f"}).accent == "#24407f"
    assert make_legible("#000000", "#ffffff", 4.5, "#000000") == "#000000"
    assert contrast(make_legible("#ffff00", "#ffffff", 4.5, "#000000"), "#ffffff") >= 4.5


def test_mixtures():
    """With a share of none, half and all."""
    assert [mix("#000000", "#ff8000", share) for share in (0, 0.5, 1)] == ["#000000", "#804000", "#ff8000"]
