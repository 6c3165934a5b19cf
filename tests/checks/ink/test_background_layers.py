"""Faces that share background layers: the record of their boxes gives the same result as checking every line."""

import pytest

from punchboard.checks.faces import check_faces
from punchboard.checks.ink.contrast import has_proven_contrast, split_face
from punchboard.compose.faces.composer import FaceComposer

WORDS = "one two three four five six seven eight nine ten"
ROWS = f"[{{name: alder, rank: 1}}, {{name: birch, rank: 2}}, {{name: cedar, rank: 3, text: {WORDS}}}]"

NAME = 'name: {at: [5, 5], size: [40, 9], text: "{{ name }}"}\n'
BORDER = "border: {at: [3, 3], size: [57, 82], shape: rounded, stroke: {colour: '#333333', width: 0.4}}\n"
STAR = "star: {at: [5, 30], size: [20, 20], icon: star}\n"
PALE_STAR = "star: {at: [5, 30], size: [20, 20], icon: star, colour: '#dddddd'}\n"
DARK = "dark: {at: [4, 4], size: [50, 20], fill: '#333333'}\n"
LIGHT = "light: {at: [4, 4], size: [50, 20], fill: '#eeeeee'}\n"
FIXED = "fixed: {at: [5, 60], size: [40, 9], text: set, colour: '#cccccc'}\n"
TEXT = 'text: {at: [5, 40], size: [12, 30], text: "{{ text or name }}", fit: shrink to 4pt}\n'
SIGNS = 'text: {at: [5, 40], size: [40, 30], markdown: "{{ name }} :star: ^^#dddddd^^"}\n'


@pytest.fixture
def faces(tiny_game):
    """Return the faces of three cards whose layout holds the boxes given."""

    def faces(boxes):
        lines = "".join(f"  {line}\n" for line in boxes.splitlines())
        loaded = tiny_game(f"boxes:\n{lines}", rows=ROWS)
        composer = FaceComposer(loaded)
        return [composer.front_face(component) for component in loaded.game.components]

    return faces


def test_the_first_face_is_checked_line_by_line(faces):
    """Checking background layers pays only from the second face with them."""
    first, second, third = faces(BORDER + NAME)
    assert split_face(first) is None
    assert split_face(second).background is split_face(third).background
    assert not has_proven_contrast(first)
    assert has_proven_contrast(second)
    assert has_proven_contrast(third)


@pytest.mark.parametrize(
    "boxes",
    [
        DARK + NAME,
        PALE_STAR + NAME,
        FIXED + NAME,
        BORDER + NAME.replace("5, 5", "5, 2.6"),
        NAME + DARK,
        LIGHT + DARK + NAME,
        TEXT.replace("12, 30", "12, 4"),
    ],
    ids=["dark", "icon", "fixed", "border", "plate above", "plate hidden", "lost"],
)
def test_faces_with_possible_low_contrast_are_not_proven(faces, boxes):
    """A similar colour in a text's box, icons and texts in the background, lines without room."""
    proven = list(map(has_proven_contrast, faces(boxes)))
    assert not proven[-1]


def test_a_plate_over_the_first_text_hides_nothing_below_it(faces):
    """It may lie over that text, too."""
    second = 'rank: {at: [5, 14], size: [40, 9], text: "{{ rank }}"}\n'
    assert list(map(has_proven_contrast, faces(DARK + LIGHT + NAME + second))) == [False, True, True]
    over = LIGHT.replace("4, 4", "4, 13")
    assert not any(map(has_proven_contrast, faces(DARK + NAME + over + second)))


@pytest.mark.parametrize("plate", ["", DARK, LIGHT, DARK + LIGHT, LIGHT + DARK], ids=["", "d", "l", "dl", "ld"])
@pytest.mark.parametrize("ink", ["ink", "'#ffffff'", "'#999999'"])
@pytest.mark.parametrize(
    "rest", [BORDER + STAR, PALE_STAR, FIXED + TEXT, SIGNS], ids=["plain", "pale", "text", "signs"]
)
def test_the_problems_are_those_of_checking_every_line(faces, monkeypatch, plate, ink, rest):
    """For every card, in order."""
    boxes = plate + NAME.replace("text:", f"colour: {ink}, text:") + rest
    found = check_faces(faces(boxes))
    for module in ("contrast.has_proven_contrast", "small_type.split_face", "resolution.split_face"):
        monkeypatch.setattr(f"punchboard.checks.faces.{module}", lambda _face: None)
    assert [str(problem) for problem in found] == [str(problem) for problem in check_faces(faces(boxes))]
