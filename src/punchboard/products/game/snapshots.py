"""The snapshot of a game: fingerprints and values of its components, dice, reference cards and boxes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from json import JSONEncoder
from typing import Final

from punchboard.compose.faces.face_fingerprints import FaceFingerprints, text_hash
from punchboard.compose.faces.face_spec import FaceSpec
from punchboard.model.game.game import Component, Game, LoadedGame
from punchboard.model.layout.trim import BOX_LAYOUTS
from punchboard.model.snapshot import KindSources, Part, Snapshot
from punchboard.model.values import canonical_text

DIE_NAME: Final = "die {}"
"""The name of a die in a snapshot."""

REFERENCE: Final = "reference cards"
"""The name of the quick-reference cards in a snapshot."""

BOX_NAME: Final = "box {}"
"""The name of a tuck box in a snapshot."""

_Drawn = Mapping[str, tuple[FaceSpec, ...]]
"""The face specs of components, by id."""

_encode = JSONEncoder(ensure_ascii=False, sort_keys=True, default=dict).encode


def take_snapshot(loaded: LoadedGame, drawn: Iterable[tuple[Component, tuple[FaceSpec, ...]]]) -> Snapshot:
    """Return the snapshot of a game in its current state.

    Args:
        loaded: the loaded game.
        drawn: every component with the specs of its front and back.
    """
    game, fingerprints = loaded.game, FaceFingerprints(loaded)
    used: dict[str, set[str]] = {name: set() for name in game.kinds}
    parts: dict[str, Part] = {}
    by_id: dict[str, tuple[FaceSpec, ...]] = {}
    for component, specs in drawn:
        fingerprint = fingerprints.fingerprint(specs, used[component.kind])
        parts[component.id] = Part(component.kind, component.copies, fingerprint, component.values)
        if game.file.tuck_boxes:
            by_id[component.id] = specs
    others = dict(chain(_other_parts(game, fingerprints), _box_parts(loaded, fingerprints, by_id)))
    return Snapshot(
        game=game.id,
        version=game.file.version,
        parts=parts,
        other_parts=others,
        kinds={name: KindSources(tuple(sorted(names)), _lists(game, name)) for name, names in used.items()},
        sources=dict(sorted(fingerprints.sources.items())),
        lists={name: {str(entry): dict(entry.properties) for entry in entries} for name, entries in game.lists.items()},
        numbers={name: number.value for name, number in game.file.numbers.items()},
        texts={name: text_hash(text) for name, text in game.texts.items()},
    )


def _lists(game: Game, kind: str) -> dict[str, str]:
    """Return the name of the list that each ``one of`` field of a kind chooses from, by field."""
    fields = game.kinds[kind].file.fields
    return {name: field.one_of for name, field in fields.items() if isinstance(field.one_of, str)}


def _other_parts(game: Game, fingerprints: FaceFingerprints) -> Iterator[tuple[str, Part]]:
    """Yield the dice and the quick-reference cards."""
    for name, die in game.file.dice.items():
        choices = [die.faces["one of"]] if isinstance(die.faces, Mapping) else []
        lists = [_encode([dict(entry.properties) for entry in game.lists.get(choice, ())]) for choice in choices]
        file = canonical_text(die, "copies", "about", "rule")
        yield (
            DIE_NAME.format(name),
            Part("die", die.copies, text_hash(file, *lists, *fingerprints.sources_of_layout(die.face).values())),
        )
    if "reference" in game.texts:
        numbers = _encode({name: number.value for name, number in game.file.numbers.items()})
        layout = fingerprints.sources_of_layout("reference").values()
        yield REFERENCE, Part("reference", 1, text_hash(game.texts["reference"], numbers, game.file.reference, *layout))


def _box_parts(loaded: LoadedGame, fingerprints: FaceFingerprints, drawn: _Drawn) -> Iterator[tuple[str, Part]]:
    """Yield the tuck boxes that hold any cards."""
    if not loaded.game.file.tuck_boxes:
        return
    from punchboard.compose.tuck_nets import box_cards, box_inner_size  # noqa: PLC0415 - not every game has boxes

    game = loaded.game
    layouts = [source for layout in BOX_LAYOUTS for source in fingerprints.sources_of_layout(layout).values()]
    shared = (game.title, game.short_title, game.file.tagline, str(game.file.players.seat_counts), *layouts)
    for name, box in game.file.tuck_boxes.items():
        cards = box_cards(game, box.holds)
        if cards:
            size = " x ".join(f"{length:.2f}" for length in box_inner_size(loaded, name, cards))
            values = {"name": box.name or game.short_title, "cards": sum(card.copies for card in cards), "size": size}
            fingerprint = text_hash(*map(str, values.values()), *shared, _back_fingerprint(fingerprints, cards, drawn))
            yield BOX_NAME.format(name), Part("box", 1, fingerprint, values)


def _back_fingerprint(fingerprints: FaceFingerprints, cards: Iterable[Component], drawn: _Drawn) -> str:
    """Return the fingerprint of the most frequent back of the cards, which the box shows."""
    backs: Counter[FaceSpec] = Counter()
    for card in cards:
        for back in drawn.get(card.id, ())[1:]:
            backs[back] += card.copies
    most_frequent = max(backs, key=lambda back: backs[back], default=None)
    return fingerprints.fingerprint((most_frequent,), set()) if most_frequent is not None else ""
