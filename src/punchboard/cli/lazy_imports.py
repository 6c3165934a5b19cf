"""Lazy imports for a fast start: placeholders for modules that libraries import but rarely use."""

from __future__ import annotations

import importlib
import importlib.util
import sys
from functools import partial
from types import ModuleType
from typing import Any


def import_lazily(name: str) -> None:
    """Install a placeholder that loads the module when one of its attributes is read; a loaded module stays.

    ``importlib.util.LazyLoader`` would load the module at the next import, which reads ``__spec__``.
    """
    _install(name)


def import_when_called(name: str, function: str) -> None:
    """Install a placeholder from which one function can be imported without loading the module; a loaded module stays.

    ``from name import function`` returns a function that loads the module when it is called. Reading any other
    attribute loads the module at once.
    """
    _install(name, function)


def _install(name: str, *functions: str) -> None:
    if name in sys.modules:
        return
    package, _, child = name.rpartition(".")
    if package:
        importlib.import_module(package)
    sys.modules[name] = placeholder = _LazyModule(name, functions)
    if package:  # `from package import child` looks here first
        setattr(sys.modules[package], child, placeholder)


class _LazyModule(ModuleType):
    """A placeholder that loads its module when any attribute but the given functions is read."""

    def __init__(self, name: str, functions: tuple[str, ...]) -> None:
        super().__init__(name)
        spec = importlib.util.find_spec(name)
        if spec is not None and spec.submodule_search_locations is not None:
            self.__path__ = spec.submodule_search_locations
        for function in functions:
            self.__dict__[function] = partial(_call, self, function)

    def __getattr__(self, name: str) -> Any:
        """Return an attribute of the module, after loading it.

        Raises:
            AttributeError: for double-underscore names, which the import system looks up without needing the module.
        """
        if name.startswith("__"):
            raise AttributeError(name)
        return getattr(_load(self), name)


def _call(placeholder: _LazyModule, function: str, *args: Any, **options: Any) -> Any:
    return getattr(_load(placeholder), function)(*args, **options)


def _load(placeholder: _LazyModule) -> ModuleType:
    """Load the module of a placeholder, and put the module in its place."""
    name = placeholder.__name__
    if sys.modules.get(name) is placeholder:
        del sys.modules[name]
    return importlib.import_module(name)
