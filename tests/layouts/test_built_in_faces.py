import io

import pytest
import yaml
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PIL import Image, ImageChops, ImageStat

from punchboard.checks import check_game
from punchboard.checks.faces import check_faces
from punchboard.checks.ink.colours import VIEWS, colour_difference, lab_in_view
from punchboard.compose.books.figures import draw_die
from punchboard.compose.faces.composer import FaceComposer
from punchboard.load import builtin_folder, load
from punchboard.load.layouts.raw_layouts import builtin_themes, theme_choices
from punchboard.model.layout.coloured_boxes import COLOURED_BOXES
from punchboard.srgb import contrast

THEMES = ("plain", *builtin_themes())
CARDS = ("framed", "clean", "wordy", "picture", "item", "event")
SHAPES = {"poker": 100, "bridge": 80, "tarot": 120, "jumbo": 120, "square": 40, "mini": 18}
"""How many words each size of card holds in every theme and on every face, with all other slots but one filled."""

QUICK = frozenset({"plain", "meadow", "cyberpunk", "cyberpunk/acid"})
"""The themes that every run of the tests looks at; the others are slow proofs."""


def by_theme(names):
    """Return a mark that runs a test with each theme."""
    marked = [pytest.param(name, marks=() if name in QUICK else pytest.mark.slow) for name in names]
    return pytest.mark.parametrize("theme", marked)


themes = by_theme(THEMES)


def test_no_line_of_a_built_in_face_is_longer_than_120_characters():
    """Whoever extends one reads it first."""
    faces = [path for folder in ("faces", "themes") for path in (builtin_folder() / "layouts" / folder).rglob("*.yaml")]
    assert len(faces) > 100
    assert [path.name for path in faces if max(map(len, path.read_text(encoding="utf-8").splitlines())) > 120] == []


def problems(loaded, inks=("full", "low")):
    """Return the problems that the checks find in a game, in these ways of printing."""
    found = list(check_game(loaded.game))
    for ink in inks:
        composer = FaceComposer(loaded, ink)
        made = [side for name in loaded.game.file.dice for side in draw_die(loaded.game, composer, name)]
        sides = (side for one in loaded.game.components for side in (composer.front_face(one), composer.back_face(one)))
        made += [side for side in sides if side is not None]
        found += [*check_faces(made), *(problem for face in made for problem in face.problems)]
    return [str(problem) for problem in found if problem.rule != "PICT004"]  # some faces show the picture small


def rows_for(sample, shape):
    """Return short, medium and long rows for a size of card."""
    most = SHAPES[shape]
    if most >= 80:
        long = {**sample.LONG, "text": sample.words(most), "type": "Companion"}
        return [sample.SHORT, sample.MIDDLE, long, {"text": sample.words(60), "cost": "12,50 €"}, {"title": "Moor"}]
    small = {"title": "Lantern Bearer", "type": "Companion", "cost": "12 €", "text": sample.words(most)}
    return [sample.SHORT, {**sample.LONG, **small, "footer": ""}, {"title": "Keeper of the Mill", "icon": "lamp"}]


@themes
@pytest.mark.parametrize(
    "shape", [pytest.param(one, marks=[] if one in {"poker", "mini"} else pytest.mark.slow) for one in SHAPES]
)
def test_every_face_in_every_theme_holds_short_and_long_data(sample, tmp_path, theme, shape):
    """No check reports a problem, on any size of card, in colour and in low ink."""
    assert problems(sample.game(tmp_path / "sample", theme, CARDS, shape, rows_for(sample, shape))) == []


MORE_WORDS = {"split": 28, "mini": 18, "domino": 6, "event-landscape": 60, "banner": 60}
"""How many words the faces for one use hold; the others hold 120."""


def more_rows(sample, face):
    """Return short, usual and long rows for a face for one use."""
    text = sample.words(MORE_WORDS.get(face, 120))
    long = {**sample.LONG, "type": "Companion", "cost": "$3.50", "text": text}
    if face == "mini":
        long = {**long, "title": "Lantern Bearer"}
    if face == "split":
        long |= {f"{slot}_2": long[slot] for slot in ("title", "type", "cost", "value", "icon", "text")}
    ends = {"top": "12", "bottom": "Mountains", "top_icon": "lamp"}
    rows = [sample.SHORT, sample.OWN_ROWS.get(face, sample.MIDDLE), long, {"title": "Moor"}]
    return [sample.OWN_ROWS[face], ends, {"top": "1"}] if face == "domino" else rows


