"""Tests for ``punchboard check --explain-breaks``."""

import re


def test_each_page_of_a_book_is_told_with_its_cost_and_where_it_ends(grove):
    """Every page of text has a line, and the costs of the lines are the cost of the book."""
    folder = grove.path / "catalog" / "grove"
    (folder / "rulebook.md").write_text("# Set-up\n\nShuffle the cards.\n\n# The turn\n\n1. Draw a card.\n")
    ran = grove.run("check", "grove", "--explain-breaks")
    assert ran.status == 0
    head, columns, *pages = ran.out.partition("A Game of Grove: rulebook")[2].split("\n\n")[0].splitlines()
    whole = re.fullmatch(r": (\d+) pages? of text, which cost (\d+) together", head)
    assert columns.split() == ["page", "full", "cost", "ends", "in"]
    assert len(pages) == int(whole[1])
    costs = [int(line.split("%")[1].split()[0]) for line in pages]
    assert abs(sum(costs) - int(whole[2])) <= len(pages)  # each is rounded
    assert pages[-1].endswith("The turn")


def test_what_a_break_costs_is_told_with_its_cause(grove):
    """Steps that no page can hold are parted, and the reader must turn the leaf to read on."""
    steps = "".join(
        f"{number}. Draw a card, look at it, and lay it down beside the others.\n" for number in range(1, 90)
    )
    (grove.path / "catalog" / "grove" / "rulebook.md").write_text(f"# The turn\n\n{steps}")
    ran = grove.run("check", "grove", "--explain-breaks")
    assert re.search(r"\d+: breaks what belongs together", ran.out)
    assert re.search(r"\d+: the leaf must be turned to read on", ran.out)


def test_the_table_of_breaks_needs_the_format_text(grove):
    """A report for other programs has no tables, and says so."""
    ran = grove.run("check", "grove", "--explain-breaks", "--format", "json")
    assert ran.status == 2
    assert "--explain-breaks" in ran.err
