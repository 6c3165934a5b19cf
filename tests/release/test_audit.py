"""The audit: what counts as an answer of a database, and what does not."""

import json

import pytest


@pytest.fixture
def pin(dependencies):
    """Return a locked package."""
    return lambda name, version="1.0": dependencies.Pinned(name, version, "", ("0" * 64,))


def report(**packages):
    """Return a report as pip-audit writes it: ids of vulnerabilities by package, None for one that it skipped."""
    entries = [
        {"name": name, "skip_reason": "Dependency not found and could not be audited"}
        if known is None
        else {"name": name, "version": "1.0", "vulns": [{"id": one, "fix_versions": []} for one in known]}
        for name, known in packages.items()
    ]
    return json.dumps({"dependencies": entries, "fixes": []})


def test_packages_that_were_all_looked_up_are_clean(audit, pin):
    """Nothing is known against any of them."""
    assert audit.judged([pin("oak"), pin("elm")], audit.read(report(oak=[], elm=[]))) == (
        audit.CLEAN,
        "2 of 2 packages were looked up, none has a known vulnerability",
    )


@pytest.mark.parametrize("answer", ["", "{", "[]", "{}", "null", '{"dependencies": null}', report(), report(oak=None)])
def test_silence_is_no_answer(answer, audit, pin):
    """No report, half a one, an empty one, or one in which the package was skipped: not done."""
    status, told = audit.judged([pin("oak")], audit.read(answer))
    assert status == audit.NOT_DONE
    assert told == "NOT DONE: the audit for known vulnerabilities: 0 of 1 packages were looked up; not oak"


def test_one_package_that_was_skipped_is_enough(audit, pin):
    """Two of three is not done, and it says which is left."""
    pins = [pin("oak"), pin("elm"), pin("ash")]
    status, told = audit.judged(pins, audit.read(report(oak=[], elm=None, ash=[])))
    assert status == audit.NOT_DONE
    assert told.endswith("2 of 3 packages were looked up; not elm")


def test_another_version_is_another_package(audit, pin):
    """What is known of 1.0 says nothing of 2.0."""
    assert audit.judged([pin("oak", "2.0")], audit.read(report(oak=[])))[0] == audit.NOT_DONE


def test_what_is_found_counts_also_where_others_were_skipped(audit, pin):
    """A vulnerability is told with its id."""
    status, told = audit.judged([pin("oak"), pin("elm")], audit.read(report(oak=["CVE-1", "CVE-2"], elm=None)))
    assert status == audit.VULNERABLE
    assert told == "VULNERABLE: 1 of 2 packages were looked up\noak 1.0: CVE-1, CVE-2"


def test_no_package_at_all_is_not_done(audit):
    """An empty lock was not audited."""
    assert audit.judged([], audit.NOTHING)[0] == audit.NOT_DONE


def test_a_second_database_is_asked_for_what_the_first_left_out(audit, monkeypatch, capsys):
    """All that is asked of it is what nobody has looked up yet."""
    asked = []

    def answer(path, service):
        names = [line.partition("==") for line in path.read_text(encoding="utf-8").split()]
        asked.append((service, len(names)))
        known = {(name, version) for name, _, version in names if service == "osv" or name.startswith("p")}
        return audit.Answer(frozenset(known), {})

    monkeypatch.setattr(audit, "asked", answer)
    assert audit.main([audit.LOCK]) == audit.CLEAN
    pins = {(pin.name, pin.version) for pin in audit.locked(audit.LOCK)}
    others = sum(not name.startswith("p") for name, _ in pins)
    whole = [sum(count for service, count in asked if service == which) for which in ("pypi", "osv")]
    assert whole == [len(pins), others]
    assert f"{len(pins)} of {len(pins)} packages were looked up" in capsys.readouterr().out


def test_two_versions_of_a_package_are_asked_for_apart(audit):
    """pip-audit takes each package once in a file; a lock has some twice, for different versions of Python."""
    assert audit.apart([("oak", "1"), ("elm", "1"), ("oak", "2")]) == [[("elm", "1"), ("oak", "1")], [("oak", "2")]]
