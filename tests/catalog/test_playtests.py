"""The played games of ``docs/playtests``, held against the catalog and the composed rulebooks."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from punchboard.expression import ExpressionError, expression
from punchboard.load import find_games, load
from punchboard.model.game.selection import count_pieces
from punchboard.products import ComposedGame
from punchboard.scene import Group, Item, Page, Text, Use

ROOT = Path(__file__).resolve().parents[2]
PLAYTESTS = ROOT / "docs" / "playtests"
GAMES = find_games(ROOT)

CITED = re.compile(r"\[p\. (\d+)((?: #[a-z0-9-]+)+)\]")
CODE = re.compile(r"`([^`\n]+)`")
ANSWER = re.compile(r"^> (.+?) \((design notes, )?p\. (\d+)\)$", re.MULTILINE)
FIELD = re.compile(r"\b([a-z0-9]+(?:-[a-z0-9]+)*)\.([a-z_]+)\b")
COUNT = re.compile(r"\bcount\(([a-z0-9][a-z0-9 -]*)\)")


def played(game: str) -> str:
    return (PLAYTESTS / f"{game}.md").read_text(encoding="utf-8")


def claims(game: str, pattern: re.Pattern[str]) -> Iterator[tuple[int, re.Match[str]]]:
    for number, line in enumerate(played(game).split("\n"), 1):
        for match in pattern.finditer(line):
            yield number, match


@cache
def composed(game: str) -> ComposedGame:
    return ComposedGame(load(game, ROOT), ("a4",), ("rulebook",))


@cache
def words_of(game: str, book: str) -> tuple[str, ...]:
    return tuple(letters(" ".join(texts(page))) for page in composed(game).book(book).document.pages)


def texts(page: Page) -> Iterator[str]:
    yield from _texts(page.items)


def _texts(items: tuple[Item, ...]) -> Iterator[str]:
    for item in items:
        match item:
            case Text():
                yield from (" ".join(word.text for word in line.words) for line in item.lines)
            case Group():
                yield from _texts(item.items)
            case Use():
                yield from _texts(item.symbol.items)


def letters(text: str) -> str:
    """Return letters and digits alone: hyphens, spaces and line ends of print do not matter."""
    return "".join(character for character in text.casefold() if character.isalnum())


@pytest.mark.parametrize("game", GAMES)
def test_every_game_was_played_for_some_rounds(game: str) -> None:
    """A played game cites rules on many pages and names many components."""
    cited = {rule for _, match in claims(game, CITED) for rule in match.group(2).split()}
    assert len(cited) >= 15
    assert len([1 for _, match in claims(game, CODE) if "=" in match.group(1)]) >= 5


@pytest.mark.slow
@pytest.mark.every_case
@pytest.mark.parametrize("game", GAMES)
def test_each_cited_rule_is_told_on_the_cited_page(game: str) -> None:
    """A citation names the first page on which the rulebook tells the rule."""
    book = composed(game).rulebook
    assert book is not None
    wrong = [
        f"line {line}: {rule} is told on page {book.rule_pages.get(rule)}, not {match.group(1)}"
        for line, match in claims(game, CITED)
        for rule in match.group(2).replace("#", "").split()
        if book.rule_pages.get(rule) != int(match.group(1))
    ]
    assert not wrong


@pytest.mark.parametrize("game", GAMES)
def test_each_card_is_in_the_catalog_and_each_equation_holds(game: str) -> None:
    """What stands between backticks is a component's id, a die, or an equation over the catalog's values."""
    wrong = [
        f"line {line}: {fault}"
        for line, match in claims(game, CODE)
        if (fault := fault_of(game, match.group(1))) is not None
    ]
    assert not wrong


def fault_of(game: str, text: str) -> str | None:
    """Return what is wrong with a claim, None when it holds."""
    loaded = composed(game).game
    rows = {component.id: component.values for component in loaded.components}
    if "=" not in text:
        return None if text in rows or text in loaded.file.dice else f"there is no {text!r}"
    values: dict[str, object] = {}

    def name(match: re.Match[str]) -> str:
        row = rows.get(match.group(1), {})
        values[key := f"v{len(values)}"] = row.get(match.group(2))
        return key if match.group(2) in row else "missing"

    def counted(match: re.Match[str]) -> str:
        values[key := f"v{len(values)}"] = count_pieces(loaded, match.group(1))
        return key

    source = re.sub(r"(?<![<>=!])=(?!=)", "==", FIELD.sub(name, COUNT.sub(counted, text)))
    try:
        return None if expression(source)(values) else f"{text!r} does not hold"
    except ExpressionError as error:
        return f"{text!r}: {error}"


@pytest.mark.slow
@pytest.mark.every_case
@pytest.mark.parametrize("game", GAMES)
def test_each_answer_stands_on_its_page(game: str) -> None:
    """A question that the pages left open is answered by words that now stand on the page named."""
    wrong = [
        f"page {number} {of} does not say: {answer}"
        for answer, of, number in ANSWER.findall(played(game))
        if letters(answer) not in words_of(game, "design-notes" if of else "rulebook")[int(number) - 1]
    ]
    assert not wrong
    assert played(game).count("\n> ") == len(ANSWER.findall(played(game)))
