"""The command that installs a Python package into this program's environment, be it of pip, pipx or uv."""

from __future__ import annotations

import shlex
import sys
import tomllib
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

_PROGRAM: Final = "punchboard"
_UV_RECEIPT: Final = "uv-receipt.toml"
_PIPX_METADATA: Final = "pipx_metadata.json"
_SOURCES: Final = ("directory", "editable", "path", "url", "git")
"""Keys of a uv receipt for the source of a program that was not installed by name."""


def install_command(*packages: str) -> str:
    """Return the command that installs packages into the environment of the running program."""
    root = Path(sys.prefix)
    if (root / _PIPX_METADATA).is_file():
        return shlex.join(("pipx", "inject", root.name, *packages))
    if (root / _UV_RECEIPT).is_file():
        return shlex.join(_uv_command(root / _UV_RECEIPT, packages))
    if find_spec("pip") is None:
        return shlex.join(("uv", "pip", "install", "--python", sys.executable, *packages))
    return shlex.join((sys.executable, "-m", "pip", "install", *packages))


def _uv_command(receipt: Path, packages: tuple[str, ...]) -> tuple[str, ...]:
    """Return the uv command. It reinstalls the tool, so it must name all packages added earlier."""
    try:
        entries = tomllib.loads(receipt.read_text(encoding="utf-8")).get("tool", {}).get("requirements", [])
    except (OSError, ValueError):
        entries = []
    found: dict[str, Any] = {entry["name"]: entry for entry in entries if isinstance(entry, dict) and "name" in entry}
    program = found.pop(_PROGRAM, {})
    source = next((str(program[key]) for key in _SOURCES if key in program), _PROGRAM)
    source = f"git+{source}" if "git" in program and not source.startswith("git+") else source
    added = (part for name in dict.fromkeys((*found, *packages)) for part in ("--with", name))
    return ("uv", "tool", "install", source, *added)
