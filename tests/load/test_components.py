import pytest

from punchboard.load import load_game
from punchboard.load.files import run_on_snapshot
from punchboard.load.kinds import Folder
from punchboard.model.game.game import Entry, ValueStanding
from punchboard.problem import Place, ProblemsFound

HEAD = """\
title: The Grove
version: 0.1.0
players: {range: 2-4, stated: Players}
lists:
  realm: {stated: Realms, entries: {ember: {name: Ember, rank: 3}, tide: {name: Tide, rank: 4}}}
kinds:
  card:
    name: Card
    shape: poker
    face: card
"""


@pytest.fixture
def cards(write):
    """Load a game with one kind of card, from the lines of the kind and a table; return its components."""

    def cards(kind: str, table: str = "", standing: str = "stated: Components"):
        body = "".join(f"    {line}\n" for line in [*kind.splitlines(), *([standing] if standing else [])])
        workspace = write({"catalog/grove/game.yaml": HEAD + body, "catalog/grove/cards.csv": table})
        return load_game(workspace / "catalog" / "grove", workspace).components

    return cards


@pytest.fixture
def fault(cards, problem):
    """Return the only problem of a game with one kind of card."""
    return lambda kind, table="": problem(cards, kind, table)


TABLE = 'id: "{{ name }}"\nrows: cards.csv\nfields: '


def test_a_row_has_the_names_that_expressions_see(cards):
    """Values are the fields with their types, and id, kind, copies and name."""
    (card,) = cards(
        TABLE + "{name: {type: text}, rank: {type: integer}, fast: {type: boolean}}",
        "name,rank,fast,copies\nalder,3,yes,2",
    )
    assert dict(card.values) == {"name": "alder", "rank": 3, "fast": True, "copies": 2, "kind": "card", "id": "alder"}
    assert (card.id, card.kind, card.copies, card.place) == ("alder", "card", 2, Place("catalog/grove/cards.csv", 2))


@pytest.mark.parametrize(
    ("cell", "value"), [("true", True), ("yes", True), ("1", True), ("FALSE", False), ("no", False), ("0", False)]
)
def test_cells_of_booleans_are_read_leniently(cards, cell, value):
    """A table may say yes and no, true and false, 1 and 0."""
    (card,) = cards(TABLE + "{name: {type: text}, fast: {type: boolean}}", f"name,fast\na,{cell}")
    assert card.values["fast"] is value


def test_an_empty_cell_is_the_default_or_nothing(cards):
    """An empty cell takes the default of its field; an optional field without one is None."""
    fields = "{name: {type: text}, rank: {type: integer, default: 7}, art: {type: text, optional: true}}"
    (card,) = cards(TABLE + fields, "name,rank,art\na,,")
    assert (card.values["rank"], card.values["art"]) == (7, None)


def test_a_choice_has_the_properties_of_its_entry(cards):
    """A value of a list compares like its id and carries its entry's properties; an inline choice is text."""
    fields = "{name: {type: text}, realm: {one of: realm}, size: {one of: [small, large], default: small}}"
    (card,) = cards(TABLE + fields, "name,realm\na,tide")
    assert card.values["realm"] == "tide"
    assert isinstance(card.values["realm"], Entry)
    assert card.values["realm"].properties["rank"] == 4
    assert card.values["size"] == "small"


@pytest.mark.parametrize(("word", "meant"), [("Tidee", "Tide"), ("tidee", "tide"), ("TIDES", "Tide")])
def test_a_misspelt_choice_is_asked_for_as_the_sheet_writes_it(cards, problem, word, meant):
    """A sheet that writes the names of a list is not told to write its ids."""
    found = problem(cards, TABLE + "{name: {type: text}, realm: {one of: realm}}", f"name,realm\na,{word}")
    assert found.hint == f"did you mean '{meant}'?"


@pytest.mark.parametrize("of", ["[]", "''"])
def test_a_choice_of_an_unknown_list_is_reported(cards, problem, of):
    """Once, at the field, and not again for rows or defaults."""
    fields = f"{{name: {{type: text}}, size: {{one of: {of}, default: small}}}}"
    found = problem(cards, TABLE + fields, "name\na")
    assert (found.rule, found.message) == ("VALUE001", "'one of' is empty")


def test_for_each_multiplies_rows(cards):
    """Each row is repeated for each entry of the list, which fills the field of that name."""
    fields = "{realm: {one of: realm}, rank: {type: integer}}"
    kind = f'id: "{{{{ realm }}}}-{{{{ rank }}}}"\nfor each: realm\nfields: {fields}\nrows: [{{rank: 1}}, {{rank: 2}}]'
    assert [card.id for card in cards(kind)] == ["ember-1", "tide-1", "ember-2", "tide-2"]


