"""The user of this machine: the browser, the language and the country."""

from __future__ import annotations

import os
from threading import Thread

from punchboard.system.operating_system import is_windows


def open_page(address: str) -> None:
    """Show an address in the user's browser, if there is one. It does not wait: browsers may take long to start."""
    Thread(target=show_page, args=(address,), daemon=True).start()


def show_page(address: str) -> bool:
    """Show an address in the user's browser, and return whether there is one.

    Windows, macOS and most desktops of Linux have a browser by default; elsewhere the variable ``BROWSER`` names it.
    """
    import webbrowser  # noqa: PLC0415 - few commands show a page

    try:
        return webbrowser.open(address)
    except (OSError, webbrowser.Error):
        return False


_VARIABLES = ("LC_ALL", "LC_PAPER", "LANG")


def user_locale() -> str:
    """Return the user's locale, such as ``en_US.UTF-8`` or ``English_United States``; "" if the system has none.

    It comes from the environment. Only Windows needs the locale module; elsewhere the module would take the locale
    ``C``, which names no country, for the United States.
    """
    chosen = next((os.environ[name] for name in _VARIABLES if os.environ.get(name)), None)
    if chosen is None and is_windows():
        import locale  # noqa: PLC0415 - only Windows needs it

        chosen = locale.getlocale()[0]
    return chosen or ""
