"""What the checks say of a game beyond its data: of the game as it is played, and as it is composed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial

from punchboard.asking import Ask, asked_anew
from punchboard.checks.composed import backs, colours, rule_coverage
from punchboard.checks.faces.book_pages import check_book
from punchboard.load.layouts.lazy_layouts import shelf_problems
from punchboard.model.game.game import Game
from punchboard.model.layout.face import Face
from punchboard.problem import Place, Problem, Severity, as_text, problems_of
from punchboard.products import Composed


def played_problems(
    game: Game, problems: Iterable[Problem], games: int | None = None, ask: Ask = asked_anew
) -> tuple[Problem, ...]:
    """Return what playing set-up and turns through shows; a game with errors in its data is not played."""
    file = game.file
    if not (file.setup or file.turn or file.round) or any(one.severity is Severity.ERROR for one in problems):
        return ()

    def played() -> str:
        from punchboard.checks.played import check_plays  # noqa: PLC0415 - a deck without a script is never played
        from punchboard.engine.proof import proof_of  # noqa: PLC0415

        return as_text(check_plays(proof_of(game, games)))

    return problems_of(ask("what playing it shows", games, played))


def layout_problems(composed: Composed) -> tuple[Problem, ...]:
    """Return what is wrong with layouts that few products ask for, known while no file beside the tables changes."""

    def found() -> str:
        return as_text(shelf_problems(composed.material.layouts.shelves))

    return problems_of(composed.ask_of_files("what is wrong with layouts that few ask for", None, found))


def composed_problems(composed: Composed) -> Iterator[Problem]:
    """Yield what can be told only of a game that is composed: of its backs and colours together, and of its books."""
    game = composed.game
    yield from backs.check(game, dict(_worn(composed)))
    if composed.wishes.ink == "full":  # colours are judged as they are meant to be printed, in grey print too
        yield from colours.check(game, composed.faces, composed.dice)
    if composed.icon_credits:
        from punchboard.checks.composed import icon_credits  # noqa: PLC0415 - few games have icons of sets

        yield from icon_credits.check(game, composed.icon_credits)
    if "rulebook" in composed.book_names:
        yield from rule_coverage.check(game, composed.brief("rulebook").told)
        if composed.wants("booklet"):
            yield from _booklet_problems(composed)
    if game.texts.keys() & {"rulebook", "reference"}:
        yield from problems_of(composed.ask_of_game("what its prose says", None, _prose_problems).text)
    for name in composed.book_names:
        work = partial(_page_problems, composed, name)
        yield from problems_of(composed.ask_of_book(name, "what is wrong with its pages", None, work))


def _booklet_problems(composed: Composed) -> tuple[Problem, ...]:
    """Return what is wrong with the booklets of the rulebook."""

    def found() -> str:
        from punchboard.products.booklets import booklet_problems  # noqa: PLC0415 - sheets alone need no booklets

        return as_text(booklet_problems(composed))

    return problems_of(composed.ask_of_book("rulebook", "what is wrong with its booklets", composed.asked_for, found))


def _prose_problems(game: Game) -> str:
    """Return what is wrong with the texts of a game, beside what its box holds, as a text."""
    from punchboard.checks.prose import check_prose  # noqa: PLC0415 - sheets alone need no prose
    from punchboard.compose.books.prose import prose_values  # noqa: PLC0415

    return as_text(check_prose(game, prose_values(game)))


def _page_problems(composed: Composed, name: str) -> str:
    """Return what is wrong with the pages of a book, as a text."""
    book = composed.book(name)
    return as_text(check_book(book.document, book.faces, Place(composed.game.file_of(name)), composed.answers.ask))


def _worn(composed: Composed) -> Iterator[tuple[str, Face | None]]:
    """Yield the back of each component; for those that fail, and so are faces of their own, the first of a layout."""
    failed: dict[str, Face] = {}
    for component, _, back in composed.faces:
        yield component.id, failed.setdefault(back.layout, back) if back is not None and back.faults else back
