"""Starting fast: modules that others import and seldom use are loaded when they are used."""

from __future__ import annotations

import importlib
import importlib.util
import sys
from functools import partial
from types import ModuleType
from typing import Any


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


def import_when_called(name: str, function: str) -> None:
    """Put a module in place from which one function can be imported without loading it; a loaded one stays.

    ``from name import function`` gives a function that loads the module when it is called. Anything else that is asked
    of the module loads it at once.
    """
    if name not in sys.modules:
        sys.modules[name] = _Later(name, function)


class _Later(ModuleType):
    """Stands for a module until more than one function's name is asked of it."""

    def __init__(self, name: str, function: str) -> None:
        super().__init__(name)
        spec = importlib.util.find_spec(name)
        if spec is not None and spec.submodule_search_locations is not None:
            self.__path__ = spec.submodule_search_locations
        self.__dict__[function] = partial(_called, self, function)

    def __getattr__(self, name: str) -> Any:
        """Return what the module itself has; the import system asks whether it is a package, and is told at once.

        Raises:
            AttributeError: for names of the import system.
        """
        if name.startswith("__"):
            raise AttributeError(name)
        return getattr(_real(self), name)


def _called(later: _Later, function: str, *args: Any, **options: Any) -> Any:
    return getattr(_real(later), function)(*args, **options)


def _real(later: _Later) -> ModuleType:
    """Load the module that another stands for, and put it into its place."""
    name = later.__name__
    if sys.modules.get(name) is later:
        del sys.modules[name]
    return importlib.import_module(name)
