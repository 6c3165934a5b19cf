"""SYMBOL001: symbols without an icon print as lettered badges.

What: ``symbols`` in game.yaml gives no icon (``null``) for a token with letters, such as ``[coin]``. It prints as a
small badge with the letters of the token. Numbers such as ``{2}`` are meant to be badges and are not reported.

Why: an icon is recognised faster than letters, and the import leaves the icons open that it cannot guess.

Bad::

    symbols: {"[coin]": null}

Good::

    symbols: {"[coin]": coins, "{2}": null}
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from punchboard.geometry import Outline
from punchboard.model.game.game import Game
from punchboard.model.layout.icon_set import icon_hint
from punchboard.model.layout.symbols import badge_label
from punchboard.problem import Problem, ProblemsFound, Severity

ID: Final = "SYMBOL001"

_SHOWN: Final = 8
"""The highest number of tokens that a message lists."""


def check(game: Game, icons: Mapping[str, Outline]) -> Iterator[Problem]:
    """Yield REF001 for each symbol with an unknown icon, and one warning for those without any."""
    bare = [token for token, icon in game.file.symbols.items() if not icon and not badge_label(token).isdigit()]
    if bare:
        names = ", ".join(bare[:_SHOWN]) + (f" and {len(bare) - _SHOWN} more" if len(bare) > _SHOWN else "")
        noun = (
            "symbol has no icon and prints as a lettered badge"
            if len(bare) == 1
            else ("symbols have no icon and print as lettered badges")
        )
        hint = "write the name of an icon (`punchboard list icons`), or set SYMBOL001 to off under 'checks'"
        yield Problem(ID, game.place_of("symbols", bare[0]), f"{len(bare)} {noun}: {names}", hint, Severity.WARNING)
    for token, icon in game.file.symbols.items():
        if icon:
            yield from _icon_problems(game, token, icon, icons)


def _icon_problems(game: Game, token: str, icon: str, icons: Mapping[str, Outline]) -> Iterator[Problem]:
    try:
        icons[icon]
    except KeyError as error:
        message = f"symbol {token!r}: there is no icon {icon!r}"
        yield Problem("REF001", game.place_of("symbols", token), message, icon_hint(error))
    except ProblemsFound as found:
        yield from found.problems
