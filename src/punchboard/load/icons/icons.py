"""Icons by name, as outlines on a grid of 512 units, the words that they picture, and icons that suit words.

A name with a colon, such as ``game-icons:sword``, is that of an icon in a set (`punchboard.load.icons.sets`).
"""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cache, lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from punchboard.geometry import Outline, path_from_svg
from punchboard.load.icons.sets import IconNames, IconSets
from punchboard.load.layout_files import SearchPath, game_search_path, read_layout_file
from punchboard.load.lazy_mapping import LazyMapping
from punchboard.model.layout.icon_set import UnknownIconError, without_prefix
from punchboard.model.values import MAX_SUGGESTIONS, did_you_mean
from punchboard.problem import Place, ProblemsFound, fail
from punchboard.system.yaml_parser import load_yaml
from punchboard.workspace import builtin_folder

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

    from punchboard.model.layout.icon_set import IconSet

RULE: Final = "PICT001"
MAX_CHARACTERS: Final = 200_000
GRID_VIEW_BOX: Final = "0 0 512 512"

MAX_CACHED_ICONS: Final = 512
"""Icons cached for the lifetime of the process. Between repeated builds, few of them change."""

_SVG: Final = "{http://www.w3.org/2000/svg}"
_ROOT_ATTRIBUTES: Final = frozenset({"viewBox", "width", "height", "fill", "version", "id"})
_PATH_ATTRIBUTES: Final = frozenset({"d", "fill", "id"})
_HINT: Final = (
    "in the drawing program, convert lines to outlines and unite all shapes: an icon is filled, in one colour"
)

_STYLE_HINT: Final = (
    "save it without style sheets: in Inkscape as 'Plain SVG', in Illustrator with 'Export As, SVG' and"
    " 'Styling: Presentation Attributes'"
)


def load_icons(search_path: SearchPath, sets: IconSets) -> LazyMapping[Outline]:
    """Return the icons by name: outlines on a grid of 512 x 512 units, y down.

    Accessing an unknown name raises NoIconError. Iteration yields only the names of SVG files, but icons of sets can
    be accessed too.
    """

    def fetch(name: str) -> Outline:
        prefix, colon, own = name.partition(":")
        if colon:
            return sets.outline(prefix, own)
        path = search_path.find(f"icons/{name}.svg") if re.fullmatch(r"[\w-]+", name) else None
        if path is None:
            raise UnknownIconError(name, lambda: missing_icon_hint(name, search_path.icon_names(), sets))
        return icon_from_svg(search_path.read(path), search_path.place(path))

    return LazyMapping(fetch, search_path.icon_names)


def missing_icon_hint(name: str, known: Collection[str], sets: IconSets) -> str:
    """Return a hint for an unknown icon name: a similar SVG file, or an icon of that name in a set."""
    own = did_you_mean(name, known)
    if len(known) > MAX_SUGGESTIONS and not own.startswith("did"):
        own = f"run `punchboard list icons` to see all {len(known)}"
    try:
        other = sets.find_icon(name) if not own.startswith("did") else ""
    except ProblemsFound:
        return own
    return f"did you mean {other!r}?" if other else own


@lru_cache(maxsize=MAX_CACHED_ICONS)
def icon_from_svg(text: str, place: Place) -> Outline:
    """Return the outline of an icon on the grid of 512 units. A single path on that grid is used unchanged.

    Raises:
        ProblemsFound: PICT001 when the text is not SVG, or contains more than filled shapes of one colour.
    """
    root = _parsed(text, place)
    try:
        return path_from_svg(data) if (data := _only_path(root)) is not None else _drawing(root)
    except ValueError as error:
        near = getattr(error, "near", "")
        raise fail(RULE, _place_of(text, near, place), str(error), _STYLE_HINT if near else _HINT) from error


def _place_of(text: str, near: str, place: Place) -> Place:
    """Return the place of the text ``near`` in a file, or the given place when it is empty or not found."""
    at = text.find(near) if near else -1
    return place._replace(line=text.count("\n", 0, at) + 1) if at >= 0 else place


def _drawing(root: "Element") -> Outline:
    from punchboard.load.icons.svg_file import outline_from_file  # noqa: PLC0415 - built-in icons are single paths

    return outline_from_file(root)


def _parsed(text: str, place: Place) -> "Element":
    from xml.etree.ElementTree import ParseError, fromstring  # noqa: PLC0415 - slow, and not every run needs icons

    if len(text) > MAX_CHARACTERS:
        raise _unusable(place, f"the icon has more than {MAX_CHARACTERS:,} characters")
    if re.search(r"<!\s*(?:DOCTYPE|ENTITY)", text, re.IGNORECASE):
        raise _unusable(place, "the icon has a document type declaration, which could read other files")
    try:
        return fromstring(text)  # noqa: S314 - documents that could declare entities are rejected above
    except ParseError as error:
        raise _unusable(place._replace(line=error.position[0], column=error.position[1] + 1), "not SVG") from error


