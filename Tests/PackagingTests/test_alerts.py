# SPDX-License-Identifier: EUPL-1.2
"""promtool accepts alert rules and the dashboard's queries, and every rule fires in one case and does not in another."""
import json
import shutil
import subprocess

import pytest
import yaml
from conftest import ROOT

# Scripts/fetch-promtool puts it there; without it these tests fail.
PROMTOOL = ROOT / ".local/promtool/promtool"
CASES = ROOT / "Tests/PackagingTests/alerts.test.yml"


@pytest.fixture
def folder(tmp_path):
    """A directory with the rules and their cases."""
    shutil.copy(ROOT / "Deployment/alerts.yml", tmp_path)
    shutil.copy(CASES, tmp_path)
    return tmp_path


def promtool(folder, *words):
    return subprocess.run([str(PROMTOOL), *words], cwd=folder, capture_output=True, text=True)


def rules(folder):
    return [rule for group in yaml.safe_load((folder / "alerts.yml").read_text())["groups"] for rule in group["rules"]]


def change(folder, alert, **values):
    """Changes a rule of the copy; None removes a member."""
    text = yaml.safe_load((folder / "alerts.yml").read_text())
    [rule] = [rule for group in text["groups"] for rule in group["rules"] if rule["alert"] == alert]
    assert any(rule.get(key) != value for key, value in values.items())
    rule.update(values)
    for key in [key for key, value in rule.items() if value is None]:
        del rule[key]
    (folder / "alerts.yml").write_text(yaml.safe_dump(text))


def test_the_rules_are_valid_and_pass_their_cases(folder):
    for words in (["check", "rules", "alerts.yml"], ["test", "rules", "alerts.test.yml"]):
        done = promtool(folder, *words)
        assert done.returncode == 0, done.stdout + done.stderr


def test_every_rule_has_a_severity_a_case_in_which_it_fires_and_one_in_which_it_does_not(folder):
    cases = [case for test in yaml.safe_load(CASES.read_text())["tests"] for case in test["alert_rule_test"]]
    names = [rule["alert"] for rule in rules(folder)]
    assert len(names) == len(set(names)) > 15
    assert {case["alertname"] for case in cases if case["exp_alerts"]} == set(names)
    assert {case["alertname"] for case in cases if not case["exp_alerts"]} == set(names)
    assert all(rule["labels"]["severity"] in ("critical", "warning") and rule["annotations"]["summary"] and rule["annotations"]["action"] for rule in rules(folder))


@pytest.mark.parametrize("expr", ["vector(1) == 0", "vector(1)"])
def test_the_cases_notice_a_rule_that_never_or_always_fires(folder, expr):
    for rule in rules(folder):
        shutil.copy(ROOT / "Deployment/alerts.yml", folder)
        change(folder, rule["alert"], expr=expr)
        assert promtool(folder, "test", "rules", "alerts.test.yml").returncode != 0, rule["alert"]


@pytest.mark.parametrize("alert, values", [
    ("WalletServerDown", {"for": None}),
    ("WalletProviderUnavailable", {"for": "30m"}),
    ("WalletCertificateExpires", {"expr": "wallet_provider_tls_certificate_expiry_seconds - time() < 30 * 86400"}),
    ("WalletServerFault", {"expr": "sum by (instance) (increase(wallet_provider_faults_total[10m])) > 100"}),
    ("WalletJournalRefused", {"expr": "sum by (error) (increase(wallet_provider_witness_refusals[10m])) > 0"}),
    ("WalletPINsGuessed", {"labels": {"severity": "critical"}}),
])
def test_the_cases_notice_a_changed_rule(folder, alert, values):
    change(folder, alert, **values)
    done = promtool(folder, "test", "rules", "alerts.test.yml")
    assert done.returncode != 0 and alert in done.stdout + done.stderr


@pytest.mark.parametrize("values", [{"expr": "sum(rate(up))"}, {"expr": "up ==="}, {"for": "soon"}, {"annotations": {"summary": "{{ $labels.x"}}])
def test_an_invalid_rule_is_refused(folder, values):
    change(folder, "WalletServerDown", **values)
    assert promtool(folder, "check", "rules", "alerts.yml").returncode != 0


def check_queries(folder, queries):
    """Checks queries as the expressions of rules; promtool does not read dashboards."""
    recorded = [{"record": f"panel:{number}", "expr": query.replace("$__rate_interval", "5m")} for number, query in enumerate(queries)]
    (folder / "dashboard.yml").write_text(json.dumps({"groups": [{"name": "dashboard", "rules": recorded}]}))
    return promtool(folder, "check", "rules", "dashboard.yml")


def test_every_query_of_the_dashboard_is_valid(folder):
    dashboard = json.loads((ROOT / "Deployment/grafana-dashboard.json").read_text())
    queries = [target["expr"] for panel in dashboard["panels"] for target in panel["targets"]]
    done = check_queries(folder, queries)
    assert len(queries) > 30 and done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("query", ["rate(up[$__interval])", "sum by (instance (up)", "histogram_quantile(up)"])
def test_an_invalid_query_is_refused(folder, query):
    assert check_queries(folder, [query]).returncode != 0
