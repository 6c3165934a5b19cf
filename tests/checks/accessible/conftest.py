"""Small games with the layouts of ``games/stock``, and what the accessibility report finds in them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from punchboard.checks.accessible.subject import Subject
from punchboard.pipeline import BuildOptions
from punchboard.pipeline.build import load_and_compose
from punchboard.products.game.accessibility import accessibility_subject

HEAD = "title: The Grove\nversion: 0.1.0\nplayers: {range: 2-4, stated: Players}\n"


@pytest.fixture
def stock() -> Path:
    """The layouts that take the place of the built-in ones."""
    return Path(__file__).parents[2] / "games" / "stock"


@pytest.fixture
def subject(tmp_path, stock, monkeypatch) -> Callable[..., Subject]:
    """Return a function that makes the subject of a game from the lines after its header, and its other files."""
    monkeypatch.setattr("punchboard.load.builtin_folder", lambda: stock)

    def make(text: str, files: Mapping[str, str] | None = None, head: str = HEAD) -> Subject:
        folder = tmp_path / "catalog" / "grove"
        for path, content in {"game.yaml": head + text, **(files or {})}.items():
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_text(content, encoding="utf-8")
        return accessibility_subject(
            load_and_compose("grove", BuildOptions(tmp_path, tmp_path / "output", papers=("a4",)))
        )

    return make
