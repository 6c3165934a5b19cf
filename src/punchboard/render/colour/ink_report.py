"""Warnings about ink above a limit: which colours and pictures, how much ink, and on which components.

Each warning covers all files of a game. Without a shop's limit the profile's separation is unchanged, and every colour
above the general limit is a warning (INK001). With a shop's limit the ink was reduced, and one warning lists what was
reduced (INK002).
"""

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from typing import Final, Generic, NamedTuple, TypeVar

from punchboard.problem import Place, Problem, ProblemsFound, Severity
from punchboard.render.colour.inks import Names
from punchboard.render.colour.separation import GENERAL_LIMIT, Ink, PressInks
from punchboard.scene import Document, Group, Item, Picture, Shape, Symbol, Text, Use

InkItem = Shape | Text | Picture
"""An item that prints ink."""

Found = TypeVar("Found", bound=Hashable)


def find_places(document: Document, find: Callable[[InkItem], Iterable[Found]]) -> dict[Found, tuple[str, ...]]:
    """Return everything that ``find`` yields for a document's items, each with its places in order.

    A place is a component's id, or ``page 3`` outside components. Each symbol is searched once.
    """
    walk = _Walk(find)
    for number, page in enumerate(document.pages, 1):
        walk.visit(page.items, f"page {number}")
    return {what: tuple(at) for what, at in walk.places.items()}


class _Walk(Generic[Found]):
    def __init__(self, find: Callable[[InkItem], Iterable[Found]]) -> None:
        self._find = find
        self._symbols: dict[Symbol, tuple[Found, ...]] = {}
        self.places: dict[Found, dict[str, None]] = {}

    def visit(self, items: Iterable[Item], place: str) -> None:
        """Search items at a place; inside a marked group the place is its component."""
        for item in items:
            if isinstance(item, Group):
                self.visit(item.items, item.mark.component if item.mark else place)
            else:
                for what in self._in(item):
                    self.places.setdefault(what, {})[place] = None

    def _in(self, item: Item) -> Iterable[Found]:
        if isinstance(item, InkItem):
            return self._find(item)
        return self._in_symbol(item.symbol) if isinstance(item, Use) else ()

    def _in_symbol(self, symbol: Symbol) -> tuple[Found, ...]:
        if symbol not in self._symbols:
            self._symbols[symbol] = tuple(dict.fromkeys(self._under(symbol.items)))
        return self._symbols[symbol]

    def _under(self, items: Iterable[Item]) -> Iterable[Found]:
        for item in items:
            yield from self._under(item.items) if isinstance(item, Group) else self._in(item)


_MAX_LISTED: Final = 6
"""The most places or colours that a message lists."""


class _Excess(NamedTuple):
    """A colour or picture above a limit: its name, and its ink before any reduction (per cent).

    ``share`` is the share of a picture's pixels above the limit, and 0 for a colour.
    """

    what: str
    requested: float
    share: float
    limit: int

    @property
    def amount(self) -> str:
        """The amount of ink and the limit, in words."""
        if not self.share:
            return f"{self.requested:.0f} % ink, more than {self.limit} %"
        share = max(0.01, self.share)
        return f"up to {self.requested:.0f} % ink, and {100 * share:.0f} % of its pixels need more than {self.limit} %"


InkExcesses = Mapping[bool, Mapping[_Excess, Mapping[str, str]]]
"""By whether the ink was reduced: what was above a limit, with the file of each place. Plain values."""


def excess_problems(accounts: Iterable[InkExcesses]) -> Iterator[Problem]:
    """Yield one warning for each colour above the general limit and for each shop limit applied, in any file."""
    report = InkReport(Names())
    for account in accounts:
        report.merge(account)
    yield from report.problems()


