"""The options of ``punchboard build`` as a record."""

from pathlib import Path

import pytest

from punchboard.cli.build.request import BuildRequest, print_options

HOW = {
    "names": ("grove",),
    "locales": ("de",),
    "out": Path("there"),
    "jobs": 3,
    "cluster": "tcp://host:8786",
    "watch": True,
    "workspace": Path("there"),
    "as_json": True,
    "verbose": True,
}


def test_options_that_only_say_how_to_build_are_not_in_the_key():
    """Where the games are and go, in how many processes, and what is printed about it."""
    assert BuildRequest(**HOW).key_options == BuildRequest().key_options


@pytest.mark.parametrize("name", sorted(set(BuildRequest._fields) - set(HOW)))
def test_every_other_option_is_in_the_key(name):
    """So a build with another value is never taken for an unchanged one."""
    assert BuildRequest(**{name: "other"}).key_options != BuildRequest().key_options


def test_an_option_reaches_the_products_by_its_name():
    """As it was typed; printer, profile and ink are loaded."""
    found = print_options(BuildRequest(dpi=72, players=3, everything=True, standard="a-2b", low_ink=True))
    assert (found.dpi, found.players, found.everything, found.standard, found.ink) == (72, 3, True, "a-2b", "low")


@pytest.mark.parametrize(
    ("request_", "error"),
    [
        (BuildRequest(cards=("oak", "--out")), "error: --cards needs two ids, FROM and TO, and found '--out'\n"),
        (BuildRequest(low_ink=True, grey=True), "error: --low-ink and --grey cannot be combined"),
        (BuildRequest(standard="x-9"), "error: 'x-9' is not a PDF standard\n"),
        (BuildRequest(standard="x-4"), "error: --standard x-4 needs --profile"),
        (BuildRequest(seconds=3), "error: --seconds and --megabytes need --untrusted"),
        (BuildRequest(cards=("oak", "oak"), grey=True), ""),
    ],
)
def test_options_that_cannot_go_together_are_refused(request_, error):
    """Among them an option in place of an id: the parser takes any two words after --cards."""
    assert request_.conflict.startswith(error)
    assert bool(request_.conflict) == bool(error)
