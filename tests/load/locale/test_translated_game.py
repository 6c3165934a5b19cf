"""Translated games: those in the catalog, and a small one with an incomplete translation."""

from pathlib import Path

import pytest

from punchboard.load import load
from punchboard.load.locale.locale_files import locale_names
from punchboard.model.game.selection import count_pieces
from punchboard.problem import ProblemsFound

ROOT = Path(__file__).parents[3]
SPOKEN = [
    (path.parent.name, language)
    for path in sorted((ROOT / "catalog").glob("*/game.yaml"))
    for language in locale_names(path.parent)
]

GAME = """\
title: The Grove
version: 0.1.0
players: {range: 2-4, stated: Players}
lists:
  realm: {stated: Realms, entries: {ember: {name: Ember, icon: flame}, tide: {name: Tide, icon: drop}}}
kinds:
  card:
    name: Card
    shape: poker
    face: card
    id: "{{ realm }}-{{ rank }}"
    stated: Components
    fields:
      realm: {one of: realm}
      rank: {type: integer}
      text: {type: markdown, default: Rest.}
    rows: cards.csv
groups: {burning: "text == 'Burn.'"}
decks: {pack: {name: the pack, contains: all}}
setup:
  - {shuffle: pack}
  - {each player draws: 2, from: pack, to: hand, note: Hide them.}
each player has: {hand: {name: hand}}
variants: [{name: Wild fire, text: Burn twice., prototype: for a test}]
"""
CARDS = "realm,rank,text\nember,1,Burn.\nember,2,Burn.\ntide,1,\n"
TEXTS = """\
id,source,translation
title,The Grove,Der Hain
lists.realm.entries.ember.name,Ember,Glut
kinds.card.fields.text.default,Rest.,Ruhe.
ember-1.text,Burn.,Brenne.
decks.pack.said.from,the pack,vom Stapel
variants.1.name,Wild fire,Wildfeuer
tide-1.txt,Rest.,Ruh dich aus.
"""


@pytest.mark.parametrize(
    ("files", "hint"),
    [
        ({"locale/de/texts.csv": TEXTS}, "choose one of: de"),
        ({}, "to start one, run `punchboard translate grove fr`"),
    ],
)
def test_a_language_without_a_translation_is_refused(grove, problem, files, hint):
    """The hint names the languages that there are, or how to start the first translation."""
    workspace = grove({"cards.csv": CARDS, **files}, game=GAME)
    found = problem(lambda: load("grove", workspace, books=False, locale="fr"))
    assert (found.rule, found.message, found.hint) == ("REF001", "grove has no translation for 'fr'", hint)


@pytest.fixture
def spoken(grove):
    """Load the grove in German, with files added or changed."""

    def spoken(**files):
        own = {"cards.csv": CARDS, "locale/de/texts.csv": TEXTS, **files}
        face = 'boxes:\n  name: {at: [5, 5], size: [40, 8], text: "Realm {{ realm.name }}"}\n'
        workspace = grove({"layouts/faces/card.yaml": face, **own}, game=GAME)
        return load("grove", workspace, books=False, locale="de")

    return spoken


@pytest.mark.parametrize(("name", "language"), SPOKEN)
def test_games_in_two_languages_have_the_same_components(name, language):
    """Ids, kinds, copies, groups and decks are the same as in the original language; nothing is missing or stale."""
    own, other = load(name, ROOT).game, load(name, ROOT, locale=language).game
    assert [(one.id, one.kind, one.copies) for one in own.components] == [
        (one.id, one.kind, one.copies) for one in other.components
    ]
    for group in (*own.file.groups, *own.file.decks):
        assert count_pieces(own, group) == count_pieces(other, group)
    assert [variant.key for variant in own.file.variants] == [variant.key for variant in other.file.variants]
    assert other.load_warnings == own.load_warnings
    assert other.texts.keys() == own.texts.keys()


def test_words_are_translated_and_ids_are_not(spoken):
    """Texts of cards, lists and game.yaml; a text on several cards is translated once."""
    game = spoken().game
    assert (game.title, game.locale, game.output_name) == ("Der Hain", "de", "grove-de")
    assert [one.id for one in game.components] == ["ember-1", "ember-2", "tide-1"]
    assert [one.values["text"] for one in game.components] == ["Brenne.", "Brenne.", "Ruhe."]
    assert game.components[0].values["realm"].properties["name"] == "Glut"
    assert game.components[0].values["realm"] == "ember"


def test_selections_are_the_same_in_every_language(spoken):
    """A group that selects by the words of cards uses those of the original language."""
    assert count_pieces(spoken().game, "burning") == 2


def test_variants_keep_their_ids(spoken):
    """The id that comes from the name in the original language stays."""
    (variant,) = spoken().game.file.variants
    assert (variant.name, variant.key) == ("Wildfeuer", "wild-fire")


