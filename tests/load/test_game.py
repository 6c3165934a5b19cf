from types import MappingProxyType

import pytest

from punchboard.load import load_game
from punchboard.problem import Place


def load(workspace):
    return load_game(workspace / "catalog" / "grove", workspace)


def test_a_folder_becomes_a_game(grove):
    """Lists, kinds, components and texts of a folder are collected in one frozen value."""
    game = load(grove({"rulebook.md": "---\ntitle: Rules\n---\n# Play\n"}))
    assert (game.id, game.title, game.short_title) == ("grove", "The Grove", "The Grove")
    assert [str(entry) for entry in game.lists["realm"]] == ["ember", "tide"]
    assert game.lists["realm"][0].properties["colour"] == "#a3282f"
    assert game.kinds["card"].trim.name == "poker"
    assert [component.id for component in game.components] == ["ember-01", "tide-02"]
    assert dict(game.texts) == {"rulebook": "---\ntitle: Rules\n---\n# Play\n"}


def test_places_lead_back_to_the_file(grove):
    """Every value has its line; a value that is not written has the place of what encloses it."""
    game = load(grove())
    assert game.place == Place("catalog/grove/game.yaml", 1)
    assert game.place_of("kinds", "card", "shape") == Place("catalog/grove/game.yaml", 9, 12)
    assert game.place_of("kinds", "card", "plural").line == 7
    assert game.components[1].place == Place("catalog/grove/cards.csv", 3)


def test_a_game_is_read_only(grove):
    """Its mappings cannot be changed."""
    game = load(grove())
    assert all(isinstance(part, MappingProxyType) for part in (game.lists, game.kinds, game.texts, game.places))


def test_texts_are_optional(grove):
    """A game may lack a rulebook and a reference."""
    assert dict(load(grove()).texts) == {}
    assert dict(load(grove({"reference.md": "# Turn\n"})).texts) == {"reference": "# Turn\n"}


@pytest.mark.parametrize("file", ["game.yaml", "cards.csv", "rulebook.md"])
def test_a_file_that_is_not_utf_8_is_reported_at_the_byte(grove, problem, file):
    """Any file of the folder in another encoding is named with line and column."""
    workspace = grove({file: b"title: caf\xe9\n"})
    found = problem(load, workspace)
    assert (found.rule, found.place) == ("FILE002", Place(f"catalog/grove/{file}", 1, 11))


@pytest.mark.parametrize(
    ("text", "line"),
    [("---\ntitle: [\n---\n# One\n", 2), ("---\ntitle: a\ntitle: b\n---\n", 3), ("---\nt: 'a\n\n---\nb\n", 2)],
)
def test_front_matter_is_yaml(grove, problem, text, line):
    """Invalid front matter is reported at its line in the text."""
    found = problem(load, grove({"rulebook.md": text}))
    assert (found.rule[:4], found.place.file, found.place.line) == ("YAML", "catalog/grove/rulebook.md", line)
    assert load(grove({"rulebook.md": "---\ntitle: a\n---\n# One\n"})).texts["rulebook"].endswith("# One\n")


def test_a_folder_without_a_game_is_reported(grove, problem):
    """Without game.yaml there is nothing to load."""
    workspace = grove()
    (workspace / "catalog" / "grove" / "game.yaml").rename(workspace / "catalog" / "grove" / "game.yml")
    found = problem(load, workspace)
    assert (found.rule, found.message) == ("FILE001", "'catalog/grove/game.yaml' is missing")
    assert found.hint == "did you mean 'game.yml'?"


@pytest.mark.parametrize("text", ["", "title\n", "- a\n", "kinds: 3\nlists: 4\n", "kinds: [1]\nlists: {realm: 3}\n"])
def test_a_file_of_another_structure_is_rejected(grove, problems, text):
    """Whatever the YAML contains, it ends in problems with places in the file."""
    for problem in problems(load, grove(game=text)):
        assert problem.rule in {"VALUE001", "KEY001"}
        assert problem.place.file == "catalog/grove/game.yaml"


def test_a_link_that_leads_out_of_the_game_is_rejected(grove, problem):
    """A text may not be a link to a file outside."""
    workspace = grove()
    (workspace / "secret.md").write_text("secret")
    (workspace / "catalog" / "grove" / "rulebook.md").symlink_to(workspace / "secret.md")
    assert problem(load, workspace).rule == "FILE003"


def test_all_problems_of_all_files_are_reported_together(grove, problems):
    """A wrong value in game.yaml hides none of the tables and texts, and comes before what may follow from it."""
    workspace = grove({"cards.csv": "realm,rank\nember,x\n", "rulebook.md": b"\xff"})
    path = workspace / "catalog" / "grove" / "game.yaml"
    path.write_text(path.read_text().replace("2-4", "many"))
    assert [(problem.rule, problem.place.file.rpartition("/")[2]) for problem in problems(load, workspace)] == [
        ("VALUE001", "game.yaml"),
        ("VALUE001", "cards.csv"),
        ("FILE002", "rulebook.md"),
    ]


