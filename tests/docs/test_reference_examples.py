"""The examples of the reference work: in a game they are loaded, checked and composed."""

import csv
import io
import json
import re
from pathlib import Path

import pytest

from punchboard.checks import check_game
from punchboard.compose.books.book import BookComposer
from punchboard.compose.books.prose import prose_values
from punchboard.compose.books.setup_steps import StepWriter
from punchboard.compose.faces.composer import FaceComposer
from punchboard.expression import expression, template
from punchboard.expression.sandbox import filter_names
from punchboard.load import load, load_game
from punchboard.load.yaml.places import read_yaml_value
from punchboard.manual.reference import anchor
from punchboard.model.game.directives import DIRECTIVES
from punchboard.model.game.setup import VERBS
from punchboard.schema.json_schemas import KINDS, data
from punchboard.schema.reference_pages import expressions_page, pages

NAMES = ("Old Guard", "Lamp Boy", "Ferryman", "Reed Cutter", "Toll Keeper", "Swimmer")
OF_GAME = data("examples")["game"]
LAYOUTS = [(kind, model) for kind, of in data("examples").items() if kind not in {"game", "rules"} for model in of]
PLACES = {"theme": "layouts/theme.yaml", "book": "layouts/books/rulebook.yaml"}


def cards():
    """Return a table of twelve Heroes, one for each realm and rank, and a tile that is not a Hero."""
    out = io.StringIO()
    write = csv.writer(out).writerow
    write(["name", "realm", "rank", "Cost (coins)", "text", "Type", "Qty", "Notes"])
    for realm, title in (("tide", ""), ("ember", " of Ember")):
        for rank, name in enumerate(NAMES, 1):
            write([f"{name}{title}", realm, rank, rank, "Draw a card.", "Hero", 1, "-"])
    return out.getvalue()


def merge(one, other):
    """Return two mappings as one: nested mappings are merged, lists joined, and other values are the second's."""
    if isinstance(one, dict) and isinstance(other, dict):
        return {
            key: merge(one[key], other[key]) if key in one and key in other else one.get(key, other.get(key))
            for key in one | other
        }
    return [*one, *other] if isinstance(one, list) and isinstance(other, list) else other


def write_game(folder, *more):
    """Write the game of all examples with more keys merged into it; return its folder."""
    whole = {}
    for text in OF_GAME.values():
        whole = merge(whole, read_yaml_value(text, "example"))
    for one in more:
        whole = merge(whole, one)
    (folder / "layouts").mkdir(parents=True)
    (folder / "game.yaml").write_text(json.dumps(whole), encoding="utf-8")
    (folder / "cards.csv").write_text(cards(), encoding="utf-8")
    (folder / "layouts" / "theme.yaml").write_text("extends: meadow\n", encoding="utf-8")
    (folder / "rulebook.md").write_text("# Crossing\n\nHeroes cross the river.\n", encoding="utf-8")
    return folder


def errors(folder):
    """Return the errors in a game's data."""
    game = load_game(folder, folder)
    return [str(one) for one in check_game(game) if one.severity == "error" and one.rule[:5] != "PROSE"]


def test_all_examples_of_a_game_work_together(tmp_path):
    """The merged game can be loaded and played."""
    assert errors(write_game(tmp_path / "ferry")) == []


def test_every_section_has_an_example():
    """Each mapping that a page describes, and the file itself."""
    lacking = [
        name for name, text in pages() if name[:-3] in KINDS for part in text.split("\n## ") if "```yaml" not in part
    ]
    assert lacking == []


def test_every_verb_has_an_example_that_can_be_loaded_and_printed(tmp_path):
    """All in one set-up, in a game with the piles, the die and the seat that they name."""
    verbs = data("verbs")
    assert verbs.keys() == VERBS.keys()
    lines = [read_yaml_value(one["example"], "example") for one in verbs.values()]
    assert [verb for verb, line in zip(verbs, lines, strict=True) if verb not in str(next(iter(line)))] == []
    more = {
        "piles": {"stacks": {"name": "stack", "many": 2}},
        "seats": {"leader": {"name": "the Leader"}},
        "sequences": {"all": [line for line in lines if "deals" not in line]},
        "variants": [],
    }
    folder = write_game(tmp_path / "ferry", more)
    assert errors(folder) == []
    loaded = load("ferry", folder)
    steps = loaded.game.file.sequences["all"]
    sentences = StepWriter(loaded.game, loaded.layouts.words).sentences(steps)
    assert [step.verb for step, said in zip(steps, sentences, strict=True) if not said.strip()] == []


