"""Laws for every file of `layouts/words`: no language lacks a word, or has one that nothing reads."""

import re
from functools import cache
from pathlib import Path

import pytest
import yaml
from jinja2 import Environment, meta

from punchboard.compose.books.setup_steps import StepWriter
from punchboard.compose.books.setup_tables import pile_tables, seat_table, variant_tables
from punchboard.compose.text.phrases import pile_name_forms
from punchboard.load.game import load_game
from punchboard.load.layout_files import game_search_path
from punchboard.load.locale.translations import translate_text
from punchboard.load.texts import load_words
from punchboard.problem import Place

ROOT = Path(__file__).parents[3]
WORDS = {
    path.stem: yaml.safe_load(path.read_text(encoding="utf-8"))
    for path in sorted((ROOT / "layouts" / "words").glob("*.yaml"))
}
TEXTS = ROOT / "layouts" / "texts"
OTHERS = sorted(WORDS.keys() - {"en"})
GAMES = ("alpha-and-omega", "alpha-omega", "alter-ego", "atmosfear", "vortex")
AMOUNT = {"number", "digits", "most", "most_digits", "things"}
SAME_WORDS = ("setup", "verbs", "amounts", "shop")
PLACES = ("table", "box")
"""Places that no game names, whose forms are phrases of the language."""


def undeclared(text):
    """Return the names that a template uses."""
    environment = Environment(autoescape=False)
    environment.filters |= dict.fromkeys(("split", "words", "slug", "as_written"), str)
    return meta.find_undeclared_variables(environment.parse(text))


@cache
def game(name):
    return load_game(ROOT / "catalog" / name, ROOT)


@cache
def words(language, name=GAMES[0]):
    return load_words(game_search_path(name, ROOT, ROOT), language, Place("game.yaml"))


@pytest.mark.parametrize("language", OTHERS)
def test_a_language_has_the_keys_that_are_needed(language):
    """Those of English, its own forms of the table and the box, numbers to twelve, and the words of layouts."""
    own, english = WORDS[language], WORDS["en"]
    assert own.keys() == english.keys() | {"forms", "numbers", "layouts"}
    assert {name: own[name].keys() for name in SAME_WORDS} == {name: english[name].keys() for name in SAME_WORDS}
    forms = {f"{place} {form}" for place in PLACES for form in own["forms"]}
    assert own["phrases"].keys() - forms == english["phrases"].keys()
    assert list(own["numbers"]) == [str(number) for number in range(13)]
    assert own["layouts"].keys() == WORDS["de"]["layouts"].keys()


@pytest.mark.parametrize("language", OTHERS)
def test_a_template_uses_the_names_that_it_is_given(language):
    """Those of the English one: a mistyped name would be an error in the first game that prints it."""
    allowed = {
        (section, key): undeclared(text) for section in WORDS["en"] for key, text in WORDS["en"][section].items()
    }
    steps = set().union(*(of for (section, _), of in allowed.items() if section == "setup")) | {"end"}
    for section, texts in WORDS[language].items():
        for key, text in texts.items():
            more = {"setup": steps, "amounts": AMOUNT, "forms": {"name"}, "layouts": undeclared(key)}.get(
                section, set()
            )
            assert undeclared(text) <= allowed.get((section, key), set()) | more, (section, key)


@pytest.mark.parametrize("language", OTHERS)
def test_verbs_have_each_form_that_their_templates_use(language):
    """The order to all, the third person, and the form after *may* where the template has it."""
    for verb, text in WORDS[language]["verbs"].items():
        assert all(text.split("|"))
        assert text.count("|") == 2 or "end" not in WORDS[language]["setup"][verb], verb


@pytest.mark.parametrize("text", sorted(path.name for path in TEXTS.glob("*.md")))
@pytest.mark.parametrize("language", OTHERS)
def test_shared_texts_are_translated(language, text):
    """Each section of each, from the English as it is now."""
    source, translation = TEXTS / text, TEXTS / language / text
    done = translate_text(source.stem, source.read_text(encoding="utf-8"), translation.read_text(encoding="utf-8"))
    assert (done.missing, done.stale, done.unknown) == ((), (), ())


@pytest.mark.parametrize("language", OTHERS)
def test_instructions_of_shops_are_translated(language):
    """With every value that the English ones print."""
    for path in (ROOT / "layouts" / "shops").glob("*.yaml"):
        english = yaml.safe_load(path.read_text(encoding="utf-8"))
        own = yaml.safe_load((TEXTS / language / "shops" / path.name).read_text(encoding="utf-8"))
        assert own["extends"] == path.stem
        assert undeclared(own["choose"]) == undeclared(english["choose"]), path


