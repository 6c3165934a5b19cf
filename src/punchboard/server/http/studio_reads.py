"""What the page of the studio reads of a game: plain data and pictures, by address."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any, Final

from punchboard.problem import ProblemsFound
from punchboard.server.game_snapshot import Snapshot
from punchboard.server.studio.box_copies import kinds_for_copy
from punchboard.server.studio.boxes import font_file, picture_of, side_spec
from punchboard.server.studio.choices import MAX_WORDS, PICTURED, choices, icon_choices, sample
from punchboard.server.studio.face_gallery import layout_offers, layout_sample
from punchboard.server.studio.markdown_files import completions, lines_around, read_text, text_list
from punchboard.server.studio.new_kinds import kind_layouts, kind_sample
from punchboard.server.studio.session import Session
from punchboard.server.studio.theme import alternatives, theme_card, theme_sample, theme_view, theme_warnings
from punchboard.server.studio.trial import lifted

Named = Mapping[str, Any]
"""The values in an address, by name."""


def _kinds(_session: Session, snapshot: Snapshot, _named: Named) -> Any:
    return [{"id": kind.id, "name": kind.plural} for kind in snapshot.game.kinds.values()]


def _boxes(session: Session, snapshot: Snapshot, named: Named) -> Any:
    return session.boxes(snapshot, named["component"], named["side"])


def _icons(session: Session, snapshot: Snapshot, named: Named) -> Any:
    return icon_choices(named.get("find", "")[:MAX_WORDS], snapshot, session.workspace)


READS: Final[Mapping[str, Callable[[Session, Snapshot, Named], Any]]] = {
    "boxes/{component}/{side:int}.json": _boxes,
    "cards.json": _kinds,
    "layouts/{component}/{side:int}.json": lambda session, snapshot, named: layout_offers(
        session, snapshot, named["component"], named["side"]
    ),
    "kinds-for-copy/{component}/{side:int}.json": lambda session, snapshot, named: kinds_for_copy(
        session, snapshot, named["component"], named["side"], named.get("boxes", "")
    ),
    "cards/{kind}.json": lambda session, snapshot, named: session.cards(
        snapshot, named["kind"], named.get("since", "")
    ),
    "kind-layouts.json": lambda session, snapshot, _named: kind_layouts(session, snapshot),
    "choices.json": lambda _session, snapshot, _named: choices(snapshot),
    "choice-icons.json": _icons,
    "completions.json": lambda _session, snapshot, _named: completions(snapshot),
    "theme.json": lambda session, snapshot, _named: theme_view(snapshot, session.workspace),
    "theme-warnings.json": lambda _session, snapshot, _named: theme_warnings(snapshot),
    "theme-offers.json": lambda session, _snapshot, _named: alternatives(session.workspace),
}
"""What the page reads of a game that is loaded, as plain data, by address."""

READS_OF_FILES: Final[Mapping[str, Callable[[Session, Named], Any]]] = {
    "history.json": lambda session, _named: session.steps,
    "texts.json": lambda session, _named: text_list(session.workspace, session.game),
    "text/{name}.json": lambda session, named: read_text(session.workspace, session.game, named["name"]),
    "lines/{line:int}.json": lambda session, named: lines_around(session, named["file"], named["line"]),
}
"""What the page reads also of a game that cannot be loaded, so that its files can be repaired, by address."""


def _picture_on_card(_session: Session, snapshot: Snapshot, named: Named) -> bytes | None:
    picture = picture_of(snapshot, side_spec(snapshot, named["component"], named["side"]), named["box"])
    return picture and picture.data


def _choice(_session: Session, snapshot: Snapshot, named: Named) -> bytes | None:
    control, name = named["control"], named["name"]
    is_known = control in PICTURED and name in choices(snapshot)[control]
    return sample(snapshot, control, name) if is_known else None


def _theme_sample(session: Session, snapshot: Snapshot, named: Named) -> bytes | None:
    with suppress(LookupError, ProblemsFound):
        return theme_sample(snapshot, session.workspace, named["section"], named["name"], named["which"])
    return None


def _theme_card(session: Session, snapshot: Snapshot, named: Named) -> bytes | None:
    with suppress(LookupError, ProblemsFound):
        return theme_card(snapshot, session.workspace, named["component"], named["theme"])
    return None


PICTURES: Final[Mapping[str, Callable[[Session, Snapshot, Named], bytes | None]]] = {
    "on-card/{component}/{side:int}/{box}": _picture_on_card,
    "lifted/{component}/{side:int}/{layer}.svg": lifted,
    "font/{family}/{cut}.ttf": lambda _session, snapshot, named: font_file(snapshot, named),
    "choice/{control}/{name}.svg": _choice,
    "layout-sample/{component}/{side:int}/{layout}.svg": layout_sample,
    "kind-sample/{layout}.svg": kind_sample,
    "theme-sample/{section}/{name}/{which:int}.svg": _theme_sample,
    "theme-card/{component}/{theme:path}.svg": _theme_card,
}
"""The pictures of the page and its fonts, by address; None where there is none."""
