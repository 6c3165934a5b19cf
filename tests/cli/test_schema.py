"""`punchboard schema`: the schemas for editors accept and refuse what the program does."""

import json
import os
from pathlib import Path

import pytest
from pydantic import BaseModel, TypeAdapter

from punchboard.load.yaml.places import read_yaml
from punchboard.model.game.directives import DIRECTIVES
from punchboard.schema import FOLDER, modeline, write_schemas
from punchboard.schema.json_schemas import KINDS, SchemaGenerator, data, docstrings, schema

ROOT = Path(__file__).parents[2]
PLACES = {
    "game": ("catalog/*/game.yaml",),
    "rules": ("catalog/*/rules.yaml",),
    "theme": ("layouts/*/theme.yaml", "layouts/themes/*.yaml"),
    "paper": ("layouts/papers.yaml",),
    "stock": ("layouts/stocks.yaml",),
    "braille": ("layouts/braille.yaml",),
    "face": ("layouts/faces/**/*.yaml", "layouts/*/faces/**/*.yaml", "layouts/themes/*/faces/**/*.yaml"),
    "book": ("layouts/books/*.yaml", "layouts/*/books/*.yaml"),
}
FOLDERS = {"sheet": "sheets", "booklet": "booklets", "shop": "shops", "machine": "machines", "table": "tables"}


@pytest.fixture(scope="module")
def validator():
    """The class that judges by a schema; its import takes seconds, which only these tests are to spend."""
    from jsonschema import Draft202012Validator

    return Draft202012Validator


def files(kind):
    """Yield the files of a kind, of all five games and of the stock."""
    folder = FOLDERS.get(kind)
    for pattern in PLACES.get(kind) or (f"layouts/{folder}/*.yaml", f"layouts/*/{folder}/*.yaml"):
        yield from sorted({path.relative_to(ROOT).as_posix() for path in ROOT.glob(pattern)})


@pytest.fixture(scope="module")
def judged(validator):
    """Return what a kind's schema says against a text, as lines."""
    validators = {kind: validator(schema(kind)) for kind in KINDS}

    def judged(kind, text):
        raw, _ = read_yaml(text, "file.yaml")
        found = validators[kind].iter_errors(raw)
        return [f"{'/'.join(map(str, one.absolute_path))}: {one.message[:200]}" for one in found]

    return judged


@pytest.mark.parametrize("kind", KINDS)
def test_every_file_in_the_repository_is_valid(judged, kind):
    """All five games and all built-in layouts, with every short form that they use."""
    found = {path: judged(kind, (ROOT / path).read_text(encoding="utf-8")) for path in files(kind)}
    assert found
    assert {path: faults for path, faults in found.items() if faults} == {}


@pytest.mark.parametrize("kind", KINDS)
def test_the_schemas_are_valid_schemas(kind, validator):
    """By the meta-schema of draft 2020-12."""
    validator.check_schema(schema(kind))


@pytest.mark.parametrize(
    ("kind", "path", "old", "new"),
    [
        ("game", "catalog/atmosfear/game.yaml", "title:", "titel:"),
        ("game", "catalog/atmosfear/game.yaml", "shape: poker", "shape: pocker"),
        ("game", "catalog/atmosfear/game.yaml", "type: markdown", "type: marksdown"),
        ("game", "catalog/atmosfear/game.yaml", "shuffle:", "shufle:"),
        ("face", "layouts/faces/die.yaml", "boxes:", "boxs:"),
        ("theme", "layouts/themes/plain.yaml", "colours:", "colors:"),
        ("sheet", "layouts/sheets/duplex.yaml", "faces: duplex", "faces: double"),
        ("shop", "layouts/shops/the-game-crafter.yaml", "dpi:", "dots:"),
        ("paper", "layouts/papers.yaml", "width:", "widht:"),
        ("rules", "catalog/atmosfear/rules.yaml", "section:", "sektion:"),
    ],
)
def test_a_mistake_is_found(judged, kind, path, old, new):
    """An unknown key, an unknown choice, an invalid shape."""
    text = (ROOT / path).read_text(encoding="utf-8")
    assert old in text
    assert judged(kind, text.replace(old, new, 1))


