"""The warnings about what a screen reader cannot read well."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from punchboard.checks.accessible import (
    RULES,
    TEXT_RULES,
    check_texts,
    face_pictures,
    headings,
    hyphenation,
    table_headers,
    text_pictures,
)
from punchboard.checks.prose import game_texts, parse_markdown
from punchboard.compose.books.prose import prose_values
from punchboard.load import load
from punchboard.model.layout.box_contents import described_layouts
from punchboard.pipeline import BuildOptions
from punchboard.pipeline.build import check
from punchboard.problem import Severity
from punchboard.scene import Group

FILE = "catalog/grove/rulebook.md"


def found(text):
    """Return the line and code of each problem of a text."""
    return [(problem.place.line, problem.rule) for problem in check_texts([parse_markdown(text, FILE)])]


def test_a_good_text_has_no_problems():
    """Headings in order, a table with a header, a picture with a text."""
    assert found("# Play\n\n## Draw\n\n![A bridge](b.png)\n\n| | Costs |\n|-|-|\n| Tree | 1 |\n\n# End\n") == []


@given(st.lists(st.integers(min_value=1, max_value=6), max_size=12))
def test_a_heading_is_reported_exactly_where_the_level_rises_by_more_than_one(levels):
    """The level before the first heading counts as 1."""
    text = "".join(f"{'#' * level} Part\n\n" for level in levels)
    deeper = [at for at, (before, level) in enumerate(zip([1, *levels], levels, strict=False)) if level > before + 1]
    assert found(text) == [(2 * at + 1, headings.ID) for at in deeper]


def test_pictures_without_a_text_are_each_reported_at_their_line():
    """Also within a paragraph of several lines, a list and a table."""
    text = "One\n![](a.png)\n![A path](b.png) ![ ](c.png)\n\n- ![](d.png)\n\n| A |\n|-|\n| ![](e.png) |\n"
    assert found(text) == [(2, "READ002"), (3, "READ002"), (5, "READ002"), (9, "READ002")]


@pytest.mark.parametrize("header", ["| | |", "|  |   |"])
def test_only_a_header_of_empty_cells_is_missing(header):
    """A table with one named column has a header."""
    assert found(f"{header}\n|-|-|\n| a | b |\n") == [(1, table_headers.ID)]
    assert found("| | b |\n|-|-|\n| a | b |\n") == []


def test_one_row_is_called_a_row():
    """The message counts as people do."""
    (problem,) = check_texts([parse_markdown("| | |\n|-|-|\n| a | b |\n", FILE)])
    assert problem.message == "table of 2 columns and 1 row has no header row"


@pytest.mark.parametrize("comment", ["<!-- right: READ002 decoration -->", "<!-- right: -->"])
def test_a_comment_exempts_the_next_line(comment):
    """It names the code, or no code at all."""
    assert found(f"{comment}\n![](a.png)\n") == []
    assert found("<!-- right: READ003 other -->\n![](a.png)\n") == [(2, text_pictures.ID)]


def test_all_are_warnings_and_have_a_hint():
    """The build goes on."""
    problems = list(check_texts([parse_markdown("### Deep\n\n![](a.png)\n\n| |\n|-|\n| x |\n", FILE)]))
    assert {problem.rule for problem in problems} == {"READ002", "READ003", "READ004"}
    assert {problem.severity for problem in problems} == {Severity.WARNING}
    assert all(problem.hint for problem in problems)


@pytest.mark.parametrize(
    ("fields", "box", "row", "message"),
    [
        ("", "", "", "1 picture of kind 'card' in box 'art' of face 'drawn' has no alternative text"),
        ("", ', alt: ""', "", None),
        ("", ', alt: "A tree, {{ name }}"', "", None),
        (", alt: {type: text}", "", ", alt: A tree", None),
        (", alt: {type: text, default: ''}", "", "", "1 of 1 picture of kind 'card'"),
        (", alt: {type: text}", ", when: \"name == 'Elm'\"", ", alt: A tree", None),
        ("", ", when: \"name == 'Elm'\"", "", None),
    ],
)
def test_a_picture_needs_a_text_if_it_is_shown(tmp_path, stock, monkeypatch, fields, box, row, message):  # noqa: PLR0917
    """From the column ``alt``, or from the box; an empty one in the box is decoration."""
    monkeypatch.setattr("punchboard.load.builtin_folder", lambda: stock)
    folder = tmp_path / "catalog" / "grove"
    (folder / "layouts" / "faces").mkdir(parents=True)
    (folder / "game.yaml").write_text(
        "title: The Grove\nversion: 0.1.0\nplayers: {range: 2-4, stated: Players}\nkinds:\n  card: {name: Card, shape:"
        f" poker, face: drawn, id: one, stated: x, fields: {{name: {{type: text}}, art: {{type: picture}}{fields}}},"
        f" rows: [{{name: Alder, art: star.png{row}}}]}}\n"
    )
    (folder / "layouts" / "faces" / "drawn.yaml").write_text(
        f'boxes:\n  art: {{at: [5, 16], size: [53, 35], picture: "{{{{ art }}}}"{box}}}\n'
    )
    picture = stock.parent / "good" / "PICT002-pixels-enough" / "art" / "alder.png"
    (folder / "star.png").write_bytes(picture.read_bytes())
    problems = check("grove", BuildOptions(tmp_path, tmp_path / "output", papers=("a4",))).findings.problems
    messages = [problem.message for problem in problems if problem.rule == "READ001"]
    assert [message is not None and message in one for one in messages] == ([True] if message else [])


@pytest.mark.parametrize("rule", [*TEXT_RULES, face_pictures, hyphenation, *RULES], ids=lambda rule: rule.ID)
def test_every_rule_is_short_and_has_a_page(rule):
    """One file of less than 150 lines, whose docstring says what, why, and how it looks bad and good."""
    assert len(Path(rule.__file__).read_text(encoding="utf-8").splitlines()) < 150
    assert rule.__doc__.startswith(f"{rule.ID}: ")
    assert all(part in rule.__doc__ for part in ("\nWhat: ", "\nWhy: ", "\nBad", "\nGood"))


def elements(items):
    """Yield the parts of a document that a drawing shows."""
    for item in items:
        if isinstance(item, Group):
            if item.element is not None:
                yield item.element
            yield from elements(item.items)


@pytest.mark.parametrize(
    ("alt", "expected"), [("", ["A tree by a path"]), (', alt: "of {{ name }}"', ["of Alder"]), (', alt: ""', [])]
)
def test_the_column_alt_is_read_instead_of_the_picture(subject, stock, tmp_path, alt, expected):
    """Where the box has no ``alt`` of its own."""
    picture = stock.parent / "good" / "PICT002-pixels-enough" / "art" / "alder.png"
    (tmp_path / "catalog" / "grove").mkdir(parents=True)
    (tmp_path / "catalog" / "grove" / "alder.png").write_bytes(picture.read_bytes())
    fields = "{name: {type: text}, art: {type: picture}, alt: {type: text}}"
    made = subject(
        "kinds:\n  card: {name: Card, shape: poker, face: drawn, id: one, stated: x, "
        f"fields: {fields}, rows: [{{name: Alder, art: alder.png, alt: A tree by a path}}]}}\n",
        {"layouts/faces/drawn.yaml": f"boxes:\n  art: {{at: [5, 5], size: [50, 35], picture: '{{{{ art }}}}'{alt}}}\n"},
    )
    (side,) = made.sides
    found = [one.text for one in elements(side.face.symbol.items) if one.role == "Figure"]
    assert found == expected


def test_a_layout_of_several_kinds_is_described_only_if_all_have_the_column():
    """Else the template would fail for the others."""

    def game(*fields):
        files = (SimpleNamespace(face="drawn", back=None, fields=dict.fromkeys(names)) for names in fields)
        return SimpleNamespace(kinds={at: SimpleNamespace(file=file) for at, file in enumerate(files)})

    assert described_layouts(game(["alt"], ["alt", "name"])) == {"drawn"}
    assert described_layouts(game(["alt"], ["name"])) == frozenset()


def test_the_texts_of_a_translation_are_checked_too():
    """In their own files, so that a heading is reported where it is written."""
    game = load("alpha-and-omega", Path(__file__).parents[3], locale="de").game
    files = {text.file for text in game_texts(game, prose_values(game))}
    assert "catalog/alpha-and-omega/locale/de/rulebook.md" in files
    assert all(file.startswith("catalog/alpha-and-omega/") for file in files)
