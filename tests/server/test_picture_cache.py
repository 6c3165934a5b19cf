"""The picture cache stays within its size limit."""

from punchboard.server.preview_games import PictureCache

A, B, C = (("grove", name, "full") for name in "abc")


def test_the_least_recently_used_goes_first():
    """Getting an entry makes it the last to go."""
    cache = PictureCache(10)
    cache.put(A, b"1234")
    cache.put(B, b"1234")
    assert cache.get(A) == b"1234"
    cache.put(C, b"1234")
    assert (cache.get(A), cache.get(B), cache.get(C)) == (b"1234", None, b"1234")


def test_replacing_an_entry_frees_its_old_size():
    """The old bytes are dropped."""
    cache = PictureCache(10)
    for _ in range(5):
        cache.put(A, b"12345678")
    assert cache.get(A) == b"12345678"


def test_an_entry_larger_than_the_limit_is_not_kept():
    """And takes nothing else with it for long."""
    cache = PictureCache(4)
    cache.put(A, b"12345")
    assert cache.get(A) is None
    cache.put(B, b"1234")
    assert cache.get(B) == b"1234"


def test_outdated_entries_make_room():
    """A picture that nothing shows any more is dropped with its bytes."""
    cache = PictureCache(8)
    cache.put(A, b"1234")
    cache.put(B, b"1234")
    cache.drop(lambda key: key[1] == "a")
    cache.put(C, b"1234")
    assert (cache.get(A), cache.get(B), cache.get(C)) == (None, b"1234", b"1234")
