import re
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

import pytest

from punchboard.checks import RULES, check_game, decks, played
from punchboard.checks.composed import backs, colours, drawings, icon_credits, rule_coverage, symbols
from punchboard.checks.counts import counts
from punchboard.checks.data import expressions, references, rule_ids, value_sources
from punchboard.checks.setup import steps
from punchboard.expression import ExpressionError
from punchboard.load import load_game
from punchboard.model.game.selection import count_pieces, parse_selection, selected_components

MOST_LINES = 200
COMPOSED = (backs, colours, drawings, icon_credits, rule_coverage, symbols)
"""Rules that need the composed game; the pipeline calls them."""
PIECES = "piles: {river: {name: the river}}\ndecks: {pack: {name: the pack, contains: card}}\n"


def test_a_game_without_faults_has_no_problems(game):
    """The header of all these games has no faults."""
    assert check_game(game()) == ()


def test_every_rule_is_in_the_list():
    """A module with a check is in the tuple of rules, or among those that need the composed game."""
    folders = ("data", "counts", "setup", "composed")
    names = [f"punchboard.checks.{folder}" for folder in folders]
    modules = [
        import_module(f"{name}.{one.name}") for name in names for one in iter_modules(import_module(name).__path__)
    ]
    checking = {module.__name__ for module in modules if hasattr(module, "check")}
    assert checking == {rule.__name__ for rule in (*RULES, *COMPOSED)}


@pytest.mark.parametrize("rule", [*RULES, *COMPOSED], ids=lambda rule: rule.__name__.rsplit(".", 1)[1])
def test_every_rule_has_a_manual_page(rule):
    """The page begins with the codes and says what, why, and how it looks bad and good."""
    codes = (rule.DIFFERENT, rule.ALIKE) if rule is backs else (rule.ID,)
    assert all(re.fullmatch(r"[A-Z]+\d{3}", code) for code in codes)
    page = rule.__doc__ or ""
    assert page.startswith(f"{', '.join(codes)}: ")
    assert all(part in page for part in ("\nWhat: ", "\nWhy: ", "\nBad", "\nGood"))


@pytest.mark.parametrize(
    "rule", [*RULES, *COMPOSED, *played.RULES, *decks.RULES], ids=lambda rule: rule.__name__.rsplit(".", 1)[1]
)
def test_every_rule_is_short(rule):
    """A rule is one file of less than 200 lines, including its manual page."""
    assert len(Path(rule.__file__).read_text(encoding="utf-8").splitlines()) < MOST_LINES


def test_selections_are_all_kinds_groups_and_expressions(game):
    """A selection counts copies, whichever way it is written; a group may stand for another group."""
    grove = game("groups:\n  high cards: \"kind == 'card' and rank > 1\"\n  best cards: high cards\n  pieces: pawn\n")
    assert [count_pieces(grove, text) for text in ("all", "card", "pawn", "pieces")] == [12, 8, 4, 4]
    assert [count_pieces(grove, text) for text in ("high cards", "best cards", "kind == 'card' and rank == 1")] == [
        6,
        6,
        2,
    ]
    assert [component.id for component in selected_components(grove, "high cards")] == ["ember-2", "tide-2"]


def test_groups_that_refer_to_each_other_are_an_error(game):
    """They do not cause an endless loop."""
    with pytest.raises(ExpressionError):
        parse_selection(game("groups: {a: b, b: a}\n"), "a")(game().components[0])


@pytest.mark.parametrize(
    "expectation", ["count: all, is: 12", "count: all, is: 10-12", "count: all, is: 12+", "count: pawn, is: 4"]
)
def test_expectations_that_are_met_have_no_problems(found, expectation):
    """Copies are counted; the number may be exact, a range or a minimum."""
    assert found(counts, f"expect:\n  - {{{expectation}, stated: Components}}\n") == []


@pytest.mark.parametrize(
    ("text", "number", "message"),
    [
        (
            "all",
            "13+",
            "'all': expected 13+, found 12 (ember-1, tide-1, 3 ember-2, 3 tide-2 at game.yaml:15, 4 pawn at :22)",
        ),
        ("pawn", "5-6", "'pawn': expected 5-6, found 4 (4 pawn at game.yaml:22)"),
        ("kind == 'king'", "1", "\"kind == 'king'\": expected 1, found 0"),
    ],
)
def test_expectations_that_fail_list_what_was_counted(found, text, number, message):
    """The message has the selection, both numbers, and the rows that were counted."""
    assert found(counts, f'expect:\n  - {{count: "{text}", is: {number}, stated: Components}}\n') == [(2, message)]


def test_an_expectation_that_cannot_be_evaluated_is_skipped(found):
    """EXPR001 reports it; COUNT001 does not."""
    assert found(counts, "expect:\n  - {count: rank == 1, is: 3, stated: Components}\n") == []


