"""The command ``punchboard simulate``: games played by bots, their logs and what they show."""

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Any, Final, NamedTuple, TextIO

from punchboard.cli.exit_status import PROBLEMS, SUCCESS, USAGE_ERROR
from punchboard.cli.game_selection import select_games
from punchboard.cli.in_processes import mapped
from punchboard.cli.options import HERE, AsJson, GameArgument, Jobs, Workspace, option, options_from_record, usage_error
from punchboard.cli.report import print_line, show_failure, show_json
from punchboard.cli.text_table import text_table
from punchboard.engine.proof import variant_seat_counts
from punchboard.engine.states.table import UnknownOutcome
from punchboard.expression import ExpressionError
from punchboard.load import game_folder, load, load_game, workspace_root
from punchboard.model.game.game import Game
from punchboard.model.snapshot import edition
from punchboard.model.values import counted, did_you_mean
from punchboard.plays.games import BOTS, GamePlayer, Setting, usual_players
from punchboard.plays.log import log_text
from punchboard.plays.summary import Share, Tally, Use, tally_of
from punchboard.problem import Place, ProblemsFound, fail
from punchboard.revisions.comparison import game_state

DEFAULT_GAMES = 1000


class Request(NamedTuple):
    """The arguments and options of ``punchboard simulate``."""

    game: GameArgument
    games: Annotated[int, option("--games", "The number of games.", "N", min=1, max=10_000_000)] = DEFAULT_GAMES
    players: Annotated[
        int | None, option("--players", "The number of players (default: 2, or the fewest).", "N", min=1)
    ] = None
    variant: Annotated[str, option("--variant", "The id of a variant.", "NAME")] = ""
    bots: Annotated[str, option("--bots", "random or greedy, for all seats, or by seat: greedy,random.", "NAMES")] = (
        "random"
    )
    seed: Annotated[int, option("--seed", "Another number deals other games.", "N")] = 1
    jobs: Jobs = None
    log: Annotated[Path | None, option("--log", "Also write every game as lines of JSON.", "FILE")] = None
    form: Annotated[str, option("--format", "text or json.", "FORM")] = "text"
    workspace: Workspace = HERE
    as_json: AsJson = False

    @property
    def bot_names(self) -> tuple[str, ...]:
        """The bot of all seats, or of each."""
        return tuple(name.strip() for name in self.bots.split(","))


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
    players = counted(setting.players, "player")
    games = counted(tally.games, "game")
    yield f"{game.title}: {games} with {players}{variant}, seed {setting.seed}; intervals hold with 95 %"
    length = tally.length()
    if length is not None:
        mean, low, high = length
        least, most = min(tally.rounds), max(tally.rounds)
        ended = f"the {counted(tally.rounds.total(), 'game')} that ended"
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


CHUNK: Final = 50
"""How many games a process plays at a time."""


class _Chunk(NamedTuple):
    """Some games to play: ``games`` of them from ``first``."""

    workspace: Path
    name: str
    first: int
    games: int
    with_log: bool


class _UsageError(Exception):
    """An argument does not fit the game, or the game has nothing to play."""

    def __init__(self, message: str, status: int = USAGE_ERROR) -> None:
        super().__init__(message)
        self.status = status


@options_from_record
def command(request: Request) -> int:
    """Let bots play many games, and print how long they last, how they end, who wins and what is used."""
    if request.form not in {"text", "json"}:
        return usage_error(f"error: {request.form!r} is not a report format\n    choose one of: text, json")
    as_json = request.as_json or request.form == "json"
    try:
        played = _simulate(request)
    except _UsageError as error:
        usage_error(str(error))
        return error.status
    except ProblemsFound as caught:
        show_failure(caught.problems, request.workspace, as_json=as_json)
        return USAGE_ERROR if any(problem.rule == "FILE001" for problem in caught.problems) else PROBLEMS
    if as_json:
        show_json(played_data(played))
        return SUCCESS
    for line in played_lines(played):
        print_line(line)
    return SUCCESS


