"""The figures of the accessibility report: the worst value of each measurement, and where it is."""

from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import NamedTuple

from punchboard.checks.accessible.small_tokens import Spaces, board_spaces, shorter_side
from punchboard.checks.accessible.subject import (
    FLUENT_X_HEIGHT,
    MIN_CAPITALS,
    MIN_TOKEN,
    ROUNDING,
    LanguageFigures,
    Side,
    Subject,
    Use,
    language_figures,
)
from punchboard.checks.accessible.type_at_distance import TypeSize, type_sizes
from punchboard.checks.accessible.undefined_terms import undefined_terms
from punchboard.checks.ink.colours import (
    MIN_DIFFERENCE,
    VIEWS,
    Coloured,
    colour_difference,
    coloured_entries,
    lab_in_view,
)
from punchboard.checks.ink.contrast import TextContrast, lowest_text_contrast
from punchboard.model.game.game import Game


class OwnerFigures(NamedTuple):
    """The smallest type and the lowest contrast on the sides of one kind of component, or on the pages of one book."""

    owner: str
    use: Use
    distance: float
    sides: int
    type: TypeSize | None
    x_height: float
    """The smallest x-height in minutes of arc; 0 without lower-case letters."""
    contrast: TextContrast | None

    @property
    def verdict(self) -> str:
        """How well its type can be read: ``read at full speed``, ``legible`` or ``too small``."""
        if self.type is None or (self.type.capitals >= MIN_CAPITALS and not 0 < self.x_height < FLUENT_X_HEIGHT):
            return "read at full speed" if self.type is not None else "no text"
        return "legible" if self.type.capitals >= MIN_CAPITALS - ROUNDING else "too small"


class ColourFigure(NamedTuple):
    """The two colours of a list that are closest to each other in one kind of colour vision."""

    view: str
    difference: float
    list: str
    first: str
    second: str

    @property
    def is_enough(self) -> bool:
        """Whether everybody with this vision can tell the two apart."""
        return self.difference >= MIN_DIFFERENCE


class PieceFigure(NamedTuple):
    """The smallest component: its name and its shorter side in mm."""

    name: str
    size: float

    @property
    def is_enough(self) -> bool:
        """Whether fingers pick it up easily."""
        return self.size >= MIN_TOKEN


class Figures(NamedTuple):
    """All figures of a game."""

    owners: tuple[OwnerFigures, ...]
    colours: tuple[ColourFigure, ...]
    smallest: PieceFigure | None
    spaces: Spaces | None
    """The tightest spaces of a board."""
    language: LanguageFigures | None
    undefined: int | None
    """The number of terms that the rules do not explain; None if they are not known as a whole."""
    left_out: int


def figures(subject: Subject) -> Figures:
    """Return the figures of a game."""
    reading = subject.reading
    texts = reading.texts if reading is not None else ()
    return Figures(
        tuple(_owner_figures(subject)),
        tuple(closest_colours(subject.game, subject.theme)),
        min(_pieces(subject.game), key=lambda piece: piece.size, default=None),
        min(board_spaces(subject), key=lambda spaces: spaces.pitch, default=None),
        language_figures(texts),
        sum(1 for _ in undefined_terms(reading)) if reading is not None and reading.is_complete else None,
        subject.left_out,
    )


def _owner_figures(subject: Subject) -> Iterator[OwnerFigures]:
    by_owner: dict[tuple[str, Use], list[Side]] = {}
    for side in subject.sides:
        by_owner.setdefault((side.owner, side.use), []).append(side)
    for (owner, use), sides in by_owner.items():
        sizes = [size for side in sides for size in type_sizes(side)]
        contrasts = [contrast for side in sides if (contrast := lowest_text_contrast(side.face)) is not None]
        yield OwnerFigures(
            owner,
            use,
            sides[0].distance,
            len(sides),
            min(sizes, key=lambda size: size.capitals, default=None),
            min((size.x_height for size in sizes if size.x_height), default=0.0),
            min(contrasts, default=None),
        )


def closest_colours(game: Game, theme: Mapping[str, str]) -> Iterator[ColourFigure]:
    """Yield the closest two colours of the game's lists in each kind of colour vision and in grey print."""
    pairs = [
        (name, *pair) for name, entries in coloured_entries(game, theme).items() for pair in combinations(entries, 2)
    ]
    for view in VIEWS if pairs else ():
        yield min((_colour_figure(view, *pair) for pair in pairs), key=lambda figure: figure.difference)


def _colour_figure(view: str, name: str, first: Coloured, second: Coloured) -> ColourFigure:
    lab, other = (lab_in_view(coloured.colour, view) for coloured in (first, second))
    return ColourFigure(view, colour_difference(lab, other), name, str(first.entry), str(second.entry))


def _pieces(game: Game) -> Iterator[PieceFigure]:
    yield from (PieceFigure(kind.name, shorter_side(kind)) for kind in game.kinds.values())
    yield from (PieceFigure(die.name, die.size) for die in game.file.dice.values())
