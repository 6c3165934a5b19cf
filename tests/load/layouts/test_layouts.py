import pytest

from punchboard.load import load_game, load_layouts
from punchboard.problem import Place, Severity


@pytest.fixture
def layouts(grove, write, stock):
    """Load the layouts of the Grove with some layout files, given by their path from the workspace."""

    def layouts(files=None, own=None):
        workspace = grove(own)
        write(files or {})
        return load_layouts(load_game(workspace / "catalog" / "grove", workspace), workspace, stock)

    return layouts


def test_a_game_without_layouts_uses_the_built_in_ones(layouts):
    """Only the faces that the game uses are read; sheets, books, papers and words are all there."""
    found = layouts()
    assert set(found.faces) == {"card", "back"}
    assert set(found.sheets) == {"fronts"}
    assert set(found.books) == {"booklet", "rulebook"}
    assert found.papers["a4"].width == 210
    assert found.words["phrases"]["and"] == "and"
    assert found.theme.colours["ink"] == "#1d1d1b"


def test_names_are_looked_up_from_the_game_outwards(layouts):
    """A face of the game hides that of layouts/<game>/, which hides the shared one, which hides the built-in one."""
    face = "bleed: %d\nboxes: {}\n"
    files = {"layouts/faces/card.yaml": face % 1}
    assert layouts(files).faces["card"].bleed == 1
    files["layouts/grove/faces/card.yaml"] = face % 2
    assert layouts(files).faces["card"].bleed == 2
    files["catalog/grove/layouts/faces/card.yaml"] = face % 3
    assert layouts(files).faces["card"].bleed == 3


def test_a_face_changes_boxes_of_the_one_that_it_extends(layouts):
    """An existing box is merged key by key, null removes one, new ones come last."""
    base = "boxes:\n  a: {area: trim, fill: ink}\n  b: {size: [1, 1], text: hello, inset: 2}\n  c: {size: [1, 1]}\n"
    own = "extends: base\nsafe: 4\nboxes:\n  d: {size: [2, 2]}\n  b: {text: bye, inset: null}\n  c: null\n"
    face = layouts({"layouts/faces/base.yaml": base, "layouts/faces/card.yaml": own}).faces["card"]
    assert [name for name, box in face.boxes.items() if box is not None] == ["a", "b", "d"]
    assert (face.safe, face.boxes["b"].text, face.boxes["b"].size, face.boxes["b"].inset) == (4, "bye", (1, 1), 0)


def test_a_box_that_the_extended_layout_lacks_is_reported(layouts, problem):
    """It was written for another layout: the hint lists the existing boxes."""
    files = {
        "layouts/faces/base.yaml": "boxes:\n  spine: {area: trim}\n  edge: {area: trim}\n",
        "layouts/faces/card.yaml": "extends: base\nboxes:\n  d: {size: [1, 1]}\n  value: null\n  plate: {fill: ink}\n",
    }
    found = problem(layouts, files)
    assert (found.rule, found.place.line, found.message) == ("REF001", 5, "layout 'base' has no box 'plate' to change")
    assert "spine, edge" in found.hint


def test_the_colours_of_a_list_go_to_the_boxes_that_another_layout_colours(layouts):
    """Only the name of the layout is changed; what the face itself colours or leaves out stays so."""
    face = "extends: clean\nboxes:\n  cost: {text: one, colour: '{{ a.ink }}'}\n  icon: null\n  edge: {fill: ink}\n"
    face += "  type: {text: two, colour: '{{ a.ink }}'}\n  emblem: {icon of: type}\n"
    files = {
        "layouts/faces/clean.yaml": "boxes:\n"
        + "".join(f"  {name}: {{area: trim}}\n" for name in ("spine", "edge", "cost", "icon", "type")),
        "layouts/faces/plated.yaml": "boxes:\n  cost-plate: {area: trim}\n",
        "layouts/faces/card.yaml": f"{face}  cost-plate: {{fill: '{{{{ a.colour }}}}'}}\n",
    }
    found = layouts(files)
    boxes = found.faces["card"].boxes
    assert (boxes["spine"].fill, boxes["edge"].fill, boxes["icon"]) == ("{{ a.colour }}", "ink", None)
    assert (boxes["cost"].colour, boxes["type"].colour) == ("{{ a.ink }}", None)
    assert boxes.keys() & {"cost-plate", "emblem"} == set()
    assert found.warnings == ()


def test_a_colour_that_no_box_of_the_layout_takes_is_left_out_with_a_warning(layouts):
    """Nothing is missing on the card without it."""
    files = {
        "layouts/faces/base.yaml": "boxes:\n  spine: {area: trim}\n",
        "layouts/faces/card.yaml": "extends: base\nboxes:\n  cost-plate: {fill: ink}\n",
    }
    (warning,) = layouts(files).warnings
    assert (warning.place.line, warning.severity) == (3, Severity.WARNING)
    assert warning.message == "layout 'base' has no box 'cost-plate', which is left out"


