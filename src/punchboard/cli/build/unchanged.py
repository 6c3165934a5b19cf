"""Games of which nothing has changed since they were built: what became of them then is told again."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from punchboard.build_result import BuildResult
from punchboard.cache import FileHashes, Inputs, fingerprint_inputs, inputs_timestamp, load_record, store_record
from punchboard.cli.build.request import DEFAULT_PAPERS, BuildRequest
from punchboard.problem import Severity
from punchboard.workspace import output_folder


class BuildRecords:
    """What was kept of the builds of some games, and what is kept of those that are built now.

    Of builds that go by more than files of the workspace nothing is kept: a measured printer, a profile, an older state
    of the game, a stranger's game.
    """

    def __init__(self, asked: BuildRequest) -> None:
        self._workspace, self._asked = asked.workspace, _options_text(asked)
        self.out = asked.out or output_folder(asked.workspace)
        self._applies = not (asked.printer or asked.profile or asked.since or asked.untrusted)
        self._seen = FileHashes(self.out)
        self._inputs: dict[tuple[str, str], Inputs | None] = {}

    def unchanged_result(self, game: str, locale: str) -> BuildResult | None:
        """Return what became of a game when it was built last, if a build would make the same."""
        inputs = self._inputs_of(game, locale)
        return load_record(self.out, self.folder(game, locale).name, inputs.digest) if inputs is not None else None

    def unchanged_results(self, games: Sequence[tuple[str, str]]) -> Sequence[BuildResult] | None:
        """Return what became of games, each in a language, when they were built last; None if any is to be built."""
        found = []
        for game, locale in games:
            one = self.unchanged_result(game, locale)
            if one is None:
                return None
            found.append(one)
        return found

    def store(self, game: str, locale: str, built: BuildResult) -> None:
        """Keep what became of a game, if nothing that it goes by was touched while it was built."""
        before = self._inputs_of(game, locale)
        if before is None or any(problem.severity is Severity.ERROR for problem in built.problems):
            return
        self._seen.save()
        if (
            inputs_timestamp(game, self._workspace, self.out) == before.timestamp
        ):  # last: who is killed before is built again
            store_record(self.out, self.folder(game, locale).name, before.digest, built)

    def folder(self, game: str, locale: str) -> Path:
        """Return the output of a game."""
        return self.out / (f"{game}-{locale}" if locale else game)

    def _inputs_of(self, game: str, locale: str) -> Inputs | None:
        if (game, locale) not in self._inputs:
            asked = f"{self._asked} {locale}"
            found = fingerprint_inputs(game, self._workspace, self.out, asked, self._seen) if self._applies else None
            self._inputs[game, locale] = found
        return self._inputs[game, locale]


def _options_text(asked: BuildRequest) -> str:
    """Return what is asked of a build of a game as a text, but for where and how it is made."""
    placed: dict[str, Any] = {"workspace": Path(), "names": (), "out": None, "locales": ()}
    made: dict[str, Any] = {"jobs": None, "as_json": False, "cluster": "", "papers": asked.papers or DEFAULT_PAPERS}
    return repr(asked._replace(**placed, **made))
