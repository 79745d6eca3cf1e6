# SPDX-License-Identifier: EUPL-1.2
"""The project's nginx configuration in front of four replicas, most of them unavailable."""
import http.server
import os
import pathlib
import re
import socket
import subprocess
import threading
import time

import pytest
import requests
from conftest import HANG
from postgres import free_port
from test_messages import certificate
from test_operations import DEPLOYMENT
from test_pages import configuration

SHIPPED = (DEPLOYMENT / "nginx.conf").read_text()
# How long a phone waits for an answer, in seconds.
PHONE = 10


class Replica:
    """A stand-in for a replica: `up`, `unavailable` (503), `hanging`, or `down`."""

    def __init__(self):
        self.state, self.requests, self.release = "up", 0, threading.Event()
        replica = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                replica.requests += 1
                self.rfile.read(int(self.headers["Content-Length"]))
                if replica.state == "hanging":
                    replica.release.wait(HANG)
                self.send_response(503 if replica.state == "unavailable" else 200)
                self.send_header("Content-Length", "2")
                self.end_headers()
                self.wfile.write(b"{}")

            def log_message(self, *_):
                pass

        self.port = free_port()
        self.handler = Handler
        self._listen()

    def _listen(self):
        http.server.ThreadingHTTPServer.allow_reuse_address = True
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", self.port), self.handler)
        self.server.daemon_threads = True
        threading.Thread(target=self.server.serve_forever, args=(0.02,), daemon=True).start()

    def become(self, state):
        if state == "down" and self.state != "down":
            self.server.shutdown()
            self.server.server_close()
        elif self.state == "down" and state != "down":
            self._listen()
        self.state, self.requests = state, 0


class Proxy:
    """nginx with the shipped configuration; names, ports and paths are replaced, and the time limits by patient ones.

    `reading` is the time after which nginx asks the next replica.
    """

    def __init__(self, folder, replicas, reading):
        self.folder, self.port = folder, free_port()
        self.root, _ = certificate(folder, "root", host=None, is_authority=True)
        certificate(folder, "tls", host="localhost", issuer="root")
        self.text = SHIPPED
        for limit, replaced in [("client_header_timeout", "60s"), ("client_body_timeout", "60s"), ("send_timeout", "60s"),
                                ("proxy_connect_timeout", "60s"), ("proxy_send_timeout", "60s"), ("proxy_read_timeout", reading),
                                ("proxy_next_upstream_timeout", f"{HANG}s")]:
            self.text, count = re.subn(rf"^( *{limit}) \d+m?s;", rf"\1 {replaced};", self.text, flags=re.M)
            assert count == 1, limit
        for shipped in ("/etc/wallet-provider", "/run", "/var/log/nginx", "/var/lib/nginx"):
            self.text = re.sub(re.escape(shipped) + "/", f"{folder}/", self.text)
        self.text = self.text.replace("listen 443 ssl;", f"listen 127.0.0.1:{self.port} ssl;").replace("listen [::]:443 ssl;", "")
        for number, replica in enumerate(replicas, 1):
            self.text = self.text.replace(f"127.0.0.1:845{number}", f"127.0.0.1:{replica.port}")
        self.write(self.text)
        self.process = subprocess.Popen(
            ["/usr/sbin/nginx", "-c", str(folder / "nginx.conf"), "-g", ("user root; " if os.geteuid() == 0 else "") + "daemon off;"],
            stderr=subprocess.DEVNULL)
        end = time.monotonic() + HANG
        while socket.socket().connect_ex(("127.0.0.1", self.port)) != 0:
            assert time.monotonic() < end

    def write(self, text):
        (self.folder / "nginx.conf").write_text(text)

    def post(self, number):
        answers = []
        with requests.Session() as session:
            session.trust_env = False
            session.verify = str(self.root)
            for _ in range(number):
                answers.append(session.post(f"https://localhost:{self.port}/api/v1/enroll", data="{}", timeout=HANG).status_code)
        return answers

    def stop(self):
        self.process.terminate()
        self.process.wait(timeout=HANG)


@pytest.fixture
def site(tmp_path, request):
    assert pathlib.Path("/usr/sbin/nginx").exists(), "nginx is not installed; Scripts/install-packages test does that"
    replicas = [Replica() for _ in range(4)]
    proxy = Proxy(tmp_path, replicas, getattr(request, "param", "60s"))
    yield replicas, proxy
    proxy.stop()
    for replica in replicas:
        replica.release.set()
        replica.become("down")


@pytest.mark.parametrize("state", ["down", "unavailable"])
def test_with_one_of_four_replicas_up_no_phone_sees_an_error(site, state):
    replicas, proxy = site
    assert proxy.post(8) == [200] * 8
    for up in range(4):
        for number, replica in enumerate(replicas):
            replica.become("up" if number == up else state)
        assert proxy.post(20) == [200] * 20
        assert replicas[up].requests == 20


def shipped_seconds(limit):
    number, unit = re.search(rf"^ *{limit} (\d+)(m?s);", SHIPPED, re.M).groups()
    return int(number) / (1000 if unit == "ms" else 1)


def test_three_hanging_replicas_delay_an_answer_less_than_a_phones_timeout():
    hanging, answer = 3 * shipped_seconds("proxy_read_timeout"), 2
    assert answer < shipped_seconds("proxy_read_timeout")
    assert hanging < shipped_seconds("proxy_next_upstream_timeout") < PHONE and hanging + answer < PHONE


@pytest.mark.parametrize("site", ["5s"], indirect=True)
def test_three_hanging_replicas_are_passed_over(site):
    replicas, proxy = site
    for replica in replicas[:3]:
        replica.become("hanging")
    # nginx waits for 15 seconds in all.
    assert proxy.post(1) == [200]
    assert [replica.requests for replica in replicas] == [1] * 4


def test_when_all_replicas_answer_503_the_phone_receives_503(site):
    replicas, proxy = site
    for replica in replicas:
        replica.become("unavailable")
    assert proxy.post(3) == [503] * 3


def test_a_replica_that_is_marked_down_is_left_out(site):
    replicas, proxy = site
    proxy.write(re.sub(rf"(127\.0\.0\.1:{replicas[3].port} max_fails=0);", r"\1 down;", proxy.text))
    proxy.process.send_signal(1)
    end = time.monotonic() + HANG
    while True:
        replicas[3].become("up")
        assert proxy.post(40) == [200] * 40 and time.monotonic() < end
        if replicas[3].requests == 0:
            break
