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
    """What it is validated as: a name of ``punchboard.model``, as ``layout.layout.FaceFile``."""
    many: bool = False
    """Whether it is a mapping of such things by name."""
    sort: str = ""
    """The constant of ``load.layout_files.inheritance`` that says how it merges with what it extends, if it does."""


KINDS: Final[Mapping[str, Kind]] = MappingProxyType(
    {
        "game": Kind("A game", "game.yaml", "game.game_file.GameFile"),
        "rules": Kind("The rules of a game's document", "rules.yaml", "game.game_file.Rule", many=True),
        "face": Kind("A face of components", "layouts/faces/*.yaml", "layout.layout.FaceFile", sort="FACE"),
        "theme": Kind("Colours, fonts and styles", "layouts/theme.yaml", "layout.layout.ThemeFile", sort="THEME"),
        "book": Kind("The pages of a book", "layouts/books/*.yaml", "layout.layout.BookFile", sort="BOOK"),
        "sheet": Kind("A sheet of components", "layouts/sheets/*.yaml", "printing.sheet.SheetFile", sort="SHEET"),
        "booklet": Kind(
            "A way to impose a book", "layouts/booklets/*.yaml", "printing.booklet.BookletFile", sort="BOOKLET"
        ),
        "shop": Kind("A print shop", "layouts/shops/*.yaml", "printing.shop.ShopFile", sort="SHOP"),
        "machine": Kind(
            "A cutting machine", "layouts/machines/*.yaml", "printing.cutting_machine.MachineFile", sort="MACHINE"
        ),
        "table": Kind("A virtual table", "layouts/tables/*.yaml", "printing.virtual_table.TableFile", sort="TABLE"),
        "paper": Kind("Papers by name", "layouts/papers.yaml", "printing.sheet.PaperFile", many=True),
        "stock": Kind("Paper and card as they are sold", "layouts/stocks.yaml", "layout.tuck_box.StockFile", many=True),
    }
)
"""Every kind by name."""
