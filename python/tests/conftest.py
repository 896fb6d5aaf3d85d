"""Under CI nothing is passed over because something is not installed: all of it is, but torch and what needs it, whose tests are run
apart."""

import os

import pytest

MAY_BE_MISSING = ("torch", "sb3_contrib")


def wrongly_skipped(reason):
    """Whether a test that says this is skipped where it should not be."""
    missing = "could not import" in reason or "not installed" in reason or "does not name the program" in reason
    return missing and not any(name in reason for name in MAY_BE_MISSING)


def fail_if_skipped(report):
    """Makes a failure of it."""
    if os.environ.get("CI") == "true" and report.skipped and isinstance(report.longrepr, tuple):
        reason = report.longrepr[2]
        if wrongly_skipped(reason):
            report.outcome = "failed"
            report.longrepr = f"with CI=true this must not be passed over: {reason}"


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    report = yield
    fail_if_skipped(report)
    return report


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(collector):
    report = yield
    fail_if_skipped(report)
    return report
