"""``stats.html``: curves and counts of a game's components, odds of its hands, and what logs of games show.

`counts` has the values of components.
"""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import partial
from io import StringIO
from itertools import count
from pathlib import Path
from string import ascii_uppercase
from typing import Any, Final, NamedTuple

from markupsafe import Markup

from punchboard.model.game.game import LoadedGame
from punchboard.plays.summary import GroupKey, Logs, Share, Tally, Use
from punchboard.products.web.assets import web_page
from punchboard.products.web.checks.wording import AnsweredQuestion
from punchboard.products.web.palette import Palette, mix, page_head
from punchboard.products.web.stats.counts import Curve, curves, pair_tables

__all__ = ["Shown", "stats_page"]

TEMPLATE: Final = Path(__file__).with_name("stats.html.jinja")


def stats_page(shown: "Shown") -> bytes:
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


def content(shown: "Shown") -> dict[str, Any]:
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


def _group(letter: str, key: GroupKey, tally: Tally, shown: "Shown") -> dict[str, Any]:
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


def _uses(shown: "Shown") -> dict[str, list[Use | None]]:
    """Return the use of each component in each group of games."""
    copies = {component.id: component.copies for component in shown.loaded.game.components}
    groups = [{use.id: use for use in tally.uses(copies)} for tally in shown.logs.groups.values()]
    names = dict.fromkeys((*copies, *sorted({name for uses in groups for name in uses})))
    return {name: [uses.get(name) for uses in groups] for name in names if any(name in uses for uses in groups)}


def _share(share: Share) -> tuple[str, str]:
    low, high = share.interval
    return f"{share.count} of {share.games}", f"{100 * low:.1f}–{100 * high:.1f} %"  # noqa: RUF001 - a range


def _log_plots(plots: "Plots", tallies: Mapping[str, Tally], shown: "Shown") -> list[tuple[str, Any]]:
    """Return the plots of logs with their headings; none without logs."""
    drawn = []
    rounds = {letter: tally.rounds for letter, tally in tallies.items() if tally.rounds}
    if rounds:
        drawn.append(("How long games last", plots.lengths(rounds)))
    wins = {
        letter: tally.win_shares() for letter, tally in tallies.items() if tally.decided and tally.seats <= MAX_SEATS
    }
    if wins:
        drawn.append(("Who wins", plots.wins(wins)))
    copies = {component.id: component.copies for component in shown.loaded.game.components}
    played = {letter: {use.id: use.played for use in tally.uses(copies)} for letter, tally in tallies.items()}
    names = _most_telling(played)
    if names:
        values = {letter: [uses.get(name) for name in names] for letter, uses in played.items()}
        drawn.append(("Which components are played", plots.uses(names, values)))
    return drawn


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
    odds: tuple[AnsweredQuestion, ...]
    """The game's questions about chance, with their answers."""
    logs: Logs


# Plots as SVG, drawn by Matplotlib; nothing else imports it. They can be read without colour.
#
# Series differ by hatches or markers, and their values are written beside them.

_HATCHES: Final = ("", "//", "\\\\", "xx", "--", "||", "++")
_MARKERS: Final = "osD^vPX*<>ph"

_MAX_POINTS: Final = 30
"""About the most points of a line."""

_SETTINGS: Final[dict[str, Any]] = {
    "svg.fonttype": "none",
    "svg.hashsalt": "punchboard",
    "text.parse_math": False,  # names may contain dollar signs
    "font.family": "sans-serif",
    "font.size": 9,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "hatch.linewidth": 0.6,
}
_ID: Final = re.compile(r' id="([^"]*)"')


