"""Which games a command means, and where its workspace is."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from punchboard.cli.output.display_paths import display_path
from punchboard.problem import Place, ProblemsFound, fail
from punchboard.workspace import GAME_FILE, find_games, game_folder


def select_games(workspace: Path, names: Sequence[str]) -> tuple[str, ...]:
    """Return the games by name, or all that the folder means: of a game's own folder that game.

    Raises:
        ProblemsFound: for a name that is no game, and for a workspace without any.
    """
    known = find_games(workspace)
    if not known:
        raise _no_games_error(workspace)
    plain = [name.rstrip("/").removeprefix("catalog/") for name in names]
    for name in plain:
        if name not in known:
            from punchboard.model.values import did_you_mean  # noqa: PLC0415 - nearly all games are there

            raise fail("FILE001", Place("catalog"), f"there is no game {name!r}", did_you_mean(name, known))
    return tuple(dict.fromkeys(plain)) or known


def select_translated_games(workspace: Path, names: Sequence[str], locale: str) -> tuple[str, ...]:
    """Return the games by name, or all; where a language is asked for and no game is named, those that have it.

    Raises:
        ProblemsFound: as `wanted_games`; REF001 for a language that no game has.
    """
    games = select_games(workspace, names)
    if not locale or names:
        return games
    from punchboard.load.locale.files import locale_names  # noqa: PLC0415 - most games are built as they are

    found = {game: locale_names(game_folder(game, workspace)) for game in games}
    known = {language for languages in found.values() for language in languages}
    if locale not in known:
        from punchboard.model.values import did_you_mean  # noqa: PLC0415 - nearly all games are there

        raise fail("REF001", Place("--locale"), f"no game has a translation {locale!r}", did_you_mean(locale, known))
    return tuple(game for game, languages in found.items() if locale in languages)


def _no_games_error(workspace: Path) -> ProblemsFound:
    near = sorted(path.parent for path in workspace.glob(f"*/{GAME_FILE}"))
    hint = "a game is a folder with a game.yaml, alone or in catalog/; punchboard new makes one"
    if near:
        hint = f"there is one in {near[0].name}/: go there, or add --workspace {display_path(near[0])}"
    return fail("FILE001", Place(str(workspace / "catalog")), "no game is here", hint)
