"""The kinds of file that designers write: the model that validates each, its path, and its words for the reference."""

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from punchboard.load.yaml.places import read_yaml_value
from punchboard.manual.reference import Notes
from punchboard.model.game.setup import COMMON_WORDS, VERBS


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
        "book": FileKind("The pages of a book", "layouts/books/*.yaml", "layout.layout.BookFile", merge_rule="BOOK"),
        "sheet": FileKind(
            "A sheet of components", "layouts/sheets/*.yaml", "printing.sheet.SheetFile", merge_rule="SHEET"
        ),
        "booklet": FileKind(
            "A way to impose a book", "layouts/booklets/*.yaml", "printing.sheet.BookletFile", merge_rule="BOOKLET"
        ),
        "shop": FileKind("A print shop", "layouts/shops/*.yaml", "printing.destinations.ShopFile", merge_rule="SHOP"),
        "machine": FileKind(
            "A cutting machine", "layouts/machines/*.yaml", "printing.destinations.MachineFile", merge_rule="MACHINE"
        ),
        "table": FileKind(
            "A virtual table", "layouts/tables/*.yaml", "printing.destinations.TableFile", merge_rule="TABLE"
        ),
        "paper": FileKind("Papers by name", "layouts/papers.yaml", "printing.sheet.PaperFile", is_mapping=True),
        "stock": FileKind(
            "Paper and card as they are sold", "layouts/stocks.yaml", "layout.trim.StockFile", is_mapping=True
        ),
        "braille": FileKind(
            "Braille tables by language", "layouts/braille.yaml", "printing.sheet.BrailleFile", is_mapping=True
        ),
    }
)
"""Every kind by name."""


STEP = "Step"
"""The model whose keys are the verbs and the other keys of a step."""


@cache
def data(name: str) -> Mapping[str, Any]:
    """Return the content of a data file of this package: ``takes``, ``examples``, ``filters`` and so on."""
    found: dict[str, Any] = read_yaml_value(text(f"{name}.yaml"), f"{name}.yaml")
    return found


def text(path: str) -> str:
    """Return the text of a file of this package."""
    return files(__package__).joinpath(path).read_text(encoding="utf-8")


def reference_notes(kind: str) -> Notes:
    """Return the additional notes of the reference for a kind of file."""
    verbs_of_keys = {word: f"With {_verbs_text(word)}." for word in _step_keys() if word not in COMMON_WORDS}
    verb_values = {verb: one["takes"] for verb, one in data("verbs").items()}
    takes = {**data("takes"), STEP: {**data("takes")[STEP], **verb_values}}
    return Notes(
        takes, data("defaults"), {STEP: {**verbs_of_keys, **_required_texts()}}, data("examples").get(kind, {})
    )


def _step_keys() -> frozenset[str]:
    return frozenset().union(*(verb.allowed for verb in VERBS.values()))


def _verbs_text(word: str) -> str:
    """Return the verbs that a key can accompany, with the verbs that move components as one group."""
    found = [verb for verb, one in VERBS.items() if word in one.allowed]
    movers = [verb for verb, one in VERBS.items() if one.operand == "amount"]
    rest = [f"`{verb}`" for verb in found if verb not in movers]
    names = [f"`{movers[0]}` and all others that move components", *rest] if {*movers} <= {*found} else rest
    return " and ".join(filter(None, (", ".join(names[:-1]), names[-1])))


def _required_texts() -> Mapping[str, str]:
    return {
        verb: f"It needs {' and '.join(f'`{word}`' for word in sorted(one.required))}."
        for verb, one in VERBS.items()
        if one.required
    }
