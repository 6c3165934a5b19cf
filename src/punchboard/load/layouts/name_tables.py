"""Layout files that are a table of entries by name, such as ``papers.yaml``."""

from __future__ import annotations

from typing import TypeVar

from pydantic import BaseModel

from punchboard.load.layout_files.inheritance import read_layout_file
from punchboard.load.layout_files.search_path import SearchPath
from punchboard.load.layouts.references import layout_place
from punchboard.load.yaml.validate import validated
from punchboard.problem import Place

M = TypeVar("M", bound=BaseModel)


def load_table(search_path: SearchPath, name: str, of: type[dict[str, M]]) -> dict[str, M]:
    """Return the entries of a table such as ``papers.yaml``. Earlier folders of the search path take precedence."""
    found: dict[str, M] = {}
    for path in search_path.find_all(name):
        source = read_layout_file(search_path, path)
        found |= validated(of, source.raw, source.places, source.file)
    return found


def table_places(search_path: SearchPath, name: str) -> dict[str, Place]:
    """Return the place of each entry of a table such as ``papers.yaml``, by the name of the entry."""
    found: dict[str, Place] = {}
    for path in search_path.find_all(name):
        source = read_layout_file(search_path, path)
        found |= {str(entry): layout_place(source, (entry,)) for entry in source.raw}
    return found
