"""The audit: which answers of a vulnerability database count."""

import json

import pytest


@pytest.fixture
def pin(dependencies):
    """Return a locked package."""
    return lambda name, version="1.0": dependencies.Pinned(name, version, "", ("0" * 64,))


def report(**packages):
    """Return a report as pip-audit writes it: vulnerability ids by package, None for a package that it skipped."""
    entries = [
        {"name": name, "skip_reason": "Dependency not found and could not be audited"}
        if known is None
        else {"name": name, "version": "1.0", "vulns": [{"id": one, "fix_versions": []} for one in known]}
        for name, known in packages.items()
    ]
    return json.dumps({"dependencies": entries, "fixes": []})


def test_packages_without_vulnerabilities_are_clean(audit, pin):
    """When all of them were looked up."""
    assert audit.audit_result([pin("oak"), pin("elm")], audit.read(report(oak=[], elm=[]))) == (
        audit.CLEAN,
        "2 of 2 packages were looked up; none has a known vulnerability",
    )


@pytest.mark.parametrize("answer", ["", "{", "[]", "{}", "null", '{"dependencies": null}', report(), report(oak=None)])
def test_an_audit_without_answers_is_not_done(answer, audit, pin):
    """For a missing, damaged or empty report, or one in which the package was skipped."""
    status, told = audit.audit_result([pin("oak")], audit.read(answer))
    assert status == audit.NOT_DONE
    assert told == "NOT DONE: the audit for known vulnerabilities: 0 of 1 packages were looked up; skipped: oak"


def test_an_audit_that_skipped_a_package_is_not_done(audit, pin):
    """The message names the package."""
    pins = [pin("oak"), pin("elm"), pin("ash")]
    status, told = audit.audit_result(pins, audit.read(report(oak=[], elm=None, ash=[])))
    assert status == audit.NOT_DONE
    assert told.endswith("2 of 3 packages were looked up; skipped: elm")


def test_an_answer_for_another_version_does_not_count(audit, pin):
    """Data of version 1.0 say nothing about 2.0."""
    assert audit.audit_result([pin("oak", "2.0")], audit.read(report(oak=[])))[0] == audit.NOT_DONE


def test_a_vulnerability_counts_even_if_other_packages_were_skipped(audit, pin):
    """The message has its id."""
    status, told = audit.audit_result([pin("oak"), pin("elm")], audit.read(report(oak=["CVE-1", "CVE-2"], elm=None)))
    assert status == audit.VULNERABLE
    assert told == "VULNERABLE: 1 of 2 packages were looked up\noak 1.0: CVE-1, CVE-2"


def test_an_audit_of_no_packages_is_not_done(audit):
    """As for an empty lock."""
    assert audit.audit_result([], audit.NOTHING)[0] == audit.NOT_DONE


def test_a_second_database_is_queried_for_skipped_packages(audit, monkeypatch, capsys):
    """It is queried for those packages only."""
    queries = []

    def answer(path, service):
        names = [line.partition("==") for line in path.read_text(encoding="utf-8").split()]
        queries.append((service, len(names)))
        known = {(name, version) for name, _, version in names if service == "osv" or name.startswith("p")}
        return audit.Answer(frozenset(known), {})

    monkeypatch.setattr(audit, "query_database", answer)
    assert audit.main([audit.LOCK]) == audit.CLEAN
    pins = {(pin.name, pin.version) for pin in audit.locked_packages(audit.LOCK)}
    others = sum(not name.startswith("p") for name, _ in pins)
    whole = [sum(count for service, count in queries if service == which) for which in ("pypi", "osv")]
    assert whole == [len(pins), others]
    assert f"{len(pins)} of {len(pins)} packages were looked up" in capsys.readouterr().out


def test_two_versions_of_a_package_are_queried_separately(audit):
    """pip-audit accepts each package once in a file; a lock may have two versions for different Pythons."""
    assert audit.split_versions([("oak", "1"), ("elm", "1"), ("oak", "2")]) == [
        [("elm", "1"), ("oak", "1")],
        [("oak", "2")],
    ]