@themes
@pytest.mark.parametrize("picture", ["without", pytest.param("with", marks=pytest.mark.slow)])
def test_every_face_for_one_use_holds_short_and_long_data(sample, tmp_path, theme, picture):
    """Each in its own shape, with and without a picture."""
    for face, shape in sample.MORE_CARDS.items():
        rows, folder = more_rows(sample, face), tmp_path / face
        if picture == "with":
            folder.mkdir()
            Image.linear_gradient("L").resize((900, 1260)).convert("RGB").save(folder / "fox.png")
            rows = [{**row, "picture": "fox.png"} for row in rows]
        assert problems(sample.game(folder, theme, [face], shape, rows)) == [], face


@by_theme([name for name in theme_choices() if "/" in name])
def test_every_colourway_can_be_read(sample, tmp_path, theme):
    """Its colours keep the contrast that the checks ask for, on every card layout and on tiles."""
    rows = [sample.MIDDLE, {"title": "Stone Wolf", "type": "Beast", "cost": "3"}]
    for shape, faces in {"poker": CARDS, "square 50mm": ("tile-square",), "circle 25mm": ("token",)}.items():
        rows = sample.TOKENS if faces == ("token",) else rows
        loaded = sample.game(tmp_path / faces[0], theme, faces, shape, rows)
        assert problems(loaded, inks=("full",)) == []
    for face, shape in sample.MORE_CARDS.items():
        rows = [sample.OWN_ROWS.get(face, sample.MIDDLE)]
        assert problems(sample.game(tmp_path / face, theme, [face], shape, rows), inks=("full",)) == [], face


PAIRS = (
    ("on-cost", "cost"),
    ("on-value", "value"),
    ("on-title-plate", "title-plate"),
    ("on-type-plate", "type-plate"),
    ("on-accent", "accent"),
    ("emblem", "emblem-plate"),
    ("on-token", "token-plate"),
    ("quiet", "panel"),
    ("frame-ink", "frame-ground"),
    ("back-ink", "back"),
    ("box-ink", "box"),
)
"""Inks, and the colours that they are printed on."""


def test_colour_blind_players_can_read_every_colourway_and_tell_cost_from_value(sample, tmp_path):
    """Inks have a contrast of 4.5; the plates of cost and value differ in each kind of colour vision."""
    faults = []
    sample.game(tmp_path / "sample", "plain", ("framed",), "poker", [sample.SHORT])
    for name in theme_choices():
        colours = load("sample", tmp_path / "sample", books=False, theme=name).layouts.theme.colours
        faults += [(name, *pair) for pair in PAIRS if contrast(*(colours[one] for one in pair)) < 4.5]
        for view in VIEWS.keys() - {"greyscale"}:  # in grey, their forms tell them apart
            if colour_difference(*(lab_in_view(colours[one], view) for one in ("cost", "value"))) < 10:
                faults.append((name, view))
    assert faults == []


def test_every_theme_has_three_colourways():
    """The theme itself is one of them."""
    names = theme_choices()
    assert all(sum(name.startswith(f"{theme}/") for name in names) == 2 for theme in builtin_themes())


@themes
@pytest.mark.parametrize("piece", ["tile-square", "tile-hex", "token"])
def test_tiles_and_tokens_hold_short_and_long_data(sample, tmp_path, theme, piece):
    """With and without an icon, a number, a name and a line of text."""
    rows = sample.TOKENS if piece == "token" else sample.TILES
    assert problems(sample.game(tmp_path / "sample", theme, [piece], sample.PIECES[piece], rows)) == []


@themes
@pytest.mark.slow
def test_pieces_hold_short_and_long_data(sample, tmp_path, theme):
    """Counters, chits, standees, money, triangles, dials, tracks and mats: front and back, in colour and in low ink."""
    assert problems(sample.pieces(tmp_path / "sample", theme)) == []


