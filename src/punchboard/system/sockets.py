"""Sockets of a server."""

from __future__ import annotations

import socket

from punchboard.system.operating_system import is_windows


def allow_restart(listener: socket.socket) -> None:
    """Let a server use the port of one that has just ended; on Windows the option would let two share a port."""
    if not is_windows():
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
