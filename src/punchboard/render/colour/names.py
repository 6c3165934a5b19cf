"""What designers call the colours and pictures of a game, for messages about ink."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final, NamedTuple

from punchboard.scene import Colour, Image

_NO_NAMES: Final[Mapping[Colour, str]] = MappingProxyType({})


def _size_of(image: Image) -> str:
    return f"of {image.width} x {image.height} pixels"


class Names(NamedTuple):
    """What designers call colours and pictures."""

    colours: Mapping[Colour, str] = _NO_NAMES
    picture: Callable[[Image], str] = _size_of
    """The name of a picture; it may read the game's pictures, and is asked only when something is to be told."""