@pytest.mark.slow
@pytest.mark.parametrize("theme", [name for name in theme_choices() if "/" in name])
def test_pieces_can_be_read_in_every_colourway(sample, tmp_path, theme):
    """Their colours keep the contrast that the checks ask for."""
    assert problems(sample.pieces(tmp_path / "sample", theme), inks=("full",)) == []


@pytest.mark.parametrize("theme", ["cyberpunk"])
def test_counters_and_dials_hold_short_and_long_data(sample, tmp_path, theme):
    """A quick look at the smallest pieces; every theme and piece is a slow proof."""
    assert problems(sample.pieces(tmp_path / "sample", theme, ["counter", "dial"]), inks=("full",)) == []


def test_a_counter_without_its_picture_shows_an_icon_and_its_weaker_side_is_on_the_back(sample, tmp_path):
    """The icon fits the type; the back has the weaker numbers, and none where the row has none."""
    loaded = sample.pieces(tmp_path / "sample", "wargame", ["counter"])
    composer = FaceComposer(loaded)
    rifles, *_, headquarters = loaded.game.components

    def shown(face):
        return {box.name for box in face.boxes if box.content}

    assert {"emblem", "attack", "defence", "move"} <= shown(composer.front_face(rifles))
    assert "attack" in shown(composer.back_face(rifles))
    assert not {"attack", "defence", "move"} & shown(composer.back_face(headquarters))


@themes
def test_a_picture_replaces_the_ornament(sample, tmp_path, theme):
    """A card's picture is in the place of its ornament, or beside the text."""
    (tmp_path / "sample").mkdir()
    Image.linear_gradient("L").resize((900, 1260)).convert("RGB").save(tmp_path / "sample" / "fox.png")
    rows = [{**sample.MIDDLE, "picture": "fox.png"}, sample.MIDDLE]
    assert problems(sample.game(tmp_path / "sample", theme, CARDS, "poker", rows)) == []
    for shown, without in zip(
        *[iter(sample.fronts(load("sample", tmp_path / "sample", books=False)))] * 2, strict=True
    ):
        assert [box.name for box in shown.boxes if box.content == "picture"] == ["picture"]
        assert "picture" not in {box.name for box in without.boxes if box.content}
        assert "art" not in {box.name for box in shown.boxes}


WORDS = st.text("abcdefghijklmnoprstuvwy", min_size=1, max_size=9)


ROWS = st.fixed_dictionaries(
    {
        "title": st.lists(WORDS, min_size=1, max_size=8).map(" ".join).filter(lambda text: 2 <= len(text) <= 40),
        "text": st.lists(WORDS, min_size=3, max_size=120).map(" ".join).filter(lambda text: len(text) <= 620),
    },
    optional={
        "type": st.sampled_from(["Companion", "Weather, Omen"]),
        "cost": st.sampled_from(["0", "3", "12"]),
        "value": st.sampled_from(["1", "10"]),
        "icon": st.just("lamp"),
        "footer": st.just("First harvest"),
    },
)


@pytest.mark.slow
@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(row=ROWS, theme=st.sampled_from(THEMES[1:]))
def test_any_title_and_text_fit_a_poker_card(sample, tmp_path_factory, row, theme):
    """Titles of 2 to 40 characters, texts of 3 to 120 words, with and without the other slots."""
    folder = tmp_path_factory.mktemp("deck") / "sample"
    assert problems(sample.game(folder, theme, CARDS, "poker", [row]), inks=("full",)) == []


def test_the_same_id_draws_the_same_ornament_and_another_id_another(sample, tmp_path):
    """Players learn to recognise a card without an illustration."""
    rows = [sample.MIDDLE, sample.MIDDLE]
    drawn = [
        sample.picture([[face]])
        for _ in "ab"
        for face in sample.fronts(sample.game(tmp_path / "sample", "tide", ["framed"], "poker", rows))
    ]
    assert drawn[0] == drawn[2]
    assert drawn[0] != drawn[1]


