# SPDX-License-Identifier: EUPL-1.2
"""SIGTERM: idle connections do not delay the stop of any server, and running requests get their answers."""
import json
import re
import signal
import socket
import ssl
import subprocess
import time

import pytest
from conftest import HANG, PROGRAM
from postgres import free_port
from test_messages import CONFIG, ISSUER, VERIFIER, certificate, documents

# An idle connection ends after ten minutes, a request at work four minutes after SIGTERM, so a server that waits for an idle connection is late.
LIMITS = ["--idle-seconds", "600", "--shutdown-seconds", "240"]
# The longest stop in seconds, for a busy machine; a stop takes less than one.
LATEST = 60

KEYS = b"GET /api/v1/keys HTTP/1.1\r\nHost: x\r\n\r\n"


def length(answer):
    """The length that an answer's header announces for its body."""
    return int(re.search(rb"content-length: (\d+)", answer, re.I)[1])


class Server:
    """A server with its open connections; `ports` are those of its TLS listeners, `internal` that of its plain one."""

    def __init__(self, command, listeners):
        options = ["--internal-port", "0", "--log-format", "json", *LIMITS]
        self.process = subprocess.Popen([*map(str, command), *options], stderr=subprocess.PIPE, text=True)
        self.ports, self.internal, self.lines, self.entries = [], None, [], []
        for line in self.process.stderr:
            self.entries.append(json.loads(line))
            if "port" in self.entries[-1]:
                self.ports.append(self.entries[-1]["port"])
            self.internal = self.entries[-1].get("internal_port", self.internal)
            if len(self.ports) == listeners and self.internal:
                return
        raise AssertionError("the server did not start")

    def connect(self, port, tls=True):
        line = socket.create_connection(("127.0.0.1", port), timeout=HANG)
        if tls:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
            context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
            line = context.wrap_socket(line, server_hostname="localhost")
        self.lines.append(line)
        return line

    def answered(self, line, request):
        """Sends a request and reads its whole answer."""
        line.sendall(request)
        answer = b""
        while b"\r\n\r\n" not in answer or len(answer.split(b"\r\n\r\n", 1)[1]) < length(answer):
            received = line.recv(65536)
            assert received, answer
            answer += received
        return answer

    def stop(self):
        """Sends SIGTERM. Returns the seconds until the process has ended."""
        began = time.monotonic()
        self.process.send_signal(signal.SIGTERM)
        assert self.process.wait(timeout=HANG) == 0
        return time.monotonic() - began

    def log(self):
        """Stops the server. Returns the entries of its log."""
        self.stop()
        self.entries += map(json.loads, self.process.stderr)
        return self.entries

    def close(self):
        for line in self.lines:
            line.close()
        self.process.kill()
        self.process.wait()
        self.process.stderr.close()


@pytest.fixture
def start(tmp_path):
    started = []
    root, _ = certificate(tmp_path, "root", host=None, is_authority=True)
    pem, key = certificate(tmp_path, "tls", host="localhost", issuer="root")
    tls = ["--tls-certificate", pem, "--tls-key", key]
    documents(tmp_path)
    phones = ["--apple-root", root, "--apple-app-id", "ABCDE12345.nl.example", "--apple-environment", "production"]
    provider = [PROGRAM, "serve", "--state", tmp_path / "state", "--port", "0", "--public-url", "https://localhost", *tls, *phones]
    subprocess.run([str(PROGRAM), "keys", "create", "--state", str(tmp_path / "state")], check=True, capture_output=True)
    subprocess.run([str(PROGRAM), "migrate", "--state", str(tmp_path / "state")], check=True, capture_output=True)

    def start(name):
        command, listeners = {
            "provider": (provider, 1),
            "portal": ([PROGRAM, "portal", "--state", tmp_path / "state", "--port", "0", *tls], 1),
            "config": ([CONFIG, "serve", "--state", tmp_path, "--port", "0", *tls], 1),
            "issuer": ([ISSUER, "serve", "--state", tmp_path / "issuer", "--port", free_port(), "--login-port", free_port(), "--wallet",
                        f"client_id=a redirect_uri=b issuer=https://c.example roots={root}"], 2),
            "verifier": ([VERIFIER, "serve", "--state", tmp_path / "verifier", "--port", "0", "--public-url", "https://localhost", "--sd-jwt-root", root,
                          *tls], 1),
        }[name]
        started.append(Server(command, listeners))
        return started[-1]

    yield start
    for server in started:
        server.close()


def open_idle_connections(server):
    """Opens connections of every kind that waits for the client, and leaves them open."""
    plain = server.connect(server.internal, tls=False)
    server.answered(plain, b"GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n")
    for port in server.ports:
        server.answered(server.connect(port), KEYS)
        # No request; the begin of a header; a second header after an answer.
        server.connect(port)
        server.connect(port).sendall(b"GET /api/v1/keys HTTP/1.1\r\nHost:")
        line = server.connect(port)
        server.answered(line, KEYS)
        line.sendall(b"GET /api/v1/keys HTTP/1.1\r\nHost:")
        # No handshake; half a handshake; a connection whose client has closed its direction.
        server.connect(port, tls=False)
        server.connect(port, tls=False).sendall(b"\x16\x03\x01\x02\x00\x01")
        server.connect(port, tls=False).shutdown(socket.SHUT_WR)


@pytest.mark.parametrize("name", ["provider", "portal", "config", "issuer"])
def test_idle_connections_do_not_delay_a_stop(start, name):
    server = start(name)
    open_idle_connections(server)
    assert server.stop() < LATEST


def test_a_running_request_over_tls_gets_its_answer_during_a_stop_and_then_its_connection_ends_in_time(start):
    server = start("provider")
    open_idle_connections(server)
    line = server.connect(server.ports[0])
    server.answered(line, KEYS)
    line.sendall(b"POST /api/v1/enroll HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{")
    # The answer on another connection shows that the server has read the header before it.
    server.answered(server.connect(server.ports[0]), KEYS)
    server.process.send_signal(signal.SIGTERM)
    # The listener for operators stays open during the stop, so the first line does, too.
    _, idle, *_ = server.lines
    assert idle.recv(1) == b""
    line.sendall(b"}")
    began = time.monotonic()
    answer = b""
    while received := line.recv(65536):
        answer += received
    assert answer.startswith(b"HTTP/1.1 200"), answer
    assert server.process.wait(timeout=HANG) == 0
    assert time.monotonic() - began < LATEST
