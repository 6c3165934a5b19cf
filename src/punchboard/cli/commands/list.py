"""The command ``punchboard list``: games, products, papers and layouts by name."""

import inspect
import textwrap
from collections.abc import Callable, Iterable, Iterator, Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Annotated, Any, Final, NamedTuple

from punchboard.cli.exit_status import PROBLEMS, SUCCESS
from punchboard.cli.options import (
    HERE,
    LISTABLE,
    AsJson,
    Locale,
    Workspace,
    argument,
    listable,
    options_from_record,
    usage_error,
)
from punchboard.cli.report import print_line, show_json, show_problems, with_display_paths
from punchboard.load import builtin_folder, find_games, game_folder
from punchboard.load.layout_files import game_search_path
from punchboard.load.layouts.raw_layouts import face_descriptions, theme_descriptions
from punchboard.load.layouts.stationery import icon_names, layout_descriptions, load_papers, shared_search_path
from punchboard.load.locale.locale_files import locale_names
from punchboard.load.printers import printer_names
from punchboard.load.themes import theme_names
from punchboard.ornament import KINDS, kind_description, params_model
from punchboard.problem import ProblemsFound
from punchboard.products import PRODUCTS


class ListRequest(NamedTuple):
    """The arguments and options of ``punchboard list``."""

    parts: Annotated[
        tuple[str, ...],
        argument(
            "WHAT",
            "games, products, papers, printers (default: these four), faces, themes, icons, ornaments.",
            listable,
        ),
    ] = ()
    locale: Locale = ""
    workspace: Workspace = HERE
    as_json: AsJson = False


WIDTH: Final = 96
DEFAULT_PARTS: Final = LISTABLE[:4]
"""The parts that are listed if none is named."""


class Listing(NamedTuple):
    """One part of the list: the entries of its JSON object, and its lines of text."""

    data: Mapping[str, Any]
    lines: tuple[str, ...]


@options_from_record
def command(request: ListRequest) -> int:
    """List games, products and their layouts, papers and printers; or faces, themes, icons and ornaments."""
    unknown = [part for part in request.parts if part not in LISTABLE]
    if unknown:
        close = get_close_matches(unknown[0], LISTABLE, n=1)
        hint = f"did you mean {close[0]!r}?" if close else f"choose one of: {', '.join(LISTABLE)}"
        return usage_error(f"error: {unknown[0]!r} cannot be listed\n    {hint}")
    try:
        listings = [_LISTS[part](request.workspace, request.locale) for part in request.parts or DEFAULT_PARTS]
    except ProblemsFound as problems:
        show_problems(with_display_paths(problems.problems, request.workspace))
        return PROBLEMS
    if request.as_json:
        show_json({key: value for listing in listings for key, value in listing.data.items()})
        return SUCCESS
    for part, listing in zip(request.parts or DEFAULT_PARTS, listings, strict=True):
        for line in (*((part,) if listing.lines else ()), *listing.lines):
            print_line(line)
    return SUCCESS


def _games(workspace: Path, locale: str) -> Listing:
    languages = {game: locale_names(game_folder(game, workspace)) for game in find_games(workspace)}
    games = [game for game, known in languages.items() if not locale or locale in known]
    lines = (f"  {game}, also in {', '.join(languages[game])}" if languages[game] else f"  {game}" for game in games)
    also = {game: list(languages[game]) for game in games if languages[game]}
    return Listing({"games": games, "languages": also}, tuple(lines) or ("  none",))


def _products(workspace: Path, _locale: str) -> Listing:
    """Return each product and its layouts, which ``--only`` takes."""
    about, layouts = {name: maker.about for name, maker in PRODUCTS.items()}, layout_descriptions(workspace)
    width = max(map(len, about))

    def lines() -> Iterator[str]:
        for product, description in about.items():
            yield f"  {product.ljust(width)}  {description}"
            for name, text in layouts.get(product, {}).items():
                yield f"    {product}/{name}: {text}" if text else f"    {product}/{name}"

    return Listing({"products": about, "layouts": layouts}, tuple(lines()))


