"""Random edits in the studio while another program edits the same files: nothing is lost or overwritten."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping
from copy import deepcopy
from random import Random
from typing import NamedTuple

import pytest
import yaml
from starlette.testclient import TestClient
from tests.server.http.conftest import (
    FACE,
    HERE,
    OURS,
    PORT,
    at,
    game_view,
    nothing,
    seen_in_box,
    seen_in_theme,
    shown_row,
)

from punchboard.edit.game_files import GameFiles
from punchboard.server.http.app import preview_app
from punchboard.server.preview_games import PreviewGames

pytestmark = pytest.mark.slow

GAME, CARDS = "catalog/grove/game.yaml", "catalog/grove/cards.csv"
THEME, BACK = "catalog/grove/layouts/theme.yaml", "catalog/grove/layouts/faces/back.yaml"
SIDES = [("card-1", 0), ("card-1", 1), ("card-2", 0)]
WORDS = [
    "",
    "a",
    "{{ title }}",
    "{{ nothing",
    "title",
    "ink",
    "ink 40%",
    "#2f4b7c",
    "star",
    "shrink to 7pt",
    "#",
    "a: b",
]
NUMBERS = [0, 0.5, 3, -2, 1e9, "5mm", "10%", "fit"]
COLOURS = ["#111111", "#345678", "#a3282f", "nonsense"]
LATE = 0.25
"""How often the other program writes between a look at a file and the write, and between two requests."""


def parsed(file, data):
    """Return what a file says: rows of a table, or a mapping without what is empty."""
    text = (data or b"").decode()
    return [*csv.DictReader(io.StringIO(text))] if file == CARDS else filled(yaml.safe_load(text) or {})


def filled(value):
    """Return a value without empty mappings in it."""
    if not isinstance(value, Mapping):
        return value
    return {key: one for key, old in value.items() if (one := filled(old)) != {}}


def without(value, path):
    """Return a mapping without the value at a path."""
    value = deepcopy(value)
    inner = at(value, path[:-1])
    if isinstance(inner, dict):
        inner.pop(path[-1], None)
    return filled(value)


class Write(NamedTuple):
    """Bytes of files before and after one write of the studio."""

    before: Mapping[str, bytes | None]
    after: Mapping[str, bytes | None]

    def change(self, file):
        """Return what a file said before and after."""
        return parsed(file, self.before[file]), parsed(file, self.after[file])


class Elsewhere:
    """Another program: it reads a whole file, changes something in it, and writes it in its own way."""

    def __init__(self, workspace, random, monkeypatch):
        self.workspace, self.random, self.count, self.touched, self.writes = workspace, random, 0, set(), []
        self.on = False
        read, write = GameFiles.read, GameFiles.write

        def late_read(files, file):
            data = read(files, file)
            self.may_write()
            return data

        def seen_write(files, changes):
            self.may_write()
            before = {one.file: self.bytes(one.file) for one in changes}
            found = write(files, changes)
            if not found:
                self.writes.append(Write(before, {one.file: self.bytes(one.file) for one in changes}))
            return found

        monkeypatch.setattr(GameFiles, "read", late_read)
        monkeypatch.setattr(GameFiles, "write", seen_write)

    def bytes(self, file):
        """Return the bytes of a file; None when there is none."""
        path = self.workspace.path / file
        return path.read_bytes() if path.exists() else None

    def may_write(self):
        """Write something, or nothing."""
        if not self.on or self.random.random() > LATE:
            return
        file = self.random.choice([FACE, CARDS, CARDS, THEME])
        data = self.bytes(file)
        if data is None:
            return
        self.count += 1
        self.touched.add(file)
        does = {FACE: self.face, CARDS: self.cards, THEME: self.theme}[file]
        (self.workspace.path / file).write_text(does(parsed(file, data)), encoding="utf-8")

    def face(self, face):
        """Change a colour or a place of a box, or add one."""
        boxes = face.setdefault("boxes", {})
        names = [name for name, box in boxes.items() if isinstance(box, dict) and "at" in box]
        if not names or self.random.random() < 0.1:
            boxes[f"elsewhere-{self.count}"] = {"at": [1, 1], "size": [4, 4], "fill": "#123456"}
        else:
            box = boxes[self.random.choice(names)]
            key, value = self.random.choice([("at", [self.count % 30, 7]), ("fill", f"#{self.count % 10**6:06}")])
            box[key] = value
        return yaml.safe_dump(face, sort_keys=False)

    def theme(self, theme):
        """Change a colour."""
        name = self.random.choice(["ink", "paper", "accent"])
        theme.setdefault("colours", {})[name] = f"#{self.count % 10**6:06}"
        return yaml.safe_dump(theme, sort_keys=False)

    def cards(self, rows):
        """Sort the rows, change a text, add a row or delete one."""
        random, names = self.random, list(rows[0]) if rows else []
        match random.choice(["sort", "text", "text", "add", "delete"]):
            case "sort":
                random.shuffle(rows)
            case "text":
                random.choice(rows)[random.choice(["title", "text"])] = f"Elsewhere {self.count}"
            case "add":
                new = dict(zip(names, (f"{1000 + self.count}", "1", "Sprout", "ember", "Grow."), strict=False))
                rows.insert(random.randrange(len(rows) + 1), new)
            case "delete" if len(rows) > 4:
                rows.pop(random.randrange(len(rows)))
        out = io.StringIO()
        writer = csv.DictWriter(out, names, lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
        return out.getvalue()


class Person:
    """Somebody who does anything that the page can, also with a page that shows something older."""

    def __init__(self, studio, elsewhere, random, reload):
        self.studio, self.elsewhere, self.random, self.reload = studio, elsewhere, random, reload
        self.fields = studio.get("/fields.json").json()
        self.looks = {}
        self.done, self.undone, self.gesture = [], [], ""
        self.statuses = []

    def look(self, address, *files):
        """Return what the page shows, which may be old, and what the files said when it was read."""
        if address not in self.looks or self.random.random() < 0.6:
            was, self.elsewhere.on = self.elsewhere.on, False
            answer = self.studio.get(f"/g/grove/{address}")
            self.elsewhere.on = was
            if not answer.is_success:
                return None
            said = {file: parsed(file, self.elsewhere.bytes(file)) for file in files}
            self.looks[address] = answer.json(), said
        return self.looks[address]

    def post(self, name, body):
        """Send a request that writes; return its answer and what it has written."""
        self.elsewhere.writes.clear()
        answer = self.studio.post(f"/g/grove/{name}", json=body, headers=OURS)
        self.statuses.append(answer.status_code)
        return answer, [*self.elsewhere.writes]

    def change(self, name, body):
        """Send a change; return the write that was accepted, None if there was none."""
        answer, writes = self.post(name, body)
        assert answer.status_code in {200, 422}, answer.text
        if answer.status_code == 422:  # what was written was taken back, or can be undone
            if len(writes) == 1:
                self.remember(writes[0], body)
                assert "Undo takes it back." in answer.json()["hint"]
            elif writes:
                assert writes[1].after == writes[0].before
            return None
        if not writes:
            assert answer.json()["files"] == []
            return None
        (write,) = writes
        self.remember(write, body)
        return write

    def remember(self, write, body):
        """Put a step into the history, or into the last one that has the same gesture."""
        gesture, last = body.get("gesture"), self.done[-1] if self.done else None
        joins = gesture and last and self.gesture == gesture
        if joins and all(last.after.get(file, data) == data for file, data in write.before.items()):
            first, now = {**write.before, **last.before}, {**last.after, **write.after}
            files = [file for file in now if first[file] != now[file]]
            self.done.pop()
            if files:
                self.done.append(Write({file: first[file] for file in files}, {file: now[file] for file in files}))
            else:  # a drag that ends where it began
                gesture = ""
        else:
            self.done.append(write)
        self.gesture = gesture
        self.undone.clear()

    def act(self):
        """Do one thing, and check what it has done; undo while the game cannot be loaded."""
        if game_view(self.studio)["stale"]:
            self.step("undo", "disk")
            self.reload()
            return
        does = [self.box, self.box, self.new_box, self.theme, self.cell, self.cell, self.row, self.ignore, self.step]
        self.random.choice(does)()

    def box(self):
        """Move, set, reset, hide, delete or copy a box."""
        component, side = self.random.choice(SIDES)
        file = BACK if side else FACE
        found = self.look(f"boxes/{component}/{side}.json", file)
        if found is None or not found[0]["boxes"]:
            return
        (boxes, said), one = found, self.random.choice(found[0]["boxes"])
        edit = {"component": component, "side": side, "box": one["name"], **self.edit_of(one)}
        edit["seen"] = seen_in_box(boxes, edit)
        write = self.change("edit", {"label": "Edit", "edits": [edit]})
        if write is None:
            return
        before, after = write.change(file)
        name = ("boxes", one["name"])
        for path, _ in edit["seen"]:
            assert at(before, (*name, *path)) == at(said[file], (*name, *path))
        if edit["do"] == "copy":
            (copy,) = after["boxes"].keys() - before["boxes"].keys()
            name = ("boxes", copy)
        elif edit["do"] == "set" and not isinstance(edit["value"], str):
            assert at(after, (*name, *edit["path"])) == edit["value"]
        keys = {"move": ["at", "size"], "set": edit.get("path", [])[:1], "reset": edit.get("path")}.get(edit["do"])
        for path in [(*name, key) for key in keys] if keys else [name]:
            before, after = without(before, path), without(after, path)
        assert before == after

    def edit_of(self, box):
        """Return a random change of a box."""
        kind = self.random.choice(["move", "move", "set", "set", "set", "reset", "copy", "hide", "delete"])
        path = self.random.choice(self.fields)["path"]
        if kind in {"move", "copy"} and box["area"]:
            to = [max(0.5, one + self.random.uniform(-9, 9)) for one in box["area"]]
            return {"do": "move", "was": box["area"], "to": to} if kind == "move" else {"do": "copy", "to": to}
        if kind == "set":
            return {"do": "set", "path": path, "value": self.value(path)}
        rare = {"do": "hide" if kind == "hide" else "delete"} if self.random.random() < 0.2 else None
        return rare or {"do": "reset", "path": path[:1]}

    def value(self, path):
        """Return a value that the key may or may not have."""
        field = next(one for one in self.fields if one["path"] == path)
        names = [[], ["title"], ["nowhere"], ["top left"]]
        return self.random.choice([None, True, False, *field.get("choices", []), *WORDS, *NUMBERS, *names])

    def new_box(self):
        """Add a box under a name that was free."""
        found = self.look("boxes/card-1/0.json", FACE)
        if found is None:
            return
        name = next(name for number in range(1, 10**6) if (name := f"new-{number}") not in found[0]["taken"])
        of = {"component": "card-1", "side": 0, "box": name, "do": "set", "seen": [[[], None]]}
        values = {"at": [1, 1], "size": [9, 5], "text": self.random.choice(WORDS)}
        write = self.change(
            "edit", {"label": "Add", "edits": [of | {"path": [key], "value": one} for key, one in values.items()]}
        )
        if write is not None:
            before, after = write.change(FACE)
            assert name not in before.get("boxes", {})
            assert after["boxes"][name] == values
            assert before == without(after, ("boxes", name))

    def theme(self):
        """Set or reset a value of the theme, as one of a drag's or alone, or name another theme."""
        found = self.look("theme.json", THEME, GAME)
        if found is None:
            return
        theme, said = found
        path = self.random.choice(
            [["colours", "ink"], ["colours", "paper"], ["colours", "accent"], ["styles", "title", "size"], ["corners"]]
        )
        value = self.random.choice([9, 12.5, *COLOURS, *COLOURS, "round"])
        do, file = self.random.choice(["set", "set", "set", "reset", "theme"]), THEME
        edit = {"do": do, "path": path}
        if do == "set":
            edit["value"] = value
        elif do == "theme":
            file, edit = GAME, {"do": "theme", "theme": self.random.choice(["ember", "meadow", "nowhere"])}
        edit["seen"] = seen_in_theme(theme, edit)
        gesture = self.random.choice(["", "one drag", "another"])
        write = self.change("edit-theme", {"label": "Theme", "gesture": gesture, "edits": [edit]})
        if write is None:
            return
        before, after = write.change(file)
        path = edit.get("path", ["theme"])
        assert at(before, path) == at(said[file], path)
        if do != "reset":
            assert at(after, path) == edit.get("value", edit.get("theme"))
        made = {"extends"} - before.keys()  # a first change makes the file
        assert without(before, path) == {key: one for key, one in without(after, path).items() if key not in made}

    def cell(self):
        """Change one cell."""
        found = self.look("cards/card.json", CARDS)
        if found is None or not found[0]["rows"]:
            return
        (table, said), row = found, self.random.choice(found[0]["rows"])
        number, column = self.random.choice([(2, "title"), (4, "text"), (3, "realm"), (0, "nr"), (1, "copies")])
        value = self.random.choice(["Twig", 'a "b", c', "tide", "ember", "7", "12", "", "two\nlines"])
        cell = {"row": row["row"], "column": column, "value": value, "was": row["cells"][number]}
        write = self.send(table, [row], {"do": "set", "cells": [cell]})
        if write is None:
            return
        before, after = write.change(CARDS)
        assert len(before) == len(after)
        ((old, new),) = [(old, new) for old, new in zip(before, after, strict=True) if old != new]
        shown = said[CARDS][row["row"]]
        assert old == shown or old["nr"] == shown["nr"]
        assert old | {column: value} == new
        assert old[column] == cell["was"]

    def row(self):
        """Add, copy or delete rows."""
        found = self.look("cards/card.json", CARDS)
        if found is None or not found[0]["rows"]:
            return
        (table, said), row = found, self.random.choice(found[0]["rows"])
        do = self.random.choice(["add", "copy", "delete"] if len(table["rows"]) > 4 else ["add", "copy"])
        write = self.send(
            table, [row], {"do": do, **({"after": row["row"]} if do == "add" else {"rows": [row["row"]]})}
        )
        if write is None:
            return
        before, after = write.change(CARDS)
        shown = said[CARDS][row["row"]]
        if do == "delete":
            where = before.index(shown)
            assert after == [*before[:where], *before[where + 1 :]]
            return
        (where,) = [number for number, one in enumerate(after) if one not in before]
        assert [*after[:where], *after[where + 1 :]] == before
        assert before[where - 1] == shown or before[where - 1]["nr"] == shown["nr"]

    def send(self, table, rows, change):
        """Send a change of rows."""
        body = {"label": "Cards", "kind": "card", "rows": [shown_row(one) for one in rows], "change": change}
        return self.change("edit-cards", body)

    def ignore(self):
        """Turn the problems of a code off."""
        code, was = self.random.choice(["FIT001", "TYPE001"]), None
        if (found := self.looks.get("theme.json")) is not None:
            was = at(found[1][GAME], ("checks", code))
        write = self.change("ignore", {"label": "Ignore", "code": code, "because": "so", "was": was})
        if write is not None:
            before, after = write.change(GAME)
            assert at(before, ("checks", code)) == was
            assert without(before, ("checks", code)) == without(after, ("checks", code))

    def step(self, name=None, take=None):
        """Undo or redo; of two versions, take one."""
        name = name or self.random.choice(["undo", "undo", "redo"])
        answer, writes = self.post(name, {})
        stack, other = (self.done, self.undone) if name == "undo" else (self.undone, self.done)
        if not stack:
            assert not writes
            return answer
        step = stack[-1] if name == "redo" else Write(stack[-1].after, stack[-1].before)
        if answer.status_code == 200:
            self.gesture = ""
            assert writes == [step]
            other.append(stack.pop())
            return answer
        assert answer.status_code == 409
        assert not writes
        conflicts = {one["file"]: one["seen"] for one in answer.json()["conflicts"]}
        assert conflicts.keys() <= self.elsewhere.touched
        take = take or self.random.choice(["disk", "mine"])
        answer, writes = self.post("settle", {"of": name, "take": take, "seen": conflicts})
        if answer.status_code == 409:  # it has written once more
            assert not writes
            return answer
        stack.pop()
        self.gesture = ""
        if take == "disk":
            assert not writes
        elif writes:
            (write,) = writes
            assert write.after.items() <= step.after.items()
            self.remember(write, {})
        return answer


