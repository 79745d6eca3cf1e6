# SPDX-License-Identifier: EUPL-1.2
"""The operator's guarantees: shutdown, limits, listeners, logs, and the files in Deployment."""
import json
import os
import pathlib
import re
import shutil
import socket
import subprocess
import time

import pytest
import requests
from conftest import HANG, PROGRAM, ROOT

DEPLOYMENT = ROOT / "Deployment"
LONG = os.environ.get("WALLET_SCHEMATHESIS") == "long"


def test_a_server_stops_cleanly_and_finishes_running_requests(start):
    server = start("--shutdown-seconds", "10")
    with socket.create_connection(("127.0.0.1", server.ports["port"])) as line:
        # Both arrive together, so when the first is answered, the second is in progress.
        line.sendall(b"GET /api/v1/keys HTTP/1.1\r\nHost: x\r\n\r\nPOST /api/v1/enroll HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{")
        answer = b""
        while not answer.endswith(b"}"):
            answer += line.recv(65536)
        server.process.terminate()
        wait_for(lambda: refused(server.ports["port"]))
        line.sendall(b"}")
        answer = line.recv(65536)
        assert answer.startswith(b"HTTP/1.1 200")
    assert server.stop() == 0
    assert any('"message":"stopped"' in entry for entry in server.log)


def test_a_request_that_does_not_end_is_cancelled_and_the_server_stops_in_time(start):
    server = start("--shutdown-seconds", "1")
    with socket.create_connection(("127.0.0.1", server.ports["port"])) as line:
        line.sendall(b"POST /api/v1/enroll HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{")
        line.settimeout(HANG)
        requests.get(server.internal_url + "/health/live", timeout=HANG)
        began = time.monotonic()
        assert server.stop() == 0
        # A stop takes little more than a second. Without its limit the request would be at work for 20 s, and then end by itself.
        assert time.monotonic() - began < 20


def test_a_draining_server_still_serves_and_reports_that_it_is_not_ready(start):
    server = start("--drain-seconds", "3")
    wait_for(lambda: requests.get(server.internal_url + "/health/ready", timeout=HANG).status_code == 200)
    server.process.terminate()
    wait_for(lambda: requests.get(server.internal_url + "/health/ready", timeout=HANG).json()["status"] == "draining")
    assert requests.post(server.url + "/api/v1/enroll", data="{}", timeout=HANG).status_code == 200
    assert server.stop() == 0


def test_the_public_listener_has_the_described_addresses_only(provider):
    described = requests.get(provider.url + "/api/v1/openapi.json", timeout=HANG).json()["paths"]
    for path in ["/", "/metrics", "/health", "/health/live", "/health/ready", "/internal", "/debug/pprof", "/api/v1", "/api/v1/openapi.yaml"]:
        assert path not in described
        answer = requests.get(provider.url + path, timeout=HANG)
        assert (answer.status_code, answer.json()["type"]) == (400, "malformed_request")
    for path in described:
        path = path.replace("{number}", "1")
        assert requests.get(provider.internal_url + path, timeout=HANG).status_code == 404


def test_slow_and_large_headers_are_closed(start):
    server = start("--idle-seconds", "1")
    for sent in (b"", b"GET /api/v1/keys HTTP/1.1\r\nHost: x\r\nX-Slow: a"):
        with socket.create_connection(("127.0.0.1", server.ports["port"])) as line:
            line.settimeout(HANG)
            line.sendall(sent)
            assert line.recv(65536) == b""
    with socket.create_connection(("127.0.0.1", server.ports["port"])) as line:
        line.settimeout(HANG)
        line.sendall(b"GET /api/v1/keys HTTP/1.1\r\nHost: x\r\nX-Large: " + b"a" * 60_000 + b"\r\n\r\n")
        try:
            answer = line.recv(65536)
        except ConnectionResetError:
            answer = b""
        assert not answer.startswith(b"HTTP/1.1 200")
    assert requests.get(server.url + "/api/v1/keys", timeout=HANG).status_code == 200


