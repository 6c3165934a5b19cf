"""``checks.html`` of a game of the catalog, opened from the disk in a real browser."""

from __future__ import annotations

from pathlib import Path

import pytest

from punchboard.pipeline import BuildOptions
from punchboard.pipeline.build import build

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
GAME = "alpha-and-omega"
"""A game with set-up, turns, variants, expectations and suppressed findings: every part of the page."""


@pytest.fixture(scope="module")
def checks(made_once):
    """The address of the page."""

    def fill(out):
        assert build(GAME, BuildOptions(ROOT, out, only=("checks",))).problems == ()

    return (made_once("checks-page", fill)[0] / GAME / "checks.html").as_uri()


@pytest.mark.parametrize(("width", "scheme"), [(1200, "light"), (400, "dark")])
def test_axe_finds_nothing_serious(checks, new_page, axe, width, scheme):
    """Wide and narrow, by day and by night; the section on accessibility is reached from the top."""
    page = new_page(viewport={"width": width, "height": 900}, color_scheme=scheme)
    page.goto(checks)
    assert axe(page) == []
    page.get_by_role("link", name="Accessibility").click()
    assert page.locator("#accessibility").is_visible()
    assert page.locator("#accessibility").get_by_text("Known, with a reason").count() == 1
