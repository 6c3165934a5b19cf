"""README is right: its first commands run, the listed commands exist, and its counts are true."""

from __future__ import annotations

import re
import shlex

import pytest
from docwalk import PLACEHOLDERS, ROOT, Reader, dragon_isles, fences

from punchboard.expression.filters import in_words
from punchboard.load import find_games, load_game
from punchboard.load.layouts.builtin_faces import builtin_themes, component_faces

INSTALLS = {
    f"{how} {what}" for how in ("pipx install", "uv tool install", "pip install") for what in (".", "punchboard")
}
"""The installation lines; .ci/run installs the program as README says below."""


def block(start):
    """Return the fence of README whose text begins with these words."""
    return next(fence for fence in fences(ROOT / "README.md") if fence.text.startswith(start))


@pytest.mark.slow
def test_the_first_lines_of_readme_run(tmp_path):
    """Each installation line is a known one, and a spreadsheet is there."""
    install, *rest = block("pipx").text.splitlines()
    assert install.partition("#")[0].strip() in INSTALLS
    assert [one for one in re.findall(r"(?:pipx|uv tool|pip) install \S+", install) if one not in INSTALLS] == []
    dragon_isles(tmp_path)
    (tmp_path / "cards.xlsx").rename(tmp_path / "my-cards.xlsx")
    reader = Reader(tmp_path)
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


def listed_commands():
    """Yield the commands of README's list as typed, each with the options named below it."""
    name, told = "", ""
    for line in block("punchboard new NAME").text.splitlines():
        if line.startswith("punchboard "):
            if name:
                yield name, told
            name, _, told = line.partition("  ")
        else:
            told += f" {line}"
    yield name, told


@pytest.mark.slow
@pytest.mark.parametrize(("command", "told"), [*listed_commands()], ids=[name for name, _ in listed_commands()])
def test_every_command_of_the_list_runs(command, told, table):
    """With real names and without optional parts; its help has each option that README names."""
    words = [PLACEHOLDERS.get(word, word) for word in shlex.split(command)[1:] if not word.startswith("[")]
    printed = table.punchboard(words)
    assert table.status != 2, printed
    known = table.punchboard([words[0], "--help"]) + table.punchboard(["build", "--help"])
    assert [one for one in re.findall(r"--[a-z-]+", told) if one not in known] == []


def number_before(text, noun):
    """Return the number before a noun, in digits or as a word."""
    words = [*map(in_words, range(13)), "thirteen"]
    word = re.search(rf"(\w+) {noun}", text)[1].lower()
    return int(word) if word.isdigit() else words.index(word)


def test_the_counts_of_readme_are_true():
    """Of layouts, themes, icons and games."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    backs = [path.stem for path in (ROOT / "layouts/faces").glob("back*.yaml")]
    icons = len([*(ROOT / "layouts/icons").glob("*.svg")])
    assert number_before(text, "stock layouts") == len(component_faces()) + len(backs)
    assert number_before(text, "themes") == len(builtin_themes())
    assert number_before(text, "icons") == icons
    assert f"{icons} come with the program" in (ROOT / "docs/how-to/icons.md").read_text(encoding="utf-8")
    assert number_before(text, "games that it prints") == len(find_games(ROOT))


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
