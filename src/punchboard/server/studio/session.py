"""A session of editing one game: requests of the page become changes of files, with undo and redo across them all."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any, Final, Literal, NamedTuple

from punchboard.checks.severities import is_always_error
from punchboard.edit import face_edit
from punchboard.edit.face_edit import Around, moved_box
from punchboard.edit.game_files import Conflict, FileChange, GameFiles, History, Step, decoded, fingerprint
from punchboard.edit.yaml_edit import set_value
from punchboard.geometry import Rect
from punchboard.load.layouts.raw_layouts import RawFace, raw_face
from punchboard.manual import pages
from punchboard.model.layout.layout import Box
from punchboard.problem import Place, ProblemsFound, fail
from punchboard.server.game_snapshot import Snapshot
from punchboard.server.studio import requests
from punchboard.server.studio.boxes import boxes_view, outdated_error, shown_areas, side_spec
from punchboard.server.studio.card_edits import CardsOfRows, Deck, cards_at, cards_file_changed, written_rows
from punchboard.server.studio.card_rows import cards_view, table_file
from punchboard.server.studio.cell_fixes import SheetCells
from punchboard.server.studio.dropped_pictures import picture_changes
from punchboard.server.studio.fixes import FitFix, Fix, changed_error, seen_line, with_word
from punchboard.server.studio.map_cells import map_view
from punchboard.server.studio.requests import CardsRequest, PictureRequest, SeenText, ThemeRequest
from punchboard.server.studio.theme import theme_changes

_NO_STEP: Final = Step("", ())


class Outcome(NamedTuple):
    """The result of a request: the files written, or those that another program changed in the meantime."""

    written: tuple[str, ...] = ()
    conflicts: tuple[Conflict, ...] = ()
    rows: tuple[dict[str, Any], ...] = ()
    """What the changed rows of cards look like now."""


_MOST_SHOWN: Final = 6  # tables of rows that pages may still have


class Session:
    """The edits of one game while the studio is open.

    Args:
        workspace: the folder with the games.
        game: the game's id.
    """

    def __init__(self, workspace: Path, game: str) -> None:
        self.workspace, self.game = workspace, game
        self._files, self.history = GameFiles(workspace, game), History()
        self._before_edit, self._edit = self.history, _NO_STEP
        self._cards = dict[str, CardsOfRows]()
        self._shown: dict[tuple[str, str], dict[str, int]] = {}
        """The numbers of the rows that were shown last, by kind and fingerprint."""

    def boxes(self, snapshot: Snapshot, component: str, side: int) -> dict[str, Any]:
        """Return the boxes of a side of a component, as plain data for the page.

        Raises:
            ProblemsFound: EDIT001 for a side that does not exist any more.
        """
        raw = raw_face(snapshot.game, self.workspace, side_spec(snapshot, component, side).program.layout)
        own = self._files.read(raw.file)
        names = {} if own is None else face_edit.own_boxes(decoded(own, raw.file).text)
        return boxes_view(snapshot, component, side, names, raw)

    def edit(self, snapshot: Snapshot, request: requests.EditRequest) -> Outcome:
        """Write the changes of a request, as one step that can be undone.

        Raises:
            ProblemsFound: EDIT001 when the page shows an older version of the files, EDIT002 for what cannot be
                done, FILE004 when a file cannot be written; nothing is changed then.
        """
        return self.do(request.label, _changes(self.texts_after(snapshot, request.edits)))

    def texts_after(self, snapshot: Snapshot, edits: Iterable[requests.Edit]) -> Mapping[str, tuple[bytes | None, str]]:
        """Return the bytes of each file that edits would change, and its text after them.

        Raises:
            ProblemsFound: EDIT001 and EDIT002, as `edit`.
        """
        texts: dict[str, tuple[bytes | None, str]] = {}
        for edit in edits:
            face = raw_face(
                snapshot.game, self.workspace, side_spec(snapshot, edit.component, edit.side).program.layout
            )
            before, text = texts.get(face.file) or self._own(face, snapshot, edit)
            texts[face.file] = before, EDITS[type(edit)](edit, text, face, snapshot)
        return texts

    def cards(self, snapshot: Snapshot, kind: str, since: str = "") -> dict[str, Any]:
        """Return the rows of a kind, as plain data for the page, with their fingerprint as ``seen``.

        A page that has the rows ``since`` an earlier fingerprint gets the number there of each row that is the same.

        Raises:
            ProblemsFound: EDIT001 for a kind that does not exist any more, and those of an unreadable file.
        """
        deck, data = self._table(snapshot, kind)
        cards = self._cards.setdefault(kind, CardsOfRows())
        cards.learn(deck, data)
        view = cards_view(snapshot.game, kind, data, cards.of_row)
        texts = list(map(repr, view["rows"]))
        seen, known = fingerprint("\n".join(texts).encode("utf-8", "surrogatepass")), self._shown.get((kind, since), {})
        self._shown[kind, seen] = {text: number for number, text in enumerate(texts)}
        while len(self._shown) > _MOST_SHOWN:
            del self._shown[next(iter(self._shown))]
        rows = [known.get(text, row) for text, row in zip(texts, view["rows"], strict=True)]
        return {**view, "seen": seen, "rows": rows, "map": map_view(snapshot, kind)}

    def edit_cards(self, snapshot: Snapshot, request: CardsRequest) -> Outcome:
        """Write a change of the rows of a kind, as one step that can be undone.

        Raises:
            ProblemsFound: as `edit`, and what the model says about values that it refuses; nothing is changed then.
        """
        while True:
            deck, before = self._table(snapshot, request.kind)
            after = cards_file_changed(deck, before, request)
            outcome = self.do(request.label, [FileChange(deck.at.file, before, after)])
            if not outcome.conflicts:  # else the rows are looked for again, in what another program has just written
                return outcome._replace(rows=written_rows(deck, before, after, request))

    def put_picture(self, snapshot: Snapshot, request: PictureRequest, picture: bytes) -> Outcome:
        """Copy a picture into the game's folder and name it in a row, as one step that can be undone.

        Raises:
            ProblemsFound: as `edit_cards`, and PICT001 for what is no picture that a build can print.
        """
        deck, data = self._table(snapshot, request.kind)
        return self.do(request.label, picture_changes(deck, snapshot, request, (picture, data), self._files.read))

    def _table(self, snapshot: Snapshot, kind: str) -> tuple[Deck, bytes]:
        if kind not in snapshot.game.file.kinds:
            raise outdated_error(f"there is no kind {kind!r} any more", snapshot.game.place.file)
        deck = Deck(snapshot.game, self.workspace, kind)
        data = self._files.read(deck.at.file)
        if data is None:
            raise outdated_error(f"{deck.at.file} no longer exists", deck.at.file)
        return deck, data

    @property
    def labels(self) -> dict[str, str | None]:
        """What can be undone and done again, in words."""
        done, undone = self.history.done, self.history.undone
        return {"undo": done[-1].label if done else None, "redo": undone[-1].label if undone else None}

    @property
    def steps(self) -> dict[str, Any]:
        """The steps in words, as `labels`: those that can be undone and those that can be done again, oldest first."""
        return self.labels | {of: [one.label for one in steps] for of, steps in self.history._asdict().items()}

    def edit_theme(self, snapshot: Snapshot, request: ThemeRequest) -> Outcome:
        """Write changes of the game's theme, as one step that can be undone; those of one gesture are one step.

        Raises:
            ProblemsFound: FILE004 when a file cannot be written; nothing is changed then.
        """
        texts = theme_changes(snapshot.game, self.workspace, request.edits, self._files.read)
        return self.do(request.label, _changes(texts), request.gesture)

    def write(self, label: str, file: str, seen: str, data: bytes) -> Outcome:
        """Write a whole file, as one step that can be undone, if it still has the fingerprint that the user saw.

        Raises:
            ProblemsFound: FILE004 when it cannot be written; nothing is changed then.
        """
        before = self._files.read(file)
        if fingerprint(before) != seen and before != data:
            return Outcome(conflicts=(Conflict(file, before, before, data),))
        return self.do(label, [FileChange(file, before, data)])

    def do(self, label: str, changes: Iterable[FileChange], gesture: str = "") -> Outcome:
        """Write changes as one step, and remember it."""
        step = Step(label, tuple(change for change in changes if change.before != change.after), gesture)
        outcome = self._write(step)
        if outcome.written:
            self._before_edit, self._edit, self.history = self.history, step, self.history.with_step(step)
        return outcome

    def offers(self, snapshot: Snapshot | None, fixes: Iterable[Fix | None]) -> tuple[SeenText | None, ...]:
        """Return what each fix would change, as the files have it now; None for one that cannot be made there."""

        @cache
        def lines(file: str) -> Sequence[str]:
            data = self._files.read(file)
            return () if data is None else decoded(data, file).text.splitlines()

        @cache
        def cells(sheet: Place) -> SheetCells:
            return SheetCells((self.workspace, self.game), self._files.read(sheet.file) or b"", sheet)

        def offered(fix: Fix | None) -> SeenText | None:
            try:
                if isinstance(fix, FitFix):
                    return SeenText(text=self._fit(snapshot, fix))
                if fix is not None and fix.place.sheet:
                    return cells(fix.place._replace(line=0, column=0)).seen(fix)
                return fix and seen_line(lines(fix.place.file), fix)
            except ProblemsFound:  # the file is gone or damaged
                return None

        return tuple(map(offered, fixes))

    def cards_at(self, snapshot: Snapshot, place: Place) -> Sequence[str]:
        """Return the ids of the cards of a snapshot whose row is at a place of the files as they are now."""
        for kind in snapshot.game.file.kinds:
            if table_file(snapshot.game, kind).file == place.file:
                with suppress(ProblemsFound):
                    deck, data = self._table(snapshot, kind)
                    if found := cards_at(deck, data, place):
                        return found
        return ()

    def fix(self, snapshot: Snapshot | None, fix: Fix, seen: SeenText) -> Outcome:
        """Write the fix of a problem where ``seen`` is now, as one step that can be undone.

        Raises:
            ProblemsFound: EDIT001 with both versions when the place has changed since it was offered, and as `edit`.
        """
        if isinstance(fix, FitFix):
            assert snapshot is not None
            if (now := self._fit(snapshot, fix)) != seen.text:
                raise changed_error(fix.box, seen.text, now, snapshot.game.place.file)
            box = {"component": fix.component, "side": fix.side, "box": fix.box}
            value = requests.SetKey.model_validate({"do": "set", **box, "path": ("fit",), "value": fix.fit})
            return self.edit(snapshot, requests.EditRequest(label=fix.label, edits=(value,)))
        file = fix.place.file
        before = self._files.read(file)
        if before is None:
            raise outdated_error(f"{file} no longer exists", file)
        if fix.place.sheet:
            after = SheetCells((self.workspace, self.game), before, fix.place).with_word(fix, seen)
            return self.do(fix.label, (FileChange(file, before, after),))
        return self.do(fix.label, _changes({file: (before, with_word(decoded(before, file).text, fix, seen))}))

    def _fit(self, snapshot: Snapshot | None, fix: FitFix) -> str:
        """Return the ``fit`` of a box as its files have it now; empty if it has none."""
        assert snapshot is not None
        layout = side_spec(snapshot, fix.component, fix.side).program.layout
        box = raw_face(snapshot.game, self.workspace, layout).boxes.get(fix.box) or {}
        return str(box.get("fit", ""))

    def ignore(self, snapshot: Snapshot, request: requests.IgnoreRequest) -> Outcome:
        """Turn the problems of a code off in game.yaml, with the reason, as one step that can be undone.

        Raises:
            ProblemsFound: EDIT002 for problems that no game can be built with, and as `edit`.
        """
        file = snapshot.game.place.file
        if is_always_error(request.code) or request.code not in pages():
            raise fail("EDIT002", Place(file), f"{request.code} cannot be ignored", "fix the problem")
        before = self._files.read(file)
        text = set_value(decoded(before or b"", file).text, ("checks", request.code), {"off": request.because.strip()})
        return self.do(request.label, _changes({file: (before, text)}))

    def discard_edit(self) -> Outcome:
        """Restore the files from before the last edit, with which the game cannot be loaded, and forget the edit."""
        outcome = self._write(self._edit.reversed)
        if outcome.written:
            self.history = self._before_edit
        return outcome

    def undo(self) -> Outcome:
        """Restore the files from before the last step, if nothing else has changed them."""
        outcome = self._write(self._next_step("undo"))
        if outcome.written:
            self.history = self.history.after_undo()
        return outcome

    def redo(self) -> Outcome:
        """Write the last undone step again, if nothing else has changed its files."""
        outcome = self._write(self._next_step("redo"))
        if outcome.written:
            self.history = self.history.after_redo()
        return outcome

    def _next_step(self, of: Literal["undo", "redo"]) -> Step:
        """Return the step that an undo or a redo would write; one without changes if there is none."""
        if of == "undo":
            return self.history.done[-1].reversed if self.history.done else _NO_STEP
        return self.history.undone[-1] if self.history.undone else _NO_STEP

    def resolve_conflict(self, choice: requests.ConflictChoice) -> Outcome:
        """Apply the user's choice for files that another program changed since the step to undo or redo.

        Either the files on disk stay and the step is forgotten, or the step overwrites them, which can be undone. If a
        file has changed again since the user saw it, the result has the current conflicts.
        """
        step = self._next_step(choice.of)
        if step is _NO_STEP:
            return Outcome()
        conflicts = self._files.conflicts(step.changes)
        if any(choice.seen.get(one.file) != one.seen for one in conflicts):
            return Outcome(conflicts=conflicts)
        self.history = self.history.without_last(choice.of)
        if choice.take == "disk":
            return Outcome()
        changes = tuple(FileChange(one.file, self._files.read(one.file), one.after) for one in step.changes)
        return self.do(f"{choice.of.capitalize()} {step.label}", changes)

    def _write(self, step: Step) -> Outcome:
        if not step.changes:
            return Outcome()
        conflicts = self._files.write(step.changes)
        if conflicts:
            return Outcome(conflicts=conflicts)
        return Outcome(tuple(change.file for change in step.changes))

    def _own(self, face: RawFace, snapshot: Snapshot, edit: requests.BoxRequest) -> tuple[bytes | None, str]:
        data = self._files.read(face.file)
        if data is not None:
            return data, decoded(data, face.file).text
        return None, face_edit.own_text(None, side_spec(snapshot, edit.component, edit.side).program.layout)


def _changes(texts: Mapping[str, tuple[bytes | None, str]]) -> Iterator[FileChange]:
    """Yield the changes of files, given the bytes of each before and its new text."""
    for file, (before, text) in texts.items():
        yield FileChange(file, before, decoded(before or b"").encoded(text))


# The edits of boxes: how each kind of request changes the text of the game's own face file.

_SAME: Final = 0.05
"""Millimetres by which an area may differ from the one that the page has seen."""


class _ShownBox(NamedTuple):
    """A box of a face, its area on one card, and what it lies among."""

    box: Box
    area: Rect
    among: Around


def _shown_box(edit: requests.BoxRequest, face: RawFace, snapshot: Snapshot) -> _ShownBox:
    """Return the box that an edit names.

    Raises:
        ProblemsFound: EDIT001 when the card does not show it any more.
    """
    spec = side_spec(snapshot, edit.component, edit.side)
    among = Around(spec.program.trim.size, shown_areas(spec))
    boxes = snapshot.composed.loaded.layouts.faces[spec.program.layout].boxes
    box, area = boxes.get(edit.box), among.areas.get(edit.box)
    if box is None or area is None:
        raise outdated_error(f"the face no longer has a box {edit.box!r}", face.file)
    return _ShownBox(box, area, among)


def _moved(edit: requests.MoveBox, text: str, face: RawFace, snapshot: Snapshot) -> str:
    box, area, among = _shown_box(edit, face, snapshot)
    if any(abs(now - was) > _SAME for now, was in zip(area, edit.was, strict=True)):
        raise outdated_error(f"box {edit.box!r} has moved in the meantime", face.file)
    along = {name: Rect(*to) for name, to in edit.along.items() if name in among.areas}
    changes = moved_box(box, among._replace(moved=along), area, Rect(*edit.to))
    if not changes and edit.to != edit.was and not along:
        raise refused(
            f"box {edit.box!r} fills an area of the card, or its text or a neighbour holds this edge", face.file
        )
    return face_edit.changed_box(text, face.boxes, edit.box, changes)


def _set(edit: requests.SetKey, text: str, face: RawFace, _snapshot: Snapshot) -> str:
    inherited = (face.inherited.get(edit.box) or {}).get(edit.path[0])
    if edit.value is None and len(edit.path) == 1 and inherited is not None:
        return face_edit.cleared_key(text, edit.box, edit.path[0])
    return face_edit.changed_box(text, face.boxes, edit.box, {edit.path: edit.value})


def _copied(edit: requests.CopyBox, text: str, face: RawFace, snapshot: Snapshot) -> str:
    box, area, among = _shown_box(edit, face, snapshot)
    return face_edit.copied_box(text, face.boxes, edit.box, moved_box(box, among, area, Rect(*edit.to)))[0]


def refused(message: str, file: str) -> ProblemsFound:
    """Return the problem of an edit that cannot be made."""
    return fail("EDIT002", Place(file), message, "use the panel, or edit the file")


EDITS: Final[Mapping[type, Callable[[Any, str, RawFace, Snapshot], str]]] = {
    requests.MoveBox: _moved,
    requests.SetKey: _set,
    requests.ResetKey: lambda edit, text, _face, _snapshot: face_edit.reset_key(text, edit.box, edit.path),
    requests.HideBox: lambda edit, text, _face, _snapshot: face_edit.hidden_box(text, edit.box),
    requests.DeleteBox: lambda edit, text, face, _snapshot: face_edit.deleted_box(text, face.inherited, edit.box),
    requests.CopyBox: _copied,
}
"""How each kind of edit changes the text of the game's own face file."""
