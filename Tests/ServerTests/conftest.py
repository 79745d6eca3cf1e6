# SPDX-License-Identifier: EUPL-1.2
"""Starts the real `wallet-provider` on its own state directory."""
import os
import pathlib
import re
import signal
import subprocess
import threading

import pytest
from patient_limits import PATIENT

ROOT = pathlib.Path(__file__).resolve().parents[2]
os.environ.update(PATIENT)

# The time after which a program hangs, in seconds.
HANG = 240
PROGRAM = pathlib.Path(os.environ.get("WALLET_SERVER_TESTS_PROGRAM", ROOT / ".build/debug/wallet-provider"))


class Provider:
    """A running `wallet-provider serve`; it listens on `port` and `internal_port`."""

    def __init__(self, folder, *arguments):
        root = folder / "root.pem"
        if not root.exists():
            subprocess.run(
                ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2", "-subj",
                 "/CN=Test root", "-keyout", str(folder / "root-key.pem"), "-out", str(root)],
                check=True, capture_output=True)
        self.log = []
        self.ports = {}
        self.process = subprocess.Popen(
            [str(PROGRAM), "serve", "--state", str(folder / "state"), "--plain-http", "--port", "0", "--internal-port", "0",
             "--public-url", "https://provider.example", "--apple-root", str(root), "--apple-app-id", "ABCDE12345.nl.example",
             "--apple-environment", "production", "--allow-development-roots", "--log-format", "json", *arguments],
            stderr=subprocess.PIPE, text=True)
        self.serving = threading.Event()
        self.reader = threading.Thread(target=self._read, daemon=True)
        self.reader.start()
        assert self.serving.wait(HANG) and "port" in self.ports, "".join(self.log)

    def _read(self):
        for line in self.process.stderr:
            self.log.append(line)
            for name, port in re.findall(r'"(port|internal_port)":(\d+)', line):
                self.ports[name] = int(port)
            if len(self.ports) == 2:
                self.serving.set()
        self.serving.set()

    @property
    def url(self):
        return f"http://127.0.0.1:{self.ports['port']}"

    @property
    def internal_url(self):
        return f"http://127.0.0.1:{self.ports['internal_port']}"

    def stop(self):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            self.process.wait(timeout=HANG)
        self.reader.join(timeout=HANG)
        return self.process.returncode


@pytest.fixture(scope="session")
def provider(tmp_path_factory):
    provider = Provider(tmp_path_factory.mktemp("provider"), "--requests-per-address", "0", "--registration-requests-per-address", "0",
                        "--registration-requests", "0")
    yield provider
    provider.stop()


@pytest.fixture
def start(tmp_path):
    """Starts the servers of one test and stops those still running at its end."""
    started = []

    def start(*arguments):
        started.append(Provider(tmp_path, *arguments))
        return started[-1]

    yield start
    for one in started:
        one.stop()
