"""Joining neighbouring items: texts of one style become one item, groups of one part become one group."""

from collections.abc import Iterable

from punchboard.scene import Group, Item, Text


def merge_texts(items: Iterable[Item]) -> tuple[Item, ...]:
    """Return the items, with neighbouring texts of one style joined into one item of several lines.

    Neighbouring groups that show the same part of the document become one group.
    """
    result: list[Item] = []
    for item in items:
        before = result[-1] if result else None
        if (
            isinstance(item, Text)
            and isinstance(before, Text)
            and item.face is before.face
            and item.size == before.size
            and item.colour == before.colour
            and item.tracking == before.tracking
        ):
            result[-1] = Text(item.face, item.size, item.colour, (*before.lines, *item.lines), item.tracking)
        elif isinstance(item, Group) and isinstance(before, Group) and _show_one_part(before, item):
            result[-1] = before._replace(items=merge_texts((*before.items, *item.items)))
        else:
            result.append(item)
    return tuple(result)


def _show_one_part(one: Group, other: Group) -> bool:
    return one.element is not None and one == other._replace(items=one.items)
