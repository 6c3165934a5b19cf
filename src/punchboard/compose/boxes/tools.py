"""The tools that boxes are drawn with: inks, palette, text styles, words, icons and pictures of one game."""

from __future__ import annotations

from punchboard.compose.boxes.icon_words import IconWords
from punchboard.compose.boxes.ornament_variants import Variants
from punchboard.compose.boxes.text import MarkdownSetter
from punchboard.compose.inks.inks import INKS, Inks
from punchboard.compose.inks.paints import Palette
from punchboard.compose.text.inline import Typesetter
from punchboard.compose.text.style import Styles
from punchboard.model.game.loaded_game import LoadedGame
from punchboard.model.layout.box_drawing import OrnamentFile, StrokeFile


class Tools:
    """Everything besides the box itself that drawing it needs: inks, colours, styles, words, icons, pictures."""

    def __init__(self, loaded: LoadedGame, inks: Inks = INKS["full"]) -> None:
        theme = loaded.layouts.theme
        self.inks = inks
        self.palette = Palette(theme.colours, inks)
        language = loaded.game.file.language
        self.styles = Styles(theme.styles, loaded.families, self.palette, language)
        self.icon_names = loaded.game.icon_names
        self.setter = Typesetter(loaded.icons, language, loaded.symbols, self.icon_names)
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
