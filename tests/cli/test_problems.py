"""What goes wrong, as the command line tells it: one form, all at once, and a status that scripts can use."""

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
    assert counts == f"{len(found)} error{'' if len(found) == 1 else 's'}"
    return found


BAD_CARDS = "nr,copies,title,text\nthree,1,Root,Draw.\n2,-3,Branch,Discard.\n2,1,Crown,Win.\n"
BAD_FACE = 'boxes:\n  title: {at: [6, 6], size: [40, 8], text: "{{ titel }}", style: title, colur: red}\n'


@pytest.fixture
def bad(workspace):
    """A game with mistakes in three of its files."""
    folder = workspace.add("bad", cards=BAD_CARDS, face=BAD_FACE)
    game = folder / "game.yaml"
    game.write_text(game.read_text() + "colour: blue\n")
    return workspace


@pytest.mark.parametrize("command", ["build", "check"])
def test_all_problems_are_shown_at_once_in_one_form_and_sorted(bad, command):
    """Mistakes in tables, layouts and game.yaml come out of one run, by file and line, with status 1."""
    ran = bad.run(command)
    assert ran.status == 1
    found = reported(ran.err)
    assert found == sorted(found)
    files = {file for file, _, _ in found}
    assert {"catalog/bad/cards.csv", "catalog/bad/game.yaml", "catalog/bad/layouts/faces/card.yaml"} <= files
    assert ("catalog/bad/cards.csv", 2, "VALUE001") in found
    assert ("catalog/bad/cards.csv", 3, "VALUE001") in found
    assert {rule for file, _, rule in found if file.endswith("card.yaml")} >= {"KEY001"}
    assert {rule for file, _, rule in found if file.endswith("game.yaml")} == {"KEY001"}


def test_problems_carry_hints(bad):
    """An unknown key is followed by the key that was probably meant."""
    lines = bad.run("check").err.splitlines()
    at = next(number for number, line in enumerate(lines) if "'colur'" in line)
    assert lines[at + 1].startswith("    ")
    assert "colour" in lines[at + 1]


def test_one_bad_game_does_not_keep_a_good_one_from_its_output(bad):
    """The good game is built, the bad one is named as not built, and the status is 1."""
    bad.add("grove")
    ran = bad.run("build", "--only", "sheets/fronts")
    assert ran.status == 1
    assert "bad: not built" in ran.out.splitlines()
    assert ran.out.splitlines()[-1] != ""
    assert (bad.output / "grove" / "print-and-play" / "a4-fronts.pdf").is_file()
    assert not (bad.output / "bad").exists()


def test_a_build_with_problems_leaves_the_last_good_output(grove):
    """After a good build, a mistake in the catalog changes not a byte of the output."""
    grove.run("build")
    before = grove.snapshot()
    face = grove.path / "catalog" / "grove" / "layouts" / "faces" / "card.yaml"
    face.write_text(face.read_text().replace("size: [49.5, 40]", "size: [49.5, 2]"))
    ran = grove.run("build")
    assert ran.status == 1
    assert {rule for _, _, rule in reported(ran.err)} == {"FIT001"}
    assert grove.snapshot() == before


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["build", "--only", "sheet"], ["'sheet'", "did you mean 'sheets'?"]),
        (["build", "--only", "sheets/frnts"], ["'sheets/frnts'", "did you mean 'sheets/fronts'?"]),
        (["build", "--only", "rulebook/fronts"], ["'rulebook/fronts'"]),
        (["build", "--paper", "lettre"], ["'lettre'", "did you mean 'letter'?"]),
        (["build", "--paper", "b5"], ["'b5'", "known are: a3, a4, letter, tabloid"]),
        (["build", "--format", "pgn"], ["'pgn'", "did you mean 'png'?"]),
        (["biuld"], ["biuld", "Did you mean 'build'?"]),
        (["build", "--papper", "a4"], ["--papper"]),
    ],
)
def test_wrong_use_ends_with_status_2_and_says_what_was_meant(grove, words, said):
    """An unknown product, layout, paper, format, command or option: status 2, the name, the nearest known one."""
    ran = grove.run(*words)
    assert ran.status == 2
    assert [part for part in said if part not in ran.err] == []
    assert not (grove.output / "grove").exists()


def test_an_unknown_game_is_named_with_the_nearest_known(grove):
    """A game that is not in the catalog is one problem, with a hint; nothing is built."""
    ran = grove.run("build", "gorve", "grove")
    assert ran.status == 1
    assert [rule for _, _, rule in reported(ran.err)] == ["FILE001"]
    assert "'gorve'" in ran.err
    assert "did you mean 'grove'?" in ran.err
    assert not grove.output.exists()


@pytest.mark.parametrize("command", ["build", "check"])
def test_a_folder_without_games_is_a_problem(workspace, command):
    """Where there is no catalog, the one problem says where games are looked for."""
    ran = workspace.run(command)
    assert ran.status == 1
    assert [rule for _, _, rule in reported(ran.err)] == ["FILE001"]
    assert "game.yaml" in ran.err
