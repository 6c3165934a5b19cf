"""The page of statistics in a browser: legible by day and by night, on a narrow screen and without a mouse."""

import json

import pytest
from tests.browser.tables import ROOT

from punchboard.cli.commands.stats import Request, run_stats
from punchboard.plays.games import GamePlayer, Setting
from punchboard.plays.log import log_text

pytestmark = pytest.mark.slow

PEOPLE = [
    {"kind": "punchboard log", "game": "atmosfear", "edition": "old", "players": 3, "names": ["Ines", "Bram", "Pia"]},
    {"do": "result", "round": 6, "winners": [1], "score": [["4", "5", ""]], "notes": "Too long.\nOnce more."},
]


@pytest.fixture(scope="module")
def page_of_stats(tmp_path_factory):
    """The address of the page of Atmosfear with a few games of bots and one of people."""
    pytest.importorskip("matplotlib")
    from punchboard.load import load_game

    folder = tmp_path_factory.mktemp("stats")
    player = GamePlayer(load_game(ROOT / "catalog" / "atmosfear", ROOT), Setting(3, "", ("random",) * 3))
    (folder / "bots.jsonl").write_text("".join(log_text(player.play(number)) for number in range(5)), encoding="utf-8")
    (folder / "people.jsonl").write_text("\n".join(map(json.dumps, PEOPLE)), encoding="utf-8")
    logs = (folder / "bots.jsonl", folder / "people.jsonl")
    assert run_stats(Request("atmosfear", logs, None, folder / "stats.html", ROOT)) == 0
    return (folder / "stats.html").as_uri()


@pytest.fixture
def look(new_page, page_of_stats):
    """Open the page in a window; it has no script, and may complain of nothing."""
    complaints = []

    def look(width=1200, **more):
        page = new_page(viewport={"width": width, "height": 800}, **more)
        page.on("console", lambda message: complaints.append(message.text))
        page.goto(page_of_stats)
        return page

    yield look
    assert complaints == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_page_is_legible(look, axe, scheme):
    """Contrast, headings, names of plots and tables: axe finds nothing serious."""
    page = look(color_scheme=scheme, bypass_csp=True)
    assert axe(page) == []
    assert page.locator("svg[role=img]").count() == 6


def test_a_narrow_screen_scrolls_tables_and_not_the_page(look):
    """Wide tables and plots have their own scroll bars."""
    page = look(390)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_the_record_keeps_the_lines_of_notes(look):
    """As they were written beside the table."""
    page = look()
    assert "Too long.\nOnce more." in page.inner_text("#records")
    assert "won by seat 2" in page.inner_text("#records")
