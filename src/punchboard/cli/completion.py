"""What a shell offers at the tabulator key: names of games, products, codes, layouts, papers, printers and languages.

Whatever is heavy waits until its names are asked for. Annotations are not postponed here: typer goes by them.
"""

import os
from collections.abc import Callable, Iterable
from pathlib import Path

import typer

NamesOf = Callable[[Path], Iterable[str]]
Completer = Callable[[typer.Context, str], list[str]]

PAGE_FORMATS = ("pdf", "svg", "png")
"""Forms of a product's pages."""

LISTABLE = ("games", "products", "papers", "printers", "faces", "themes", "icons", "ornaments")
"""What can be listed."""


def completer(names: NamesOf) -> Completer:
    """Return what offers those names of a workspace that begin as what is typed; none when its files are broken."""

    def offer(ctx: typer.Context, incomplete: str) -> list[str]:
        from punchboard.problem import ProblemsFound

        try:
            return [name for name in names(_workspace(ctx)) if name.startswith(incomplete)]
        except ProblemsFound:
            return []

    return offer


def products(ctx: typer.Context, incomplete: str) -> list[str]:
    """Return the products whose names begin so; after ``sheets/`` and the like, the layouts of the product."""
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
    """Return the games; `punchboard.load` knows them too, but takes longer to import than a person waits at a key."""
    if (workspace / "game.yaml").is_file():
        return (os.path.basename(os.path.abspath(workspace)),)  # noqa: PTH100, PTH119 - a game is called what its folder is, through links as well
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


def _reports(_workspace: Path) -> Iterable[str]:
    from punchboard.cli.output.formats import FORMATS

    return FORMATS


def _standards(_workspace: Path) -> Iterable[str]:
    from punchboard.cli.build.request import STANDARDS

    return STANDARDS


games, codes, themes, faces = completer(_games), completer(_codes), completer(_themes), completer(_faces)
papers, printers, locales = completer(_papers), completer(_printers), completer(_locales)
page_formats, report_formats, standards = completer(lambda _: PAGE_FORMATS), completer(_reports), completer(_standards)
listable = completer(lambda _: LISTABLE)
