"""Questions with several answers to choose from, and the right one on the back."""

import pytest

from punchboard.importer.guess import ImportContext, draft_game
from punchboard.importer.table_game import read_sources
from punchboard.load.layouts.raw_layouts import builtin_boxes
from punchboard.load.tables import TableSource

QUESTIONS = ("How many hearts has an octopus?", "When did the wall fall?", "Who wrote The Trial?")
ANSWERS = (("1", "1987", "Kafka"), ("2", "1989", "Mann"), ("3", "1991", "Hesse"))


def quiz(names, correct, answers=ANSWERS, asked="Question"):
    """Return the kind of a table of questions with three answers each, and the right ones under their heading."""
    heading, right = correct
    lines = [(asked, *names, heading), *zip(QUESTIONS, *answers, right, strict=True)]
    text = "".join(",".join(line) + "\n" for line in lines)
    sources = read_sources([TableSource("cards.csv", text.encode())])
    (kind,) = draft_game(sources.tables, ImportContext(frozenset(), builtin_boxes)).kinds
    return kind


@pytest.mark.parametrize(
    ("asked", "names"),
    [
        ("Question", ("Answer A", "Answer B", "Answer C")),
        ("Question", ("Option 1", "Option 2", "Option 3")),
        ("Question", ("A", "B", "C")),
        ("Frage", ("Antwort A", "Antwort B", "Antwort C")),
        ("Pregunta", ("Respuesta A", "Respuesta B", "Respuesta C")),
        ("Question", ("R\u00e9ponse 1", "R\u00e9ponse 2", "R\u00e9ponse 3")),
        ("Question", ("Choice A", "Choice B", "Choice C")),
    ],
)
@pytest.mark.parametrize("answers", [ANSWERS, (("1", "2", "3"), ("4", "5", "0"), ("7", "8", "9"))])
def test_answers_are_lines_under_the_question_each_after_its_letter(asked, names, answers):
    """However short they are, and even if all are numbers, of which nought is one."""
    kind = quiz(names, ("Correct", "CBA"), answers, asked)
    lines = kind.slots["text"].split("\\n\\n")
    assert [f"**{name[-1]}:** " in line for name, line in zip(names, lines[1:], strict=True)] == [True] * 3
    assert {kind.slots[slot] for slot in ("title", "cost", "value")} == {"null"}
    assert not any("{{" in kind.slots.get(slot, "") for slot in ("tags", "rack"))


@pytest.mark.parametrize(
    "correct",
    [
        ("Correct", ("C", "b", "A)")),
        ("Right answer", ("3", "1989", "Kafka")),
        ("Answer", ("3", "1989", "Kafka")),
    ],
)
def test_the_back_has_the_letter_and_the_words_of_the_right_answer(correct):
    """Whichever of them the table has."""
    box = quiz(("Answer A", "Answer B", "Answer C"), correct).other_side["text"]
    assert [f"**{letter}:** ' ~ (answer_{letter.lower()}" in box for letter in "ABC"] == [True] * 3


def test_the_number_of_the_right_answer_is_on_the_back():
    """It does not give the answer away on the front."""
    kind = quiz(("Option 1", "Option 2", "Option 3"), ("Correct", "321"))
    assert "**3:** ' ~ (option_3" in kind.other_side["text"]
    assert not any("correct" in box for box in kind.slots.values())


def test_an_answer_that_is_none_of_those_offered_is_printed_as_it_is():
    """Such as the page with an explanation."""
    kind = quiz(("Option 1", "Option 2", "Option 3"), ("Solution", ("see p. 4", "1990", "nobody")))
    assert "option" not in kind.other_side["text"]


def test_true_and_false_are_answers_as_they_are_written():
    """They are no switches."""
    kind = quiz(("A", "B"), ("Correct", "ABA"), (("Yes",) * 3, ("No",) * 3))
    assert {field.type for field in kind.fields} == {"text"}
    assert "**B:** " in kind.slots["text"]
