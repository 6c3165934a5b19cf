"""The whole program as a process: its address, its socket, its shutdown, and following files."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest

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
    assert b"Rootstock" in started.get(front["src"])[1]


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
