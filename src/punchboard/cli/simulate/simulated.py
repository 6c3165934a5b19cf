"""What simulated games show, as lines of text and as plain values for JSON."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final, NamedTuple

from punchboard.cli.output.text_table import text_table
from punchboard.model.game.game import Game
from punchboard.plays.games import Setting
from punchboard.plays.summary import Share, Tally, Use

MOST: Final = 5
"""How many components are listed of those that are used most, and of those that are used least."""


class Played(NamedTuple):
    """Games that were played: of which game, how, and what they show."""

    game: Game
    setting: Setting
    tally: Tally

    @property
    def copies(self) -> dict[str, int]:
        """The copies of each component, by id."""
        return {component.id: component.copies for component in self.game.components}

    @property
    def still(self) -> tuple[str, ...]:
        """The components that never moved."""
        return tuple(name for name in self.copies if name not in self.tally.moved)


def share_text(share: Share) -> tuple[str, str]:
    """Return a share as a number of games and as its interval, never as a bare percentage."""
    low, high = share.interval
    return f"{share.count} of {share.games}", f"{100 * low:.1f}-{100 * high:.1f} %"


def played_lines(played: Played) -> Iterator[str]:
    """Yield the lines of the report."""
    game, setting, tally = played
    variant = f", variant {setting.variant!r}" if setting.variant else ""
    players = f"{setting.players} player{'' if setting.players == 1 else 's'}"
    games = f"{tally.games} game{'' if tally.games == 1 else 's'}"
    yield f"{game.title}: {games} with {players}{variant}, seed {setting.seed}; intervals hold with 95 %"
    length = tally.length()
    if length is not None:
        mean, low, high = length
        least, most = min(tally.rounds), max(tally.rounds)
        ended = f"the {tally.rounds.total()} games that ended"
        yield f"rounds: {mean:.1f} on average ({low:.1f}-{high:.1f}), {least} to {most} in {ended}"
    yield ""
    yield from _share_table("ends", tally.end_shares(game.file.end))
    stopped = {reason: Share(count, tally.games) for reason, count in tally.stopped.items()}
    if stopped:
        yield ""
        yield from _share_table("without an end", stopped)
    wins = tally.win_shares()
    yield ""
    if wins:
        bots = setting.bots or ("random",) * setting.players
        names = (f"seat {seat + 1} ({bot})" for seat, bot in enumerate(bots))
        yield from _share_table("wins, alone or together", dict(zip(names, wins, strict=True)))
    else:
        yield "wins: no end of these games says who wins"
    yield from _uses(played)


def _share_table(title: str, shares: dict[str, Share]) -> Iterator[str]:
    yield from text_table((title, "games", "share"), [(name, *share_text(share)) for name, share in shares.items()])


def _uses(played: Played) -> Iterator[str]:
    """Yield the components that are used most and least, and those that never move."""
    uses = played.tally.uses(played.copies)
    columns: Sequence[tuple[str, Callable[[Use], float]]] = (
        ("drawn", lambda use: use.drawn),
        ("played", lambda use: use.played),
        ("left in a hand", lambda use: use.left),
    )
    for title, number in columns:
        ordered = sorted(uses, key=lambda use: (-number(use), use.id))
        if not ordered or not number(ordered[0]):
            continue
        few = len(ordered) <= 2 * MOST
        shown = ordered if few else [*ordered[:MOST], *ordered[-MOST:]]
        yield ""
        rows = [(use.id, *(f"{value(use):.2f}" for _, value in columns)) for use in shown]
        lines = list(text_table((f"most {title}, for each copy and game", *(name for name, _ in columns)), rows))
        yield from lines[: MOST + 1]
        if not few:
            yield f"... least {title}:"
        yield from lines[MOST + 1 :]
    if played.still:
        yield ""
        yield f"never moved: {', '.join(played.still)}"


def played_data(played: Played) -> dict[str, Any]:
    """Return what games show as plain values for JSON."""
    game, setting, tally = played
    length = tally.length()
    return {
        "game": game.id,
        "version": game.file.version,
        "players": setting.players,
        "variant": setting.variant,
        "bots": list(setting.bots),
        "seed": setting.seed,
        "games": tally.games,
        "rounds": None
        if length is None
        else {
            "mean": length[0],
            "interval": list(length[1:]),
            "least": min(tally.rounds),
            "most": max(tally.rounds),
        },
        "ends": [{"name": name, **share_data(one)} for name, one in tally.end_shares(game.file.end).items()],
        "stopped": [{"reason": reason, "count": count} for reason, count in tally.stopped.items()],
        "wins": [{"seat": seat, **share_data(one)} for seat, one in enumerate(tally.win_shares())],
        "components": [
            {"id": use.id, "drawn": use.drawn, "played": use.played, "left": use.left}
            for use in tally.uses(played.copies)
        ],
        "never_moved": list(played.still),
        "problems": [],
    }


def share_data(share: Share) -> dict[str, Any]:
    """Return a share as plain values: the number of games, and the interval."""
    return {"count": share.count, "games": share.games, "interval": list(share.interval)}
