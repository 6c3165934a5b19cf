"""Content keys of faces. Equal keys mean equal pictures, so an open page replaces only faces that have changed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from punchboard.compose.faces.face_fingerprints import FaceFingerprints, text_hash
from punchboard.compose.faces.face_spec import FaceSpec
from punchboard.products.game.composed_game import ComposedGame

KEY_CONTEXT: Final = "{} {} {}"
"""The part of a key shared by all faces of a game: ink, version, language."""


def face_keys(composed: ComposedGame, looks: FaceFingerprints | None = None) -> Mapping[FaceSpec, str]:
    """Return the key of every face: 16 hexadecimal digits, worked out without drawing anything.

    A look leaves out the mark of the edition, so the game's version is part of each key.
    """
    looks, file = looks or FaceFingerprints(composed.loaded), composed.game.file
    way = KEY_CONTEXT.format(composed.print_options.ink, file.version, file.language)
    specs = dict.fromkeys(spec for _, spec in composed.all_specs)
    return {spec: text_hash(way, looks.fingerprint((spec,), set())) for spec in specs}