def test_an_expectation_for_each_entry_reports_each_that_fails(found):
    """Every entry of the list with a wrong number is a separate problem."""
    text = "expect:\n  - {count: card, each: realm, is: 3, stated: Components}\n"
    assert [message for _, message in found(counts, text)] == [
        "'card' of realm 'ember': expected 3, found 4 (ember-1, 3 ember-2 at game.yaml:15)",
        "'card' of realm 'tide': expected 3, found 4 (tide-1, 3 tide-2 at game.yaml:15)",
    ]


def test_many_rows_are_listed_by_kind(game):
    """A message does not list hundreds of rows."""
    rows = ", ".join(f"{{number: {number}}}" for number in range(40))
    tile = (
        '  tile: {name: Tile, shape: hex 40mm, face: card, id: "tile-{{ number }}", stated: Components,\n'
        f"    fields: {{number: {{type: integer}}}}, rows: [{rows}]}}\n"
    )
    grove = game(tile + "expect: [{count: tile, is: 41, stated: Components}]\n")
    (problem,) = counts.check(grove)
    assert problem.message == "'tile': expected 41, found 40 (40 tile at game.yaml:24)"
    assert problem.hint == "the number is stated: Components"


@pytest.mark.parametrize(
    ("step", "message"),
    [
        ("{shuffle: pakc}", "no pile 'pakc'"),
        ("{shuffle: [pack, rivr], to: pack}", "no pile 'rivr'"),
        ("{draw: 1, from: pakc, to: river}", "no pile 'pakc'"),
        ("{draw: 1, from: pack, to: rivr}", "no pile 'rivr'"),
        ("{place: 1 pawn, on: tabel}", "no pile 'tabel'"),
        ("{place: 1 pwan, on: table}", "no kind or group 'pwan'"),
        ("{draw: 1, from: pack, of: crad}", "no kind or group 'crad'"),
        ("{draw: 1, from: pack, only: crad}", "no kind or group 'crad'"),
        ("{draw: 1, from: pack, each: reelm}", "no field with 'one of' 'reelm'"),
        ("{draw: tne, from: pack}", "no number 'tne'"),
        ("{roll: d6}", "no die 'd6'"),
        ("{dealer shuffles: pack}", "no seat 'dealer'"),
        ("{draw: 1, from: pack, otherwise: throw away}", "no 'otherwise' action 'throw away'"),
        ("{draw: 1, from: pack, otherwise: [{of: crad, to: table}]}", "no kind or group 'crad'"),
        ("{draw: 1, from: pack, if short: shuffle in rivr}", "no pile 'rivr'"),
        ("{draw: 1, from: pack, if short: weep}", "no 'if short' action 'weep'"),
        ("{do: [{shuffle: pakc}], times: 2}", "no pile 'pakc'"),
        ("{one of: [[{shuffle: pakc}], {shuffle: pack}]}", "no pile 'pakc'"),
    ],
)
def test_unknown_names_in_steps_are_reported(found, step, message):
    """Every name that a step uses is looked up, also in nested steps."""
    assert found(references, f"{PIECES}setup:\n  - {step}\n") == [(4, message)]


@pytest.mark.parametrize(
    "step",
    [
        "{each player draws: 3, from: pack, to: hand, only: card, otherwise: shuffle back}",
        "{draw: ten, from: pack, to: river}",
        "{place: pawn, from: box, on: table}",
        "{host discards: duel, from: hand, to: river}",
        "{host rolls: duel, as: toll}",
        "{discard: down to 7, from: hand, to: river, if short: [shuffle in river, stop]}",
        "{split: pack, to: each river}",
        '{say: "Anything."}',
    ],
)
def test_steps_with_known_names_pass(found, step):
    """Piles, seats, dice, numbers, kinds and groups are known, and so are the box and the table of every game."""
    text = (
        f"{PIECES}each player has: {{hand: {{name: hand}}}}\nseats: {{host: {{name: the Host}}}}\n"
        "numbers: {ten: {value: 10, stated: Deal}}\ndice: {duel: {name: Duel Die, faces: [1, 2], stated: Dice}}\n"
    )
    assert found(references, f"{text}setup:\n  - {step}\n") == []


def test_unknown_lists_and_groups_are_reported(found):
    """In dice, decks and expectations."""
    text = (
        "dice:\n  fate: {name: Fate, faces: {one of: reelm}, stated: Dice}\n"
        "decks:\n  pack: {name: the pack, contains: high cards, may hold: low cards}\n"
        "expect:\n  - {count: all, each: reelm, is: 1, stated: x}\n"
    )
    assert sorted(found(references, text)) == [
        (2, "no list 'reelm'"),
        (4, "no kind or group 'high cards'"),
        (4, "no kind or group 'low cards'"),
        (6, "no field 'reelm'"),
    ]


