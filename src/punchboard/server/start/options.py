"""The options of a new game, checked, and its folder."""

from collections.abc import Callable, Collection
from pathlib import Path

from punchboard.importer.new_game_options import NewGameOptions
from punchboard.load.layouts.raw_layouts import component_faces, theme_choices
from punchboard.model.layout.trim import trim_from_text
from punchboard.model.values import did_you_mean, message_and_hint, valid_range
from punchboard.problem import Place, fail
from punchboard.schema import modeline
from punchboard.workspace import CATALOG, is_game_folder


def _with_modelines(options: NewGameOptions) -> NewGameOptions:
    """Return the options with the first line of each file, from which editors find its schema."""
    home = f"catalog/{options.name}"
    return options._replace(
        game_head=modeline("game", f"{home}/game.yaml"),
        face_head=modeline("face", f"{home}/layouts/faces/face.yaml"),
        theme_head=modeline("theme", f"{home}/layouts/theme.yaml"),
    )


def checked_options(options: NewGameOptions) -> NewGameOptions:
    """Return options that are valid, with the first line of each file.

    Raises:
        ProblemsFound: VALUE001 for others, at the place of the option of ``punchboard new``.
    """
    values: tuple[tuple[str, str, Callable[[str], object]], ...] = (
        ("--shape", options.shape, trim_from_text),
        ("--players", options.players, valid_range),
        ("--theme", options.theme, theme_of),
        ("--layout", options.layout, _layout_of),
    )
    for option, value, parse in values:
        try:
            if value:
                parse(value)
        except ValueError as error:
            raise fail("VALUE001", Place(option), *message_and_hint(str(error))) from None
    return _with_modelines(options)


def new_folder(
    workspace: Path,
    name: str,
    hint_for: Callable[[Path], str] = lambda _folder: "choose another name; no file is overwritten",
    *,
    allow_empty: bool = False,
) -> Path:
    """Return the folder for the new game; ``hint_for`` says what to do about a folder that exists.

    Raises:
        ProblemsFound: FILE004 when the folder exists, or the workspace is itself the folder of a game.
    """
    if is_game_folder(workspace):
        hint = "go to the folder above it, or to an empty folder"
        raise fail("FILE004", Place(str(workspace / "game.yaml")), "this folder is itself a game", hint)
    folder = workspace / CATALOG / name
    if not folder.exists():
        return folder
    if any(folder.iterdir()) if folder.is_dir() else True:
        raise fail("FILE004", Place(str(folder)), f"{name!r} already exists", hint_for(folder))
    if not allow_empty:
        raise fail("FILE004", Place(str(folder)), f"an empty folder {name!r} already exists", "add --force to use it")
    return folder


def theme_of(answer: str) -> str:
    """Return the name of a built-in theme.

    Raises:
        ValueError: for an unknown name.
    """
    return _builtin_name("theme", theme_choices(), answer)


def _layout_of(answer: str) -> str:
    """Return the name of a built-in layout.

    Raises:
        ValueError: for an unknown name.
    """
    return _builtin_name("layout", component_faces(), answer)


def _builtin_name(noun: str, known: Collection[str], name: str) -> str:
    if name not in known:
        raise ValueError(f"there is no built-in {noun} {name!r}; {did_you_mean(name, known)}")
    return name