def _simulate(request: Request) -> Played:
    """Return what the games show; their logs are written as they come.

    Raises:
        ProblemsFound: when the game cannot be loaded or played, or the log cannot be written.
        _UsageError: when an argument does not fit the game.
    """
    (name,) = select_games(request.workspace, (request.game,))
    game = load_game(game_folder(name, request.workspace), workspace_root(request.workspace))
    setting = _setting(request, game)
    if request.log is not None:
        state = game_state(load(name, request.workspace, books=False))
        looks = tuple((part, part_state.look_hash) for part, part_state in state.parts.items())
        setting = setting._replace(edition=edition(state), looks=looks)
    try:
        GamePlayer(game, setting)  # says why, if the scripts cannot be played
    except (ExpressionError, UnknownOutcome) as error:
        raise fail("EXPR001", game.place, str(error), "`punchboard check` says where") from error
    tally = tally_of(game)
    with _opened(request.log) as file:
        for part, text in _tallies(request, name, setting):
            tally.include(part)
            if file is not None:
                file.write(text)
    return Played(game, setting, tally)


def _setting(request: Request, game: Game) -> Setting:
    """Return how the games are played.

    Raises:
        _UsageError: when an argument does not fit the game.
    """
    if not (game.file.turn or game.file.round):
        hint = "write 'turn' or 'round' into game.yaml, and 'end'"
        raise _UsageError(f"error: {game.id} has no turns to play\n    {hint}", PROBLEMS)
    variants = {one.key: one for one in game.file.variants}
    if request.variant and request.variant not in variants:
        hint = did_you_mean(request.variant, variants)
        raise _UsageError(f"error: {game.id} has no variant {request.variant!r}\n    {hint}")
    variant = variants.get(request.variant)
    counts = variant_seat_counts(game, variant) if variant else game.file.players.seat_counts
    players = request.players or usual_players(game, request.variant)
    if players not in counts:
        raise _UsageError(f"error: {game.id} is for {', '.join(map(str, counts))} players, not for {players}")
    names = request.bot_names
    for bot in names:
        if bot not in BOTS:
            raise _UsageError(f"error: {bot!r} is not a bot\n    {did_you_mean(bot, BOTS)}")
    if len(names) not in {1, players}:
        raise _UsageError(
            f"error: {len(names)} bots for {counted(players, 'player')}; name one for all, or one for each"
        )
    if "greedy" in names and game.file.aim is None:
        raise _UsageError(f"error: greedy bots need an aim, and {game.id} has none\n    write 'aim' into game.yaml")
    bots = names * players if len(names) == 1 else names
    return Setting(players, request.variant, bots, request.seed, game.file.version)


@contextmanager
def _opened(path: Path | None) -> Iterator[TextIO | None]:
    """Provide the file of the logs; None without one.

    Raises:
        ProblemsFound: FILE004 when it cannot be written.
    """
    if path is None:
        yield None
        return
    try:
        with path.open("w", encoding="utf-8", newline="\n") as file:
            yield file
    except OSError as error:
        raise fail("FILE004", Place(str(path)), f"cannot be written: {error.strerror}") from error


def _tallies(request: Request, name: str, setting: Setting) -> Iterator[tuple[Tally, str]]:
    """Return what each chunk of games shows and its logs, in order: from several processes, or else from this one."""
    chunks = [
        _Chunk(request.workspace, name, first, min(CHUNK, request.games - first), request.log is not None)
        for first in range(0, request.games, CHUNK)
    ]
    workers = min(request.jobs or os.cpu_count() or 1, len(chunks))
    return mapped(_play, chunks, [setting] * len(chunks), workers=workers)


def _play(chunk: _Chunk, setting: Setting) -> tuple[Tally, str]:
    """Play some games; return what they show, and their logs."""
    game, player = _player(chunk.workspace, chunk.name, setting)
    tally, logs = tally_of(game), list[str]()
    for number in range(chunk.first, chunk.first + chunk.games):
        log = player.play(number)
        tally.add(log)
        if chunk.with_log:
            logs.append(log_text(log))
    return tally, "".join(logs)


@lru_cache(maxsize=1)
def _player(workspace: Path, name: str, setting: Setting) -> tuple[Game, GamePlayer]:
    game = load_game(game_folder(name, workspace), workspace_root(workspace))
    return game, GamePlayer(game, setting)
