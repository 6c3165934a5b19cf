"""The parts that a game's build is split into."""

from pathlib import Path

import pytest

from punchboard.model.print_options import PrintOptions
from punchboard.pipeline import BuildOptions
from punchboard.products import PRODUCTS
from punchboard.workers.build_order import WEIGHTS, Part, split_build, whole_build

EVERY = BuildOptions(Path(), Path("output"), print_options=PrintOptions(everything=True))


@pytest.mark.parametrize(
    "options", [EVERY, EVERY._replace(print_options=PrintOptions()), EVERY._replace(only=("sheets", "page"))]
)
def test_every_product_is_made_once_for_each_paper(options):
    """Each file is made by exactly one part."""
    made = [(name, part.paper) for part in split_build(options) for name in part.products]
    wanted = whole_build(options).products
    on_paper = [
        (name, number) for name in wanted if PRODUCTS[name].is_per_paper for number in range(len(options.papers))
    ]
    assert sorted(made, key=str) == sorted(
        [*((n, None) for n in wanted if not PRODUCTS[n].is_per_paper), *on_paper], key=str
    )


def test_the_part_that_checks_the_game_comes_first():
    """So a game with errors fails as early as possible."""
    first, *others = split_build(EVERY)
    assert first == Part(("checks", "page"), checks_game=True)
    assert not any(part.checks_game for part in others)


def test_the_slowest_parts_start_first():
    """So no slow part runs alone at the end."""
    _, *others = split_build(EVERY)
    assert others[0].products == ("shops",)
    assert set(others[-1].products).isdisjoint(WEIGHTS)


def test_weights_name_products():
    """A product that is renamed must be renamed here, too."""
    assert set(WEIGHTS) <= set(PRODUCTS)
