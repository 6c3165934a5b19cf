"""Invalid YAML is explained at the place of the slip, in a designer's words."""

from __future__ import annotations

import re

import pytest

from punchboard.load.yaml.places import read_yaml
from punchboard.problem import ProblemsFound

SLIPS = {
    "a quote that is not closed": ('a: "My Game\nb: 1\nc: ["x", "y"]\n', 1, 'begins with " and has no "'),
    "a quote that is never closed": ("a: 1\nb: 'x\nc: 2\n", 2, "begins with ' and has no '"),
    "a quote in brackets": ('a:\n  b: {c: "#fff, d: "x"}\n', 2, "goes on after its closing quote"),
    "text after the quotes": ('a: "My" Game\n', 1, "goes on after its closing quote"),
    "a backslash": ('a: "C:\\x"\n', 1, "backslash"),
    "a tab": ("a:\n  b: 1\n\tc: 2\n", 3, "begins with a tab"),
    "a bracket that is not closed": ("a: {b: 1\nc: 2\n", 1, "this { is not closed"),
    "a bracket that is not opened": ("a: b: 1}\n", 1, "has a } without its {"),
    "brackets in a text": ("a:\n  - {say: Take 4 [coin].}\n", 2, "has a [ in it and needs quotes"),
    "a comma in a list": ("a: {b: 'x' c: 'y'}\n", 1, "a comma is missing here"),
    "a comma that is too many": ("a: {b: [1,, 2]}\n", 1, "a value is missing here"),
    "a colon in a text": ("a: Draw: two cards\n", 1, "a second colon"),
    "a key without a colon": ("a\n  b: 1\n", 1, "no colon after its key"),
    "a text that begins with @": ("a: @home\n", 1, "begins with @ and needs quotes"),
    "a text that begins with *": ("a: * or **\n", 1, "begins with * and needs quotes"),
    "a line that is indented more": ("a: one\n  b: 2\n", 2, "indented by 2 spaces, the one above it by 0"),
    "a line that is indented less": ("a:\n    b: 1\n  c: 2\n", 3, "indented by 2 spaces, the one above it by 4"),
    "a line that is indented by one space": ("a: one\n b: 2\n", 2, "indented by 1 space, the one above it by 0"),
    "a line between two that is indented less": (
        "a:\n  b:\n    c: 1\nd: 2\n    e: 3\n",
        4,
        "indented by 0 spaces, those around it by 4",
    ),
    "the first line of a mapping that is indented less": (
        "a:\n  b:  # a key\nc: 1\n    d: 2\n",
        3,
        "indented by 0 spaces, those around it by 4",
    ),
    "a text that begins with [": ("a: [coin] for two\nb: 1\n", 1, "begins with [ and needs quotes"),
    "a text in brackets that begins with [": ("a:\n  - {say: [coin] for two}\n", 2, "begins with [ and needs quotes"),
    "a key that was deleted": ("a:\n  b: 1\n  : 2\n", 3, "there is no key before the colon"),
    "the quotes of a word processor": ("a: \u201cMy Game: a tale\u201d\n", 1, "\u201c and \u201d are no quotes"),
    "an indentation of another space": ("a:\n  b: 1\n\u00a0 c: 2\n", 3, "a space that is none for YAML"),
    "a list behind a key": ("a: - b\n", 1, "a list cannot begin behind a key"),
}


def test_curly_quotes_around_a_text_are_part_of_it():
    """A line of flavour may be what somebody says."""
    assert read_yaml("a: \u201cThe sea is calm.\u201d\n", "f.yaml")[0] == {"a": "\u201cThe sea is calm.\u201d"}


PARSER = re.compile(r"scalar|token|mapping values|expected|parsing|scanning|sequence|not YAML")


@pytest.mark.parametrize("name", SLIPS)
def test_a_slip_is_explained_where_it_is(problem, name):
    """With its line, and with no word of the parser."""
    text, line, words = SLIPS[name]
    found = problem(read_yaml, text, "f.yaml")
    assert (found.rule, found.place.line) == ("YAML001", line)
    assert re.search(words.replace("{", r"\{").replace("[", r"\[").replace("*", r"\*"), found.message)
    assert not PARSER.search(f"{found.message} {found.hint}")


def test_the_other_line_that_may_be_indented_wrongly_is_named(problem):
    """Of two lines that do not fit, either may be the slip."""
    found = problem(read_yaml, "a:\n    b: 1\nc:\n      d: 1\n    e: 2\n", "f.yaml")
    assert (found.place.line, found.hint.split("; ")[1]) == (5, "or line 3 is indented too little")


def test_every_beginning_of_a_file_is_explained(problem):
    """A file that was cut off anywhere, or from which a sign was deleted, ends in no exception of the parser."""
    text = "title: \"A {b}\"\nlist: [1, {a: \"x: y\"}]\nsetup:\n  - {say: 'it''s', n: 2}\n  - key: |\n      text\n"
    said = set()
    for at in range(len(text)):
        for made in (text[:at], text[:at] + text[at + 1 :], f"{text[:at]}\t{text[at:]}", f"{text[:at]}{{{text[at:]}"):
            try:
                read_yaml(made, "f.yaml")
            except ProblemsFound as found:
                said.add(str(found))
    assert len(said) > 20
    assert [words for words in said if PARSER.search(words)] == []
