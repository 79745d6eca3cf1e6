# SPDX-License-Identifier: EUPL-1.2
"""Alert rules and dashboard name metrics that the servers export, and the dashboard shows every metric."""
import json
import re
import subprocess
import time

import pytest
import requests
from conftest import HANG, PROGRAM, ROOT
from test_messages import CONFIG
from test_stop import start  # noqa: F401

ALERTS = ROOT / "Deployment/alerts.yml"
SERVERS = ("wallet_provider", "wallet_config", "wallet_issuer", "wallet_verifier")
NAME = re.compile(r"\bwallet_(?:provider|config|issuer|verifier)_[a-z_]+")


def exported():
    """The names of all series, from the help texts of the servers' metrics."""
    names = set()
    for file in (ROOT / "Sources/Backend").rglob("*.swift"):
        for prefix, name in re.findall(r'"(\\\(prefix\)|wallet_(?:provider|config|issuer|verifier))(_[a-z_]+)":', file.read_text()):
            names |= {server + name for server in (SERVERS if prefix.startswith("\\") else (prefix,))}
    durations = {name for name in names if name.endswith("_duration_seconds")}
    return names - durations | {name + end for name in durations for end in ("_bucket", "_sum", "_count")}


def panels():
    return json.loads((ROOT / "Deployment/grafana-dashboard.json").read_text())["panels"]


def shown():
    return set(NAME.findall("\n".join(target["expr"] for panel in panels() for target in panel["targets"])))


def series(text):
    """The names of the series in an answer of /metrics."""
    return set(NAME.findall("\n".join(line.partition("{")[0] for line in text.splitlines() if not line.startswith("#"))))


def test_every_metric_in_the_alert_rules_is_exported():
    names = set(NAME.findall(ALERTS.read_text()))
    assert len(names) > 10 and names <= exported(), names - exported()


def test_every_metric_on_the_dashboard_is_exported_and_every_exported_metric_is_there():
    def families(names):
        return {re.sub("(_duration_seconds)_(bucket|sum|count)$", r"\1", name) for name in names}

    assert shown() <= exported(), shown() - exported()
    assert families(shown()) == families(exported()), families(exported()) - families(shown())


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
    assert lines == {"document not taken", "HSM: ", "outcome of an unlock lost", "revocation list not refreshed", "status list not fetched",
                     "webhook not delivered"} and all(f'"{line}' in sources for line in lines)
    helped = subprocess.run([str(PROGRAM), "serve", "--help"], capture_output=True, text=True, timeout=HANG).stdout
    for option in ("trusted-proxy", "attestation-certificate", "android-revocation-max-age"):
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


def test_a_running_provider_exports_what_the_help_texts_name(provider):
    requests.post(provider.url + "/api/v1/enroll", data="{}", timeout=HANG)
    found = series(requests.get(provider.internal_url + "/metrics", timeout=HANG).text)
    missing = {name for name in exported() if name.startswith("wallet_provider_")} - found
    assert found <= exported(), found - exported()
    # This one has neither witness nor certificates, and no phone registers.
    assert all(re.search("_witness_|_certificate_expiry_seconds$|_attestations_total$|_revocation_list_fetched_seconds$", name) for name in missing), missing


def test_a_running_configuration_server_exports_what_the_help_texts_name(tmp_path):
    found = series(configuration_metrics(tmp_path))
    missing = {name for name in exported() if name.startswith("wallet_config_")} - found
    assert found <= exported(), found - exported()
    # No request came from outside, and the parts may not have been looked at yet.
    assert all(re.search("_requests_total$|_request_duration_|_connections$|_part_up$", name) for name in missing), missing


def test_a_running_verifier_exports_what_the_help_texts_name(start):  # noqa: F811
    server = start("verifier")
    found = series(requests.get(f"http://127.0.0.1:{server.internal}/metrics", timeout=HANG).text)
    missing = {name for name in exported() if name.startswith("wallet_verifier_")} - found
    assert found <= exported(), found - exported()
    # No request came from outside; the parts and the store may not have been looked at yet.
    assert all(re.search("_requests_total$|_request_duration_|_connections$|_part_up$|_refusals_total$|_open_sessions$|_waiting_webhooks$", name)
               for name in missing), missing


def configuration_metrics(folder):
    """The metrics of a configuration server with a policy that expires soon and no configuration."""
    def run(*arguments):
        subprocess.run([str(CONFIG), *map(str, arguments)], check=True, capture_output=True)

    run("keys", "create", "--output", folder / "key.json", "--environment", "test", "--signers", folder / "signers.json")
    (folder / "policy.json").write_text((ROOT / "Deployment/update-policy.json").read_text())
    run("sign", "update-policy", folder / "policy.json", "--key", folder / "key.json", "--environment", "test", "--version", "7", "--days", "1",
        "--output", folder / "update-policy.jwt")
    server = subprocess.Popen([str(CONFIG), "serve", "--state", str(folder), "--port", "0", "--internal-port", "0"], stderr=subprocess.PIPE, text=True)
    try:
        for line in server.stderr:
            if port := re.search(r"internal_port=(\d+)", line):
                break
        url = f"http://127.0.0.1:{port.group(1)}"
        text = "\n" + requests.get(url + "/metrics", timeout=HANG).text
        assert requests.get(url + "/health/ready", timeout=HANG).status_code == 503
    finally:
        server.terminate()
        server.wait(timeout=HANG)
        server.stderr.close()
    assert 'wallet_config_document_version{document="update-policy"} 7' in text
    assert 'wallet_config_document_expiry_seconds{document="configuration"} 0' in text
    end = int(re.search(r'wallet_config_document_expiry_seconds\{document="update-policy"\} (\d+)', text).group(1))
    assert 86_000 < end - time.time() <= 86_400
    assert re.search(r"wallet_config_tls_certificate_expiry_seconds \d{10}", text)
    return text


def test_every_panel_has_a_unique_title_and_place():
    every = panels()
    assert len({panel["title"] for panel in every}) == len({panel["id"] for panel in every}) == len(every)
    taken = [(panel["gridPos"]["x"] + x, panel["gridPos"]["y"] + y) for panel in every
             for x in range(panel["gridPos"]["w"]) for y in range(panel["gridPos"]["h"])]
    assert len(set(taken)) == len(taken) and max(x for x, _ in taken) < 24


@pytest.mark.parametrize("line", ["wallet_provider_unlock_total 1", "wallet_issuer_unlocks_total 1", "wallet_verifier_unlocks_total 1",
                                  'wallet_config_part_up_total{part="x"} 1'])
def test_a_metric_that_no_server_has_is_noticed(line):
    assert len(series(line)) == 1 and not series(line) & exported()
