"""Cells as people type them, with Markdown and HTML together and line breaks as signs, print what was meant."""

import pytest

from punchboard.load.markup import html_as_markdown, html_as_text, html_from_mixed, is_mixed, read_html
from punchboard.model.layout.icon_set import NO_SYMBOLS


def as_markdown(cell):
    return html_as_markdown(read_html(html_from_mixed(cell)), NO_SYMBOLS, has_icons=True)


@pytest.mark.parametrize(
    ("cell", "markdown"),
    [
        (r"Deal 2.\nThen draw.", "Deal 2.\\\nThen draw."),
        ("Attack twice.\\13\\Gain 1.", "Attack twice.\\\nGain 1."),
        (r"One.\r\nTwo.", "One.\\\nTwo."),
        ("One._x000D_\nTwo.", "One.\\\nTwo."),
        ("Gain 1 wood. | Gain 2 stone.", "Gain 1 wood.\\\nGain 2 stone."),
        ("Draw a card. | End", "Draw a card.\\\nEnd"),
        ("End | Draw a card.", "End\\\nDraw a card."),
        ("Night | Burn 2 wood. | Win", "Night\\\nBurn 2 wood.\\\nWin"),
        ("Wood | stone for a card.", "Wood \\| stone for a card."),
        ("Fire | Ice", "Fire \\| Ice"),
        ("One line\nanother line", "One line\\\nanother line"),
        ("One part\n\nanother part", "One part\n\nanother part"),
        (r"Choose one:\n- a coin\n- a card", "Choose one:\n\n- a coin\n- a card"),
        ("Gain **2 coins** now.<br>Then *draw*.", "Gain **2 coins** now.\\\nThen *draw*."),
        ("<b>one</b> and __two__ and _three_", "**one** and **two** and *three*"),
        ("***both*** of them", "***both*** of them"),
        ("Roll 2*3*4 dice", "Roll 2\\*3\\*4 dice"),
        ("a * b * c, snake_case_name", "a \\* b \\* c, snake\\_case\\_name"),
        ("Gain 2 :coins:.", "Gain 2 :coins:."),
        ("Light for two spaces.[2] Burn it[3].", "Light for two spaces. Burn it."),
        ("Gain [2] or 2[1] now", "Gain \\[2\\] or 2\\[1\\] now"),
        ("Draw two.[3](https://example.org/a_b#c)", "Draw two."),
        ("See [the rule](https://example.org/x) first", "See the rule first"),
        ("![map](map.png) Go north.", "Go north."),
        ("Gain ~~2~~ 3 wood.", "Gain 3 wood."),
        ("Pay ==wood== or `roll 2`", "Pay **wood** or roll 2"),
        ("# Read\nDraw two.", "**Read**\n\nDraw two."),
        ("## **At night** ##\nDraw *two*.", "**At night**\n\nDraw *two*."),
        ("- [ ] a coin\n- [x] a card", "- a coin\n- a card"),
        ("> Draw two.\n> Stop.", "Draw two.\\\nStop."),
    ],
)
def test_what_people_type_is_what_prints(cell, markdown):
    """Signs for line breaks are line breaks, emphasis stands around whole words, and all else is text."""
    assert as_markdown(cell) == markdown


@pytest.mark.parametrize(
    ("cell", "is_html", "is_markdown"),
    [
        ("**Draw** a card", False, True),
        ("Draw <b>a</b> card", True, False),
        ("Choose:\n- a\n- b", False, True),
        ("Fire | Ice", False, False),
        ("3 * 4", False, True),
        ("a ~5 or ~6, 2 == 2", False, False),
        ("Fight [sword](3) times", False, False),
        ("Roll > 3, and `", False, False),
    ],
)
def test_plain_markdown_and_plain_html_are_not_mixed(cell, is_html, is_markdown):
    """What one of the two already prints as meant keeps its own markup."""
    assert not is_mixed(cell, is_html=is_html, is_markdown=is_markdown)


@pytest.mark.parametrize(
    ("cell", "text"),
    [
        ("Gain a [[Clue]].", "Gain a Clue."),
        ("Keep [[Tome|two tomes]], [[Coin#Kinds]].", "Keep two tomes, Coin."),
        ("![[lamp.png]]Go north.", "Go north."),
        ("Roll [[2]] of a[[i]]", "Roll [[2]] of ai"),
    ],
)
def test_a_link_between_notes_is_its_words(cell, text):
    """As Obsidian writes them; a picture between the brackets is left out."""
    assert html_as_text(read_html(html_from_mixed(cell)), NO_SYMBOLS) == text
