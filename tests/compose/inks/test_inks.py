from punchboard.checks.faces import check_faces
from punchboard.compose.faces.composer import FaceComposer
from punchboard.compose.inks import BLACK, ORNAMENT_GREY, ORNAMENT_LINE_WIDTH, OUTLINE_WIDTH, WHITE
from punchboard.geometry import IDENTITY, Rect
from punchboard.scene import Group, Picture, Shape, Text, Use

CARD = """\
ground: red
boxes:
  sky: {at: [4, 4], size: [52, 14], ornament: {kind: strata, seed: a, colours: [red, ink]}}
  plate: {at: [5, 5], size: [50, 12], fill: ink}
  title: {at: [6, 6], size: [48, 10], text: "{{ name }}", style: title, colour: paper}
  rule: {at: [5, 20], size: [50, 0.4], fill: red}
  disc: {at: [20, 30], size: [20, 20], shape: circle, fill: red}
  sign: {at: [23, 33], size: [14, 14], icon: star, colour: paper}
  frame: {at: [5, 55], size: [50, 25], stroke: {colour: red, width: 2}}
  banner: {at: [10, 58], size: [40, 18], icon: star, colour: ink, overlaps: true}
"""
PNG = (
    b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x00\x01\x00\x00\x00\x01\x08\x02\x00\x00\x00\x90wS\xde"
    b"\x00\x00\x00\x0cIDATx\x9cc\xf8\xcf\xc0\x00\x00\x03\x01\x01\x00\xc9\xfe\x92\xef\x00\x00\x00\x00IEND\xaeB`\x82"
)


def leaves(items, at=IDENTITY):
    """Yield the drawn items of a face, with shapes at their positions."""
    for item in items:
        match item:
            case Group():
                yield from leaves(item.items, at @ item.transform)
            case Use():
                yield from leaves(item.symbol.items, at @ item.transform)
            case Shape():
                yield item._replace(outline=item.outline.placed(at))
            case _:
                yield item


def drawn(loaded, ink, side="front"):
    composer = FaceComposer(loaded, ink)
    face = getattr(composer, f"{side}_face")(loaded.game.components[0])
    return face, list(leaves(face.symbol.items))


def test_low_ink_has_black_text_and_icons_on_white(tiny_game):
    """All content is black; all fills are white."""
    _, items = drawn(tiny_game(CARD), "low")
    assert {item.colour for item in items if isinstance(item, Text)} == {BLACK}
    assert {item.fill for item in items if isinstance(item, Shape)} == {BLACK, WHITE, None}


def test_a_pale_icon_on_a_coloured_disc_is_a_black_icon_in_an_outlined_disc(tiny_game):
    """White on red becomes black in a ring; the disc still hides what is under it."""
    _, items = drawn(tiny_game(CARD), "low")
    area = Rect(20, 30, 20, 20)
    disc, icon, *_ = [item for item in items if isinstance(item, Shape) and area.contains(item.outline.bounds, 0.1)]
    assert (disc.fill, disc.stroke.colour, disc.stroke.width) == (WHITE, BLACK, OUTLINE_WIDTH)
    assert (icon.fill, icon.stroke) == (BLACK, None)


def test_low_ink_has_no_background_nothing_under_words_and_no_thick_lines(tiny_game):
    """The background is white, an ornament under the title is gone, and a line of 2 mm is thin."""
    _, full = drawn(tiny_game(CARD), "full")
    _, items = drawn(tiny_game(CARD), "low")
    shapes = [item for item in items if isinstance(item, Shape)]
    assert len(items) < len(full)
    assert max(item.stroke.width for item in shapes if item.stroke) <= 0.3
    assert not [item for item in shapes if item.fill == BLACK and item.outline.bounds.width > 40]


def test_an_ornament_without_text_over_it_is_outlined(tiny_game):
    """A portrait is drawn in faint lines, in its drawing order, so that hidden parts stay hidden."""
    face = """\
boxes:
  portrait: {at: [10, 10], size: [30, 30], ornament: {kind: figure, seed: a, colours: [red, paper, ink]}}
  name: {at: [10, 60], size: [40, 10], text: "{{ name }}", style: title}
"""
    _, full = drawn(tiny_game(face), "full")
    _, items = drawn(tiny_game(face), "low")
    parts = [item for item in items if isinstance(item, Shape) and item.outline.bounds.bottom < 41]
    assert [part.outline for part in parts] == [
        item.outline for item in full if isinstance(item, Shape) and item.outline.bounds.bottom < 41
    ]
    assert {(part.fill, part.stroke.colour) for part in parts} <= {(WHITE, ORNAMENT_GREY), (None, ORNAMENT_GREY)}
    assert max(part.stroke.width for part in parts) <= ORNAMENT_LINE_WIDTH


