"""Targets that typeset text: expressions and templates, words of all scripts, Markdown, books, prose."""

from __future__ import annotations

import re
from dataclasses import replace
from types import MappingProxyType
from typing import Final
from zlib import crc32

from loaders import text_of
from world import composer, files, setter, tiny_game

from punchboard.checks.prose import Reading, check_reading, parse_markdown
from punchboard.cli.commands.check import table_vocabulary
from punchboard.compose.books.book import BookComposer, BookLook
from punchboard.compose.books.prose import filled_text, prose_values
from punchboard.compose.faces.composer import FaceComposer
from punchboard.compose.text.block_layout import block_slabs
from punchboard.compose.text.flow import flow_columns
from punchboard.compose.text.hyphenation import hyphenator
from punchboard.compose.text.inline import Typesetter
from punchboard.compose.text.lines import line_items
from punchboard.compose.text.markdown import Directive, parse_blocks, parse_inline
from punchboard.compose.text.paragraphs import styled_lines
from punchboard.compose.text.scripts import embedding_levels, visual_order
from punchboard.compose.text.style import TextStyle
from punchboard.expression import ExpressionError, expression, template
from punchboard.expression.line_numbers import lines_with_numbers, number_lines, strip_line_numbers
from punchboard.geometry import Rect
from punchboard.load.tables import TableSource
from punchboard.load.yaml.places import read_yaml
from punchboard.load.yaml.validate import validated
from punchboard.model.game.selection import count_pieces
from punchboard.model.layout.book_file import BookFile
from punchboard.problem import Place
from punchboard.products.game.books import card_sides

LANGUAGES: Final = ("en", "de", "ar", "he", "tr", "ja", "hi", "th")
WIDTHS: Final = (0.0, 0.1, 1.0, 7.0, 30.0, 1000.0)

_ICON: Final = re.compile(r":[a-z][a-z-]*:")

_DECK: Final = (
    "name,type,points,text,copies\nWren,bird,1,Nesting.,4\nBarn Owl,bird,5,Shy.,2\nDog Rose,blossom,1,,4\n"
    "Egg,token,1,,30\n"
)
_setters: dict[tuple[int, str], Typesetter] = {}


def with_dictionaries(*patterns: str) -> tuple[bytes, ...]:
    """Return seeds after reading the hyphenation dictionaries, which takes a second that no input should pay for."""
    for language in LANGUAGES:
        hyphenator(language)
    return files(*patterns)


def values() -> dict[str, object]:
    """Return the values that a card of the small game and its texts can name."""
    known = tiny_game()
    return {**prose_values(known.game), **known.game.components[0].values, "page": 3, "recto": True}


def expression_input(data: bytes) -> None:
    """Parse and evaluate an expression, also as a selection of components."""
    text = text_of(data)
    known = values()
    try:
        expression(text)(known)
    except ExpressionError:
        count_pieces(tiny_game().game, text)


def template_input(data: bytes) -> None:
    """Parse and evaluate a template, also with line numbers in it."""
    text = text_of(data)
    known = values()
    try:
        template(text)(known)
    finally:
        made = number_lines(text)
        assert strip_line_numbers(made) == text or "\ue100" in text
    list(lines_with_numbers(template(made)(known)))


def _style(dice: int) -> TextStyle:
    """Return a style for a number: aligned, spaced, cased and broken in any way."""
    own = composer().tools.styles.get(("body", "title")[dice & 1])
    return replace(
        own,
        caps=("none", "upper", "small", "none")[dice >> 1 & 3],
        tracking=(0.0, 0.05, 0.0, -0.02)[dice >> 3 & 3],
        align=("left", "right", "centre", "justify")[dice >> 5 & 3],
        hyphenate=bool(dice >> 7 & 1),
        balance=bool(dice >> 8 & 1),
        italic=bool(dice >> 9 & 1),
    )