def _only_path(root: "Element") -> str | None:
    """Return the path data of a file that is a single path on the grid; None for any other file."""
    if root.tag != f"{_SVG}svg":
        raise ValueError("its root is not an <svg> of http://www.w3.org/2000/svg")
    inner = list(root.iter())[1:]
    if root.get("viewBox") != GRID_VIEW_BOX or [element.tag for element in inner] != [f"{_SVG}path"]:
        return None
    plain = set(root.keys()) <= _ROOT_ATTRIBUTES and set(inner[0].keys()) <= _PATH_ATTRIBUTES
    return inner[0].get("d", "") if plain else None


def _unusable(place: Place, message: str) -> ProblemsFound:
    return fail(RULE, place, message, _HINT)


MEANINGS_FILE: Final = "icons/meanings.yaml"
SYMBOLS_FILE: Final = "icons/symbols.yaml"


def load_icon_words(search_path: SearchPath) -> dict[str, str]:
    """Return the icon for each word. Files of the game take precedence over built-in ones.

    Raises:
        ProblemsFound: all problems of the files.
    """
    icon_of: dict[str, str] = {}
    for path in search_path.find_all(MEANINGS_FILE):
        icons = read_layout_file(search_path, path).validated(dict[str, tuple[str, ...]])
        icon_of |= {word: icon for icon, words in icons.items() for word in words}
    return icon_of


def symbol_words() -> Mapping[str, str]:
    """Return the built-in icon for each word that texts of games write for one, also in other languages."""
    return _symbol_words(builtin_folder() / "layouts" / SYMBOLS_FILE)


@cache
def _symbol_words(path: Path) -> Mapping[str, str]:
    raw = load_yaml(path.read_text(encoding="utf-8")) if path.is_file() else {}
    return MappingProxyType({str(word): icon for icon, words in reversed(raw.items()) for word in words})


def matching_icons(words: str, workspace: Path, games: tuple[str, ...]) -> tuple[str, ...]:
    """Return the names of the icons that suit words, the best first: built-in ones, those of games, those of sets.

    Raises:
        ProblemsFound: when a set or a file of meanings cannot be read.
    """
    return tuple(_suitable(words, workspace, games))


def matching_pictures(
    words: str, workspace: Path, games: tuple[str, ...], most: int
) -> "Iterator[tuple[str, Outline, IconSet | None]]":
    """Yield the name, the outline and the set of the icons that suit words, at most some; unusable ones are left out.

    Raises:
        ProblemsFound: when a set or a file of meanings cannot be read.
    """
    for name, search_path in list(_suitable(words, workspace, games).items())[:most]:
        sets = IconSets(search_path)
        try:
            outline = load_icons(search_path, sets)[name]
        except (KeyError, ProblemsFound):
            continue
        prefix, colon, _ = name.partition(":")
        yield name, outline, sets[prefix] if colon else None


def _suitable(words: str, workspace: Path, games: tuple[str, ...]) -> dict[str, SearchPath]:
    """Return the icons that suit words, each with the first search path that has it."""
    search_paths: dict[str, SearchPath] = {}
    for game in games or ("",):
        search_path = game_search_path(game, workspace, builtin_folder())
        names = IconNames(search_path.icon_names(), IconSets(search_path))
        for name in find_icons(words, names, {**symbol_words(), **load_icon_words(search_path)}):
            search_paths.setdefault(name, search_path)
    return search_paths


def find_icons(query: str, names: Iterable[str], meanings: Mapping[str, str]) -> tuple[str, ...]:
    """Return the names of the icons that suit a query, the best first.

    An icon with the query as its name comes first, then those with it as a word of their name, with other words of the
    same meaning or one that begins so, and with the query as part of a word. All words of a query are needed.

    Args:
        query: words, such as ``sword`` or ``broken crown``.
        names: the names of all icons, with their sets.
        meanings: the built-in icon for each word; words of one icon mean the same.
    """
    words = re.findall(r"[^\W_]+", query.lower())
    if not words:
        return ()
    alike = [_alike(word, meanings) for word in words]
    ranked = [(rank, name) for name in names if (rank := _rank(name, words, alike)) is not None]
    return tuple(name for _, name in sorted(ranked, key=lambda entry: (entry[0], ":" in entry[1], entry[1])))


def _alike(word: str, meanings: Mapping[str, str]) -> Collection[str]:
    """Return the words that mean the same as a word; for the beginning of one, the icons of all that begin so."""
    icon = meanings.get(word)
    if icon is None:
        return {means for other, means in meanings.items() if other.startswith(word)}
    return {icon, *(other for other, means in meanings.items() if means == icon)}


def _rank(name: str, words: list[str], alike: list[Collection[str]]) -> int | None:
    """Return how well a name suits, 0 being best; None when it does not."""
    own = without_prefix(name)
    parts = own.split("-")
    if parts == words:
        return 0
    ranks = list(_ranks(own, parts, words, alike))
    return max(ranks) if len(ranks) == len(words) else None


def _ranks(own: str, parts: list[str], words: list[str], alike: list[Collection[str]]) -> Iterator[int]:
    for word, others in zip(words, alike, strict=True):
        if word in parts:
            yield 1
        elif own in others or any(part in others for part in parts):
            yield 2
        elif word in own:
            yield 3
