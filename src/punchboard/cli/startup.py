"""Starting fast: modules that others import and seldom use are loaded when they are used."""

from __future__ import annotations

import importlib.util
import sys


def import_lazily(name: str) -> None:
    """Put a module in place that loads itself on first use; one that is loaded already stays.

    The recipe is that of https://docs.python.org/3/library/importlib.html#implementing-lazy-imports.
    """
    if name in sys.modules:
        return
    spec = importlib.util.find_spec(name)
    if spec is None or spec.loader is None:
        return
    loader = importlib.util.LazyLoader(spec.loader)
    spec.loader = loader
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    loader.exec_module(module)
    package, _, child = name.rpartition(".")
    if package:  # who imports it from its package would else look at it, and so load it
        setattr(sys.modules[package], child, module)
