"""A kind's components as they would be with other bytes of the file of its rows, before anything is written."""

from pathlib import Path
from types import MappingProxyType

from punchboard.load.components import repeated_id_problems
from punchboard.load.kinds import Catalog, Folder, kind_components
from punchboard.load.tables import TableSource
from punchboard.load.yaml.places import read_yaml
from punchboard.model.game.game import Component, Game
from punchboard.model.layout.icon_set import Symbols
from punchboard.problem import Place, ProblemsFound
from punchboard.workspace import game_folder, workspace_root


def unsaved_components(game: Game, workspace: Path, kind: str, file: str, data: bytes) -> tuple[Component, ...]:
    """Return the components of a kind.

    Args:
        game: the game as it is loaded; the other kinds stay as they are.
        workspace: the folder with the games.
        kind: the kind's id.
        file: the path of the file with its rows, as messages show it.
        data: the bytes that the file would have.

    Raises:
        ProblemsFound: every value that its field does not allow, ids that are not unique, an unreadable file.
    """
    places, kinds, root = game.places, dict(game.file.kinds), workspace_root(workspace)
    if file == game.place.file:
        raw, found = read_yaml(TableSource(file, data).text(), file)
        kinds[kind] = kinds[kind].model_copy(update={"rows": tuple(raw["kinds"][kind]["rows"])})
        places = {(): Place(file, 1), **found}
    folder = Folder(game_folder(game.id, root), root, places, MappingProxyType({file: data}))
    symbols = Symbols(dict.fromkeys(game.file.symbols, ""))
    catalog = Catalog(folder, game.lists, kinds, frozenset(game.lists), symbols, [], {})
    new = kind_components(catalog, kind)
    problems = tuple(repeated_id_problems((*(one for one in game.components if one.kind != kind), *new)))
    if problems:
        raise ProblemsFound(problems)
    return new
