"""The rules of ``punchboard check --accessible``, and the figures that they compare with limits."""

from __future__ import annotations

from math import isclose

import pytest
from hypothesis import given
from hypothesis import strategies as st

from punchboard.checks.accessible import (
    RULES,
    colour_alone,
    long_sentences,
    passive_voice,
    report_problems,
    small_tokens,
    text_over_pictures,
    type_at_distance,
    undefined_terms,
)
from punchboard.checks.accessible.measured import figures
from punchboard.checks.accessible.subject import MIN_CAPITALS, arc_minutes, language_figures, passive_verb, use_of
from punchboard.checks.prose import parse_markdown
from punchboard.model.layout.trim import trim_from_text
from punchboard.problem import Severity

KIND = '{{name: {name}, shape: {shape}, face: {face}, id: "{id}", stated: x, fields: {{{fields}}}, rows: {rows}}}'
RULEBOOK = "---\ntitle: Rules\n---\n\n"


def kind(  # noqa: PLR0917 - what a kind consists of
    shape="poker", face="drawn", rows="[{}]", fields="", ident="one", name="Card"
):
    """Return the lines of a game with one kind."""
    made = KIND.format(name=name, shape=shape, face=face, id=ident, fields=fields, rows=rows)
    return f"kinds:\n  piece: {made}\n"


def face(boxes):
    """Return the file of a face with some boxes."""
    return {"layouts/faces/drawn.yaml": f"safe: 0\nboxes:\n{boxes}"}


PLAIN = kind(face="card", fields="name: {type: text, default: A}")
"""A game with one card."""


@pytest.mark.parametrize(
    ("shape", "use"),
    [
        ("poker", "card"),
        ("mini", "card"),
        ("hex 50mm", "tile"),
        ("circle 20mm", "token"),
        ("square 30mm", "token"),
        ("square 31mm", "tile"),
        ("pawn 18mm x 30mm", "token"),
        ("board 190mm x 70mm", "board"),
        ("mat 300mm x 200mm", "board"),
    ],
)
def test_the_shape_says_how_a_component_is_read(shape, use):
    """Cards in the hand, all else on the table."""
    assert use_of(trim_from_text(shape)) == use


def test_an_angle_of_16_minutes_is_known():
    """1.86 mm at 40 cm, and 1.4 mm are 12 minutes, as in Legge and Bigelow."""
    assert isclose(arc_minutes(1.862, 400), 16, abs_tol=0.01)
    assert isclose(arc_minutes(1.396, 400), 12, abs_tol=0.01)


@given(st.floats(0.1, 50), st.floats(100, 2000), st.floats(1.01, 3))
def test_letters_look_larger_when_they_are_higher_or_nearer(height, distance, factor):
    """The angle rises with the height and falls with the distance."""
    angle = arc_minutes(height, distance)
    assert arc_minutes(height * factor, distance) > angle > arc_minutes(height, distance * factor)


@pytest.mark.parametrize(
    ("shape", "size", "is_found"),
    [("poker", 7, True), ("poker", 9, False), ("hex 50mm", 9, True), ("hex 50mm", 14, False)],
)
def test_type_must_be_readable_from_its_distance(subject, shape, size, is_found):
    """9 pt are enough in the hand, and too little on a tile; the place is the box of the layout."""
    files = face("  text: {at: [14, 20], size: [25, 8], text: Draw two, style: note}\n") | {
        "layouts/theme.yaml": "colours: {ink: '#1d1d1b', paper: '#ffffff'}\nfonts:\n  body: {package:"
        " font-source-sans-pro, regular: SourceSansPro-Regular, bold: SourceSansPro-Bold}\nstyles:\n"
        f"  body: {{font: body, size: 9}}\n  title: {{font: body, size: 12}}\n  note: {{font: body, size: {size}}}\n"
    }
    found = list(type_at_distance.check(subject(kind(shape), files)))
    assert len(found) == is_found
    for problem in found:
        assert problem.place[:2] == ("catalog/grove/layouts/faces/drawn.yaml", 3)
        assert "'Draw two' of box 'text' of face 'drawn'" in problem.message
        assert "the minimum is 16" in problem.message


def test_the_hint_gives_a_size_that_is_enough(subject):
    """Capitals grow in proportion to the type size."""
    made = subject(kind("hex 50mm"), face("  text: {at: [14, 20], size: [25, 8], text: Draw two}\n"))
    (owner,) = figures(made).owners
    assert owner.type is not None
    assert owner.type.capitals * owner.type.needed / owner.type.size >= MIN_CAPITALS
    assert owner.verdict == "too small"


