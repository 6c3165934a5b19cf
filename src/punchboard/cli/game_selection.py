"""The games that a command works on, from the names and languages that were given."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from punchboard.cli.report import display_path
from punchboard.problem import Place, ProblemsFound, fail
from punchboard.workspace import GAME_FILE, find_games, game_folder


def select_games(workspace: Path, names: Sequence[str]) -> tuple[str, ...]:
    """Return the named games, or all games of the workspace if none is named.

    Raises:
        ProblemsFound: FILE001 for an unknown game, and for a workspace without games.
    """
    known = find_games(workspace)
    if not known:
        raise _no_games_error(workspace)
    game_names = [name.rstrip("/").removeprefix("catalog/") for name in names]
    for name in game_names:
        if name not in known:
            from punchboard.model.values import did_you_mean  # noqa: PLC0415 - only for unknown games

            raise fail("FILE001", Place("catalog"), f"there is no game {name!r}", did_you_mean(name, known))
    return tuple(dict.fromkeys(game_names)) or known


def select_translated_games(workspace: Path, names: Sequence[str], locale: str) -> tuple[str, ...]:
    """Return the named games; with a language and no names, all games with a translation into that language.

    Raises:
        ProblemsFound: as `select_games`; REF001 for a language that no game has.
    """
    games = select_games(workspace, names)
    if not locale or names:
        return games
    from punchboard.load.locale.locale_files import locale_names  # noqa: PLC0415 - only for translations

    by_game = {game: locale_names(game_folder(game, workspace)) for game in games}
    known = {language for languages in by_game.values() for language in languages}
    if locale not in known:
        from punchboard.model.values import did_you_mean  # noqa: PLC0415 - only for unknown languages

        raise fail("REF001", Place("--locale"), f"no game has a translation {locale!r}", did_you_mean(locale, known))
    return tuple(game for game, languages in by_game.items() if locale in languages)


def _no_games_error(workspace: Path) -> ProblemsFound:
    near = sorted(path.parent for path in workspace.glob(f"*/{GAME_FILE}"))
    hint = "a game is a folder with a game.yaml, alone or in catalog/; make one with `punchboard new NAME`"
    if near:
        hint = f"there is one in {near[0].name}/: go there, or add --workspace {display_path(near[0])}"
    return fail("FILE001", Place(str(workspace / "catalog")), "there are no games here", hint)
