"""The only reader of disk: folders of the catalog become games, layouts and the shelves that composing needs."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from punchboard.load.files.paths import resolve_inside
from punchboard.load.fonts.files import families
from punchboard.load.game import load_game
from punchboard.load.icons.icons import load_icons
from punchboard.load.icons.sets import IconSets
from punchboard.load.layout_files.search_path import SearchPath, game_search_path
from punchboard.load.layouts.layouts import load_layouts, load_words
from punchboard.load.layouts.lazy_layouts import lazy_layout_problems
from punchboard.load.pictures.pictures import load_pictures
from punchboard.load.texts import with_shared_texts
from punchboard.load.yaml.places import read_yaml_value
from punchboard.model.game.game import Game
from punchboard.model.game.loaded_game import LoadedGame
from punchboard.model.layout.layout import Layouts
from punchboard.model.values import did_you_mean
from punchboard.problem import Place, ProblemsFound, fail
from punchboard.workspace import builtin_folder, find_games, game_folder, is_game_folder, output_folder, workspace_root

__all__ = [
    "builtin_folder",
    "find_games",
    "game_folder",
    "load",
    "load_game",
    "load_layouts",
    "output_folder",
    "workspace_root",
]


def load(
    game_id: str, workspace: Path, *, books: bool = True, locale: str = "", previous: LoadedGame | None = None
) -> LoadedGame:
    """Return a game with everything that it is laid out with.

    Icons, pictures and fonts are opened when they are first used.

    Args:
        game_id: the name of the game's folder.
        workspace: the folder that holds ``catalog/`` and, for layouts of its own, ``layouts/``; or a game's folder.
        books: whether it is to have the layouts of books.
        locale: the language that it is to be in, one of those in its ``locale/``; its own when empty.
        previous: the same game as it was loaded before, in its own language, where no layout, icon or font has changed
            since; they are not read again when the game asks for the same ones.

    Raises:
        ProblemsFound: every problem in the game's files and in its layouts, as far as these can be read.
    """
    folder, stock, workspace = _game_folder(game_id, workspace), builtin_folder(), workspace_root(workspace)
    order = game_search_path(game_id, workspace, stock, locale)
    try:
        game = with_shared_texts(load_game(folder, workspace), order)
    except ProblemsFound as found:
        raise _with_layouts(found, folder, order, books=books) from None
    if previous is not None and not locale and _asks_for_the_same(game, previous.game):
        return replace(previous, game=replace(game, words=previous.layouts.words), pictures=load_pictures(folder))
    game, layouts = _laid_out(game, folder, order, locale, books=books)
    sets = IconSets(order)
    shelf = load_icons(order, sets)
    return LoadedGame(
        game=game,
        layouts=layouts,
        families=families(layouts.theme, folder),
        icons=shelf,
        icon_sets=sets,
        icons_used=shelf.fetched_names,
        pictures=load_pictures(folder),
        read_yaml=read_yaml_value,
    )


def _asks_for_the_same(game: Game, other: Game) -> bool:
    """Tell whether two states of a game are laid out with the same layouts: they differ in rows and texts alone."""
    return game.file == other.file and game.texts.keys() == other.texts.keys()


def _laid_out(game: Game, folder: Path, order: SearchPath, locale: str, *, books: bool) -> tuple[Game, Layouts]:
    """Return a game with its layouts, both with the words of its language."""
    stock, workspace = builtin_folder(), order.workspace
    if locale:
        from punchboard.load.locale import translate_game, translate_layouts

        forms = load_words(order, locale, Place("--locale"), given=True).get("forms", {})
        spoken = translate_game(game, folder, locale, order, forms)
        layouts = load_layouts(spoken.game, workspace, stock, books=books)
        own = (spoken.locale.folder / "layouts").is_dir()
        plain = load_layouts(game, workspace, stock, books=books) if own else layouts
        game, layouts = translate_layouts(spoken, layouts, plain, books=books)
    else:
        layouts = load_layouts(game, workspace, stock, books=books)
        if layouts.words.get("layouts"):
            from punchboard.load.locale import use_shared_words

            layouts = use_shared_words(layouts)
    layouts = replace(layouts, words={**layouts.words, **game.words})
    return replace(game, words=layouts.words), layouts


def _with_layouts(found: ProblemsFound, folder: Path, order: SearchPath, *, books: bool) -> ProblemsFound:
    """Return the problems of a game that cannot be read with those of its layouts."""
    from punchboard.load.recovery import partial_game

    game = partial_game(folder, order.workspace, order)
    try:
        layouts = load_layouts(game, order.workspace, builtin_folder(), books=books)
        more = tuple(lazy_layout_problems(layouts.lazy_mappings)) if books else ()
    except ProblemsFound as also:
        more = also.problems
    return ProblemsFound(tuple(dict.fromkeys((*found.problems, *more))))


def _game_folder(game_id: str, workspace: Path) -> Path:
    root, place = workspace_root(workspace), Place("catalog")
    alone = is_game_folder(root)
    if not (game_id in find_games(root) if alone else resolve_inside(root, f"catalog/{game_id}", place).is_dir()):
        raise fail("FILE001", place, f"there is no game {game_id!r}", did_you_mean(game_id, find_games(root)))
    return game_folder(game_id, root)