def test_an_invalid_list_causes_no_second_problem(grove, problem):
    """A field with an existing but invalid list is not reported as a wrong reference."""
    workspace = grove()
    path = workspace / "catalog" / "grove" / "game.yaml"
    path.write_text(path.read_text().replace("stated: Realms", "stetad: Realms"))
    assert problem(load, workspace).message == "unknown key 'stetad'"


def head(workspace):
    """Return the lines of a game.yaml that others can follow."""
    return (workspace / "catalog" / "grove" / "game.yaml").read_text()


RULES = """\
deal-ten: {section: Setting up, rule: Each player is dealt ten cards.}
exchange:
  section: Setting up
  rule: The Chosen One may exchange some.
"""


def test_the_rules_of_a_games_document_are_read_in_their_order(grove):
    """Each with its section, our words for it, and its place."""
    game = load(grove({"rules.yaml": RULES}))
    assert [(name, rule.file.section, rule.file.rule) for name, rule in game.rules.items()] == [
        ("deal-ten", "Setting up", "Each player is dealt ten cards."),
        ("exchange", "Setting up", "The Chosen One may exchange some."),
    ]
    assert [(rule.place.file, rule.place.line) for rule in game.rules.values()] == [
        ("catalog/grove/rules.yaml", 1),
        ("catalog/grove/rules.yaml", 2),
    ]
    assert isinstance(game.rules, MappingProxyType)


def test_rules_are_optional(grove):
    """A game of the designer's own has no rules document."""
    assert dict(load(grove()).rules) == {}


@pytest.mark.parametrize(
    ("text", "told", "message"),
    [
        ("deal: {section: Deal}\n", ("VALUE001", 1), "'rule'"),
        ("deal: {section: Deal, rule: Ten., page: 3}\n", ("KEY001", 1), "'page'"),
        ("a: {section: A, rule: A.}\nDeal Ten: {section: Deal, rule: Ten.}\n", ("VALUE001", 2), "'Deal Ten'"),
        ("deal: {section: A, rule: B}\ndeal: {section: A, rule: B}\n", ("YAML002", 2), "'deal'"),
        ("- deal\n", ("VALUE001", 1), "mapping"),
        ("deal: Ten.\n", ("VALUE001", 1), "'Ten.'"),
    ],
)
def test_an_invalid_list_of_rules_is_reported_at_its_line(grove, problem, text, told, message):
    """Every entry has a section, a sentence, and a unique id in lower case with dashes."""
    found = problem(load, grove({"rules.yaml": text}))
    assert (found.rule, found.place.line) == told
    assert found.place.file == "catalog/grove/rules.yaml"
    assert message in found.message


def test_a_rule_key_names_one_or_several_rules(grove):
    """Steps, also nested ones, expectations, variants and dice may have it; most have none."""
    game = load(
        grove(
            game=head(grove())
            + "decks: {pack: {name: the pack, contains: card}}\n"
            + "setup: [{shuffle: pack, rule: a}, {do: [{shuffle: pack, rule: [b, c]}]}, {shuffle: pack}]\n"
            + "expect: [{count: all, is: 2, stated: x, rule: d}]\n"
            + "variants: [{name: Quick, text: Less., stated: x, rule: [e]}]\n"
            + "dice: {fate: {name: Fate, faces: [1, 2], stated: x, rule: f}}\n"
        )
    )
    first, group, last = game.file.setup
    assert (first.rule, group.rule, group.steps[0].rule, last.rule) == (("a",), (), ("b", "c"), ())
    assert (game.file.expect[0].rule, game.file.variants[0].rule) == (("d",), ("e",))
    assert game.file.dice["fate"].rule == ("f",)


@pytest.mark.parametrize("rule", ["Deal Ten", "[a, Deal Ten]", "3", "{a: b}"])
def test_a_rule_is_named_by_its_id(grove, problem, rule):
    """Anything else is reported at its place."""
    text = head(grove())
    found = problem(load, grove(game=f"{text}variants: [{{name: Quick, text: Less., stated: x, rule: {rule}}}]\n"))
    assert (found.rule, found.place.line) == ("VALUE001", text.count("\n") + 1)


@pytest.mark.parametrize("name", ["turn", "table", "set-up", "score", "playtest"])
def test_sheets_have_texts_of_their_own(grove, name):
    """Each text that a game may have is read from the file of its name."""
    game = load(grove({f"{name}.md": "text"}))
    assert dict(game.texts) == {name: "text"}
    assert game.text_file(name) == f"catalog/grove/{name}.md"
