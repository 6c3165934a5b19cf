"""The kinds of file that designers write: the model that validates each, and its path."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, NamedTuple


class FileKind(NamedTuple):
    """A kind of file."""

    title: str
    place: str
    """The path of such a file from the folder of a game; ``*`` stands for its name."""
    model: str
    """The model that validates it, as a name in ``punchboard.model`` such as ``layout.layout.FaceFile``."""
    is_mapping: bool = False
    """Whether the file is a mapping from names to entries of this model."""
    merge_rule: str = ""
    """The constant of ``load.layout_files.inheritance`` with the merge rules of ``extends``, if the file has it."""


KINDS: Final[Mapping[str, FileKind]] = MappingProxyType(
    {
        "game": FileKind("A game", "game.yaml", "game.game_file.GameFile"),
        "rules": FileKind("The rules of a game's document", "rules.yaml", "game.game_file.Rule", is_mapping=True),
        "face": FileKind("A face of components", "layouts/faces/*.yaml", "layout.layout.FaceFile", merge_rule="FACE"),
        "theme": FileKind(
            "Colours, fonts and styles", "layouts/theme.yaml", "layout.layout.ThemeFile", merge_rule="THEME"
        ),
        "book": FileKind("The pages of a book", "layouts/books/*.yaml", "layout.book.BookFile", merge_rule="BOOK"),
        "sheet": FileKind(
            "A sheet of components", "layouts/sheets/*.yaml", "printing.sheet.SheetFile", merge_rule="SHEET"
        ),
        "booklet": FileKind(
            "A way to impose a book", "layouts/booklets/*.yaml", "printing.booklet.BookletFile", merge_rule="BOOKLET"
        ),
        "shop": FileKind("A print shop", "layouts/shops/*.yaml", "printing.shop.ShopFile", merge_rule="SHOP"),
        "machine": FileKind(
            "A cutting machine", "layouts/machines/*.yaml", "printing.cutting_machine.MachineFile", merge_rule="MACHINE"
        ),
        "table": FileKind(
            "A virtual table", "layouts/tables/*.yaml", "printing.virtual_table.TableFile", merge_rule="TABLE"
        ),
        "paper": FileKind("Papers by name", "layouts/papers.yaml", "printing.sheet.PaperFile", is_mapping=True),
        "stock": FileKind(
            "Paper and card as they are sold", "layouts/stocks.yaml", "layout.tuck_box.StockFile", is_mapping=True
        ),
        "braille": FileKind(
            "Braille tables by language", "layouts/braille.yaml", "printing.braille.BrailleFile", is_mapping=True
        ),
    }
)
"""Every kind by name."""
