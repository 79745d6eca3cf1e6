# SPDX-License-Identifier: EUPL-1.2
"""Alert rules and dashboard: promtool accepts them, and every metric in them is one that the servers export."""
import json
import os
import pathlib
import re
import shutil
import subprocess

import pytest
import requests
from conftest import HANG, PROGRAM, ROOT

ALERTS = ROOT / "Deployment/alerts.yml"
DASHBOARD = ROOT / "Deployment/grafana-dashboard.json"
PROMTOOL = os.environ.get("WALLET_PROMTOOL")
SERVERS = ("wallet_provider", "wallet_config", "wallet_issuer")
NAME = re.compile(r"\bwallet_(?:provider|config|issuer)_[a-z_]+")


def exported():
    """The names of all metrics, from the help texts without which the servers' registries export none."""
    names = set()
    for file in (ROOT / "Sources/Backend").rglob("*.swift"):
        for prefix, name in re.findall(r'"(\\\(prefix\)|wallet_(?:provider|config|issuer))(_[a-z_]+)":', file.read_text()):
            names |= {server + name for server in (SERVERS if prefix.startswith("\\") else (prefix,))}
    durations = {name for name in names if name.endswith("_duration_seconds")}
    return names - durations | {name + end for name in durations for end in ("_bucket", "_sum", "_count")}


def queries():
    dashboard = json.loads(DASHBOARD.read_text())
    return [target["expr"] for panel in dashboard["panels"] for target in panel["targets"]]


def test_every_metric_in_alerts_and_dashboard_is_exported():
    names = exported()
    assert len(names) > 30
    for text in (ALERTS.read_text(), *queries()):
        assert set(NAME.findall(text)) <= names, set(NAME.findall(text)) - names


def alerts():
    """The annotations of each alert."""
    blocks = re.split(r"^      - alert: ", ALERTS.read_text(), flags=re.M)[1:]
    return {block.split("\n", 1)[0]: dict(re.findall(r'^          (\w+): "(.+)"$', block, re.M)) for block in blocks}


def test_every_alert_says_what_has_happened_and_what_to_do():
    assert len(alerts()) > 15
    for name, annotations in alerts().items():
        assert set(annotations) == {"summary", "action"} and all(text.endswith(".") for text in annotations.values()), name
        # The action of an alert that repeats another alert names that alert.
        assert set(re.findall(r"\bWallet[A-Z]\w+", annotations["action"])) <= alerts().keys(), name


def test_every_command_log_line_option_and_page_that_an_action_names_exists():
    text = "\n".join(annotations["action"] for annotations in alerts().values())
    commands = re.findall(r"`(wallet-[a-z]+(?: [a-z]+)+)`", text)
    assert len(commands) >= 3
    for program, *words in map(str.split, commands):
        words = [word for word in words if word != "attestation"]
        done = subprocess.run([str(PROGRAM.with_name(program)), *words, "--help"], capture_output=True, text=True, timeout=HANG)
        assert done.returncode == 0 and " ".join(words) in done.stdout, (program, words)
    sources = "\n".join(file.read_text() for file in (ROOT / "Sources/Backend").rglob("*.swift"))
    lines = {quoted.strip("…") for quoted in re.findall(r"`([^`]+)`", text) if not quoted.startswith("wallet-")}
    assert lines == {"document not taken", "failure", "HSM: ", "revocation list not refreshed"} and all(f'"{line}' in sources for line in lines)
    helped = subprocess.run([str(PROGRAM), "serve", "--help"], capture_output=True, text=True, timeout=HANG).stdout
    for option in ("trusted-proxy", "attestation-certificate"):
        assert option in text and f"--{option}" in helped
    pages = set(re.findall(r"\b([a-z-]+\.md)(?:, ([A-Z][A-Za-z ]+))?", text))
    assert {page for page, _ in pages} == {"database-and-token.md", "settings.md", "witness.md"}
    for page, heading in pages:
        lines = (ROOT / "Documentation/Operations" / page).read_text().splitlines()
        parts = [heading] if f"## {heading}" in lines else heading.split(" and ")
        assert not heading or all(f"## {part}" in lines for part in parts), (page, heading)


def test_the_page_of_error_codes_names_every_code_of_the_app_and_no_other():
    screens = "\n".join(file.read_text() for file in (ROOT / "Sources/Phone/WalletApp").rglob("*.swift"))
    shown = set(re.findall(r'"([A-Z]-\d\d)"', screens))
    rows = [line.split("|")[1] for line in (ROOT / "Documentation/Operations/error-codes.md").read_text().splitlines()
            if re.match(r"\| [A-Z]-\d\d", line)]
    named = set()
    for row in rows:
        codes = re.findall(r"([A-Z])-(\d\d)", row)
        first, last = (int(number) for _, number in (codes[0], codes[-1]))
        named |= {f"{codes[0][0]}-{number:02}" for number in range(first, last + 1)}
    assert {"X-01", "W-01", "I-11"} <= shown == named


def test_a_server_exports_what_the_help_texts_name(provider):
    requests.post(provider.url + "/api/v1/enroll", data="{}", timeout=HANG)
    text = requests.get(provider.internal_url + "/metrics", timeout=HANG).text
    found = set(NAME.findall("\n".join(line for line in text.splitlines() if not line.startswith("#"))))
    assert {"wallet_provider_requests_total", "wallet_provider_part_up", "wallet_provider_hsm_duration_seconds_bucket"} <= found <= exported()


def test_every_panel_has_a_unique_title_and_place():
    panels = json.loads(DASHBOARD.read_text())["panels"]
    assert len({panel["title"] for panel in panels}) == len({panel["id"] for panel in panels}) == len(panels)
    taken = [(panel["gridPos"]["x"] + x, panel["gridPos"]["y"] + y) for panel in panels
             for x in range(panel["gridPos"]["w"]) for y in range(panel["gridPos"]["h"])]
    assert len(set(taken)) == len(taken) and max(x for x, _ in taken) < 24


@pytest.mark.skipif(not PROMTOOL, reason="make operations-test fetches promtool")
def test_promtool_accepts_the_rules_the_cases_and_the_queries(tmp_path):
    shutil.copy(ALERTS, tmp_path)
    shutil.copy(pathlib.Path(__file__).with_name("alerts.test.yml"), tmp_path)
    rules = [{"record": f"panel:{number}", "expr": expr.replace("$__rate_interval", "5m")} for number, expr in enumerate(queries())]
    (tmp_path / "dashboard.yml").write_text(json.dumps({"groups": [{"name": "dashboard", "rules": rules}]}))
    for arguments in (["check", "rules", "alerts.yml"], ["check", "rules", "dashboard.yml"], ["test", "rules", "alerts.test.yml"]):
        run = subprocess.run([PROMTOOL, *arguments], cwd=tmp_path, capture_output=True, text=True)
        assert run.returncode == 0, run.stdout + run.stderr
