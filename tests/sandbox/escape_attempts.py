"""A process that enters the sandbox and then tries to escape from it; it prints the result of each attempt.

``python escape_attempts.py FOLDER SECRET``: FOLDER is readable, and SECRET lies outside it. With ``kernel`` as a third
word the attempts call the kernel directly, without Python and its audit hook, as an attacker's machine code would; with
``free`` the process does not enter the sandbox, and makes the harmless attempts to show that they succeed without it.
"""

from __future__ import annotations

import ctypes
import errno
import json
import os
import sys
from pathlib import Path

from punchboard.sandbox.job import LIMITS
from punchboard.sandbox.restrictions import enter_sandbox

LIBC = ctypes.CDLL(None, use_errno=True)
NUMBERS = {"x86_64": (41, 59, 57, 56, 435, 302, 101, 425), "aarch64": (198, 221, -1, 220, 435, 261, 117, 425)}
SOCKET, EXECVE, FORK, CLONE, CLONE3, LIMIT, PTRACE, RING = NUMBERS.get(os.uname().machine, (-1,) * 8)


HARMLESS = (
    *("read outside", "list outside", "change times", "a socket", "a signal", "read its own surroundings"),
    *("read the parent's surroundings", "make a folder", "link by name"),
)


def kernel_attempts(folder, secret, parent):
    """Return attempts by system calls: each returns a negative number when it is refused."""
    path, inside = os.fsencode(secret), os.fsencode(folder)
    program = ctypes.create_string_buffer(b"/bin/sh")
    return {
        "read the game": lambda: LIBC.open(inside + b"/game.yaml", os.O_RDONLY),
        "read outside": lambda: LIBC.open(path, os.O_RDONLY),
        "list outside": lambda: LIBC.open(os.fsencode(Path(secret).parent), os.O_RDONLY | os.O_DIRECTORY),
        "write outside": lambda: LIBC.open(path, os.O_WRONLY),
        "write in the game": lambda: LIBC.open(inside + b"/new", os.O_WRONLY | os.O_CREAT, 0o600),
        "write in /tmp": lambda: LIBC.open(b"/tmp/punchboard-escape", os.O_WRONLY | os.O_CREAT, 0o600),
        "delete": lambda: LIBC.unlink(path),
        "rename": lambda: LIBC.rename(path, path + b"2"),
        "cut off": lambda: LIBC.truncate(path, 0),
        "make a folder": lambda: LIBC.mkdir(inside + b"/folder", 0o700),
        "link": lambda: LIBC.link(path, inside + b"/link"),
        "link by name": lambda: LIBC.symlink(path, inside + b"/link"),
        "change rights": lambda: LIBC.chmod(path, 0o777),
        "change the owner": lambda: LIBC.chown(path, 1, 1),
        "change times": lambda: LIBC.utimes(path, None),
        "read the parent's surroundings": lambda: LIBC.open(f"/proc/{parent}/environ".encode(), os.O_RDONLY),
        "read its own surroundings": lambda: LIBC.open(b"/proc/self/environ", os.O_RDONLY),
        "a socket": lambda: LIBC.syscall(SOCKET, 2, 1, 0),
        "a socket of names": lambda: LIBC.syscall(SOCKET, 1, 1, 0),
        "another program": lambda: LIBC.syscall(EXECVE, program, None, None),
        "another process": lambda: LIBC.syscall(CLONE, 17, 0, 0, 0, 0),
        "another process, the new way": lambda: LIBC.syscall(CLONE3, None, 0),
        "a signal": lambda: LIBC.kill(parent, 0),
        "look into another": lambda: LIBC.syscall(PTRACE, 16, parent, 0, 0),
        "a ring": lambda: LIBC.syscall(RING, 8, ctypes.create_string_buffer(120)),
        "more memory": lambda: LIBC.syscall(LIMIT, 0, 9, ctypes.create_string_buffer(b"\xff" * 16), None),
    }


def python_attempts(folder, secret, parent):
    """Return attempts in Python: each raises an error when it is refused."""
    import socket
    import subprocess

    return {
        "read the game": lambda: Path(folder, "game.yaml").read_text(),
        "read outside": lambda: Path(secret).read_text(),
        "read outside by ..": lambda: Path(folder, "..", "outside", Path(secret).name).read_text(),
        "read outside by a link": lambda: Path(folder, "link.csv").read_text(),
        "list outside": lambda: list(Path(secret).parent.iterdir()),
        "write in the game": lambda: Path(folder, "new").write_text("x"),
        "write outside": lambda: Path(secret).write_text("x"),
        "delete": lambda: Path(secret).unlink(),
        "a socket": socket.socket,
        "a name on the network": lambda: socket.getaddrinfo("example.org", 80),
        "another program": lambda: subprocess.run(["true"], check=True),
        "a shell": lambda: os.system("true"),
        "another process": os.fork,
        "foreign functions": lambda: __import__("ctypes"),
        "a signal": lambda: os.kill(parent, 0),
        "rights": lambda: Path(secret).chmod(0o777),
    }


def _result(attempt):
    try:
        found = attempt()
    except OSError as error:
        return f"refused: {errno.errorcode.get(error.errno or 0, error)}"
    if isinstance(found, int) and found < 0:
        return f"refused: {errno.errorcode.get(ctypes.get_errno(), '?')}"
    return "done"


def main():
    """Enter the sandbox and make the attempts."""
    folder, secret, *words = sys.argv[1:]
    attempts = (kernel_attempts if words else python_attempts)(folder, secret, os.getppid())
    if words == ["free"]:
        sys.stdout.write(
            json.dumps({"restrictions": [], "results": {name: _result(attempts[name]) for name in HARMLESS}})
        )
        return
    if words:
        from punchboard.sandbox import restrictions as audit_hook

        audit_hook.install = lambda _readable: None
    restrictions = enter_sandbox((folder,), LIMITS)
    results = {name: _result(attempt) for name, attempt in attempts.items()}
    sys.stdout.write(json.dumps({"restrictions": restrictions, "results": results}))


if __name__ == "__main__":
    main()