@themes
@pytest.mark.parametrize(("face", "turn"), [("clean", 180), ("tile-square", 90), ("tile-hex", 60), ("token", 180)])
def test_a_back_gives_nothing_away(sample, tmp_path, theme, face, turn):
    """All cards have the same back, and it looks the same whichever way round a card lies."""
    rows = sample.TOKENS if face == "token" else [sample.SHORT, sample.MIDDLE]
    loaded = sample.game(tmp_path / "sample", theme, [face], sample.PIECES.get(face, "poker"), rows)
    composer = FaceComposer(loaded)
    assert len({composer.back_face(component) for component in loaded.game.components}) == 1
    image = Image.open(io.BytesIO(sample.picture([[sample.back(loaded)]]))).convert("L")
    turned = image.rotate(turn, Image.Resampling.BICUBIC)
    width, height = image.size
    reach = (width / 2 - 16, height / 2 - 16) if turn == 180 else (min(image.size) * 0.3,) * 2
    middle = (
        int(width / 2 - reach[0]),
        int(height / 2 - reach[1]),
        int(width / 2 + reach[0]),
        int(height / 2 + reach[1]),
    )
    assert ImageStat.Stat(ImageChops.difference(image, turned).crop(middle)).mean[0] < 4


def test_a_game_changes_one_thing_of_a_built_in_face(sample, tmp_path):
    """It extends the theme's own face: another text for a slot, and a slot removed with what depends on it."""
    own = "extends: framed\nboxes:\n  title: {text: '{{ title }}!'}\n  cost: null\n"
    folder = tmp_path / "sample" / "layouts" / "faces"
    folder.mkdir(parents=True)
    (folder / "framed.yaml").write_text(own, encoding="utf-8")
    loaded = sample.game(tmp_path / "sample", "ink", ["framed"], "poker", [sample.MIDDLE])
    (face,) = sample.fronts(loaded)
    boxes = {box.name: box for box in face.boxes}
    assert not {"cost", "cost-plate"} & boxes.keys()
    assert boxes["value"].area.y == 4.4
    assert boxes["title-plate"].box.shape == "rectangle"
    assert not check_faces([face])


@pytest.mark.parametrize("theme", THEMES[1:])
def test_a_theme_s_faces_replace_shared_faces(theme):
    """A theme need not change every face, but a file with another name would never be used."""
    layouts = builtin_folder() / "layouts"
    own, shared = (
        {path.stem for path in (folder / "faces").glob("*.yaml")} for folder in (layouts / "themes" / theme, layouts)
    )
    unused = sorted(own - shared)
    assert not unused, f"layouts/themes/{theme}/faces has faces that are not in layouts/faces: {', '.join(unused)}"


GAME = 'title: List\nversion: "1"\nplayers: {range: 2, prototype: a sample}\ntheme: %s\nkinds:\n'


@pytest.mark.parametrize("theme", THEMES)
def test_the_colour_of_a_list_is_taken_by_every_layout_in_every_theme(tmp_path, theme):
    """A theme may leave boxes of a layout out; a face that colours them, as the import writes it, loads there too."""
    game = tmp_path / "catalog" / "list"
    (game / "layouts/faces").mkdir(parents=True)
    kinds = []
    for layout, coloured in COLOURED_BOXES.items():
        boxes = {name: {"fill": "accent"} for name in coloured.fills}
        (game / f"layouts/faces/my-{layout}.yaml").write_text(yaml.safe_dump({"extends": layout, "boxes": boxes}))
        kinds.append(f"  {layout}: {{name: {layout}, shape: poker, face: my-{layout}, id: {layout}, rows: [{{}}]}}\n")
    (game / "game.yaml").write_text(GAME % theme + "".join(kinds))
    loaded = load("list", tmp_path)
    taken = {name: [box for box in face.boxes.values() if box] for name, face in loaded.layouts.faces.items()}
    assert [name for name, boxes in taken.items() if not any(box.fill == "accent" for box in boxes)] == []
    assert loaded.layouts.warnings == ()


def test_the_usual_papers_are_built_in():
    """From A3 to tabloid."""
    text = (builtin_folder() / "layouts" / "papers.yaml").read_text(encoding="utf-8")
    assert {line.partition(":")[0] for line in text.splitlines()} >= {"a3", "a4", "a5", "letter", "legal", "tabloid"}