@pytest.mark.parametrize(("kind", "model"), LAYOUTS, ids=map("-".join, LAYOUTS))
def test_an_example_of_a_layout_can_be_loaded(kind, model, tmp_path):
    """From the folder that the reference names; a face is drawn for a Hero without a problem."""
    folder = write_game(tmp_path / "ferry", {"kinds": {"hero": {"face": "example"}}} if kind == "face" else {})
    path = folder / PLACES.get(kind, KINDS[kind].place.replace("*", "example"))
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(data("examples")[kind][model], encoding="utf-8")
    loaded = load("ferry", folder)
    if kind in {"paper", "stock", "braille"}:
        name = next(iter(read_yaml_value(data("examples")[kind][model], "example")))
        tables = {"paper": loaded.layouts.papers, "stock": loaded.layouts.stocks, "braille": loaded.layouts.braille}
        assert name in tables[kind]
    elif kind not in {"face", "theme", "book"}:
        assert loaded.layouts.lazy_mappings[f"{kind}s"]["example"]
    composer = FaceComposer(loaded)
    hero = next(one for one in loaded.game.components if one.kind == "hero")
    assert [str(one) for one in composer.front_face(hero).problems] == []
    if kind == "book":
        assert [str(one) for one in BookComposer(loaded, composer, "rulebook").compose().problems] == []


def test_the_blocks_of_rulebooks_can_be_composed(tmp_path):
    """Each with its example, in one rulebook."""
    told = data("directives")
    assert told.keys() == DIRECTIVES.keys()
    folder = write_game(tmp_path / "ferry")
    text = "".join(f"# {name}\n\n```{name}\n{one.get('example', '')}```\n\n" for name, one in told.items())
    (folder / "rulebook.md").write_text(text, encoding="utf-8")
    loaded = load("ferry", folder)
    found = BookComposer(loaded, FaceComposer(loaded), "rulebook").compose()
    assert [str(one) for one in found.problems] == []


def test_every_filter_is_documented(tmp_path):
    """With an example or by its name; the table has no unknown filter."""
    assert data("filters").keys() <= {*filter_names()}
    assert [name for name in filter_names() if f"`{name}`" not in expressions_page()] == []
    for name in re.findall(
        r"`(\w+)(?:\(3\))?`[,.]", expressions_page().partition("Tests stand after `is`: ")[2].partition("turns")[0]
    ):
        expression(f"3 is {'divisibleby(3)' if name == 'divisibleby' else name}")


def test_the_documented_names_exist_in_expressions(tmp_path):
    """On components, everywhere, and in the rulebook; names of scripts are used in a condition."""
    loaded = load("ferry", write_game(tmp_path / "ferry"))
    names, game = data("names"), loaded.game
    hero = next(one for one in game.components if one.kind == "hero")
    fields = game.kinds["hero"].file.fields.keys()
    assert hero.values.keys() - fields == names["component"].keys()
    assert prose_values(game).keys() == names["prose"].keys() | names["game"].keys()
    counted = "total('hand') >= 0 and most('hand') >= least('hand')"
    asked = f"{counted} and players > 1 and variant != '' and numbers.hand == hand"
    folder = write_game(tmp_path / "again", {"setup": [{"say": "All is well.", "when": asked, "in words": "Always"}]})
    assert errors(folder) == []


def test_expressions_of_the_page_can_be_parsed():
    """Those of its first table, and the templates that it shows."""
    table = expressions_page().partition("| you write | it is |")[2].partition("## ")[0]
    found = [one for line in table.splitlines()[2:] if line for one in re.findall(r"`([^`]+)`", line.split(" | ")[0])]
    assert len(found) > 15
    for text in found:
        expression(text)
    template("{% if text %}a{% endif %}{% for hero in [1, 2] %}b{% endfor %}")


def test_links_lead_to_existing_pages_and_anchors():
    """Including anchors of value types and sections."""
    made = dict(pages())
    anchors = {
        name: {anchor(one) for one in re.findall(r"^#+ (.+)$", text, re.MULTILINE)}
        | {*re.findall(r'<a id="([^"]+)">', text)}
        for name, text in made.items()
    }
    broken = [
        (name, link)
        for name, text in made.items()
        for link in re.findall(r"\]\(((?!https?:)[^)`]+)\)", text)
        if link != "#your-turn"
        and (link.partition("#")[2] or "") not in {"", *anchors.get(link.partition("#")[0] or name, ())}
    ]
    assert broken == []
    assert [link for text in made.values() for link in re.findall(r"\]\(([\w-]+\.md)", text) if link not in made] == []


def test_the_manual_links_to_the_folder_of_the_reference():
    """So that links from other pages hold."""
    assert (Path(__file__).resolve().parents[2] / "docs" / "reference" / "expressions.md").is_file()