GAME = """\
title: The Grove
version: VERSION
players: PLAYERS
kinds:
  card:
    name: Card
    shape: SHAPE
    face: card
    id: "{{ name }}"
    fields: {name: {type: text}}
    rows: ROWS
"""
SHORT = {"VERSION": "0.1.0", "PLAYERS": "2-4", "SHAPE": "poker", "ROWS": "cards.csv"}


@pytest.mark.parametrize(
    "changes",
    [
        {"VERSION": '"1"', "PLAYERS": "2", "SHAPE": "hex 50mm"},
        {"VERSION": "1", "PLAYERS": "{range: 2+, stated: Players}", "SHAPE": "card 60mm x 80mm"},
        {"ROWS": "[{name: Oak}]\nedition: v1"},
        {"ROWS": "[{name: Oak}]\nedition: {mark: v1, on: both}"},
        {"ROWS": "[]\nexpect: [{count: all, is: 3}, {count: all, is: {2: 3, 3-4: 2+}}, {unique: [name, text]}]"},
        {"ROWS": "[]\nown decks: {mine: {from: all, size: 40+, no more copies than: 3}}"},
        {"ROWS": "[]\nsetup: [{each player may draw: up to 3, from: pack}, {one of: [{say: a}, [{say: b}]]}]"},
        {"ROWS": "[]\nsetup: [{do: [{shuffle: [a, b], to: c}], times: 3, rule: shuffling}]"},
        {"ROWS": "[]\npiles: {row: {name: the row, many: {2: 1, 3-4: 2}}}"},
        {"ROWS": "[]\nsetup: [{do: [{say: Hello.}], times: {2-3: 1, 4+: 2}}, {take: players + 2, from: box}]"},
    ],
)
def test_short_forms_are_admitted(judged, changes):
    """Editors accept what the models accept instead of a mapping or a list."""
    text = GAME
    for name, value in (SHORT | changes).items():
        text = text.replace(name, value)
    assert judged("game", text) == []


@pytest.mark.parametrize(
    ("old", "new"),
    [("PLAYERS", "many"), ("SHAPE", "oblong"), ("VERSION", "1.5"), ("ROWS", "[]\nsetup: [{each player jumps: 3}]")],
)
def test_the_schemas_refuse_what_the_models_refuse(judged, old, new):
    """An invalid range, a shape without a size, a version that has lost its zeros, an unknown verb."""
    text = GAME
    for name, value in (SHORT | {old: new}).items():
        text = text.replace(name, value)
    assert judged("game", text)


def test_layouts_accept_units_and_null(judged):
    """Text with a unit is a length; in a face that extends another, null removes a box or a key of a box."""
    title = '{at: [2mm, 0.5in], fill: null, fit: shrink to 8pt, size: [9, "8mm"]}'
    face = f"extends: framed\nboxes: {{cost: null, title: {title}}}"
    assert judged("face", face) == []
    assert judged("face", "boxes: {title: {at: [2 miles, 3]}}")
    assert judged("sheet", "margin: 5mm") == []
    assert judged("shop", "extends: the-game-crafter\ndpi: 600") == []
    assert judged("shop", "name: Mine")


def test_schemas_describe_keys():
    """Descriptions of mappings and keys, choices as enumerations, keys as they are written."""
    made = schema("game")
    field, die = made["$defs"]["FieldFile"], made["$defs"]["Die"]
    assert "for each" in made["$defs"]["KindFile"]["properties"]
    assert die["properties"]["size"]["description"] == "Length of an edge in mm."
    assert "markdown" in json.dumps(field["properties"]["type"])
    assert "poker" in json.dumps(made["$defs"]["KindFile"]["properties"]["shape"])
    assert made["properties"]["setup"]["items"] == {"$ref": "#/$defs/Step"}
    assert "shuffle" in made["$defs"]["Step"]["properties"]


