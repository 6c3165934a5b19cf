"""The kinds of file that designers write: what each is validated as, and where it lies."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, NamedTuple


class Kind(NamedTuple):
    """A kind of file."""

    title: str
    place: str
    """Where one lies, from the folder of a game; ``*`` stands for its name."""
    model: str
    """What it is validated as: a name of ``punchboard.model``, as ``layout.FaceFile``."""
    many: bool = False
    """Whether it is a mapping of such things by name."""
    sort: str = ""
    """The constant of ``punchboard.load.layers`` that says how it merges with what it extends, if it does."""


KINDS: Final[Mapping[str, Kind]] = MappingProxyType(
    {
        "game": Kind("A game", "game.yaml", "gamefile.GameFile"),
        "rules": Kind("The rules of a game's document", "rules.yaml", "gamefile.Rule", many=True),
        "face": Kind("A face of components", "layouts/faces/*.yaml", "layout.FaceFile", sort="FACE"),
        "theme": Kind("Colours, fonts and styles", "layouts/theme.yaml", "layout.ThemeFile", sort="THEME"),
        "book": Kind("The pages of a book", "layouts/books/*.yaml", "layout.BookFile", sort="BOOK"),
        "sheet": Kind("A sheet of components", "layouts/sheets/*.yaml", "sheet.SheetFile", sort="SHEET"),
        "booklet": Kind("A way to impose a book", "layouts/booklets/*.yaml", "booklet.BookletFile", sort="BOOKLET"),
        "shop": Kind("A print shop", "layouts/shops/*.yaml", "shop.ShopFile", sort="SHOP"),
        "machine": Kind("A cutting machine", "layouts/machines/*.yaml", "machine.MachineFile", sort="MACHINE"),
        "table": Kind("A virtual table", "layouts/tables/*.yaml", "table.TableFile", sort="TABLE"),
        "paper": Kind("Papers by name", "layouts/papers.yaml", "sheet.PaperFile", many=True),
        "stock": Kind("Paper and card as they are sold", "layouts/stocks.yaml", "boxfile.StockFile", many=True),
    }
)
"""Every kind by name."""
