"""Each rule with one tiny face that breaks it, and one that does not."""

import re

import pytest

from punchboard.checks.faces import (
    RULES,
    bleed,
    check_faces,
    contrast,
    fit,
    frame,
    missing_glyphs,
    overlap,
    resolution,
    safe_area,
    small_type,
)

MODULES = (fit, missing_glyphs, safe_area, overlap, frame, bleed, small_type, contrast, resolution)
WORDS = "word " * 40


@pytest.fixture
def found(tiny_face):
    """Return the messages of a rule's problems for a face whose boxes are given."""

    def found(rule, boxes, **changes):
        face = tiny_face(boxes, **changes)
        assert face.problems == ()
        problems = list(rule.check(face))
        assert {problem.rule for problem in problems} <= {rule.ID}
        assert all(problem.place == face.place and problem.hint for problem in problems)
        return [problem.message for problem in problems]

    return found


@pytest.mark.parametrize(
    ("content", "fit_to", "ways"),
    [
        ("text", "", "shorten the text, enlarge the box, or let it shrink: 'fit: shrink to 7pt'"),
        ("text", ", fit: shrink to 7pt", "shorten the text, or enlarge the box"),
        (
            "pips",
            "",
            (
                "write shorter letters for its symbols, such as '[r]' for '[rope]', here and under 'symbols', "
                "or enlarge the box"
            ),
        ),
        (
            "markdown",
            ", fit: shrink to 7pt",
            "shorten the text, enlarge the box, or let it continue on another card: 'continues: text' in the face",
        ),
    ],
)
def test_the_hint_for_a_text_that_does_not_fit_lists_what_can_be_done(tiny_face, content, fit_to, ways):
    """Text at the smallest size cannot shrink, pips need narrower symbols; Markdown may continue on another card."""
    face = tiny_face(f"text: {{at: [5, 5], size: [20, 8], {content}: '{WORDS}'{fit_to}}}")
    assert [problem.hint for problem in fit.check(face)] == [ways]


@pytest.mark.parametrize("rule", MODULES, ids=lambda rule: rule.ID)
def test_every_rule_has_a_manual_page(rule):
    """The page begins with the code, says why, and shows a bad and a good example."""
    assert re.fullmatch(r"[A-Z]+\d{3}", rule.ID)
    assert rule.__doc__.startswith(f"{rule.ID}: ")
    assert "\nBad: " in rule.__doc__
    assert "\nGood: " in rule.__doc__


def test_every_rule_is_in_the_list():
    """The list has the check of each module."""
    assert {rule.check for rule in MODULES} == set(RULES)


def test_problems_of_faces_are_reported_once(tiny_game):
    """A face that many cards share is one problem; different faces have their own."""
    from punchboard.compose.faces.composer import FaceComposer

    boxes = f"boxes: {{text: {{at: [5, 5], size: [20, 8], text: '{WORDS}'}}}}"
    loaded = tiny_game(boxes, rows="[{name: a}, {name: b}]")
    composer = FaceComposer(loaded)
    faces = [composer.front_face(component) for component in loaded.game.components]
    assert [problem.rule for problem in check_faces(faces)] == ["FIT001"]


@pytest.mark.parametrize("content", ["text", "markdown"])
def test_text_that_does_not_fit_is_reported_with_its_lost_lines(found, content):
    """The message has box, face, lines, room and type size."""
    (message,) = found(fit, f"text: {{at: [5, 5], size: [30, 12], {content}: '{WORDS}', inset: 1}}")
    pattern = r"text does not fit box 'text' of face 'card': \d+ lines are lost in 28 x 10 mm at 9 pt"
    assert re.fullmatch(pattern, message)


def test_one_lost_line_is_in_the_singular(found):
    """The message counts in English."""
    (message,) = found(fit, 'text: {at: [5, 5], size: [30, 6], text: "one\\ntwo"}')
    assert "1 line is lost" in message


@pytest.mark.parametrize(
    "box", [f"size: [53, 70], text: '{WORDS}'", f"size: [50, 35], text: '{WORDS}', fit: shrink to 6pt", "size: [9, 9]"]
)
def test_text_that_fits_has_no_problems(found, box):
    """Because there is room, because it may shrink, or because there is no text."""
    assert found(fit, f"text: {{at: [5, 5], {box}}}") == []


def test_missing_glyphs_are_reported_with_their_words(found):
    """Words that no font of the theme has."""
    (message,) = found(missing_glyphs, "text: {at: [5, 5], size: [50, 9], text: 'Alder 漢字 鬼'}")
    assert message == "no font has every character of '漢字', '鬼' in box 'text' of face 'card'"


@pytest.mark.parametrize("text", ["Alder", "Ключ", "Größe", "→ Ω"])
def test_glyphs_that_some_font_has_are_no_problem(found, text):
    """The theme's own font, or a fallback."""
    assert found(missing_glyphs, f"text: {{at: [5, 5], size: [50, 9], text: '{text}'}}") == []


@pytest.mark.parametrize(
    ("box", "message"),
    [
        ("at: [-4, 5], size: [20, 8], fill: red", "box 'a' of face 'card' reaches beyond the bleed"),
        ("at: [50, 85], size: [10, 8], fill: red", "box 'a' of face 'card' reaches beyond the bleed"),
        ("at: [1, 5], size: [40, 8], text: a", "box 'a' of face 'card' has its text closer than 3 mm to the trim"),
        ("at: [1, 5], size: [40, 8], markdown: a", "has its markdown closer than 3 mm to the trim"),
        ("at: [30, 80], size: [8, 8], icon: star", "has its icon closer than 3 mm to the trim"),
    ],
)
def test_text_and_icons_stay_in_the_safe_area(found, box, message):
    """Backgrounds may reach into the bleed, but no further."""
    (messages,) = found(safe_area, f"a: {{{box}}}")
    assert message in messages


