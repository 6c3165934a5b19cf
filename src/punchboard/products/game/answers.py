"""Who answers what takes long to work out; what an earlier build knows is known to `punchboard.cache.answers`."""

from collections.abc import Callable
from typing import NamedTuple

from punchboard.asking import Ask
from punchboard.model.game.game import Game


class Answer(NamedTuple):
    """An answer to a question on a game."""

    text: str
    name: str = ""
    """The hash of the question and of all that the answer goes by; nothing where it is not known what that is."""


class Anew:
    """Works every answer out: nothing is known."""

    remembers = False
    """Whether answers may be known, so that it is worth telling what they go by."""

    def ask(self, _question: str, _goes_by: object, work: Callable[[], str]) -> str:
        """Return the answer to a question that goes by some values; see `punchboard.asking.Ask`."""
        return work()

    def of_game(self, _question: str, _goes_by: object, game: Game, work: Callable[[Game], str]) -> Answer:
        """Return the answer to a question that goes by some values, and by what it asks the components of a game.

        Args:
            question: what is asked.
            goes_by: what the answer goes by beside the components.
            game: the game.
            work: works the answer out, of a game that may note what its components are asked for.
        """
        return Answer(work(game))

    def apart(self, _path: str) -> Ask:
        """Return who answers what is asked for one file alone."""
        return self.ask
