"""A stranger's game, built by a process that can read its folder, write nothing, and reach nobody.

The process that is asked starts another with walls round it (`walls`): that one loads, checks, composes and renders,
and sends what it makes through a pipe (`frames`). What comes is data, whatever it says (`answers`), and is put in place
here. Walls are what the system has: Landlock and a filter of system calls on Linux, resource limits on Linux and macOS,
and an audit hook of Python's everywhere.
"""

from punchboard.sandbox.limits import LIMITS, Limits
from punchboard.sandbox.parent import build

__all__ = ["LIMITS", "Limits", "build"]
