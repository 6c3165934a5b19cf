"""The verdicts on the limits of speed and memory, from made-up figures, and one real measurement."""

import subprocess
import sys

import pytest

QUIET, ROBBED, SHARED = (0.0, 0.01), (0.02, 0.01), (0.0, 0.2)


@pytest.fixture
def judge(benchmark):
    """The module benchmarks/judge.py."""
    return benchmark("judge")


@pytest.fixture
def conditions_of(benchmark):
    """The conditions of a measurement, from what other machines and other programs took."""
    return benchmark("machine").Conditions


@pytest.fixture
def limit(benchmark):
    """A limit of twice a yardstick."""
    measures = benchmark("measures")
    return benchmark("limits").Limit("walking", 2.0, measures.absolute, measures.absolute, "a reason")


@pytest.mark.parametrize(
    "case",
    [
        (2.0, QUIET, "held"),
        (2.1, QUIET, "missed"),
        (2.1, ROBBED, "not judged"),
        (2.1, SHARED, "not judged"),
        (2.0, SHARED, "held"),
    ],
)
def test_a_limit_is_missed_only_on_a_quiet_machine(judge, conditions_of, limit, case):
    """Whether other machines take processor time, or other programs of this one."""
    figure, shares, told = case
    conditions = conditions_of(*shares)
    assert judge.verdict(limit, figure, conditions) == told
    lines = list(judge.table({limit: figure}, conditions))
    assert lines[2] == f"| walking | {figure:.3g} times | 2 times | {told} |"
    assert ("not quiet" in lines[3]) is (shares != QUIET)
    assert f"{shares[0]:.1%}" in lines[3]
    assert lines[4:] == ([] if told == "held" else [f"{told}: walking: a reason"])


@pytest.mark.parametrize("case", [(QUIET, 1), (SHARED, 0)])
def test_only_a_missed_limit_is_an_exit_status_of_1(judge, conditions_of, monkeypatch, limit, case):
    """A limit that is not judged is none."""
    shares, status = case
    monkeypatch.setattr(judge, "LIMITS", (limit._replace(most=0.5),))
    monkeypatch.setattr(judge, "conditions_since", lambda _before: conditions_of(*shares))
    monkeypatch.setattr(sys, "argv", ["judge.py"])
    assert judge.main() == status


@pytest.mark.parametrize(
    ("ticks", "stolen", "others"),
    [((30, 1100, 400, 350), 0.03, 0.05), ((0, 1100, 300, 310), 0.0, 0.0), ((0, 100, 0, 0), 1.0, 1.0)],
)
def test_the_conditions_are_the_shares_of_what_others_take(benchmark, monkeypatch, ticks, stolen, others):
    """A system that does not count them is not known to be quiet."""
    machine = benchmark("machine")
    monkeypatch.setattr(machine, "processor_ticks", lambda: machine.Ticks(*ticks))
    found = machine.conditions_since(machine.Ticks(0, 100, 0, 0))
    assert found == pytest.approx((stolen, others))


def test_every_limit_has_a_name_of_its_own_and_a_reason(benchmark):
    """They are those of the results page, and all others."""
    limits = benchmark("limits").LIMITS
    assert len({one.what for one in limits}) == len(limits)
    assert {bar.what for bar in benchmark("bars").BARS} < {one.what for one in limits}
    assert [one.what for one in limits if not one.why or one.most <= 0] == []


def test_every_part_is_measured_by_a_limit(benchmark, root):
    """Each name in the table of limits is one of parts.py, and the reverse."""
    parts = benchmark("parts").PARTS
    source = (root / "benchmarks" / "limits.py").read_text(encoding="utf-8")
    assert [name for name in parts if f'Part("{name}")' not in source] == []
    assert source.count('Part("') == len(parts)


@pytest.mark.slow
def test_a_word_selects_limits(bench, root):
    """The table has those whose names contain it, and the state of the machine."""
    command = [sys.executable, str(root / "benchmarks" / "judge.py"), "2,000 tokens"]
    done = subprocess.run(command, env=bench.environment(), capture_output=True, text=True, check=False)
    assert "| places of 2,000 tokens | " in done.stdout, done.stderr
    assert done.stdout.count("\n| ") == 1
    assert "the machine was " in done.stdout
