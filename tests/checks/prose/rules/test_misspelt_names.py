"""PROSE001: misspelt names."""

import pytest

from punchboard.checks.prose.rules import misspelt_names


@pytest.mark.parametrize(
    ("rules", "shown", "name"),
    [
        ("Take the *Queen of Heart*.", "Queen of Heart", "Queen of Hearts"),
        ("Take the *Queen of Haerts*.", "Queen of Haerts", "Queen of Hearts"),
        ("She has the Knight of Spades.", "Knight of Spades", "of Spades"),
        ("She has the 8 of Clubs.", "8 of Clubs", "8 of Hearts"),
        ("Play another Knave.", "Knave", "Jack"),
        ("Two [Spaeds](#x) win.", "Spaeds", "Spades"),
    ],
)
def test_misspelt_and_foreign_playing_cards_are_reported(problems, rules, shown, name):
    """A card, suit or rank that is misspelt or from another pack; the hint has the deck's spelling."""
    (problem,) = problems(misspelt_names, rules, "pack")
    assert problem.message == f"unknown name {shown!r}"
    assert name in problem.hint


@pytest.mark.parametrize(
    ("rules", "shown", "name"),
    [
        ("Take the Scarcrow and go first.", "Scarcrow", "Scarecrow"),
        ("A *Honeysukle* is worth two.", "Honeysukle", "Honeysuckle"),
        ("Put down a Hegde Mat.", "Hegde Mat", "Hedge Mat"),
        ("The old Barn Owls sleep, the Bran Owl does not.", "Bran Owl", "Barn Owl"),
        ("A Foxglow is no flower.", "Foxglow", "Foxglove"),
        ("| Bird | Note |\n|---|---|\n| Cukoo | takes an Egg |", "Cukoo", "Cuckoo"),
    ],
)
def test_misspelt_components_are_reported(problems, rules, shown, name):
    """A typing error, or, if a name is surely meant, a word that is half different."""
    (problem,) = problems(misspelt_names, rules)
    assert (problem.message, problem.hint) == (f"unknown name {shown!r}", f"did you mean {name!r}?")


@pytest.mark.parametrize(
    "rules",
    [
        "Take the *Queen of Hearts* and two Queens of Spades.",
        "Sevens and Eights, a Ten, the 8 of Hearts, the Eight of Hearts, a Heart.",
        "Hank takes his hat. Spain is far, and the King's crown is gold.",
        "Hearty laughter is allowed. SPADE is a word.",
        "The *Spread* is five cards. No card leaves the *Spread*.",
    ],
)
def test_correct_names_and_other_words_have_no_problems(messages, rules):
    """Plurals, number words, possessives, people, and terms that the text defines."""
    assert messages(misspelt_names, rules, "pack") == []


def test_misspelt_terms_of_the_text_are_reported(messages):
    """A word that the text defines is a name, too, even in lower case."""
    rules = "The hand is called the **settebello**.\n\nWhoever has the settebelo scores.\n\nA *Quatorze* is four.\n"
    more = "\n\nThe Quatorze counts.\n\nA Quatorze beats all.\n\nHer Quartorze wins."
    assert sorted(messages(misspelt_names, rules + more, "pack")) == [
        (3, "unknown name 'settebelo'"),
        (12, "unknown name 'Quartorze'"),
    ]


def test_other_endings_are_not_misspellings(messages):
    """Starter, started and starters are one word."""
    assert (
        messages(
            misspelt_names, "The first card is the **starter**.\n\nIt is started, and then the starters go on.", "pack"
        )
        == []
    )


def test_a_form_that_is_written_nowhere_is_no_word_that_was_meant(messages):
    """A deck of techs has no "teches", so that "teaches" is an ordinary word."""
    cards = "name,type,text,copies\nLoom,tech,Draw 1 card.,2\n"
    assert messages(misspelt_names, "# Tech\n\nDraw a **tech**. A turn is short. Nothing teaches faster.", cards) == []


def test_misspelt_names_on_cards_are_reported(problems):
    """The place is the row of the card."""
    cards = "name,type,text,copies\nWool,cargo,,3\nSalt,cargo,,3\nFair,contract,Deliver 2 Slat and 1 Wool.,1\n"
    (problem,) = problems(misspelt_names, "Contracts ask for cargo: Wool or Salt.", cards)
    assert (problem.place.file, problem.place.line) == ("cards.csv", 4)
    assert problem.hint == "did you mean 'Salt'?"


def test_words_in_directives_are_read(messages):
    """A caption and a label are printed; what a directive shows is not."""
    scene = "```scene\nsize: [1, 2]\ncaption: The Barn Owwl sits.\nitems:\n  - {show: foxglov, label: Foxglove}\n```\n"
    assert [line for line, _ in messages(misspelt_names, scene)] == [3]
