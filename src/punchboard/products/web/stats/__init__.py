"""``stats.html``: curves and counts of a game's components, odds of its hands, and what logs of games show.

`content` gathers the values for the template, `counts` those of components, `plots` draws; only that needs Matplotlib.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from string import ascii_uppercase
from typing import Any, Final, NamedTuple

from punchboard.model.game.loaded_game import LoadedGame
from punchboard.plays.groups import GroupKey, Logs
from punchboard.plays.summary import Share, Tally, Use
from punchboard.products.web.checks.odds import Asked
from punchboard.products.web.page_head import page_head
from punchboard.products.web.stats.counts import curves, pair_tables
from punchboard.products.web.stats.plots import Plots
from punchboard.products.web.templates import web_page

__all__ = ["Shown", "stats_page"]

TEMPLATE: Final = Path(__file__).with_name("stats.html.jinja")


def stats_page(shown: Shown) -> bytes:
    """Return the page.

    Raises:
        ImportError: when Matplotlib is not installed.
    """
    return web_page(TEMPLATE).render(content(shown)).encode()


# The values for the template of `stats.html`.

MAX_SEATS: Final = 12
"""The wins of more seats than these are not plotted; the table has them."""

MOST: Final = 10
"""How many of the components that are played most are plotted, and of those that are played least."""


def content(shown: Shown) -> dict[str, Any]:
    """Return the values for the template.

    Raises:
        ImportError: when Matplotlib is not installed.
    """
    game, colours = shown.loaded.game, shown.loaded.layouts.theme.colours
    head = page_head(game, colours)
    plots = Plots(head["day"])
    groups = dict(zip(ascii_uppercase, shown.logs.groups.items(), strict=False))
    return {
        **head,
        "curves": [(curve, plots.curve(curve)) for curve in curves(game)],
        "pairs": tuple(pair_tables(game)),
        "odds": shown.odds,
        "groups": [_group(letter, key, tally, shown) for letter, (key, tally) in groups.items()],
        "ends": list(dict.fromkeys((*game.file.end, *(name for _, tally in groups.values() for name in tally.ends)))),
        "uses": _uses(shown),
        "plots": _log_plots(plots, {letter: tally for letter, (_, tally) in groups.items()}, shown),
        "problems": shown.logs.problems,
        "records": shown.logs.records,
    }


def _group(letter: str, key: GroupKey, tally: Tally, shown: Shown) -> dict[str, Any]:
    length = tally.length()
    return {
        "letter": letter,
        "key": key,
        "is_current": key.edition == shown.edition,
        "by": ", ".join(key.bots) or "people",
        "games": tally.games,
        "rounds": None if length is None else "{:.1f} ({:.1f}–{:.1f})".format(*length),  # noqa: RUF001 - a range
        "ends": {name: _share(one) for name, one in tally.end_shares(shown.loaded.game.file.end).items()},
        "wins": list(map(_share, tally.win_shares())),
        "stopped": dict(tally.stopped),
    }


def _uses(shown: Shown) -> dict[str, list[Use | None]]:
    """Return the use of each component in each group of games."""
    copies = {component.id: component.copies for component in shown.loaded.game.components}
    groups = [{use.id: use for use in tally.uses(copies)} for tally in shown.logs.groups.values()]
    names = dict.fromkeys((*copies, *sorted({name for uses in groups for name in uses})))
    return {name: [uses.get(name) for uses in groups] for name in names if any(name in uses for uses in groups)}


def _share(share: Share) -> tuple[str, str]:
    low, high = share.interval
    return f"{share.count} of {share.games}", f"{100 * low:.1f}–{100 * high:.1f} %"  # noqa: RUF001 - a range


def _log_plots(plots: Plots, tallies: Mapping[str, Tally], shown: Shown) -> list[tuple[str, Any]]:
    """Return the plots of logs with their headings; none without logs."""
    found = []
    rounds = {letter: tally.rounds for letter, tally in tallies.items() if tally.rounds}
    if rounds:
        found.append(("How long games last", plots.lengths(rounds)))
    wins = {
        letter: tally.win_shares() for letter, tally in tallies.items() if tally.decided and tally.seats <= MAX_SEATS
    }
    if wins:
        found.append(("Who wins", plots.wins(wins)))
    copies = {component.id: component.copies for component in shown.loaded.game.components}
    played = {letter: {use.id: use.played for use in tally.uses(copies)} for letter, tally in tallies.items()}
    names = _most_telling(played)
    if names:
        values = {letter: [uses.get(name) for name in names] for letter, uses in played.items()}
        found.append(("Which components are played", plots.uses(names, values)))
    return found


def _most_telling(played: Mapping[str, Mapping[str, float]]) -> Sequence[str]:
    """Return the components to plot: of one group those played most and least, of several those that differ most."""
    names = list(dict.fromkeys(name for uses in played.values() for name in uses))
    if not any(value for uses in played.values() for value in uses.values()):
        return ()

    def values(name: str) -> list[float]:
        return [uses.get(name, 0.0) for uses in played.values()]

    names.sort(key=lambda name: (-max(values(name)), name))
    if len(names) <= 2 * MOST:
        return names
    if len(played) == 1:
        return [*names[:MOST], *names[-MOST:]]
    differing = sorted(names, key=lambda name: min(values(name)) - max(values(name)))[: 2 * MOST]
    return [name for name in names if name in differing]


class Shown(NamedTuple):
    """What the page shows."""

    loaded: LoadedGame
    edition: str
    odds: tuple[Asked, ...]
    """The game's questions about chance, with their answers."""
    logs: Logs
