"""Where the layouts that come with the program lie."""

from __future__ import annotations

from pathlib import Path

import punchboard


def stock_folder() -> Path:
    """Return the folder whose ``layouts/`` every game can use: in an installed package, or the root of a checkout."""
    package = Path(punchboard.__file__).resolve().parent
    packed = package / "stock"
    return packed if packed.is_dir() else package.parents[1]
