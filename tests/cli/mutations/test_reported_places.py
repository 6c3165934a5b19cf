"""Mutations of a new game: each mistake is reported once, at its place, and hides no other problem."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from punchboard.checks.severities import is_always_error

pytestmark = pytest.mark.slow

GAME, CARDS, RULES, REFERENCE = "game.yaml", "cards.csv", "rulebook.md", "reference.md"
FACE, THEME, RICH = "layouts/faces/card.yaml", "layouts/theme.yaml", "layouts/faces/rich.yaml"


def test_the_unchanged_game_has_no_errors(game):
    """All problems below come from the mutations."""
    assert [problem for problem in game.check() if is_always_error(problem.rule)] == []


class Change(NamedTuple):
    """A replacement of a text in a file, or of the whole file."""

    file: str
    old: str
    new: str

    def __call__(self, game) -> None:
        """Apply the change to a game."""
        if self.old:
            game.change(self.file, self.old, self.new)
        else:
            game.write(self.file, self.new)


def to(file: str, old: str, new: str) -> Change:
    """Return a change that replaces a text."""
    return Change(file, old, new)


def whole(file: str, text: str) -> Change:
    """Return a change that replaces a whole file."""
    return Change(file, "", text)


def box(keys: str) -> Change:
    """Return a change that adds a box to the face."""
    return Change(FACE, "\nboxes:\n", f"\nboxes:\n  extra: {{at: [5, 5], size: [15, 8], {keys}}}\n")


Expected = tuple[str, str, str]
"""The expected code and file, and a text on the line that the problem must name."""

CHANGES: dict[str, tuple[Change, Expected | None]] = {
    "an icon in a text": (to(CARDS, "Pay 1 less", "Pay 1 :nope: less"), ("REF001", CARDS, "Tinker")),
    "an icon of a set": (to(CARDS, "Pay 1 less", "Pay :game-icons:swrd:"), ("REF001", CARDS, "Tinker")),
    "an icon in the layout": (box("markdown: 'a :nope: b'"), ("REF001", FACE, "extra")),
    "a template that is not closed": (to(FACE, "{{ name }}", "{{ name }"), ("EXPR001", FACE, "{{ name }")),
    "a filter": (to(FACE, "{{ name }}", "{{ name | slugg }}"), ("EXPR001", FACE, "{{ name | slugg }}")),
    "a name": (to(FACE, "{{ name }}", "{{ nmae }}"), ("EXPR001", FACE, "{{ nmae }}")),
    "a property": (to(FACE, "{{ role.name }}", "{{ role.nmae }}"), ("EXPR001", FACE, "{{ role.nmae }}")),
    "a fill": (to(FACE, "{{ role.colour }}", "{{ role.colour"), ("EXPR001", FACE, "{{ role.colour")),
    "a fill that is no colour": (to(FACE, '"{{ role.colour }}"', '"{{ name }}"'), ("EXPR001", CARDS, "Pathfinder")),
    "when": (box("text: x, when: 'cost = 1'"), ("EXPR001", FACE, "extra")),
    "when of no name": (box("text: x, when: 'costt == 1'"), ("EXPR001", FACE, "extra")),
    "a sum of a row": (box("text: x, when: '1 / (cost - 2)'"), ("EXPR001", CARDS, "Tinker")),
    "an icon's template": (box("icon: '{{ x'"), ("EXPR001", FACE, "extra")),
    "a picture's": (box("picture: '{{ x }'"), ("EXPR001", FACE, "extra")),
    "Markdown's": (box("markdown: '{% if x %}'"), ("EXPR001", FACE, "extra")),
    "repeat": (box("text: x, repeat: {each: 'range('}"), ("EXPR001", FACE, "extra")),
    "repeat of no name": (box("text: x, repeat: {each: 'cosst'}"), ("EXPR001", FACE, "extra")),
    "repeat of no list": (box("text: x, repeat: {each: 'cost'}"), ("EXPR001", CARDS, "Pathfinder")),
    "a seed": (box("ornament: {kind: guilloche, seed: '{{ id }', colours: [accent]}"), ("EXPR001", FACE, "extra")),
    "a colour of an ornament": (box("ornament: {kind: guilloche, colours: ['{{ x']}"), ("EXPR001", FACE, "extra")),
    "an ornament": (box("ornament: {kind: foo, colours: [accent]}"), ("REF001", FACE, "extra")),
    "a parameter": (box("ornament: {kind: guilloche, params: {foo: bar}}"), ("KEY001", FACE, "extra")),
    "what is handed on": (box("layout: badge, with: {word: '{{ x'}"), ("EXPR001", FACE, "extra")),
    "a name that is handed on": (
        box("layout: badge, with: {wrod: x}"),
        ("EXPR001", "layouts/faces/badge.yaml", "word"),
    ),
    "an icon that is handed on": (box("layout: badge, with: {word: ':nope:'}"), ("REF001", CARDS, "Pathfinder")),
    "the ground": (to(FACE, "\nboxes:", "\nground: '{{ x }'\nboxes:"), ("EXPR001", FACE, "ground: '{{ x }'")),
    "a ground of no name": (
        to(FACE, "\nboxes:", "\nground: '{{ x }}'\nboxes:"),
        ("EXPR001", FACE, "ground: '{{ x }}'"),
    ),
    "a face within itself": (box("layout: card"), ("REF001", FACE, "extra")),
    "a face that extends itself": (to(FACE, "extends: framed", "extends: card"), ("REF001", FACE, "extends: card")),
    "a style": (box("text: x, style: titel"), ("REF001", FACE, "extra")),
    "what continues": (
        to(FACE, "extends: framed", "extends: framed\ncontinues: txt"),
        ("VALUE001", FACE, "extends: framed"),
    ),
    "a face of a list": (whole(FACE, "extends: framed\nboxes: [a]\n"), ("VALUE001", FACE, "boxes")),
    "an empty face": (whole(FACE, ""), None),
    "boxes beside themselves": (
        to(RICH, "above: text + 2", "above: foot + 2"),
        ("EXPR001", RICH, "foot"),
    ),
    "the back's name": (to(RICH, "{{ name }}", "{{ nmae }}"), ("EXPR001", RICH, "{{ nmae }}")),
    "the reference without a heading": (whole(REFERENCE, "Draw a card.\n"), None),
    "the reference with a smaller one": (whole(REFERENCE, "## Turn\n\nDraw a card.\n"), None),
    "an empty reference": (whole(REFERENCE, ""), None),
    "an icon in the reference": (whole(REFERENCE, "# Turn\n\nYou see :nope: x\n"), ("REF001", REFERENCE, "# Turn")),
    "a template in the reference": (whole(REFERENCE, "# Turn\n\n{{ nmae }}\n"), ("EXPR001", REFERENCE, "nmae")),
    "an icon in the rulebook": (
        to(RULES, "Tell in two", "Tell :nope: in two"),
        ("REF001", RULES, "Tell :nope: in two"),
    ),
    "an empty rulebook": (whole(RULES, ""), None),
    "a rulebook without a heading": (whole(RULES, "text\n"), None),
    "a rulebook's table": (whole(RULES, "# A\n\n|a|b|\n|---|---|\n|1|\n"), None),
    "a template in the rulebook": (
        to(RULES, "Tell in two", "{{ count( }} two"),
        ("EXPR001", RULES, "{{ count( }} two"),
    ),
    "a loop in the rulebook": (
        to(RULES, "Tell in two", "{% for x in %} two"),
        ("EXPR001", RULES, "{% for x in %} two"),
    ),
    "a block": (to(RULES, "```setup", "```setpu"), ("BOOK001", RULES, "```setpu")),
    "a block's body": (to(RULES, "```setup\n", "```cards\nshow: [\n"), ("YAML001", RULES, "```cards")),
    "a block's key": (to(RULES, "```setup\n", "```cards\nshw: [tinker]\n"), ("BOOK001", RULES, "shw")),
    "a block's card": (to(RULES, "```setup\n", "```cards\nshow: [tinkr]\n"), ("EXPR001", RULES, "tinkr")),
    "front matter": (to(RULES, 'title: "Cave"', "title: ["), ("YAML001", RULES, "title: [")),
    "an id": (to(GAME, "{{ name | slug }}", "{{ name | slug }"), ("EXPR001", GAME, "{{ name | slug }")),
    "an id's filter": (to(GAME, "{{ name | slug }}", "{{ name | slog }}"), ("EXPR001", GAME, "{{ name | slog }}")),
    "a selection": (to(GAME, "contains: card", "contains: 'kind =='"), ("EXPR001", GAME, "contains: 'kind =='")),
    "a selection of no kind": (to(GAME, "contains: card", "contains: crd"), ("REF001", GAME, "contains: crd")),
    "an expectation": (
        to(GAME, "{unique: name, of: card}", "{count: 'x ===', is: 3, prototype: x}"),
        ("EXPR001", GAME, "x ==="),
    ),
    "a step's condition": (
        to(GAME, "{shuffle: deck}", "{shuffle: deck, when: 'players ='}"),
        ("EXPR001", GAME, "{shuffle: deck, when: 'players ='}"),
    ),
    "a step that is words": (to(GAME, "- {shuffle: deck}", "- shuffle deck"), ("VALUE001", GAME, "- shuffle deck")),
    "the players": (to(GAME, "players: 2-4", "players: four"), ("VALUE001", GAME, "players: four")),
    "a shape": (to(GAME, "shape: poker ", "shape: hex 0mm "), ("VALUE001", GAME, "shape: hex 0mm ")),
    "a field's type": (to(GAME, "{type: text}", "{type: txt}"), ("VALUE001", GAME, "{type: txt}")),
    "the rows": (to(GAME, "rows: cards.csv", "rows: layouts"), ("TABLE001", GAME, "rows: layouts")),
    "a tuck box": (
        to(GAME, "decks:", "tuck boxes: {b: {holds: nope}}\ndecks:"),
        ("REF001", GAME, "tuck boxes: {b: {holds: nope}}"),
    ),
    "a group": (to(GAME, "decks:", "groups: {g: 'kind =='}\ndecks:"), ("EXPR001", GAME, "groups: {g: 'kind =='}")),
    "a number of copies": (to(CARDS, ",6\n", ",six\n"), ("VALUE001", CARDS, "Pathfinder")),
    "a theme's font": (
        whole(THEME, "extends: meadow\nfonts: {body: {regular: no.ttf}}\n"),
        ("FONT001", THEME, "fonts"),
    ),
    "a theme that extends the chosen one": (whole(THEME, "extends: theme\n"), None),
    "a picture": (box("picture: no.png"), ("PICT001", FACE, "extra")),
}


@pytest.mark.parametrize("name", CHANGES)
def test_a_mutation_is_reported_at_its_place(game, name):
    """By its code, at its line in the designer's own file; harmless changes cause no problem."""
    change, wanted = CHANGES[name]
    change(game)
    found = [
        (problem.rule, problem.place.file.removeprefix("catalog/cave/"), problem.place.line)
        for problem in game.check()
        if is_always_error(problem.rule)
    ]
    if wanted is None:
        assert found == []
        return
    code, file, text = wanted
    lines = (game.folder / file).read_text("utf-8").splitlines()
    there = next(number for number, line in enumerate(lines, 1) if text in line)
    last = there + 2 if code == "YAML001" else there  # what is open is missed where it must end
    assert [one for one in found if one[:2] == (code, file) and there <= one[2] <= last] != []
    assert [file for _, file, _ in found if file.startswith("/")] == []