class Plots:
    """Draws the plots of a page.

    Args:
        colours: the palette of the page by day.

    Raises:
        ImportError: when Matplotlib is not installed.
    """

    def __init__(self, colours: Palette) -> None:
        from matplotlib import rc_context  # noqa: PLC0415 - an optional package, which takes long to import
        from matplotlib.figure import Figure  # noqa: PLC0415
        from matplotlib.ticker import MaxNLocator  # noqa: PLC0415

        self._context, self._new_figure, self._whole_numbers = rc_context, Figure, partial(MaxNLocator, "auto")
        self._colours, self._numbers = colours, count(1)
        self._settings: Any = _SETTINGS | {
            "text.color": colours.ink,
            "axes.edgecolor": colours.quiet,
            "axes.labelcolor": colours.ink,
            "xtick.color": colours.ink,
            "ytick.color": colours.ink,
            "hatch.color": colours.ink,
        }

    def curve(self, curve: Curve) -> Markup:
        """Return bars of how many components have each value, divided and hatched by the entries of a list."""
        with self._context(self._settings):
            figure, axes = self._figure(6.4, 2.7)
            names = [f"{value:g}" for value in curve.values]
            axes.set_xticks(range(len(names)), names)
            below = [0] * len(names)
            for place, (entry, counts) in enumerate(curve.series.items()):
                there = [at for at, number in enumerate(counts) if number]
                axes.bar(
                    there,
                    [counts[at] for at in there],
                    bottom=[below[at] for at in there],
                    label=entry,
                    color=self._shade(place, len(curve.series)),
                    edgecolor=self._colours.ink,
                    linewidth=0.7,
                    hatch=_HATCHES[place % len(_HATCHES)],
                )
                below = [low + one for low, one in zip(below, counts, strict=True)]
            for place, total in enumerate(below):
                axes.annotate(str(total), (place, total), (0, 2), textcoords="offset points", ha="center", va="bottom")
            axes.set_xlabel(curve.field)
            axes.set_ylabel("components")
            axes.margins(y=0.15)
            axes.yaxis.set_major_locator(self._whole_numbers(integer=True, min_n_ticks=1))
            if len(curve.series) > 1:
                axes.legend(title=curve.by, loc="upper left", bbox_to_anchor=(1.01, 1), frameon=False, reverse=True)
            return self._svg(figure, f"{curve.kind}: how many have each {curve.field}")

    def lengths(self, groups: Mapping[str, Mapping[int, int]]) -> Markup:
        """Return a line for each group of games: the share of games with each number of rounds."""
        with self._context(self._settings):
            figure, axes = self._figure(6.4, 2.7)
            width = 1 + max(max(rounds) - min(rounds) for rounds in groups.values()) // _MAX_POINTS
            for place, (name, rounds) in enumerate(groups.items()):
                total = sum(rounds.values())
                numbers = range(min(rounds), max(rounds) + 1, width)
                counts = Counter[int]()
                for number, games in rounds.items():
                    counts[(number - numbers.start) // width] += games
                shares = [100 * counts[at] / total for at in range(len(numbers))]
                axes.plot(numbers, shares, **self._line(place))
                peak = max(range(len(shares)), key=shares.__getitem__)
                at = (numbers[peak], shares[peak])
                axes.annotate(name, at, (5 + 9 * place, 4), textcoords="offset points", weight="bold")
            axes.set_xlabel("rounds" if width == 1 else f"rounds, {width} at a time")
            axes.set_ylabel("% of games")
            axes.set_ylim(bottom=0)
            axes.margins(y=0.15)
            axes.set_xlim(min(map(min, groups.values())) - 0.5, max(map(max, groups.values())) + 0.5)
            axes.xaxis.set_major_locator(self._whole_numbers(integer=True, min_n_ticks=1))
            return self._svg(figure, "The share of games with each number of rounds")

    def wins(self, groups: Mapping[str, Sequence[Share]]) -> Markup:
        """Return a range for each seat of each group of games: the 95 % interval of its share of wins."""
        rows = [
            (place, name, seat, won)
            for place, (name, shares) in enumerate(groups.items())
            for seat, won in enumerate(shares)
        ]
        with self._context(self._settings):
            figure, axes = self._figure(6.4, 0.9 + 0.3 * len(rows))
            for y, (place, _, _, won) in enumerate(rows):
                low, high = (100 * end for end in won.interval)
                share = 100 * won.count / won.games
                style = self._line(place) | {"linestyle": "none"}
                axes.errorbar([share], [y], xerr=[[share - low], [high - share]], capsize=3, **style)
                axes.annotate(f"{won.count} of {won.games}", (102, y), va="center", annotation_clip=False)
            axes.set_yticks(range(len(rows)), [f"{name}, seat {seat + 1}" for _, name, seat, _ in rows])
            axes.set_xlim(0, 100)
            axes.set_ylim(len(rows) - 0.5, -0.5)
            axes.set_xlabel("% of games won, alone or together, with 95 % intervals")
            return self._svg(figure, "The share of games that each seat has won")

    def uses(self, names: Sequence[str], groups: Mapping[str, Sequence[float | None]]) -> Markup:
        """Return a row of markers for each component: how often each group of games plays it."""
        with self._context(self._settings):
            figure, axes = self._figure(6.4, 0.9 + 0.24 * len(names))
            for y in range(len(names)):
                axes.axhline(y, color=self._colours.line, linewidth=0.6, zorder=0)
            for place, (name, values) in enumerate(groups.items()):
                points = [(value, y) for y, value in enumerate(values) if value is not None]
                style = self._line(place) | {"linestyle": "none"}
                axes.plot([x for x, _ in points], [y for _, y in points], label=name, **style)
            axes.set_yticks(range(len(names)), list(names))
            axes.set_ylim(len(names) - 0.5, -0.5)
            axes.set_xlim(left=0)
            axes.set_xlabel("times played, for each copy and game")
            if len(groups) > 1:
                axes.legend(loc="upper left", bbox_to_anchor=(1.01, 1), frameon=False)
            return self._svg(figure, "How often components are played")

    def _figure(self, width: float, height: float) -> tuple[Any, Any]:
        figure = self._new_figure(figsize=(width, height), layout="constrained")
        figure.patch.set_alpha(0)
        axes = figure.subplots()
        axes.patch.set_alpha(0)
        return figure, axes

    def _line(self, place: int) -> dict[str, Any]:
        colour = self._shade(place, len(_MARKERS)) if place else self._colours.bar
        return {
            "marker": _MARKERS[place % len(_MARKERS)],
            "markersize": 5,
            "markeredgecolor": self._colours.ink,
            "color": mix(colour, self._colours.ink, 0.3),
            "linewidth": 1.4,
            "linestyle": ("-", "--", ":", "-.")[place % 4],
        }

    def _shade(self, place: int, number: int) -> str:
        return mix(self._colours.bar, self._colours.ground, 0.85 * place / max(number - 1, 1))

    def _svg(self, figure: Any, title: str) -> Markup:
        """Return a figure as an SVG element, with ids that no other one on the page has."""
        out = StringIO()
        figure.savefig(out, format="svg", metadata={"Date": None, "Creator": None, "Format": None, "Type": None})
        text = out.getvalue()
        text = text[text.index("<svg") :]
        number = next(self._numbers)
        used = set(re.findall(r"#([\w-]+)", text))
        text = _ID.sub(lambda match: f' id="plot{number}-{match[1]}"' if match[1] in used else "", text)
        text = re.sub(r'(url\(#|href="#)', rf"\g<1>plot{number}-", text)
        label = Markup(' role="img" aria-label="{}"').format(title)
        return Markup(text.replace("<svg", f"<svg{label}", 1))  # noqa: S704 - Matplotlib escapes what it writes
