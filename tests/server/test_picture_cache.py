"""What was made is kept within its room."""

from punchboard.server.picture_cache import PictureCache


def test_the_least_lately_used_goes_first():
    """Asking for something makes it the last to go."""
    cache = PictureCache(10)
    cache.put("a", b"1234")
    cache.put("b", b"1234")
    assert cache.get("a") == b"1234"
    cache.put("c", b"1234")
    assert (cache.get("a"), cache.get("b"), cache.get("c")) == (b"1234", None, b"1234")


def test_what_is_put_again_takes_its_room_once():
    """The old bytes are forgotten."""
    cache = PictureCache(10)
    for _ in range(5):
        cache.put("a", b"12345678")
    assert cache.get("a") == b"12345678"


def test_what_is_larger_than_the_room_is_not_kept():
    """And takes nothing else with it for long."""
    cache = PictureCache(4)
    cache.put("a", b"12345")
    assert cache.get("a") is None
    cache.put("b", b"1234")
    assert cache.get("b") == b"1234"
