"""What takes more ink than a press can dry, told once for all files of a game: the colour, how much, and where.

Without a shop's limit the separation is the profile's own, and what lies over the general limit is a warning for each
colour (INK001). Under a shop's limit it was reduced, and one warning says what was (INK002).
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Final, NamedTuple

from punchboard.problem import Place, Problem, ProblemsFound, Severity
from punchboard.render.colour.names import Names
from punchboard.render.colour.separation import GENERAL_LIMIT, Ink, PressInks
from punchboard.render.item_places import InkItem, find_places
from punchboard.scene import Document, Image, Picture, Shape, Text

_NAMED: Final = 6
"""How many places or colours a message lists."""


class _Excess(NamedTuple):
    """Something over a limit: what it is, the most ink that it asks for (per cent) and what part of a picture does."""

    what: str
    requested: float
    share: float
    limit: int

    @property
    def amount(self) -> str:
        """How much, in words before ``more than``."""
        part = max(0.01, self.share)
        return f"up to {self.requested:.0f} % ink, {part:.0%} of it" if self.share else f"{self.requested:.0f} % ink,"


Inked = Mapping[bool, Mapping[_Excess, Mapping[str, str]]]
"""Whether it was reduced: what was over a limit, and the file of each place; plain values."""


def excess_problems(accounts: Iterable[Inked]) -> Iterator[Problem]:
    """Yield a warning for each colour over the general limit, and one for each limit that was kept, in any file."""
    whole = InkReport(Names())
    for account in accounts:
        whole.merge(account)
    yield from whole.problems()


class InkReport:
    """Collects what is over a limit, file by file."""

    def __init__(self, names: Names) -> None:
        self._names = names
        self._found: dict[bool, dict[_Excess, dict[str, str]]] = {False: {}, True: {}}
        """Whether it was reduced: what was over a limit, and the file of each place."""

    @property
    def excesses(self) -> Inked:
        """What was found so far."""
        return self._found

    def merge(self, account: Inked) -> None:
        """Take over what was found in files that come after those of this report."""
        for reduced, found in account.items():
            for excess, at in found.items():
                self._note(excess, at, reduced=reduced)

    def add(self, path: str, document: Document, inks: PressInks) -> None:
        """Note what a document draws over the limit: the shop's, or the general one."""
        for excess, at in find_places(document, lambda item: self._over(item, inks)).items():
            self._note(excess, dict.fromkeys(at, path), reduced=bool(inks.limit))

    def _note(self, excess: _Excess, at: Mapping[str, str], *, reduced: bool) -> None:
        files = self._found[reduced].setdefault(excess, {})
        for place, path in at.items():
            files.setdefault(place, path)

    def problems(self) -> Iterator[Problem]:
        """Yield a warning for each colour over the general limit, and one for each limit that was kept."""
        for excess, at in self._found[False].items():
            message = f"{excess.what} takes {excess.amount} more than {excess.limit} %: {_where(at)}"
            hint = "choose it lighter, or use the profile of a paper that takes as much"
            yield Problem("INK001", _place(at), message, hint, Severity.WARNING)
        for limit in sorted({excess.limit for excess in self._found[True]}):
            yield self._reduction(limit)

    def _reduction(self, limit: int) -> Problem:
        found = {excess: at for excess, at in self._found[True].items() if excess.limit == limit}
        at = {place: path for files in found.values() for place, path in files.items()}
        told = [f"{excess.what} {excess.requested:.0f} %" for excess in sorted(found, key=lambda one: -one.requested)]
        message = f"printed with at most {limit} % ink: {_listed(told)}; on {_where(at)}"
        hint = "black ink stands in for what cyan, magenta and yellow lost: look at a proof, or choose lighter colours"
        return Problem("INK002", _place(at), message, hint, Severity.WARNING)

    def _over(self, item: InkItem, inks: PressInks) -> Iterator[_Excess]:
        """Yield what an item draws over the limit."""
        limit = inks.limit or GENERAL_LIMIT
        if isinstance(item, Picture):
            pixels = inks.pixels(item.image)
            if pixels.excess_share:
                yield _Excess(f"picture {self._names.picture(item.image)}", pixels.peak_ink, pixels.excess_share, limit)
            return
        for ink in _inks(item, inks):
            if ink.requested > limit:
                name = self._names.colours.get(ink.colour)
                yield _Excess(f"{ink.colour} ({name})" if name else ink.colour, ink.requested, 0.0, limit)


def refuse_transparency(path: str, document: Document, inks: PressInks, names: Names) -> None:
    """Make sure that no picture of a document is transparent: PDF/X-1a knows no transparency.

    Raises:
        ProblemsFound: ALPHA001 for each such picture, with where it stands.
    """

    def ask(item: InkItem) -> Iterator[Image]:
        if isinstance(item, Picture) and inks.pixels(item.image).alpha:
            yield item.image

    hint = "save it without transparency, or build to PDF/X-4"
    problems = [
        Problem("ALPHA001", Place(path), f"picture {names.picture(image)} is transparent: {_where(at)}", hint)
        for image, at in find_places(document, ask).items()
    ]
    if problems:
        raise ProblemsFound(tuple(problems))


def _inks(item: Shape | Text, inks: PressInks) -> Iterator[Ink]:
    """Yield the inks of an item; a plate of its own is no ink of the press."""
    if isinstance(item, Text):
        yield inks.fine_ink(item.colour)
        return
    if item.fill is not None:
        yield inks.shape_ink(item)
    if item.stroke is not None and not item.stroke.spot:
        yield inks.line_ink(item.stroke)


def _listed(names: Iterable[str]) -> str:
    """Return the first names, and how many more there are."""
    every = list(names)
    more = len(every) - _NAMED
    return ", ".join(every[:_NAMED]) + (f" and {more} more" if more > 0 else "")


def _where(at: Iterable[str]) -> str:
    """Return the first components, and how many more; pages only where there is no component."""
    every = list(at)
    return _listed([place for place in every if not place.startswith("page ")] or every)


def _place(at: Mapping[str, str]) -> Place:
    return Place(next(iter(at.values())))
