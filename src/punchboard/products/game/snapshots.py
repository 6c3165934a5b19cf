"""The snapshot of a game: the looks and values of its components, dice, quick-reference cards, boxes; their sources."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from json import JSONEncoder
from typing import Any, Final

from punchboard.compose.faces.face_fingerprints import FaceFingerprints, text_hash
from punchboard.compose.faces.face_spec import FaceSpec
from punchboard.model.game.game import Component, Game
from punchboard.model.game.loaded_game import LoadedGame
from punchboard.model.layout.tuck_box import BOX_LAYOUTS
from punchboard.model.snapshot import KindSources, Part, Snapshot
from punchboard.model.values import canonical_text

DIE_NAME: Final = "die {}"
"""What a die is called."""

REFERENCE: Final = "reference cards"
"""What the quick-reference cards are called together."""

BOX_NAME: Final = "box {}"
"""What a tuck box is called."""

_Drawn = Mapping[str, tuple[FaceSpec, ...]]
"""What the faces of components are drawn from, by id."""

_encode = JSONEncoder(ensure_ascii=False, sort_keys=True, default=dict).encode


def take_snapshot(loaded: LoadedGame, drawn: Iterable[tuple[Component, tuple[FaceSpec, ...]]]) -> Snapshot:
    """Return a game as it is.

    Args:
        loaded: the loaded game.
        drawn: every component with what its faces, front and back, are drawn from.
    """
    game, looks = loaded.game, FaceFingerprints(loaded)
    used: dict[str, set[str]] = {name: set() for name in game.kinds}
    parts: dict[str, Part] = {}
    by_id: dict[str, tuple[FaceSpec, ...]] = {}
    for component, specs in drawn:
        look = looks.fingerprint(specs, used[component.kind])
        parts[component.id] = Part(component.kind, component.copies, look, component.values)
        if game.file.tuck_boxes:
            by_id[component.id] = specs
    others = dict(chain(_other_parts(game, looks), _box_parts(loaded, looks, by_id)))
    return Snapshot(
        game=game.id,
        version=game.file.version,
        parts=parts,
        other_parts=others,
        kinds={name: KindSources(tuple(sorted(names)), _lists(game, name)) for name, names in used.items()},
        sources=dict(sorted(looks.sources.items())),
        lists={name: {str(entry): dict(entry.properties) for entry in entries} for name, entries in game.lists.items()},
        numbers={name: number.value for name, number in game.file.numbers.items()},
        texts={name: text_hash(text) for name, text in game.texts.items()},
    )


def _lists(game: Game, kind: str) -> dict[str, str]:
    """Return the lists that the fields of a kind are chosen from, by field."""
    fields = game.kinds[kind].file.fields
    return {name: field.one_of for name, field in fields.items() if isinstance(field.one_of, str)}


def _other_parts(game: Game, looks: FaceFingerprints) -> Iterator[tuple[str, Part]]:
    """Yield dice and quick-reference cards."""
    for name, die in game.file.dice.items():
        lists = [_encode([dict(entry.properties) for entry in entries]) for entries in _face_entries(game, die.faces)]
        file = canonical_text(die, "copies", "about", "rule")
        yield (
            DIE_NAME.format(name),
            Part("die", die.copies, text_hash(file, *lists, *looks.sources_of_layout(die.face).values())),
        )
    if "reference" in game.texts:
        numbers = _encode({name: number.value for name, number in game.file.numbers.items()})
        layout = looks.sources_of_layout("reference").values()
        yield REFERENCE, Part("reference", 1, text_hash(game.texts["reference"], numbers, game.file.reference, *layout))


def _box_parts(loaded: LoadedGame, looks: FaceFingerprints, drawn: _Drawn) -> Iterator[tuple[str, Part]]:
    """Yield the tuck boxes that hold anything."""
    if not loaded.game.file.tuck_boxes:
        return
    from punchboard.compose.folding.tuck_boxes import box_cards, box_inner_size  # noqa: PLC0415 - not every game has boxes

    game = loaded.game
    layouts = [look for layout in BOX_LAYOUTS for look in looks.sources_of_layout(layout).values()]
    named = (game.title, game.short_title, game.file.tagline, str(game.file.players.seat_counts), *layouts)
    for name, box in game.file.tuck_boxes.items():
        cards = box_cards(game, box.holds)
        if cards:
            size = " x ".join(f"{length:.2f}" for length in box_inner_size(loaded, name, cards))
            values = {"name": box.name or game.short_title, "cards": sum(card.copies for card in cards), "size": size}
            look = text_hash(*map(str, values.values()), *named, _back_fingerprint(looks, cards, drawn))
            yield BOX_NAME.format(name), Part("box", 1, look, values)


def _back_fingerprint(looks: FaceFingerprints, cards: Iterable[Component], drawn: _Drawn) -> str:
    """Return the look of the back that most of the cards have, which a box shows."""
    backs: Counter[FaceSpec] = Counter()
    for card in cards:
        for back in drawn.get(card.id, ())[1:]:
            backs[back] += card.copies
    most = max(backs, key=lambda back: backs[back], default=None)
    return looks.fingerprint((most,), set()) if most is not None else ""


def _face_entries(game: Game, faces: object) -> Iterator[tuple[Any, ...]]:
    """Yield the entries of the list that the faces of a die come from, if from one."""
    if isinstance(faces, Mapping):
        yield game.lists.get(faces["one_of"], ())
