"""What the page of the studio loads besides the files of the preview."""

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from punchboard.products.web.components.html import ASSETS, bundled_script

_HERE: Final = Path(__file__).parent

MODULES: Final = ("api", "snap", "bench", "pickers", "fields", "panel", "checks", "conflict", "studio")
"""The modules of the studio's script. Each comes after the modules that it imports."""


def studio_assets() -> Mapping[str, tuple[str, bytes]]:
    """Return the script and the style of the studio by name, each with its media type."""
    modules = {name: (_HERE / f"{name}.js").read_text(encoding="utf-8") for name in MODULES}
    style = (_HERE / "studio.css").read_bytes()
    return {
        "studio.js": (ASSETS["page.js"], bundled_script(modules).encode()),
        "studio.css": (ASSETS["page.css"], style),
    }
