"""Icons of a set file that are aliases of others."""

import pytest

from punchboard.load.icons.sets import _MAX_ALIASES, icon_outline
from punchboard.load.icons.svg_outline import UnusableIconError

BODY = {"body": '<path d="M4 4h8v8z"/>'}


def chain(length):
    """Return a set in which so many aliases lead to an icon, from ``a1`` on."""
    aliases = {f"a{number}": {"parent": f"a{number + 1}"} for number in range(1, length + 1)}
    return {"icons": {f"a{length + 1}": BODY}, "aliases": aliases}


def test_aliases_of_aliases_lead_to_an_icon():
    """Up to a number that no real set needs."""
    wanted = icon_outline({"icons": {"a": BODY}}, "a")
    assert icon_outline(chain(1), "a1") == wanted
    assert icon_outline(chain(_MAX_ALIASES), "a1") == wanted
    with pytest.raises(UnusableIconError, match="alias"):
        icon_outline(chain(_MAX_ALIASES + 1), "a1")


@pytest.mark.parametrize("aliases", [{"a": "a"}, {"a": "b", "b": "a"}, {"a": "b"}])
def test_an_alias_that_leads_nowhere_is_refused(aliases):
    """In a circle, or to an icon that the set does not have."""
    data = {"icons": {}, "aliases": {name: {"parent": parent} for name, parent in aliases.items()}}
    with pytest.raises(UnusableIconError, match="does not exist"):
        icon_outline(data, "a")
