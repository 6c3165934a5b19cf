import pytest

from punchboard.checks.composed import colours
from punchboard.problem import Severity
from punchboard.products import ComposedGame

GAME = """\
title: Teams
version: 0.1.0
players: {range: 2-4, stated: Players}
lists:
  team:
    stated: Teams
    entries:
      moss: {colour: "#7b9a4b", icon: leaf, name: Moss}
      rust: {colour: "#c4683f", icon: RUST, name: Rust}
      snow: {colour: "#eeeeee", icon: flake, name: Snow}
      none: {icon: star, name: Nobody}
kinds:
  card:
    name: Card
    shape: poker
    face: card
    BACK
    id: "{{ name }}"
    stated: Components
    fields: {name: {type: text}, team: {one of: team}}
    rows:
      - {name: a, team: moss}
      - {name: b, team: moss}
      - {name: c, team: rust}
      - {name: d, team: rust}
      - {name: e, team: snow}
"""
PAINT = "ground: {area: bleed, fill: '{{ team.colour }}'}\n"
ICON = "icon: {at: [20, 20], size: [20, 20], icon: '{{ team.icon }}'}\n"
NAME = "name: {at: [5, 60], size: [50, 9], text: 'Team {{ team.name }}'}\n"
CARD = "card: {at: [5, 60], size: [50, 9], text: '{{ name }}'}\n"
PATHS = {"leaf": "M0 0C90 9 400 300 512 512C9 9 0 90 0 0Z", "flake": "M0 0L512 90L90 512Z"}
DEVOTED = "with deuteranopia (3.1), in grey print (5.2); the difference must be at least 10"


@pytest.fixture
def found(tiny_game):
    """Return the problems of a game of three teams: severity, line and message. Faces hold boxes given as YAML."""

    def found(boxes, *, back="", rust="star", more="", files=None):
        svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512"><path d="{}"/></svg>'
        written = {f"layouts/icons/{name}.svg": svg.format(path) for name, path in PATHS.items()}
        written["game.yaml"] = GAME.replace("RUST", rust).replace("BACK", "back: back" if back else "") + more
        written["layouts/faces/card.yaml"] = "boxes:\n" + "".join(f"  {line}\n" for line in boxes.splitlines())
        written["layouts/faces/back.yaml"] = back
        composed = ComposedGame(tiny_game(files={**written, **(files or {})}), ("a4",))
        assert not any(face.faults for face in composed.all_faces)
        theme = composed.loaded.layouts.theme.colours
        problems = list(colours.check(composed.game, theme, composed.drawn_cards, composed.drawn_dice))
        assert {problem.rule for problem in problems} <= {colours.ID}
        return [(problem.severity, problem.place.line, problem.message) for problem in problems]

    return found


def test_entries_that_differ_only_in_similar_colours_are_an_error(found):
    """At the second entry, with both colours, the views that confuse them, and their difference."""
    message = f"'rust' (#c4683f) looks like 'moss' (#7b9a4b) {DEVOTED}"
    assert found(PAINT + CARD) == [(Severity.ERROR, 9, message)]


@pytest.mark.parametrize(
    ("boxes", "rust"), [(PAINT + ICON, "star"), (PAINT + NAME, "leaf"), (PAINT + ICON + NAME + CARD, "star")]
)
def test_an_icon_or_a_word_with_each_makes_it_a_warning(found, boxes, rust):
    """If each of the two has its own icon or its name."""
    assert [severity for severity, *_ in found(boxes, rust=rust)] == [Severity.WARNING]


@pytest.mark.slow
def test_checked_faces_are_not_kept_in_memory(found, faces_alive):
    """Each face refers to its game, and a watched game is a new one after each edit."""
    before = faces_alive()
    assert found(PAINT + ICON)
    assert faces_alive() <= before


