"""The templates of the pages of HTML among the products."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from jinja2 import Template


@cache
def web_page(file: Path) -> Template:
    """Return the template of a page of HTML: what it is given is escaped, and a name that it is not given an error.

    Args:
        file: the template, which may include others of its folder.
    """
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    environment = Environment(
        loader=FileSystemLoader(file.parent),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    return environment.get_template(file.name)
