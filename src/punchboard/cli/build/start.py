"""The start of ``punchboard build``: reports unchanged games from their records, without most of the program."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from punchboard.build_result import BuildResult
from punchboard.cache import FileHashes, Inputs, fingerprint_inputs, inputs_timestamp, load_record, store_record
from punchboard.cli.build.request import BuildRequest, print_done, show_results
from punchboard.cli.exit_status import SUCCESS, USAGE_ERROR
from punchboard.cli.game_selection import select_games
from punchboard.cli.report import with_display_paths
from punchboard.problem import ProblemsFound
from punchboard.workspace import output_folder


class BuildRecords:
    """The records of builds in an output folder.

    Builds that depend on more than the files of the workspace leave no record: those for a measured printer or a
    profile, those that print some of the cards, and untrusted builds.
    """

    def __init__(self, request: BuildRequest) -> None:
        self._workspace, self._options = request.workspace, _options_text(request)
        self.out = request.out or output_folder(request.workspace)
        self._has_records = not (
            request.printer or request.profile or request.since or request.cards or request.untrusted
        )
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
    """Return the options that affect the files of a game, as text.

    Braille also depends on the liblouis that is installed.
    """
    text = repr(request.key_options)
    if not request.everything and "braille" not in request.only:
        return text
    from punchboard.load.liblouis import installed_liblouis  # noqa: PLC0415 - few builds make Braille

    return f"{text} {installed_liblouis()}"


def run_build(request: BuildRequest) -> int:
    """Build, then print the problems and a table of the results; return the exit status."""
    if request.conflict:
        print(request.conflict, file=sys.stderr)  # noqa: T201 - an error for the user
        return USAGE_ERROR
    records = BuildRecords(request)
    unchanged = _unchanged_results(request, records)
    if unchanged is None:
        from punchboard.cli.build.run import run  # noqa: PLC0415 - most of the program

        return run(request, records)
    results, folders = unchanged
    problems = [problem for result in results for problem in result.problems]
    show_results(with_display_paths(problems, request.workspace), results, folders, request)
    return SUCCESS


def _unchanged_results(
    request: BuildRequest, records: BuildRecords
) -> tuple[Sequence[BuildResult], Sequence[Path]] | None:
    """Return the last results of all games and their folders, after reporting each; None if any must be built."""
    if len(request.locales) > 1 or "all" in request.locales or (request.locales and not request.names):
        return None  # `run` finds which games have which languages, which needs more of the program
    locale = request.locales[0] if request.locales else ""
    try:
        games = select_games(request.workspace, request.names)
    except ProblemsFound:
        return None
    results = records.unchanged_results([(game, locale) for game in games])
    if results is None:
        return None
    folders = [records.folder(game, locale) for game in games]
    for result, folder in zip(results, folders, strict=True):
        if not request.as_json:
            print_done(result, folder, unchanged=True)
    return results, folders
