"""What the boxes of one game are drawn with: ink mode, palette, text styles, words, icons and pictures."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from functools import lru_cache
from itertools import chain, pairwise
from typing import Final

from punchboard.compose.boxes.ornament import Variants
from punchboard.compose.boxes.text import MarkdownSetter
from punchboard.compose.inks import INK_MODES, InkMode, Palette
from punchboard.compose.text.inline import Typesetter
from punchboard.compose.text.style import Styles
from punchboard.model.game.game import LoadedGame
from punchboard.model.layout.box_drawing import OrnamentFile, StrokeFile
from punchboard.model.values import singular_forms


class Resources:
    """Everything besides the box itself that drawing it needs: inks, colours, styles, words, icons, pictures."""

    def __init__(self, loaded: LoadedGame, ink_mode: InkMode = INK_MODES["full"]) -> None:
        theme = loaded.layouts.theme
        self.ink_mode = ink_mode
        self.palette = Palette(theme.colours, ink_mode)
        language = loaded.game.file.language
        self.styles = Styles(theme.styles, loaded.families, self.palette, language)
        self.icon_names = loaded.game.icon_names
        icon_colours = {name: self.palette.colour(colour) for name, colour in theme.icon_colours.items()}
        self.setter = Typesetter(loaded.icons, language, loaded.symbols, self.icon_names, icon_colours)
        self.markdown = MarkdownSetter(self.styles, self.palette, self.setter)
        self.words = loaded.layouts.words
        self.icons = loaded.icons
        self.pictures = loaded.pictures
        self.variants = Variants()
        self._ornaments = theme.ornaments
        self.corners = theme.corners
        self._line = theme.line
        self.icon_words = IconWords(loaded.icon_words, loaded.icons)
        kinds = loaded.game.kinds.items()
        self.kind_numbers = {id_: number for number, (id_, _kind) in enumerate(kinds)}
        """The place of each kind among the kinds of the game."""
        self.kinds_titled_by_name = frozenset(id_ for id_, kind in kinds if "name" in kind.file.fields)
        """The kinds with a field ``name``, which a slot ``title`` shows when a component has no title."""

    def stroke_width(self, file: StrokeFile) -> float | None:
        """Return the width of a stroke in mm; None for a line of the theme where the theme has no lines."""
        return file.width if file.width != "line" else self._line or None

    def motifs(self, file: OrnamentFile) -> tuple[OrnamentFile, ...]:
        """Return the drawings that an ornament of a box chooses from: the theme's of that kind, or only itself."""
        return self._ornaments.get(file.kind, (file,))


_WORD: Final = re.compile(r"[^\W\d_]+")


class IconWords:
    """Finds icons by words.

    Args:
        meanings: icons by the words that they picture, in lower case.
        icons: the names of all icons. An icon whose name is no value of ``meanings`` is also found by its name.
    """

    def __init__(self, meanings: Mapping[str, str], icons: Collection[str]) -> None:
        self._meanings, self._icons = meanings, icons
        self._find = lru_cache(maxsize=4096)(self._icon_of)

    def find(self, texts: Iterable[str], names: Iterable[str] = ()) -> str:
        """Return the icon for the first text that has one; empty if none has.

        A text may itself be the name of an icon. Of its words only the last one counts, or else the one before "of":
        a stone wolf is a wolf, and an iron mule is not iron.
        ``names`` come first, and with a colon they are icons of sets, whatever sets there are: ``spell:ice`` in a
        text is only a text.
        """
        icons = (name if _is_of_a_set(name) else self._find(name) for name in names)
        return next(filter(None, chain(icons, map(self._find, texts))), "")

    def _icon_of(self, text: str) -> str:
        if text in self._icons:
            return text
        words = [word.lower() for word in _WORD.findall(text)]
        nouns = [*words[-1:], *(word for word, after in pairwise(words) if after == "of")]
        forms = (form for word in nouns for form in singular_forms(word))
        return next((self._meanings[form] for form in forms if form in self._meanings), "")


def _is_of_a_set(name: str) -> bool:
    return ":" in name.strip(": ") and " " not in name