@pytest.mark.parametrize("busy", [False, True], ids=["alone", "with another program"])
@pytest.mark.parametrize(
    ("seed", "edits"), [(0, 80), *(pytest.param(seed, 1000, marks=pytest.mark.long) for seed in range(1, 11))]
)
def test_nothing_is_lost_whatever_is_edited_here_and_elsewhere(workspace, monkeypatch, seed, edits, busy):
    """Each change is in the file with nothing else, refused, or undone; undo to the start gives the first bytes."""
    before, random = workspace.tree(), Random(seed)
    elsewhere = Elsewhere(workspace, random, monkeypatch)
    games = PreviewGames(workspace.path, salt="salt")
    with TestClient(preview_app(games, PORT, nothing, token="secret"), base_url=HERE) as studio:
        assert game_view(studio)["components"]

        def reload():
            studio.portal.call(games.load_changes, [workspace.path / file for file in (FACE, CARDS, GAME, THEME)])

        person = Person(studio, elsewhere, random, reload)
        elsewhere.on = busy
        for number in range(edits):
            person.act()
            elsewhere.may_write()
            if number % 50 == 49:
                reload()
        assert person.statuses.count(200) > edits / 4
        elsewhere.on = False
        while person.done:
            person.step("undo", "disk")
        files = {workspace.path / file for file in elsewhere.touched}
        now = workspace.tree()
        assert {path: now[path] for path in now.keys() - files} == {
            path: before[path] for path in before.keys() - files
        }
