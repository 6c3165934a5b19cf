"""Opening a page in the user's browser."""

from __future__ import annotations

from threading import Thread


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
