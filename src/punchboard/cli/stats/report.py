"""The statistics of a game as lines of text, and as plain values for JSON."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from punchboard.cli.output.text_table import text_table
from punchboard.cli.simulate.report import share_data, share_text
from punchboard.plays.groups import GroupKey
from punchboard.plays.summary import Tally
from punchboard.products.web.checks.odds import asked_data
from punchboard.products.web.stats import Shown
from punchboard.products.web.stats.counts import curves, pair_tables


def stats_lines(shown: Shown) -> Iterator[str]:
    """Yield the lines of the report: curves, odds, and the groups of games of logs."""
    game = shown.loaded.game
    yield f"{game.title}: {sum(component.copies for component in game.components)} components"
    rows = [
        (f"{one.kind}: {one.field}", str(one.total), f"{one.mean:.2f}", f"{min(one.values):g}-{max(one.values):g}")
        for one in curves(game)
    ]
    if rows:
        yield from text_table(("number", "components", "mean", "range"), rows)
    chances = [(f"{one.name}, {row.who}", row.percent, row.exact or "-") for one in shown.odds for row in one.rows]
    if chances:
        yield ""
        yield from text_table(("odds after set-up", "chance", "exact"), chances)
    for key, tally in shown.logs.groups.items():
        yield ""
        yield from _group_lines(shown, key, tally)


def _group_lines(shown: Shown, key: GroupKey, tally: Tally) -> Iterator[str]:
    edition = "this edition" if key.edition == shown.edition else f"another edition {key.edition}".rstrip()
    how = f"{key.players} player{'' if key.players == 1 else 's'}{f', {key.variant}' if key.variant else ''}"
    number = f"{tally.games} game{'' if tally.games == 1 else 's'}"
    yield _printable(
        f"{number} of {edition}, version {key.version or '-'}: {how}, by {', '.join(key.bots) or 'people'}"
    )
    length = tally.length()
    if length is not None:
        yield "  rounds: {:.1f} on average ({:.1f}-{:.1f})".format(*length)
    for name, share in tally.end_shares(()).items():
        yield _printable(f"  {name}: {' games, '.join(share_text(share))}")
    for seat, share in enumerate(tally.win_shares()):
        yield f"  wins of seat {seat + 1}: {' games, '.join(share_text(share))}"
    for why, count in tally.stopped.items():
        yield _printable(f"  without an end: {count}, {why}")


def _printable(text: str) -> str:
    """Return a line without characters that a terminal would obey."""
    return "".join(one if one.isprintable() else " " for one in text)


def stats_data(shown: Shown) -> dict[str, Any]:
    """Return the statistics as plain values for JSON."""
    game = shown.loaded.game
    copies = {component.id: component.copies for component in game.components}
    return {
        "game": game.id,
        "version": game.file.version,
        "edition": shown.edition,
        "curves": [one._asdict() | {"mean": one.mean} for one in curves(game)],
        "pairs": [one._asdict() for one in pair_tables(game)],
        "odds": [asked_data(one) for one in shown.odds],
        "groups": [_group_data(key, tally, copies) for key, tally in shown.logs.groups.items()],
        "records": [
            {"file": one.file, "names": list(one.head.names), **one.result.model_dump()} for one in shown.logs.records
        ],
    }


def _group_data(key: GroupKey, tally: Tally, copies: Mapping[str, int]) -> dict[str, Any]:
    length = tally.length()
    return {
        **key._asdict(),
        "games": tally.games,
        "rounds": None if length is None else {"mean": length[0], "interval": list(length[1:])},
        "ends": [{"name": name, **share_data(one)} for name, one in tally.end_shares(()).items()],
        "wins": [{"seat": seat, **share_data(one)} for seat, one in enumerate(tally.win_shares())],
        "stopped": dict(tally.stopped),
        "components": [
            {"id": use.id, "drawn": use.drawn, "played": use.played, "left": use.left} for use in tally.uses(copies)
        ],
    }
