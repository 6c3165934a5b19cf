"""Icon sets that tables often name, on npm as ``@iconify-json/<prefix>``."""

from typing import Final

KNOWN_SETS: Final = frozenset(
    {
        "carbon",
        "emojione-monotone",
        "fa-solid",
        "fa6-brands",
        "fa6-regular",
        "fa6-solid",
        "fa7-solid",
        "fluent",
        "game-icons",
        "healthicons",
        "heroicons",
        "heroicons-solid",
        "ic",
        "iconoir",
        "ion",
        "lucide",
        "maki",
        "material-symbols",
        "mdi",
        "mdi-light",
        "mingcute",
        "noto",
        "openmoji",
        "ph",
        "ri",
        "solar",
        "streamline",
        "tabler",
        "twemoji",
        "uil",
        "wi",
    }
)
"""Prefixes of well-known sets: ``mdi:sword`` or ``mdi-sword`` in a table names one of their icons."""
