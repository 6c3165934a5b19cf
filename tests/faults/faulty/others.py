"""Other faults: files saved during a build, two builds at once, wrong clocks, obstacles in the output folder."""

from __future__ import annotations

import http.client
import os
import random
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from tempfile import mkdtemp

from patience import PATIENCE, eventually

from faulty.disks import operations
from faulty.kills import GAMES, Watching
from faulty.shim import KILL, NotHereError, clock, failing
from faulty.table import FACE, SMALL, Ran, Snapshot, Table, png, whole
from faulty.tally import Tally

CHANGED = "FILE005"

NO_LOCKS = "import sys; sys.modules['fcntl'] = None; from punchboard.cli import run; run()"


def two_builds(path: Path, times: int) -> Tally:
    """Three builds of one game start at once; all succeed."""
    tally, table = Tally("three builds of a game at once"), Table(path, options=SMALL)
    for number in range(times):
        table.set_state(number % 2)
        running = [table.start() for _ in range(3)]
        ends = [one.communicate(timeout=PATIENCE) for one in running]
        if [one.returncode for one in running] != [0, 0, 0]:
            tally.wrong.append(f"time {number}: {ends}")
        tally.after(table, number % 2, Ran(0, "", "".join(err for _, err in ends)), what=f"time {number}")
    return tally


def different_games(path: Path, times: int) -> Tally:
    """Builds of two games start at once, in one folder of outputs."""
    tally, table = Tally("builds of different games at once, in one folder"), Table(path, GAMES, options=SMALL)
    for number in range(times):
        table.set_state(number % 2)
        running = [table.start_command([sys.executable, "-m", "punchboard", "build", game, *SMALL]) for game in GAMES]
        ends = [one.communicate(timeout=PATIENCE) for one in running]
        if [one.returncode for one in running] != [0, 0]:
            tally.wrong.append(f"time {number}: {ends}")
        tally.after(table, number % 2, Ran(0, "", "".join(err for _, err in ends)), what=f"time {number}")
    return tally


def with_preview(path: Path, times: int) -> Tally:
    """Builds run while a preview shows the same game and is requested."""
    tally, table = Tally("builds while a preview shows the game"), Table(path, options=SMALL)
    table.clean(0), table.clean(1)
    command = [sys.executable, "-m", "punchboard", "preview", "--no-open", "--port", "0"]
    env = {"PUNCHBOARD_FAULTS": "preview"}  # it outlives the builds that are looked at
    preview = table.start_command(command, env=env, stderr=subprocess.DEVNULL)
    try:
        assert preview.stdout is not None
        port = int(re.search(r":(\d+)/", preview.stdout.readline())[1])  # type: ignore[index]
        for number in range(times):
            table.set_state(number % 2)
            running = table.start()
            _view(port)
            out, err = running.communicate(timeout=PATIENCE)
            tally.after(table, number % 2, Ran(running.returncode, out, err), what=f"time {number}")
            words = "six" if number % 2 else "two"
            eventually(lambda words=words: words in _view(port), f"time {number}: the preview shows {words}")
    finally:
        preview.kill()
        preview.communicate()
    return tally


def _view(port: int) -> str:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    connection.request("GET", "/view.json")
    found = connection.getresponse().read().decode()
    connection.close()
    return found


def no_locks(path: Path, times: int) -> Tally:
    """A system without flock: single builds succeed, and two builds at once leave one of their outputs."""
    tally, table = Tally("two builds at once where the system has no locks"), Table(path, options=SMALL)
    table.clean(0), table.clean(1)
    for number in range(times):
        table.set_state(number % 2)
        running = [
            table.start_command([sys.executable, "-c", NO_LOCKS, "build", *SMALL]) for _ in range(1 + number % 2)
        ]
        ends = [one.communicate(timeout=PATIENCE) for one in running]
        if 0 not in [one.returncode for one in running]:
            tally.wrong.append(f"time {number}: {ends}")
        tally.after(table, number % 2, Ran(0, "", "".join(err for _, err in ends)), what=f"time {number}")
    return tally


SAVED: dict[str, Callable[[int], bytes]] = {
    "cards.csv": lambda state: b"",
    "layouts/faces/card.yaml": lambda state: FACE.replace("[6, 6]", f"[{6 + state}, 6]").encode(),
    "art/mark.png": lambda state: png(90 + 100 * state),
}
"""The files that are saved during a build, in two states; the rows are those of the table."""


