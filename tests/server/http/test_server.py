"""The whole program as a process: its address, its socket, its shutdown, and following files."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
from pathlib import Path
from urllib.request import Request, urlopen

import pytest
from patience import PATIENCE, eventually
from tests.server.conftest import processes
from tests.server.http.conftest import shown_row

from punchboard.server.http.server import PORT, PortError, bind_socket


def test_a_port_in_use_is_an_error(workspace):
    """A requested port is used, or none."""
    with bind_socket(None) as own:
        port = own.getsockname()[1]
        with pytest.raises(PortError, match=f"port {port} is in use"):
            bind_socket(port)


def test_the_next_free_port_is_used_by_default():
    """Two previews can run side by side."""
    with bind_socket(None) as first, bind_socket(None) as second:
        ports = first.getsockname()[1], second.getsockname()[1]
        assert ports[0] != ports[1]
        assert all(port >= PORT for port in ports)


def test_the_socket_is_bound_to_this_machine_only():
    """No other machine can reach it."""
    with bind_socket(0) as own:
        assert own.getsockname()[0] == "127.0.0.1"


def test_it_prints_its_address_and_stops_with_ctrl_c(preview):
    """In one line; it prints nothing at the end."""
    started = preview("--port", "0")
    assert re.fullmatch(r"grove, shore: http://127\.0\.0\.1:\d+/ \(Ctrl-C ends it\)\n", started.line)
    stream = started.events()
    next(stream)
    assert started.end() == (0, "")


@pytest.mark.slow
def test_it_prints_why_it_cannot_start(preview, workspace):
    """A port in use, an unknown game: one line, without a traceback."""
    taken = preview("--port", "0")
    command = [sys.executable, "-m", "punchboard", "preview", "--no-open", "--workspace", str(workspace.path)]
    port = subprocess.run([*command, "--port", str(taken.port)], capture_output=True, text=True, check=False)
    assert (port.returncode, port.stderr.splitlines()[0]) == (2, f"error: port {taken.port} is in use")
    game = subprocess.run([*command, "groove"], capture_output=True, text=True, check=False)
    assert game.returncode == 1
    assert "there is no game 'groove'" in game.stderr
    assert "did you mean 'grove'?" in game.stderr


def test_a_saved_file_is_reported_and_shown(preview, workspace):
    """Only the requested game is served, and it has a new picture."""
    started = preview("grove", "--port", "0")
    before, stream = started.view(), started.events()
    assert started.get("/view.json?game=shore")[0] == 404
    assert next(stream) == {"revisions": {"grove": before["revision"]}}
    workspace.edit("catalog/grove/cards.csv", "Root", "Rootstock")
    event = next(one for one in stream if one["changed"])
    assert (event["game"], event["changed"]) == ("grove", ["card-1"])
    front = started.view()["components"][0]["front"]
    assert front["key"] != before["components"][0]["front"]["key"]
    assert b"Rootstock" in started.get(f"/{front['src']}")[1]


def test_a_single_game_workspace_is_followed(preview, alone):
    """Its folder is the workspace."""
    started = preview("--port", "0", folder=alone.path)
    before = started.view()["components"]
    stream = started.events()
    next(stream)
    alone.edit("layouts/faces/card.yaml", "[6, 6]", "[7, 7]")
    assert len(next(one for one in stream if one["changed"])["changed"]) == len(before) == 3


def test_a_new_game_is_served_without_a_restart(preview, workspace):
    """If no game was named, all games are served."""
    started = preview("--port", "0")
    text = (workspace.path / "catalog/grove/game.yaml").read_text(encoding="utf-8")
    for file in ("cards.csv", "layouts/faces/card.yaml", "layouts/faces/back.yaml"):
        workspace.write(f"catalog/fen/{file}", (workspace.path / f"catalog/grove/{file}").read_text(encoding="utf-8"))
    workspace.write("catalog/fen/game.yaml", text)
    assert len(started.view("fen")["components"]) == 3


@pytest.mark.parametrize(("how", "status"), [(signal.SIGINT, 0), (signal.SIGTERM, -signal.SIGTERM)])
@pytest.mark.skipif(sys.platform == "win32", reason="sends signals")
def test_a_studio_that_is_stopped_right_after_an_edit_ends_quietly(preview, how, status):
    """The edit is in the file; the game is not loaded again, and no process is left."""
    started = preview("grove", "--port", "0", command="edit")
    here = f"http://127.0.0.1:{started.port}"
    with urlopen(f"{here}/g/grove/cards/card.json", timeout=PATIENCE) as answer:
        row = shown_row(json.load(answer)["rows"][0])
    change = {"do": "set", "cells": [{"row": 0, "column": "title", "value": "Stem", "was": "Root"}]}
    body = json.dumps({"label": "Edit", "kind": "card", "rows": [row], "change": change}).encode()
    headers = {"X-Punchboard-Token": started.token, "Origin": here, "Content-Type": "application/json"}
    with urlopen(Request(f"{here}/g/grove/edit-cards", body, headers), timeout=PATIENCE) as answer:
        assert json.load(answer)["undo"] == "Edit"
    assert started.end(how) == (status, "")
    eventually(lambda: not started.processes(), started.processes)


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_a_killed_studio_leaves_no_process(preview):
    """Nobody has visited its page; it cannot end its workers, so they end by themselves."""
    started = preview("grove", "--port", "0", command="edit")
    eventually(lambda: len(started.processes()) > 1, started.processes)
    started.end(signal.SIGKILL)
    eventually(lambda: not started.processes(), started.processes)


@pytest.mark.skipif(sys.platform != "linux", reason="needs /dev/full")
def test_a_studio_that_cannot_print_its_address_leaves_no_process(workspace):
    """The start fails half way: the server listens already, and loads the game."""
    with Path("/dev/full").open("w") as full:
        failed = subprocess.Popen(
            [sys.executable, "-m", "punchboard", "edit", "--no-open", "--port", "0", "--workspace", workspace.path],
            cwd=workspace.path,
            stdout=full,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
    try:
        assert failed.wait(PATIENCE) == 1
        eventually(lambda: not processes(failed.pid), lambda: processes(failed.pid))
    finally:
        failed.kill()
        failed.wait()
