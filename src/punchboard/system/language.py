"""The language and country of this user."""

from __future__ import annotations

import os

from punchboard.system.operating_system import is_windows

_VARIABLES = ("LC_ALL", "LC_PAPER", "LANG")


def user_locale() -> str:
    """Return the user's locale, such as ``en_US.UTF-8`` or ``English_United States``; "" if the system has none.

    It comes from the environment. Only Windows needs the locale module; elsewhere the module would take the locale
    ``C``, which names no country, for the United States.
    """
    found = next((os.environ[name] for name in _VARIABLES if os.environ.get(name)), None)
    if found is None and is_windows():
        import locale  # noqa: PLC0415 - only Windows needs it

        found = locale.getlocale()[0]
    return found or ""