def test_a_coloured_box_that_a_theme_leaves_out_stays_out(layouts):
    """A face that colours both rules of a layout loads in a theme that has one; without any, the colour is unused."""
    files = {
        "layouts/faces/wordy.yaml": "extends: ruled\nboxes:\n  rule-thin: null\n",
        "layouts/faces/ruled.yaml": "boxes:\n  rule: {area: trim}\n  rule-thin: {area: trim}\n",
        "layouts/faces/card.yaml": "extends: wordy\nboxes:\n  rule: {fill: ink}\n  rule-thin: {fill: ink}\n",
    }
    found = layouts(files)
    assert (found.faces["card"].boxes["rule"].fill, found.faces["card"].boxes.get("rule-thin")) == ("ink", None)
    assert found.warnings == ()
    files["layouts/faces/wordy.yaml"] += "  rule: null\n"
    unused = [f"layout 'wordy' has no box {name!r}, which is left out" for name in ("rule", "rule-thin")]
    assert [warning.message for warning in layouts(files).warnings] == unused


def test_a_colour_of_a_box_that_a_theme_leaves_out_is_left_out_with_a_warning(layouts):
    """A face that was written for another theme is no error."""
    files = {
        "layouts/faces/base.yaml": "boxes: {rule: {area: trim}, thin: {area: trim}}\n",
        "layouts/themes/dark.yaml": "extends: theme\n",
        "layouts/themes/dark/faces/base.yaml": "extends: base\nboxes: {thin: null}\n",
        "layouts/grove/theme.yaml": "extends: dark\n",
        "layouts/faces/card.yaml": "extends: base\nboxes: {rule: {fill: ink}, thin: {fill: ink}}\n",
    }
    found = layouts(files)
    assert (found.faces["card"].boxes["rule"].fill, found.faces["card"].boxes.get("thin")) == ("ink", None)
    assert [one.message for one in found.warnings] == ["layout 'base' has no box 'thin', which is left out"]


@pytest.mark.parametrize(
    ("key", "hint"), [("layout: base", "write 'extends: base'"), ("extnds: base", "did you mean 'extends'?")]
)
def test_another_word_for_extends_is_one_mistake(layouts, problem, key, hint):
    """Boxes without a place only follow from it."""
    files = {
        "layouts/faces/base.yaml": "boxes:\n  spine: {area: trim}\n",
        "layouts/faces/card.yaml": f"{key}\nboxes:\n  spine: {{fill: ink}}\n",
    }
    assert problem(layouts, files).hint == hint


def test_a_face_may_extend_the_next_of_its_own_name(layouts):
    """A game's back extends the shared back, which extends the built-in back."""
    files = {
        "layouts/grove/faces/back.yaml": "extends: back\nboxes: {own: {area: trim}}\n",
        "layouts/faces/back.yaml": "extends: back\nboxes: {shared: {area: trim}}\n",
    }
    assert list(layouts(files).faces["back"].boxes) == ["star", "shared", "own"]


def test_a_theme_merges_field_by_field(layouts):
    """A theme changes one colour and one field of a style, and keeps the rest of what it extends."""
    files = {
        "layouts/themes/dark.yaml": "extends: theme\ncolours: {ink: '#EEEEEE'}\n",
        "catalog/grove/layouts/theme.yaml": "extends: dark\nstyles: {title: {size: 14}, rules: {italic: true}}\n",
    }
    theme = layouts(files).theme
    assert (theme.colours["ink"], theme.colours["paper"]) == ("#eeeeee", "#ffffff")
    assert (theme.styles["title"].size, theme.styles["title"].bold) == (14, True)
    assert theme.styles["rules"].italic
    assert theme.fonts["body"].package == "font-source-sans-pro"


def test_a_problem_of_a_merged_value_is_reported_in_its_own_file(layouts, problem):
    """A wrong value of the extended face is reported in that face's file."""
    files = {
        "layouts/faces/base.yaml": "boxes:\n  a: {area: trim}\n  b: {area: trim, inset: wide}\n",
        "layouts/faces/card.yaml": "extends: base\nboxes:\n  a: {turn: far}\n",
    }
    assert problem(layouts, {**files, "layouts/faces/card.yaml": "extends: base\n"}).place == Place(
        "layouts/faces/base.yaml", 3, 26
    )
    files["layouts/faces/base.yaml"] = files["layouts/faces/base.yaml"].replace("wide", "1")
    assert problem(layouts, files).place == Place("layouts/faces/card.yaml", 3, 13)


