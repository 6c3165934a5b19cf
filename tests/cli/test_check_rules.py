"""`punchboard check --rules --cards`: any rulebook and any table of components."""

import json

CARDS = "name,type,copies\nWren,bird,4\nOwl,bird,2\nEgg,token,30\n"
RULES = "# Nests\n\nFor 2 to 4 players.\n\nTake the birds: a Wren, an Owl. All 30 Eggs are the supply.\n"


def run(workspace, rules, *more, cards=CARDS):
    """Write a rulebook and a deck, and check them."""
    (workspace.path / "RULES.md").write_text(rules, encoding="utf-8")
    (workspace.path / "cards.csv").write_text(cards, encoding="utf-8")
    return workspace.run("check", "--rules", "RULES.md", "--cards", "cards.csv", *more)


def test_a_good_rulebook_prints_one_line(workspace):
    """Status 0; no catalog is needed, and nothing is written."""
    ran = run(workspace, RULES)
    assert (ran.status, ran.out, ran.err) == (0, "1 text checked, nothing found\n", "")
    assert {path.name for path in workspace.path.iterdir()} == {"RULES.md", "cards.csv"}


def test_problems_are_printed_as_for_games(workspace):
    """Status 1; each problem with file, line and column, its code and a hint, and their number at the end."""
    ran = run(workspace, RULES.replace("an Owl", "an *Owll*").replace("30", "24"))
    assert (ran.status, ran.out) == (1, "")
    assert ran.err.splitlines() == [
        "RULES.md:5:29: error PROSE001: unknown name 'Owll'",
        "    did you mean 'Owl'?",
        "RULES.md:5:40: error PROSE002: '24 Eggs': the deck has 30",
        "    correct the number or the deck",
        "cards.csv:3: error PROSE004: no rule mentions 'Owl'",
        "    explain what it is for, or remove it",
        "1 text checked: 3 errors",
    ]


def test_a_comment_silences_a_problem(workspace):
    """A comment beside the sentence, or with the name of the piece."""
    rules = RULES.replace("an Owl", "an *Owll*") + "\n<!-- right: PROSE004 Owl -->\n"
    wrong = run(workspace, rules)
    assert "PROSE001" in wrong.err
    assert "PROSE004" not in wrong.err
    assert run(workspace, rules.replace("supply.", "supply. <!-- right: PROSE001 -->")).status == 0


def test_json_is_one_object(workspace):
    """--json prints the texts and their problems."""
    ran = run(workspace, RULES.replace("an Owl", "an *Owll*, an Owl"), "--json")
    data = json.loads(ran.out)
    assert (ran.status, ran.err, data["checked"]) == (1, "", ["RULES.md"])
    assert [(one["rule"], one["file"], one["line"], one["column"]) for one in data["problems"]] == [
        ("PROSE001", "RULES.md", 5, 29)
    ]


def test_several_texts_are_checked_without_a_deck(workspace):
    """--rules can be repeated; without a deck the texts are checked against each other."""
    (workspace.path / "a.md").write_text("The first to reach 100 points wins.\n", encoding="utf-8")
    (workspace.path / "b.md").write_text("Whoever gets to 120 points first has won.\n", encoding="utf-8")
    ran = workspace.run("check", "--rules", "a.md", "--rules", "b.md")
    assert ran.status == 1
    assert "a.md:1:20: error PROSE007: '100 points' here, but '120 points' in b.md:1" in ran.err
    assert "b.md:1:17: error PROSE007" in ran.err


def test_all_unreadable_files_are_reported(workspace):
    """Each by its name."""
    (workspace.path / "cards.csv").write_text("name,name\na,b\n", encoding="utf-8")
    ran = workspace.run("check", "--rules", "RULE.md", "--cards", "cards.csv")
    assert ran.status == 1
    assert "RULE.md: error FILE001: 'RULE.md' is missing" in ran.err
    assert "cards.csv:1: error TABLE001: duplicate column 'name'" in ran.err


def test_options_that_do_not_fit_are_usage_errors(workspace):
    """A deck without a text, or a text together with games."""
    assert workspace.run("check", "--cards", "cards.csv").status == 2
    assert workspace.run("check", "grove", "--rules", "RULES.md").status == 2
