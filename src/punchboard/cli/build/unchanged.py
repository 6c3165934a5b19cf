"""Unchanged games: the record of each build, from which an unchanged game is reported without building it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from punchboard.build_result import BuildResult
from punchboard.cache import FileHashes, Inputs, fingerprint_inputs, inputs_timestamp, load_record, store_record
from punchboard.cli.build.request import DEFAULT_PAPERS, BuildRequest
from punchboard.workspace import output_folder


class BuildRecords:
    """The records of builds in an output folder.

    Builds that depend on more than the files of the workspace leave no record: those for a measured printer or a
    profile, those that compare with an older state, and untrusted builds.
    """

    def __init__(self, request: BuildRequest) -> None:
        self._workspace, self._options = request.workspace, _options_text(request)
        self.out = request.out or output_folder(request.workspace)
        self._has_records = not (request.printer or request.profile or request.since or request.untrusted)
        self._hashes = FileHashes(self.out)
        self._inputs: dict[tuple[str, str], Inputs | None] = {}

    def unchanged_result(self, game: str, locale: str) -> BuildResult | None:
        """Return the last result of a game if a build would make the same, else None."""
        inputs = self._inputs_of(game, locale)
        return load_record(self.out, self.folder(game, locale).name, inputs.digest) if inputs is not None else None

    def unchanged_results(self, games: Sequence[tuple[str, str]]) -> Sequence[BuildResult] | None:
        """Return the last results of games, each in a language; None if any of them must be built."""
        results = []
        for game, locale in games:
            result = self.unchanged_result(game, locale)
            if result is None:
                return None
            results.append(result)
        return results

    def store(self, game: str, locale: str, built: BuildResult) -> None:
        """Store the result of a build, unless it has errors or its inputs changed meanwhile."""
        before = self._inputs_of(game, locale)
        if before is None or built.has_errors:
            return
        self._hashes.save()
        # the record comes last, so that a build that is killed before is repeated
        if inputs_timestamp(game, self._workspace, self.out) == before.timestamp:
            store_record(self.out, self.folder(game, locale).name, before.digest, built)

    def folder(self, game: str, locale: str) -> Path:
        """Return the output folder of a game in a language."""
        return self.out / (f"{game}-{locale}" if locale else game)

    def _inputs_of(self, game: str, locale: str) -> Inputs | None:
        if (game, locale) not in self._inputs:
            options, has_records = f"{self._options} {locale}", self._has_records
            self._inputs[game, locale] = (
                fingerprint_inputs(game, self._workspace, self.out, options, self._hashes) if has_records else None
            )
        return self._inputs[game, locale]


def _options_text(request: BuildRequest) -> str:
    """Return the options that affect the files of a game, as text: without folders, and without how it is built.

    Braille also depends on the liblouis that is installed.
    """
    neutral: dict[str, Any] = {"workspace": Path(), "names": (), "out": None, "locales": ()}
    neutral |= {
        "jobs": None,
        "as_json": False,
        "verbose": False,
        "cluster": "",
        "papers": request.papers or DEFAULT_PAPERS,
    }
    text = repr(request._replace(**neutral))
    if not request.everything and "braille" not in request.only:
        return text
    from punchboard.load.files.liblouis import installed_liblouis  # noqa: PLC0415 - few builds make Braille

    return f"{text} {installed_liblouis()}"