def test_nested_faces_are_loaded(layouts):
    """Those in boxes of book pages, and those nested in other faces."""
    files = {
        "layouts/faces/card.yaml": "boxes: {inner: {area: safe, layout: inner}}\n",
        "layouts/faces/inner.yaml": "boxes: {}\n",
        "layouts/faces/unused.yaml": "not even: a face\n",
        "layouts/faces/footer.yaml": "boxes: {}\n",
        "layouts/books/booklet.yaml": "masters: {left: {boxes: {foot: {area: safe, layout: footer}}}}\n",
    }
    assert set(layouts(files).faces) == {"card", "back", "inner", "footer"}


def test_faces_of_dice_are_loaded(layouts, grove, problem):
    """The face that a die names, or the default one; a missing face is reported at the die."""
    game = (grove() / "catalog" / "grove" / "game.yaml").read_text()
    die = "dice:\n  fate: {name: Fate, faces: [1], stated: Dice%s}\n"
    assert set(layouts({}, {"game.yaml": game + die % ""}).faces) == {"card", "back", "die"}
    found = problem(layouts, {}, {"game.yaml": game + die % ", face: dye"})
    assert (found.rule, found.place.line, found.message) == ("REF001", 20, "no face 'dye'")


def test_a_reference_needs_its_face(layouts, problem):
    """A game with a reference.md must have the face for reference cards."""
    assert problem(layouts, {}, {"reference.md": "# Turn\n"}).message == "no face 'reference'"


def test_words_of_a_region_override_those_of_its_language(layouts, grove):
    """The words of pt-BR override those of pt, key by key; phrases that neither has are English."""
    files = {
        "layouts/words/pt.yaml": "phrases: {and: e, or: ou}\n",
        "layouts/words/pt-BR.yaml": "phrases: {or: 'ou então'}\n",
    }
    game = (grove() / "catalog" / "grove" / "game.yaml").read_text()
    found = layouts(files, {"game.yaml": game + "language: pt-BR\n"})
    assert {"and": "e", "or": "ou então", "game head": "The whole game"}.items() <= found.words["phrases"].items()


def test_a_language_without_words_is_reported(layouts, grove, problem):
    """The set-up cannot be printed in a language that has no words."""
    game = (grove() / "catalog" / "grove" / "game.yaml").read_text()
    found = problem(layouts, {}, {"game.yaml": game + "language: xx\n"})
    assert (found.rule, found.place.line, found.message) == ("REF001", 19, "no words for language 'xx'")


@pytest.mark.parametrize("name", ["../../secret", "/etc/passwd", "a/../b", "a b", "card.yaml", "{{ rank }}"])
def test_the_name_of_a_layout_cannot_be_a_path(layouts, grove, problem, name):
    """Names of layouts never lead out of the layout folders."""
    game = (grove() / "catalog" / "grove" / "game.yaml").read_text().replace("face: card", f"face: '{name}'")
    found = problem(layouts, {}, {"game.yaml": game})
    assert (found.rule, found.message) == ("REF001", f"'{name}' is not a valid layout name")


@pytest.mark.parametrize("name", ["card" * 60, "ö" * 120], ids=["letters", "bytes"])
def test_a_name_too_long_for_a_file_system_is_an_unknown_layout(layouts, grove, problem, name):
    """File names have at most 255 bytes, including the suffix."""
    game = (grove() / "catalog" / "grove" / "game.yaml").read_text().replace("face: card", f"face: {name}")
    found = problem(layouts, {}, {"game.yaml": game})
    assert (found.rule, found.message) == ("REF001", f"no face '{name}'")


def test_a_link_out_of_the_game_s_layouts_is_rejected(layouts, grove, write, problem):
    """An untrusted game cannot use the reader's files as layouts."""
    workspace = grove()
    write({"secret/faces/card.yaml": "boxes: {}\n"})
    (workspace / "catalog" / "grove" / "layouts").symlink_to(workspace / "secret")
    assert problem(layouts).rule == "FILE003"


def test_ornaments_are_checked_against_their_kind(layouts, problems):
    """Unknown kinds of ornament and unknown parameters are reported at their lines."""
    face = (
        "boxes:\n"
        "  a: {area: trim, ornament: {kind: rayz}}\n"
        "  b: {area: trim, ornament: {kind: rays, params: {no-such-thing: 1}}}\n"
    )
    first, second = problems(layouts, {"layouts/faces/card.yaml": face})
    assert (first.rule, first.place.line) == ("REF001", 2)
    assert "rayz" in first.message
    assert (second.rule, second.place.line, second.message) == ("KEY001", 3, "unknown key 'no-such-thing'")


def test_a_wrong_parameter_of_an_ornament_is_named(layouts, problem):
    """The line may have several."""
    face = "boxes:\n  a: {area: trim, ornament: {kind: rays, params: {count: 24, fill: 9}}}\n"
    found = problem(layouts, {"layouts/faces/card.yaml": face})
    assert (found.rule, found.place.line) == ("VALUE001", 2)
    assert found.message.startswith("in 'fill', 9 is more than ")


