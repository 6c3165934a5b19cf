"""Phrases of a game's language."""

import ast
from pathlib import Path

import punchboard
from punchboard.compose.text.phrases import phrase


def test_a_phrase_is_filled(english):
    """A value may be called as the phrase's own name is."""
    assert phrase(english, "net of", name="Fate Die") == "Fate Die, net"
    assert phrase(english, "continued card", part=1, parts=3) == "1/3"


def test_every_phrase_that_the_program_names_is_in_the_english_words(english):
    """English is what other languages fall back to."""
    sources = (path.read_text(encoding="utf-8") for path in Path(punchboard.__file__).parent.rglob("*.py"))
    calls = (
        call
        for source in sources
        if "phrase(" in source
        for call in ast.walk(ast.parse(source))
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "phrase"
    )
    names = {call.args[1].value for call in calls if isinstance(call.args[1], ast.Constant)}
    assert len(names) > 20
    assert names <= english["phrases"].keys()
