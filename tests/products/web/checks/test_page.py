"""`checks.html`: its content, and that it is self-contained and accessible."""

import re
from itertools import pairwise

import pytest

from punchboard.load import load
from punchboard.products import ComposedGame

SETUP = """\
decks: {pack: {name: the pack, contains: card}}
each player has: {hand: {name: hand}}
expect:
  - {count: card, is: 5, stated: Components}
  - {count: marker, is: 3, stated: Components, about: Three markers <each>}
"""
SAFE = "setup:\n  - {shuffle: pack}\n  - {each player draws: 1, from: pack, to: hand}\n"
SHORT = "setup:\n  - {shuffle: pack}\n  - {each player draws: 2, from: pack, to: hand, note: 'Keep *one*.'}\n"
CHECKS = 'checks:\n  SETUP002: {off: "Four play with one card each & share."}\n  COUNT001: {warning: Soon.}\n'


@pytest.fixture
def grove(composed, plain, page):
    """Return a function that makes the page of the small game with more lines in its game.yaml."""

    def make(more="", title="The Grove"):
        game = plain.replace("title: The Grove", f"title: {title!r}")
        return page(composed(("a4",), ("checks",), texts=(), game=game + more))

    return make


def test_the_page_is_self_contained(grove):
    """No scripts, no styles or pictures from elsewhere, and links only to its own parts."""
    made = grove(SETUP + SAFE)
    assert made.html.startswith("<!doctype html>")
    names = {tag.name for tag in made.tags}
    assert names.isdisjoint({"script", "link", "img", "iframe", "object", "embed", "base", "form"})
    ids = [tag.attributes["id"] for tag in made.tags if "id" in tag.attributes]
    assert len(ids) == len(set(ids))
    links = [tag.attributes["href"] for tag in made.tags if "href" in tag.attributes]
    assert {link[1:] for link in links} <= set(ids)
    assert {link[:1] for link in links} == {"#"}
    assert not re.search(r"url\(|@import|https?:|javascript:|\son\w+=", made.html)


def test_a_step_for_other_numbers_of_players_keeps_its_place(grove):
    """The first step is only for three; the second is for all."""
    first = "setup:\n  - {shuffle: pack, when: players == 3}\n  - {each player draws: 1, from: pack, to: hand}\n"
    html = grove(SETUP + first).html
    assert html.index("shuffle the pack") < html.index("draws one card")


def test_the_page_is_accessible(grove):
    """Landmarks, one h1, headings without gaps, tables with captions and headers with a scope, graphics with a name."""
    made = grove(SETUP + SHORT + CHECKS)
    for landmark in ("header", "nav", "main", "footer"):
        assert len(made.all(landmark)) == 1
    assert made.all("html")[0].attributes["lang"] == "en"
    levels = [int(tag.name[1]) for tag in made.tags if re.fullmatch(r"h\d", tag.name)]
    assert levels.count(1) == 1
    assert all(after - before <= 1 for before, after in pairwise(levels))
    assert len(made.all("caption")) == len(made.all("table")) > 0
    assert all(tag.attributes.get("scope") in {"row", "col"} for tag in made.all("th"))
    assert all(tag.attributes.get("aria-label") for tag in made.all("svg"))
    assert all(tag.attributes["aria-labelledby"] for tag in made.all("section"))


def test_titles_and_texts_are_never_markup(grove):
    """A designer's text is shown as written."""
    made = grove(SETUP + SAFE, title="<script>alert(1)</script> & Co")
    assert made.texts("h1") == ["<script>alert(1)</script> & Co"]
    assert "Three markers <each> count: marker, is: 3" in made.texts("th", scope="row")
    assert made.all("each") == made.all("script") == []


def test_a_plain_game_has_a_page_without_set_up(grove):
    """Nothing found, no empty tables, and no links to them."""
    made = grove()
    assert made.texts("h2") == ["Findings", "Accessibility"]
    assert "no problems" in " ".join(made.texts("p", **{"class": "nothing"}))
    assert made.texts("nav") == ["Findings Accessibility"]


def test_questions_about_chance_are_answered(grove):
    """Exactly, and asked of each player; what is not known says why."""
    made = grove(SETUP + SAFE + "odds: {a card: count('hand') == 1, a storm: {when: storm > 4, after: 1}}\n")
    section = next(tag for tag in made.all("section") if tag.attributes.get("id") == "odds")
    text = " ".join("".join(section.text).split())
    assert "a card after set-up: count('hand') == 1" in text
    assert "1 100.00 %" in text
    assert "a storm after line 1 of the set-up: storm > 4" in text
    assert "not known" in text
    assert "Odds" in made.texts("nav")[0]


