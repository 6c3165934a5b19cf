"""README, docs/README.md and docs/command-line.md are right: commands run, listed options exist, counts are true."""

from __future__ import annotations

import re
import shlex
from itertools import takewhile

import pytest
from docwalk import ROOT, Reader, dragon_isles, fences

from punchboard.cli.main import COMMANDS, load_command
from punchboard.expression.filters import in_words
from punchboard.load import find_games, load_game
from punchboard.load.layouts.raw_layouts import builtin_themes, component_faces
from punchboard.problem import Place, Problem

INSTALLS = {
    f"{how} {what}" for how in ("pipx install", "uv tool install", "pip install") for what in (".", "punchboard")
}
"""The installation lines; .ci/run installs the program as README says below."""


def block(start):
    """Return the fence of README whose text begins with these words."""
    return next(fence for fence in fences(ROOT / "README.md") if fence.text.startswith(start))


@pytest.mark.slow
def test_the_first_lines_of_readme_run(tmp_path, forker):
    """Each installation line is a known one, and a spreadsheet is there."""
    install, *rest = block("pipx").text.splitlines()
    assert install.partition("#")[0].strip() in INSTALLS
    assert [one for one in re.findall(r"(?:pipx|uv tool|pip) install \S+", install) if one not in INSTALLS] == []
    dragon_isles(tmp_path)
    (tmp_path / "cards.xlsx").rename(tmp_path / "my-cards.xlsx")
    reader = Reader(tmp_path, forker)
    for line in rest:
        words = shlex.split(line, comments=True)
        assert words[0] == "punchboard"
        printed = reader.punchboard(words[1:])
        assert reader.status == 0, printed


def test_the_tutorial_installs_in_the_same_ways():
    """Each line of its fence, and each command in its text."""
    text = (ROOT / "docs/tutorial.md").read_text(encoding="utf-8")
    found = re.findall(r"(?:pipx|uv tool|\bpip) install [\w.]+", text)
    assert len(found) > 3
    assert [one for one in found if one not in INSTALLS] == []


def table_rows(page, first):
    """Return the rows of the table on a page whose header begins with a word, as lists of cells."""
    lines = (ROOT / page).read_text(encoding="utf-8").splitlines()
    begin = lines.index(next(line for line in lines if line.startswith(f"| {first} |"))) + 2
    return [line.strip("| ").split(" | ") for line in takewhile(lambda line: line.startswith("|"), lines[begin:])]


def options(text):
    """Return the options that a text names, such as ``--only``."""
    return set(re.findall(r"(?<![\w-])--[a-z-]+", text))


def known_options(name):
    """Return the long and short options of a command."""
    params = load_command(name).params
    return {option for param in params for option in (*param.opts, *param.secondary_opts)}


def test_the_table_of_commands_lists_every_command():
    """And no other; each option that its row names belongs to that command, or to build."""
    listed = {}
    for command, told in table_rows("docs/command-line.md", "command"):
        words = command.strip("`").split()
        listed.setdefault(words[1], set()).update(options(command + told))
    assert listed.keys() == COMMANDS.keys()
    assert {name: found - known_options(name) for name, found in listed.items()} == {name: set() for name in listed}


def test_the_table_of_build_options_lists_real_options():
    """Each of its rows names at least one."""
    known = known_options("build")
    rows = [options(row[0]) for row in table_rows("docs/command-line.md", "option")]
    assert len(rows) > 5
    assert [row for row in rows if not row or row - known] == []


def test_the_shown_problem_has_the_form_of_messages():
    """The example on the page of commands."""
    shown = next(one for one in fences(ROOT / "docs/command-line.md") if "VALUE001" in one.text).text.strip()
    place = Place("catalog/atmosfear/characters.csv", 12, 11)
    assert str(Problem("VALUE001", place, "in 'rank', 'eight' is not a whole number")) == shown


def number_before(text, noun):
    """Return the first number before a noun, in digits or as a word."""
    words = [*map(in_words, range(13)), "thirteen"]
    word = re.search(rf"\b(\d+|{'|'.join(words)}) {noun}", text, re.IGNORECASE)[1].lower()
    return int(word) if word.isdigit() else words.index(word)


def test_the_stated_counts_are_true():
    """Of built-in layouts, themes and icons, wherever a page states them, and of games."""
    backs = [path.stem for path in (ROOT / "layouts/faces").glob("back*.yaml")]
    counts = {
        "built-in layouts": len(component_faces()) + len(backs),
        "themes": len(builtin_themes()),
        "icons": len([*(ROOT / "layouts/icons").glob("*.svg")]),
        "games made with Punchboard": len(find_games(ROOT)),
    }
    stated = (
        *(("docs/README.md", noun) for noun in ("built-in layouts", "themes", "icons")),
        ("CHANGELOG.md", "built-in layouts"),
        ("docs/how-to/icons.md", "icons"),
        ("docs/from-nandeck.md", "icons"),
        ("docs/from-squib.md", "built-in layouts"),
        ("docs/from-component-studio.md", "themes"),
        ("README.md", "games made with Punchboard"),
    )
    texts = {page: (ROOT / page).read_text(encoding="utf-8") for page, _ in stated}
    assert [(page, noun) for page, noun in stated if number_before(texts[page], noun) != counts[noun]] == []


@pytest.mark.parametrize(
    ("game", "noun", "wanted"),
    [
        ("alpha-and-omega", "hexagonal tiles", lambda trim: trim.form == "hex"),
        ("alpha-and-omega", "fold-up pawns", lambda trim: trim.form == "pawn"),
        ("atmosfear", "poker cards", lambda trim: trim.name == "poker"),
        ("vortex", "poker cards", lambda trim: trim.name == "poker"),
    ],
)
def test_the_counts_of_games_are_those_of_their_catalogs(game, noun, wanted):
    """README counts every copy of every printed component."""
    row = next(
        line for line in (ROOT / "README.md").read_text(encoding="utf-8").splitlines() if f"`catalog/{game}`" in line
    )
    found = load_game(ROOT / "catalog" / game, ROOT)
    pieces = [one for one in found.components if wanted(found.kinds[one.kind].trim)]
    assert number_before(row, noun) == sum(one.copies for one in pieces)
