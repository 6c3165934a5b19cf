"""Texts that continue on further cards: every word occurs once and in order, and lines break as between pages."""

import random
from itertools import pairwise

import pytest
from tests.conftest import THEME

from punchboard.checks.faces import check_faces
from punchboard.compose.boxes.continued_cards import split_column
from punchboard.compose.faces.composer import FaceComposer
from punchboard.compose.faces.continued import MAX_CARDS
from punchboard.compose.text.column import Slab, stacked_height
from punchboard.problem import ProblemsFound
from punchboard.scene import Group, Text, Use

BOXES = """\
boxes:
  name: {at: [5, 5], size: [50, 8], text: "{{ name }}", style: title}
  band: {at: [5, 14], size: [50, 6], fill: red, when: part == 1}
  text: {at: [5, 24], size: [53, 40], markdown: "{{ text }}", fit: shrink to 7pt}
"""
FACE = f"continues: text\n{BOXES}"
WORDS = ("draw", "discard", "place", "tiles", "player", "round", "token", "gain", "lose", "spend", "choose", "opponent")


def words(face, *, of="text"):
    """Return the words on a face, from top to bottom; for ``text``, only the numbered words of the text box."""

    def seen(items):
        for item in items:
            match item:
                case Text():
                    yield from (
                        (line.y, line.x, at, word.text) for line in item.lines for at, word in enumerate(line.words)
                    )
                case Group():
                    yield from seen(item.items)
                case Use():
                    yield from seen(item.symbol.items)

    found = [text for *_, text in sorted(seen(face.symbol.items))]
    return [text for text in found if text[:1].isdigit() and "x" in text] if of == "text" else found


def numbered(count, rest):
    """Return ``count`` numbered words as paragraphs, lists and headings; no word occurs twice."""
    chosen = random.Random(count * 100 + rest)
    texts = [f"{number}x{chosen.choice(WORDS)}" for number in range(count)]
    parts, at = [], 0
    while at < count:
        size = chosen.choice([3, 8, 21, 40])
        kind = chosen.choice(["", "", "- ", "1. ", "### "])
        parts.append(kind + " ".join(texts[at : at + (3 if kind == "### " else size)]))
        at += 3 if kind == "### " else size
    return "\\n\\n".join(parts), texts


@pytest.fixture
def fronts(tiny_game):
    """Return a function that composes the cards of a component with a text."""

    def fronts(text, face=FACE, **changes):
        loaded = tiny_game(face, rows=f'[{{name: alder, text: "{text}"}}]', **changes)
        composer = FaceComposer(loaded)
        return tuple(map(composer.draw, composer.fronts(loaded.game.components[0])))

    return fronts


@pytest.mark.parametrize("count", [5, 40, 80, 110, 140])
@pytest.mark.parametrize("rest", range(4))
def test_every_word_occurs_once_and_in_order(fronts, count, rest):
    """Paragraphs, lists and headings of numbered words: the cards together contain exactly the text."""
    text, expected = numbered(count, rest)
    faces = fronts(text)
    found = [word for face in faces for word in words(face)]
    assert found == expected
    assert not any(box.lost for face in faces for box in face.boxes)
    assert 1 <= len(faces) <= MAX_CARDS


def test_a_text_that_fits_on_one_card_stays_one_card(tiny_game):
    """The face is drawn exactly as without the key ``continues``."""
    text = " ".join(WORDS * 5)
    faces = []
    for face in (FACE, BOXES):
        loaded = tiny_game(face, rows=f'[{{name: alder, text: "{text}"}}]')
        composer = FaceComposer(loaded)
        faces.append(tuple(map(composer.draw, composer.fronts(loaded.game.components[0]))))
    assert [len(one) for one in faces] == [1, 1]
    assert repr(faces[0][0].symbol.items) == repr(faces[1][0].symbol.items)


def test_each_card_has_its_number_and_repeats_the_other_boxes(fronts):
    """The title is on every card, with a mark under the text; a box for the first card is on that card only."""
    text, _ = numbered(150, 1)
    faces = fronts(text)
    assert len(faces) > 1
    for number, face in enumerate(faces, 1):
        said = words(face, of="all")
        assert said[0] == "alder"
        assert said[-1] == f"{number}/{len(faces)}"
        assert ("band" in {box.name for box in face.boxes}) is (number == 1)


def test_the_mark_is_a_phrase_of_the_language(fronts):
    """A game's words can change it."""
    text, _ = numbered(150, 1)
    own = {"layouts/words/en.yaml": 'phrases: {continued card: "{{ part }}of{{ parts }}"}'}
    faces = fronts(text, files=own)
    assert words(faces[0], of="all")[-1] == f"1of{len(faces)}"