def test_what_is_read_is_measured(grove):
    """Each kind with its smallest type and lowest contrast, and the smallest piece, each with a verdict in words."""
    rows = grove(SETUP + SAFE).texts("tr")
    (card,) = [row for row in rows if row.startswith("Card ") and "in the hand, 40 cm" in row]
    assert card.endswith(": 1")
    assert any(verdict in card for verdict in ("✓ legible", "✓ read at full speed", "✗ too small"))
    assert any(row.startswith("Smallest piece") and "at least 11.6 mm" in row for row in rows)


def test_findings_of_the_report_are_shown_with_the_reasons_of_suppressed_ones(grove):
    """They are not counted as problems of the build."""
    made = grove("  dot: {name: Dot, shape: circle 9mm, face: card, id: dot, stated: x, rows: [{}]}\n")
    assert "9 mm across; the minimum for fingers is 11.6 mm" in " ".join(made.texts("li", **{"class": "told"}))
    assert made.texts("dd")[0] == "0"


def test_problems_and_suppressed_ones_with_their_reasons(grove):
    """Each with its code, its title, its place and its message."""
    made = grove(SETUP + SHORT + CHECKS)
    count, setup = made.texts("li", **{"class": "told"})
    assert "warning COUNT001 the catalog does not hold what the rules say" in count
    assert "expected 3, found 2" in count
    assert "catalog/grove/game.yaml:" in count
    assert "suppressed SETUP002" in setup
    assert "Why it is suppressed: Four play with one card each & share." in setup


def test_steps_in_words_with_their_verdicts(grove):
    """As the rulebook prints them, with the numbers of players for which they fail, and an example."""
    made = grove(SETUP + SHORT)
    steps = made.texts("div", **{"class": "step"})
    assert steps[0] == "Shuffle the pack. ✓ always possible"
    assert steps[1].startswith("Each player draws two cards from the pack into the hand. Keep one.")
    assert steps[1].endswith("✗ can fail with 3 or 4 players")
    (finding,) = made.texts("ul", **{"class": "findings"})
    assert finding == "With 3 or 4 players: seat 3 can find 1 of 2 in the pack."
    assert made.texts("dd")[1] == "can fail"


@pytest.mark.parametrize(("when", "is_played"), [("count('pack') > 1", True), ("count('pack') is gt 1", False)])
def test_chances_of_set_ups_that_cannot_be_played_at_random(grove, when, is_played):
    """They have exact odds also where a condition is more than a compiled script can say."""
    draw = "{draw: 1, from: pack, to: box, only: copies == 3, otherwise: set aside}"
    later = f'{{draw: 1, from: pack, to: box, when: "{when}"}}'
    made = grove(SETUP + f"setup:\n  - {{shuffle: pack}}\n  - {draw}\n  - {later}\n")
    assert "40.00 %" in made.html
    assert ("played at random" in made.html) == is_played


def test_piles_after_set_up_by_number_of_players(grove):
    """A column for each number of players."""
    made = grove(SETUP + SAFE)
    rows = made.texts("tr")
    at = next(number for number, row in enumerate(rows) if row.startswith("Pile"))
    assert rows[at] == "Pile 2 players 3 players 4 players"
    assert "The pack 3 2 1" in rows
    assert made.texts("dd")[1] == "always works"


def test_expectations(grove):
    """Each with what was found, its source, and whether it holds."""
    rows = grove(SETUP + SAFE).texts("tr")
    assert "count: card, is: 5 5, 3 different stated: Components ✓ yes" in rows
    assert "Three markers <each> count: marker, is: 3 2, 1 different stated: Components ✗ no" in rows


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "said"),
    [
        ("vortex", ["2\u20134", "19/4042", "0.47 %", "99.53 %"]),
        ("alpha-and-omega", ["2\u20134", "3791966/5579961", "67.96 %", "32.04 %"]),
    ],
)
def test_odds_of_the_catalog_are_on_the_page(page, root, game, said):
    """The exact fraction, the chance, its complement, and the share in random play."""
    made = page(ComposedGame(load(game, root), ("a4",), ("checks",)))
    rows = [row for row in made.texts("tr") if said[1] in row]
    assert any(all(part in row for part in said) for row in rows), rows
    bars = [tag.attributes["aria-label"] for tag in made.all("svg")]
    assert any(re.fullmatch(rf"{said[2]}, seen in \d+\.\d\d %", label) for label in bars), bars


@pytest.mark.slow
def test_the_page_is_the_same_every_time(page, root):
    """Two builds of one game make equal pages: random play has a fixed seed."""
    one, other = (page(ComposedGame(load("alpha-and-omega", root), ("a4",), ("checks",))).html for _ in range(2))
    assert one == other
