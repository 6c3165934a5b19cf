"""A game with every built-in face goes through every product."""

import pytest

from punchboard.load.layouts.raw_layouts import builtin_themes, component_faces
from punchboard.model.print_options import PrintOptions
from punchboard.pipeline import BuildOptions
from punchboard.pipeline.build import build, load_and_compose
from punchboard.products.shops import shop_problems

EXPECTED = {
    # a cutting machine's marks leave too little room for the mat: larger paper, or by hand
    ("SHEET001", "layouts/machines/silhouette.yaml"),
    ("SHOP001", "layouts/shops/drivethrucards.yaml"),  # wants the profile of its press
}
"""Warnings that the designer gets, each with a useful hint."""


@pytest.mark.slow
def test_every_face_goes_through_every_product(sample, tmp_path):
    """On A4 and on letter, with all products: no error, and no warning but those that say what to do."""
    loaded = sample.every_face(tmp_path / "catalog" / "every", "meadow")
    assert {kind.file.face for kind in loaded.game.kinds.values()} >= {
        face for face in component_faces() if not face.endswith("-back")
    }
    options = BuildOptions(tmp_path, tmp_path / "output", print_options=PrintOptions(everything=True))
    built = build("every", options)
    assert built.files, list(map(str, built.problems))
    assert {(problem.rule, problem.place.file) for problem in built.problems} == EXPECTED
    assert all(problem.hint for problem in built.problems)


@pytest.mark.slow
@pytest.mark.parametrize("theme", builtin_themes())
def test_text_keeps_the_margin_of_every_shop_that_stocks_the_size(sample, tmp_path, theme):
    """In every theme, also for numbers of two digits."""
    sample.every_face(tmp_path / "catalog" / "every", theme)
    composed = load_and_compose("every", BuildOptions(tmp_path, tmp_path / "output", only=("shops",)))
    assert [str(problem) for problem in shop_problems(composed) if problem.rule == "SHOP002"] == []
