"""A game's first files: the starter's own, or those that a table of a designer's asks for. What is guessed says why.

Nothing here reads or writes a disk but the package's own data: values go in, the texts of files come out.
"""

from __future__ import annotations