def saved_file(path: Path, times: int, seed: int = 5) -> Tally:
    """A table, a layout or a picture is saved during a build: the output is of one state, or the build reports it.

    The build stops at an operation, by turns one that opens a file of the game and one on its output, until the file
    is saved.
    """
    tally, chance = Tally("a file is saved during a build (rows, layout, picture)"), random.Random(seed)
    table = Table(path, options=SMALL, cards=40)
    clean = {(0, name): table.clean_now() for name in SAVED}
    said = shown = 0
    table.build()
    catalog = table.path / "catalog"
    moments = [(catalog, "open", operations(table, catalog, "open")), (table.output, "", operations(table))]
    for number in range(times):
        name = list(SAVED)[number % len(SAVED)]
        file = table.path / "catalog" / "grove" / name
        before = file.read_bytes()
        after = table.rows(1) if name == "cards.csv" else SAVED[name](1)
        if (1, name) not in clean:
            file.write_bytes(after)
            clean[1, name] = table.clean_now()
            file.write_bytes(before)
            table.build()
        shutil.rmtree(table.output / ".cache", ignore_errors=True)  # otherwise there is nothing to build
        under, on, count = moments[number % 2]
        at = chance.randrange(count)
        table.armed.touch()
        running = table.start(env=failing(under, at, KILL, on=on, signal=str(int(signal.SIGSTOP)), armed=table.armed))
        _stopped(running)
        _save(file, after, chance, lambda running=running: _go_on(table, running))
        running.send_signal(signal.SIGCONT)
        out, err = running.communicate(timeout=PATIENCE)
        table.armed.unlink(missing_ok=True)
        ran, found = Ran(running.returncode, out, err), table.snapshot()
        told = CHANGED in ran.text
        new = found == clean[1, name]
        said, shown = said + told, shown + new
        honest = new or told or running.returncode != 0 or _saved_after(file, table)
        one_state = found in (clean[0, name], clean[1, name]) or _is_half(found, table, file)
        then = table.build()
        right = then.status == 0 and table.snapshot() == clean[1, name]
        silent = "Traceback" not in ran.text + then.text
        what = f"{name} saved at operation {at} of {count}: {ran} {'new' if new else 'old'}"
        is_whole = one_state and honest and whole(table.output / "grove")
        tally.count(whole=is_whole, right=right, tidy=not table.rubbish(), silent=silent, what=what)
        file.write_bytes(before)
        table.build()
    tally.note = f"{shown} show the new state, {said} say that the file was changed"
    return tally


def _stopped(process: subprocess.Popen[str]) -> bool:
    """Wait until a process has stopped or ended, and tell whether it has stopped."""
    how = os.WSTOPPED | os.WEXITED | os.WNOHANG | os.WNOWAIT
    return eventually(lambda: os.waitid(os.P_PID, process.pid, how), "a stop").si_code == os.CLD_STOPPED


def _go_on(table: Table, process: subprocess.Popen[str]) -> None:
    """Let a stopped process go on to its next stop, or to its end."""
    table.armed.touch()
    process.send_signal(signal.SIGCONT)
    _stopped(process)


def _is_half(found: dict[str, Snapshot], table: Table, file: Path) -> bool:
    """Tell whether an output shows a table that was read half-saved.

    A program may pause in the middle of saving for longer than a whole build reads files. That is a state of the file
    like any other.
    """
    if file.suffix != ".csv":
        return False
    data = file.read_bytes()
    file.write_bytes(_half(data))
    half = table.clean_now()
    file.write_bytes(data)
    return found == half


