"""Text of the faces and the theme of a new game: short files that extend built-in ones."""

from collections.abc import Iterable, Iterator, Mapping
from colorsys import hls_to_rgb, rgb_to_hls
from typing import Any, Final, NamedTuple

from punchboard.expression import slug
from punchboard.importer.draft import Draft, KindDraft, face_name
from punchboard.importer.kinds import builtin_layouts
from punchboard.importer.kinds.builtin_layouts import BACK_LABELS, CARD_LAYOUTS, SAME_ON_BOTH_SIDES, back_for
from punchboard.importer.new_game_options import BackLook, NewGameOptions
from punchboard.importer.own_words import language_of, named, words_of
from punchboard.importer.yaml_text import comment, quoted
from punchboard.srgb import contrast


def face_text(kind: KindDraft, options: NewGameOptions) -> str:
    """Return the face of a kind, which fills the slots of a built-in layout with the fields of the kind."""
    lines = [
        *([options.face_head] if options.face_head else []),
        f"# The face of {comment(kind.name)}: built-in layout {kind.layout!r} with fields of game.yaml in its boxes.",
        "# `null` leaves a box out. Other layouts: framed, clean, wordy, picture, item, event, tile-hex, tile-square.",
        f"extends: {kind.layout}",
        *(["continues: text  # a text that does not fit continues on a second card"] if _continues(kind) else []),
        *_colour_comment(kind),
        "boxes:",
        *_box_lines(kind.layout, kind.slots),
    ]
    return "\n".join(lines) + "\n"


def _box_lines(layout: str, boxes: Mapping[str, str]) -> Iterator[str]:
    """Yield the boxes of a face; a text below no name, such as a question of a category, is in large type."""
    is_whole = layout in ("framed", "event") and (boxes.get("title") == "null" or ".name }}" in boxes.get("title", ""))
    for name, box in boxes.items():
        large = is_whole and name == "text" and box.startswith("{markdown:") and box.endswith("}")
        yield f"  {name}: {box[:-1]}, style: jumbo-text}}" if large else f"  {name}: {box}"


def _colour_comment(kind: KindDraft) -> Iterator[str]:
    """Yield a comment on the boxes in the colours of a list, if there are any: each layout has other ones."""
    coloured = [name for name, box in kind.slots.items() if ".colour }}" in box]
    if coloured:
        yield f"# In the colours of a list: {', '.join(coloured)}; in another layout, the boxes that it colours."


def other_side_text(kind: KindDraft, options: NewGameOptions) -> str:
    """Return the face of a back that each component has of its own."""
    is_weaker = kind.other_layout == builtin_layouts.BACK
    what = "The weaker side of {}, after a step loss" if is_weaker else "The back of each of {}, with fields of its own"
    lines = [
        *([options.face_head] if options.face_head else []),
        f"# {what.format(comment(kind.name))}: built-in layout {kind.other_layout!r}.",
        f"extends: {kind.other_layout}",
        "boxes:",
        *_box_lines(kind.other_layout, kind.other_side),
    ]
    return "\n".join(lines) + "\n"


_ORNAMENTS: Final = (
    "{kind: rays, colours: [back-line, back-line], params: {count: 12, inner: 0.4, fill: 0.5, fine: 0, reach: 0.7}}",
    "{kind: rose-window, seed: back, colours: [back-line, back-line, back-ink], params: {stone: false, petals: 8}}",
    "{kind: spiral, colours: [back-line]}",
    "{kind: guilloche, colours: [back-line]}",
)
"""Ornaments of backs that differ at two metres."""


def back_text(stock: str, box: str, label: str, options: NewGameOptions, number: int) -> str:
    """Return a back with a label; from the second deck on (``number`` 1) also of another colour and ornament."""
    ground = other_ground(options.back, number) if number and options.back.ground else ""
    own = [one for one in _ORNAMENTS if not one.startswith(f"{{kind: {options.back.ornament},")]
    lines = [
        *([options.face_head] if options.face_head else []),
        f"# A back of its own, so that decks cannot be mixed up: the built-in layout {stock!r} with a label.",
        f"extends: {stock}",
        *([f'ground: "{ground}"'] if ground else []),
        "boxes:",
        *(["  field: null", f'  medallion: {{fill: "{ground}"}}'] if ground else []),
        *([f"  ornament: {{ornament: {own[(number - 1) % len(own)]}}}"] if ground else []),
        f"  {box}: {{text: {quoted(label)}}}",
    ]
    return "\n".join(lines) + "\n"


_TURN: Final = 0.38
"""The turn of hue from one deck to the next, in turns: near the golden section, so that no two of several are alike."""
_LEAST_SATURATION: Final = 0.35
_DARKER: Final = 0.94


def other_ground(back: BackLook, number: int) -> str:
    """Return the colour of the back of a further deck: another hue, on which the words are as legible as on the first.

    The hue of a grey is that of its tint, made stronger; a colour that is too near to that of the words moves away
    from it in steps.
    """
    red, green, blue = (int(back.ground[at : at + 2], 16) / 255 for at in (1, 3, 5))
    hue, lightness, saturation = rgb_to_hls(red, green, blue)
    enough = min(contrast(back.ground, back.ink), _LEGIBLE)
    is_light = contrast(back.ink, "#000000") > contrast(back.ink, "#ffffff")
    while True:
        turned = hls_to_rgb((hue + number * _TURN) % 1, lightness, max(saturation, _LEAST_SATURATION))
        ground = "#" + "".join(f"{round(255 * part):02x}" for part in turned)
        if contrast(ground, back.ink) >= enough or not 0.02 < lightness < 0.98:
            return ground
        lightness = lightness * _DARKER if is_light else 1 - (1 - lightness) * _DARKER


