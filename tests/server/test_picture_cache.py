"""The picture cache stays within its size limit."""

from punchboard.server.picture_cache import PictureCache


def test_the_least_recently_used_goes_first():
    """Getting an entry makes it the last to go."""
    cache = PictureCache(10)
    cache.put("a", b"1234")
    cache.put("b", b"1234")
    assert cache.get("a") == b"1234"
    cache.put("c", b"1234")
    assert (cache.get("a"), cache.get("b"), cache.get("c")) == (b"1234", None, b"1234")


def test_replacing_an_entry_frees_its_old_size():
    """The old bytes are dropped."""
    cache = PictureCache(10)
    for _ in range(5):
        cache.put("a", b"12345678")
    assert cache.get("a") == b"12345678"


def test_an_entry_larger_than_the_limit_is_not_kept():
    """And takes nothing else with it for long."""
    cache = PictureCache(4)
    cache.put("a", b"12345")
    assert cache.get("a") is None
    cache.put("b", b"1234")
    assert cache.get("b") == b"1234"
