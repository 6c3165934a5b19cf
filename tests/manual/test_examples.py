"""Examples in the manual are true: bad ones are found in a game that has them, good ones are not."""

import pytest
import yaml

from punchboard.checks import check_game
from punchboard.checks.severities import apply_overrides
from punchboard.load import load_game
from punchboard.load.yaml.places import read_yaml_value
from punchboard.manual import pages
from punchboard.model.game.game_file import GameFile
from punchboard.problem import ProblemsFound

BASE = {
    "title": "A Game of Examples",
    "version": "0.1.0",
    "players": {"range": "2-4", "stated": "Players"},
    "lists": {"realm": {"stated": "Realms", "entries": {"ember": {"name": "Ember"}, "tide": {"name": "Tide"}}}},
    "kinds": {
        "character": {
            "name": "Character",
            "shape": "poker",
            "face": "card",
            "id": "{{ realm }}-{{ symbol }}",
            "stated": "Cards",
            "fields": {"realm": {"one of": "realm"}, "symbol": {"type": "text"}},
            "rows": [{"realm": "ember", "symbol": "crown"}, {"realm": "tide", "symbol": "crown"}],
        },
        "element": {
            "name": "Element",
            "shape": "hex 50mm",
            "face": "card",
            "id": "element-{{ nr }}",
            "stated": "Tiles",
            "fields": {"nr": {"type": "integer"}},
            "rows": [{"nr": "1", "copies": "20"}],
        },
    },
    "groups": {"Harbingers": "kind == 'character' and symbol == 'crown'"},
    "decks": {
        "pack": {"name": "the pack", "contains": "character"},
        "tile deck": {"name": "the tile deck", "contains": "element"},
    },
    "piles": {"ring": {"name": "the ring"}},
}
CARD = {"name": "Card", "shape": "poker", "face": "card", "id": "{{ name | lower }}", "stated": "Cards"}
FIELDS = {"name": {"type": "text"}, "rank": {"type": "integer"}}
OF_A_KIND = {"id", "fields", "rows"}

TRUE = (
    *("CHECK001", "EXPR001", "FILE003", "ID001", "KEY001", "REF001", "SETUP001", "STAND001", "VALUE001"),
    *("YAML001", "YAML002", "YAML003"),
)


def example(code, label):
    """Return the example of a page."""
    return next(section.code for section in pages()[code].sections_labelled(label) if section.code)


def written(folder, text):
    """Write a game with the example in it: keys of game.yaml or of a kind, added to the base or replacing it."""
    keys = {line.partition(":")[0] for line in text.splitlines() if line[:1] not in {"", " ", "#"}}
    base = {key: value for key, value in BASE.items() if key not in keys and not (key == "title" and "title" in keys)}
    if keys <= OF_A_KIND:
        rest = {"fields": FIELDS, **CARD}
        kind = yaml.safe_dump({key: value for key, value in rest.items() if key not in keys}) + text
        base = {key: value for key, value in base.items() if key != "kinds"}
        base |= {"groups": {}, "decks": {}}
        text = "kinds:\n  card:\n" + "".join(f"    {line}\n" for line in kind.splitlines())
    folder.mkdir(parents=True)
    (folder / "game.yaml").write_text(yaml.safe_dump(base) + text + "\n", encoding="utf-8")


def found(folder, workspace):
    """Return the codes of the problems of a game's data."""
    try:
        game = load_game(folder, workspace)
    except ProblemsFound as problems:
        return {problem.rule for problem in problems.problems}
    return {problem.rule for problem in apply_overrides(game, check_game(game), is_complete=False).problems}


@pytest.mark.parametrize("code", TRUE)
def test_a_bad_example_is_found_and_a_good_one_is_not(code, tmp_path):
    """In a small game, the bad one breaks the rule of its page, and the good one does not."""
    for label in ("Bad", "Good"):
        folder = tmp_path / "catalog" / label.lower()
        written(folder, example(code, label))
        codes = found(folder, tmp_path)
        assert (code in codes) is (label == "Bad"), (label, codes)


KEYS = {field.alias or name for name, field in GameFile.model_fields.items()}


def whole_sections():
    """Yield the examples that are whole sections of game.yaml."""
    for code, page in pages().items():
        for section in page.sections_labelled("Good"):
            if section.code and "..." not in section.code:
                try:
                    read = read_yaml_value(section.code, code)
                except ProblemsFound:
                    continue
                if isinstance(read, dict) and read.keys() <= KEYS:
                    yield pytest.param(read, id=code)


@pytest.mark.parametrize("read", list(whole_sections()))
def test_a_good_example_has_keys_and_values_that_a_game_can_have(read):
    """Whatever else such a game needs, the example itself is valid."""
    GameFile.model_validate({**BASE, **read})