def test_missing_stale_and_unknown_texts_are_reported(spoken):
    """One warning lists the first ids without translation; an unknown row is reported with the nearest id."""
    notes = {note.rule: note for note in spoken(**{"cards.csv": CARDS.replace("Burn.", "Blaze.")}).game.load_warnings}
    missing = notes["LOCALE001"].message
    assert all(name in missing for name in ("kinds.card.name", "setup.2.note"))
    count, more = int(missing.partition(" texts")[0]), int(missing.removesuffix(" more").rpartition(" ")[2])
    assert missing.count(", ") + 1 + more == count
    assert "ember-1.text" in notes["LOCALE002"].message
    assert "did you mean 'tide-1.text'" in notes["LOCALE003"].hint


SHOP = "name: Corner\nform: pdf\nbleed: 2mm\nsafe: 2mm\nchoose: Choose.\n"


def test_texts_of_layouts_without_a_translation_name_the_file_to_write(write, grove):
    """Texts and shops of all games belong to `layouts/texts/de`; a game's own shop belongs to its own folder."""
    own = {"layouts/faces/card.yaml": "boxes: {}", "locale/de/texts.csv": TEXTS, "layouts/shops/own.yaml": SHOP}
    shared = {"layouts/texts/hints.md": "Play well.\n", "layouts/shops/corner.yaml": SHOP}
    write({**shared, "layouts/shops/same.yaml": "extends: corner\nname: Same\n"})
    workspace = grove(own, game=GAME)

    def reported():
        return [
            note for note in load("grove", workspace, locale="de").game.load_warnings if "text file" in note.message
        ]

    (note,) = reported()
    assert (note.rule, note.place.file) == ("LOCALE001", "layouts/texts/hints.md")
    assert note.message.endswith("untranslated: hints.md, shops/corner.yaml, shops/own.yaml")
    files = (
        "layouts/texts/de/hints.md",
        "layouts/texts/de/shops/corner.yaml",
        "catalog/grove/locale/de/layouts/shops/own.yaml",
    )
    assert note.hint == f"write {', '.join(files)}"
    write(dict.fromkeys(files[1:], "extends: corner\nchoose: Wähle.\n") | {files[0]: "Spiel gut.\n"})
    assert not reported()


def test_a_language_without_instructions_for_any_shop_need_not_have_them(grove):
    """Most games are never sent to a shop, and their translators should not be asked for its words."""
    own = {"cards.csv": CARDS, "layouts/faces/card.yaml": "boxes: {}", "locale/pt/texts.csv": TEXTS}
    (note,) = [
        note for note in load("grove", grove(own, game=GAME), locale="pt").game.load_warnings if ".md" in str(note)
    ]
    assert note.message.endswith("untranslated: playtest.md, set-up.md")
    assert note.hint == "write catalog/grove/locale/pt/playtest.md, catalog/grove/locale/pt/set-up.md"


def test_set_up_steps_use_the_words_of_the_language(spoken):
    """Steps take its verbs, its numbers, and the grammatical forms of names that it needs."""
    from punchboard.compose.books.setup_steps import StepWriter

    loaded = spoken()
    said = list(StepWriter(loaded.game, loaded.layouts.words).sentences(loaded.game.file.setup))
    assert said[1].startswith("Jeder Spieler zieht 2 Karten vom Stapel")


def test_layouts_of_a_language_come_first(spoken):
    """A face in ``locale/de/layouts`` replaces the others; its words need no translation."""
    face = 'boxes:\n  name: {at: [5, 5], size: [50, 8], text: "Reich {{ realm.name }}"}\n'
    loaded = spoken(**{"locale/de/layouts/faces/card.yaml": face})
    assert loaded.layouts.faces["card"].boxes["name"].text == "Reich {{ realm.name }}"
    assert all("faces.card" not in note.message for note in loaded.game.load_warnings)


def test_a_language_without_words_may_have_layouts_of_its_own(grove):
    """A theme in ``locale/he/layouts`` gives it fonts; the lack of words for printed steps is a warning."""
    own = {"cards.csv": CARDS, "layouts/faces/card.yaml": "boxes: {}", "locale/he/layouts/theme.yaml": "extends: plain"}
    game = load("grove", grove(own, game=GAME), locale="he").game
    assert any("layouts/words/he.yaml" in note.message for note in game.load_warnings)


@pytest.mark.parametrize(
    ("locale", "words"), [("fr", "no translation for 'fr'"), ("en", "language grove is written in")]
)
def test_a_language_without_translation_is_reported(spoken, tmp_path, locale, words):
    """So is the game's own language."""
    spoken()
    with pytest.raises(ProblemsFound) as caught:
        load("grove", tmp_path, locale=locale)
    assert words in caught.value.problems[0].message
