"""A second hand makes files of an edited game; whatever becomes of it, what is built is what one process builds."""

import os
import signal
from multiprocessing import active_children

import pytest

from punchboard.build.pipeline import ALONE, build, composed_of, memory_of
from punchboard.cache.product_cache import KeptProducts
from punchboard.cache.store import CACHE, read_kept
from punchboard.load.files.snapshot import UnsteadyError
from punchboard.model.layout.icon_set import IconSet
from punchboard.workers import edit_helper
from punchboard.workers.edit_helper import with_hand
from punchboard.workers.forked_copy import Copy

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="there are no copies of a process here")

SHOWN = "\n```cards\nshow: [sun-1]\n```\n"


@pytest.fixture
def grove(workspace, order):
    """Return the order of a game that was built, and whose rulebook shows a card."""
    folder = workspace("grove")
    with (folder / "rulebook.md").open("a", encoding="utf-8") as file:
        file.write(SHOWN)
    ordered = order()
    assert not build(*ordered).failed
    return ordered


@pytest.fixture
def edit(workspace):
    """Return a function that gives the card that the rulebook shows another title."""

    def edit(title):
        path = workspace.path / "catalog/grove/cards.csv"
        head, _, *others = path.read_text(encoding="utf-8").splitlines()
        path.write_text("\n".join([head, f"1,sun,2,{title}", *others, ""]), encoding="utf-8")

    return edit


@pytest.fixture
def rebuilt(grove, read_output):
    """Return a function that builds the game once more with a second hand, and returns its files."""

    def rebuilt():
        built = build(*grove, helped=with_hand)
        assert active_children() == []
        assert not built.failed, built.problems
        return read_output(grove)

    return rebuilt


@pytest.fixture
def clean(order):
    """Return a function that builds the game anew in one process, and returns its files."""
    count = iter(range(9))

    def clean():
        anew = order(out=f"clean-{next(count)}")
        assert not build(*anew).failed
        return {
            path.relative_to(anew.options.out / "grove").as_posix(): path.read_bytes()
            for path in (anew.options.out / "grove").rglob("*")
            if path.is_file()
        }

    return clean


@pytest.fixture
def sent(monkeypatch):
    """The paths of what came from the copy; None where nothing more came."""
    found = []

    def noted(copy, known=Copy.next):
        one = known(copy)
        found.append(one and one.path)
        return one

    monkeypatch.setattr(Copy, "next", noted)
    return found


def test_an_edited_game_is_what_one_process_makes_of_it(rebuilt, edit, clean, sent):
    """Every file, byte for byte, one edit after another; and some of the files came from the second hand."""
    for title in ("Trunk", "Bark", "Root"):
        edit(title)
        assert rebuilt() == clean()
        assert any(sent)
        assert None not in sent
        sent.clear()


def test_what_has_not_changed_is_made_by_neither(rebuilt, edit, clean, sent):
    """All is as it was built last: nothing comes from the copy, and nothing is missing."""
    edit("Trunk")
    rebuilt()
    sent.clear()
    assert rebuilt() == clean()
    assert sent == []


def taken_elsewhere(path):
    """The copy that would take a file: the second those of books."""
    return 2 if any(book in path for book in ("rulebook", "booklet", "set-up", "score", "playtest")) else 1


def test_pages_and_answers_of_the_copy_are_there_for_the_next_build(grove, rebuilt, edit, monkeypatch):
    """It makes all files: what it has drawn and asked is kept as if that had been done here."""
    cache, ours = grove.options.out / CACHE, os.getpid()
    files = [path for path in cache.rglob("*.pages") if path.is_file() and "reference" not in path.name]
    pages = {path: path.read_bytes() for path in files}
    with monkeypatch.context() as patch:
        patch.setattr(
            edit_helper._Taken, "take", lambda _taken, path, who: taken_elsewhere(path) if os.getpid() == ours else who
        )
        edit("Trunk")
        rebuilt()
    assert len(pages) >= 3
    assert {path: path.read_bytes() == before for path, before in pages.items()} == dict.fromkeys(pages, False)
    answers = read_kept(cache / "grove.answers.json")
    edit("Root")
    assert not build(*grove).failed
    edit("Trunk")
    assert not build(*grove).failed
    assert answers == read_kept(cache / "grove.answers.json")
    assert answers


def ended(*_args):
    os.kill(os.getpid(), signal.SIGKILL)


def failed(*_args):
    raise RuntimeError("no more memory")


@pytest.mark.parametrize("fault", [(ended, 0), (ended, 2), (failed, 0), (failed, 2)])
def test_what_does_not_come_from_the_copy_is_made_here(rebuilt, edit, clean, monkeypatch, fault):
    """It is killed, or it fails, at once or when it has sent some files: nobody is told, and nothing is lost."""
    (how, after), ours, count = fault, os.getpid(), iter(range(99))

    def made(*given, known=edit_helper.made_here):
        if os.getpid() != ours and next(count) >= after:
            how()
        return known(*given)

    monkeypatch.setattr(edit_helper, "made_here", made)
    edit("Trunk")
    assert rebuilt() == clean()