@pytest.mark.parametrize(
    ("plate", "is_found"), [("", True), ("  plate: {at: [9, 39], size: [42, 12], fill: paper}\n", False)]
)
def test_text_over_a_picture_needs_a_plate(subject, stock, tmp_path, plate, is_found):
    """Nobody knows its contrast otherwise."""
    picture = stock.parent / "good" / "PICT002-pixels-enough" / "art" / "alder.png"
    (tmp_path / "catalog" / "grove").mkdir(parents=True)
    (tmp_path / "catalog" / "grove" / "alder.png").write_bytes(picture.read_bytes())
    boxes = f"  art: {{at: [5, 30], size: [50, 32], picture: alder.png}}\n{plate}"
    text = "  name: {at: [10, 40], size: [40, 10], text: Alder, overlaps: true}\n"
    found = list(text_over_pictures.check(subject(kind(), face(boxes + text))))
    assert [problem.message.partition(" of ")[0] for problem in found] == ["text 'Alder'"] * is_found


DISCS = '  disc: {at: [2, 2], size: [16, 16], shape: circle, fill: "{{ paint }}"}\n'
PAINTS = "[{paint: '#b03030'}, {paint: '#3a7d34'}]"
PAINT = "paint: {type: text}"


def test_sides_that_differ_only_in_colour_are_found(subject):
    """Red and dark green discs: the message says that deuteranopia confuses them."""
    made = subject(kind("circle 20mm", rows=PAINTS, fields=PAINT, ident="{{ paint | slug }}"), face(DISCS))
    (problem,) = colour_alone.check(made)
    assert "only colour tells 2 sides of face 'drawn' apart: b03030, 3a7d34" in problem.message
    assert "deuteranopia" in problem.message


@pytest.mark.parametrize(
    "box",
    [
        '  letter: {at: [5, 5], size: [10, 8], text: "{{ paint[1] }}", overlaps: true}\n',
        "  ring: {at: [4, 4], size: [12, 12], shape: circle, stroke: {colour: ink}, when: \"paint[1] == 'b'\"}\n",
    ],
)
def test_a_letter_or_another_shape_tells_sides_apart_too(subject, box):
    """Then colour is not alone."""
    made = subject(kind("circle 20mm", rows=PAINTS, fields=PAINT, ident="{{ paint | slug }}"), face(DISCS + box))
    assert list(colour_alone.check(made)) == []


@pytest.mark.parametrize(("shape", "is_found"), [("circle 11mm", True), ("circle 12mm", False), ("square 9mm", True)])
def test_a_piece_must_be_large_enough_for_fingers(subject, shape, is_found):
    """11.6 mm, at its shape in game.yaml."""
    found = list(small_tokens.check(subject(kind(shape), face("  dot: {area: trim, fill: ink}\n"))))
    assert [problem.place.line for problem in found] == ([5] if is_found else [])


@pytest.mark.parametrize(("step", "is_found"), [(13, True), (15, False)])
def test_the_spaces_of_a_board_must_hold_the_smallest_token(subject, step, is_found):
    """Ten spaces in a row, and a token of 14 mm."""
    token = KIND.format(name="Token", shape="circle 14mm", face="dot", id="token", fields="", rows="[{}]")
    boxes = f'  cell: {{at: [5, 5], size: [10, 10], fill: ink, repeat: {{each: "range(10)", step: [{step}, 0]}}}}\n'
    files = face(boxes) | {"layouts/faces/dot.yaml": "boxes: {dot: {area: trim, fill: ink}}\n"}
    made = subject(f"{kind('board 170mm x 30mm')}  token: {token}\n", files)
    found = [problem.message for problem in small_tokens.check(made)]
    assert [f"lie {step:.1f} mm apart" in message for message in found] == [True] * is_found
    assert figures(made).spaces.pitch == step


LONG = "If you cannot " + "draw a card and " * 8 + "stop, the game ends at once."
SHORT = "Draw a card. Then stop."


def test_a_long_sentence_is_found_at_its_place(subject):
    """Headings are not sentences of the rules."""
    text = f"{RULEBOOK}# {LONG}\n\n{SHORT} {LONG}\n"
    (problem,) = long_sentences.check(subject(PLAIN, {"rulebook.md": text}))
    assert problem.place == ("catalog/grove/rulebook.md", 7, len(SHORT) + 2, "")
    assert "sentence of 41 words: 'If you cannot draw a card" in problem.message


def test_a_comment_exempts_a_sentence(subject):
    """The one of its line, or of the next."""
    text = f"{RULEBOOK}# Play\n\n<!-- right: ACCESS004 a list -->\n{LONG}\n"
    made = subject(PLAIN, {"rulebook.md": text})
    assert [problem.rule for problem in report_problems(made)] == []


@pytest.mark.parametrize(
    ("text", "verb"),
    [
        ("Ten cards are dealt to each player.", "are dealt"),
        ("The pile is then shuffled.", "is then shuffled"),
        ("Each card can be played once.", "be played"),
        ("The discard has been taken.", "been taken"),
        ("You are the Host.", ""),
        ("The red card is red.", ""),
        ("It is your turn, and they need one.", ""),
        ("Deal ten cards to each player.", ""),
    ],
)
def test_the_passive_voice_is_known_by_its_verb(text, verb):
    """A form of *be*, perhaps an adverb, and a participle."""
    assert passive_verb(text) == verb


