"""Answers that took long to work out, kept as texts by the hash of all that they go by.

What a build did not ask for is forgotten, but for what was asked in the course of an answer that is known, and what is
kept apart for a file of the output that was not made again.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from punchboard.asking import Ask
from punchboard.cache.build_inputs import program_digest
from punchboard.cache.digests import Digests
from punchboard.cache.store import CACHE, digest, forget_gone, named_after, read_kept, write_kept
from punchboard.model.dependency_tracking import Notes, Read, alike, answers, noted
from punchboard.model.game.game import Game
from punchboard.products.game.answers import Anew, Answer

Entry = Mapping[str, Any]
"""A kept answer: its text, the keys of what was asked for it, and, of one on a game, what that was asked for."""


class Known:
    """The answers of one file that is kept, those of the last build and those of this one.

    Args:
        file: the file.
        digests: makes hashes of what answers go by.
    """

    def __init__(self, file: Path, digests: Digests) -> None:
        self._file, self._digests = file, digests
        found = read_kept(file)
        self._before: dict[str, Entry] = found if isinstance(found, dict) else {}
        self._now: dict[str, Entry] = {}
        self._taken: set[str] = set()
        self._asking: list[dict[str, None]] = []
        """What was asked for each answer that is being worked out."""

    def ask(self, question: str, goes_by: object, work: Callable[[], str]) -> str:
        """Return the answer to a question, worked out where it is not known.

        Args:
            question: what is asked.
            goes_by: all that the answer goes by; one is not kept that goes by what has no hash.
            work: works it out.
        """
        key = self._key(question, goes_by)
        found = self._known(key)
        return found["text"] if found is not None else self._worked_out(key, work)

    def of_game(self, question: str, goes_by: object, game: Game, work: Callable[[Game], str]) -> Answer:
        """Return the answer to a question on a game; see `punchboard.products.game.answers.Anew.of_game`."""
        key = self._key(question, (goes_by, alike(game)))
        found = self._known(key, lambda entry: entry["heard"] == _heard(game, entry["read"]))
        if found is not None:
            return Answer(found["text"], digest(key, found["heard"]))
        notes = Notes()
        text = self._worked_out(key, lambda: work(noted(game, notes)))
        read = notes.read()
        heard = _heard(game, read)
        if key:
            self._now[key] = {**self._now[key], "read": read, "heard": heard}
        return Answer(text, digest(key, heard) if key else "")

    def _key(self, question: str, goes_by: object) -> str:
        """Return the hash of a question with what its answer goes by; nothing where that has none."""
        try:
            return digest(program_digest(), question, self._digests.of(goes_by))
        except (TypeError, AttributeError, pickle.PicklingError):
            return ""

    def _known(self, key: str, holds: Callable[[Entry], bool] = lambda _entry: True) -> Entry | None:
        """Return an answer that is known, and keep it with all that was asked for it; None where there is none."""
        with suppress(LookupError, TypeError, AttributeError):  # it was damaged
            found = self._now.get(key) or self._before[key]
            if isinstance(found["text"], str) and holds(found):
                self._keep(key, found)
                return found
        return None

    def _keep(self, key: str, entry: Entry) -> None:
        """Keep an answer, for itself and for those for which it was asked."""
        for asked in self._asking:
            asked[key] = None
        self._now[key] = entry
        for other in entry.get("asked", ()):
            if other not in self._now and other in self._before:
                self._keep(other, self._before[other])

    def _worked_out(self, key: str, work: Callable[[], str]) -> str:
        """Return an answer that is not known, and keep it with what is asked for it."""
        if not key:
            return work()
        self._asking.append({})
        try:
            text = work()
        finally:
            asked = self._asking.pop()
        self._keep(key, {"text": text, "asked": list(asked)} if asked else {"text": text})
        return text

    def taken(self) -> Mapping[str, Entry]:
        """Return the answers that were asked for first since this was called last, by their hashes."""
        taken = {key: entry for key, entry in self._now.items() if key not in self._taken}
        self._taken |= taken.keys()
        return taken

    def add(self, entries: Mapping[str, Entry]) -> None:
        """Keep answers that a copy of this process asked for."""
        self._now |= entries

    def keep(self) -> None:
        """Keep the answers that were asked for."""
        if self._now != self._before:
            write_kept(self._file, self._now)


def _heard(game: Game, read: Read) -> str:
    """Return the hash of what the components of a game answer."""
    return digest(*answers(game, read))


class Answers(Anew):
    """The answers that the last build of an output asked for, and those that each of its files needed apart from it.

    Args:
        out: the folder of outputs.
        output: the name of the game's folder in it.
        digests: makes hashes of what answers go by.
    """

    remembers = True

    def __init__(self, out: Path, output: str, digests: Digests) -> None:
        self._output, self._digests = out / output, digests
        self._folder = out / CACHE / f"{output}.answers"
        self._known = Known(out / CACHE / f"{output}.answers.json", digests)
        self._of: dict[str, Known] = {}

    def ask(self, question: str, goes_by: object, work: Callable[[], str]) -> str:
        """Return the answer to a question, worked out where it is not known."""
        return self._known.ask(question, goes_by, work)

    def of_game(self, question: str, goes_by: object, game: Game, work: Callable[[Game], str]) -> Answer:
        """Return the answer to a question on a game."""
        return self._known.of_game(question, goes_by, game, work)

    def apart(self, path: str) -> Ask:
        """Return who answers what is asked for one file of the output, by its path."""

        def ask(question: str, goes_by: object, work: Callable[[], str]) -> str:
            if path not in self._of:
                self._of[path] = Known(self._folder / f"{named_after(path)}.json", self._digests)
            return self._of[path].ask(question, goes_by, work)

        return ask

    def keep_of(self, path: str) -> None:
        """Keep the answers that were asked for one file alone."""
        if path in self._of:
            self._of[path].keep()

    def taken(self) -> Mapping[str, Entry]:
        """Return the other answers that were asked for since this was called last."""
        return self._known.taken()

    def add(self, entries: Mapping[str, Entry]) -> None:
        """Take over the answers that a copy of this process hands on."""
        self._known.add(entries)

    def keep(self) -> None:
        """Keep all answers that were asked for; the output has taken its place."""
        self._known.keep()
        for path in self._of:
            self.keep_of(path)
        forget_gone(self._folder, self._output)
