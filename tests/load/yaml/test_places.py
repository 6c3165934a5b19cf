import json
from string import printable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from punchboard.load.yaml.places import KEY, MAX_CHARACTERS, read_yaml
from punchboard.problem import Place, ProblemsFound

WORDS = st.text(alphabet=[each for each in printable if each.isprintable()], max_size=20)
PLAIN = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**15), 10**15)
    | st.floats(allow_nan=False, allow_infinity=False)
    | WORDS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(WORDS, inner, max_size=4),
    max_leaves=20,
)


@pytest.mark.parametrize(
    "word", ["no", "yes", "on", "Off", "010", "0x1F", "12:30", "1_000", "1e999", ".inf", "2026-11-21", "NULL", "<<"]
)
def test_words_of_yaml_1_1_stay_words(word):
    """Text that YAML 1.1 turns into booleans, octals, times and dates stays text."""
    assert read_yaml(f"a: {word}", "f.yaml")[0] == {"a": word}


@pytest.mark.parametrize(
    ("text", "value"),
    [("true", True), ("null", None), ("~", None), ("", None), ("-3", -3), ("2.50", 2.5), ("1e3", 1e3)],
)
def test_plain_scalars_have_their_values(text, value):
    """True, false, null and numbers are what they look like."""
    assert read_yaml(f"a: {text}", "f.yaml")[0] == {"a": value}


def test_quoted_scalars_stay_text():
    """A number in quotes is text."""
    assert read_yaml("a: '7'\nb: \"true\"", "f.yaml")[0] == {"a": "7", "b": "true"}


def test_keys_are_text():
    """A key that looks like a number or a boolean is the text as written."""
    assert read_yaml("{2: a, true: b, on: c}", "f.yaml")[0] == {"2": "a", "true": "b", "on": "c"}


def test_values_have_their_place_and_those_that_begin_below_have_the_key_s():
    """A value on the line of its key has its own place, a block below has the place of the key."""
    _, places = read_yaml("rank: three\nboxes:\n  - {at: 1}\n", "f.yaml")
    assert places["rank",] == Place("f.yaml", 1, 7)
    assert places["rank", KEY] == Place("f.yaml", 1, 1)
    assert places["boxes",] == Place("f.yaml", 2, 1)
    assert places["boxes", 0, "at"] == Place("f.yaml", 3, 10)


def test_a_line_that_begins_with_a_tab_has_a_hint(problem):
    """Editors show a tab as blanks."""
    found = problem(read_yaml, "a:\n\tb: 1\n", "f.yaml")
    assert (found.message, found.hint) == ("the line begins with a tab", "indent with spaces")


def test_a_byte_order_mark_is_ignored():
    """The file is read from the next character."""
    value, places = read_yaml("\ufeffa: 1", "f.yaml")
    assert value == {"a": 1}
    assert places["a", KEY] == Place("f.yaml", 1, 1)


def test_an_empty_file_has_no_value():
    """Nor has a file of blanks and comments."""
    assert read_yaml("# nothing\n", "f.yaml")[0] is None


@pytest.mark.parametrize("opening", ["[", "{a: ", "- ", "[{a: "])
def test_nesting_that_is_too_deep_is_rejected_early(problem, opening):
    """A file nested 100,000 deep stops at the fiftieth level, with a place and without a crash."""
    found = problem(read_yaml, opening * 100_000, "f.yaml")
    assert (found.rule, found.place.line) == ("YAML003", 1)
    assert "nested more than 50 levels deep" in found.message


@pytest.mark.parametrize(
    ("text", "rule", "at", "fragment"),
    [
        ("a: &x 1\nb: *x", "YAML003", (1, 4), "'&x' is an anchor"),
        ("a: 1\nb: *x", "YAML003", (2, 4), "'*x' is an alias"),
        ("a: !!python/name:os.system x", "YAML003", (1, 4), "'!!python/name:os.system' is a tag"),
        ("a: !secret x", "YAML003", (1, 4), "'!secret' is a tag"),
        ("!!map {a: 1}", "YAML003", (1, 1), "is a tag"),
        ("a: 1\n---\nb: 2", "YAML003", (2, 1), "second document"),
        ("a: 1\nb: 2\na: 3", "YAML002", (3, 1), "duplicate key 'a', first on line 1"),
        ("x: {b: 2, b: 3}", "YAML002", (1, 11), "duplicate key 'b'"),
        ("a: [1, 2\nb: 3", "YAML001", (1, 4), "this [ is not closed"),
        ("a: b: c", "YAML001", (1, 5), "a second colon in one line"),
        ("a: {{ name }}", "YAML001", (1, 5), "a key must be text"),
        ("ä: \x07", "YAML001", (1, 4), "control character"),
        ("\ta: 1", "YAML001", (1, 1), "begins with a tab"),
    ],
)
def test_invalid_yaml_is_reported_with_its_place(problem, text, rule, at, fragment):
    """With the rule, the line and column, and the reason."""
    found = problem(read_yaml, text, "f.yaml")
    assert (found.rule, found.place) == (rule, Place("f.yaml", *at))
    assert fragment in found.message


def test_a_file_larger_than_the_limit_is_rejected(problem):
    """The limit is five million characters."""
    assert problem(read_yaml, "#" * (MAX_CHARACTERS + 1), "f.yaml").rule == "YAML003"


@settings(deadline=None)  # the machine of a test run may be busy
@given(PLAIN)
def test_json_has_the_same_value(value):
    """JSON is YAML."""
    text = json.dumps(value, ensure_ascii=False)
    assert read_yaml(text, "f.yaml")[0] == json.loads(text)


@settings(deadline=None)  # the machine of a test run may be busy
@given(st.text(alphabet="ab:-{}[]?,&*!|>'\"#% \n\t\ufeff\x00é", max_size=60))
def test_any_text_is_read_or_rejected(text):
    """No text raises an exception other than ProblemsFound, with one problem that has a line."""
    try:
        read_yaml(text, "f.yaml")
    except ProblemsFound as found:
        (problem,) = found.problems
        assert problem.rule.startswith("YAML00")
        assert problem.place.line >= 1