def _papers(workspace: Path, _locale: str) -> Listing:
    papers = load_papers(workspace)
    lines = (f"  {name}: {paper.width:g} x {paper.height:g} mm" for name, paper in papers.items())
    sizes = {name: tuple(paper.size) for name, paper in papers.items()}
    return Listing({"papers": sizes}, (*lines, "  or any size: 320x450mm"))


def _printers(_workspace: Path, _locale: str) -> Listing:
    names = printer_names()
    return Listing({"printers": list(names)}, tuple(f"  {name}" for name in names))


def _faces(workspace: Path, _locale: str) -> Listing:
    return _name_table("faces", face_descriptions(workspace))


def _themes(workspace: Path, _locale: str) -> Listing:
    """Return each theme with its description and its colourways, which ``theme`` in game.yaml takes."""
    colourways = theme_names(shared_search_path(workspace))
    about = {
        name: f"{text}; also {', '.join(colourways[name])}" if colourways.get(name) else text
        for name, text in theme_descriptions(workspace).items()
    }
    return _name_table("themes", about)


def _name_table(part: str, descriptions: Mapping[str, str]) -> Listing:
    width = max(map(len, descriptions), default=0)
    lines = (f"  {name.ljust(width)}  {text}" for name, text in descriptions.items())
    return Listing({part: dict(descriptions)}, tuple(lines))


def _icons(workspace: Path, _locale: str) -> Listing:
    """Return the icons of the workspace and the built-in ones, those of each game, and those of icon sets."""
    shared, sets = icon_names(workspace)
    paths = {game: game_search_path(game, workspace, builtin_folder()) for game in find_games(workspace)}
    own = {game: names for game, path in paths.items() if (names := sorted(path.icon_names() - {*shared}))}
    lines = [*_wrap_names(shared)]
    for owner, names in {**own, **{f"the set {prefix}": [*names] for prefix, names in sets.items()}}.items():
        lines += [f"  {owner}: {len(names)} more", *_wrap_names(names, "    ")]
    data = {
        "icons": list(shared),
        "icons of games": own,
        "icons of sets": {prefix: list(names) for prefix, names in sets.items()},
    }
    return Listing(data, tuple(lines))


def _ornaments(_workspace: Path, _locale: str) -> Listing:
    """Return each ornament with what it draws, what its inks are for, and its parameters."""
    parameters: dict[str, dict[str, str]] = {}
    lines: list[str] = []
    for kind in KINDS:
        model = params_model(kind)
        schemas = model.model_json_schema()["properties"]
        parameters[kind] = {name: _parameter_text(schema) for name, schema in schemas.items()}
        width = max(map(len, parameters[kind]), default=0)
        lines += _wrapped(f"{kind}: {kind_description(kind)}. {inspect.getdoc(model)}", "  ", "    ")
        for name, text in parameters[kind].items():
            lines += _wrapped(f"{name.ljust(width)}  {text}", "    ", " " * (width + 6))
    return Listing({"ornaments": list(KINDS), "parameters of ornaments": parameters}, tuple(lines))


def _parameter_text(schema: Mapping[str, Any]) -> str:
    """Return a parameter's description, values and default: ``rows of buildings (1 to 2; default 2)``."""
    if "minimum" in schema:
        values, default = f"{schema['minimum']:g} to {schema['maximum']:g}", f"{schema['default']:g}"
    else:
        values, default = ", ".join(schema.get("enum", ("true", "false"))), str(schema["default"]).lower()
    return f"{schema['description']} ({values}; default {default})"


def _wrap_names(names: Iterable[str], indent: str = "  ") -> list[str]:
    return _wrapped(", ".join(names), indent, indent)


def _wrapped(text: str, first: str, rest: str) -> list[str]:
    return textwrap.wrap(text, WIDTH, initial_indent=first, subsequent_indent=rest, break_on_hyphens=False)


_LISTS: Final[Mapping[str, Callable[[Path, str], Listing]]] = {
    "games": _games,
    "products": _products,
    "papers": _papers,
    "printers": _printers,
    "faces": _faces,
    "themes": _themes,
    "icons": _icons,
    "ornaments": _ornaments,
}
