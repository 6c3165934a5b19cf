"""The sandbox of `build --untrusted`: a process that can read one game's folder, write nothing and reach nobody.

The parent process (`parent`, read it first) starts a child (`child`) that enters the sandbox (`restrictions`), then
loads, checks, composes and renders the game, and sends the files through a pipe (`job`). The parent validates
everything that arrives (`responses`) and writes the files. The sandbox consists of what the system offers: Landlock and
a seccomp filter on Linux, resource limits on Linux and macOS, and a Python audit hook everywhere.
"""

from punchboard.sandbox.job import LIMITS, Limits
from punchboard.sandbox.parent import build

__all__ = ["LIMITS", "Limits", "build"]
