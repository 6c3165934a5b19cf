"""The game of five minutes that ``catalog/README.md`` makes is a game."""

from __future__ import annotations

import re
from pathlib import Path
from textwrap import dedent

from punchboard.pipeline import BuildOptions
from punchboard.pipeline.build import build

ROOT = Path(__file__).resolve().parents[2]
FENCE = re.compile(r'^ *```(?:yaml|csv) title="([^"]+)"\n(.*?)^ *```$', re.MULTILINE | re.DOTALL)


def test_the_readmes_game_is_built_from_what_it_says(tmp_path: Path) -> None:
    """Who copies the three files out of the README has sheets to print, and no problem is told."""
    written = FENCE.findall((ROOT / "catalog" / "README.md").read_text(encoding="utf-8"))
    assert len(written) == 3
    for name, text in written:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(dedent(text), encoding="utf-8")
    built = build("my-game", BuildOptions(tmp_path, tmp_path / "output", papers=("a4",)))
    assert built.problems == ()
    assert built.pieces == 6
    assert (tmp_path / "output" / "my-game" / "print-and-play" / "a4-fronts.pdf").is_file()
