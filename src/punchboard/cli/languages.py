"""Which games are built in which languages: one, several, or all that there are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

from punchboard.build.options import BuildOptions
from punchboard.cli.build.request import BuildRequest
from punchboard.cli.game_selection import select_games, select_translated_games
from punchboard.load import game_folder
from punchboard.model.values import did_you_mean
from punchboard.problem import Place, ProblemsFound, fail
from punchboard.workers.build_order import BuildOrder
from punchboard.workspace import GAME_FILE, workspace_root

ALL: Final = "all"
"""Every language that a game has, its own first."""

DEFAULT: Final = "en"
"""The language of a game that names none."""


def build_orders(asked: BuildRequest, options: BuildOptions) -> tuple[BuildOrder, ...]:
    """Return the games that are asked for, each in each of its languages that are.

    Raises:
        ProblemsFound: for a name that is no game, a workspace without any, and REF001 for a language that none has.
    """
    found = _games_and_locales(asked.workspace, asked.names, asked.locales)
    return tuple(BuildOrder(game, options._replace(locale=locale)) for game, locale in found)


def _games_and_locales(workspace: Path, names: Sequence[str], languages: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """Return games, each with the name of a folder in its ``locale/``, or nothing for its own language."""
    if len(languages) < 2 and ALL not in languages:
        locale = languages[0] if languages else ""
        return tuple((game, locale) for game in select_translated_games(workspace, names, locale))
    games = select_games(workspace, names)
    known = {game: _locale_folders(game, workspace) for game in games}
    every = {language for found in known.values() for language in found}
    for language in languages:
        if language not in every and language != ALL:
            hint = did_you_mean(language, every)
            raise fail("REF001", Place("--locale"), f"no game has a translation {language!r}", hint)
    return tuple(
        (game, known[game].get(language, language))
        for game in games
        for language in (known[game] if ALL in languages else dict.fromkeys(languages))
        if names or language in known[game]
    )


def _locale_folders(game: str, workspace: Path) -> Mapping[str, str]:
    """Return the languages that a game has, each with the folder of its translation; its own has none."""
    from punchboard.load.locale.files import locale_names  # noqa: PLC0415 - most games are built as they are

    folder = game_folder(game, workspace)
    return {
        _game_language(folder, workspace_root(workspace)): "",
        **{language: language for language in locale_names(folder)},
    }


def _game_language(folder: Path, workspace: Path) -> str:
    """Return the language of a game; what is wrong with its file, the build of it tells."""
    from punchboard.load.files.paths import display_path, read_text  # noqa: PLC0415
    from punchboard.load.yaml.places import read_yaml  # noqa: PLC0415

    file = display_path(folder / GAME_FILE, workspace)
    with suppress(ProblemsFound):
        raw, _ = read_yaml(read_text(folder / GAME_FILE, Place(file), file), file)
        return str(raw.get("language", DEFAULT)) if isinstance(raw, Mapping) else DEFAULT
    return DEFAULT
