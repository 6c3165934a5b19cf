"""The cost of verifying finished files, in processor time of one process."""

import json
import subprocess
import sys

import pytest

pytestmark = [pytest.mark.slow, pytest.mark.timed]

SHARE = 0.15
"""The largest share of a build."""

SCRIPT = """\
import gc, json, sys, time
gc.disable()  # as the command line does
begun = time.process_time()
from pathlib import Path
from punchboard import verify
from punchboard.load import find_games
from punchboard.build.options import BuildOptions
from punchboard.build.pipeline import build

prove, proving = verify.prove, 0.0

def timed(*given):
    global proving
    start = time.process_time()
    try:
        return prove(*given)
    finally:
        proving += time.process_time() - start

verify.prove = timed
workspace, out, only = Path(sys.argv[1]), Path(sys.argv[2]), tuple(sys.argv[3:])
for game in find_games(workspace):
    built = build(game, BuildOptions(workspace, out, only))
    assert not built.has_errors, built.problems
print(json.dumps([proving, time.process_time() - begun]))
"""


@pytest.fixture
def share(at_best, bench, tmp_path):
    """Return a function that builds all games of a workspace and returns the share of verification."""

    def share(workspace, *only):
        runs = []

        def proving():
            out = tmp_path / f"output-{len(runs)}"
            command = [sys.executable, "-c", SCRIPT, str(workspace), str(out), *only]
            done = subprocess.run(command, env=bench.environment(), capture_output=True, text=True, check=True)
            runs.append(json.loads(done.stdout))
            return runs[-1][0]

        return at_best(SHARE, proving, lambda: runs[-1][1], rounds=6)

    return share


def test_verification_is_a_small_part_of_the_default_products(root, share):
    """For the five games: at most 15 % of all work."""
    assert 0 < share(root) <= SHARE


def test_verification_is_a_small_part_of_two_thousand_cards(bench, share, tmp_path):
    """For one large file: at most 15 % of all work."""
    assert 0 < share(bench.workspace(tmp_path / "deck", 2000), "sheets/fronts") <= SHARE
