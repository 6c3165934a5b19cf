import pytest

from punchboard.load.yaml.places import read_yaml
from punchboard.load.yaml.validate import display_value, validated
from punchboard.model.game.game_file import GameFile
from punchboard.model.layout.layout import FaceFile, ThemeFile

KIND = "kinds: {card: {name: Card, shape: poker, face: card, id: card, rows: []%s}}\n"
TOP = "title: T\nversion: 1\nplayers: 2-4\n"


def found(problems, model, text):
    raw, places = read_yaml(text, "f.yaml")
    return problems(validated, model, raw, places, "f.yaml")


@pytest.mark.parametrize(
    ("model", "text", "told", "hint"),
    [
        (GameFile, TOP + KIND % "" + "tagine: x", ("KEY001", 5, "unknown key 'tagine'"), "did you mean 'tagline'?"),
        (GameFile, TOP + KIND % ", for ecah: x", ("KEY001", 4, "unknown key 'for ecah'"), "did you mean 'for each'?"),
        (
            GameFile,
            TOP + (KIND % "").replace("rows: []", "") + "rows: cards.csv",
            ("KEY001", 5, "unknown key 'rows'"),
            "indent it more: it belongs to 'card'",
        ),
        (
            GameFile,
            TOP + (KIND % "").replace(", rows: []}}", "},\n  rows: [{}]}"),
            ("VALUE001", 5, "a list is not a mapping"),
            "indent it more: it belongs to 'card'",
        ),
        (
            GameFile,
            TOP + KIND % "" + "lists: {name: Role, entries: {a: {name: A}}}",
            ("VALUE001", 5, "'Role' is not a mapping"),
            "write its keys in braces: {entries: ...}",
        ),  # the line `role:` is missing
        (
            FaceFile,
            "boxes: {b: {size: [1, 1], shadow: ink}}",
            ("VALUE001", 1, "'ink' is not a mapping"),
            "write its keys in braces: {colour: ..., at: ..., opacity: ...}",
        ),
        (
            FaceFile,
            "boxes: {b: {size: [1, 1], text: x, text outline: 0.3mm}}",
            ("VALUE001", 1, "'0.3mm' is not a mapping"),
            "write its keys in braces: {colour: ..., width: ...}",
        ),
        (
            GameFile,
            TOP + KIND.replace("poker", "maps") % "",
            ("VALUE001", 4, "'maps' is not a shape"),
            "did you mean 'map'?",
        ),
        (
            GameFile,
            TOP + KIND.replace("poker", "map") % ", map: hex",
            ("VALUE001", 4, "'hex' is not a mapping"),
            "write its keys in braces: {size: ..., columns: ..., rows: ...}",
        ),
        (GameFile, TOP, ("VALUE001", 1, "'kinds' is missing"), ""),
        (GameFile, "3", ("VALUE001", 1, "3 is not a mapping"), ""),
        (GameFile, "", ("VALUE001", 1, "nothing is not a mapping"), ""),
        (
            GameFile,
            TOP + KIND.replace("poker", "\u201cpoker\u201d") % "",
            ("VALUE001", 4, "'\u201cpoker\u201d' is not a shape"),
            'write straight quotes: "..."',
        ),
        (
            GameFile,
            TOP + KIND % "" + "numbers: {x: {value: three}}",
            ("VALUE001", 5, "'three' is not a whole number"),
            "",
        ),
        (GameFile, TOP + KIND % "" + "numbers: {x: {value: 2.5}}", ("VALUE001", 5, "2.5 is not a whole number"), ""),
        (GameFile, TOP + KIND % "" + "tagline: 7", ("VALUE001", 5, "7 is not text"), "put it in quotes"),
        (GameFile, TOP + KIND % "" + "credits: me", ("VALUE001", 5, "'me' is not a list"), ""),
        (
            GameFile,
            TOP.replace("2-4", "2-x") + KIND % "",
            ("VALUE001", 3, "'2-x' is not a number or a range"),
            "write '4'",
        ),
        (
            GameFile,
            TOP + KIND.replace("rows: []", "rows: 3") % "",
            ("VALUE001", 4, "3 is not text or a list or a mapping"),
            "",
        ),
        (
            GameFile,
            TOP + KIND.replace("poker", "pokr") % "",
            ("VALUE001", 4, "'pokr' is not a shape"),
            "did you mean 'poker'?",
        ),
        (GameFile, TOP + KIND % "" + "language: Klingon", ("VALUE001", 5, "'Klingon' is not a language"), "write 'en'"),
        (
            GameFile,
            TOP + KIND % "" + "setup: [{drw: 3}]",
            ("VALUE001", 5, "unknown verb 'drw'"),
            "did you mean 'draw'?",
        ),
        (
            GameFile,
            TOP + KIND % "" + "setup: [{verb: drw}]",
            ("VALUE001", 5, "unknown verb 'verb'"),
            "choose one of: choose, deal,",
        ),
        (
            GameFile,
            TOP + KIND % "" + "setup: [{from: pack}]",
            ("VALUE001", 5, "no verb in this step"),
            "choose one of: choose, deal,",
        ),
        (GameFile, TOP + KIND % "" + "setup: [{say: [go, now]}]", ("VALUE001", 5, "a list is not text"), ""),
        (
            GameFile,
            TOP + KIND % "" + "setup: [{one of: true}]",
            ("VALUE001", 5, "'one of' needs a list of steps to choose from"),
            "",
        ),
        (
            GameFile,
            TOP + KIND % "" + "setup: [{one of: {shuffle: pack}}]",
            ("VALUE001", 5, "'one of' needs a list of steps to choose from"),
            "",
        ),
        (
            GameFile,
            TOP + KIND.replace("card:", "The Card:", 1) % "",
            ("VALUE001", 4, "'The Card' is not the id of a kind"),
            "use lower-case",
        ),
        (
            FaceFile,
            "boxes: {a: {at: [1], size: [1, 1]}}",
            ("VALUE001", 1, "too few values: 1 instead of at least 2"),
            "",
        ),
        (
            FaceFile,
            "boxes: {a: {size: [1, 2, 3]}}",
            ("VALUE001", 1, "there are 3 values, but at most 2 are allowed"),
            "",
        ),
        (FaceFile, "boxes: {a: {size: [1, -2]}}", ("VALUE001", 1, "-2 is less than 0"), ""),
        (FaceFile, "boxes: {a: {size: [1, 9000]}}", ("VALUE001", 1, "9000 is more than 2000"), ""),
        (
            FaceFile,
            "boxes: {a: {area: trim, from: lft}}",
            ("VALUE001", 1, "'lft' is not one of the choices"),
            "did you mean 'left'?",
        ),
        (FaceFile, "boxes: {a: {area: trim, txt: x}}", ("KEY001", 1, "unknown key 'txt'"), "did you mean 'text'?"),
        (ThemeFile, "colours: {ink: red}", ("VALUE001", 1, "'red' is not a colour"), "write six hexadecimal digits"),
    ],
)
def test_errors_are_reported_in_a_designer_s_words(problems, model, text, told, hint):
    """Each error has its rule, its line, the wrong value and, if helpful, what would be right."""
    (problem,) = found(problems, model, text)
    assert (problem.rule, problem.place.line, problem.message) == told
    assert problem.hint.startswith(hint)


