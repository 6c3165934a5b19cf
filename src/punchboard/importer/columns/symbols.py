"""Names of icons in columns, and symbols in texts such as ``[coin]`` and ``{T}``, with the icons that fit them."""

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from punchboard.expression import slug
from punchboard.importer.advice import Advice
from punchboard.importer.columns.profile import ColumnProfile
from punchboard.load.icons.icons import symbol_words
from punchboard.load.icons.sets import KNOWN_SETS, IconNames
from punchboard.load.markup import TAGS
from punchboard.model.layout.icon_set import NOT_SYMBOLS, badge_label

_WITH_SET: Final = re.compile(r"([a-z0-9]+(?:-[a-z0-9]+)*):[a-z0-9]+(?:-[a-z0-9]+)*")
_WITH_DASH: Final = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)+")


class IconNaming(NamedTuple):
    """How the values of a column name icons: the template of the name, and sets that are not installed."""

    template: str
    """An expression for the name of the icon, in which ``{0}`` stands for the field."""
    missing_sets: tuple[str, ...] = ()


def icon_naming(values: Sequence[str], icons: Collection[str]) -> IconNaming | None:
    """Return how the values name icons; None when they do not.

    Args:
        values: the values of a column that are not empty.
        icons: the names of all icons.
    """
    if not values:
        return None
    if all(value in icons for value in values):
        return IconNaming("{0}")
    installed = tuple(icons.sets) if isinstance(icons, IconNames) else ()
    prefixes = [match.group(1) if (match := _WITH_SET.fullmatch(value)) else "" for value in values]
    if all(prefix in installed or prefix in KNOWN_SETS for prefix in prefixes):
        return IconNaming("{0}", _missing(prefixes, installed))
    for prefix in sorted({*installed, *KNOWN_SETS}, key=len, reverse=True):
        if all(value.startswith(f"{prefix}-") and _WITH_DASH.fullmatch(value) for value in values):
            name = f"'{prefix}:' ~ {{0}}[{len(prefix) + 1}:] if {{0}} else ''"
            return IconNaming(name, _missing([prefix], installed))
    return _of_one_set(values, icons) if isinstance(icons, IconNames) else None


def _of_one_set(values: Sequence[str], icons: IconNames) -> IconNaming | None:
    names = {slug(value) for value in values}
    for prefix in icons.sets:
        if names <= set(icons.sets.icon_names(prefix)):
            return IconNaming(f"'{prefix}:' ~ ({{0}} | slug) if {{0}} else ''")
    return None


def _missing(prefixes: Sequence[str], installed: Sequence[str]) -> tuple[str, ...]:
    return tuple(prefix for prefix in dict.fromkeys(prefixes) if prefix not in installed)


def missing_set_warning(column: str, sets: Sequence[str]) -> str:
    """Return the warning that a column names icons of sets that are not installed."""
    noun = "the set" if len(sets) == 1 else "the sets"
    verb, pronoun = ("is", "it") if len(sets) == 1 else ("are", "them")
    fix = (
        f"; add {pronoun} with `punchboard icons add {' '.join(sets)}`, then use the line of the icon in layouts/faces/"
    )
    what = f"{column!r} names icons of {noun} {' and '.join(sets)}, which {verb} not installed"
    return Advice(what, fix, ": they are not printed")


def unknown_icons_warning(column: str, value: str) -> str:
    """Return the warning that a column is named for icons, but no icon has its values as names."""
    fix = "; if they are of a set, add it before the import: punchboard icons add game-icons"
    return Advice(f"{column!r} seems to name icons, but no icon is called {value!r}", fix, ": they are not printed")


MAX_WORDS: Final = 2
"""The highest number of words in a symbol."""

_HTML_NAMES: Final = frozenset(
    {*TAGS, "table", "tr", "td", "th", "img", "hr", "tt", "s", "strike", "del", "small", "big"}
)


class FoundSymbol(NamedTuple):
    """A symbol: its token as written, how often it occurs, the name of its icon, and the reason for the icon."""

    token: str
    times: int
    icon: str
    reason: str


class _Form(NamedTuple):
    """How symbols are written, and how often one must occur: ``least_known`` times if an icon fits."""

    pattern: re.Pattern[str]
    least: int
    least_known: int = 1


