import os
import subprocess
import sys
from pathlib import Path

import pytest

from punchboard.compose.faces.composer import FaceComposer
from punchboard.load import load
from punchboard.model.snapshot import compare_snapshots
from punchboard.products.game.snapshots import take_snapshot

FACE = """\
boxes:
  title: {at: [6, 6], size: [40, 8], text: "{{ name }}", style: title}
  text: {at: [6, 20], size: [50, 40], markdown: "{{ text }}"}
  sign: {at: [6, 70], size: [8, 8], icon: "{{ realm.icon or 'star' }}", colour: "{{ realm.colour or 'ink' }}"}
"""
ROWS = "[{name: alder, text: 'Draw :star: one.'}, {name: birch, realm: tide}, {name: cedar, realm: tide}]"
STAR = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512"><path d="M0 0H{}V512Z"/></svg>'


@pytest.fixture
def state(tiny_game, tmp_path):
    """Return the state of a tiny game; ``edit`` replaces a text in its game.yaml."""

    def state(face=FACE, edit=("", ""), **changes):
        changes = {"rows": ROWS, "back": "boxes: {}", **changes}
        changes["files"] = {"layouts/icons/star.svg": STAR.format(512), **changes.get("files", {})}
        loaded = tiny_game(face, **changes)
        if edit[0]:
            path = tmp_path / "catalog" / "tiny" / "game.yaml"
            text = path.read_text()
            assert edit[0] in text
            path.write_text(text.replace(*edit))
            loaded = load("tiny", tmp_path)
        composer = FaceComposer(loaded)
        return take_snapshot(loaded, ((one, composer.single_card_specs(one)) for one in loaded.game.components))

    return state


def marked(old, new):
    """Return the ids of the components whose fingerprint changed, and the printed changes."""
    changes = [change for change in compare_snapshots(old, new).changes if change.has_new_faces]
    return {change.id for change in changes}, {name for change in changes for name in change.changed_sources}


def test_the_same_game_has_the_same_fingerprints(state):
    """Two loads have equal states."""
    assert compare_snapshots(state(), state()).is_empty


def test_one_text_changes_one_fingerprint(state):
    """The other cards of the kind stay as they are."""
    new = state(rows=ROWS.replace("name: birch", "name: birch, text: new"))
    assert marked(state(), new) == ({"birch"}, set())


def test_an_entry_changes_the_cards_that_show_it(state):
    """Only one card shows the colour of a realm."""
    new = state(edit=("#a3282f", "#a3282e"))
    assert marked(state(), new) == ({"alder"}, set())
    (change,) = compare_snapshots(state(), new).changes
    assert [field.field for field in change.fields] == ["realm.colour"]


def test_an_entry_that_is_not_shown_changes_nothing(state):
    """Cards that do not show it are not reprinted."""
    assert marked(state(), state(edit=("name: Ember", "name: Embers")))[0] == set()


def test_a_layout_changes_all_cards_of_its_kind(state):
    """A box that moves is moved on every card."""
    assert marked(state(), state(FACE.replace("[6, 6]", "[7, 6]"))) == ({"alder", "birch", "cedar"}, {"face card"})


def test_a_back_changes_all_cards_of_its_kind(state):
    """The back is part of the fingerprint."""
    assert marked(state(), state(back="ground: red\nboxes: {}"))[1] >= {"face back"}


def test_an_icon_changes_the_cards_that_show_it(state):
    """In a box or within a text."""
    new = state(
        files={"layouts/icons/star.svg": STAR.format(500)}, edit=("tide: {name: Tide}", "tide: {name: Tide, icon: act}")
    )
    old = state(edit=("tide: {name: Tide}", "tide: {name: Tide, icon: act}"))
    assert marked(old, new)[1] == {"icon star"}
    assert "alder" in marked(old, new)[0]


def test_styles_and_colours_count_where_they_are_used(state):
    """The style of the title is a source; that of a rulebook's chapter is not."""
    sources = state().sources
    assert {
        "face card",
        "face back",
        "style title",
        "style body",
        "font body",
        "colour ink",
        "icon star",
    } <= sources.keys()
    assert "style contents-1" not in sources


def test_the_shape_is_part_of_the_fingerprint(state):
    """A card of another size is another card."""
    assert marked(state(), state(shape="mini"))[0] == {"alder", "birch", "cedar"}


def test_a_nested_layout_is_part_of_the_fingerprint(state):
    """A layout that is drawn into an area of a face counts, and so do the values passed to it."""
    nested = 'boxes: {{n: {{at: [6, 6], size: [30, 30], layout: inner, with: {{what: "{}"}}}}}}'
    inner = {"layouts/faces/inner.yaml": "boxes: {a: {at: [0, 0], size: [20, 8], text: '{{ what }}'}}"}
    other = {"layouts/faces/inner.yaml": "boxes: {a: {at: [0, 0], size: [21, 8], text: '{{ what }}'}}"}
    old = state(nested.format("{{ name }}"), files=inner)
    assert marked(old, state(nested.format("{{ name }}"), files=other))[1] == {"face inner"}
    new = state(nested.format("{{ name }}"), files=inner, rows=ROWS.replace("cedar", "cedars"))
    assert {change.id for change in compare_snapshots(old, new).changes} == {"cedar", "cedars"}


def test_the_edition_mark_changes_no_fingerprint(state):
    """Nor does its place: a new version marks the cards that it prints, and need not reprint others."""
    old = state(more='edition: "v{{ game.version }}"\n')
    new = state("edition: {at: [5, 5]}\n" + FACE, more='edition: "v2"\n', edit=("version: 0.1.0", "version: 0.2.0"))
    assert marked(old, new)[0] == set()
    assert not compare_snapshots(old, new).is_empty


def test_fingerprints_are_the_same_in_every_process():
    """They do not depend on the seed of Python's hashes."""
    script = (
        "from pathlib import Path; from punchboard.load import load; "
        "from punchboard.revisions.comparison import game_state; "
        "s = game_state(load('atmosfear', Path('.'))); "
        "print([(k, p.look_hash) for k, p in s.parts.items()], sorted(s.sources.items()), sorted(s.kinds.items()))"
    )
    root = Path(__file__).resolve().parents[3]

    def said(seed):
        env = {**os.environ, "PYTHONPATH": str(root / "src"), "PYTHONHASHSEED": seed}
        return subprocess.run([sys.executable, "-c", script], cwd=root, env=env, capture_output=True, check=True).stdout

    assert said("1") == said("2")


def test_the_colours_of_icons_count_where_a_style_uses_them(state):
    """A card whose texts have coloured icons is printed again when the colours change."""
    theme = """\
colours: {ink: "#000000", paper: "#ffffff", red: "#c8402f"}
icon colours: {star: "COLOUR"}
fonts: {body: {package: font-source-serif-pro, regular: SourceSerifPro-Regular, bold: SourceSerifPro-Bold,
  italic: SourceSerifPro-It, bold italic: SourceSerifPro-BoldIt}}
styles:
  body: {size: 9}
  title: {size: 12, coloured icons: USED}
"""

    def themed(colour, used):
        return state(files={"layouts/theme.yaml": theme.replace("COLOUR", colour).replace("USED", used)})

    cards = {"alder", "birch", "cedar"}
    assert marked(themed("#c8402f", "true"), themed("#17396b", "true")) == (cards, {"icon colours"})
    assert marked(themed("#c8402f", "false"), themed("#17396b", "false")) == (set(), set())
