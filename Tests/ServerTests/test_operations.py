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


def test_it_stops_cleanly_and_finishes_what_is_at_work(start):
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


def test_a_request_that_does_not_end_is_broken_off_and_the_stop_is_in_time(start):
    server = start("--shutdown-seconds", "1")
    with socket.create_connection(("127.0.0.1", server.ports["port"])) as line:
        line.sendall(b"POST /api/v1/enroll HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{")
        line.settimeout(30)
        requests.get(server.internal_url + "/health/live", timeout=30)
        began = time.monotonic()
        assert server.stop() == 0
        assert time.monotonic() - began < 20


def test_while_it_drains_it_serves_and_says_that_it_is_not_ready(start):
    server = start("--drain-seconds", "3")
    wait_for(lambda: requests.get(server.internal_url + "/health/ready", timeout=30).status_code == 200)
    server.process.terminate()
    wait_for(lambda: requests.get(server.internal_url + "/health/ready", timeout=30).json()["status"] == "draining")
    assert requests.post(server.url + "/api/v1/enroll", data="{}", timeout=30).status_code == 200
    assert server.stop() == 0


def test_the_public_listener_has_the_described_addresses_only(provider):
    described = requests.get(provider.url + "/api/v1/openapi.json", timeout=30).json()["paths"]
    for path in ["/", "/metrics", "/health", "/health/live", "/health/ready", "/internal", "/debug/pprof", "/api/v1", "/api/v1/openapi.yaml"]:
        assert path not in described
        answer = requests.get(provider.url + path, timeout=30)
        assert (answer.status_code, answer.json()["type"]) == (400, "malformed_request")
    for path in described:
        path = path.replace("{number}", "1")
        assert requests.get(provider.internal_url + path, timeout=30).status_code == 404


def test_slow_and_large_headers_are_closed(start):
    server = start("--idle-seconds", "1")
    for sent in (b"", b"GET /api/v1/keys HTTP/1.1\r\nHost: x\r\nX-Slow: a"):
        with socket.create_connection(("127.0.0.1", server.ports["port"])) as line:
            line.settimeout(30)
            line.sendall(sent)
            assert line.recv(65536) == b""
    with socket.create_connection(("127.0.0.1", server.ports["port"])) as line:
        line.settimeout(30)
        line.sendall(b"GET /api/v1/keys HTTP/1.1\r\nHost: x\r\nX-Large: " + b"a" * 60_000 + b"\r\n\r\n")
        try:
            answer = line.recv(65536)
        except ConnectionResetError:
            answer = b""
        assert not answer.startswith(b"HTTP/1.1 200")
    assert requests.get(server.url + "/api/v1/keys", timeout=30).status_code == 200


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


def test_a_header_that_trickles_has_its_time_in_all_also_as_a_second_request(start):
    server = start("--idle-seconds", "1")
    for sent in (b"", b"GET /api/v1/keys HTTP/1.1\r\nHost: x\r\nX-Slow: "):
        with socket.create_connection(("127.0.0.1", server.ports["port"])) as line:
            assert not trickle(line, sent, 300).startswith(b"HTTP/1.1 200")
    with socket.create_connection(("127.0.0.1", server.ports["port"])) as line:
        answer = trickle(line, b"GET /api/v1/keys HTTP/1.1\r\nHost: x\r\n\r\nGET /api/v1/keys HTTP/1.1\r\nX-Slow: ", 300)
        assert answer.count(b"HTTP/1.1 200") == 1
    assert requests.get(server.url + "/api/v1/keys", timeout=30).status_code == 200


@pytest.mark.skipif(not LONG, reason="a body has 20 seconds; make operations-test waits for them")
def test_a_body_that_trickles_is_refused_in_time_and_its_connection_is_closed_whatever_was_answered(start):
    server = start("--registration-requests-per-address", "1")
    head = b"POST /api/v1/enroll HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n"
    for length, answered in ((60_000, b"HTTP/1.1 400"), (60_000, b"HTTP/1.1 429"), (10_000_000, b"HTTP/1.1 4")):
        with socket.create_connection(("127.0.0.1", server.ports["port"])) as line:
            assert trickle(line, head % length, 600).startswith(answered)


