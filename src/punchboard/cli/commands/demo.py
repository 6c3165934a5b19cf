"""The command ``punchboard demo``: a small game, made, built and shown."""

from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Annotated, Final

from punchboard.cli.exit_status import PROBLEMS, SUCCESS
from punchboard.cli.first_build import local_paper
from punchboard.cli.options import NoOpen, argument, exit_with
from punchboard.cli.report import display_path, print_line, show_problems, with_display_paths
from punchboard.pipeline import BuildOptions
from punchboard.pipeline.build import build
from punchboard.problem import Place, ProblemsFound, fail
from punchboard.system.user import show_page
from punchboard.workspace import CATALOG, is_game_folder, output_folder
from punchboard.write.atomic_file import write_new_folder

# in the current folder, not in a temporary one: the browsers of some systems may not read those
FOLDER = Path("punchboard-demo")


def command(
    folder: Annotated[
        Path, argument("FOLDER", "Where to make the game (default: punchboard-demo).", show_default=False)
    ] = FOLDER,
    no_open: NoOpen = False,
) -> None:
    """Make a small game, build it, and show its cards in the browser: it needs no file of yours."""
    exit_with(run_demo(folder, show=not no_open))


GAME: Final = "lamplighters"
PAGES: Final = {
    "index.html": "every card, sheet and page",
    "table.html": "the game on a table, to play at once",
    "rulebook.pdf": "the rulebook",
    "print-and-play/": "sheets to print, cut and play",
}
"""What is announced of the output, with what it is; the first is opened."""


def run_demo(workspace: Path, *, show: bool) -> int:
    """Make and build the sample game in a workspace, and open its page if ``show``; return the exit status.

    A sample game that is there already keeps its files, so that the command can be repeated after a change.
    """
    folder = workspace / CATALOG / GAME
    try:
        if is_game_folder(workspace):
            hint = "name another folder: punchboard demo my-folder"
            raise fail("FILE004", Place(str(workspace / "game.yaml")), "this folder is itself a game", hint)
        is_new = not is_game_folder(folder)
        if is_new:
            write_new_folder(folder, dict(demo_files()))
    except ProblemsFound as error:
        show_problems(with_display_paths(error.problems, workspace))
        return PROBLEMS
    print_line(f"{'made' if is_new else 'kept'} {display_path(folder)}/, a game of a table and a few texts")
    out = output_folder(workspace)
    built = build(GAME, BuildOptions(workspace, out, papers=(local_paper(),)))
    show_problems(with_display_paths(built.problems, workspace))
    if built.has_errors:
        print_line(f"{GAME}: not built; fix the errors above, or delete {display_path(folder)} and run the demo again")
        return PROBLEMS
    _announce(workspace, out / GAME, built.pieces)
    if show and not show_page((out / GAME / next(iter(PAGES))).resolve().as_uri()):
        print_line("no browser was found; open the first of these files yourself")
    return SUCCESS


def demo_files() -> list[tuple[str, bytes]]:
    """Return the path and the bytes of each file of the sample game."""
    return list(_files_in(files("punchboard.cli").joinpath("demo", GAME), ""))


def _files_in(folder: Traversable, path: str) -> list[tuple[str, bytes]]:
    """Return the files of an installed folder and of its folders; their paths begin with ``path``."""
    installed: list[tuple[str, bytes]] = []
    for entry in folder.iterdir():
        installed += (
            _files_in(entry, f"{path}{entry.name}/") if entry.is_dir() else [(path + entry.name, entry.read_bytes())]
        )
    return installed


def _announce(workspace: Path, output: Path, pieces: int) -> None:
    print_line(f"built {pieces} cards, a rulebook and a table:")
    width = max(map(len, PAGES)) + 2
    for name, description in PAGES.items():
        print_line(f"  {display_path(output)}/{name:{width}}{description}")
    print_line("")
    print_line("next:")
    if workspace.resolve() != Path.cwd():
        print_line(f"  cd {display_path(workspace)}")
    print_line(f"  punchboard edit {GAME}                    changes cards, colours and rules in the browser")
    print_line("  punchboard new my-game --from my-cards.xlsx    makes a game from your own table")
