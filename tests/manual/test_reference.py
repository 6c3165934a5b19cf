from punchboard.manual.reference import reference

SCHEMA = {
    "type": "object",
    "required": ["title"],
    "properties": {
        "title": {"type": "string", "description": "What it is\n    called | at the table."},
        "side": {"enum": ["left", "right"], "default": "left"},
        "players": {"anyOf": [{"$ref": "#/$defs/PlayersFile"}, {"type": "integer", "minimum": 1}, {"type": "null"}]},
        "kinds": {"type": "object", "additionalProperties": {"$ref": "#/$defs/KindFile"}},
        "at": {"type": "array", "prefixItems": [{"type": "number"}, {"type": "number", "exclusiveMaximum": 7.5}]},
    },
    "$defs": {
        "KindFile": {"properties": {"name": {"type": "string"}}},
        "PlayersFile": {
            "description": "How many, as in ``2-4``.",
            "properties": {
                "stated": {"type": "string"},
                "derived": {"type": "string"},
                "prototype": {"type": "string"},
                "range": {"type": "string"},
            },
        },
        "Unused": {"properties": {"never": {"type": "string"}}},
    },
}
GOLDEN = """\
# game.yaml

A game.

| key | takes | when it is not given | |
|---|---|---|---|
| **`title`** | text | must be given | What it is called \\| at the table. |
| `side` | `left` or `right` | `"left"` |  |
| `players` | [Players](#players) or a whole number, at least 1 |  |  |
| `kinds` | a mapping to [Kind](#kind) |  |  |
| `at` | [a number, a number, less than 7.5] |  |  |

## Players

How many, as in `2-4`.

| key | takes | when it is not given | |
|---|---|---|---|
| `stated`, `derived` or `prototype` | text | | where its values come from |
| `range` | text |  |  |

## Kind

| key | takes | when it is not given | |
|---|---|---|---|
| `name` | text |  |  |
"""


def test_a_schema_is_told_key_by_key():
    """Needed keys are bold, mappings have sections in the order of reading, what nothing refers to has none."""
    assert reference("game.yaml", "A game.", SCHEMA) == GOLDEN
