"""Plots as SVG, drawn by Matplotlib; nothing else imports it. They can be read without colour.

Series differ by hatches or markers, and their values are written beside them.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import partial
from io import StringIO
from itertools import count
from typing import Any, Final

from markupsafe import Markup

from punchboard.plays.summary import Share
from punchboard.products.web.palette import Palette, mix
from punchboard.products.web.stats.counts import Curve

HATCHES: Final = ("", "//", "\\\\", "xx", "--", "||", "++")
MARKERS: Final = "osD^vPX*<>ph"

MAX_POINTS: Final = 30
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
                    hatch=HATCHES[place % len(HATCHES)],
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
            width = 1 + max(max(rounds) - min(rounds) for rounds in groups.values()) // MAX_POINTS
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
            (place, name, seat, one)
            for place, (name, shares) in enumerate(groups.items())
            for seat, one in enumerate(shares)
        ]
        with self._context(self._settings):
            figure, axes = self._figure(6.4, 0.9 + 0.3 * len(rows))
            for y, (place, _, _, one) in enumerate(rows):
                low, high = (100 * end for end in one.interval)
                share = 100 * one.count / one.games
                style = self._line(place) | {"linestyle": "none"}
                axes.errorbar([share], [y], xerr=[[share - low], [high - share]], capsize=3, **style)
                axes.annotate(f"{one.count} of {one.games}", (102, y), va="center", annotation_clip=False)
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
        colour = self._shade(place, len(MARKERS)) if place else self._colours.bar
        return {
            "marker": MARKERS[place % len(MARKERS)],
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
        text = _ID.sub(lambda found: f' id="plot{number}-{found[1]}"' if found[1] in used else "", text)
        text = re.sub(r'(url\(#|href="#)', rf"\g<1>plot{number}-", text)
        label = Markup(' role="img" aria-label="{}"').format(title)
        return Markup(text.replace("<svg", f"<svg{label}", 1))  # noqa: S704 - Matplotlib escapes what it writes