def trickle(line, sent, pieces):
    """Sends a line, then single bytes until the other side closes. Returns the answer."""
    line.settimeout(0.2)
    line.sendall(sent)
    answer = b""
    for _ in range(pieces):
        try:
            received = line.recv(65536)
            if not received:
                return answer
            answer += received
        except TimeoutError:
            pass
        except ConnectionError:
            return answer
        try:
            line.sendall(b"a")
        except ConnectionError:
            return answer
    raise AssertionError("the connection is still open")


def test_a_slowly_sent_header_has_one_total_time_limit_also_in_a_second_request(start):
    server = start("--idle-seconds", "1")
    for sent in (b"", b"GET /api/v1/keys HTTP/1.1\r\nHost: x\r\nX-Slow: "):
        with socket.create_connection(("127.0.0.1", server.ports["port"])) as line:
            assert not trickle(line, sent, 300).startswith(b"HTTP/1.1 200")
    with socket.create_connection(("127.0.0.1", server.ports["port"])) as line:
        answer = trickle(line, b"GET /api/v1/keys HTTP/1.1\r\nHost: x\r\n\r\nGET /api/v1/keys HTTP/1.1\r\nX-Slow: ", 300)
        assert answer.count(b"HTTP/1.1 200") == 1
    assert requests.get(server.url + "/api/v1/keys", timeout=HANG).status_code == 200


@pytest.mark.skipif(not LONG, reason="a body has 20 seconds; make operations-test waits for them")
def test_a_slowly_sent_body_has_a_time_limit_and_its_connection_is_then_closed_after_any_answer(start):
    server = start("--registration-requests-per-address", "1", "--body-seconds", "20")
    head = b"POST /api/v1/enroll HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n"
    for length, answered in ((60_000, b""), (60_000, b"HTTP/1.1 429"), (10_000_000, b"HTTP/1.1 4")):
        with socket.create_connection(("127.0.0.1", server.ports["port"])) as line:
            answer = trickle(line, head % length, 600)
            assert answer.startswith(answered) and bool(answer) == bool(answered)