def words(data: bytes) -> None:
    """Shape a text, break it into lines and draw them; a checksum of the input chooses style, width and language."""
    text, dice = text_of(data), crc32(data)
    known = tiny_game()
    language = LANGUAGES[dice >> 10 & 7]
    own = _setters.get((id(known), language))
    if own is None or len(own._words) > 20_000:
        _setters.clear()
        own = _setters[id(known), language] = setter(language)
    style, width = _style(dice), WIDTHS[(dice >> 13) % len(WIDTHS)]
    for atoms in (own.plain_atoms(text, style), own.atoms(parse_inline(text.replace("\n", " ")), style)):
        lines = styled_lines(atoms, width, style, own)
        for row in lines.rows:
            for item in line_items(row, style, 0.0, 0.0):
                assert item is not None
    own.plain_words(text, style)
    own.words_without_glyphs(text)


def directions(data: bytes) -> None:
    """Compute the bidi level of every character, and put them in visual order without losing any."""
    text = text_of(data)
    for rtl in (False, True):
        found = embedding_levels(text, rtl=rtl)
        assert len(found) == len(text)
        assert sorted(visual_order(range(len(text)), found)) == list(range(len(text)))


def hyphens(data: bytes) -> None:
    """Hyphenate every word of a text at every width."""
    text, dice = text_of(data), crc32(data)
    style, own = _style(0), setter(LANGUAGES[dice & 7])
    split = hyphenator(LANGUAGES[dice & 7])
    for atom in own.plain_atoms(text[:200], style):
        for room in (0.0, 1.0, 3.0) if split is not None else ():
            split(atom, room)


def markdown(data: bytes) -> None:
    """Read Markdown as blocks, with directives and without, and each of its lines as spans."""
    text = text_of(data)
    parse_blocks(text)
    parse_blocks(text, lambda body: tiny_game().read_yaml(body, "input.md") or {})
    for line in text.split("\n")[:10]:
        parse_inline(line)


def flow(data: bytes) -> None:
    """Flow Markdown through regions that may be narrow and low."""
    text, dice = _ICON.sub(":star:", text_of(data)), crc32(data)
    width, height = (5.0, 40.0, 90.0)[dice % 3], (8.0, 60.0, 200.0)[dice // 3 % 3]
    look = BookLook(BookFile(page=(100, 210)), tiny_game(), composer(), Place("input.md"))
    content = [block for block in parse_blocks(text) if not isinstance(block, Directive)]
    columns = flow_columns(block_slabs(content, width, look), [Rect(5, 5, width, height)])
    assert len(columns) < 20_000


def rulebook(data: bytes) -> None:
    """Compose the rulebook and the reference of the small game from the input."""
    known, text = tiny_game(), text_of(data)
    game = replace(known.game, texts=MappingProxyType({**known.game.texts, "rulebook": text, "reference": text}))
    BookComposer(replace(known, game=game), composer(), "rulebook").compose()
    card_sides(filled_text(game, "reference"))


def book(data: bytes) -> None:
    """Compose the rulebook of the small game with a book layout that is the input."""
    known = tiny_game()
    raw, places = read_yaml(text_of(data), "input.yaml")
    file = validated(BookFile, raw if raw is not None else {}, places, "input.yaml")
    game = replace(known.game, texts=MappingProxyType({**known.game.texts, "rulebook": _LONG}))
    layouts = replace(known.layouts, books={**known.layouts.books, "rulebook": file})
    mine = replace(known, game=game, layouts=layouts)
    BookComposer(mine, FaceComposer(mine), "rulebook").compose()


_LONG: Final = "# Start\n\nDeal {{ numbers.deal }} cards.\n\n## Play\n\n" + "- one\n- two\n\nAnd so on.\n\n" * 40


def prose(data: bytes) -> None:
    """Check a plain rulebook with a deck."""
    vocabulary = table_vocabulary(TableSource("cards.csv", _DECK.encode()))
    list(check_reading(Reading((parse_markdown(text_of(data), "input.md"),), vocabulary)))


def prose_deck(data: bytes) -> None:
    """Check a short rulebook with a deck that is the input."""
    vocabulary = table_vocabulary(TableSource("cards.csv", text_of(data).encode()))
    list(check_reading(Reading((parse_markdown("# Start\n\nDeal 3 Wrens to each player.\n", "input.md"),), vocabulary)))
