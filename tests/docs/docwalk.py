"""A simulated reader who follows README and docs, for tests and pictures.

A fence with a title is a file to write, as in ```` ```yaml title="catalog/grove/game.yaml" ````. A `diff` with a title
changes lines of that file. A `console` has commands after `$` and, below each, lines of its output, where `...` stands
for anything. The reader follows a document from top to bottom, in one folder.
"""

from __future__ import annotations

import os
import re
import shlex
import signal
import subprocess
import sys
from itertools import dropwhile
from pathlib import Path
from typing import NamedTuple

import openpyxl
from markdown_it import MarkdownIt
from PIL import Image, ImageDraw

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))  # the script of pictures runs by itself
from patience import PATIENCE

ROOT = Path(__file__).resolve().parents[2]

SERVING = {"edit", "preview", "table"}
"""Commands that run until they are interrupted."""

PLACEHOLDERS = {
    "GAME": "my-game",
    "NAME": "desk",
    "OLD": "v0.1.0",
    "CODE": "COUNT001",
    "RULES.md": "catalog/my-game/rulebook.md",
    "cards.csv": "my-cards.csv",
    "my-deck.csv": "my-cards.csv",
    "cards.xlsx": "my-cards.csv",
    "saltmarsh.xlsx": "my-cards.csv",
}
"""The placeholders for a reader's own names."""

TITLE = re.compile(r'title="([^"]+)"')


class Fence(NamedTuple):
    """A fenced block: its language, the file it names, its text, and its line in the document."""

    language: str
    title: str
    text: str
    line: int


class Command(NamedTuple):
    """A command as typed, and lines that its output must contain."""

    words: tuple[str, ...]
    shown: tuple[str, ...]
    line: int


def fences(path: Path) -> tuple[Fence, ...]:
    """Return the fenced blocks of a document."""
    found = (token for token in MarkdownIt().parse(path.read_text(encoding="utf-8")) if token.type == "fence")
    return tuple(_fence(token.info, token.content, token.map[0] + 1) for token in found)


def _fence(info: str, text: str, line: int) -> Fence:
    language, _, rest = info.strip().partition(" ")
    title = TITLE.search(rest)
    return Fence(language, title[1] if title else "", text, line)


def commands(fence: Fence) -> tuple[Command, ...]:
    """Return the commands of a console, with the output shown below each."""
    found: list[Command] = []
    for number, line in enumerate(fence.text.splitlines(), fence.line + 1):
        if line.startswith("$ "):
            found.append(Command(tuple(shlex.split(line[2:], comments=True)), (), number))
        elif found and line.strip():
            found[-1] = found[-1]._replace(shown=(*found[-1].shown, line))
    return tuple(found)


def apply_diff(text: str, diff: str) -> str:
    """Return a text with the changes of a diff: lines after `-` are removed, lines after `+` added, others stay.

    Raises:
        ValueError: when the lines to keep or remove are not in the text, or occur more than once.
    """
    lines = [(line[:1], line[1:]) for line in diff.splitlines()]
    old = "".join(f"{line}\n" for sign, line in lines if sign in {" ", "-", ""})
    new = "".join(f"{line}\n" for sign, line in lines if sign in {" ", "+", ""})
    if text.count(old) != 1:
        raise ValueError(f"these lines are there {text.count(old)} times:\n{old}")
    return text.replace(old, new)


def first_missing(shown: tuple[str, ...], printed: str) -> str:
    """Return the first shown line that the output does not contain in this order; "" when all are there."""
    rest = iter(printed.splitlines())
    for line in shown:
        if line.strip() == "...":
            continue
        pattern = re.compile(".*".join(map(re.escape, line.strip().split("..."))))
        if next(dropwhile(lambda one, wanted=pattern: not wanted.fullmatch(one.strip()), rest), None) is None:
            return line
    return ""


