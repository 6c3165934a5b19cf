"""The documents of a game in the preview."""

import pytest

from punchboard.server.full_check import CheckJob, PageJob, PlacesJob, StageProblems, run_full_check


@pytest.mark.parametrize("mark", [":no-such-icon:", "{{ no_such_value }}"])
def test_a_text_has_its_pages_while_there_is_a_problem_in_it(workspace, mark):
    """They are the last good ones where no new ones can be made."""
    rulebook = workspace.path / "catalog/grove/rulebook.md"
    rulebook.write_text("# The start\n\nTake one.\n", encoding="utf-8")
    list(run_full_check(CheckJob(workspace.path, "grove", 1)))
    rulebook.write_text(f"# The start\n\nTake one {mark}.\n", encoding="utf-8")
    broken = CheckJob(workspace.path, "grove", 2)
    assert any(found.problems for found in run_full_check(broken) if isinstance(found, StageProblems))
    (page,) = run_full_check(PageJob(broken, "rulebook", 1))
    (places,) = run_full_check(PlacesJob(broken, "rulebook"))
    assert b"</svg>" in page
    assert [place.line for place in places] == [1, 3]
