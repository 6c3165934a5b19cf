"""Import of a designer's table as a new game, and the starter game. Every guess comes with its reason.

`guess` turns tables into a draft of a game, `writing` turns the draft into the text of files. Nothing here writes
files, and only `table_game` reads some: pictures beside the table, and themes. Start with `guess`.
"""

from __future__ import annotations
