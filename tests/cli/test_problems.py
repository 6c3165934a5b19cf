"""Problems on the command line: all at once, in one format, with an exit status for scripts."""

import re

import pytest

LINE = re.compile(r"(?P<file>[^:\n]+)(:(?P<line>\d+)(:(?P<column>\d+))?)?: (error|warning) (?P<rule>[A-Z]+\d{3}): .+")


def reported(err):
    """Return (file, line, rule) of every problem line, in its order; hints are indented lines between them."""
    found = []
    *lines, counts = err.splitlines()
    for line in lines:
        if line.startswith("    "):
            assert found, "a hint before any problem"
            continue
        match = LINE.fullmatch(line)
        assert match is not None, line
        found.append((match["file"], int(match["line"] or 0), match["rule"]))
    assert counts.rpartition(" checked: ")[2] == f"{len(found)} error{'' if len(found) == 1 else 's'}"
    return found


BAD_CARDS = "nr,copies,title,text\nthree,1,Root,Draw.\n2,-3,Branch,Discard.\n2,1,Crown,Win.\n"
BAD_FACE = """\
boxes:
  title: {at: [6, 6], size: [40, 8], text: "{{ title }}", style: titel, colur: red}
  text: {at: [7, 36], size: [49.5, forty], text: "{{ text }}"}
"""


@pytest.mark.parametrize("command", ["build", "check"])
def test_all_problems_of_a_game_are_shown_at_once_and_sorted(workspace, command):
    """One run reports mistakes in a table and in game.yaml, by file and line, with status 1."""
    folder = workspace.add("bad", cards=BAD_CARDS)
    game = folder / "game.yaml"
    game.write_text(game.read_text() + "colour: blue\n")
    ran = workspace.run(command)
    assert ran.status == 1
    found = reported(ran.err)
    assert found == sorted(found)
    last = len(game.read_text().splitlines())
    assert {("catalog/bad/cards.csv", 2, "VALUE001"), ("catalog/bad/cards.csv", 3, "VALUE001")} <= set(found)
    assert ("catalog/bad/game.yaml", last, "KEY001") in found


@pytest.mark.parametrize("command", ["build", "check"])
def test_all_problems_of_layouts_are_shown_at_once(workspace, command):
    """One run reports an unknown key, a word instead of a number and a style that does not exist."""
    workspace.add("bad", face=BAD_FACE)
    theme = workspace.path / "catalog" / "bad" / "layouts" / "theme.yaml"
    theme.write_text("extends: plain\nstyls: {}\n")
    ran = workspace.run(command)
    assert ran.status == 1
    found = reported(ran.err)
    assert found == sorted(found)
    layouts = "catalog/bad/layouts"
    assert (f"{layouts}/faces/card.yaml", 2, "KEY001") in found
    assert (f"{layouts}/faces/card.yaml", 3, "VALUE001") in found
    assert (f"{layouts}/theme.yaml", 2, "KEY001") in found


def test_problems_carry_hints(workspace):
    """An unknown key is followed by the key that was probably meant."""
    workspace.add("bad", face=BAD_FACE)
    lines = workspace.run("check").err.splitlines()
    at = next(number for number, line in enumerate(lines) if "'colur'" in line)
    assert lines[at + 1] == "    did you mean 'colour'?"


def test_a_bad_game_does_not_stop_a_good_one(grove):
    """The good game is built, the bad one is reported as not built, and the status is 1."""
    grove.add("bad", cards=BAD_CARDS)
    ran = grove.run("build", "--only", "sheets/fronts")
    assert ran.status == 1
    assert "bad: not built" in ran.out.splitlines()
    assert "to print it all the same" not in ran.out
    assert (grove.output / "grove" / "print-and-play" / "a4-fronts.pdf").is_file()
    assert not (grove.output / "bad").exists()


def test_a_build_with_problems_leaves_the_last_good_output(grove):
    """After a good build, a mistake in the catalog changes not a byte of the output."""
    grove.run("build")
    before = grove.snapshot()
    face = grove.path / "catalog" / "grove" / "layouts" / "faces" / "card.yaml"
    face.write_text(face.read_text().replace("size: [49.5, 40]", "size: [49.5, 2]"))
    ran = grove.run("build", "--verbose")
    assert ran.status == 1
    assert {rule for _, _, rule in reported(ran.err)} == {"FIT001"}
    assert "to print it anyway, add this under 'checks' in its game.yaml: FIT001: {warning: the reason}" in ran.out
    assert grove.snapshot() == before


def test_a_book_that_extends_nothing_is_named_by_its_file(grove):
    """As the designer finds it, and not below a folder of the program."""
    game = grove.path / "catalog" / "grove"
    game.joinpath("rulebook.md").write_text("# How to play\n\nDraw a card.\n")
    book = game / "layouts" / "books" / "rulebook.yaml"
    book.parent.mkdir()
    book.write_text("styles: {p: body}\n")
    lines = grove.run("check").err.splitlines()
    assert [line.split(": ")[0] for line in lines if "no region" in line] == [
        "catalog/grove/layouts/books/rulebook.yaml:1"
    ]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["build", "--only", "sheet"], ["'sheet'", "did you mean 'sheets'?"]),
        (["build", "--only", "sheets/frnts"], ["'sheets/frnts'", "did you mean 'sheets/fronts'?"]),
        (["build", "--only", "rulebook/fronts"], ["'rulebook/fronts'"]),
        (["build", "--paper", "lettre"], ["'lettre'", "did you mean 'letter'?"]),
        (["build", "--paper", "vellum"], ["'vellum'", "choose one of: ", ", a4, ", "or write a size: 320x450mm"]),
        (["build", "--format", "pgn"], ["'pgn'", "did you mean 'png'?"]),
        (["biuld"], ["biuld", "Did you mean 'build'?"]),
        (["build", "--papper", "a4"], ["--papper"]),
    ],
)
def test_usage_errors_have_status_2_and_a_suggestion(grove, words, said):
    """For an unknown product, layout, paper, format, command or option."""
    ran = grove.run(*words)
    assert ran.status == 2
    assert [part for part in said if part not in ran.err] == []
    assert not (grove.output / "grove").exists()