def test_the_same_icon_for_both_does_not_count(found):
    """Nor does an icon that is on some faces only."""
    assert [severity for severity, *_ in found(PAINT + ICON, rust="leaf")] == [Severity.ERROR]
    some = ICON.replace("{at", "{when: \"name in ['a', 'c']\", at")
    assert [severity for severity, *_ in found(PAINT + some)] == [Severity.ERROR]


def test_each_layout_that_shows_the_colours_is_checked(found):
    """An icon on the front is no help on the back; a back that all teams share does not count."""
    back = "boxes: {ground: {area: bleed, fill: '{{ team.colour }}'}}"
    assert [severity for severity, *_ in found(PAINT + ICON, back=back)] == [Severity.ERROR]
    back = "boxes: {ground: {area: bleed, fill: '#c4683f'}}"
    assert [severity for severity, *_ in found(PAINT + ICON, back=back)] == [Severity.WARNING]


def test_colours_that_no_face_shows_are_a_warning(found):
    """A book may show them, or a later face."""
    assert [severity for severity, *_ in found(CARD)] == [Severity.WARNING]


def test_the_sides_of_a_die_are_faces(found):
    """A die of the list's entries shows a colour and an icon of each."""
    plain = "boxes: {ground: {area: bleed, fill: '{{ colour }}'}}"
    die = "dice: {d: {name: Die, faces: {one of: pair}, stated: Dice}}\n"
    pair = 'pair: {stated: X, entries: {a: {colour: "#7b9a4b", icon: leaf}, b: {colour: "#c4683f", icon: star}}}'
    more = {"layouts/faces/die.yaml": plain}
    game = GAME.replace("lists:\n", f"lists:\n  {pair}\n").replace("RUST", "star").replace("BACK", "") + die
    assert [severity for severity, *_ in found(ICON, files={**more, "game.yaml": game})] == [
        Severity.ERROR,
        Severity.WARNING,
    ]
    more = {"layouts/faces/die.yaml": plain.replace("}}'}", "}}'}, i: {area: safe, icon: '{{ icon }}'}")}
    assert [severity for severity, *_ in found(ICON, files={**more, "game.yaml": game})] == [Severity.WARNING] * 2


@pytest.mark.parametrize(
    ("moss", "rust", "words"),
    [
        ("ink", "black", "'rust' (black, #000000) looks like 'moss' (ink, #"),
        ("ink 90%", "ink", "'rust' (ink, #"),
        ('"rgb(123, 154, 75)"', '"#c4683f"', "looks like 'moss' (rgb(123, 154, 75), #7b9a4b) with deuteranopia (3.1)"),
        ('"#7B9A4B"', '"hsl(19, 53%, 51%)"', "looks like 'moss' (#7B9A4B)"),
    ],
)
def test_colours_are_compared_however_they_are_written(found, moss, rust, words):
    """By number, by the theme's names and their tints, and as other programs write them."""
    game = GAME.replace('"#7b9a4b"', moss).replace('"#c4683f"', rust).replace("RUST", "star").replace("BACK", "")
    ((_, line, message),) = found(CARD, files={"game.yaml": game})
    assert (line, words in message) == (9, True), message


def test_what_is_no_colour_is_not_compared(found):
    """Nor are entries without one."""
    files = {"game.yaml": GAME.replace('"#c4683f"', "rust").replace("RUST", "star").replace("BACK", "")}
    assert found(CARD, files=files) == []


def test_colours_that_differ_enough_have_no_problems(found):
    """In all five views."""
    files = {"game.yaml": GAME.replace("#c4683f", "#6b2f14").replace("RUST", "star").replace("BACK", "")}
    assert found(PAINT, files=files) == []


def test_the_rule_has_a_manual_page():
    """It begins with the code and has What, Why, Bad and Good."""
    assert colours.__doc__.startswith(f"{colours.ID}: ")
    assert all(part in colours.__doc__ for part in ("\nWhat: ", "\nWhy: ", "\nBad", "\nGood"))
