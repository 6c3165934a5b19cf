"""Starting fast: modules that others import and seldom use are loaded when they are used."""

from __future__ import annotations

import importlib
import importlib.util
import sys
from functools import partial
from types import ModuleType
from typing import Any


def import_lazily(name: str) -> None:
    """Put a module in place that is loaded when anything is asked of it; one that is loaded already stays.

    ``importlib.util.LazyLoader`` would load it as soon as another module imports it: an import asks for ``__spec__``.
    """
    _install(name)


def import_when_called(name: str, function: str) -> None:
    """Put a module in place from which one function can be imported without loading it; a loaded one stays.

    ``from name import function`` gives a function that loads the module when it is called. Anything else that is asked
    of the module loads it at once.
    """
    _install(name, function)


def _install(name: str, *functions: str) -> None:
    if name in sys.modules:
        return
    package, _, child = name.rpartition(".")
    if package:
        importlib.import_module(package)
    sys.modules[name] = later = _LazyModule(name, functions)
    if package:  # who imports it from its package looks there first
        setattr(sys.modules[package], child, later)


class _LazyModule(ModuleType):
    """Stands for a module until anything is asked of it that is not the name of one of some functions."""

    def __init__(self, name: str, functions: tuple[str, ...]) -> None:
        super().__init__(name)
        spec = importlib.util.find_spec(name)
        if spec is not None and spec.submodule_search_locations is not None:
            self.__path__ = spec.submodule_search_locations
        for function in functions:
            self.__dict__[function] = partial(_call, self, function)

    def __getattr__(self, name: str) -> Any:
        """Return what the module itself has; the import system asks whether it is a package, and is told at once.

        Raises:
            AttributeError: for names of the import system.
        """
        if name.startswith("__"):
            raise AttributeError(name)
        return getattr(_load(self), name)


def _call(later: _LazyModule, function: str, *args: Any, **options: Any) -> Any:
    return getattr(_load(later), function)(*args, **options)


def _load(later: _LazyModule) -> ModuleType:
    """Load the module that another stands for, and put it into its place."""
    name = later.__name__
    if sys.modules.get(name) is later:
        del sys.modules[name]
    return importlib.import_module(name)