def test_an_unknown_game_gets_a_suggestion(grove):
    """A game that is not in the catalog is one problem, with a hint; nothing is built."""
    ran = grove.run("build", "gorve", "grove")
    assert ran.status == 1
    assert [rule for _, _, rule in reported(ran.err)] == ["FILE001"]
    assert "'gorve'" in ran.err
    assert "did you mean 'grove'?" in ran.err
    assert not grove.output.exists()


@pytest.mark.parametrize("command", ["build", "check"])
def test_a_folder_without_games_is_a_problem(workspace, command):
    """Without a catalog, the one problem says where games are expected."""
    ran = workspace.run(command)
    assert ran.status == 1
    assert [rule for _, _, rule in reported(ran.err)] == ["FILE001"]
    assert "game.yaml" in ran.err


BAD_GAME = """\
title: A Game of Everything
version: 0.1.0
players: {range: some, prototype: for a test}
colour: blue
kinds:
  card:
    name: Card
    shape: poker
    face: card
    back: back
    bakc: back
    id: "card-{{ nr }}"
    prototype: made for a test
    fields:
      nr: {type: integer, min: 1}
      title: {type: text}
      text: {type: text}
    rows: cards.csv
"""


def everything_broken(workspace, game=BAD_GAME):
    """Break game.yaml, a table, a face, the theme, a sheet layout and the list of rules of one game."""
    folder = workspace.add("bad", game=game, cards=BAD_CARDS, face=BAD_FACE)
    layouts = folder / "layouts"
    (layouts / "theme.yaml").write_text("extends: plain\ncolours: {red: crimson}\nstyls: {}\n")
    (layouts / "faces" / "back.yaml").write_text("boxes:\n  seal: {area: trim, icon: no-such-icon, style: titel}\n")
    (layouts / "sheets").mkdir()
    (layouts / "sheets" / "mine.yaml").write_text("faces: both\n")
    (folder / "rules.yaml").write_text("first: {section: Play}\n")
    return folder


@pytest.mark.parametrize("command", ["build", "check"])
def test_the_problems_of_all_files_are_reported_in_one_run(workspace, command):
    """Invalid data and invalid layouts, each with its own place: one run is enough to fix them all."""
    everything_broken(workspace)
    ran = workspace.run(command)
    assert ran.status == 1
    found = set(reported(ran.err))
    game, layouts = "catalog/bad", "catalog/bad/layouts"
    assert {
        (f"{game}/game.yaml", 3, "VALUE001"),
        (f"{game}/game.yaml", 4, "KEY001"),
        (f"{game}/game.yaml", 11, "KEY001"),
        (f"{game}/cards.csv", 2, "VALUE001"),
        (f"{game}/cards.csv", 3, "VALUE001"),
        (f"{game}/rules.yaml", 1, "VALUE001"),
        (f"{layouts}/faces/card.yaml", 2, "KEY001"),
        (f"{layouts}/faces/card.yaml", 3, "VALUE001"),
        (f"{layouts}/faces/back.yaml", 2, "REF001"),
        (f"{layouts}/theme.yaml", 2, "VALUE001"),
        (f"{layouts}/theme.yaml", 3, "KEY001"),
        (f"{layouts}/sheets/mine.yaml", 1, "VALUE001"),
    } <= found


def test_an_unreadable_game_does_not_hide_problems_of_its_layouts(workspace):
    """All faces of a game are checked, even if its kinds cannot be read."""
    everything_broken(workspace, "title: [\n")
    found = {(file.rpartition("/")[2], rule) for file, _, rule in reported(workspace.run("check").err)}
    assert {
        ("game.yaml", "YAML001"),
        ("card.yaml", "KEY001"),
        ("back.yaml", "REF001"),
        ("theme.yaml", "KEY001"),
    } <= found


def test_wrong_counts_are_reported_beside_invalid_layouts(workspace):
    """The checks of data do not wait until the layouts are fixed."""
    game = workspace.add("bad", face=BAD_FACE) / "game.yaml"
    game.write_text(f"{game.read_text()}expect: [{{count: all, is: 9, prototype: why not}}]\n")
    found = {rule for _, _, rule in reported(workspace.run("check").err)}
    assert {"COUNT001", "KEY001"} <= found


def test_one_mistake_is_one_problem(workspace):
    """An unknown key in game.yaml causes no further problems."""
    folder = workspace.add("bad")
    game = folder / "game.yaml"
    game.write_text(game.read_text().replace("    shape: poker\n", "    shape: poker\n    shap: poker\n"))
    assert [rule for _, _, rule in reported(workspace.run("check").err)] == ["KEY001"]