def test_first_lines_refer_to_the_schemas(tmp_path):
    """From the usual path of a file or its real one, up to the folder of the schemas."""
    for path in write_schemas(tmp_path):
        assert json.loads(path.read_text(encoding="utf-8"))["title"]
    for kind, file in [("game", "game.yaml"), ("face", "layouts/faces/*.yaml"), ("game", "catalog/grove/game.yaml")]:
        line = modeline(kind, "" if file == KINDS[kind].place else file)
        start, _, link = line.partition("=")
        assert start == "# yaml-language-server: $schema"
        path = os.path.normpath(tmp_path / Path(file).parent / link)
        assert path == str(tmp_path / FOLDER / f"{kind}.json")


def test_the_command_writes_schemas_and_prints_first_lines(grove):
    """Into the workspace's `.punchboard/schemas`, or elsewhere."""
    ran = grove.run("schema")
    assert ran.status == 0
    assert "# yaml-language-server: $schema=./.punchboard/schemas/game.json" in ran.out
    assert {path.stem for path in (grove.path / ".punchboard" / "schemas").iterdir()} == KINDS.keys()
    ran = grove.run("schema", "elsewhere")
    assert (grove.path / "elsewhere" / "face.json").is_file()
    assert f"$schema={grove.path.as_posix()}/elsewhere/face.json" in ran.out
    (grove.path / "file").write_text("")
    ran = grove.run("schema", "file/below")
    assert (ran.status, ran.err.count("FILE004")) == (1, 1)


def parts(kind):
    """Yield the mappings of a kind's schema by the names of their models."""
    made = schema(kind)
    yield KINDS[kind].model.rpartition(".")[2], made
    yield from made.get("$defs", {}).items()


def test_every_key_has_a_description():
    """From a docstring of its field, or a line of words.yaml."""
    silent = {
        f"{name}.{key}"
        for kind in KINDS
        for name, part in parts(kind)
        for key, value in part.get("properties", {}).items()
        if not value.get("description")
    }
    assert silent == set()


def blocks():
    """Yield the models of the blocks of rulebooks, and those within them, with their schemas."""
    for model in DIRECTIVES.values():
        made = TypeAdapter(model).json_schema(schema_generator=SchemaGenerator)
        yield model.__name__, made
        yield from made.get("$defs", {}).items()


def roots():
    """Yield the models of whole files with their schemas."""
    for name, kind in KINDS.items():
        made = schema(name)
        yield kind.model.rpartition(".")[2], made["$defs"][kind.model.rpartition(".")[2]] if kind.is_mapping else made


def test_takes_and_defaults_name_existing_keys():
    """A line of takes.yaml or defaults.yaml for an unknown model or key is found."""
    keys = {name: set(part.get("properties", ())) for kind in KINDS for name, part in parts(kind)}
    keys |= {name: set(part.get("properties", ())) for name, part in (*blocks(), *roots())}
    said = [*data("takes").items(), *data("defaults").items()]
    assert {f"{name}.{key}" for name, of in said for key in of if key not in keys.get(name, ())} == set()


def test_words_name_existing_keys():
    """A line of words.yaml for an unknown model or key is found."""
    keys = {name: set(part.get("properties", ())) for kind in KINDS for name, part in parts(kind)}
    keys |= {name: set(part.get("properties", ())) for name, part in blocks()}
    keys["Standing"] = {"stated", "derived", "prototype"}
    assert {
        f"{name}.{key}" for name, of in data("words").items() for key in of if key not in keys.get(name, ())
    } == set()


def models(of=BaseModel):
    """Yield the models of the program below a class."""
    for model in of.__subclasses__():
        if model.__module__.startswith("punchboard."):
            yield model
        yield from models(model)


def test_a_key_is_described_once():
    """By the docstring of its field or by a line of words.yaml, never by both: one of them would not be shown."""
    assert {
        f"{model.__name__}.{field.alias or name}"
        for model in models()
        for name, field in model.model_fields.items()
        if name in docstrings(model) and (field.alias or name) in data("words").get(model.__name__, ())
    } == set()
