"""What the page of the studio loads besides the files of the preview."""

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from punchboard.products.web.components import ASSETS, bundled_script

_HERE: Final = Path(__file__).parent

MODULES: Final = (
    "api", "pointer", "snap", "turn", "faults", "plates", "lift", "trial", "bench", "effects", "pickers", "sentence",
    "typeface", "fields", "fielddrag", "light", "rows", "picture", "newbox", "addbox", "copykinds", "gallery",
    "panel", "ignore", "conflict", "elsewhere", "atonce", "newtable", "markdown", "controls", "cardform", "columns",
    "sheet", "keyboard", "replace", "layer", "paint", "deck", "newkind", "fielddrop", "drop", "letters", "inplace",
    "cropvalue", "crop", "oncard", "desk", "colours", "styles", "choosing", "themes", "theme", "changes", "history",
    "completion", "editor", "figures", "strip", "marks", "together", "texts", "checks", "studio",
)  # fmt: skip
"""The modules of the studio's script, from this folder and those in it. Each comes after what it imports."""

STYLES: Final = ("studio", "cards/cards", "theme/theme", "changes", "card/card", "texts/texts")
"""The parts of the studio's style."""


def studio_assets() -> Mapping[str, tuple[str, bytes]]:
    """Return the script and the style of the studio by name, each with its media type."""
    files = {path.stem: path for path in _HERE.rglob("*.js")}
    modules = {name: files[name].read_text(encoding="utf-8") for name in MODULES}
    style = b"".join((_HERE / f"{name}.css").read_bytes() for name in STYLES)
    return {
        "studio.js": (ASSETS["page.js"], bundled_script(modules).encode()),
        "studio.css": (ASSETS["page.css"], style),
        "codemirror.js": (ASSETS["page.js"], files["codemirror"].read_bytes()),
    }