_FORMS: Final[Mapping[str, _Form]] = {
    "{": _Form(re.compile(r"(?<!\{)\{[^\s{}%][^{}\n%]{0,15}\}(?!\})"), 1),
    "[": _Form(re.compile(r"(?<![!\]\\])\[[A-Za-z0-9+-][\w +/-]{0,19}\](?![(\[])"), 2),
    "(": _Form(re.compile(r"(?<!\w)\((?:[A-Z]{1,2}|\d[A-Z])\)"), 2, 2),
    "<": _Form(re.compile(r"<[a-z][a-z0-9 _-]{0,15}>"), 2),
    ":": _Form(re.compile(r"(?<![\w:]):[a-z][a-z0-9_-]{1,20}:(?![\w:])"), 1),
}


def find_symbols(columns: Iterable[ColumnProfile], icons: Collection[str]) -> tuple[FoundSymbol, ...]:
    """Return the symbols in columns of texts, the most frequent first. ``:name:`` of an existing icon is none."""
    columns = tuple(columns)
    counts = Counter[str]()
    for column in columns:
        for form, values in (("<", column.raw or column.values), ("{[(:", column.values)):
            for sign in form:
                if any(sign in value for value in values):
                    counts.update(token for value in values for token in _FORMS[sign].pattern.findall(value))
    symbols = [symbol for token, count in counts.items() if (symbol := _symbol(token, count, icons)) is not None]
    if any(symbol.token[0] == "(" for symbol in symbols):  # then (G), used once, is one as (R) is
        symbols += [
            FoundSymbol(token, 1, *icon_for(badge_label(token), icons))
            for token in counts
            if counts[token] == 1 and token[0] == "("
        ]
    symbols = [*_without_enumerations(symbols), *_signs(columns, icons)]
    return tuple(sorted(symbols, key=lambda symbol: (-symbol.times, symbol.token)))


_SIGN: Final = re.compile("[0-9]\ufe0f?\u20e3|[\u2600-\u27bf\u2b05-\u2bff\U0001f300-\U0001faff]\ufe0f?")
"""A sign in a text, such as a star or an emoji, or a digit on a key."""

_LOOK: Final = dict.fromkeys((0xFE0E, 0xFE0F, 0x20E3))
"""Characters that only choose how the sign before them looks."""


def _signs(columns: Iterable[ColumnProfile], icons: Collection[str]) -> Iterator[FoundSymbol]:
    """Yield the signs in columns of texts that an icon pictures, and the digits on keys, which print as badges."""
    texts = [value for column in columns for value in column.values if not value.isascii()]
    for token, times in Counter(token for text in texts for token in _SIGN.findall(text)).items():
        plain = token.translate(_LOOK)
        icon = symbol_words().get(plain, "")
        if plain.isdigit() or icon in icons:
            yield FoundSymbol(token, times, icon, "its meaning" if icon else "a number")


def _symbol(token: str, count: int, icons: Collection[str]) -> FoundSymbol | None:
    label, form = badge_label(token), _FORMS[token[0]]
    if label.casefold() in NOT_SYMBOLS or len(label.split()) > MAX_WORDS:
        return None
    if (token[0] == "<" and label.casefold() in _HTML_NAMES) or (token[0] == ":" and label in icons):
        return None
    icon, reason = icon_for(label, icons)
    is_short = len(label) <= 3 or token[0] == ":"
    least = form.least_known if icon or (is_short and token[0] in "{:") else max(form.least, 2)
    return FoundSymbol(token, count, icon, reason) if count >= least else None


def _without_enumerations(symbols: Sequence[FoundSymbol]) -> Iterator[FoundSymbol]:
    """Yield the symbols without ``(A)``, ``(B)`` and so on, which number the parts of a text."""
    tokens = {symbol.token for symbol in symbols}
    numbered = {"(A)", "(B)"} <= tokens
    return (symbol for symbol in symbols if not (numbered and re.fullmatch(r"\([A-Z]\)", symbol.token)))


def icon_for(label: str, icons: Collection[str]) -> tuple[str, str]:
    """Return the icon for a label and the reason; empty when none has its name or meaning."""
    if label.isdigit():
        return "", "a number"
    name = slug(label)
    icon = symbol_words().get(label.casefold()) or symbol_words().get(name)
    if icon and icon in icons:
        return icon, "its meaning"
    for key in dict.fromkeys((name, name.removesuffix("s"))):
        if key and key in icons:
            return key, "the icon of this name"
    other = next((one for one in icons if one.endswith(f":{name}")), "") if name else ""
    return (other, "the icon of this name in a set") if other else ("", "no icon has this name or meaning")


def icons_of_titles(titles: Sequence[str], find_icon: Callable[[str], str]) -> str:
    """Return the words for the icons of titles; empty unless every title has one, as cards then show none."""
    icons = [find_icon(title) for title in titles]
    if not icons or not all(icons):
        return ""
    return f"; icons: {', '.join(dict.fromkeys(icons))}"
