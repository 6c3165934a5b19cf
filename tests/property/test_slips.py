"""One slip in a game's files is answered where it is, with few messages and in plain words."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from punchboard.pipeline import BuildOptions
from punchboard.pipeline.build import check
from punchboard.problem import ProblemsFound

sys.path.insert(0, str(Path(__file__).parent))

from slips import slips

STRANGERS = Path(__file__).parents[1] / "strangers"

TABLES = {"commas": "omens.csv", "spells": "spells.json", "trading-cards": "cards.json", "threat-suits": "threats.yaml"}

INTERNAL = re.compile(
    r"\bNone\b|<locals>|<\w+ object|pydantic|jinja|Undefined|Traceback|not YAML"
    r"|(?:block|flow) (?:mapping|sequence)|scalar|simple key|\btoken\b|did not find"
)
"""Words of Python, of libraries and of parsers."""

QUOTED = re.compile(r"'[^']*'")
"""What a message repeats of the designer's file."""

MOST = 3
"""Different messages that one slip may cause."""


def new_game(folder, *source):
    """Make a game as a designer does, and return the folder with ``catalog/``."""
    command = (sys.executable, "-m", "punchboard", "new", "cave", "--no-build", *source)
    subprocess.run(command, cwd=folder, check=True, capture_output=True)
    return folder


def problems(workspace):
    """Return the problems that ``check`` reports."""
    try:
        return check("cave", BuildOptions(workspace, workspace / "output")).findings.problems
    except ProblemsFound as found:
        return found.problems


def faults_of(workspace, seed, count):
    """Yield what is wrong with the answers to slips, and whether each answer begins at its slip; None for no answer."""
    before = {(problem.rule, problem.message) for problem in problems(workspace)}
    for slip in slips(workspace / "catalog" / "cave", Random(seed), count):
        kept = slip.file.read_bytes()
        try:
            slip.file.unlink() if slip.text is None else slip.file.write_text(slip.text, encoding="utf-8")
            found = [one for one in problems(workspace) if (one.rule, one.message) not in before]
        finally:
            slip.file.write_bytes(kept)
        faults = []
        if len({(one.place.file, one.message) for one in found}) > MOST:
            faults.append("too many messages")
        if any(not one.place.file.startswith("catalog") for one in found):
            faults.append("a message about a file of the program")
        if any(INTERNAL.search(QUOTED.sub("", f"{one.message} {one.hint}")) for one in found):
            faults.append("a word that is not the designer's")
        what = f"{slip.what} in {slip.file.name}:{slip.line}"
        near = (slip.file.name, True) == (
            Path(found[0].place.file).name if found else "",
            bool(found) and abs(found[0].place.line - slip.line) <= 1,
        )
        yield [f"{fault}: {what}: {found}" for fault in faults], near if found and slip.text is not None else None


MARKS = {0: (), 1: (pytest.mark.slow,)}
"""How a seed is run; the others make fifty more slips each before a release."""


@pytest.mark.parametrize(
    "seed",
    [
        pytest.param(seed, marks=MARKS.get(seed, (pytest.mark.slow, pytest.mark.long)), id=str(seed))
        for seed in range(8)
    ],
)
def test_one_slip_in_a_new_game_is_answered_at_its_place(tmp_path, seed):
    """At most three messages, none about the program's own files, most at the line of the slip."""
    found = list(faults_of(new_game(tmp_path), seed, 50))
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