def test_problems_of_all_files_are_reported_in_one_run(game):
    """Invalid data do not hide invalid Markdown, or the reverse."""
    game.change(CARDS, ",6\n", ",six\n")
    game.change(RULES, "```setup", "```setpu")
    game.change(RULES, 'title: "Cave"', "title: [")
    game.change(REFERENCE, "Then that.", "{{ count( }}")
    found = {(problem.rule, problem.place.file.rpartition("/")[2]) for problem in game.check()}
    assert {("VALUE001", CARDS), ("BOOK001", RULES), ("YAML001", RULES), ("EXPR001", REFERENCE)} <= found


def test_problems_of_composition_hide_no_others(game):
    """A rulebook and a reference with invalid templates, an icon and a name in a layout: all in one run."""
    game.change(RULES, "Tell in two", "{{ nmae }} in two")
    game.change(RULES, "1. First this.", "{{ numbers.hnad }}")
    game.change(REFERENCE, "Then that.", "{{ nmae }}")
    game.change(CARDS, "Pay 1 less", "Pay 1 :nope: less")
    game.change(FACE, "{{ name }}", "{{ naem }}")
    found = [
        (problem.rule, problem.place.file.rpartition("/")[2], problem.hint)
        for problem in game.check()
        if problem.rule in {"EXPR001", "REF001"}
    ]
    assert ("EXPR001", RULES, "did you mean 'game'?") not in found
    assert {(rule, file) for rule, file, _ in found} == {
        ("EXPR001", RULES),
        ("EXPR001", REFERENCE),
        ("EXPR001", "card.yaml"),
        ("REF001", CARDS),
    }
    assert ("EXPR001", RULES, "did you mean 'hand'?") in found


