"""Problems of many cards are told together."""

from dataclasses import replace

import pytest

from punchboard.compose.boxes.box_spec import BoxSpec
from punchboard.compose.faces.composer import FaceComposer
from punchboard.compose.faces.faults import skip_missing_icons
from punchboard.model.layout.face import MAX_REPORTED_CARDS, Fault, fault_problems
from punchboard.problem import Place, Problem, Severity

KEY = Problem("EXPR001", Place("card.yaml", 3, 9), "there is nothing called 'nmae'", "did you mean 'name'?")


def rows(count):
    return [Place("cards.csv", line) for line in range(2, count + 2)]


def test_a_layout_problem_is_reported_once_with_its_cards():
    """With the number of cards, and the first."""
    (problem,) = fault_problems(Fault(KEY, row, layout=True) for row in rows(63))
    assert problem.hint == "did you mean 'name'? (on 63 cards, first cards.csv:2)"
    assert problem[:3] == KEY[:3]


@pytest.mark.parametrize(("hint", "told"), [("", "on cards.csv:2"), ("mend it", "mend it (on cards.csv:2)")])
def test_one_card_is_named(hint, told):
    """Both of its sides may show the same problem."""
    fault = Fault(KEY._replace(hint=hint), *rows(1), layout=True)
    assert [one.hint for one in fault_problems([fault, fault])] == [told]


@pytest.mark.parametrize(("count", "told"), [(1, "mend it"), (3, "mend it (on 3 cards)")])
def test_a_place_is_told_once(count, told):
    """A problem in a cell of the first card's row."""
    key = KEY._replace(place=Place("cards.csv", 2, 8), hint="mend it")
    assert [one.hint for one in fault_problems(Fault(key, row, layout=True) for row in rows(count))] == [told]


@pytest.mark.parametrize("count", [1, MAX_REPORTED_CARDS, MAX_REPORTED_CARDS + 1, MAX_REPORTED_CARDS + 20])
def test_the_first_cards_that_fail_in_one_box_are_reported(count):
    """Each at its own place, with the number of further ones; another box has its own first ones."""
    faults = [Fault(KEY._replace(place=row), row, box="card cost") for row in rows(count)]
    other = Fault(KEY._replace(message="division by zero"), *rows(1), box="card text")
    *found, last = fault_problems([*faults, other])
    assert [problem.place for problem in found] == rows(min(count, MAX_REPORTED_CARDS))
    more = f"(and {count - MAX_REPORTED_CARDS} more fail in this box)" if count > MAX_REPORTED_CARDS else "?"
    assert found[-1].hint.endswith(more)
    assert last == other.problem


def test_missing_icons_are_removed_one_by_one():
    """Another missing name is raised to the caller."""

    def work(asked):
        for name in ("one", "two", "three"):
            if f":{name}:" in asked[0].content:
                raise KeyError(name)
        return asked[0].content

    asked = (BoxSpec(":two: and :one:", None, None, None, ()),)
    made, missing = skip_missing_icons(work, asked)
    assert (made, [error.args[0] for error in missing]) == (" and ", ["one", "two"])
    with pytest.raises(KeyError, match="picture"):
        skip_missing_icons(lambda _asked: {}["picture"], asked)


TEXT = 'boxes: {text: {size: [50, 8], text: "{{ text }}"}}'


def test_braces_that_people_typed_in_cells_are_one_warning(tiny_game):
    """Whatever they hold and however many cards have them, nothing stops a build; the first is named at its cell."""
    cells = ["{{ 1/0 }}", "{% if %}", "{{ numbers.x }}", "{{ rank }} or {{ nmae }}", "{# note #} {{"]
    table = "".join(f"card-{at},{at},{cell}\n" for at, cell in enumerate(cells, 1))
    loaded = tiny_game(TEXT, rows="cards.csv", files={"cards.csv": f"name,rank,text\n{table}"})
    composer = FaceComposer(loaded)
    faces = [composer.front_face(component) for component in loaded.game.components]
    shown = [composer.values_of(component)["text"] for component in loaded.game.components]
    assert shown == [cell.replace("{{ rank }}", "4") for cell in cells]
    (problem,) = fault_problems(fault for face in faces for fault in face.faults)
    assert (problem.rule, problem.severity, len(problem.cards)) == ("EXPR002", Severity.WARNING, 3)
    assert problem.message == "in 'text', there is no name of a value in '{{ 1/0 }}'"
    assert problem.place == loaded.game.value_place(loaded.game.components[0], "text")
    told = "it prints as it is written; to print a value, write a field of the card: {{ name }}"
    assert problem.hint.startswith(told)