def test_a_kind_without_a_name_field_names_its_components(cards):
    """Without a field of that name, ``name`` is the name of the kind."""
    (card,) = cards('id: "{{ kind }}-{{ copies }}"\nrows: [{copies: 3}]')
    assert (card.id, card.values["name"]) == ("card-3", "Card")


def test_the_standing_of_a_field_precedes_those_of_row_and_kind(cards):
    """A field has its own standing, else that of its row, else that of its kind."""
    fields = "{name: {type: text, prototype: invented}, rank: {type: integer}}"
    first, second = cards(TABLE + fields, "name,rank,standing\na,1,\nb,2,derived: from the first")
    assert dict(first.standings) == {
        "name": ValueStanding("prototype", "invented"),
        "rank": ValueStanding("stated", "Components"),
    }
    assert second.standings["rank"] == ValueStanding("derived", "from the first")
    assert second.standings["name"] == ValueStanding("prototype", "invented")


def test_an_inline_row_may_have_a_standing(cards):
    """A row in game.yaml gives its standing with the same keys as everything else."""
    kind = 'id: "{{ kind }}"\nfields: {rank: {type: integer}}\nrows: [{rank: 1, prototype: a guess}]'
    (card,) = cards(kind, standing="")
    assert dict(card.standings) == {"rank": ValueStanding("prototype", "a guess")}


@pytest.mark.parametrize(
    ("column", "value", "hint"),
    [
        ("rank", "three", "write one, or 'type: text' at the field in game.yaml if words are right there"),
        ("name", "a" * 20_001, "shorten it: no card has room for so much"),
        ("copies", "many", ""),
    ],
    ids=["rank", "name", "copies"],
)
def test_a_wrong_value_of_a_row_says_what_to_do(fault, column, value, hint):
    """About words where a field has numbers, which copies always have, and about a text that no card has room for."""
    row = {"name": "a", "rank": "1", "copies": "1", column: value}
    table = "\n".join((",".join(row), ",".join(row.values())))
    assert fault(TABLE + "{name: {type: text}, rank: {type: integer}}", table).hint == hint


def test_without_any_standing_there_is_none(cards):
    """Nothing is made up if the source of a value is not given."""
    (card,) = cards('id: "{{ kind }}"\nfields: {rank: {type: integer}}\nrows: [{rank: 1}]', standing="")
    assert dict(card.standings) == {}


@pytest.mark.parametrize(
    ("fields", "table", "told", "message"),
    [
        (
            "{name: {type: text}, rank: {type: integer}}",
            "name,rank\na,three",
            ("VALUE001", 2),
            "in 'rank', 'three' is not a whole number",
        ),
        (
            "{name: {type: text}, rank: {type: integer, min: 1}}",
            "name,rank\na,0",
            ("VALUE001", 2),
            "in 'rank', '0' is less than 1",
        ),
        (
            "{name: {type: text}, rank: {type: number}}",
            "name,rank\na,nan",
            ("VALUE001", 2),
            "in 'rank', 'nan' is not a number",
        ),
        (
            "{name: {type: text}, rank: {type: number}}",
            "name,rank\na,inf",
            ("VALUE001", 2),
            "in 'rank', 'inf' is not a number",
        ),
        ("{name: {type: text}}", "name,copies\na,-1", ("VALUE001", 2), "in 'copies', '-1' is less than 0"),
        ("{name: {type: text}}", "name,copies\na,10001", ("VALUE001", 2), "in 'copies', '10001' is more than 10000"),
        ("{name: {type: text}}", "name,copies\na,many", ("VALUE001", 2), "in 'copies', 'many' is not a whole number"),
        (
            "{name: {type: text}, fast: {type: boolean}}",
            "name,fast\na,maybe",
            ("VALUE001", 2),
            "in 'fast', 'maybe' is not true or false",
        ),
        (
            "{name: {type: text}, realm: {one of: realm}}",
            "name,realm\na,Tid",
            ("VALUE001", 2),
            "in 'realm', 'Tid' is not one of the choices",
        ),
        ("{name: {type: text}}", "name,standing\na,guess", ("VALUE001", 2), "in 'standing', 'guess' is not a standing"),
        (
            "{name: {type: text}, rank: {type: integer}}",
            "name\na",
            ("VALUE001", 1),
            "no column for field 'rank'",
        ),
        ("{name: {type: text}}", "name,id\na,b", ("KEY001", 1), "unknown column 'id'"),
        (
            "{name: {type: text}, rank: {type: integer}}",
            "name,rnak\na,3",
            ("KEY001", 1),
            "unknown column 'rnak'",
        ),  # one problem: 'rank' is not reported as missing too
        (
            "{name: {type: text}, rank: {type: integer}}",
            "name,height\na,3",
            ("KEY001", 1),
            "unknown column 'height', and no column for field 'rank'",
        ),  # one problem: the heading was changed
        (
            "{name: {type: text}}",
            "name,copiesa,b,1\na,2",
            ("KEY001", 1),
            "unknown column 'copiesa', and 2 more columns are unknown",
        ),  # a line break is missing
        ("{name: {type: text}}", "name\nThe Ash", ("VALUE001", 2), "'The Ash' is not a valid id"),
        ("{name: {type: text}}", f"name\n{'a' * 81}", ("VALUE001", 2), "is not a valid id"),
        (
            "{name: {type: text}}",
            "name\na\na",
            ("ID001", 3),
            "duplicate id 'a', first used at catalog/grove/cards.csv:2",
        ),
    ],
)
def test_errors_in_rows_are_reported_at_their_line(fault, fields, table, told, message):
    """A wrong cell is named with its column, at the line of its row."""
    found = fault(TABLE + fields, table)
    assert (found.rule, found.place[:2]) == (told[0], ("catalog/grove/cards.csv", told[1]))
    assert message in found.message


