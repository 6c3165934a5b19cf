"""PROSE001: names that are nearly one of the game's."""

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
def test_cards_that_are_none(problems, rules, shown, name):
    """A rank of a suit, a suit or a rank, misspelt or of another pack; the hint has the card as the deck spells it."""
    (problem,) = problems(misspelt_names, rules, "pack")
    assert problem.message == f"there is no {shown!r}"
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
def test_components_that_are_none(problems, rules, shown, name):
    """A slip of the pen, or a word that was changed by half where it is surely meant as a name."""
    (problem,) = problems(misspelt_names, rules)
    assert (problem.message, problem.hint) == (f"there is no {shown!r}", f"did you mean {name!r}?")


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
def test_what_is_right_or_something_else(told, rules):
    """Plurals, number words, owners, people, and terms that the text defines are no slips."""
    assert told(misspelt_names, rules, "pack") == []


def test_slips_in_terms_of_the_text(told):
    """A word that the text defines is a name, too, even in lower case."""
    rules = "The hand is called the **settebello**.\n\nWhoever has the settebelo scores.\n\nA *Quatorze* is four.\n"
    more = "\n\nThe Quatorze counts.\n\nA Quatorze beats all.\n\nHer Quartorze wins."
    assert sorted(told(misspelt_names, rules + more, "pack")) == [
        (3, "there is no 'settebelo'"),
        (12, "there is no 'Quartorze'"),
    ]


def test_other_endings_are_no_slips(told):
    """The starter, what is started, and two starters are one word."""
    assert (
        told(
            misspelt_names, "The first card is the **starter**.\n\nIt is started, and then the starters go on.", "pack"
        )
        == []
    )


def test_slips_on_cards(problems):
    """Cards are read as well; the place is their row."""
    cards = "name,type,text,copies\nWool,cargo,,3\nSalt,cargo,,3\nFair,contract,Deliver 2 Slat and 1 Wool.,1\n"
    (problem,) = problems(misspelt_names, "Contracts ask for cargo: Wool or Salt.", cards)
    assert (problem.place.file, problem.place.line) == ("cards.csv", 4)
    assert problem.hint == "did you mean 'Salt'?"
