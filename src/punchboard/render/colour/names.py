"""Names that designers gave to the colours and pictures of a game, for messages about ink."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final, NamedTuple

from punchboard.scene import Colour, Image

_NO_NAMES: Final[Mapping[Colour, str]] = MappingProxyType({})


def _size_of(image: Image) -> str:
    return f"of {image.width} x {image.height} pixels"


class Names(NamedTuple):
    """Names of colours and pictures, by colour and by a function."""

    colours: Mapping[Colour, str] = _NO_NAMES
    picture: Callable[[Image], str] = _size_of
    """Returns the name of a picture. It may read the game's pictures, so it is called only for a message."""