def test_of_two_unknown_columns_either_may_be_the_field_that_lacks_one(cards):
    """So that none is taken for it."""
    with pytest.raises(ProblemsFound) as caught:
        cards(TABLE + "{name: {type: text}, rank: {type: integer}}", "name,height,width\na,3,4")
    told = [problem.message for problem in caught.value.problems]
    assert told == ["no column for field 'rank'", "unknown column 'height'", "unknown column 'width'"]


def test_a_column_that_is_wrong_in_the_game_file_is_reported_there(fault):
    """The table is right, and its heading may be like the name of a field."""
    found = fault(TABLE + '{name: {type: text}, text: {type: text, column: "Txt"}}', "name,Text\na,Draw.")
    assert (found.rule, found.place.file) == ("REF001", "catalog/grove/game.yaml")
    assert (found.message, found.hint) == ("the table has no column 'Txt'", "did you mean 'Text'?")


def test_an_empty_cell_of_a_field_that_needs_one_says_how_to_allow_it(fault):
    """A field that was full when the game was made may have an empty cell in the next row."""
    found = fault(TABLE + "{name: {type: text}, cost: {type: integer}}", "name,cost\na,3\nb,")
    assert (found.place.line, found.message) == (3, "'cost' is missing")
    assert found.hint == "fill it in, or write 'optional: true' at the field in game.yaml"


@pytest.mark.parametrize("wrong", [{3}, {1000}, {3, 1500}, {1500, 1600}, {2, 3, 2001}])
def test_errors_in_a_long_table_are_reported_together(cards, wrong):
    """Rows are read in batches and freed, but errors of all batches are reported."""
    lines = ["name,rank", *(f"a{line},{'three' if line in wrong else 3}" for line in range(2, 2002))]
    with pytest.raises(ProblemsFound) as caught:
        cards(TABLE + "{name: {type: text}, rank: {type: integer}}", "\n".join(lines))
    told = [(problem.place.line, problem.message) for problem in caught.value.problems]
    assert told == [(line, "in 'rank', 'three' is not a whole number") for line in sorted(wrong)]


@pytest.fixture
def saved_meanwhile(write, monkeypatch):
    """Return a function that loads 2,000 rows, one of them wrong, which is fixed while they are read again."""
    rows = ["name,rank", "a,three", *(f"a{line},3" for line in range(1999))]
    kind = TABLE + "{name: {type: text}, rank: {type: integer}}\nstated: Components"
    game = HEAD + "".join(f"    {line}\n" for line in kind.splitlines())
    workspace = write({"catalog/grove/game.yaml": game, "catalog/grove/cards.csv": "\n".join(rows)})
    reads, table = [], Folder.table

    def read(*args):
        reads.append(args)
        if len(reads) == 2:
            (workspace / "catalog/grove/cards.csv").write_text("\n".join(rows).replace("three", "3"))
        return table(*args)

    monkeypatch.setattr(Folder, "table", read)
    return lambda: load_game(workspace / "catalog" / "grove", workspace)


def test_a_long_table_that_is_fixed_while_it_is_read_is_read_again(saved_meanwhile):
    """The rows are correct now, and so is the game."""
    assert len(run_on_snapshot(saved_meanwhile).components) == 2000


def test_a_long_table_that_is_fixed_while_it_is_read_is_reported(saved_meanwhile, problem):
    """When nothing checks whether files change."""
    found = problem(saved_meanwhile)
    assert (found.rule, found.message) == ("FILE005", "a table changed while it was being read")


