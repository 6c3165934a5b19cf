"""Shell completion: the names of games, products, codes, layouts, papers, printers and languages.

Each function imports what it needs when it is called. Annotations are evaluated here because typer reads them.
"""

# ruff: noqa: PLC0415 - a person waits at the key: each function imports only what its names need
import os
from collections.abc import Callable, Iterable
from pathlib import Path

import typer

NamesOf = Callable[[Path], Iterable[str]]
Completer = Callable[[typer.Context, str], list[str]]

LISTABLE = ("games", "products", "papers", "printers", "faces", "themes", "icons", "ornaments")
"""The parts that ``punchboard list`` can print."""


def completer(names: NamesOf) -> Completer:
    """Return a function that completes the names of a workspace; it offers nothing if the files are invalid."""

    def offer(ctx: typer.Context, incomplete: str) -> list[str]:
        from punchboard.problem import ProblemsFound

        try:
            return [name for name in names(_workspace(ctx)) if name.startswith(incomplete)]
        except ProblemsFound:
            return []

    return offer


def products(ctx: typer.Context, incomplete: str) -> list[str]:
    """Return the products that begin with the typed text, or after ``PRODUCT/`` the layouts of that product."""
    product, slash, _ = incomplete.partition("/")
    if not slash:
        from punchboard.products import PRODUCTS

        return [name for name in PRODUCTS if name.startswith(incomplete)]
    return completer(lambda workspace: _layouts_of(product, workspace))(ctx, incomplete)


def _layouts_of(product: str, workspace: Path) -> list[str]:
    from punchboard.load.layouts.stationery import layout_descriptions

    return [f"{product}/{name}" for name in layout_descriptions(workspace).get(product, {})]


def _workspace(ctx: typer.Context) -> Path:
    return Path(ctx.params.get("workspace") or ".")


def _games(workspace: Path) -> Iterable[str]:
    """Return the games, without importing `punchboard.load`, which would make the user wait at the key."""
    if (workspace / "game.yaml").is_file():
        return (os.path.basename(os.path.abspath(workspace)),)  # noqa: PTH100, PTH119 - links stay: a game takes the name of its folder
    return sorted(path.parent.name for path in workspace.glob("catalog/*/game.yaml"))


def _codes(_workspace: Path) -> Iterable[str]:
    from punchboard.manual import pages

    return pages()


def _themes(_workspace: Path) -> Iterable[str]:
    from punchboard.load.layouts.builtin_faces import builtin_themes

    return builtin_themes()


def _faces(_workspace: Path) -> Iterable[str]:
    from punchboard.load.layouts.builtin_faces import component_faces

    return component_faces()


def _papers(workspace: Path) -> Iterable[str]:
    from punchboard.load.layouts.stationery import load_papers as known

    return known(workspace)


def _printers(_workspace: Path) -> Iterable[str]:
    from punchboard.load.files.printers import printer_names as known

    return known()


def _locales(workspace: Path) -> Iterable[str]:
    folders = workspace.glob("locale/*/"), workspace.glob("catalog/*/locale/*/")
    return sorted({path.name for found in folders for path in found if path.is_dir()})


def _page_formats(_workspace: Path) -> Iterable[str]:
    from punchboard.render import page_formats as known

    return known()


def _reports(_workspace: Path) -> Iterable[str]:
    from punchboard.cli.output.formats import FORMATS

    return FORMATS


def _standards(_workspace: Path) -> Iterable[str]:
    from punchboard.cli.build.request import STANDARDS

    return STANDARDS


games, codes, themes, faces = completer(_games), completer(_codes), completer(_themes), completer(_faces)
papers, printers, locales = completer(_papers), completer(_printers), completer(_locales)
page_formats, report_formats, standards = completer(_page_formats), completer(_reports), completer(_standards)
listable = completer(lambda _: LISTABLE)