def test_columns_point_at_values_and_keys(problems):
    """A wrong value has the place where it begins, an unknown key that of the key."""
    wrong, unknown = found(problems, FaceFile, "bleed: wide\nboxs: {}\n")
    assert (wrong.place.line, wrong.place.column) == (1, 8)
    assert (unknown.place.line, unknown.place.column) == (2, 1)


def test_a_misspelt_key_is_one_problem(problems):
    """The key that was meant is its suggestion, and is not reported as missing; a key that is not alike is."""
    (unknown,) = found(problems, GameFile, (TOP + KIND % "").replace("title:", "titel:"))
    assert (unknown.message, unknown.hint) == ("unknown key 'titel'", "did you mean 'title'?")
    messages = [problem.message for problem in found(problems, GameFile, (TOP + KIND % "").replace("title:", "name:"))]
    assert messages == ["'title' is missing", "unknown key 'name'"]


def test_nothing_of_pydantic_shows(problems):
    """Messages and hints hold no class names, addresses or words of the validator."""
    text = TOP + KIND % ", fields: {a: {type: int}, b: 3}" + "dice: {d: {name: D, faces: {x: 1}}}\nopen: {}\n"
    for problem in found(problems, GameFile, text):
        told = f"{problem.message} {problem.hint}".lower()
        assert not any(word in told for word in ("pydantic", "http", "input", "valid", "instance", "tuple", "dict"))


@pytest.mark.parametrize(
    ("value", "text"),
    [("three", "'three'"), (True, "true"), (None, "nothing"), ({}, "a mapping"), ([1], "a list"), (2.5, "2.5")],
)
def test_values_are_shown_as_they_are_written(value, text):
    """A message shows plain values as in a file."""
    assert display_value(value) == text


def test_long_values_are_cut():
    """A message never contains a whole page."""
    assert len(display_value("x" * 5000)) < 80