_LEGIBLE: Final = 4.5
"""The contrast of legible words on their ground (WCAG 2.2)."""


def _continues(kind: KindDraft) -> bool:
    return "markdown" in kind.slots.get("text", "") and kind.layout in CARD_LAYOUTS


def theme_text(options: NewGameOptions) -> str:
    """Return the theme, which extends a built-in one."""
    lines = [
        *([options.theme_head] if options.theme_head else []),
        "# What this game changes of the theme that game.yaml names. Remove the # and change what you like:",
        "# colours:",
        '#   accent: "#2f4b7c"',
        "# styles:",
        "#   card-text: {size: 8.5, leading: 10.4}",
        f"# Emoji, and letters that no font has: punchboard fonts add FONT --game {options.name}",
        "# Fonts for all scripts: punchboard fonts find",
    ]
    return "\n".join(lines) + "\n"


def layout_files(faces: Mapping[str, str], options: NewGameOptions) -> dict[str, str]:
    """Return the layout files by their paths in the game's folder."""
    return {
        "layouts/theme.yaml": theme_text(options),
        **{f"layouts/faces/{key}.yaml": text for key, text in faces.items()},
    }


class Group(NamedTuple):
    """Kinds in one pile, and their back: a built-in layout, or a new face that extends it."""

    kinds: tuple[KindDraft, ...]
    back: str
    stock: str
    label: str
    """The label on the back; empty for a built-in back without one."""

    @property
    def is_face_down(self) -> bool:
        """Whether the pile lies face down; piles of tokens, counters and money do not, nor cards whose backs differ."""
        kind = self.kinds[0]
        return (
            not kind.other_side
            and kind.shape.trim.form != "circle"
            and kind.layout not in SAME_ON_BOTH_SIDES | {builtin_layouts.LAYOUT}
        )


def groups(draft: Draft) -> tuple[Group, ...]:
    """Return the groups of the kinds of a game, in the order of the kinds."""
    grouped: dict[tuple[int, str, str], list[KindDraft]] = {}
    for number, part in enumerate(draft.parts):
        for kind in part.kinds:
            pile = -1 if kind.suit else number
            grouped.setdefault((pile, kind.shape.text, _own_back(kind, draft.kinds)), []).append(kind)
    stocks = [own or back_for(kinds[0].shape.trim) for (_, _, own), kinds in grouped.items()]
    return tuple(
        _group(tuple(kinds), stock, is_single=stocks.count(stock) == 1)
        for kinds, stock in zip(grouped.values(), stocks, strict=True)
    )


def _own_back(kind: KindDraft, kinds: Iterable[KindDraft]) -> str:
    """Return the back of pieces with two sides: the same face, or one of their own; empty for others."""
    if kind.other_side:
        return f"{kind.key}-back"
    return face_name(kind, kinds) if kind.layout in SAME_ON_BOTH_SIDES else ""


def _group(kinds: tuple[KindDraft, ...], stock: str, *, is_single: bool) -> Group:
    if is_single or stock not in BACK_LABELS:
        return Group(kinds, stock, stock, "")
    return Group(kinds, f"{kinds[0].key}-back", stock, kinds[0].plural or kinds[0].name)


def back_names(draft: Draft) -> Mapping[str, str]:
    """Return the name of the back of each kind, by the key of the kind."""
    return {kind.key: group.back for group in groups(draft) for kind in group.kinds}


def back_faces(draft: Draft, options: NewGameOptions) -> dict[str, str]:
    """Return the text of each new back face, by its name."""
    labelled = {
        group.back: back_text(group.stock, BACK_LABELS[group.stock], group.label, options, number)
        for number, group in enumerate(group for group in groups(draft) if group.label)
    }
    return labelled | {f"{kind.key}-back": other_side_text(kind, options) for kind in draft.kinds if kind.other_side}


def piles_text(draft: Draft) -> str:
    """Return the lines of ``game.yaml`` for decks, hands and the set-up."""
    all_groups = groups(draft)
    is_single = len(all_groups) == 1
    keys = [_key(group, is_single=is_single) for group in all_groups]
    steps = [f"  - {{shuffle: {key}}}" for key, group in zip(keys, all_groups, strict=True) if group.is_face_down]
    own = words_of(language_of(draft))
    lines = [
        "decks:",
        *(_pile_line(key, group, own, is_single=is_single) for key, group in zip(keys, all_groups, strict=True)),
        f"each player has: {{hand: {{{named(own, 'hand')}, shows: owner}}}}",
        "# The set-up steps: printed in the rulebook, and played through by `punchboard check`.",
        *(["setup:", *steps] if steps else ["setup: []"]),
    ]
    return "\n".join(lines) + "\n"


def _key(group: Group, *, is_single: bool) -> str:
    noun = "deck" if group.is_face_down else "supply"
    return noun if is_single else f"{group.kinds[0].key} {noun}"


def _pile_line(key: str, group: Group, own: Mapping[str, Any], *, is_single: bool) -> str:
    noun, shows = ("deck", "") if group.is_face_down else ("supply", ", shows: faces")
    kind = group.kinds[0]
    stem = kind.name.removesuffix(" Card")
    name = named(
        own, noun if is_single else f"kind {noun}", stem if slug(stem) else kind.name, kind.plural or kind.name
    )
    ids = ", ".join(f"'{one.key}'" for one in group.kinds)
    contains = "all" if is_single else quoted(f"kind in [{ids}]")
    return f"  {key}: {{{name}, contains: {contains}{shows}}}"