def test_fixed_pictures_of_a_face_are_checked(layouts, problem):
    """A missing picture that every card shows is reported when layouts are loaded."""
    face = 'boxes:\n  a: {area: trim, picture: art/grove.png}\n  b: {area: trim, picture: "{{ art }}"}\n'
    found = problem(layouts, {"layouts/faces/card.yaml": face})
    assert (found.rule, found.place.line, found.message) == ("PICT001", 2, "'art/grove.png' is missing")


def test_an_unknown_icon_with_a_colour_is_reported(layouts, problem):
    """At its name, with the icon that was meant."""
    theme = "extends: theme\nicon colours:\n  star: '#c8402f'\n  staar: '#17396b'\n"
    found = problem(layouts, {"layouts/grove/theme.yaml": theme})
    assert (found.rule, found.place, found.message, found.hint) == (
        "REF001",
        Place("layouts/grove/theme.yaml", 4, 3),
        "no icon 'staar'",
        "did you mean 'star'?",
    )


def test_unknown_styles_in_books_are_reported(layouts, problem):
    """At the line that names the style."""
    found = problem(layouts, {"layouts/books/booklet.yaml": "styles:\n  paragraph: body\n  heading: titel\n"})
    assert (found.place, found.message, found.hint) == (
        Place("layouts/books/booklet.yaml", 3, 12),
        "no style 'titel'",
        "did you mean 'title'?",
    )


@pytest.mark.parametrize(
    ("file", "text", "message"),
    [
        ("faces/card", 'boxes:\n  a: {area: trim, text: x, style: "{{ name }}"}\n', "no style '{{ name }}'"),
        (
            "faces/card",
            'boxes:\n  a: {area: trim, text: x, text shadow: {colour: "{{ name }}"}}\n',
            "no colour '{{ name }}'",
        ),
        ("theme", 'extends: theme\nstyles:\n  title: {colour: "{{ name }}"}\n', "no colour '{{ name }}'"),
        ("theme", 'extends: theme\nstyles:\n  title: {font: "{{ name"}\n', "no font '{{ name'"),
    ],
)
def test_a_template_is_no_name_where_all_components_share_it(layouts, problem, file, text, message):
    """A style is the same for all cards, so braces in its name are a slip; a fill may differ from card to card."""
    fill = {"layouts/grove/faces/tile.yaml": 'boxes:\n  a: {area: trim, fill: "{{ name }}"}\n'}
    assert problem(layouts, {f"layouts/grove/{file}.yaml": text, **fill}).message == message


def test_a_theme_has_faces_of_its_own(layouts):
    """They come before the shared faces, which they may extend, and after the game's own."""
    files = {
        "layouts/themes/dark.yaml": "extends: theme\n",
        "layouts/themes/dark/faces/back.yaml": "extends: back\nboxes: {dark: {area: trim}}\n",
        "layouts/faces/back.yaml": "extends: back\nboxes: {shared: {area: trim}}\n",
        "layouts/grove/faces/back.yaml": "extends: back\nboxes: {own: {area: trim}}\n",
    }
    assert list(layouts(files).faces["back"].boxes) == ["star", "shared", "own"]
    themed = {**files, "layouts/grove/theme.yaml": "extends: dark\n"}
    assert list(layouts(themed).faces["back"].boxes) == ["star", "shared", "dark", "own"]


def test_a_removed_box_can_still_be_referred_to(layouts):
    """Other boxes may refer to it, and an extending face may define it again."""
    files = {
        "layouts/faces/base.yaml": "boxes: {a: null, b: {size: [1, 1]}, c: {size: [1, 1], goes with: b}}\n",
        "layouts/faces/card.yaml": "extends: base\nboxes: {b: null, a: {size: [2, 2]}}\n",
    }
    assert list(layouts(files).faces["card"].boxes.items())[:2] == [
        ("a", layouts(files).faces["card"].boxes["a"]),
        ("b", None),
    ]


def test_a_reference_to_an_unknown_box_is_reported(layouts, problems):
    """Whichever key contains it."""
    sides = "{left: 1, after: costs + 2, right: 1, top: 1, height: 5}"
    card = f"boxes:\n  cost: {{size: [1, 1]}}\n  a: {{sides: {sides}}}\n  b: {{size: [1, 1], goes with: coost}}\n"
    found = problems(layouts, {"layouts/faces/card.yaml": card})
    assert [(one.rule, one.place.line, one.message, one.hint) for one in found] == [
        ("REF001", 3, "no box 'costs'", "did you mean 'cost'?"),
        ("REF001", 4, "no box 'coost'", "did you mean 'cost'?"),
    ]
