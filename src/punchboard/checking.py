"""What the checks say of a game beyond its data: of the game as it is played, and as it is composed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from punchboard.asking import Ask, asked_anew
from punchboard.check import backs, colours, told
from punchboard.check.faces.books import check_book
from punchboard.model.face import Face
from punchboard.model.game import Game
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
        from punchboard.check.plays import check_plays  # noqa: PLC0415 - a deck without a script is never played
        from punchboard.play.proof import proof_of  # noqa: PLC0415

        return as_text(check_plays(proof_of(game, games)))

    return problems_of(ask("what playing it shows", games, played))


def composed_problems(composed: Composed) -> Iterator[Problem]:
    """Yield what can be told only of a game that is composed: of its backs and colours together, and of its books."""
    game = composed.game
    yield from backs.check(game, dict(_worn(composed)))
    if composed.wishes.ink == "full":  # colours are judged as they are meant to be printed, in grey print too
        yield from colours.check(game, composed.faces, composed.dice)
    if composed.icon_credits:
        from punchboard.check import credited  # noqa: PLC0415 - few games have icons of sets

        yield from credited.check(game, composed.icon_credits)
    if composed.rulebook is not None:
        yield from told.check(game, composed.rulebook.told)
        if composed.wants("booklet"):
            from punchboard.products.booklets import booklet_problems  # noqa: PLC0415 - sheets alone need no booklets

            yield from booklet_problems(composed)
    if game.texts.keys() & {"rulebook", "reference"}:
        from punchboard.check.prose import check_prose  # noqa: PLC0415 - sheets alone need no prose
        from punchboard.compose.prose import prose_values  # noqa: PLC0415

        yield from check_prose(game, prose_values(game))
    for name, book in composed.all_books.items():
        yield from check_book(book.document, book.faces, Place(game.file_of(name)), composed.ask)


def _worn(composed: Composed) -> Iterator[tuple[str, Face | None]]:
    """Yield the back of each component; for those that fail, and so are faces of their own, the first of a layout."""
    failed: dict[str, Face] = {}
    for component, _, back in composed.faces:
        yield component.id, failed.setdefault(back.layout, back) if back is not None and back.faults else back