@pytest.mark.parametrize(
    "box",
    [
        "at: [-3, 5], size: [69.5, 8], fill: red",
        "at: [5, 5], size: [50, 8], text: a",
        "at: [1, 1], size: [60, 20], text: a, inset: 3",
        "area: bleed, ornament: {kind: rays}",
        "size: [60, 8]",
    ],
)
def test_contents_in_their_area_have_no_problems(found, box):
    """What counts is the area that the content covers, not its box."""
    assert found(safe_area, f"a: {{{box}}}") == []


def test_a_face_may_set_its_safe_area(found):
    """A token's face needs a smaller margin."""
    box = "a: {at: [1, 5], size: [40, 8], text: a}"
    assert found(safe_area, box, head="safe: 0.5") == []


@pytest.mark.parametrize(
    ("boxes", "count"),
    [
        ("a: {at: [5, 5], size: [50, 8], text: a much longer title}\nb: {at: [20, 5], size: [9, 9], text: b}", 1),
        ("a: {at: [5, 5], size: [50, 8], text: a}\nb: {at: [20, 5], size: [9, 9], text: b}", 0),
        ("a: {at: [5, 5], size: [9, 9], icon: star}\nb: {at: [5, 5], size: [9, 9], text: b}", 1),
        ("a: {at: [5, 5], size: [9, 9], fill: red}\nb: {at: [5, 5], size: [9, 9], text: b}", 0),
        ("a: {at: [5, 5], size: [9, 9], icon: star, overlaps: true}\nb: {at: [5, 5], size: [9, 9], text: b}", 0),
        ("a: {at: [5, 5], size: [9, 9], text: a, repeat: {turns: [0, 0]}}", 1),
    ],
)
def test_contents_must_not_overlap(found, boxes, count):
    """Text and icons, unless the box allows it. Backgrounds below them do not count."""
    messages = found(overlap, boxes)
    assert len(messages) == count
    assert all(re.search(r"of face 'card' overlap by \d+\.\d x \d+\.\d mm", message) for message in messages)


FRAME = "edge: {at: [5, 5], size: [50, 40], stroke: {colour: ink}}\n"


@pytest.mark.parametrize(
    ("boxes", "count"),
    [
        (FRAME + "t: {at: [5.4, 10], size: [40, 8], text: a}", 1),
        (FRAME + "t: {at: [5.4, 10], size: [40, 8], text: a, inset: 1}", 0),
        (FRAME + "t: {at: [10, 44.5], size: [40, 8], text: a}", 1),
        (FRAME + "t: {at: [10, 47], size: [40, 8], text: a}", 0),
        (FRAME + "t: {at: [50, 20], size: [10, 9], text: across}", 1),
        (FRAME.replace("stroke", "frame: false, stroke") + "t: {at: [5.4, 10], size: [40, 8], text: a}", 0),
        ("edge: {at: [5, 5], size: [50, 40], fill: red, frame: true}\nt: {at: [5.2, 9], size: [40, 8], text: a}", 1),
        ("edge: {at: [5, 5], size: [50, 40], fill: red}\nt: {at: [5.2, 10], size: [40, 8], text: a}", 0),
    ],
)
def test_text_keeps_a_millimetre_from_a_frame(found, boxes, count):
    """On both sides of its line. A stroked shape is a frame unless it says otherwise."""
    messages = found(frame, boxes)
    assert len(messages) == count
    if messages:
        assert messages[0] == "text of box 't' is closer than 1 mm to frame 'edge' of face 'card'"


@pytest.mark.parametrize(
    ("box", "count"),
    [
        ("at: [0, 0], size: [63.5, 12], fill: red", 1),
        ("at: [-3, -3], size: [69.5, 15], fill: red", 0),
        ("at: [-1, 10], size: [20, 12], fill: red", 1),
        ("at: [0.2, 10], size: [20, 12], fill: red", 1),
        ("at: [5, 5], size: [20, 12], fill: red", 0),
        ("area: trim, ornament: {kind: rays}", 1),
        ("area: bleed, ornament: {kind: rays}", 0),
        ("at: [0, 0], size: [63.5, 12], stroke: {colour: ink}", 0),
    ],
)
def test_colour_at_the_trim_runs_to_the_bleed(found, box, count):
    """A fill that ends at the trim, or close to it on either side, would show a sliver of paper."""
    messages = found(bleed, f"a: {{{box}}}")
    assert len(messages) == count
    assert all("touches the trim but stops short of the bleed" in message for message in messages)


def test_a_face_without_bleed_needs_none(found):
    """It is not cut: the opening of a chapter, a drawing within another."""
    assert found(bleed, "a: {at: [0.1, 10], size: [20, 12], fill: red}", head="bleed: 0") == []


def test_a_turned_box_is_checked_after_the_turn(found):
    """A band turned upright runs along the side."""
    assert found(bleed, "a: {at: [-3, 38.45], size: [94.9, 12], fill: red, turn: 90}") == []
    assert found(safe_area, "a: {at: [-20, 40], size: [60, 8], text: a, turn: 90}") == []