def test_many_passive_sentences_are_one_problem(subject):
    """With the share and the first three; a fifth is allowed."""
    active, passive = "Deal the cards to all. ", "The cards are dealt. "
    card = PLAIN
    made = subject(card, {"rulebook.md": f"{RULEBOOK}# Play\n\n{active * 8}{passive * 2}\n"})
    assert list(passive_voice.check(made)) == []
    made = subject(card, {"rulebook.md": f"{RULEBOOK}# Play\n\n{active * 7}{passive * 3}\n"})
    (problem,) = passive_voice.check(made)
    assert "3 of 10 sentences (30%)" in problem.message
    assert problem.hint.count("'are dealt' (line 7)") == 3


@pytest.mark.parametrize(
    ("text", "terms"),
    [
        ("Shuffle the Reserve. Draw from the Reserve.", ["'Reserve'"]),
        ("The **Reserve** is a pile. Draw from the Reserve. Shuffle the Reserve.", []),
        ("Shuffle the Reserve.", []),
        ("Shuffle the Reserve. Draw from the Reserve.\n\n# The Reserve\n\nA pile.", []),
        ("Shuffle the Reserve. Draw from the Reserve.\n\n<!-- right: ACCESS006 Reserve -->", []),
        ("Shuffle each Card. Draw the Card.", []),
    ],
)
def test_a_capitalised_word_must_be_explained(subject, text, terms):
    """If it occurs twice and names nothing in the game."""
    files = {"rulebook.md": f"{RULEBOOK}# Play\n\n{text}\n"}
    found = [problem.message for problem in undefined_terms.check(subject(PLAIN, files))]
    assert [term for term in terms if any(term in message for message in found)] == terms
    assert len(found) == len(terms)


def test_the_figures_of_a_text():
    """Number, median, longest and passive share; labels of one or two words and exempt sentences do not count."""
    source = "# Play\n\nDraw one card. The pile is shuffled. Stop. Then you may draw a second card.\n"
    exempt = f"{source}\n<!-- right: ACCESS004 a list -->\n{LONG}\n"
    for text in (source, exempt):
        assert language_figures((parse_markdown(text, "r.md"),)) == (3, 4, 7, 1 / 3)
    assert language_figures((parse_markdown("# Play\n", "r.md"),)) is None


def test_closest_colours_are_given_for_each_kind_of_vision(subject):
    """Red and green are closest with deuteranopia."""
    entries = "{red: {colour: '#c03a2b'}, green: {colour: '#5a7d2a'}, blue: {colour: '#2348a0'}}"
    lists = f"lists:\n  team: {{stated: x, entries: {entries}}}\n"
    found = {one.view: one for one in figures(subject(lists + PLAIN)).colours}
    assert set(found) == {"normal", "protanopia", "deuteranopia", "tritanopia", "greyscale"}
    assert {found["deuteranopia"].first, found["deuteranopia"].second} == {"red", "green"}
    assert found["deuteranopia"].difference < found["normal"].difference
    assert found["normal"].is_enough


def test_of_a_very_large_deck_each_kind_has_its_share(subject, monkeypatch):
    """The rest is counted, and the report says so."""
    monkeypatch.setattr("punchboard.products.game.accessibility.MAX_SIDES", 4)
    rows = "[{paint: '#000001'}, {paint: '#000002'}, {paint: '#000003'}, {paint: '#000004'}]"
    token = KIND.format(name="Token", shape="circle 20mm", face="drawn", id="t", fields=PAINT, rows="[{paint: red}]")
    made = subject(
        kind("circle 20mm", rows=rows, fields=PAINT, ident="{{ paint | slug }}")
        + f"  token: {token.replace('red', repr('#aa0000'))}\n",
        face(DISCS),
    )
    assert [side.owner for side in made.sides] == ["Card", "Card", "Token"]
    assert figures(made).left_out == made.left_out == 2


def test_every_finding_is_a_warning_with_a_way_to_fix_it(subject):
    """And has the code of its rule."""
    text = f"{RULEBOOK}# Play\n\n{LONG} Shuffle the Reserve. Draw from the Reserve.\n"
    made = subject(
        kind("circle 9mm", rows=PAINTS, fields=PAINT, ident="{{ paint | slug }}"),
        face('  disc: {at: [1, 1], size: [7, 7], shape: circle, fill: "{{ paint }}"}\n') | {"rulebook.md": text},
    )
    found = list(report_problems(made))
    assert {problem.rule for problem in found} >= {"ACCESS002", "ACCESS003", "ACCESS004", "ACCESS006"}
    assert {problem.rule for problem in found} <= {rule.ID for rule in RULES}
    assert all(problem.severity is Severity.WARNING and problem.hint and problem.place.file for problem in found)
