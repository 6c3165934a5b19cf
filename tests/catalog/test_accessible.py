"""The games of the catalog pass the accessibility report, or state why a finding stays."""

from pathlib import Path

import pytest

from punchboard.cli.check_tables import accessibility_report
from punchboard.pipeline import BuildOptions
from punchboard.pipeline.build import load_and_compose

ROOT = Path(__file__).resolve().parents[2]
GAMES = sorted(path.parent.name for path in (ROOT / "catalog").glob("*/game.yaml"))


@pytest.mark.slow
@pytest.mark.every_case
@pytest.mark.parametrize("game", GAMES)
def test_a_game_has_no_finding_without_a_reason(game, tmp_path):
    """No override outlives its finding either."""
    composed = load_and_compose(game, BuildOptions(ROOT, tmp_path))
    report = accessibility_report(composed)
    assert list(map(str, report.reported.problems)) == []
    assert all(one.reason for one in report.reported.suppressed)
    assert report.lines[0] == f"{composed.game.title}: what must be read, in minutes of arc"