def test_a_layout_that_prints_the_number_of_cards_gets_no_mark(fronts):
    """This holds wherever ``parts`` is printed."""
    own = FACE + '  mark: {at: [40, 70], size: [18, 5], text: "card {{ part }} of {{ parts }}"}\n'
    text, expected = numbered(150, 1)
    faces = fronts(text, own)
    assert [word for face in faces for word in words(face)] == expected
    assert all(words(face, of="all")[-4:] == ["card", str(n), "of", str(len(faces))] for n, face in enumerate(faces, 1))


def test_all_cards_have_the_largest_type_size_that_needs_the_fewest_cards(fronts):
    """One step larger, the text would need another card."""
    text, _ = numbered(170, 2)
    faces = fronts(text)
    sizes = {box.size for face in faces for box in face.boxes if box.name == "text"}
    assert len(sizes) == 1
    larger = fronts(text, FACE.replace("shrink to 7pt", f"shrink to {sizes.pop() + 0.25}pt"))
    assert len(larger) > len(faces)


def test_a_text_for_too_many_cards_is_reported_on_the_last_card(fronts):
    """The last card has FIT001, with what to do; those before it are full and lose nothing."""
    text, expected = numbered(900, 1)
    faces = fronts(text)
    assert len(faces) == MAX_CARDS
    *others, last = [box.lost > 0 for face in faces for box in face.boxes if box.name == "text"]
    assert (any(others), last) == (False, True)
    (problem,) = [problem for problem in check_faces(faces) if problem.rule == "FIT001"]
    assert "continues:" not in problem.hint
    assert "several rows" in problem.hint
    found = [word for face in faces for word in words(face)]
    assert found == expected[: len(found)]


def test_cards_with_boxes_of_different_height_are_each_filled(fronts):
    """A second text box on later cards does not change the first box."""
    other = FACE.replace("when: part == 1", "when: part == 2")
    text, expected = numbered(150, 3)
    assert [word for face in fronts(text, other) for word in words(face)] == expected


def test_a_pawn_and_a_back_do_not_continue(fronts):
    """A folded piece is a single piece; text that is too long there is reported as usual."""
    (face,) = fronts(numbered(150, 1)[0], shape="pawn 60mm x 70mm")
    assert any(box.lost for box in face.boxes)


@pytest.mark.parametrize(
    ("key", "message"),
    [
        ("continues: txet", "'continues' names an unknown box 'txet'; did you mean 'text'?"),
        ("continues: name", "box 'name' cannot continue; only a box with Markdown and without 'repeat' can"),
    ],
)
def test_only_a_box_with_markdown_can_continue(tiny_game, key, message):
    """Other boxes are reported when the layout is loaded."""
    with pytest.raises(ProblemsFound) as caught:
        tiny_game(FACE.replace("continues: text", key))
    (problem,) = caught.value.problems
    assert message in f"{problem.message}; {problem.hint}"


def heights(column, spans):
    return [stacked_height(column[start:end]) for start, end in spans]


@pytest.mark.parametrize("seed", range(40))
def test_parts_are_the_column_split_at_allowed_places(seed):
    """All slabs once and in order; only the last part may be too full; no split after a slab glued to the next."""
    chance = random.Random(seed)
    column = [
        Slab(chance.uniform(1, 5), iter, space_after=chance.choice([0, 1]), keep_with_next=chance.random() < 0.4)
        for _ in range(30)
    ]
    rooms = [chance.uniform(18, 30) for _ in range(chance.randint(1, 4))]
    spans = split_column(column, rooms)
    assert spans[0][0] == 0
    assert spans[-1][1] == len(column)
    assert all(one[1] == other[0] for one, other in pairwise(spans))
    assert len(spans) <= len(rooms)
    assert all(used <= room + 1e-6 for used, room in zip(heights(column, spans)[:-1], rooms, strict=False))
    longest = max(stacked_height(column[at : at + 6]) for at in range(len(column)))
    if longest <= min(rooms) and not any(all(slab.keep_with_next for slab in column[at : at + 5]) for at in range(26)):
        assert not any(column[end - 1].keep_with_next for _, end in spans[:-1])


ROOMY = """\
continues: text
gives way: [art, flavour]
boxes:
  art: {slot: picture, sides: {left: 4, right: 4, top: 6, bottom: 6, above: text + 2}}
  text:
    markdown: "{{ text }}"
    sides: {left: 4, right: 4, top: 10, bottom: 5, above: flavour + 2, height: fit, most: 30%}
    fit: shrink to 7pt
  flavour: {slot: text, text: "{{ name }} of the old wood", sides: {left: 4, right: 4, bottom: 5, height: 30}}
"""