class Reader:
    """A reader who follows a document in a folder of their own; ``forker`` saves the start of each run."""

    def __init__(self, folder, forker=None):
        self.home = self.here = folder
        self.forker = forker
        self.status = 0

    def write(self, fence):
        """Write the file that a block shows."""
        path = self.home / fence.title
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(fence.text, encoding="utf-8")

    def change(self, fence):
        """Change the lines of a file as a diff shows."""
        path = self.home / fence.title
        path.write_text(apply_diff(path.read_text(encoding="utf-8"), fence.text), encoding="utf-8")

    def type(self, command):
        """Run a command and return its output."""
        name, *words = command.words
        match name:
            case "cd":
                self.here = (self.here / words[0]).resolve()
                assert self.here.is_relative_to(self.home)
                return ""
            case "punchboard":
                return self.punchboard(words)
        raise AssertionError(f"line {command.line}: {name!r} is not a command that the documents may use")

    def punchboard(self, words):
        """Run the program and return all its output."""
        no_open = ["--no-open"] if words[:1] == ["demo"] and not {"--no-open", "--help"} & {*words} else []
        command = [sys.executable, "-m", "punchboard", *words, *no_open]
        env = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "HOME": str(self.home)}  # completion is installed there
        env |= {
            "XDG_CONFIG_HOME": str(self.home / ".config"),
            "LC_ALL": "C.UTF-8",
        }  # paper is A4 wherever the tests run
        if "--help" not in words and ((words[:1] and words[0] in SERVING) or "--watch" in words):
            return _interrupted([*command, "--no-open"] if words[0] in SERVING else command, self.here, env)
        if self.forker is not None:
            ran = self.forker.run([*words, *no_open], self.here, env).without_traceback()
            self.status = ran.status
            return ran.out + ran.err
        done = subprocess.run(
            command, cwd=self.here, env=env, capture_output=True, text=True, timeout=PATIENCE, check=False
        )
        self.status = done.returncode
        assert "Traceback" not in done.stderr
        return done.stdout + done.stderr


def _interrupted(command, here, env):
    """Return the first output line of a command that keeps running; it is interrupted and must end well."""
    with subprocess.Popen(
        command, cwd=here, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as process:
        try:
            first = process.stdout.readline()
            process.send_signal(signal.SIGINT)
            rest = process.stdout.read()  # not `communicate`, which loses what `readline` has read ahead
            process.wait(timeout=PATIENCE)
        finally:
            process.kill()
    assert "Traceback" not in rest
    return first + rest


def dragon_isles(folder):
    """Write the workbook of docs/first-hour.md: a title, sixty cards of three types, a sheet of ideas."""
    book = openpyxl.Workbook()
    cards, words = book.active, ("Fly", "over", "one", "isle,", "then", "draw", "two", "cards", "for", "each", "nest.")
    cards.append(["Dragon Isles - card list, March"])
    cards.append([])
    cards.append(["Card Name", "Card Type", "Cost (coins)", "Strength", "Rules Text", "Flavor", "Artwork", "Qty"])
    for number in range(60):
        kind = ("Creature", "Spell", "Place")[number % 3]
        text = " ".join(words[place % len(words)] for place in range(129 if number == 4 else 3 + number % 30))
        strength = number % 7 + 1 if kind == "Creature" else None
        picture = f"art/{number}.png" if number % 2 else None
        cards.append([f"{kind} {number + 1}", kind, number % 6, strength, text, None, picture, 2 if number < 57 else 1])
    ideas = book.create_sheet("Ideas")
    ideas.append(["More dragons?"])
    book.save(folder / "cards.xlsx")


def ferry_pictures(folder):
    """Write the pictures of the game in docs/from-*.md: what a reader of these pages has beside the table."""
    art = folder / "catalog/ferry/art"
    art.mkdir(parents=True)
    for name, colour in (("ferryman", "#245a6d"), ("lantern", "#c98a1c")):
        picture = Image.new("RGB", (840, 660), colour)
        ImageDraw.Draw(picture).ellipse((270, 180, 570, 480), fill="#f3e9d2")
        picture.save(art / f"{name}.png")


BROUGHT = {
    "docs/first-hour.md": dragon_isles,
    "docs/from-nandeck.md": ferry_pictures,
    "docs/from-squib.md": ferry_pictures,
    "docs/from-component-studio.md": ferry_pictures,
}
"""The files that a reader has before a document begins."""
