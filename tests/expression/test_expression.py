import subprocess
import sys

import pytest

from punchboard.expression import (
    ExpressionError,
    UnknownNameError,
    expression,
    in_words,
    is_fixed,
    shade,
    template,
    tint,
)
from punchboard.model.game.game import Entry

EMBER = Entry("ember", {"name": "Ember", "colour": "#a3282f"})
VALUES = {"name": "Alder", "rank": 3, "realm": EMBER, "numbers": {"deal": 10}, "entries": (EMBER,)}


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("plain text", "plain text"),
        ("", ""),
        ("{{ name }}", "Alder"),
        ("{{name}}: {{ rank }}", "Alder: 3"),
        ("{{ realm }} {{ realm.name }} {{ realm.colour }}", "ember Ember #a3282f"),
        ("{{ numbers.deal }}", "10"),
        ("{{ '%02d' % rank }}", "03"),
        ("{% for e in entries %}{{ e.name }}{{ ', ' if not loop.last }}{% endfor %}", "Ember"),
        ("{{ rank | words }}", "three"),
        ("{{ realm.colour | tint(0) }}", "#ffffff"),
        ("line\n", "line\n"),
        ("{ brace", "{ brace"),
    ],
)
def test_a_template_gives_text(source, text):
    """Plain texts, look-ups and full Jinja2 templates, with one set of values."""
    assert template(source)(VALUES) == text


@pytest.mark.parametrize(
    ("source", "value"),
    [
        ("realm == 'ember'", True),
        ("realm in ['ember', 'tide']", True),
        ("realm.name == 'Ember' and rank > 2", True),
        ("rank * 2 + 1", 7),
        ("range(3) | list", [0, 1, 2]),
        ("2 ** 8", 256),
        ("realm", EMBER),
    ],
)
def test_an_expression_gives_a_value(source, value):
    """The value is not converted to text."""
    assert expression(source)(VALUES) == value


@pytest.mark.parametrize(
    "source",
    [
        "name.upper()",
        "name.__class__",
        "name['__class__']",
        "realm.properties",
        "entries.append(1)",
        "numbers.items()",
        "().__class__.__bases__[0].__subclasses__()",
        "name | attr('__class__')",
        "cycler('a')",
        "lipsum()",
        "''.format",
    ],
)
def test_values_have_no_attributes_and_no_methods(source):
    """A value has the keys of a mapping or the properties of a list entry, and nothing of Python."""
    with pytest.raises(ExpressionError):
        str(expression(source)(VALUES))
    with pytest.raises(ExpressionError):
        template(f"{{{{ {source} }}}}")(VALUES)


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("10 ** 10", "the power is too large"),
        ("1001 ** 2", "the power is too large"),
        ("'%999d' % 1", "the format is too wide"),
        ("'%*d' % (99999999, 1)", "the format is too wide"),
        ("'a' * 1000000", "works on numbers only"),
        ("[1] * 1000000", "works on numbers only"),
        ("rank / 0", "division by zero"),
        ("name + 1", "can only concatenate str"),
        ("'x' | center(100000000)", "there is no filter 'center'"),
        ("'x' | indent(100000000)", "there is no filter 'indent'"),
        ("[1] | batch(100000000, 'x') | list", "there is no filter 'batch'"),
        ("[1] | slice(100000000) | list", "there is no filter 'slice'"),
        ("'x' | xmlattr", "there is no filter 'xmlattr'"),
    ],
)
def test_work_is_bounded_and_failed_arithmetic_is_reported(source, message):
    """No one-line expression creates gigabytes of text, and an arithmetic error is an ExpressionError."""
    with pytest.raises(ExpressionError, match=message):
        expression(source)(VALUES)


def test_a_range_ends_at_a_thousand():
    """A loop that is long by mistake is cut."""
    assert len(expression("range(100000000) | list")(VALUES)) == 1000


def test_a_text_that_grows_without_end_is_refused():
    """A template may produce 400,000 characters, more than any rulebook."""
    loops = "{% for a in range(900) %}{% for b in range(450) %}x{% endfor %}{% endfor %}"
    with pytest.raises(ExpressionError, match="the text is longer than 400000 characters"):
        template(loops)(VALUES)


@pytest.mark.parametrize("source", ["{{ rnak }}", "{{ realm.clour }}", "{{ rnak }} {{ name }}", "{{ rnak | words }}"])
def test_names_are_strict(source):
    """An unknown name is an error, however the template is evaluated; the message contains the name."""
    with pytest.raises(ExpressionError, match=r"rnak|clour"):
        template(source)(VALUES)


def test_a_missing_property_lists_the_existing_ones():
    """The list helps to find the mistake."""
    with pytest.raises(ExpressionError, match="there is no 'dael' among deal"):
        template("{{ numbers.dael | int }}")(VALUES)


@pytest.mark.parametrize("source", ["rank >", "{{ rank", "rank rank", "'open"])
def test_a_syntax_error_is_reported_at_once(source):
    """Before any value exists; the message contains the text."""
    make = template if "{{" in source else expression
    with pytest.raises(ExpressionError) as caught:
        make(source)
    assert source in str(caught.value)


