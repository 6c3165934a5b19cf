"""What content streams use by name: fonts, symbols drawn as forms, pictures and spot colours."""

from collections.abc import Container, Mapping
from hashlib import blake2b
from types import MappingProxyType
from typing import NamedTuple

from punchboard.fonts import Typeface
from punchboard.render.colour.inks import RGB, Inks
from punchboard.render.pdf.drawing.fragments import DrawnForm
from punchboard.render.pdf.font import FontUse, resource_name
from punchboard.scene import Colour, Image, Symbol


class FormObject(NamedTuple):
    """A symbol drawn as a form XObject: its name, and everything used in it and in the symbols within it."""

    name: str
    within: tuple[str, ...] = ()
    images: tuple[Image, ...] = ()
    codes: Mapping[str, frozenset[int]] = MappingProxyType({})


class Resources:
    """Fonts, symbols and pictures that content streams use by name.

    A name is derived from the content of its object, so a page keeps its bytes when other pages change. Spot colours
    are numbered in order of first use.

    Args:
        inks: the inks of the file.
        single_use: symbols placed only once, as far as that is known without drawing. They are drawn in place.
    """

    def __init__(self, inks: Inks = RGB, single_use: Container[Symbol] = frozenset()) -> None:
        self.inks, self.single_use = inks, single_use
        self.fonts: dict[str, FontUse] = {}
        """The codes of each typeface, by resource name."""
        self.forms: dict[str, DrawnForm] = {}
        """The form XObjects, by resource name."""
        self.form_objects: dict[Symbol, FormObject] = {}
        self.spots: dict[str, Colour] = {}
        """Spot colours such as CutContour, each with its colour on screen."""
        self._faces: dict[Typeface, FontUse] = {}

    def font(self, face: Typeface) -> FontUse:
        """Return the codes of a typeface."""
        use = self._faces.get(face)
        if use is None:
            use = self._faces[face] = self.fonts.setdefault(resource_name(face), FontUse(face))
        return use

    def begin_page(self) -> None:
        """Evict cached words of earlier pages if there are too many."""
        for use in self.fonts.values():
            use.evict_words()

    def add_form(self, form: DrawnForm) -> str:
        """Add a form XObject, and return its resource name."""
        key = blake2b(f"{form.bounds} {form.has_resources}".encode()).digest()
        name = f"X{blake2b(form.content, key=key, digest_size=6).hexdigest()}"
        self.forms[name] = form
        return name
