"""The fragments of docs/layouts.md work as the page says, in a game whose Companions have different fields."""

import json
from pathlib import Path

import pytest
from docwalk import fences

from punchboard.compose.faces.composer import FaceComposer
from punchboard.load import load
from punchboard.load.yaml.places import read_yaml_value

HERE = Path(__file__).resolve().parent
PAGE = HERE.parents[1] / "docs" / "layouts.md"
FIELDS = {name: {"type": "text", "optional": True} for name in ("name", "title", "cost", "text", "type")}
STATS = {name: {"type": "text", "optional": True} for name in ("gold", "wood", "strength", "rarity", "set")}
GAME = {
    "title": "First Harvest",
    "version": "0.1.0",
    "players": "2-4",
    "prototype": "a sample",
    "lists": {"guild": {"entries": {"mill": {"name": "Mill", "icon": "bread", "colour": "#7a2e4f"}}}},
    "kinds": {
        "companion": {
            "name": "Companion",
            "shape": "poker",
            "face": "framed",
            "back": "back",
            "id": "{{ name | slug }}",
            "fields": {**FIELDS, **STATS, "rules": {"type": "markdown"}, "guild": {"one of": "guild"}},
            "rows": "companions.csv",
        }
    },
}
CARDS = (
    "name,title,cost,text,type,rules,guild,gold,wood,strength,rarity,set\n"
    "Keeper,Keeper,3,Draw a card.,Helper,Take one grain.,mill,2,0,1,Rare,Harvest\n"
)


FENCES = [fence for fence in fences(PAGE) if fence.language == "yaml"]


def test_every_fragment_names_its_file():
    """So that it can be tried."""
    assert [fence.line for fence in FENCES if not fence.title] == []
    assert len(FENCES) > 6


@pytest.mark.parametrize("fence", FENCES, ids=[f"{fence.title}:{fence.line}" for fence in FENCES])
def test_a_fragment_is_loaded_and_drawn(fence, tmp_path):
    """Merged into the game, which has the further keys that a fragment leaves out."""
    folder, game = tmp_path / "harvest", json.loads(json.dumps(GAME))
    (folder / "layouts" / "faces").mkdir(parents=True)
    (folder / "layouts" / "theme.yaml").write_text("extends: meadow\n", encoding="utf-8")
    (folder / "companions.csv").write_text(CARDS, encoding="utf-8")
    kind, layout = game["kinds"]["companion"], Path(fence.title)
    if layout.parent.name == "faces":
        kind["back" if "back" in layout.stem else "face"] = layout.stem
    if fence.title == "game.yaml":
        said = read_yaml_value(fence.text, "layouts.md")["kinds"]["companion"]
        kind |= {key: value for key, value in said.items() if key != "..."}
    else:
        (folder / layout).write_text(fence.text, encoding="utf-8")
    (folder / "game.yaml").write_text(json.dumps(game), encoding="utf-8")
    loaded = load("harvest", folder)
    composer, card = FaceComposer(loaded), loaded.game.components[0]
    assert [str(one) for face in (composer.front_face(card), composer.back_face(card)) for one in face.problems] == []