def test_a_thin_plate_stays_a_line(tiny_game):
    """A rule under a title is a line, not a ring."""
    _, items = drawn(tiny_game(CARD), "low")
    (rule,) = [item for item in items if isinstance(item, Shape) and item.outline.bounds.y == 20.2]
    assert (rule.fill, rule.stroke.colour, rule.outline.bounds.height) == (None, BLACK, 0)


def test_an_icon_that_is_part_of_a_drawing_is_outlined(tiny_game):
    """An icon that is meant to be under other things does not become a black area."""
    _, items = drawn(tiny_game(CARD), "low")
    banner = next(item for item in items if isinstance(item, Shape) and item.outline.bounds.y > 57 and item.fill)
    assert banner.fill == WHITE
    assert banner.stroke is not None


def test_an_icon_under_words_is_outlined(tiny_game):
    """A number on a drop would be black on black."""
    face = """\
boxes:
  drop: {at: [20, 20], size: [20, 20], icon: "{{ realm.icon }}", colour: red}
  worth: {at: [22, 24], size: [16, 10], text: "{{ rank }}", style: title, overlaps: true}
"""
    found, items = drawn(tiny_game(face), "low")
    assert next(item for item in items if isinstance(item, Shape)).fill == WHITE
    assert "CONTRAST001" not in {problem.rule for problem in check_faces((found,))}


def test_grey_ink_keeps_every_shape_and_has_no_colour(tiny_game):
    """Everything is drawn, in greys."""
    _, full = drawn(tiny_game(CARD), "full")
    _, items = drawn(tiny_game(CARD), "grey")
    assert len(items) == len(full)
    inks = {
        colour
        for item in items
        if isinstance(item, Shape)
        for colour in (item.fill, item.stroke and item.stroke.colour)
    }
    inks |= {item.colour for item in items if isinstance(item, Text)}
    assert all(ink is None or ink[1:3] == ink[3:5] == ink[5:7] for ink in inks)


def test_both_pass_the_contrast_checks(tiny_game):
    """What stands out in full ink also does in grey and in low ink."""
    loaded = tiny_game(CARD)
    for ink in ("full", "grey", "low"):
        face, _ = drawn(loaded, ink)
        assert "CONTRAST001" not in {problem.rule for problem in check_faces((face,))}, ink


def test_a_plain_back_shows_its_name_in_low_ink(tiny_game):
    """A back that is only a background shows its layout's name, the same on each card."""
    loaded = tiny_game(CARD, back="ground: red\nboxes: {}", rows="[{name: alder}, {name: birch}]")
    face, items = drawn(loaded, "low", "back")
    assert [word.text for item in items if isinstance(item, Text) for line in item.lines for word in line.words] == [
        "back"
    ]
    composer = FaceComposer(loaded, "low")
    assert len({composer.back_face(component) for component in loaded.game.components}) == 1
    assert face.layout == "back"


def test_a_face_of_spots_needs_no_name(tiny_game):
    """The side of a die has its spots."""
    _, items = drawn(tiny_game("boxes: {spot: {at: [30, 40], size: [3, 3], shape: circle, fill: ink}}"), "low")
    assert not [item for item in items if isinstance(item, Text)]


def test_pictures_are_pale_in_low_ink_and_grey_in_grey(tiny_game):
    """Each ink mode has its own picture of the same size."""
    face = "boxes: {art: {at: [5, 5], size: [20, 20], picture: art/dot.png}}"
    loaded = tiny_game(face, files={"art/dot.png": PNG})
    shown = {
        ink: next(item for item in drawn(loaded, ink)[1] if isinstance(item, Picture))
        for ink in ("full", "grey", "low")
    }
    assert len({picture.image.digest for picture in shown.values()}) == 3
    assert len({picture.area for picture in shown.values()}) == 1