@pytest.mark.parametrize(
    ("text", "line", "fragment"),
    [
        ("groups:\n  high: rank > 1\n", 2, "there is nothing called 'rank'"),
        ("groups:\n  high: \"kind == 'card' and rnak > 1\"\n", 2, "there is nothing called 'rnak'"),
        ('groups:\n  high: "rank >"\n', 2, "rank >"),
        ("decks:\n  pack: {name: p, contains: \"realm.colour == 'red'\"}\n", 2, "'ember' has no 'colour'"),
        ("decks:\n  pack: {name: p, contains: card, may hold: rnak > 1}\n", 2, "there is nothing called 'rnak'"),
        ('expect:\n  - {count: "kind ==", is: 1, stated: x}\n', 2, "kind =="),
        (f'{PIECES}setup:\n  - {{draw: 1, from: pack, only: "rank / 0 == 1"}}\n', 4, "division by zero"),
    ],
)
def test_expressions_must_work_for_every_component(found, text, line, fragment):
    """An expression that fails for some component is reported where it is written."""
    ((where, message),) = found(expressions, text)
    assert where == line
    assert fragment in message


@pytest.mark.parametrize(
    "text",
    [
        "groups:\n  high: \"kind == 'card' and rank > 1\"\n  best: high\n",
        f"{PIECES}setup:\n  - {{draw: 1, from: pack, when: \"variant == 'quick' and players > 2\"}}\n",
        f"{PIECES}setup:\n  - {{draw: 1, from: pack, needs: \"count('pack', kind='card') >= 1\"}}\n",
    ],
)
def test_expressions_over_known_names_pass(found, text):
    """Fields, and in conditions the number of players, the variant and counts, are known."""
    assert found(expressions, text) == []


def test_the_hint_names_the_component_that_an_expression_fails_for(game):
    """It is the first such component."""
    (problem,) = expressions.check(game("groups: {high: rank > 1}\n"))
    assert problem.hint.startswith("it fails for 'pawn'")


def test_every_value_says_where_it_comes_from(game):
    """Players, numbers, dice, lists, expectations and fields need a standing of their own or an inherited one."""
    text = "numbers:\n  ten: {value: 10}\ndice:\n  d: {name: D, faces: [1]}\nexpect:\n  - {count: all, is: 12}\n"
    grove = game(text)
    assert [problem.message for problem in value_sources.check(grove)] == [
        "the number 'ten' has no standing",
        "the die 'd' has no standing",
        "the expectation of 'all' has no standing",
    ]


def test_entries_may_have_their_own_standing(tmp_path, game):
    """A list without a standing passes when every entry has one."""
    path = tmp_path / "catalog" / "grove" / "game.yaml"
    game()
    text = path.read_text().replace(
        "{stated: Realms, entries: {ember: {name: Ember}", "{entries: {ember: {name: Ember, prototype: ours}"
    )
    grove = reloaded(path, text)
    assert [problem.message for problem in value_sources.check(grove)] == ["'tide' of the list 'realm' has no standing"]


def test_fields_without_a_standing_are_reported_once(tmp_path, game):
    """The message has the number of rows without a standing."""
    path = tmp_path / "catalog" / "grove" / "game.yaml"
    game()
    grove = reloaded(path, path.read_text().replace("    stated: Components\n", "", 1))
    assert [problem.message for problem in value_sources.check(grove)] == [
        "the field 'realm' has no standing in 4 of 4 rows",
        "the field 'rank' has no standing in 4 of 4 rows",
        "the field 'special' has no standing in 4 of 4 rows",
    ]


def reloaded(path, text):
    path.write_text(text)
    return load_game(path.parent, path.parents[2])


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("setup:\n  - {draw: 1, from: pack, only: special}\n", 4, "'special' has no name to print"),
        ("setup:\n  - {draw: 1, from: pack, only: \"kind == 'card'\"}\n", 4, "\"kind == 'card'\" has no name to print"),
        ("setup:\n  - {draw: 1, from: river, to: table}\n", 1, "the pile 'river' is never filled"),
        ("setup:\n  - {shuffle: river}\n", 1, "the pile 'river' is never filled"),
        (
            "seats: {}\neach player has:\n  hand: {name: hand}\nsetup:\n  - {discard: 1, from: hand, to: table}\n",
            5,
            "the pile 'hand' is never filled",
        ),
    ],
)
def test_steps_must_be_printable_and_possible(found, text, line, message):
    """What a step takes has a name, and the pile that it takes from is filled somewhere."""
    assert found(steps, PIECES + text) == [(line, message)]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "setup:\n  - {draw: 1, from: pack, to: river, only: card}\n  - {shuffle: river}\n",
        "setup:\n  - {place: 1 pawn, from: box, on: table}\n",
        "seats: {host: {name: the Host}}\ndice: {d: {name: D, faces: [1], stated: x}}\n",
    ],
)
def test_piles_filled_later_and_unused_seats_pass(found, text):
    """A pile that play fills, and a seat or a die that the set-up does not use, are fine."""
    assert found(steps, PIECES + text) == []