def test_what_the_copies_have_made_is_not_hashed_here_as_well(rebuilt, edit, clean, monkeypatch):
    """Nor is it listed: the page of HTML of the rulebook would be written for that."""
    ours, hashed = os.getpid(), []

    def key(keys, name, product, known=KeptProducts.key):
        hashed.extend([product.path] * (os.getpid() == ours))
        return known(keys, name, product)

    edit("Trunk")
    with monkeypatch.context() as patch:
        patch.setattr(
            edit_helper._Taken, "take", lambda _taken, path, who: taken_elsewhere(path) if os.getpid() == ours else who
        )
        patch.setattr(KeptProducts, "key", key)
        built = rebuilt()
    assert built == clean()
    assert hashed
    assert [path for path in hashed if any(part in path for part in ("rulebook", "fronts", "duplex"))] == []


def test_a_game_that_changes_while_the_copy_reads_is_built_anew(rebuilt, edit, clean, monkeypatch):
    """Once: what the copy has read is of another state."""
    told = []

    def changed(files):
        told.append(files)
        if len(told) == 1:
            raise UnsteadyError

    monkeypatch.setattr(edit_helper, "note_elsewhere", changed)
    edit("Trunk")
    assert rebuilt() == clean()
    assert len(told) > 1


def test_a_game_with_errors_is_not_built_and_leaves_no_copy_behind(grove, workspace, edit, read_output):
    """What the copy has made of it comes to nothing."""
    before = read_output(grove)
    edit("Trunk of the tallest tree that ever grew in any forest of the world")
    built = build(*grove, helped=with_hand)
    assert built.failed
    assert active_children() == []
    assert read_output(grove) == before


@pytest.mark.parametrize("error", [KeyboardInterrupt, RuntimeError])
def test_no_copy_is_left_behind(grove, error):
    """However the work ends."""
    with pytest.raises(error), with_hand(composed_of(*grove), grove.options, memory_of(*grove)):
        raise error
    assert active_children() == []


@pytest.mark.parametrize("why", ["icons of sets", "no fork"])
def test_what_is_counted_while_files_are_made_is_made_here(grove, monkeypatch, why):
    """And on systems where a process does not begin as a copy."""
    composed = composed_of(*grove)
    if why == "icons of sets":
        object.__setattr__(composed.material, "icon_sets", {"game": IconSet})
    else:
        monkeypatch.setattr("multiprocessing.get_start_method", lambda: "spawn")
    with with_hand(composed, grove.options, memory_of(*grove)) as help_:
        assert help_ is ALONE


@pytest.mark.parametrize("where", ["multiprocessing.synchronize.SemLock.__init__", "os.fork"])
def test_where_the_system_gives_no_copy_all_is_made_here(rebuilt, edit, clean, monkeypatch, where):
    """Containers may be without semaphores, or held to so few processes that none can begin."""

    def refuse(*_args, **_how):
        raise OSError("refused")

    edit(1)
    wanted = clean()
    monkeypatch.setattr(where, refuse)
    assert rebuilt() == wanted


def test_where_the_second_copy_cannot_begin_its_files_are_made_here(rebuilt, edit, clean, monkeypatch):
    """The first may have taken the last that the system gives."""
    begun = []

    def begin(self, *, books, known=edit_helper._Hand._begin):
        begun.append(books)
        if books:
            raise OSError("too many open files")
        known(self, books=books)

    monkeypatch.setattr(edit_helper._Hand, "_begin", begin)
    edit("Trunk")
    assert rebuilt() == clean()
    assert begun == [False, True]


def test_a_file_is_taken_once():
    """By whoever asks first."""
    taken = edit_helper._Taken()
    assert [taken.take(path, who) for path, who in (("a.pdf", 2), ("b.pdf", 0), ("a.pdf", 0))] == [2, 0, 2]
    assert [taken.is_free(path) for path in ("a.pdf", "b.pdf", "c.pdf")] == [False, False, True]


def test_nobody_waits_for_a_file_that_shares_its_place_with_one_that_is_taken(monkeypatch):
    """Whoever made the other does not make it."""
    monkeypatch.setattr(edit_helper, "SLOTS", 1)
    taken = edit_helper._Taken()
    assert [taken.take(path, who) for path, who in (("a.pdf", 1), ("b.pdf", 0), ("a.pdf", 0))] == [1, 0, 1]


def test_nobody_waits_for_a_copy_that_was_killed_while_it_took_a_file(monkeypatch):
    """It holds the lock for ever: whoever asks makes the file."""
    monkeypatch.setattr(edit_helper, "PATIENCE", 0.01)
    taken = edit_helper._Taken()
    taken._lock.acquire()
    assert taken.take("a.pdf", 0) == 0
    assert taken.take("a.pdf", 1) == 1
