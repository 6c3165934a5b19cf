"""Which cards the rows of a file have: those of the file as it is, not those of the pictures that are shown."""

from collections.abc import Mapping, Sequence
from typing import Any

from punchboard.edit.game_files import fingerprint
from punchboard.load.kinds import unsaved_components
from punchboard.problem import Place, ProblemsFound
from punchboard.server.studio.cards.edits import Deck


class CardsOfRows:
    """The ids of the cards of each row of a kind.

    While the kind cannot be loaded, a row has the cards that a row with its cells, or else with its id, had last.
    """

    def __init__(self) -> None:
        self._seen, self._places = "", dict[Place, list[str]]()
        self._known = dict[str, Sequence[str]]()

    def learn(self, deck: Deck, data: bytes) -> None:
        """Read the cards in bytes of the kind's file, if these are others than the last."""
        if fingerprint(data) == self._seen:
            return
        self._seen, self._places = fingerprint(data), {}
        try:
            for card in unsaved_components(deck.game, deck.workspace, deck.kind, deck.at.file, data):
                self._places.setdefault(card.place, []).append(card.id)
        except ProblemsFound:
            return

    def of_row(self, row: Mapping[str, Any], place: Place) -> Sequence[str]:
        """Return the ids of the cards of a row, as `shown_row` describes it."""
        if not self._places:
            return self._known.get(row["mark"]) or self._known.get(row["id"], ())
        cards = self._places.get(place, [])
        self._known[row["mark"]] = cards
        if row["id"]:
            self._known[row["id"]] = cards
        return cards