LISTED = "deal: {section: Deal, rule: Ten each.}\nplay: {section: Play, rule: In turn.}\n"


@pytest.fixture
def unknown_rule_ids(game, tmp_path):
    """Return what RULE001 finds in a game with two rules, deal and play: place, message and hint."""

    def unknown_rule_ids(text="", **texts):
        folder = tmp_path / "catalog" / "grove"
        folder.mkdir(parents=True)
        (folder / "rules.yaml").write_text(LISTED)
        for name, content in texts.items():
            (folder / f"{name}.md").write_text(content)
        return [(problem.place, problem.message, problem.hint) for problem in rule_ids.check(game(text))]

    return unknown_rule_ids


@pytest.mark.parametrize(
    ("text", "column", "name", "hint"),
    [
        ("Deal. [#dael]", 8, "dael", "did you mean 'deal'?"),
        ("Deal. [#deal #dael]", 14, "dael", "did you mean 'deal'?"),
        ("Deal. [#deal, #xyz]", 15, "xyz", "choose one of: deal, play"),
        ("Deal. [#deal]\u00a0[#xyz].", 16, "xyz", "choose one of: deal, play"),
    ],
)
def test_a_mark_names_a_rule_of_the_document(unknown_rule_ids, text, column, name, hint):
    """An unknown id is reported with its line and column."""
    ((place, message, found),) = unknown_rule_ids(rulebook=f"---\ntitle: R\n---\n# Play\n\n{text}\n")
    assert place[:3] == ("catalog/grove/rulebook.md", 6, column)
    assert message == f"rules.yaml has no rule '{name}'"
    assert found == hint


def test_marks_of_every_text_are_looked_up(unknown_rule_ids):
    """Texts that the rulebook includes can have marks too."""
    found = unknown_rule_ids(rulebook="Deal. [#deal]\n", turn="1. Play. [#paly]\n", reference="# Turn\n\n[#x]\n")
    assert [str(place) for place, *_ in found] == ["catalog/grove/reference.md:3:2", "catalog/grove/turn.md:1:11"]


@pytest.mark.parametrize("text", ["[deal](#dael)", "[#]", "[# dael]", "# dael", "[#Dael]", "#dael"])
def test_links_and_headings_are_not_marks(unknown_rule_ids, text):
    """Nor is other text with similar characters."""
    assert unknown_rule_ids(rulebook=f"one {text}\n") == []


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (f"{PIECES}setup:\n  - {{shuffle: pack, rule: dael}}\n", 4),
        (f"{PIECES}setup:\n  - {{do: [{{shuffle: pack, rule: [deal, dael]}}]}}\n", 4),
        (f"{PIECES}setup:\n  - {{one of: [[{{shuffle: pack, rule: dael}}], {{shuffle: pack}}]}}\n", 4),
        ("expect:\n  - {count: all, is: 12, stated: x}\n  - {count: pawn, is: 4, stated: x, rule: dael}\n", 3),
        ("variants:\n  - {name: Quick, text: Less., stated: x, rule: dael}\n", 2),
        ("dice:\n  d: {name: D, faces: [1], stated: x, rule: [play, dael]}\n", 2),
    ],
)
def test_rule_keys_must_name_a_rule_of_the_document(unknown_rule_ids, found, text, line):
    """In steps, nested steps, expectations, variants and dice."""
    assert unknown_rule_ids() == []
    assert found(rule_ids, text) == [(line, "rules.yaml has no rule 'dael'")]


def test_rules_that_are_listed_pass(unknown_rule_ids):
    """Wherever they are named, once or more often."""
    text = f"{PIECES}setup:\n  - {{shuffle: pack, rule: [deal, play]}}\n  - {{shuffle: pack, rule: deal}}\n"
    assert unknown_rule_ids(text, rulebook="Deal [#deal] and play. [#play #deal]\n") == []


def test_a_rule_that_no_page_covers_is_a_problem(unknown_rule_ids, game):
    """It is reported where it is listed, with the mark to add and the rule's text."""
    unknown_rule_ids()
    grove = game()
    assert list(rule_coverage.check(grove, {"deal", "play"})) == []
    (problem,) = rule_coverage.check(grove, {"deal": 3})
    assert (problem.rule, problem.place[:3]) == ("RULE002", ("catalog/grove/rules.yaml", 2, 7))
    assert problem.message == "the rulebook does not cover the rule 'play'"
    assert problem.hint == "mark the words that state it with [#play]: In turn."
    assert [problem.place.line for problem in rule_coverage.check(grove, ())] == [1, 2]