def test_an_error_in_a_multiplied_row_is_reported_once(fault):
    """A row that becomes several components causes one problem."""
    kind = (
        'id: "{{ realm }}"\nfor each: realm\nfields: {realm: {one of: realm}, rank: {type: integer}}\nrows: [{rank: x}]'
    )
    assert fault(kind).message == "in 'rank', 'x' is not a whole number"


def test_a_column_that_for_each_fills_is_rejected(fault):
    """A field that a list fills cannot be in the table as well."""
    kind = 'id: "{{ realm }}"\nfor each: realm\nfields: {realm: {one of: realm}}\nrows: cards.csv'
    assert fault(kind, "realm\nember").message == "'for each' already fills column 'realm'"


def test_duplicate_ids_from_for_each_are_reported(fault):
    """Two components of one row with the same id are duplicates like any others."""
    kind = 'id: "{{ kind }}"\nfor each: realm\nfields: {realm: {one of: realm}}\nrows: [{}]'
    assert fault(kind).rule == "ID001"


@pytest.mark.parametrize("value", ["true", "'true'"])
def test_true_is_not_a_number(fault, value):
    """A boolean in place of a number is rejected, though Python would accept it."""
    kind = f'id: "{{{{ kind }}}}"\nfields: {{rank: {{type: integer}}}}\nrows: [{{rank: {value}}}]'
    assert fault(kind).rule == "VALUE001"


@pytest.mark.parametrize("name", ["id", "kind", "copies", "standing", "for", "Rank", "hit points", "_x", "true"])
def test_field_names_are_words_that_expressions_can_use(fault, name):
    """A field cannot have a name that rows or expressions use already, or that is not an identifier."""
    assert fault(f'id: a\nfields: {{"{name}": {{type: text, default: a}}}}\nrows: [{{}}]').rule == "VALUE001"


@pytest.mark.parametrize("name", ["json", "copy", "schema", "model_fields", "dict"])
def test_any_other_word_may_name_a_field(cards, name):
    """Names with a meaning for the validator have none here."""
    (card,) = cards(f"id: a\nfields: {{{name}: {{type: text}}}}\nrows: [{{{name}: x}}]")
    assert card.values[name] == "x"


def test_a_letter_in_the_pattern_of_ids_is_reported_once_and_there(problem, cards):
    """Not at each row."""
    found = problem(cards, "id: “{{ name }}”\nrows: cards.csv\nfields: {name: {type: text}}", "name\na\nb\nc")
    assert (found.place[:2], found.message) == (
        ("catalog/grove/game.yaml", 11),
        "the pattern '“{{ name }}”' has “ in it",
    )


def test_a_default_without_a_column_has_its_place_in_the_game(write):
    """What is wrong with it is wrong in every row, and is mended there."""
    table = "{name: {type: text}, text: {type: markdown, default: Draw.}}"
    files = {
        "game.yaml": f'{HEAD}    stated: Cards\n    id: "{{{{ name }}}}"\n    rows: cards.csv\n    fields: {table}\n'
    }
    workspace = write(
        {
            "catalog/grove/cards.csv": "name\na\nb",
            **{f"catalog/grove/{name}": text for name, text in files.items()},
        }
    )
    game = load_game(workspace / "catalog" / "grove", workspace)
    places = {game.value_place(one, "text")[:2] for one in game.components}
    assert places == {("catalog/grove/game.yaml", 14)}


def test_a_table_without_its_row_of_headings_is_one_problem(fault):
    """Also when it has a single column, as with a separator that is not known."""
    found = fault(TABLE + "{name: {type: text}, rank: {type: integer}}", "what\na\nb")
    assert "has no row of headings" in found.message


def test_an_unknown_key_of_a_record_is_reported_where_it_is(write, problem):
    """A file of records has no row of headings."""
    fields = '    stated: Cards\n    id: "{{ name }}"\n    rows: cards.yaml\n    fields: {name: {type: text}}\n'
    rows = "- name: a\n- name: b\n  nmae: c\n"
    workspace = write({"catalog/grove/game.yaml": HEAD + fields, "catalog/grove/cards.yaml": rows})
    found = problem(load_game, workspace / "catalog" / "grove", workspace)
    assert (found.place[:2], found.message) == (("catalog/grove/cards.yaml", 3), "unknown column 'nmae'")


def test_a_column_that_the_game_names_wrongly_is_not_unknown_too(problem, cards):
    """One slip, one message, where it is."""
    kind = 'id: "{{ name }}"\nfields: {name: {type: text}}\nrows: {table: cards.csv, copies: “Count”}'
    found = problem(cards, kind, "name,Count\na,2\nb,1")
    assert (found.rule, found.place[:2]) == ("REF001", ("catalog/grove/game.yaml", 13))