def test_clients_that_send_and_never_read_lose_their_connections_and_another_phone_is_answered_all_the_while(start):
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
            began = time.monotonic()
            with socket.create_connection(address, timeout=30, source_address=("127.0.0.2", 0)) as phone:
                phone.sendall(b"GET /api/v1/keys HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
                assert phone.recv(65536).startswith(b"HTTP/1.1 200")
            assert time.monotonic() - began < 1
        assert not open_lines
        metrics = requests.get(server.internal_url + "/metrics", timeout=30).text
        assert 'wallet_provider_connections_cut_total{reason="too_many_requests"} 256' in metrics
        wait_for(lambda: "wallet_provider_connections 0" in requests.get(server.internal_url + "/metrics", timeout=30).text)
    finally:
        for line in lines:
            line.close()


def test_the_portal_has_health_and_metrics_on_a_listener_of_its_own(start, tmp_path):
    start()
    portal = subprocess.Popen(
        [str(PROGRAM), "portal", "--state", str(tmp_path / "state"), "--port", "0", "--internal-port", "0", "--log-format", "json",
         "--request-milliseconds", "60000", "--idle-seconds", "60"], stderr=subprocess.PIPE, text=True)
    try:
        ports = {}
        for line in portal.stderr:
            ports |= dict(re.findall(r'"(port|internal_port)":"(\d+)"', line))
            if len(ports) == 2:
                break
        public, internal = (f"http://127.0.0.1:{ports[name]}" for name in ("port", "internal_port"))
        wait_for(lambda: requests.get(internal + "/health/ready", timeout=30).status_code == 200)
        assert requests.get(public + "/?canary", timeout=30).status_code == 200
        for path in ("/metrics", "/health/ready"):
            assert requests.get(public + path, timeout=30).status_code == 404
        metrics = requests.get(internal + "/metrics", timeout=30).text
        assert 'status="200"' in metrics and 'wallet_provider_part_up{part="hsm"} 1' in metrics and "canary" not in metrics
        portal.terminate()
        assert portal.wait(timeout=HANG) == 0
    finally:
        portal.kill()
        portal.stderr.close()


def test_registrations_above_the_limit_say_when_to_come_back(start):
    server = start("--registration-requests-per-address", "3")
    statuses = [requests.post(server.url + "/api/v1/enroll", data="{}", timeout=30) for _ in range(5)]
    assert [answer.status_code for answer in statuses] == [200, 200, 200, 429, 429]
    assert int(statuses[-1].headers["Retry-After"]) >= 1 and statuses[-1].json()["type"] == "too_many_requests"
    assert 'problem="too_many_requests"' in requests.get(server.internal_url + "/metrics", timeout=30).text


def test_every_line_of_the_log_is_json_and_names_the_request_as_the_answer_does(start):
    server = start()
    answer = requests.post(server.url + "/api/v1/enroll?canary", data="canary", headers={"X-Canary": "canary", "X-Correlation-ID": "canary"}, timeout=30)
    name = answer.headers["X-Correlation-ID"]
    server.stop()
    entries = [json.loads(entry) for entry in server.log]
    assert [entry["problem"] for entry in entries if entry.get("correlation_id") == name] == ["malformed_request"]
    assert "canary" not in "".join(server.log)
    assert all({"time", "level", "logger", "message"} <= entry.keys() for entry in entries)


def test_settings_come_from_file_and_environment_and_are_printed_as_a_file(tmp_path):
    settings = DEPLOYMENT / "config.json"
    printed = subprocess.run(
        [str(PROGRAM), "serve", "--config", str(settings), "--print-config"], capture_output=True, text=True,
        env={"WALLET_PROVIDER_PORT": "8452"}, check=True)
    shown = json.loads(printed.stdout)
    assert shown["port"] == 8452 and {key: shown[key] for key in json.loads(settings.read_text()) if key != "port"} == {
        key: value for key, value in json.loads(settings.read_text()).items() if key != "port"}
    wrong = subprocess.run(
        [str(PROGRAM), "serve", "--config", str(settings)], capture_output=True, text=True, env={"WALLET_PROVIDER_PROT": "canary"})
    assert wrong.returncode != 0 and "did you mean WALLET_PROVIDER_PORT?" in wrong.stderr and "canary" not in wrong.stderr
    secret = subprocess.run(
        [str(PROGRAM), "migrate", "--state", str(tmp_path), "--database", "postgresql:///x"], capture_output=True, text=True,
        env={"PGPASSWORD": "canary"})
    assert secret.returncode != 0 and "--database-password-file" in secret.stderr and "canary" not in secret.stderr


@pytest.mark.parametrize("name", ["wallet-provider", "wallet-provider@", "wallet-portal", "wallet-config", "wallet-issuer"])
def test_systemd_takes_the_unit_and_finds_it_closed(tmp_path, name):
    assert shutil.which("systemd-analyze"), "systemd is not installed; Scripts/install-packages test does that"
    unit = tmp_path / f"{name.replace('@', '@1')}.service"
    text = (DEPLOYMENT / f"{name}.service").read_text()
    unit.write_text(text.replace("/usr/bin/wallet-", str(PROGRAM.parent) + "/wallet-"))
    run = subprocess.run(["systemd-analyze", "verify", "--man=no", str(unit)], capture_output=True, text=True)
    assert run.returncode == 0 and "wallet-" not in run.stderr, run.stderr
    security = subprocess.run(
        ["systemd-analyze", "security", "--offline=true", "--no-pager", "--threshold=20", str(unit)], capture_output=True, text=True)
    assert security.returncode == 0, security.stdout[-500:]


def test_nginx_takes_the_configuration(tmp_path):
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
        socket.create_connection(("127.0.0.1", port), timeout=30).close()
        return False
    except OSError:
        return True


def wait_for(is_so):
    """Waits until the condition holds, at most until the test's time limit."""
    end = time.monotonic() + HANG
    while not is_so():
        assert time.monotonic() < end
        time.sleep(0.02)