def test_clients_that_never_read_lose_their_connections_and_other_phones_are_answered_throughout(start):
    server = start()
    address = ("127.0.0.1", server.ports["port"])
    blob = b"GET /api/v1/keys HTTP/1.1\r\nHost: x\r\n\r\n" * 400
    lines = [socket.create_connection(address) for _ in range(256)]
    try:
        for line in lines:
            line.setblocking(False)
        open_lines = set(lines)
        for _ in range(20):
            for line in list(open_lines):
                try:
                    line.send(blob)
                except BlockingIOError:
                    pass
                except ConnectionError:
                    open_lines.discard(line)
            # The other phone has a different address, because requests are limited per address.
            with socket.create_connection(address, timeout=HANG, source_address=("127.0.0.2", 0)) as phone:
                phone.sendall(b"GET /api/v1/keys HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
                assert phone.recv(65536).startswith(b"HTTP/1.1 200")
        assert not open_lines
        metrics = requests.get(server.internal_url + "/metrics", timeout=HANG).text
        assert 'wallet_provider_connections_cut_total{reason="too_many_requests"} 256' in metrics
        wait_for(lambda: "wallet_provider_connections 0" in requests.get(server.internal_url + "/metrics", timeout=HANG).text)
    finally:
        for line in lines:
            line.close()


def test_the_portal_has_health_and_metrics_on_a_listener_of_its_own(start, tmp_path):
    start()
    portal = subprocess.Popen(
        [str(PROGRAM), "portal", "--state", str(tmp_path / "state"), "--port", "0", "--internal-port", "0", "--log-format", "json"],
        stderr=subprocess.PIPE, text=True)
    try:
        ports = {}
        for line in portal.stderr:
            ports |= dict(re.findall(r'"(port|internal_port)":(\d+)', line))
            if len(ports) == 2:
                break
        public, internal = (f"http://127.0.0.1:{ports[name]}" for name in ("port", "internal_port"))
        wait_for(lambda: requests.get(internal + "/health/ready", timeout=HANG).status_code == 200)
        assert requests.get(public + "/?canary", timeout=HANG).status_code == 200
        for path in ("/metrics", "/health/ready"):
            assert requests.get(public + path, timeout=HANG).status_code == 404
        metrics = requests.get(internal + "/metrics", timeout=HANG).text
        assert 'status="200"' in metrics and 'wallet_provider_part_up{part="hsm"} 1' in metrics and "canary" not in metrics
        portal.terminate()
        assert portal.wait(timeout=HANG) == 0
    finally:
        portal.kill()
        portal.stderr.close()


def test_registrations_above_the_limit_are_told_when_to_retry(start):
    server = start("--registration-requests-per-address", "3")
    statuses = [requests.post(server.url + "/api/v1/enroll", data="{}", timeout=HANG) for _ in range(5)]
    assert [answer.status_code for answer in statuses] == [200, 200, 200, 429, 429]
    assert int(statuses[-1].headers["Retry-After"]) >= 1 and statuses[-1].json()["type"] == "too_many_requests"
    assert 'problem="too_many_requests"' in requests.get(server.internal_url + "/metrics", timeout=HANG).text


def test_every_line_of_the_log_is_json_and_names_the_request_as_the_answer_does(start):
    server = start()
    headers = {"X-Canary": "canary", "X-Correlation-ID": "canary"}
    answer = requests.post(server.url + "/api/v1/enroll?canary", data="canary", headers=headers, timeout=HANG)
    name = answer.headers["X-Correlation-ID"]
    server.stop()
    entries = [json.loads(entry) for entry in server.log]
    assert [entry["problem"] for entry in entries if entry.get("correlation_id") == name] == ["malformed_request"]
    assert "canary" not in "".join(server.log)
    assert all({"time", "level", "logger", "message"} <= entry.keys() for entry in entries)


def test_a_request_line_has_numbers_and_continues_the_trace_of_a_well_formed_header_only(start):
    server = start()
    trace = "4bf92f3577b34da6a3ce929d0e0e4736"
    names = [
        requests.get(server.url + "/api/v1/keys", headers=headers, timeout=HANG).headers["X-Correlation-ID"]
        for headers in ({"traceparent": f"00-{trace}-00f067aa0ba902b7-01", "tracestate": "canary=1"}, {"traceparent": f"00-{trace}-canary"}, {})
    ]
    server.stop()
    lines = [next(line for line in map(json.loads, server.log) if line.get("correlation_id") == name) for name in names]
    for line in lines:
        assert line["status"] == 200 and isinstance(line["duration_ms"], float) and re.fullmatch("[0-9a-f]{16}", line["span_id"])
    traces = [line["trace_id"] for line in lines]
    assert traces[0] == trace and len(set(traces)) == 3 and all(re.fullmatch("[0-9a-f]{32}", text) for text in traces)
    assert "canary" not in "".join(server.log)


def test_settings_come_from_file_and_environment_and_are_printed_as_a_file(tmp_path):
    settings = DEPLOYMENT / "config.json"
    shipped = json.loads(settings.read_text())

    def shown(command):
        done = subprocess.run(
            [str(PROGRAM), command, "--config", str(settings), "--print-config"], capture_output=True, text=True,
            env={"WALLET_PROVIDER_PORT": "8452", "WALLET_PROVIDER_PORTAL_PORT": "8453"}, check=True)
        return json.loads(done.stdout)

    of_portal = {key: value for key, value in shipped.items() if key.startswith("portal-")}
    of_provider = {key: value for key, value in shipped.items() if key not in of_portal}
    provider, portal = shown("serve"), shown("portal")
    assert {key: provider[key] for key in of_provider} == of_provider | {"port": 8452}
    assert {key: portal[key] for key in of_portal} == of_portal | {"portal-port": 8453} and portal["state"] == shipped["state"]
    assert not [key for key in provider if key.startswith("portal-")] and "port" not in portal
    wrong = subprocess.run(
        [str(PROGRAM), "serve", "--config", str(settings)], capture_output=True, text=True, env={"WALLET_PROVIDER_PROT": "canary"})
    assert wrong.returncode != 0 and "did you mean WALLET_PROVIDER_PORT?" in wrong.stderr and "canary" not in wrong.stderr
    secret = subprocess.run(
        [str(PROGRAM), "migrate", "--state", str(tmp_path), "--database", "postgresql:///x"], capture_output=True, text=True,
        env={"PGPASSWORD": "canary"})
    assert secret.returncode != 0 and "--database-password-file" in secret.stderr and "canary" not in secret.stderr


@pytest.mark.parametrize("name", ["wallet-provider", "wallet-provider@", "wallet-portal", "wallet-config", "wallet-issuer", "wallet-verifier"])
def test_systemd_accepts_the_unit_and_rates_it_as_confined(tmp_path, name):
    assert shutil.which("systemd-analyze"), "systemd is not installed; Scripts/install-packages test does that"
    unit = tmp_path / f"{name.replace('@', '@1')}.service"
    text = (DEPLOYMENT / f"{name}.service").read_text()
    unit.write_text(text.replace("/usr/bin/wallet-", str(PROGRAM.parent) + "/wallet-"))
    run = subprocess.run(["systemd-analyze", "verify", "--man=no", str(unit)], capture_output=True, text=True)
    assert run.returncode == 0 and "wallet-" not in run.stderr, run.stderr
    security = subprocess.run(
        ["systemd-analyze", "security", "--offline=true", "--no-pager", "--threshold=20", str(unit)], capture_output=True, text=True)
    assert security.returncode == 0, security.stdout[-500:]


def test_nginx_accepts_the_configuration(tmp_path):
    assert pathlib.Path("/usr/sbin/nginx").exists(), "nginx is not installed; Scripts/install-packages test does that"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2", "-subj", "/CN=x",
         "-keyout", str(tmp_path / "tls-key.pem"), "-out", str(tmp_path / "tls.pem")], check=True, capture_output=True)
    text = (DEPLOYMENT / "nginx.conf").read_text()
    for shipped in ("/etc/wallet-provider", "/run", "/var/log/nginx", "/var/lib/nginx"):
        text = re.sub(re.escape(shipped) + "/", str(tmp_path) + "/", text)
    (tmp_path / "nginx.conf").write_text(text)
    run = subprocess.run(["/usr/sbin/nginx", "-t", "-c", str(tmp_path / "nginx.conf")], capture_output=True, text=True)
    assert run.returncode == 0, run.stderr


def test_the_shipped_witness_is_on_a_disk_of_its_own_that_the_unit_may_write_and_waits_for():
    settings = json.loads((DEPLOYMENT / "config.json").read_text())
    witness, unit = settings["witness-journal"], (DEPLOYMENT / "wallet-provider.service").read_text().splitlines()
    assert not witness.startswith(settings["state"])
    assert f"ReadWritePaths={witness}" in unit and f"RequiresMountsFor={witness}" in unit
    made = (DEPLOYMENT / "wallet-provider.tmpfiles.conf").read_text().splitlines()
    assert f"d {witness} 0700 wallet-provider wallet-provider -" in made
    page = (ROOT / "Documentation/Operations/install.md").read_text()
    assert "wallet-provider.tmpfiles.conf" in page and witness in page


def refused(port):
    try:
        socket.create_connection(("127.0.0.1", port), timeout=HANG).close()
        return False
    except OSError:
        return True


def wait_for(is_so):
    """Waits until the condition holds, at most until the test's time limit."""
    end = time.monotonic() + HANG
    while not is_so():
        assert time.monotonic() < end
        time.sleep(0.02)
