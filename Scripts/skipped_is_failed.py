# SPDX-License-Identifier: EUPL-1.2
"""A plugin of pytest for the repetition of failed tests (Scripts/test-python): a skipped test has not passed, so it counts as failed."""
import pytest


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_makereport(item, call):
    report = yield
    # The report of an expected failure says `skipped`, too.
    if report.skipped and not hasattr(report, "wasxfail"):
        report.outcome, report.longrepr = "failed", f"skipped when repeated: {call.excinfo.value}"
    return report
