"""How a Python package is added where this program runs: pipx and uv keep each program in an environment of its own."""

from __future__ import annotations

import shlex
import sys
import tomllib
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

_ME: Final = "punchboard"
_UV: Final = "uv-receipt.toml"
_PIPX: Final = "pipx_metadata.json"
_SOURCES: Final = ("directory", "editable", "path", "url", "git")
"""Where a uv receipt says that a program came from, if it did not come by name."""


def install_command(*packages: str) -> str:
    """Return the command that adds packages to the environment of the running program."""
    root = Path(sys.prefix)
    if (root / _PIPX).is_file():
        return shlex.join(("pipx", "inject", root.name, *packages))
    if (root / _UV).is_file():
        return shlex.join(_of_uv(root / _UV, packages))
    if find_spec("pip") is None:
        return shlex.join(("uv", "pip", "install", "--python", sys.executable, *packages))
    return shlex.join((sys.executable, "-m", "pip", "install", *packages))


def _of_uv(receipt: Path, packages: tuple[str, ...]) -> tuple[str, ...]:
    """Return the command of uv: it makes the tool anew, so it has to be told of all that was added before."""
    try:
        known = tomllib.loads(receipt.read_text(encoding="utf-8")).get("tool", {}).get("requirements", [])
    except (OSError, ValueError):
        known = []
    found: dict[str, Any] = {one["name"]: one for one in known if isinstance(one, dict) and "name" in one}
    mine = found.pop(_ME, {})
    source = next((str(mine[key]) for key in _SOURCES if key in mine), _ME)
    source = f"git+{source}" if "git" in mine and not source.startswith("git+") else source
    added = (part for name in dict.fromkeys((*found, *packages)) for part in ("--with", name))
    return ("uv", "tool", "install", source, *added)