def test_templates_do_not_change_values():
    """A template may set names of its own; the next render does not see them."""
    values = dict(VALUES)
    assert template("{% set name = 'Birch' %}{{ name }}")(values) == "Birch"
    assert values == VALUES
    assert template("{{ name }}{% if false %}{% endif %}")(values) == "Alder"


def test_an_entry_is_its_id_with_properties():
    """It compares, hashes and prints as its id; name and id are always among its properties."""
    assert EMBER == "ember"
    assert {EMBER: 1}["ember"] == 1
    assert f"{EMBER}" == "ember"
    assert EMBER.properties == {"id": "ember", "name": "Ember", "colour": "#a3282f"}
    assert Entry("tide", {}).properties["name"] == "tide"
    with pytest.raises(TypeError):
        EMBER.properties["name"] = "Fire"


@pytest.mark.parametrize(
    ("source", "fixed"), [("plain", True), ("{ brace", True), ("{{ name }}", False), ("{% if a %}b{% endif %}", False)]
)
def test_a_text_without_a_template_is_fixed(source, fixed):
    """It is the same for all components."""
    assert is_fixed(source) is fixed


def test_look_ups_do_not_import_jinja():
    """A deck with only fields is built without the 50 ms that Jinja2 costs."""
    script = (
        "import sys; from punchboard.expression import template;"
        "template('{{ a }} {{ b.c }}')({'a': 1, 'b': {'c': 2}}); print('jinja2' in sys.modules)"
    )
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "False"


@pytest.mark.parametrize(
    ("mix", "percent", "colour"),
    [
        (tint, 100, "#a3282f"),
        (tint, 0, "#ffffff"),
        (tint, 50, "#d19497"),
        (shade, 100, "#a3282f"),
        (shade, 0, "#000000"),
        (shade, 250, "#a3282f"),
        (tint, -5, "#ffffff"),
    ],
)
def test_tint_and_shade_mix_colours(mix, percent, colour):
    """A hundred per cent is the colour itself; the part is limited to 0 to 100."""
    assert mix("#a3282f", percent) == colour


@pytest.mark.parametrize(
    ("number", "text"),
    [(0, "no"), (1, "one"), (12, "twelve"), (13, "13"), (-1, "-1"), (1234567, "1\u202f234\u202f567")],
)
def test_small_numbers_are_words(number, text):
    """Up to twelve in words, above in digits with thin spaces."""
    assert in_words(number) == text


@pytest.mark.parametrize("text", ["{{ numbers.dael }}", "{{ numbers.dael + 1 }}"])
@pytest.mark.parametrize(("numbers", "why"), [({"deal": 2}, "among deal"), ({}, "no other entry")])
def test_an_unknown_name_has_one_message(text, numbers, why):
    """Alone or in an expression, with the existing names."""
    with pytest.raises(ExpressionError, match=f"there is no 'dael'.* {why}"):
        template(text)({"numbers": numbers})


@pytest.mark.parametrize(
    "source",
    [
        "[1, C]",
        "(1, C)",
        "{'x': C}",
        "[[1], [C]]",
        "[C] + [1]",
        "[C] | list",
        "many[C]",
        "range(C)",
        "1.5 | round(C)",
        "many | sort(attribute=C)",
    ],
)
def test_an_unknown_name_within_a_value_is_an_error(source):
    """A list of it would print as 'Undefined', or fail far from the cause."""
    for read in (expression, template):
        with pytest.raises(UnknownNameError, match="there is nothing called 'C'"):
            read(source if read is expression else f"{{{{ {source} }}}}")({"many": (1, 2)})


def test_a_name_that_may_be_unknown_has_a_default():
    """As in Jinja2; an existing, empty value has a default only on request."""
    assert template("{{ C | default('x') }} {{ a | default('y', true) }}")({"a": None}) == "x y"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{{ count('card' }}", "')' is missing before '}'"),
        ("{{ 3 + }}", "something is missing before '}}'"),
        ("{{ }}", "something is missing before '}}'"),
        ("{% if %}x", "something is missing before '%}'"),
        ("{{ name. }}", "a name is missing after the dot"),
        ("{{ 'abc }}", "a text in quotation marks is never closed"),
        ("{{ 3 \u00a7 4 }}", "'\u00a7' has no meaning here"),
        ("{% endif %}", "'{% endif %}' ends nothing"),
        ("{% loop %}", "there is no '{% loop %}'"),
        ("{# x", "a comment that begins with '{#' is never closed"),
        ("{{ 5(3) }}", "parentheses follow a number, which takes none"),
        ("{{ 'x' | replace }}", "replace() needs old and new in its parentheses"),
        ("{{ range(3, 'a') }}", "a whole number is needed, not a text"),
        ("{{ one(1, 2) }}", "there are 2 values in the parentheses, and at most 1 can be"),
        ("{{ one(1, more=2) }}", "'more=' is not known in these parentheses"),
        ("{{ nmae }}", "there is nothing called 'nmae'"),
    ],
)
def test_a_template_with_a_slip_is_refused_in_a_designers_words(text, said):
    """No word of the libraries that read and evaluate it, no position in characters."""
    with pytest.raises(ExpressionError) as caught:
        template(text)({"one": lambda value: value})
    assert str(caught.value).startswith(said)
