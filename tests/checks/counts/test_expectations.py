"""Expectations: what each kind finds, where, and which rule is behind it."""

from __future__ import annotations

import pytest
from counted import steps

from punchboard.checks import check_game
from punchboard.checks.counts import copies, counts, every, gaps, one_of_each, totals, unique
from punchboard.checks.data import expressions, references
from punchboard.load import load_game

LISTS = "decks: {pack: {name: the pack, contains: card}}\nnumbers: {deal: {value: 2, stated: Deal}}\n"
MODULES = {
    "count": counts,
    "exactly one": one_of_each,
    "no gaps": gaps,
    "no more": copies,
    "total": totals,
    "unique": unique,
    "every": every,
}


@pytest.fixture
def messages(game):
    """Return the messages of the rule for an expectation."""

    def messages(line, more=LISTS):
        rule = next(module for key, module in MODULES.items() if line.startswith(key))
        grove = game(f"{more}expect:\n  - {{{line}, stated: Components}}\n")
        assert [problem for problem in check_game(grove) if problem.rule in {"REF001", "EXPR001", "STAND001"}] == []
        return [problem.message for problem in rule.check(grove)]

    return messages


@pytest.mark.parametrize(
    "line",
    [
        "count: pack, is: 8",
        "count: entries of realm, is: 2",
        "count: entries of realm, is: at most players",
        "count: card, each: [realm, special], is: {2: 1+, 3: 1-3, 4: 1+}",
        "count: card, each: rank, is: 2+",
        "count: card, is: at least numbers.deal * players",
        "count: card, is: \"2 * count('pawn')\"",
        "count: \"kind == 'card' and rank < players\", is: {2: 2, 3+: 8}",
        "exactly one of each: rank, of: \"kind == 'card' and not special\", each: realm, from: 1, to: 1",
        "exactly one of each: realm, of: \"kind == 'card' and copies == 1\"",
        "no gaps: rank, of: card, from: 1, to: 2, each: realm",
        "no gaps: rank",
        "no more copies than: 4",
        "no more copies than: 8, each: kind",
        "total: rank, of: card, is: 14",
        "total: rank, is: 14",
        "total: rank * 10, of: card, each: realm, is: 70",
        "total: rank, of: card, is: players to 7 * players",
        "unique: rank, of: card, each: realm",
        "unique: [realm, rank], of: card",
        "every: card, has: rank <= numbers.deal",
        "every: all, has: copies <= 2 + players",
    ],
)
def test_expectations_that_are_met_have_no_problems(messages, line):
    """Copies are counted, also entries without rows, and for every number of players if it matters."""
    assert messages(line) == []


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("count: pack, is: 9", "'pack': expected 9, found 8 (ember-1, tide-1, 3 ember-2, 3 tide-2 at game.yaml:15)"),
        ("count: entries of realm, is: 3", "'entries of realm': expected 3, found 2 (ember, tide)"),
        (
            "count: card, is: at least 3 * players",
            (
                "'card': with 3 players expected 9+ (at least 3 * players), found 8; "
                "with 4 players expected 12+ (at least 3 * players), found 8 "
                "(ember-1, tide-1, 3 ember-2, 3 tide-2 at game.yaml:15)"
            ),
        ),
        (
            "count: card, is: {2: 8, 3: 9}",
            (
                "'card': with 3 players expected 9, found 8; "
                "with 4 players expected an entry in the table ('0+' for any number), found 8 "
                "(ember-1, tide-1, 3 ember-2, 3 tide-2 at game.yaml:15)"
            ),
        ),
        (
            "count: card, each: [realm, special], is: 0-1",
            "'card' of realm 'ember' and special true: expected 0-1, found 3 (3 ember-2 at game.yaml:15)",
        ),
        (
            "exactly one of each: rank, of: card, each: realm, from: 1, to: 3",
            (
                "'card' of realm 'ember': expected exactly one of each rank, found none of 3, 3 of 2 (3 ember-2 at "
                "game.yaml:15)"
            ),
        ),
        (
            "exactly one of each: rank, of: card",
            "'rank' is not from a list, so its values are unknown",
        ),
        (
            "exactly one of each: rank, of: card, each: realm, from: 2, to: 2",
            (
                "'card' of realm 'ember': expected exactly one of each rank, found 1, which is not expected "
                "(ember-1 at game.yaml:15), 3 of 2 (3 ember-2 at game.yaml:15)"
            ),
        ),
        (
            "no gaps: rank, of: card, from: 1, to: 4",
            "'card': expected rank from 1 to 4 without gaps, found none of 3, 4",
        ),
        (
            "no gaps: rank, of: card, to: 1",
            "'card': expected rank from 1 to 1 without gaps, found 3 ember-2, 3 tide-2 at game.yaml:15 out of range",
        ),
        ("no gaps: name, of: pawn", "'name' is not a whole number in 4 pawn at game.yaml:22"),
        (
            "no more copies than: 3, of: pawn",
            "'pawn': expected no more copies than 3, found 4 (4 pawn at game.yaml:22)",
        ),
        (
            "no more copies than: 3, of: card, each: realm",
            "'card' of realm 'ember': expected no more copies than 3, found 4 (ember-1, 3 ember-2 at game.yaml:15)",
        ),
        (
            "total: rank, of: card, each: realm, is: 5-6",
            "total 'rank' of 'card' of realm 'ember': expected 5-6, found 7 (1 ember-1, 6 ember-2 at game.yaml:15)",
        ),
        ("total: name, of: pawn, is: 1", "'name' of 'pawn' is 'Pawn', which is not a number"),
        (
            "unique: rank, of: card",
            "'card': rank 1 should occur once, found ember-1, tide-1 at game.yaml:15",
        ),
        (
            "every: card, has: rank < players",
            "every 'card' should have 'rank < players'; these do not: 3 ember-2, 3 tide-2 at game.yaml:15",
        ),
    ],
)
def test_expectations_that_are_not_met_list_their_rows(messages, line, message):
    """The first problem says what was expected, what was found, and where the counted rows are."""
    assert messages(line)[0] == message


