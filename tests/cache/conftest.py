"""A small game, with ways to edit it, build it, and build it without a cache."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from tests.file_data import file_data

from punchboard.cli.build.request import BuildRequest
from punchboard.cli.build.run import build_or_reuse
from punchboard.cli.build.start import BuildRecords
from punchboard.pipeline import BuildOptions
from punchboard.workers.build_order import BuildOrder

GAME = """\
title: Grove
version: 0.1.0
players: {range: 2-4, prototype: for a test}
checks:
  PROSE004: {warning: the rules are still written}
  PROSE005: {warning: the rules are still written}
numbers:
  hand: {value: 3, prototype: for a test}
kinds:
  card:
    name: Card
    shape: poker
    face: card
    back: back
    id: "card-{{ nr }}"
    prototype: made for a test
    fields:
      nr: {type: integer, min: 1}
      title: {type: text}
      cost: {type: integer, default: 1}
      text: {type: markdown}
    rows: cards.csv
  token:
    name: Token
    shape: circle 25mm
    face: token
    id: "token-{{ nr }}"
    prototype: made for a test
    fields:
      nr: {type: integer, min: 1}
      value: {type: integer}
    rows: [{nr: 1, value: 1}, {nr: 2, value: 5, copies: 3}]
decks:
  pack: {name: the pack, contains: "kind == 'card'"}
each player has: {hand: {name: hand}}
setup:
  - {shuffle: pack}
  - {deal: hand, from: pack, to: hand}
"""
CARD = """\
boxes:
  ground: {area: bleed, fill: "#f4efe2"}
  title: {at: [6, 6], size: [40, 8], text: "{{ title }}", style: title}
  cost: {at: [50, 6], size: [8, 8], text: "{{ cost }}"}
  leaf: {at: [22, 22], size: [16, 16], icon: bush}
  text: {at: [7, 44], size: [49.5, 34], markdown: "{{ text }}"}
"""
TOKEN = """\
boxes:
  value: {at: [7, 8], size: [11, 9], text: "{{ value }}", align: centre}
"""
BOOK = "# Start\n\nDeal {{ numbers.hand }} cards.\n\n```setup\n```\n\n# Play\n\nFell trees.\n"
FILES = {
    "catalog/grove/game.yaml": GAME,
    "catalog/grove/cards.csv": "nr,copies,title,cost,text\n"
    + "".join(f"{nr},{nr % 3 + 1},Tree {nr},{nr},Draw **{nr}** cards.\n" for nr in range(1, 13)),
    "catalog/grove/rulebook.md": BOOK,
    "catalog/grove/reference.md": "# Your turn\n\nDraw, then play.\n",
    "layouts/grove/faces/card.yaml": CARD,
    "layouts/grove/faces/back.yaml": 'boxes:\n  ground: {area: bleed, fill: "#345678"}\n',
    "layouts/grove/faces/token.yaml": TOKEN,
}


class Grove:
    """The game in a folder, whose files can be changed and restored."""

    def __init__(self, folder):
        self.path = folder
        self._clean = {}
        self.restore()

    def restore(self):
        """Write all files in their first state."""
        for name, text in FILES.items():
            (self.path / name).parent.mkdir(parents=True, exist_ok=True)
            (self.path / name).write_text(text, encoding="utf-8")

    def change(self, name, change):
        """Change a file of the game by a function of its text."""
        path = next(path for path in map(self.path.joinpath, FILES) if path.name == name)
        path.write_text(change(path.read_text("utf-8")), "utf-8")

    def options(self, out):
        """Return the options of a build into a folder."""
        return BuildOptions(self.path, self.path / out, papers=("a4",))

    def build(self, out="output", jobs=1):
        """Build into a folder of outputs as the command line does, and return the result."""
        request = BuildRequest(workspace=self.path, papers=("a4",), out=self.path / out, jobs=jobs, as_json=True)
        return build_or_reuse(request, [BuildOrder("grove", self.options(out))], BuildRecords(request))[0]

    def clean(self):
        """Return the result and the files of a build without a cache; of the same game, they are made once."""
        texts = tuple(self.path.joinpath(name).read_bytes() for name in FILES)
        if texts not in self._clean:
            out = self.path / f"clean-{len(self._clean)}"
            self._clean[texts] = self.build(out.name), self.files(out.name)
            shutil.rmtree(out, ignore_errors=True)
        return self._clean[texts]

    def files(self, out="output"):
        """Return the bytes of the output files by path."""
        folder = self.path / out / "grove"
        return {str(path.relative_to(folder)): file_data(path) for path in sorted(folder.rglob("*")) if path.is_file()}


@pytest.fixture
def grove(tmp_path, monkeypatch):
    monkeypatch.setattr("punchboard.cache.program_digest", lambda: "this program")
    return Grove(tmp_path)


@pytest.fixture
def root():
    return Path(__file__).resolve().parents[2]