class InkReport:
    """Collects colours and pictures above a limit, file by file."""

    def __init__(self, names: Names) -> None:
        self._names = names
        self._excesses: dict[bool, dict[_Excess, dict[str, str]]] = {False: {}, True: {}}
        """By whether the ink was reduced: what was above a limit, with the file of each place."""

    @property
    def excesses(self) -> InkExcesses:
        """Everything above a limit so far."""
        return self._excesses

    def merge(self, account: InkExcesses) -> None:
        """Add the findings of later files."""
        for reduced, excesses in account.items():
            for excess, at in excesses.items():
                self._note(excess, at, reduced=reduced)

    def add(self, path: str, document: Document, inks: PressInks) -> None:
        """Record everything in a document above the shop's limit, or above the general limit without a shop."""
        for excess, at in find_places(document, lambda item: self._over(item, inks)).items():
            self._note(excess, dict.fromkeys(at, path), reduced=bool(inks.limit))

    def _note(self, excess: _Excess, at: Mapping[str, str], *, reduced: bool) -> None:
        files = self._excesses[reduced].setdefault(excess, {})
        for place, path in at.items():
            files.setdefault(place, path)

    def problems(self) -> Iterator[Problem]:
        """Yield one warning for each colour above the general limit and for each shop limit that was applied."""
        for excess, at in self._excesses[False].items():
            message = f"{excess.what} needs {excess.amount}: {_where(at)}"
            hint = "choose a lighter colour, or use the profile of a paper that takes this much ink"
            yield Problem("INK001", _place(at), message, hint, Severity.WARNING)
        for limit in sorted({excess.limit for excess in self._excesses[True]}):
            yield self._reduction(limit)

    def _reduction(self, limit: int) -> Problem:
        excesses = {excess: at for excess, at in self._excesses[True].items() if excess.limit == limit}
        at = {place: path for files in excesses.values() for place, path in files.items()}
        most_first = sorted(excesses, key=lambda excess: -excess.requested)
        reduced = [f"{excess.what} {excess.requested:.0f} %" for excess in most_first]
        message = f"ink was reduced to the shop's limit of {limit} %: {_listed(reduced)}; on {_where(at)}"
        hint = "black ink replaces the cyan, magenta and yellow taken out: look at a proof, or choose lighter colours"
        return Problem("INK002", _place(at), message, hint, Severity.WARNING)

    def _over(self, item: InkItem, inks: PressInks) -> Iterator[_Excess]:
        """Yield the colours or the picture of an item that are above the limit."""
        limit = inks.limit or GENERAL_LIMIT
        if isinstance(item, Picture):
            pixels = inks.inked_picture(item.image)
            if pixels.excess_share:
                yield _Excess(f"picture {self._names.picture(item.image)}", pixels.peak_ink, pixels.excess_share, limit)
            return
        for ink in _inks(item, inks):
            if ink.requested > limit:
                name = self._names.colours.get(ink.colour)
                yield _Excess(f"{ink.colour} ({name})" if name else ink.colour, ink.requested, 0.0, limit)


def refuse_transparency(path: str, document: Document, inks: PressInks, names: Names) -> None:
    """Make sure that nothing in a document is transparent: PDF/X-1a has no transparency.

    Raises:
        ProblemsFound: ALPHA001 for each transparent picture, and for shadows, with its places.
    """

    def transparent(item: InkItem) -> Iterator[tuple[str, str]]:
        if isinstance(item, Picture):
            if inks.inked_picture(item.image).alpha:
                yield f"picture {names.picture(item.image)}", "save it without transparency"
        elif (item.opacity if isinstance(item, Shape) else item.shadow.opacity if item.shadow else 1) < 1:
            yield "a shadow", "give it 'opacity: 1'"

    problems = [
        Problem("ALPHA001", Place(path), f"{what} is transparent: {_where(at)}", f"{hint}, or build to PDF/X-4")
        for (what, hint), at in find_places(document, transparent).items()
    ]
    if problems:
        raise ProblemsFound(tuple(problems))


def _inks(item: Shape | Text, inks: PressInks) -> Iterator[Ink]:
    """Yield the press inks of a shape or text; a spot colour is not among them."""
    if isinstance(item, Text):
        around = (item.colour, item.outline and item.outline.colour, item.shadow and item.shadow.colour)
        yield from (inks.fine_ink(colour) for colour in around if colour)
        return
    if item.gradient is not None:
        yield from map(inks.area_ink, item.gradient.stops)
    elif item.fill is not None:
        yield inks.shape_ink(item)
    if item.stroke is not None and not item.stroke.spot:
        yield inks.line_ink(item.stroke)


def _listed(names: Iterable[str]) -> str:
    """Return the first names, and the number of the others."""
    every = list(names)
    more = len(every) - _MAX_LISTED
    return ", ".join(every[:_MAX_LISTED]) + (f" and {more} more" if more > 0 else "")


def _where(at: Iterable[str]) -> str:
    """Return the first components and the number of the others, or pages if there is no component."""
    every = list(at)
    return _listed([place for place in every if not place.startswith("page ")] or every)


def _place(at: Mapping[str, str]) -> Place:
    return Place(next(iter(at.values())))
