"""Answers that took long to work out, kept as texts by the hash of all that they go by."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Mapping
from pathlib import Path

from punchboard.keeping.digests import Digests
from punchboard.keeping.inputs import program_digest
from punchboard.keeping.store import CACHE, digest, read_kept, write_kept


class Answers:
    """The answers that the last build of an output asked for.

    Args:
        out: the folder of outputs.
        output: the name of the game's folder in it.
        digests: makes hashes of what answers go by.
    """

    def __init__(self, out: Path, output: str, digests: Digests) -> None:
        self._file, self._digests = out / CACHE / f"{output}.answers.json", digests
        found = read_kept(self._file)
        self._before: dict[str, str] = found if isinstance(found, dict) else {}
        self._now: dict[str, str] = {}

    def ask(self, question: str, goes_by: object, work: Callable[[], str]) -> str:
        """Return the answer to a question, worked out where it is not known.

        Args:
            question: what is asked.
            goes_by: all that the answer goes by; one is not kept that goes by what has no hash.
            work: works it out.
        """
        try:
            key = digest(program_digest(), question, self._digests.of(goes_by))
        except (TypeError, AttributeError, pickle.PicklingError):
            return work()
        known = self._before.get(key)
        answer = self._now[key] = known if isinstance(known, str) else work()
        return answer

    def taken(self) -> Mapping[str, str]:
        """Return the answers that were asked for since this was called last, by their hashes; none is kept here."""
        taken, self._now = self._now, {}
        return taken

    def add(self, answers: Mapping[str, str]) -> None:
        """Keep answers that a copy of this process asked for."""
        self._now |= answers

    def keep(self) -> None:
        """Keep the answers that were asked for."""
        if self._now != self._before:
            write_kept(self._file, self._now)