def sides(face):
    """Return the drawn boxes of a face by name."""
    return {box.name: box for box in face.boxes}


def codes(face):
    return [problem.rule for problem in face.problems]


def test_a_text_takes_the_room_above_it_before_anything_else_gives_way(fronts):
    """A text that needs more than its ``most`` grows to its ``top``, and the flavour text stays."""
    (short,), (long,) = fronts("Draw.", ROOMY), fronts(" ".join(["draw"] * 85), ROOMY)
    assert sides(short)["text"].area.height < 89 * 0.3
    assert sides(long)["text"].area.height > 89 * 0.3
    assert sides(long)["text"].lost == 0
    assert "flavour" in sides(long)
    assert codes(long) == []


def test_flavour_gives_way_before_a_text_continues(fronts):
    """One card holds the rules, and a warning names what it leaves out."""
    (face,) = fronts(" ".join(["draw"] * 150), ROOMY)
    assert "flavour" not in sides(face)
    assert sides(face)["text"].lost == 0
    assert codes(face) == ["FIT002"]


def test_a_text_does_not_shrink_to_its_floor_while_flavour_stays(fronts):
    """With the flavour it would have 7.5 of 9 points, and 7 at least."""
    (face,) = fronts(" ".join(["draw"] * 95), ROOMY)
    assert "flavour" not in sides(face)
    assert sides(face)["text"].size >= 8.75
    assert codes(face) == ["FIT002"]


def test_a_text_grows_into_its_picture_before_it_shrinks(fronts):
    """The picture above it becomes lower, and nothing is left out."""
    art = ROOMY.replace("slot: picture", "ornament: {kind: strata, colours: [ink]}")
    (face,) = fronts(" ".join(["draw"] * 55), art.replace("height: 30}", "height: 10}"))
    assert {"art", "flavour"} < sides(face).keys()
    assert (sides(face)["text"].size, codes(face)) == (9, [])
    assert sides(face)["art"].area.height < 35


def test_nothing_gives_way_that_the_face_does_not_name(fronts):
    """Without ``gives way``, the same text continues on a second card, which says how many there are to cut out."""
    found = fronts(" ".join(["draw"] * 150), ROOMY.replace("gives way: [art, flavour]\n", ""))
    assert len(found) > 1
    assert codes(found[0]) == ["FIT003"]
    (problem,) = found[0].problems
    assert f"1 card becomes {len(found)} to cut out" in problem.message
    assert "extends: wordy" in problem.hint
    assert "flavour" in sides(found[-1])


def test_the_face_for_long_texts_is_not_proposed_where_it_is_used(fronts):
    """Another one has no more room."""
    face = ROOMY.replace("fit: shrink to 7pt\n", "fit: shrink to 7pt\n    style: wordy-text\n")
    files = {"layouts/theme.yaml": THEME.replace("styles:\n", "styles:\n  wordy-text: {size: 9, leading: 11.5}\n")}
    found = fronts(" ".join(["draw"] * 400), face, files=files)
    assert "choose a larger card" in found[0].problems[0].hint


def test_a_text_for_two_cards_leaves_the_flavour_to_the_last(fronts):
    """All rules come first; the flavour text stands once, at their end."""
    found = fronts(" ".join(["draw"] * 260), ROOMY)
    assert ["flavour" in sides(face) for face in found] == [False] * (len(found) - 1) + [True]
    assert all(sides(face)["text"].lost == 0 for face in found)


@pytest.mark.parametrize("count", range(250, 900, 150))
def test_a_long_text_loses_no_line_to_the_flavour_of_its_last_card(fronts, count):
    """The flavour is there only if it has room, and as many cards are printed as the message says."""
    found = fronts(" ".join(["draw"] * count), ROOMY)
    assert not any(sides(face)["text"].lost for face in found)
    assert not any("flavour" in sides(face) for face in found[:-1])
    assert ("FIT002" in codes(found[0])) is ("flavour" not in sides(found[-1]))
    (told,) = [problem.message for problem in found[0].problems if problem.rule == "FIT003"]
    assert f"1 card becomes {len(found)} to cut out" in told


def test_an_unknown_box_that_gives_way_is_named(tiny_game):
    """A slip in ``gives way`` is an error with the name that was meant."""
    with pytest.raises(ProblemsFound) as found:
        tiny_game(ROOMY.replace("[art, flavour]", "[art, flavor]"), rows="[{name: alder, text: x}]")
    assert "'gives way' names an unknown box 'flavor'" in str(found.value.problems[0].message)