def test_an_unknown_name_in_a_layout_is_reported_once(game):
    """At its key, with a suggestion and the number of cards, not at the rows."""
    game.change(FACE, "{{ name }}", "{{ nmae }}")
    line = (game.folder / FACE).read_text("utf-8").partition("{{ nmae }}")[0].count("\n") + 1
    (problem,) = [one for one in game.check() if is_always_error(one.rule)]
    assert str(problem.place) == f"catalog/cave/layouts/faces/card.yaml:{line}:17"
    assert problem.hint == "did you mean 'name'? (on 3 cards, first catalog/cave/cards.csv:2)"


def test_a_mistake_of_many_rows_is_reported_at_the_first(game):
    """With the number of the others; so is a missing icon."""
    rows = "".join(f"Card {number},finder,{number},Pay :nope:.,,1\n" for number in range(9))
    game.write(CARDS, f"name,role,cost,text,flavour,copies\n{rows}")
    game.change(FACE, '"{{ role.colour }}"', '"{{ name }}"')
    found = [one for one in game.check() if one.rule in {"EXPR001", "REF001"}]
    assert [str(one.place).rpartition("/")[2] for one in found if one.rule == "EXPR001"] == [
        f"cards.csv:{line}:1" for line in (2, 3, 4)
    ]
    assert [one.hint.endswith("(and 6 more fail in this box)") for one in found if one.rule == "EXPR001"][-1]
    (icon,) = (one for one in found if one.rule == "REF001")
    assert (str(icon.place), icon.message) == (
        "catalog/cave/cards.csv:2:17",
        "box 'text' of face 'card': there is no icon 'nope'",
    )
    assert icon.hint.endswith("it is used in 17 other places too")