def _half(data: bytes) -> bytes:
    return data[: len(data) // 2]


def _save(file: Path, data: bytes, chance: random.Random, between: Callable[[], None] = lambda: None) -> None:
    """Save a file as editors do: replace it with a new file, or write the old one in two steps, ``between`` them."""
    if chance.random() < 0.5:
        other = file.with_name(f".{file.name}.part")
        other.write_bytes(data)
        other.replace(file)
        return
    with file.open("wb") as opened:
        opened.write(_half(data))
        opened.flush()
        between()
        opened.write(data[len(_half(data)) :])


def _saved_after(file: Path, table: Table) -> bool:
    """Tell whether a file was saved after the output was complete, so that the build could not report it."""
    return file.stat().st_mtime_ns >= (table.output / "grove" / "manifest.json").stat().st_mtime_ns


def watched_file(path: Path, times: int, seed: int = 6) -> Tally:
    """A file is saved repeatedly while a watch builds: in the end the output is that of the last state.

    The first build of three stops at an operation on its output until the file is saved again.
    """
    tally, chance = Tally("a file is saved while build --watch builds"), random.Random(seed)
    table = Table(path, options=SMALL)
    table.clean(0), table.clean(1)
    stop = failing(table.output, 3, KILL, signal=str(int(signal.SIGSTOP)), armed=table.armed)
    watching = Watching(table, stop)
    cards = table.path / "catalog/grove/cards.csv"
    try:
        assert watching.until("watching "), watching.said
        for number in range(times):
            last = 1 - number % 2
            table.armed.touch()
            _save(cards, table.rows(last), chance)
            assert _stopped(watching.process), watching.said
            _save(cards, table.rows(1 - last), chance)
            watching.process.send_signal(signal.SIGCONT)
            _save(cards, table.rows(last), chance)
            wanted = table.clean(last)
            eventually(lambda wanted=wanted: table.snapshot() == wanted, f"time {number}: the output of the last state")
            said = watching.said
            tally.count(
                whole=table.is_whole(), right=True, tidy=True, silent="Traceback" not in said, what=f"time {number}"
            )
    finally:
        watching.kill()
    if table.build().status or table.rubbish():
        tally.wrong.append(f"left behind: {table.rubbish()}")
    return tally


NOW = 1_800_000_000
"""Seconds since 1970, in the year 2027."""


def clocks(path: Path, times: int) -> Tally:
    """The clock of the program is fast or slow, and files have times in the past and the future."""
    tally, table = Tally("clock set back or forward, files of the past and the future"), Table(path, options=SMALL)
    table.clean(0), table.clean(1)
    cards, year = table.path / "catalog/grove/cards.csv", 365 * 86_400
    assert table.build().status == 0
    for number in range(times):
        state = 1 - number % 2
        before = cards.stat().st_mtime
        table.set_state(state)
        moment = (before, 0.0, NOW + 50 * year, NOW - year)[number % 4]
        os.utime(cards, (moment, moment))
        try:
            env = clock((0, -20 * year, 20 * year, -60)[number // 4 % 4])
        except NotHereError:
            env = {}
        ran = table.build(env=env)
        if ran.status != 0 or table.snapshot() != table.clean(state):
            tally.wrong.append(f"time {number}: not right at once: {ran}")
        tally.after(table, state, ran, what=f"time {number}")
    return tally


def _ruined(name: str, path: Path, times: int, ruin: Callable[[Table, random.Random], str], *, seed: int = 7) -> Tally:
    """Damage something between two builds of one state; the second build repairs it."""
    tally, chance, table = Tally(name), random.Random(seed), Table(path)
    for number in range(times):
        state = number // 2 % 2
        table.set_state(state)
        assert table.build().status == 0
        what = ruin(table, chance)
        then = table.build()
        right = then.status == 0 and table.snapshot() == table.clean(state)
        tidy, silent = not table.rubbish(), "Traceback" not in then.text
        tally.count(whole=table.is_whole(), right=right, tidy=tidy, silent=silent, what=f"{what}: {then}")
        if not right:  # start with a new folder, so that each fault counts once
            shutil.rmtree(table.output)
    return tally


def _ruin(file: Path, chance: random.Random, *, hidden: bool = False) -> str:
    """Damage a file in one of many ways; in the cache, sometimes without changing its time."""
    how = chance.choice(("gone", "empty", "cut", "zeros", "other", "bit", "folder", "link"))
    data = file.read_bytes()
    told = file.stat()
    if how == "bit":
        place = chance.randrange(len(data)) if data else 0
        file.write_bytes(data[:place] + bytes([data[place] ^ 1]) + data[place + 1 :] if data else b"x")
    elif how in {"empty", "cut", "zeros", "other"}:
        size = len(data)
        file.write_bytes(
            {"empty": b"", "cut": data[: size // 2], "zeros": b"\0" * size, "other": b"x" * (size + 9)}[how]
        )
    else:
        file.unlink()
        if how == "folder":
            file.mkdir()
        elif how == "link":
            file.symlink_to("/etc/hostname")
    if hidden and chance.random() < 0.3 and how in {"bit", "zeros"}:
        os.utime(file, ns=(told.st_atime_ns, told.st_mtime_ns))
        how += ", at its old time"
    return f"{file.name}: {how}"


def ruined_output(path: Path, times: int) -> Tally:
    """A file of the output is emptied, cut, filled with zeros, changed or deleted, as by a power cut.

    A change that keeps size, time and inode is not tried, because a build without changes does not read files.
    """

    def ruin(table: Table, chance: random.Random) -> str:
        every = [
            one for one in sorted((table.output / "grove").rglob("*")) if one.is_file() and one.name != "manifest.json"
        ]
        return _ruin(chance.choice(every), chance)

    return _ruined("a file of the output is damaged, and built again", path, times, ruin)


def ruined_manifest(path: Path, times: int) -> Tally:
    """The manifest is empty, as after a power cut."""

    def ruin(table: Table, chance: random.Random) -> str:
        size = chance.choice((0, 100, 5000))
        (table.output / "grove" / "manifest.json").write_bytes(b"\0" * size)
        return f"a manifest of {size} zeros"

    return _ruined("the manifest is left empty by a power cut, and built again", path, times, ruin)


def ruined_cache(path: Path, times: int) -> Tally:
    """The cache is deleted or damaged, in part or completely."""

    def ruin(table: Table, chance: random.Random) -> str:
        cache = table.output / ".cache"
        every = [one for one in sorted(cache.rglob("*")) if one.is_file()]
        if not every or chance.random() < 0.15:
            shutil.rmtree(cache, ignore_errors=True)
            return "no cache"
        file = chance.choice(every)
        if chance.random() < 0.2:
            other = chance.choice(every)
            file.write_bytes(other.read_bytes())
            return f"{file.name} is {other.name}"
        return _ruin(file, chance, hidden=True)

    return _ruined("what output/.cache keeps is damaged or deleted", path, times, ruin)


def in_the_way(path: Path, times: int) -> Tally:
    """A folder, file or link is where the program wants to write: it is removed, or reported in one line."""
    tally, ways = Tally("a folder, a file or a link in the place of another"), WAYS
    table = Table(path / "table", cards=3, options=SMALL)
    assert table.build().status == 0
    for number in range(times):
        state = 1 - number % 2  # the build after each fault leaves the output of the other state
        table.set_state(state)
        name, lay, kind = ways[number % len(ways)]
        place = table.output / name
        backup = path / f"{number}-backup"
        if os.path.lexists(place) and kind == "told":
            place.rename(backup)
        elif place.is_dir():
            shutil.rmtree(place)
        else:
            place.unlink(missing_ok=True)
        lay(place)
        ran = table.build()
        if kind == "told":
            if ran.status != 1 or ran.text.count("error FILE004") != 1 or "Traceback" in ran.text:
                tally.wrong.append(f"{name}: not told: {ran}")
            _away(place)
            if backup.exists():
                backup.rename(place)
        elif ran.status != 0:
            tally.wrong.append(f"{name}: {ran}")
        tally.after(table, state, ran, what=f"{name} {kind}")
    return tally


def _away(place: Path) -> None:
    if place.is_dir() and not place.is_symlink():
        shutil.rmtree(place)
    else:
        place.unlink(missing_ok=True)


def _file(place: Path) -> None:
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_text("mine")


def _folder(place: Path) -> None:
    place.mkdir(parents=True)
    (place / "mine.txt").write_text("mine")


def _link(place: Path) -> None:
    other = Path(mkdtemp(prefix="punchboard-faults-"))
    (other / "mine.txt").write_text("mine")
    place.symlink_to(other)


WAYS: tuple[tuple[str, Callable[[Path], None], str], ...] = (
    ("grove", _file, "told"),
    ("grove", _folder, "told"),
    ("grove", _link, "told"),
    (".grove.new", _file, "cleared"),
    (".grove.new", _folder, "cleared"),
    (".grove.new", _link, "cleared"),
    (".grove.old", _file, "cleared"),
    (".grove.old", _folder, "cleared"),
    (".grove.old", _link, "cleared"),
    (".locks", _file, "told"),
    (".locks/grove", _folder, "told"),
    ("grove/manifest.json", _folder, "told"),
    (".cache", _file, "cleared"),
)


def other_disk(path: Path, times: int) -> Tally:
    """The folder of outputs is a link to another disk."""
    tally = Tally("folder of outputs linked to another file system")
    if not os.access("/dev/shm", os.W_OK):
        raise NotHereError("needs a second file system at /dev/shm")
    other = Path(mkdtemp(prefix="punchboard-faults-", dir="/dev/shm"))
    try:
        table = Table(path, options=SMALL)
        table.output.symlink_to(other)
        for number in range(times):
            table.set_state(number % 2)
            ran = table.build()
            if ran.status != 0:
                tally.wrong.append(f"time {number}: {ran}")
            tally.after(table, number % 2, ran, what=f"time {number}")
    finally:
        shutil.rmtree(other)
    return tally


def long_paths(path: Path, times: int) -> Tally:
    """Names and paths of the workspace, the game and the output are longer than the system allows."""
    tally, table = Tally("names and paths longer than the system allows"), Table(path, cards=3, options=SMALL)
    assert table.build().status == 0
    deep = "/".join(["d" * 200] * 21)
    for number in range(times):
        table.set_state(1)
        words = (("--out", "o" * 300), ("--out", deep), ("--workspace", "w" * 300), ("g" * 300,), ("--out", "o" * 254))
        ran = table.build(*words[number % len(words)])
        shutil.rmtree(table.path / ("o" * 254), ignore_errors=True)
        if number % len(words) < 4 and (ran.status not in {1, 2} or "error" not in ran.text):
            tally.wrong.append(f"{words[number % len(words)][0]}: not told: {ran}")
        tally.after(table, 1, ran, what=words[number % len(words)][0])
    return tally
