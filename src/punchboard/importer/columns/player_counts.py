"""Copies that are counted in names, or in columns for numbers of players, such as ``Qty 2p``, ``Qty 3p``."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from punchboard.importer.advice import Advice
from punchboard.importer.columns.column_names import FULL_MATCH, name_score, normalised_name
from punchboard.importer.columns.profile import ColumnProfile, copies_of, is_count
from punchboard.importer.columns.roles import NO_ROLE, PER_PLAYERS, Role
from punchboard.load.tables.copies import split_copies

_PLAYERS: Final = (
    "p|pl|plr|plrs|player|players|spieler|personen|joueur|joueurs|jugador|jugadores|giocatore|giocatori|spelers|jogador|"
    "jogadores|gracz|gracze|graczy|spelare|spillere|pelaajaa|игрок|игрока|игроков|гравці|гравців|人"
)
_NUMBER_OF_PLAYERS: Final = re.compile(
    rf"(?:(?P<before>.*?)\s*\b)?(?:\d{{1,2}}(?:\s*(?:[-\u2013/,&]|to|bis|a)\s*\d{{1,2}}|\s*\+)?\s*-?\s*(?:{_PLAYERS})\b"
    rf"|(?:players?|spieler|joueurs?|jugadores|p)\s*\d{{1,2}}\+?)\s*(?P<after>.*)",
    re.IGNORECASE,
)
_AROUND: Final = re.compile(
    r"(?:in|for|at|with|per|bei|mit|fur|pour|a|para|per|con|x|deck|cards|[()\[\]:.#\s-])*", re.IGNORECASE
)
"""What may stand beside the number of players in the name of a column besides a word for copies."""

LEAST: Final = 2
"""Fewest columns for numbers of players: one alone may say anything."""


class PlayerCounts(NamedTuple):
    """The columns that count, or mark, cards for numbers of players, and that of them with the most cards."""

    columns: tuple[str, ...] = ()
    most: str = ""
    """Empty where they only mark cards."""

    @property
    def seats(self) -> Mapping[int, str]:
        """The columns that count cards for one number of players, by this number."""
        with_numbers = [(re.findall(r"\d+", name), name) for name in self.columns if self.most and "+" not in name]
        return {int(numbers[0]): name for numbers, name in with_numbers if len(numbers) == 1}

    def roles(self, decided: Mapping[str, Role]) -> dict[str, Role]:
        """Return the roles of the columns: the one with the most cards counts the copies, if no other column does."""
        roles = dict.fromkeys(self.columns, Role(PER_PLAYERS, "its name and numbers of copies"))
        if self.most and all(role.name != "copies" for role in decided.values()):
            roles[self.most] = Role("copies", "the most cards of the columns for numbers of players")
        return roles

    def line(self, copies: str) -> str:
        """Return what to know about them, given the column with the number of copies."""
        names = ", ".join(map(repr, self.columns))
        if copies not in self.columns:
            return f"{names} say which cards belong to which number of players: not printed; name them in the set-up"
        what = f"{names} count cards for numbers of players: those of {copies!r} are printed"
        return Advice(what, " (`copies` in game.yaml)", "")


NOT_COUNTED: Final = PlayerCounts()


def player_counts(columns: Sequence[ColumnProfile]) -> PlayerCounts:
    """Return the columns that count, or mark, cards for numbers of players."""
    counting = [column for column in columns if column.filled and _is_named_so(column.name) and _counts(column)]
    if len(counting) < LEAST:
        return NOT_COUNTED
    totals = {column.name: sum(copies_of(value) or 0 for value in column.filled) for column in counting}
    has_numbers = all(all(map(is_count, column.filled)) for column in counting)
    return PlayerCounts(tuple(totals), max(totals, key=lambda name: totals[name]) if has_numbers else "")


def _is_named_so(name: str) -> bool:
    match = _NUMBER_OF_PLAYERS.fullmatch(name.strip())
    if match is None:
        return False
    return all(
        _AROUND.fullmatch(part)
        or name_score(part, "copies") > FULL_MATCH - 1
        or _AROUND.fullmatch(normalised_name(part))
        for part in (match["before"] or "", match["after"] or "")
    )


def _counts(column: ColumnProfile) -> bool:
    return all(map(is_count, column.filled)) or column.is_switch


_MIN_NAMED: Final = 2
"""Fewest names with numbers of copies."""


def names_with_copies(columns: Sequence[ColumnProfile], roles: Mapping[str, Role]) -> str:
    """Return the column of names of which half hold a number of copies, in a table with no other; empty for none.

    A name without one is that of a single card.
    """
    is_counted = any(name_score(one.name, "copies") or roles.get(one.name, NO_ROLE).name == "copies" for one in columns)
    for column in columns:
        named = sum(bool(split_copies(value)[0]) for value in column.filled)
        if (
            2 * named >= len(column.filled)
            and named >= _MIN_NAMED
            and not is_counted
            and roles.get(column.name, NO_ROLE).name == "title"
        ):
            return column.name
    return ""


def counts_apart(
    columns: tuple[ColumnProfile, ...], name: str
) -> tuple[ColumnProfile | None, tuple[ColumnProfile, ...]]:
    """Return the numbers of copies in a column of names, and the columns without them; None for no such column."""
    column = next((one for one in columns if one.name == name), None)
    if column is None:
        return None, columns
    counts, names = zip(*map(split_copies, column.values), strict=True)
    plain = tuple(replace(one, values=names) if one is column else one for one in columns)
    return replace(column, values=counts), plain
