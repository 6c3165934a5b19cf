"""A session of editing one game: requests of the page become changes of files, with undo and redo across them all.

Each request says what the page showed of what it replaces. This is compared with the files from which the change is
made; if another program writes one of them before the change is there, it is compared and made again.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any, Final, Literal, NamedTuple

from punchboard.checks.severities import is_always_error
from punchboard.edit import face_edit
from punchboard.edit.game_files import Conflict, FileChange, GameFiles, History, Step, decoded, fingerprint
from punchboard.edit.tables.records import value_at
from punchboard.edit.yaml_edit import set_value
from punchboard.load.files import display_path
from punchboard.load.layouts.raw_layouts import raw_face
from punchboard.load.yaml.places import read_yaml_value
from punchboard.manual import pages
from punchboard.problem import Place, ProblemsFound, fail
from punchboard.server.game_snapshot import Snapshot
from punchboard.server.studio import requests
from punchboard.server.studio.box_edits import FaceText, face_texts, layout_of
from punchboard.server.studio.boxes import boxes_view, outdated_error, side_spec
from punchboard.server.studio.card_edits import CardsOfRows, Deck, cards_at, cards_file_changed, cell_at, written_rows
from punchboard.server.studio.card_rows import cards_view, map_view, table_file
from punchboard.server.studio.dropped_pictures import picture_changes
from punchboard.server.studio.fixes import FitFix, Fix, SheetCells, seen_line, with_word
from punchboard.server.studio.requests import CardsRequest, PictureRequest, SeenText, ThemeRequest
from punchboard.server.studio.seen import refuse_changed
from punchboard.server.studio.theme_edits import ThemeTexts, theme_texts
from punchboard.workspace import game_folder

_NO_STEP: Final = Step("", ())


class Outcome(NamedTuple):
    """The result of a request: the files written, or those that another program changed in the meantime."""

    written: tuple[str, ...] = ()
    conflicts: tuple[Conflict, ...] = ()
    rows: tuple[dict[str, Any], ...] = ()
    """What the changed rows of cards look like now."""
    seen: Sequence[Any] = ()
    """What each edit has left of the values that it said to replace."""
    open: tuple[str, ...] = ()
    """Written files that a spreadsheet program has opened since the last write: it may write its version over them."""


_MOST_SHOWN: Final = 6  # tables of rows that pages may still have
_MOST_TRIES: Final = 20  # to write what another program writes, too


class Session:
    """The edits of one game while the studio is open.

    Args:
        workspace: the folder with the games.
        game: the game's id.
    """

    def __init__(self, workspace: Path, game: str) -> None:
        self.workspace, self.game = workspace, game
        self._files, self.history = GameFiles(workspace, game), History()
        self.read = self._files.read
        self._before_edit, self._edit = self.history, _NO_STEP
        self._cards = dict[str, CardsOfRows]()
        self._open = frozenset[str]()
        self._shown: dict[tuple[str, str], dict[str, int]] = {}
        """The numbers of the rows that were shown last, by kind and fingerprint."""

    def boxes(self, snapshot: Snapshot, component: str, side: int) -> dict[str, Any]:
        """Return the boxes of a side of a component, as plain data for the page.

        Raises:
            ProblemsFound: EDIT001 for a side that does not exist any more.
        """
        raw = raw_face(snapshot.game, self.workspace, side_spec(snapshot, component, side).program.layout)
        own = self.read(raw.file)
        names = {} if own is None else face_edit.own_boxes(decoded(own, raw.file).text)
        return boxes_view(snapshot, component, side, names, raw)

    def edit(self, snapshot: Snapshot, request: requests.EditRequest) -> Outcome:
        """Write the changes of a request, as one step that can be undone.

        Raises:
            ProblemsFound: EDIT001 when the page shows an older version of the files, EDIT002 for what cannot be
                done, FILE004 when a file cannot be written; nothing is changed then.
        """
        texts: Mapping[str, FaceText] = {}

        def changes() -> Iterator[FileChange]:
            nonlocal texts
            texts = face_texts(snapshot, self.workspace, self.read, request.edits)
            yield from (one.change for one in texts.values())
            yield from _changes(theme_texts(snapshot.game, self.workspace, request.theme, self.read).files)

        outcome = self.do(request.label, changes)
        return outcome._replace(seen=[texts[layout_of(snapshot, one)].seen(one) for one in request.edits])

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
        rows: tuple[dict[str, Any], ...] = ()

        def changes() -> Iterator[FileChange]:
            nonlocal rows
            deck, before = self._table(snapshot, request.kind)
            after = cards_file_changed(deck, before, request)
            rows = written_rows(deck, before, after, request)
            yield FileChange(deck.at.file, before, after)

        return self.do(request.label, changes)._replace(rows=rows)

    def put_picture(self, snapshot: Snapshot, request: PictureRequest, picture: bytes) -> Outcome:
        """Copy a picture into the game's folder and name it in a row, as one step for undo with those of its gesture.

        Raises:
            ProblemsFound: as `edit_cards`, and PICT001 for what is no picture that a build can print.
        """

        def changes() -> Iterator[FileChange]:
            deck, data = self._table(snapshot, request.kind)
            return picture_changes(deck, snapshot, request, (picture, data), self.read)

        return self.do(request.label, changes, request.gesture)

    def _table(self, snapshot: Snapshot, kind: str) -> tuple[Deck, bytes]:
        if kind not in snapshot.game.file.kinds:
            raise outdated_error(f"there is no kind {kind!r} any more", snapshot.game.place.file)
        deck = Deck(snapshot.game, self.workspace, kind)
        data = self.read(deck.at.file)
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
        texts: ThemeTexts | None = None

        def changes() -> Iterator[FileChange]:
            nonlocal texts
            texts = theme_texts(snapshot.game, self.workspace, request.edits, self.read)
            return _changes(texts.files)

        outcome = self.do(request.label, changes, request.gesture)
        return outcome._replace(seen=[] if texts is None else [texts.seen(one) for one in request.edits])

    def write(self, label: str, file: str, seen: str, data: bytes) -> Outcome:
        """Write a whole file, as one step that can be undone, if it still has the fingerprint that the user saw.

        Raises:
            ProblemsFound: FILE004 when it cannot be written; nothing is changed then.
        """
        before = self.read(file)
        if fingerprint(before) != seen and before != data:
            return Outcome(conflicts=(Conflict(file, before, before, data),))
        return self._do(Step(label, (FileChange(file, before, data),)))

    def do(self, label: str, changes: Callable[[], Iterable[FileChange]], gesture: str = "") -> Outcome:
        """Write changes as one step, and remember it.

        ``changes`` reads the files, and refuses what has changed since the page showed it. It is called again when
        another program writes one of them before the changes are written.
        """
        for _ in range(_MOST_TRIES):
            outcome = self._do(Step(label, tuple(changes()), gesture))
            if not outcome.conflicts:
                break
        return outcome

    def _do(self, step: Step) -> Outcome:
        step = step._replace(changes=tuple(one for one in step.changes if one.before != one.after))
        outcome = self._write(step)
        if outcome.written:
            self._before_edit, self._edit, self.history = self.history, step, self.history.with_step(step)
        return outcome

    def offers(self, snapshot: Snapshot | None, fixes: Iterable[Fix | None]) -> tuple[SeenText | None, ...]:
        """Return what each fix would change, as the files have it now; None for one that cannot be made there."""

        @cache
        def lines(file: str) -> Sequence[str]:
            data = self.read(file)
            return () if data is None else decoded(data, file).text.splitlines()

        @cache
        def cells(sheet: Place) -> SheetCells:
            return SheetCells((self.workspace, self.game), self.read(sheet.file) or b"", sheet)

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
                    if ids := cards_at(deck, data, place):
                        return ids
        return ()

    def cells_at(self, snapshot: Snapshot, places: Mapping[int, Place]) -> dict[int, dict[str, Any]]:
        """Return the cells at places of the files as they are now, by the numbers of the places that have one."""
        cells = dict[int, dict[str, Any]]()
        for kind in snapshot.game.file.kinds:
            file = table_file(snapshot.game, kind).file
            here = {at: place for at, place in places.items() if place.file == file}
            if here:
                with suppress(ProblemsFound):
                    deck, data = self._table(snapshot, kind)
                    finder = deck.finder(data)
                    cells_here = {at: cell_at(deck, finder, place) for at, place in here.items()}
                    cells |= {at: cell for at, cell in cells_here.items() if cell is not None}
        return cells

    def fix(self, snapshot: Snapshot | None, fix: Fix, seen: SeenText) -> Outcome:
        """Write the fix of a problem where ``seen`` is now, as one step that can be undone.

        Raises:
            ProblemsFound: EDIT001 with both versions when the place has changed since it was offered, and as `edit`.
        """
        if isinstance(fix, FitFix):
            assert snapshot is not None
            box = {"component": fix.component, "side": fix.side, "box": fix.box}
            was = ((("fit",), seen.text or None),)
            value = requests.SetKey.model_validate(
                {"do": "set", **box, "path": ("fit",), "value": fix.fit, "seen": was}
            )
            return self.edit(snapshot, requests.EditRequest(label=fix.label, edits=(value,)))
        file = fix.place.file

        def changes() -> Iterator[FileChange]:
            before = self.read(file)
            if before is None:
                raise outdated_error(f"{file} no longer exists", file)
            if fix.place.sheet:
                after = SheetCells((self.workspace, self.game), before, fix.place).with_word(fix, seen)
                yield FileChange(file, before, after)
            else:
                yield from _changes({file: (before, with_word(decoded(before, file).text, fix, seen))})

        return self.do(fix.label, changes)

    def _fit(self, snapshot: Snapshot | None, fix: FitFix) -> str:
        """Return the ``fit`` of a box as its files have it now; empty if it has none."""
        assert snapshot is not None
        layout = side_spec(snapshot, fix.component, fix.side).program.layout
        box = raw_face(snapshot.game, self.workspace, layout).boxes.get(fix.box) or {}
        return str(box.get("fit", ""))

    def severities(self, codes: Iterable[str]) -> dict[str, Any]:
        """Return what game.yaml says of the problems of codes; None where it says nothing."""
        file = display_path(game_folder(self.game, self.workspace) / "game.yaml", self.workspace)
        raw = read_yaml_value(decoded(self.read(file) or b"", file).text, file)
        return {code: value_at(raw, ("checks", code)) for code in codes}

    def ignore(self, snapshot: Snapshot, request: requests.IgnoreRequest) -> Outcome:
        """Turn the problems of a code off in game.yaml, with the reason, as one step that can be undone.

        Raises:
            ProblemsFound: EDIT002 for problems that no game can be built with, and as `edit`.
        """
        file = snapshot.game.place.file
        if is_always_error(request.code) or request.code not in pages():
            raise fail("EDIT002", Place(file), f"{request.code} cannot be ignored", "fix the problem")
        path = ("checks", request.code)

        def changes() -> Iterator[FileChange]:
            before = self.read(file)
            text = decoded(before or b"", file).text
            refuse_changed(((path, request.was),), read_yaml_value(text, file), "the game", Place(file))
            yield from _changes({file: (before, set_value(text, path, {"off": request.because.strip()}))})

        return self.do(request.label, changes)

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
            return self.history.done[-1].whole.reversed if self.history.done else _NO_STEP
        return self.history.undone[-1].whole if self.history.undone else _NO_STEP

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
        history, self.history = self.history, self.history.without_last(choice.of)
        if choice.take == "disk":
            return Outcome()
        over = {one.file: one.on_disk for one in conflicts}
        changes = tuple(one._replace(before=over.get(one.file, one.before)) for one in step.changes)
        outcome = self._do(Step(f"{choice.of.capitalize()} {step.label}", changes))
        if outcome.conflicts:
            self.history = history
        return outcome

    def _write(self, step: Step) -> Outcome:
        if not step.changes:
            return Outcome()
        conflicts = self._files.write(step.changes)
        if conflicts:
            return Outcome(conflicts=conflicts)
        written = tuple(change.file for change in step.changes)
        was, here = self._open, frozenset(filter(self._files.is_open_elsewhere, written))
        self._open = (was - {*written}) | here
        return Outcome(written, open=tuple(sorted(here - was)))


def _changes(texts: Mapping[str, tuple[bytes | None, str]]) -> Iterator[FileChange]:
    """Yield the changes of files, given the bytes of each before and its new text."""
    for file, (before, text) in texts.items():
        yield FileChange(file, before, decoded(before or b"").encoded(text))
