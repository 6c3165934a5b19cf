"""One slip in a game's files is answered where it is, with few messages and in plain words."""

import re
import shutil
import subprocess
import sys
import traceback
from pathlib import Path
from random import Random

import pytest

from punchboard.pipeline import BuildOptions
from punchboard.pipeline.build import check
from punchboard.problem import ProblemsFound

sys.path.insert(0, str(Path(__file__).parent))

from slips import AT_ITS_LINE, HARMLESS, slips

ROOT = Path(__file__).parents[2]
STRANGERS = ROOT / "tests" / "strangers"

TABLES = {"commas": "omens.csv", "spells": "spells.json", "trading-cards": "cards.json", "threat-suits": "threats.yaml"}
FIVE_GAMES = ("alpha-and-omega", "alpha-omega", "alter-ego", "atmosfear", "vortex")

INTERNAL = re.compile(
    r"\bNone\b|<locals>|<\w+ object|pydantic|jinja|Undefined|Traceback|not YAML|\b(?:str|int|dict|NoneType|codec)\b"
    r"|(?:block|flow) (?:mapping|sequence)|scalar|simple key|\btoken\b|did not find|print statement"
    r"|\b1 (?!has\b|is\b)\w+s\b"
)
"""Words of Python, of libraries and of parsers, and a plural after 1."""

QUOTED = re.compile(r"'[^']*'|choose one of.*|\d+ rows? .*")
"""What a message repeats of the designer's file, and lists of keys."""

MOST = 3
"""Different messages that one slip may cause."""


def new_game(folder, *source):
    """Make a game as a designer does, and return the folder with ``catalog/``."""
    command = (sys.executable, "-m", "punchboard", "new", "cave", "--no-build", *source)
    subprocess.run(command, cwd=folder, check=True, capture_output=True)
    return folder


def problems(workspace, name):
    """Return the problems that ``check`` reports."""
    try:
        return check(name, BuildOptions(workspace, workspace / "output")).findings.problems
    except ProblemsFound as found:
        return found.problems


def faults_of(workspace, seed, count, name="cave"):
    """Yield what is wrong with the answers to slips, and whether each answer begins at its slip; None for no answer."""
    before = {(problem.rule, problem.message) for problem in problems(workspace, name)}
    folders = tuple(folder for home in ("catalog", "layouts") if (folder := workspace / home / name).is_dir())
    for slip in slips(folders, Random(seed), count):
        try:
            with slip.made():
                found = [one for one in problems(workspace, name) if (one.rule, one.message) not in before]
        except Exception:  # noqa: BLE001 - a traceback is a fault, and the other slips are tried too
            trace = "".join(traceback.format_exc().splitlines(keepends=True)[-6:])
            yield [f"a traceback: {slip.what} in {slip.file.name}:{slip.line}: {trace}"], None
            continue
        near = bool(found) and is_near(slip, found[0])
        what = f"{slip.what} in {slip.file.name}:{slip.line}"
        faults = [f"{fault}: {what}: {found}" for fault in answer_faults(slip, found, near=near)]
        yield faults, near if found and slip.data is not None else None


def is_near(slip, problem):
    """Return whether a problem is at a slip, or at the use of a name that was typed wrong where it is declared."""
    if slip.what == "key typed wrong" and repr(slip.word) in problem.hint:
        return True
    if f"line {slip.line} is indented too little" in problem.hint:
        return True
    if slip.what == "empty key":  # of a pack: its cards lack the value
        emptied = slip.data.decode().splitlines()[slip.line - 1].partition(":")[0].strip(" -")
        if problem.message == f"{emptied!r} is missing":
            return True
    return Path(problem.place.file).name == slip.file.name and abs(problem.place.line - slip.line) <= 1


def answer_faults(slip, found, *, near):
    """Yield what is wrong with the problems reported for a slip."""
    if len({(one.place.file, one.message) for one in found}) > MOST:
        yield "too many messages"
    if any(not one.place.file.startswith(("catalog", "layouts")) for one in found):
        yield "a message about a file of the program"
    if any(INTERNAL.search(QUOTED.sub("", f"{one.message} {one.hint}")) for one in found):
        yield "a word that is not the designer's"
    if slip.what in HARMLESS and found:
        yield "a message for nothing"
    if slip.what in AT_ITS_LINE and found and not near:
        yield "a message about another place"


MARKS = {0: (), 1: (pytest.mark.slow,)}
"""How a seed is run; the others make a hundred more slips each before a release."""


@pytest.mark.parametrize(
    "seed",
    [
        pytest.param(seed, marks=MARKS.get(seed, (pytest.mark.slow, pytest.mark.long)), id=str(seed))
        for seed in range(8)
    ],
)
def test_one_slip_in_a_new_game_is_answered_at_its_place(tmp_path, seed):
    """At most three messages, none about the program's own files, most at the line of the slip."""
    found = list(faults_of(new_game(tmp_path), seed, 50 if seed in MARKS else 100))
    assert [fault for faults, _ in found for fault in faults] == []
    answered = [near for _, near in found if near is not None]
    assert sum(answered) > 0.75 * len(answered) > 10


@pytest.mark.slow
@pytest.mark.parametrize(
    "table",
    # a list in JSON is read and reported as one in YAML is
    [pytest.param(one, marks=() if one in {"commas", "threat-suits"} else pytest.mark.long) for one in TABLES],
)
def test_one_slip_in_a_game_of_any_table_is_answered(tmp_path, table):
    """As in a new game."""
    workspace = new_game(tmp_path, "--from", STRANGERS / table / TABLES[table])
    assert [fault for faults, _ in faults_of(workspace, 1, 60) for fault in faults] == []


@pytest.mark.slow
@pytest.mark.long
@pytest.mark.parametrize("game", FIVE_GAMES)
def test_one_slip_in_a_finished_game_is_answered(tmp_path, game):
    """As in a new game, also where layouts, rules and expectations name each other."""
    for folder in ("catalog", "layouts"):
        shutil.copytree(ROOT / folder / game, tmp_path / folder / game)
    assert [fault for faults, _ in faults_of(tmp_path, 1, 200, game) for fault in faults] == []
