"""Loading: a game's folder and its layouts read from disk into a `Material`. No other package reads source files."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from punchboard.geometry import Outline
from punchboard.load.files import is_folder, resolve_inside
from punchboard.load.font_files import last_fallback_files
from punchboard.load.game import load_game
from punchboard.load.game_pictures import load_pictures
from punchboard.load.icons.icons import load_icon_words, load_icons
from punchboard.load.icons.sets import IconSets
from punchboard.load.layout_files import SearchPath, game_search_path
from punchboard.load.layouts.layouts import load_layouts
from punchboard.load.layouts.lazy_layouts import lazy_layout_problems
from punchboard.load.texts import load_words, with_shared_texts
from punchboard.load.theme_fonts import families
from punchboard.load.yaml.places import Places, read_yaml_file, read_yaml_value
from punchboard.model.game.game import Game, LoadedGame
from punchboard.model.layout.icon_set import NO_SYMBOLS, Symbols
from punchboard.model.layout.layout import Layouts
from punchboard.model.values import did_you_mean
from punchboard.problem import Place, Problem, ProblemsFound, Severity, fail
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
    game_id: str,
    workspace: Path,
    *,
    books: bool = True,
    locale: str = "",
    previous: LoadedGame | None = None,
    theme: str = "",
    proof_fonts: tuple[Path, ...] = (),
) -> LoadedGame:
    """Return a game with its layouts, fonts, icons and pictures.

    Icons, pictures and fonts are opened when they are first used.

    Args:
        game_id: the name of the game's folder.
        workspace: the folder with ``catalog/`` and, optionally, ``layouts/``; or a game's folder.
        books: whether to load the layouts of books.
        locale: the language to load, one of those in the game's ``locale/``; empty for the game's own language.
        previous: the same game from an earlier load in its own language, if no layout, icon or font has changed since.
            They are reused when the game still uses the same layouts.
        theme: the theme to load instead of the game's.
        proof_fonts: files of fonts that are no part of the game, to fall back to in a first proof.

    Raises:
        ProblemsFound: every problem in the game's files and, as far as they can be read, in its layouts.
    """
    folder, builtin, workspace = _game_folder(game_id, workspace), builtin_folder(), workspace_root(workspace)
    search_path = game_search_path(game_id, workspace, builtin, locale)
    try:
        game = with_shared_texts(load_game(folder, workspace), search_path, translated=not locale)
    except ProblemsFound as error:
        raise _with_layout_problems(error, folder, search_path, books=books) from None
    if theme:
        game = replace(game, file=game.file.model_copy(update={"theme": theme}))
    if previous is not None and not locale and _uses_same_layouts(game, previous.game):
        return replace(previous, game=replace(game, words=previous.layouts.words), pictures=load_pictures(folder))
    try:
        game, layouts = _load_game_layouts(game, folder, search_path, locale, books=books)
    except ProblemsFound as error:
        raise _own_first(error, search_path) from None
    sets = IconSets(search_path)
    icons = load_icons(search_path, sets)
    symbols = _game_symbols(game.file.symbols, icons)
    return LoadedGame(
        game=game,
        layouts=layouts,
        families=families(layouts.theme, folder, (*last_fallback_files(search_path), *proof_fonts), game.file.language),
        icons=icons,
        icon_sets=sets,
        icon_words=load_icon_words(search_path),
        symbols=symbols,
        icons_used=icons.fetched_names,
        pictures=load_pictures(folder),
        read_yaml=read_yaml_value,
    )


def _uses_same_layouts(game: Game, other: Game) -> bool:
    """Return whether two states of a game use the same layouts: only rows and the content of texts differ."""
    return game.file == other.file and game.texts.keys() == other.texts.keys()


def _load_game_layouts(
    game: Game, folder: Path, search_path: SearchPath, locale: str, *, books: bool
) -> tuple[Game, Layouts]:
    """Return a game and its layouts, both with the words of its language."""
    builtin, workspace = builtin_folder(), search_path.workspace
    if locale:
        from punchboard.load.locale import translate_game, translate_layouts  # noqa: PLC0415 - most games are built as they are

        forms = load_words(search_path, locale, Place("--locale"), optional=True).get("forms", {})
        translation = translate_game(game, folder, locale, search_path, forms)
        layouts = load_layouts(translation.game, workspace, builtin, books=books)
        own = is_folder(translation.locale.folder / "layouts")
        plain = load_layouts(game, workspace, builtin, books=books) if own else layouts
        game, layouts = translate_layouts(translation, layouts, plain, books=books)
    else:
        layouts = load_layouts(game, workspace, builtin, books=books)
        if layouts.words.get("layouts"):
            from punchboard.load.locale import use_shared_words  # noqa: PLC0415 - English has none

            layouts = use_shared_words(layouts)
    layouts = replace(layouts, words={**layouts.words, **game.words})
    return replace(game, words=layouts.words), layouts


def _with_layout_problems(error: ProblemsFound, folder: Path, search_path: SearchPath, *, books: bool) -> ProblemsFound:
    """Return the problems of a game that cannot be loaded, together with those of its own layouts.

    Shared layouts are left out, since what is wrong with them follows from the game.
    """
    from punchboard.load.recovery import partial_game  # noqa: PLC0415 - good games are whole

    game = partial_game(folder, search_path.workspace, search_path)
    try:
        layouts = load_layouts(game, search_path.workspace, builtin_folder(), books=books)
        more = tuple(lazy_layout_problems(layouts.lazy_mappings)) if books else ()
    except ProblemsFound as also:
        more = also.problems
    own = (problem for problem in more if search_path.is_own(problem.place.file))
    return ProblemsFound(tuple(dict.fromkeys((*error.problems, *own))))


def _own_first(error: ProblemsFound, search_path: SearchPath) -> ProblemsFound:
    """Return the problems without those of shared layouts where the game's own have errors, from which those follow.

    A name that only shared layouts miss is one that the game's theme has lost.
    """
    own = tuple(problem for problem in error.problems if search_path.is_own(problem.place.file))
    if any(problem.severity is Severity.ERROR for problem in own):
        return ProblemsFound(own)
    theme = search_path.find("theme.yaml")
    if theme is None:
        return error
    file = search_path.display_path(theme)
    places = read_yaml_file(theme, file)[1]
    return ProblemsFound(tuple(dict.fromkeys(_lost_by_theme(one, places, Place(file, 1)) for one in error.problems)))


def _lost_by_theme(problem: Problem, places: Places, home: Place) -> Problem:
    lost = re.match(r"no (colour|style) ('[^']+')$", problem.message)
    if lost is None:
        return problem
    message = f"there is no {lost[1]} {lost[2]}, which the layout {Path(problem.place.file).stem!r} uses"
    section = f"{lost[1]}s"
    place = places.get((section, lost[2].strip("'")), places.get((section,), home))
    return problem._replace(place=place, message=message)


def _game_folder(game_id: str, workspace: Path) -> Path:
    root, place = workspace_root(workspace), Place("catalog")
    alone = is_game_folder(root)
    if not (game_id in find_games(root) if alone else is_folder(resolve_inside(root, f"catalog/{game_id}", place))):
        raise fail("FILE001", place, f"there is no game {game_id!r}", did_you_mean(game_id, find_games(root)))
    return game_folder(game_id, root)


def _game_symbols(wanted: Mapping[str, str | None], icons: Mapping[str, Outline]) -> Symbols:
    """Return the symbols of a game. A symbol whose icon cannot be drawn has none, which a check reports."""
    if not wanted:
        return NO_SYMBOLS
    return Symbols({token: icon if icon and _is_drawable(icon, icons) else "" for token, icon in wanted.items()})


def _is_drawable(name: str, icons: Mapping[str, Outline]) -> bool:
    try:
        icons[name]
    except (KeyError, ProblemsFound):
        return False
    return True
