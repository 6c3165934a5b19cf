"""The picture of the table in its how-to."""

import pytest
from tests.browser.kept_pages import compare_with_picture
from tests.browser.tables import begin, built_table

pytestmark = pytest.mark.slow


def test_the_picture_of_the_table_is_up_to_date(visit, tables):
    """`PUNCHBOARD_PICTURES=write` writes it again."""
    page = visit(built_table("alpha-and-omega", tables), width=800, height=560)
    begin(page, 2, seed=12)
    page.evaluate(
        "() => { crypto.getRandomValues = (numbers) => numbers.fill(0); }"
    )  # chance, but the same at every run
    page.evaluate("punchboard.play.allByChance()")
    page.evaluate(
        """() => {
          const { play } = punchboard;
          play.openPanel(false);
          const { table } = play;
          const ring = table.piles.findIndex((_, place) => table.program.piles[place][0] === "ring");
          const steps = [[50, 0], [25, 43.3], [-25, 43.3], [-50, 0], [-25, -43.3], [25, -43.3]];
          [...table.piles[ring]].forEach((piece, place) => play.move([piece], table.tablePlace, { at: steps[place] }));
        }"""
    )
    page.evaluate("document.getElementById('said').textContent = ''; document.getElementById('said').hidden = true")
    compare_with_picture("table", page)
