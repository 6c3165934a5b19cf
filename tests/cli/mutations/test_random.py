"""Random mutations of a new game: `check` always ends with problems that have places, or without problems."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Mapping

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

FILES = (
    "game.yaml",
    "cards.csv",
    "rulebook.md",
    "reference.md",
    "layouts/faces/card.yaml",
    "layouts/faces/rich.yaml",
    "layouts/theme.yaml",
)
SIGNS = (
    "{{",
    "}}",
    "{%",
    "%}",
    "{#",
    ":",
    ": ",
    "'",
    '"',
    "#",
    "-",
    "- ",
    "\t",
    "[",
    "]",
    "{",
    "}",
    ",",
    "\\",
    "|",
    "&a ",
)
WORDS = (
    ":nope:",
    "null",
    "true",
    "-1",
    "0",
    "999999999",
    "1e99",
    "*a",
    "!!x",
    "```\n",
    "---\n",
    "\n",
    "é",
    "\u202e",
    "\x00",
)
ODD = ("\ud800", "\ufeff", "\r", "\u2028", "\u0661", "{{ nope }}", "{{ 1/0 }}", "{% if %}", "<!--", "[#a]", "^^", "**")
WAYS = ("delete", "double", "insert", "replace", "cut", "word", "drop line", "double line", "swap lines")
LESS_THAN = 400
"""The number of lines from which a position is drawn; files have fewer, so positions wrap around."""

places = st.integers(0, LESS_THAN * 60)
mutations = st.tuples(
    st.sampled_from(FILES),
    st.sampled_from(WAYS),
    places,
    st.sampled_from(SIGNS + WORDS + ODD),
)


def mutated(text: str, way: str, at: int, sign: str) -> str:
    """Return a text with one character, word or line of it changed, deleted or doubled."""
    if way in OF_CHARACTERS:
        place = at % max(len(text), 1)
        return (
            text[:place]
            + OF_CHARACTERS[way](text[place : place + 1], sign)
            + ("" if way == "cut" else text[place + 1 :])
        )
    if way == "word":
        words = list(re.finditer(r"[\w.]+", text)) or [re.match("", text)]
        one, other = words[at % len(words)], words[at * 7 % len(words)]
        return text[: one.start()] + other[0] + text[one.end() :]
    lines = text.splitlines(keepends=True) or [""]
    line = at % len(lines)
    lines[line : line + 2] = OF_LINES[way](lines[line : line + 2])
    return "".join(lines)


OF_CHARACTERS: Mapping[str, Callable[[str, str], str]] = {
    "delete": lambda _one, _sign: "",
    "double": lambda one, _sign: one + one,
    "insert": lambda one, sign: sign + one,
    "replace": lambda _one, sign: sign,
    "cut": lambda _one, _sign: "",
}
"""The replacement of a character."""

OF_LINES: Mapping[str, Callable[[list[str]], list[str]]] = {
    "drop line": lambda two: two[1:],
    "double line": lambda two: [two[0], *two],
    "swap lines": lambda two: two[::-1],
}
"""The replacement of a line and the one after it."""


@pytest.mark.slow
@settings(
    max_examples=int(os.environ.get("MUTATIONS", "25")),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(st.lists(mutations, min_size=1, max_size=2))
def test_a_random_change_ends_in_problems_with_places_or_none(fresh, changes):
    """One or two changed characters or lines never end in a traceback."""
    game = fresh()
    for file, *how in changes:
        game.write(file, mutated((game.folder / file).read_bytes().decode("utf-8", "surrogatepass"), *how))
    game.check()