def test_a_problem_of_a_row_is_reported_at_the_row(game):
    """If something is missing, the place is the expectation."""
    grove = game(
        "expect:\n"
        "  - {no more copies than: 3, stated: C}\n"
        "  - {every: pawn, has: copies == 3, stated: C}\n"
        "  - {no gaps: rank, of: card, from: 1, to: 3, stated: C}\n"
    )
    places = {problem.rule: problem.place.line for problem in check_game(grove)}
    assert places == {"COUNT004": 22, "COUNT007": 22, "COUNT003": 26}


def test_the_hint_is_the_rule_behind_an_expectation(game, tmp_path):
    """Section and words come from rules.yaml; without a rule the hint is the standing."""
    folder = tmp_path / "catalog" / "grove"
    folder.mkdir(parents=True)
    (folder / "rules.yaml").write_text("five: {section: Components, rule: There are five pawns.}\n")
    grove = game("expect:\n  - {count: pawn, is: 5, stated: C, rule: five}\n  - {unique: rank, prototype: easier}\n")
    assert [problem.hint for problem in (*counts.check(grove), *unique.check(grove))] == [
        "Components: There are five pawns. (rule five)",
        "this is prototype: easier",
        "this is prototype: easier",
    ]


@pytest.mark.parametrize(
    ("line", "rule", "message"),
    [
        ("unique: nmae", references, "no field 'nmae'"),
        ("no gaps: rnak", references, "no field 'rnak'"),
        ("exactly one of each: [realm, rnak]", references, "no field 'rnak'"),
        ("total: rank, of: crad, is: 3", references, "no kind or group 'crad'"),
        ("count: entries of reelm, is: 3", references, "no list 'reelm'"),
        ("count: all, is: 2 * numbers.dael", expressions, "there is no 'dael' among deal in '2 * numbers.dael'"),
        ("total: rnak + 1, of: card, is: 2", expressions, "there is nothing called 'rnak' in 'rnak + 1'"),
        ("every: card, has: rank ==", expressions, "rank =="),
        ("every: all, has: rank > 1", expressions, "there is nothing called 'rank' in 'rank > 1'"),
        ("count: rank == players, is: 2", expressions, "there is nothing called 'rank' in 'rank == players'"),
    ],
)
def test_expectations_that_cannot_be_evaluated_have_one_problem(game, line, rule, message):
    """REF001 reports unknown names, EXPR001 expressions that fail."""
    grove = game(f"{LISTS}expect:\n  - {{{line}, stated: Components}}\n")
    (problem,) = check_game(grove)
    assert problem.rule == rule.ID
    assert message in problem.message


def test_the_name_of_a_group_is_not_an_expression(messages):
    """A word of its name, such as players, does not make the count depend on the number of players."""
    groups = "groups: {cards of the players: \"kind == 'card'\"}\n"
    (message,) = messages("count: cards of the players, is: 9", groups)
    assert message.startswith("'cards of the players': expected 9, found 8 (")


def large_game(folder, ranks):
    """Load a game of four suits of so many ranks, with an expectation of every kind that it fulfils."""
    folder.mkdir(parents=True)
    rows = "".join(f"{suit},{rank}\n" for suit in ("oak", "elm", "ash", "fir") for rank in range(1, ranks + 1))
    (folder / "cards.csv").write_text(f"suit,rank\n{rows}")
    (folder / "game.yaml").write_text(
        "title: Many\nversion: 0.1.0\nplayers: {range: 2-4, stated: x}\n"
        "kinds:\n  card:\n    name: Card\n    shape: poker\n    face: card\n    stated: x\n"
        '    id: "{{ suit }}-{{ rank }}"\n    rows: cards.csv\n'
        "    fields: {suit: {one of: [oak, elm, ash, fir]}, rank: {type: integer}}\n"
        "expect:\n"
        f"  - {{count: all, is: {4 * ranks}, stated: x}}\n"
        f"  - {{count: card, each: suit, is: {ranks}, stated: x}}\n"
        "  - {count: \"kind == 'card'\", is: at least 7 * players, stated: x}\n"
        f"  - {{exactly one of each: rank, from: 1, to: {ranks}, each: suit, stated: x}}\n"
        f"  - {{exactly one of each: [suit, rank], from: 1, to: {ranks}, stated: x}}\n"
        "  - {no gaps: rank, of: card, each: suit, stated: x}\n"
        "  - {no more copies than: 1, stated: x}\n"
        f"  - {{total: rank, of: card, each: suit, is: {ranks * (ranks + 1) // 2}, stated: x}}\n"
        "  - {unique: [suit, rank], stated: x}\n"
        "  - {every: card, has: rank > 0, stated: x}\n"
    )
    return load_game(folder, folder.parents[1])


@pytest.mark.parametrize("rule", [counts, one_of_each, gaps, copies, totals, unique, every], ids=lambda rule: rule.ID)
def test_counting_grows_with_the_cards(tmp_path, rule):
    """Twice the cards take at most a little more than twice the steps."""
    games = [large_game(tmp_path / "catalog" / f"of-{ranks}", ranks) for ranks in (20, 50, 100, 200)]
    found = []

    def check(game):
        found.extend(rule.check(game))

    check(games[0])  # compiles expressions, which are cached
    few, more, most = (steps(lambda game=game: check(game)) for game in games[1:])
    assert found == []
    assert most - more < 2.2 * (more - few)