def test_a_number_of_the_card_that_is_called_like_a_function_says_how_to_write_it(tiny_game):
    """``count`` on a card is how many cards there are, and the rulebook's function has the same name."""
    files = {"cards.csv": "name,rank,text\nfox,1,{{ count('fox') }}\n"}
    loaded = tiny_game(TEXT, rows="cards.csv", files=files)
    (problem,) = fault_problems(FaceComposer(loaded).front_face(loaded.game.components[0]).faults)
    assert (
        problem.message
        == "in 'text', parentheses follow 'count', which is a value here and no function, in \"{{ count('fox') }}\""
    )
    assert "write {{ count }} for the value; count('...') counts" in problem.hint


def test_a_text_of_game_yaml_is_a_template_as_a_whole(tiny_game):
    """With conditions; what fails there is an error, as the file's author means it."""
    cells = ["{% if rank %}{{ rank }}{% endif %}!", "{{ 1/0 }}"]
    rows = ", ".join(f"{{name: card-{at}, rank: {at}, text: '{cell}'}}" for at, cell in enumerate(cells, 1))
    loaded = tiny_game(TEXT, rows=f"[{rows}]")
    composer = FaceComposer(loaded)
    first, second = loaded.game.components
    assert composer.values_of(first)["text"] == "1!"
    (problem,) = composer.front_face(second).problems
    assert (problem.rule, problem.severity) == ("EXPR001", Severity.ERROR)


def test_the_default_of_a_table_s_field_is_a_template_as_a_whole(tiny_game):
    """It is written in game.yaml, for all rows with an empty cell."""
    loaded = tiny_game(TEXT, rows="cards.csv", files={"cards.csv": "name,rank\ncard,3\n"})
    kind = loaded.game.kinds["card"]
    default = "{% if rank > 2 %}high{% endif %}{{ '' }}"
    fields = {**kind.file.fields, "text": kind.file.fields["text"].model_copy(update={"default": default})}
    changed = replace(kind, file=kind.file.model_copy(update={"fields": fields}))
    (card,) = loaded.game.components
    game = replace(loaded.game, kinds={"card": changed})
    composer = FaceComposer(replace(loaded, game=game))
    assert composer.values_of(replace(card, values={**card.values, "text": default}))["text"] == "high"


DRAWING = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z"/><text x="1" y="5">Elm</text></svg>'
)


@pytest.mark.parametrize(
    ("picture", "rows", "place"),
    [
        ("art/elm.svg", "[{name: elm}, {name: oak}]", "catalog/tiny/layouts/faces/card.yaml:1:"),
        ('"art/{{ text }}.svg"', "[{name: a, text: elm}, {name: b, text: elm}]", "catalog/tiny/game.yaml:"),
        ('"{{ text }}"', "[{name: a, text: art/elm.svg}, {name: b, text: art/elm.svg}]", "catalog/tiny/game.yaml:"),
    ],
)
def test_what_is_not_printed_of_a_drawing_is_told_once_wherever_it_is_named(tiny_game, picture, rows, place):
    """At the key of the face that names it, or at the value of the first card."""
    face = f"boxes: {{a: {{at: [5, 5], size: [20, 20], picture: {picture}}}}}"
    loaded = tiny_game(face, rows=rows, files={"art/elm.svg": DRAWING})
    composer = FaceComposer(loaded)
    faces = [composer.front_face(component) for component in loaded.game.components]
    (problem,) = fault_problems(fault for face in faces for fault in face.faults)
    assert (problem.rule, problem.severity) == ("PICT005", Severity.WARNING)
    assert str(problem.place).startswith(place)
    assert "the text in 'art/elm.svg' is not printed" in problem.message
