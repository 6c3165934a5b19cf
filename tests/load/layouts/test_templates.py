"""Templates in layouts are checked when the layouts are loaded."""

import pytest

from punchboard.problem import ProblemsFound

BOX = "boxes:\n  a:\n    at: [5, 5]\n    size: [20, 8]\n    {}\n"


@pytest.mark.parametrize(
    ("key", "message", "hint"),
    [
        ("text: '{{ name }'", "'}' is out of place", "write a value between '{{' and '}}'"),
        ("text: '{{ name | slugg }}'", "there is no filter 'slugg'", "did you mean 'slug'?"),
        ("markdown: '{% if name %}'", "'{% if %}' is never closed", "write a value between '{{' and '}}'"),
        ("when: rank = 1", "something is left over at the end", "write 'a == b' to compare, and names without '{{ }}'"),
        ("repeat: {each: 'range('}", "unexpected", "write 'a == b' to compare, and names without '{{ }}'"),
        ("fill: '{{ name'", "'}}' is missing at the end", "write a value between '{{' and '}}'"),
        ("stroke: {colour: '{{ name'}", "'}}' is missing at the end", "write a value between '{{' and '}}'"),
        ("text: name\n    alt: '{{ name'", "'}}' is missing at the end", "write a value between '{{' and '}}'"),
        ("ornament: {kind: strata, seed: '{{ x'}", "is missing at the end", "write a value between '{{' and '}}'"),
        (
            "ornament: {kind: strata, colours: [ink, '{{ x']}",
            "is missing at the end",
            "write a value between '{{' and '}}'",
        ),
        ("layout: badge\n    with: {word: '{{ x'}", "is missing at the end", "write a value between '{{' and '}}'"),
    ],
)
def test_an_invalid_template_is_reported_at_its_key(tiny_game, key, message, hint):
    """With the face's file, the line of the key, and what to do."""
    badge = "boxes: {word: {size: [9, 9], text: '{{ word }}'}}"
    with pytest.raises(ProblemsFound) as caught:
        tiny_game(BOX.format(key), files={"layouts/faces/badge.yaml": badge})
    (problem,) = caught.value.problems
    assert (problem.rule, problem.place.file) == ("EXPR001", "catalog/tiny/layouts/faces/card.yaml")
    assert problem.place.line == 5 + key.count("\n")
    assert message in problem.message
    assert problem.hint == hint


def test_all_invalid_templates_are_reported_together(tiny_game):
    """Including the ground, and with other problems of the layouts."""
    face = (
        "ground: '{{ x'\nboxes:\n  a: {size: [9, 9], text: '{{ a', style: titel}\n  b: {size: [9, 9], text: '{{ b'}\n"
    )
    with pytest.raises(ProblemsFound) as caught:
        tiny_game(face)
    assert [(one.rule, one.place.line) for one in caught.value.problems] == [
        ("EXPR001", 1),
        ("EXPR001", 3),
        ("REF001", 3),
        ("EXPR001", 4),
    ]


@pytest.mark.parametrize(("name", "told"), [("rulebook", 1), ("zine", 0)])
def test_only_books_with_a_text_are_checked(tiny_game, name, told):
    """A book without a text is not built."""
    book = "masters: {body: {boxes: {a: {size: [9, 9], text: '{{ x'}}, regions: [[10, 10, 100, 180]]}}"
    try:
        tiny_game(files={f"layouts/books/{name}.yaml": book, "rulebook.md": "# One\n"})
        found = ()
    except ProblemsFound as caught:
        found = caught.problems
    assert [(one.rule, one.place.file) for one in found] == [
        ("EXPR001", f"catalog/tiny/layouts/books/{name}.yaml")
    ] * told