def flat(steps):
    for step in steps:
        yield step
        yield from flat(step.steps)
        for option in step.choices:
            yield from flat(option)


def own_words(game):
    """Return the words of the names that a game prints in its steps."""
    file = game.file
    named = (*file.decks.values(), *file.piles.values(), *file.each_player_has.values(), *file.seats.values())
    names = [one.name for one in (*named, *file.dice.values(), *file.variants)]
    names += [text for kind in game.kinds.values() for text in (kind.name, kind.plural)]
    names += [text for name in file.groups for text in (name, game.words.get("groups", {}).get(name, ""))]
    return set(re.findall(r"\w+", " ".join(names).casefold()))


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("language", OTHERS)
def test_each_set_up_is_printed_without_english_verbs(language, name):
    """Sentences and tables of each game; what the game itself says stays as it is."""
    played, own = game(name), words(language, name)
    writer = StepWriter(played, own)
    assert all(writer.sentences(played.file.setup))
    assert [*pile_tables(played, own, writer), *variant_tables(played, own, writer), seat_table(played, own, writer)]
    sentences = [
        writer.plain_sentence(step)
        for step in flat(played.file.setup)
        if not step.steps and not step.choices and step.traits.operand != "text" and not step.in_words
    ]
    english = {form for forms in WORDS["en"]["verbs"].values() for form in forms.split("|")}
    english -= {form for forms in own["verbs"].values() for form in forms.split("|")}
    printed = set(re.findall(r"\w+", " ".join(sentences).casefold()))
    assert printed & english <= own_words(played)


@pytest.mark.parametrize(
    ("language", "name", "forms"),
    [
        ("fr", "le paquet", "du paquet, dans le paquet"),
        ("fr", "les cartes", "des cartes, dans les cartes"),
        ("fr", "l\u2019étang", "de l\u2019étang, dans l\u2019étang"),
        ("fr", "Atlantide", "d\u2019Atlantide, dans Atlantide"),
        ("es", "el mazo", "del mazo, al mazo, en el mazo"),
        ("es", "la reserva", "de la reserva, a la reserva, en la reserva"),
        ("it", "il mazzo", "dal mazzo, del mazzo, nel mazzo, sul mazzo"),
        ("it", "gli scarti", "dagli scarti, degli scarti, negli scarti, sugli scarti"),
        ("it", "l\u2019oceano", "dall\u2019oceano, dell\u2019oceano, nell\u2019oceano, sull\u2019oceano"),
        ("it", "Atlantide", "da Atlantide, di Atlantide, in Atlantide, su Atlantide"),
    ],
)
def test_articles_join_what_stands_before_them(language, name, forms):
    """``de`` and ``le`` are ``du``, ``in`` and ``il`` are ``nel``."""
    printed = pile_name_forms(game(GAMES[0]), words(language), "deck", name).properties
    assert ", ".join(str(printed[form]) for form in words(language)["forms"]) == forms


STEPS = """\
decks: {deck: {name: NAME, contains: card}}
setup:
  - STEP
"""


@pytest.mark.parametrize(
    ("language", "deck", "step", "text"),
    [
        ("fr", "la pioche", "{shuffle: deck}", "Mélangez la pioche."),
        ("fr", "le sac", "{when: players == 2, draw: 1, from: deck}", "Pour 2 joueurs\u00a0: piochez 1 carte du sac."),
        ("es", "el mazo", "{each player draws: 3, from: deck}", "Cada jugador roba 3 cartas del mazo."),
        ("es", "el mazo", "{return: all, from: deck}", "Devuelve el resto del mazo a la caja."),
        ("it", "il mazzo", "{return: all, from: deck}", "Rimettete il resto del mazzo nella scatola."),
        ("it", "il mazzo", "{each player may draw: 3, from: deck}", "Ogni giocatore può pescare 3 carte dal mazzo."),
    ],
)
def test_steps_are_sentences_of_the_language(language, deck, step, text, tiny_game):
    """With the form of the verb for whoever does it, and the space before a French colon."""
    played = tiny_game(more=STEPS.replace("NAME", deck).replace("STEP", step)).game
    assert [*StepWriter(played, words(language)).sentences(played.file.setup)] == [text]
