"""What a game's build is taken apart into."""

from pathlib import Path

import pytest

from punchboard.build.options import BuildOptions
from punchboard.model.options import PrintOptions
from punchboard.products import PRODUCTS
from punchboard.workers.parts import WEIGHTS, Part, split_build, whole_build

EVERY = BuildOptions(Path(), Path("output"), print_options=PrintOptions(everything=True))


@pytest.mark.parametrize(
    "options", [EVERY, EVERY._replace(print_options=PrintOptions()), EVERY._replace(only=("sheets", "page"))]
)
def test_every_product_is_made_once_for_each_paper(options):
    """No file is made by two parts, and none by nobody."""
    made = [(name, part.paper) for part in split_build(options) for name in part.products]
    wanted = whole_build(options).products
    on_paper = [
        (name, number) for name in wanted if PRODUCTS[name].is_per_paper for number in range(len(options.papers))
    ]
    assert sorted(made, key=str) == sorted(
        [*((n, None) for n in wanted if not PRODUCTS[n].is_per_paper), *on_paper], key=str
    )


def test_the_part_that_checks_comes_first_and_tells_of_the_others():
    """Whether a game is built at all is known as soon as it can be."""
    first, *others = split_build(EVERY)
    assert first == Part(("checks", "page"), checks_game=True)
    assert not any(part.checks_game for part in others)


def test_the_heaviest_parts_are_begun_first():
    """No long one is left to be made alone at the end."""
    _, *others = split_build(EVERY)
    assert others[0].products == ("shops",)
    assert set(others[-1].products).isdisjoint(WEIGHTS)


def test_weights_are_of_products():
    """A product that was renamed keeps its weight only when that is renamed too."""
    assert set(WEIGHTS) <= set(PRODUCTS)
