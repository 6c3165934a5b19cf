"""The games and languages of a build: ``--locale`` given once, several times, or as ``all``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

from punchboard.cli.build.request import BuildRequest
from punchboard.cli.game_selection import select_games, select_translated_games
from punchboard.load import game_folder
from punchboard.model.values import did_you_mean
from punchboard.pipeline.options import BuildOptions
from punchboard.problem import Place, ProblemsFound, fail
from punchboard.workers.build_order import BuildOrder
from punchboard.workspace import GAME_FILE, workspace_root

ALL: Final = "all"
"""Each language that a game has, its own first."""

DEFAULT: Final = "en"
"""The language of a game whose `game.yaml` names none."""


def build_orders(request: BuildRequest, options: BuildOptions) -> tuple[BuildOrder, ...]:
    """Return an order for each requested game in each of its requested languages.

    Raises:
        ProblemsFound: FILE001 for an unknown game or a workspace without games, REF001 for a language that no game has.
    """
    found = _games_and_locales(request.workspace, request.names, request.locales)
    return tuple(BuildOrder(game, options._replace(locale=locale)) for game, locale in found)


def _games_and_locales(workspace: Path, names: Sequence[str], languages: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """Return games, each with the name of a folder in its ``locale/``, or an empty name for its own language."""
    if len(languages) < 2 and ALL not in languages:
        locale = languages[0] if languages else ""
        return tuple((game, locale) for game in select_translated_games(workspace, names, locale))
    games = select_games(workspace, names)
    known = {game: _locale_folders(game, workspace) for game in games}
    all_languages = {language for found in known.values() for language in found}
    for language in languages:
        if language not in all_languages and language != ALL:
            hint = did_you_mean(language, all_languages)
            raise fail("REF001", Place("--locale"), f"no game has a translation {language!r}", hint)
    return tuple(
        (game, known[game].get(language, language))
        for game in games
        for language in (known[game] if ALL in languages else dict.fromkeys(languages))
        if names or language in known[game]
    )


def _locale_folders(game: str, workspace: Path) -> Mapping[str, str]:
    """Return the folder of each language of a game; the folder of its own language is empty."""
    from punchboard.load.locale.locale_files import locale_names  # noqa: PLC0415 - only for translations

    folder = game_folder(game, workspace)
    return {
        _game_language(folder, workspace_root(workspace)): "",
        **{language: language for language in locale_names(folder)},
    }


def _game_language(folder: Path, workspace: Path) -> str:
    """Return the language of a game; the build reports problems of its `game.yaml`."""
    from punchboard.load.files.paths import display_path, read_text  # noqa: PLC0415
    from punchboard.load.yaml.places import read_yaml  # noqa: PLC0415

    file = display_path(folder / GAME_FILE, workspace)
    with suppress(ProblemsFound):
        raw, _ = read_yaml(read_text(folder / GAME_FILE, Place(file), file), file)
        return str(raw.get("language", DEFAULT)) if isinstance(raw, Mapping) else DEFAULT
    return DEFAULT
