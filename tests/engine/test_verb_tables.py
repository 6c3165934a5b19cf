"""A set-up verb is a row of `VERBS`, a function and the words of each language: no module needs to know its name."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from types import MappingProxyType
from typing import get_args

import pytest
import yaml

from punchboard.compose.books.setup_steps import StepWriter
from punchboard.engine.moves import moves
from punchboard.engine.program.acts import ACTS
from punchboard.engine.prover.walk import walk
from punchboard.engine.simulator import simulate
from punchboard.load.layout_files import game_search_path
from punchboard.load.texts import load_words
from punchboard.model.game import setup
from punchboard.model.game.setup import VERBS, Verb
from punchboard.problem import Place

ROOT = Path(__file__).parents[2]
WORDS = sorted((ROOT / "layouts" / "words").glob("*.yaml"))
TABLES = {"model/game/setup.py", "engine/moves/moves.py"}
"""The modules with a row for each verb."""


def test_both_ways_of_playing_know_every_verb():
    """The prover has a function for each row of `VERBS`, compiled programs for each kind of operand; none besides."""
    assert moves.VERB_OUTCOMES.keys() == VERBS.keys()
    assert ACTS.keys() == {verb.operand for verb in VERBS.values()} == {*get_args(setup.Operand)}


@pytest.mark.parametrize("file", WORDS, ids=lambda file: file.stem)
@pytest.mark.parametrize("verb", VERBS)
def test_every_language_has_the_words_of_every_verb(verb, file):
    """Each verb has a template, and its forms if the template begins with the verb."""
    words = yaml.safe_load(file.read_text(encoding="utf-8"))
    template = words["setup"][verb]
    assert "{{ do }}" not in template or verb in words["verbs"]


def test_no_other_module_decides_by_the_name_of_a_verb():
    """No `step.verb` is compared with names, and no collection lists verbs: rows have properties for that."""
    source = ROOT / "src" / "punchboard"
    named = re.compile(f"""['"]({"|".join(map(re.escape, VERBS))})['"]""")  # all else need not be parsed
    texts = ((path.relative_to(source), path.read_text(encoding="utf-8")) for path in sorted(source.rglob("*.py")))
    found = [
        f"{path}:{node.lineno}: {ast.unparse(node)}"
        for path, text in texts
        if path.as_posix() not in TABLES and named.search(text)
        for node in ast.walk(ast.parse(text))
        if _spells_verbs(node)
    ]
    assert found == []


def _spells_verbs(node: ast.AST) -> bool:
    if isinstance(node, ast.Compare):
        sides = [node.left, *node.comparators]
        return any(isinstance(side, ast.Attribute) and side.attr == "verb" for side in sides) and any(
            isinstance(leaf, ast.Constant) and leaf.value in VERBS for side in sides for leaf in ast.walk(side)
        )
    if isinstance(node, ast.Set | ast.Tuple | ast.List):
        names = [one.value for one in node.elts if isinstance(one, ast.Constant) and isinstance(one.value, str)]
        return len(names) > 1 and VERBS.keys() >= {*names}
    return False


@pytest.fixture
def with_burn(monkeypatch):
    """Add the verb burn: a row, and the function of draw."""
    row = Verb(VERBS["draw"].allowed, frozenset({"from"}), draws=True, default_target="box")
    tables = (
        (setup, "VERBS", row),
        (moves, "VERB_OUTCOMES", moves.VERB_OUTCOMES["draw"]),
    )
    for module, name, entry in tables:
        monkeypatch.setattr(module, name, MappingProxyType({**getattr(module, name), "burn": entry}))


LINES = [{"shuffle": "deck"}, {"burn": 3, "from": "deck"}, {"each player burns": 1, "from": "deck"}]


@pytest.fixture
def burning(with_burn, boxed):
    """Return a game of twelve cards with a set-up that burns some."""
    deck = {"deck": {"name": "the deck", "contains": "card"}}
    return boxed({"card": [{"name": "ember", "copies": 12}]}, decks=deck, setup=LINES)


def test_a_new_verb_is_loaded_proved_and_simulated(burning):
    """The line is read in each of its forms; prover and simulator agree on what is left, and on what is too much."""
    assert [step.verb for step in burning.file.setup] == ["shuffle", "burn", "burn"]
    for players in (2, 4):
        walked = walk(burning, burning.file.setup, players)
        assert {line.verdict for line in walked.results} == {"safe"}
        simulated = simulate(burning, burning.file.setup, players, runs=3)
        expected = {("deck", None): (9 - players,) * 2, ("box", None): (3 + players,) * 2}
        assert {key: walked.sizes[key] for key in expected} == expected
        assert {key: simulated.sizes[key] for key in expected} == expected
    assert [line.verdict for line in walk(burning, burning.file.setup, 10).results][-1] == "fails"
    assert sum(simulate(burning, burning.file.setup, 10, runs=3).failures.values()) == 3


def test_a_new_verb_is_printed_by_its_words(burning, tmp_path):
    """A game's own words suffice."""
    folder = tmp_path / "catalog" / "boxed" / "layouts" / "words"
    folder.mkdir(parents=True)
    (folder / "en.yaml").write_text(
        'setup: {burn: "{{ do }} {{ amount }} {{ things }} of {{ source }}."}\nverbs: {burn: burn|burns}\n'
    )
    words = load_words(game_search_path("boxed", tmp_path, ROOT), "en", Place("game.yaml"))
    writer = StepWriter(burning, words)
    assert [*writer.sentences(burning.file.setup)][1:] == [
        "Burn three cards of the deck.",
        "Each player burns one card of the deck.",
    ]


@pytest.mark.usefixtures("with_burn")
def test_a_new_verb_is_completed_by_editors():
    """The JSON Schema knows it, alone and with who does it."""
    line = setup.Step.model_json_schema()["$defs"]["Step"]
    assert line["properties"]["burn"] == line["properties"]["draw"]
    assert "^.+ burn(e?s)?$" in line["patternProperties"]
