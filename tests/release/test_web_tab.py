"""What the worker of the app does with games: they are kept beside others, packed, and opened from archives."""

from __future__ import annotations

import importlib.util
import io
import json
import stat
import zipfile

import pytest


@pytest.fixture
def tab(root, tmp_path, monkeypatch):
    """The module release/browser/tab.py, with folders of its own."""
    spec = importlib.util.spec_from_file_location("tab", root / "release" / "browser" / "tab.py")
    tab = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(tab)
    monkeypatch.setattr(tab, "GAMES", tmp_path / "games")
    monkeypatch.setattr(tab, "MADE", tmp_path / "made")
    return tab


def archive(files, **attributes):
    """Return an archive of files; attributes are those of each entry."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, text in files.items():
            entry = zipfile.ZipInfo(name)
            entry.compress_type = zipfile.ZIP_DEFLATED
            for attribute, value in attributes.items():
                setattr(entry, attribute, value)
            packed.writestr(entry, text)
    return out.getvalue()


def tree(folder):
    """Return the files of a folder with their texts."""
    return {path.relative_to(folder).as_posix(): path.read_text() for path in folder.rglob("*") if path.is_file()}


def test_a_saved_game_is_the_same_when_it_is_opened(tab):
    """Also under a folder around it; the same game again is no other one; a changed one gets a name of its own."""
    files = {"catalog/owls/game.yaml": "title: Owls", "layouts/owls/faces/card.yaml": "boxes: {}"}
    assert tab.opened("a.zip", archive({f"around/{name}": text for name, text in files.items()})) == ("owls", "")
    assert tree(tab.GAMES) == files
    assert tab.opened("b.zip", tab.saved("owls", tab.GAMES)) == ("owls", "")
    assert tab.opened("c.zip", archive({**files, "catalog/owls/game.yaml": "title: Other"})) == ("owls-2", "")
    assert tab.games() == ("owls", "owls-2")
    assert tree(tab.GAMES)["layouts/owls-2/faces/card.yaml"] == "boxes: {}"


def test_the_folder_of_one_game_is_opened_by_its_name(tab):
    """Or by that of the archive, where the files have no folder; hidden files stay out."""
    game = {"Night Owls/game.yaml": "title: Owls", "Night Owls/.git/config": "", "__MACOSX/game.yaml": ""}
    assert tab.opened("a.zip", archive(game)) == ("night-owls", "")
    assert tab.opened("Day Owls.zip", archive({"game.yaml": "title: Day"})) == ("day-owls", "")
    assert set(tree(tab.GAMES)) == {"catalog/night-owls/game.yaml", "catalog/day-owls/game.yaml"}


def test_layouts_for_all_games_become_those_of_each(tab):
    """Another game that is kept is not changed by them."""
    game = {"catalog/a/game.yaml": "title: A", "catalog/b/game.yaml": "title: B", "layouts/b/x.yaml": "own"}
    tab.opened("a.zip", archive({**game, "layouts/papers.yaml": "shared"}))
    layouts = {path: text for path, text in tree(tab.GAMES).items() if path.startswith("layouts/")}
    assert layouts == {"layouts/a/papers.yaml": "shared", "layouts/b/papers.yaml": "shared", "layouts/b/x.yaml": "own"}


def test_a_sample_is_opened_as_the_repository_has_it(tab, web, root, tmp_path):
    """Each has a title; the files of a game with its own layouts are the same."""
    web.write_samples(tmp_path)
    samples = json.loads((tmp_path / "samples.json").read_text())
    assert {"name": "alter-ego", "title": "Alter Ego"} in samples
    assert len(samples) == 6
    for sample in ("lamplighters", "alter-ego"):
        assert tab.opened(f"{sample}.zip", (tmp_path / "samples" / f"{sample}.zip").read_bytes()) == (sample, "")
    for folder in ("catalog/alter-ego", "layouts/alter-ego"):
        assert tree(tab.GAMES / folder) == tree(root / folder)


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"no archive", "it is damaged"),
        (archive({"game.yaml": "title: A"})[:-30], "it is damaged"),
        (archive({"cards.csv": "a,b"}), "it has no game.yaml"),
        (archive({"game.yaml": "", "../../etc/passwd": ""}), "leads out of the archive"),
        (archive({"game.yaml": "", "/etc/passwd": ""}), "leads out of the archive"),
        (archive({"game.yaml": "", "..\\x": ""}), "leads out of the archive"),
        (archive({"game.yaml": "", "C:/x": ""}), "leads out of the archive"),
        (archive({"game.yaml": "/etc"}, external_attr=(stat.S_IFLNK | 0o777) << 16), "leads out of the archive"),
        (archive({"game.yaml": "", **{f"{number}.txt": "" for number in range(5001)}}), "which is too much"),
    ],
)
def test_an_archive_that_is_none_of_a_game_is_refused(tab, data, why):
    """With the reason, and nothing is written."""
    game, said = tab.opened("a.zip", data)
    assert game == ""
    assert why in said
    assert not tab.GAMES.exists()


def test_an_archive_that_grows_too_large_is_refused(tab, monkeypatch):
    """By the sizes that it says, and by those that it hides."""
    monkeypatch.setattr(tab, "MOST_BYTES", 1000)
    bomb = archive({"game.yaml": "a" * 2000})
    assert "which is too much" in tab.opened("a.zip", bomb)[1]
    size = (2000).to_bytes(4, "little")
    assert "damaged" in tab.opened("a.zip", bomb.replace(size, (10).to_bytes(4, "little")))[1]


def test_files_are_listed_as_a_person_prints_them(tab, tmp_path):
    """Those for home printers first, on the paper of the country; each is called by its paper and what it is."""
    names = ("rulebook.pdf", "print-and-play/a4-duplex.pdf", "print-and-play/letter-rulebook-booklet.pdf")
    paths = sorted((tmp_path / name for name in names), key=lambda path: tab.place_of(path, "letter"))
    assert list(map(tab.title_of, paths)) == ["Letter: rulebook booklet", "A4: duplex", "Rulebook"]


def test_a_rehearsal_leaves_nothing_but_what_is_loaded(tab, tmp_path, monkeypatch):
    """Its game is not kept, and the next one is made in an empty folder."""
    monkeypatch.chdir(tmp_path)
    commands = []
    tab.rehearse(commands.append)
    assert commands == [["new", "rehearsal", "--from", "rehearsal.csv", "--no-build"]]
    assert (tab.MADE / "rehearsal.csv").read_text().startswith("Name,Text")
    tab.in_empty_folder()
    assert list(tab.MADE.iterdir()) == []
    assert tab.games() == ()
