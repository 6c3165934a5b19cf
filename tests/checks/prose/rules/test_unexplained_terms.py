"""PROSE005: terms on cards that no rule explains."""

import pytest

from punchboard.checks.prose.rules import unexplained_terms

SHY = "- **Shy**: scores 0 beside a bird.\n"
WORDS = f"- **Nesting**: put an Egg on it.\n{SHY}\nSpring comes before Autumn and Summer.\n"


def test_terms_that_are_explained(messages):
    """Keywords at the beginning of a line; list entries only need a mention."""
    assert messages(unexplained_terms, WORDS) == []


@pytest.mark.parametrize(
    ("gone", "line", "name"),
    [(SHY, 3, "Shy"), ("Spring", 2, "Spring")],
)
def test_terms_that_are_not_explained_are_reported(messages, gone, line, name):
    """The place is the first row with the term."""
    assert messages(unexplained_terms, WORDS.replace(gone, "")) == [(line, f"no rule explains {name!r}")]


def test_a_mention_is_not_enough_if_other_terms_are_explained(messages):
    """If other terms are explained at the beginning of a line, a word in passing is not enough."""
    passing = "Plant a Shy bird.\n\n" + WORDS.replace(SHY, "")
    assert messages(unexplained_terms, passing) == [(3, "no rule explains 'Shy'")]
    assert messages(unexplained_terms, "A Nesting or a Shy bird may go, from Spring to Autumn and Summer.") == []


@pytest.mark.parametrize(
    "place",
    [
        "## Swarm",
        "**Swarm**\n: More come.",
        "| Swarm | More come. |\n|---|---|",
        "*Swarm* means more.",
        "\u201cSwarm\u201d is",
    ],
)
def test_places_of_explanation(messages, place):
    """Headings, emphasis, first words, and words before ``means`` or ``is``."""
    cards = "name,text\nRat,Swarm. Bite.\nBat,Swarm. Fly 2.\n"
    found = messages(unexplained_terms, f"{place}\n\n- **Bite**: it hurts. Fly: it flies.", cards)
    assert "no rule explains 'Swarm'" not in [message for _, message in found]


def test_columns_of_keywords(messages):
    """A column of powers has keywords; one of artists is not part of the rules."""
    cards = "name,power,artist\nMoth,Hush,Ada Byron\nOwl,Stalk,Bo Diddley\nFox,Prowl,Cy Young\n"
    assert messages(unexplained_terms, "### Hush\n\nBe still.\n\n### Prowl\n\nGo on.\n", cards) == [
        (3, "no rule explains 'Stalk'")
    ]


def test_names_in_capitals_on_cards(messages):
    """A place or a thing that only a card names; not orders, and not words of the text."""
    cards = "name,text\nTeapots,Deliver 2 to Ashby.\nBricks,Deliver 3 to Dover. Go again.\n"
    assert messages(unexplained_terms, "Your boat lies at Ashby. You go again.", cards) == [
        (3, "no rule explains 'Dover'")
    ]


def test_other_forms_of_a_word_count_as_the_word(messages):
    """``Crusaded`` is explained where ``Crusade`` is."""
    cards = "name,text\nTide,When all have Crusaded draw.\n"
    assert messages(unexplained_terms, "To Crusade is to go.", cards) == []


def test_the_name_of_a_column_needs_no_rule(messages):
    """Each card shows it, with its value; another word in bold is a term."""
    cards = "name,VP,text\nTide,2,Gain 2 **VP**.\nEbb,1,Lose **VP** or **Dread**.\n"
    assert messages(unexplained_terms, "You may gain and lose.", cards) == [(3, "no rule explains 'Dread'")]


def test_letters_of_symbols_and_formulas_are_no_words(messages):
    """``{T}``, ``(W)``, ``[B]`` and ``H~2~O`` on a card need no rule."""
    cards = "name,text\nPump,{T}: draw {R}. Take H~2~O for (W).\nWell,Pay 2 [B] or <Wood> now.\n"
    assert messages(unexplained_terms, "The Pump and the Well pay and take.", cards) == []


@pytest.mark.parametrize(
    "text",
    [
        "**Once per turn:** fly 2.",
        "**Each round**, fly 2.",
        "Once per turn. Fly 2.",
        "**Reise zum Meer:** fly.",
        "**Click, trash:** fly.",
    ],
)
def test_words_in_bold_that_say_when_or_name_a_longer_text_are_no_terms(messages, text):
    """Nobody looks them up."""
    cards = f'name,text\nRat,"{text}"\nBat,"{text}"\n'
    assert messages(unexplained_terms, "You may fly. Fly: it flies.", cards) == []


@pytest.mark.parametrize("text", ["Calls: two birds go there.", "**Wade:** flip.", "**Climb**: test Mind 3."])
def test_a_word_before_a_colon_is_explained_by_its_own_sentence(messages, text):
    """It names what follows; and the number after a word is not part of the term."""
    assert messages(unexplained_terms, "You have a Mind, and you test it.", f'name,text\nHeron,"{text}"\n') == []
    assert messages(unexplained_terms, "You have a Mind.", "name,text\nHeron,You need Dread 3.\n") == [
        (2, "no rule explains 'Dread'")
    ]


def test_a_type_whose_cards_the_text_explains_needs_no_rule(messages):
    """``Alone`` is only said of the Hermit; but nothing says anything of the second one."""
    cards = "name,team\nBaker,Village\nMiller,Village\nWolf,Pack\nHermit,Alone\n"
    rules = "The Village has a Baker and a Miller, the Pack has a Wolf. The Hermit prays."
    assert messages(unexplained_terms, rules, cards) == []
    assert messages(unexplained_terms, rules, f"{cards}Monk,Alone\n") == [(5, "no rule explains 'Alone'")]
