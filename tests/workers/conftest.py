"""A small game, orders to build it, and the output of its build in one process."""

from __future__ import annotations

import pytest
from tests.file_data import file_data

from punchboard.pipeline import BuildOptions
from punchboard.pipeline.build import build
from punchboard.workers.build_order import BuildOrder

GAME = """\
title: {title}
version: 1.0.0
players: {{range: 2-4, prototype: for a test}}
lists:
  suit:
    prototype: for a test
    entries:
      sun: {{colour: "#c84020"}}
      moon: {{colour: "#203080"}}
kinds:
  card:
    name: Card
    shape: poker
    face: card
    back: back
    id: "{{{{ suit }}}}-{{{{ nr }}}}"
    prototype: for a test
    fields:
      nr: {{type: integer, min: 1}}
      suit: {{one of: suit}}
      title: {{type: text}}
    rows: cards.csv
"""
CARDS = "nr,suit,copies,title\n1,sun,2,Root\n2,sun,1,Branch\n1,moon,3,Crown\n2,moon,1,Leaf\n"
FACE = """\
boxes:
  title: {at: [6, 6], size: [50, 8], text: "{{ title }}", style: title, colour: "{{ suit.colour }}"}
"""
RULEBOOK = "# {title}\n\nDeal a {{{{ kinds.card.name }}}} to each of you.\n\n## Play\n\nPlay a Card in turn.\n"
REFERENCE = "# Turn\n\nPlay a Card.\n"


def files(folder):
    """Return the files below a folder by path."""
    return {path.relative_to(folder).as_posix(): file_data(path) for path in folder.rglob("*") if path.is_file()}


@pytest.fixture
def workspace(tmp_path):
    """Return a function that adds a game to a workspace; the workspace is its attribute ``path``."""

    def add(name):
        folder = tmp_path / "shelf" / "catalog" / name
        (folder / "layouts" / "faces").mkdir(parents=True)
        (folder / "game.yaml").write_text(GAME.format(title=name.title()), encoding="utf-8")
        (folder / "cards.csv").write_text(CARDS, encoding="utf-8")
        (folder / "rulebook.md").write_text(RULEBOOK.format(title=name.title()), encoding="utf-8")
        (folder / "reference.md").write_text(REFERENCE, encoding="utf-8")
        (folder / "layouts" / "faces" / "card.yaml").write_text(FACE, encoding="utf-8")
        (folder / "layouts" / "faces" / "back.yaml").write_text('boxes: {ground: {area: bleed, fill: "#345678"}}\n')
        return folder

    add.path = tmp_path / "shelf"
    return add


@pytest.fixture
def order(workspace):
    """Return a function that makes an order to build a game."""

    def make(name="grove", out="output", **options):
        if not (workspace.path / "catalog" / name).exists():
            workspace(name)
        return BuildOrder(name, BuildOptions(workspace.path, workspace.path / out, **options))

    return make


@pytest.fixture
def alone(order):
    """Return a function that builds a game in one process and returns the result with its files."""

    def make(**options):
        alone_order = order(out="alone", **options)
        built = build(*alone_order)
        found = files(alone_order.options.out / alone_order.output) if not built.has_errors else {}
        return built, found

    return make


@pytest.fixture
def read_output():
    """Return a function that reads the output of an order."""
    return lambda order: files(order.options.out / order.output)
