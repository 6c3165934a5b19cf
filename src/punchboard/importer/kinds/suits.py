"""The suits of a deck: tables or kinds whose cards have the same names or ranks."""

from collections.abc import Sequence

from punchboard.importer.table_analysis import AnalysedTable


def suits_of(tables: Sequence[AnalysedTable]) -> frozenset[int]:
    """Return the numbers of the tables that are suits of one deck, or that a column divides into suits."""
    alike: dict[tuple[str, ...], list[int]] = {}
    for number, table in enumerate(tables):
        alike.setdefault(table.source_table.table.header, []).append(number)
    suits = {one for many in alike.values() if _share_ranks([tables[one].ranks for one in many]) for one in many}
    for number, table in enumerate(tables):
        ranks = table.ranks
        if table.split and ranks and _share_ranks([[ranks[row] for row in rows] for rows in table.split.rows.values()]):
            suits.add(number)
    return frozenset(suits)


def _share_ranks(groups: Sequence[Sequence[str]]) -> bool:
    """Return whether most ranks in each of several groups are also in another one; all of them, if they are names.

    Within a group, each rank is there once.
    """
    ranks = [{*group} for group in groups]
    if len(ranks) < 2 or any("" in own or len(own) < len(group) for own, group in zip(ranks, groups, strict=True)):
        return False
    others = [{rank for other in ranks if other is not own for rank in other} for own in ranks]
    most = 2 if all(rank.isdigit() or len(rank) < 2 for own in ranks for rank in own) else 1
    return all(0 < len(own) <= most * len(own & more) for own, more in zip(ranks, others, strict=True))
