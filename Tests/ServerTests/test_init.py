# SPDX-License-Identifier: EUPL-1.2
"""`wallet-provider init`: what it makes serves at once; what fails changes nothing."""
import contextlib
import json
import os
import pty
import re
import ssl
import subprocess
import urllib.request

import pytest
from conftest import HANG, PROGRAM
from postgres import free_port
from test_messages import certificate, run
from test_operations import wait_for


@pytest.fixture
def options(tmp_path):
    root, _ = certificate(tmp_path, "apple", host=None, is_authority=True)
    return ["--public-url", "https://provider.example", "--port", free_port(), "--internal-port", free_port(), "--apple-root", root,
            "--apple-app-id", "ABCDE12345.nl.example", "--apple-environment", "production"]


def settings(directory):
    lines = (directory / "config.json").read_text().splitlines()
    return json.loads("\n".join(line for line in lines if not line.lstrip().startswith("//")))


@contextlib.contextmanager
def serving(directory, program=PROGRAM):
    """Serves with the directory's settings. Gives the answer of /health/ready."""
    found = settings(directory)
    server = subprocess.Popen([str(program), "serve", "--config", str(directory / "config.json")], stderr=subprocess.PIPE, text=True)
    try:
        listeners = 2 if "login-port" in found else 1
        for line in server.stderr:
            listeners -= json.loads(line)["message"] == "serving"
            if listeners == 0:
                break
        address = f"http://127.0.0.1:{found['internal-port']}/health/ready"

        def ready():
            try:
                return urllib.request.urlopen(address, timeout=HANG).read()
            except OSError:
                return None

        wait_for(ready)
        yield json.loads(ready())
    finally:
        server.terminate()
        assert server.wait(timeout=HANG) == 0
        server.stderr.close()


def serve_until_ready(directory):
    """Returns the answer of /health/ready of a server with the directory's settings, and the certificate of its public port."""
    with serving(directory) as health:
        return health, ssl.get_server_certificate(("127.0.0.1", settings(directory)["port"]), timeout=HANG)


@pytest.mark.parametrize("place", ["new", "empty"])
def test_a_server_starts_at_once_from_the_directory_that_init_makes(tmp_path, options, place):
    directory = tmp_path / "provider"
    if place == "empty":
        directory.mkdir()
    done = run("init", directory, *options)
    assert done.returncode == 0 and done.stderr == "", done.stderr
    [install, *_] = steps = [line for line in done.stdout.splitlines() if line.startswith("  ")]
    assert len(steps) == 3 and "https://provider.example must lead to 127.0.0.1, port " in done.stdout, done.stdout
    # Root copies the override before the server's user owns it.
    assert install.endswith(f" && systemctl daemon-reload && chown -Rh wallet-provider:wallet-provider {directory}") and "sudo" not in done.stdout
    assert sorted(str(file.relative_to(directory)) for file in directory.rglob("*") if file.is_file()) == [
        "apple-root-1.pem", "config.json", "configuration-part.json", "state/first-start", "state/keys.sealed", "state/keys.secret", "state/lock", "tls-key.pem", "tls.csr",
        "tls.pem", "wallet-provider.service.d/init.conf"]
    assert all(file.stat().st_mode & 0o077 == 0 for file in [directory, *directory.rglob("*")])
    request = subprocess.run(
        ["openssl", "req", "-in", directory / "tls.csr", "-verify", "-noout", "-text"], capture_output=True, text=True, check=True)
    assert "DNS:provider.example" in request.stdout and "verify OK" in request.stderr + request.stdout
    override = (directory / "wallet-provider.service.d/init.conf").read_text()
    assert f"--config {directory}/config.json" in override and override.endswith(f"\nReadWritePaths=\nReadWritePaths={directory}/state\n")
    # Otherwise systemd makes /var/lib/wallet-provider writable, with the settings.
    assert "\nStateDirectory=\n" in override
    health, served = serve_until_ready(directory)
    assert health == {"status": "ready", "parts": {"database": "up", "hsm": "up"}}
    assert "".join(served.split()) == "".join((directory / "tls.pem").read_text().split())
    again = run("init", directory, *options)
    assert again.returncode == 1 and "is not empty: name a new directory" in again.stderr


def test_the_certificate_of_an_authority_replaces_the_self_signed_one(tmp_path, options):
    directory = tmp_path / "provider"
    assert run("init", directory, *options).returncode == 0
    certificate(tmp_path, "root", host=None, is_authority=True)
    (tmp_path / "names").write_text("subjectAltName=DNS:provider.example\n")
    subprocess.run(
        ["openssl", "x509", "-req", "-in", directory / "tls.csr", "-CA", tmp_path / "root.pem", "-CAkey", tmp_path / "root-key.pem",
         "-CAcreateserial", "-days", "90", "-extfile", tmp_path / "names", "-out", directory / "tls.pem"], check=True, capture_output=True)
    assert serve_until_ready(directory)[0]["status"] == "ready"


def test_in_a_terminal_it_asks_for_what_is_missing(tmp_path):
    root, _ = certificate(tmp_path, "apple", host=None, is_authority=True)
    answers = ["https://provider.example", "", "", "ABCDE12345.nl.example", str(root), "production", ""]
    ours, theirs = pty.openpty()
    command = subprocess.Popen(
        [str(PROGRAM), "init", str(tmp_path / "provider"), "--port", str(free_port())], stdin=theirs, stdout=subprocess.PIPE,
        stderr=subprocess.PIPE, text=True)
    os.close(theirs)
    os.write(ours, ("\n".join(answers) + "\n").encode())
    output, questions = command.communicate(timeout=HANG)
    os.close(ours)
    assert command.returncode == 0 and questions.count(": ") >= 7 and "PostgreSQL address" in questions, questions
    found = settings(tmp_path / "provider")
    assert found["public-url"] == answers[0] and found["apple-app-id"] == answers[3] and "database" not in found and "android-root" not in found


def test_a_wrong_answer_is_refused_at_once_and_only_that_question_is_asked_again(tmp_path):
    root, _ = certificate(tmp_path, "apple", host=None, is_authority=True)
    (tmp_path / "open").write_text("834512\n")
    (tmp_path / "open").chmod(0o644)
    # The answers of a question, and the reason for which all but the last are refused.
    questions = [
        (["https://provider.example/", "https://provider.example"], "--public-url must be https://NAME[:PORT]"),
        (["mysql://db.example", "postgresql://wallet@db.example/wallet"], "--database must begin with postgresql://"),
        ([tmp_path / "open", ""], "open may be read by others"), ([tmp_path / "none.so", ""], "none.so is not there"),
        (["nl.example", "ABCDE12345.nl.example"], "--apple-app-id must be a team id"), ([tmp_path / "open", root], "open cannot be read as certificates"),
        (["test", "production"], "--apple-environment"), (["nl.example.wallet"], None), ([tmp_path / "missing", root], "/missing"),
        (["0011", "00" * 32], "must be a SHA-256 digest"), (["2025", "2025-09"], "--android-patch-level"),
        (["http://lists.example", ""], "--android-revocation-list must be"),
    ]
    ours, theirs = pty.openpty()
    command = subprocess.Popen(
        [str(PROGRAM), "init", str(tmp_path / "provider")], stdin=theirs, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    os.close(theirs)
    os.write(ours, "".join(f"{answer}\n" for answers, _ in questions for answer in answers).encode())
    _, asked = command.communicate(timeout=HANG)
    os.close(ours)
    assert command.returncode == 0 and "834512" not in asked, asked
    for _, reason in questions:
        assert reason is None or asked.count(reason) == 1, (reason, asked)
    found = settings(tmp_path / "provider")
    assert found["apple-environment"] == "production" and found["android-patch-level"] == "2025-09" and "database-password-file" not in found


def test_in_a_terminal_without_iphones_it_asks_for_android_phones_until_there_is_an_answer(tmp_path):
    root, _ = certificate(tmp_path, "android", host=None, is_authority=True)
    # No iPhones, then an empty answer to a question that needs one.
    answers = ["https://provider.example", "", "", "", "", "nl.example.wallet", str(root), "00" * 32, "2025-09", ""]
    ours, theirs = pty.openpty()
    command = subprocess.Popen(
        [str(PROGRAM), "init", str(tmp_path / "provider")], stdin=theirs, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    os.close(theirs)
    os.write(ours, ("\n".join(answers) + "\n").encode())
    _, questions = command.communicate(timeout=HANG)
    os.close(ours)
    assert command.returncode == 0 and questions.count("Android package; needed, because there are no iPhones: ") == 2, questions
    found = settings(tmp_path / "provider")
    assert "apple-app-id" not in found and found["android-app-id"] == ["nl.example.wallet"]


def test_with_a_token_there_are_no_key_files_and_it_serves(tmp_path, options, monkeypatch):
    (tmp_path / "tokens").mkdir()
    (tmp_path / "softhsm.conf").write_text(f"directories.tokendir = {tmp_path}/tokens\nobjectstore.backend = file\nlog.level = ERROR\n")
    monkeypatch.setenv("SOFTHSM2_CONF", str(tmp_path / "softhsm.conf"))
    subprocess.run(
        ["softhsm2-util", "--init-token", "--free", "--label", "main", "--pin", "834512", "--so-pin", "99887766"], check=True, capture_output=True)
    pin = tmp_path / "pin"
    pin.touch(mode=0o600)
    token = ["--hsm-module", "/usr/lib/softhsm/libsofthsm2.so", "--hsm-token", "main", "--hsm-pin-file", pin, "--hsm-milliseconds", "60000"]
    environment = {"SOFTHSM2_CONF": str(tmp_path / "softhsm.conf")}
    pin.write_text("1111\n")
    refused = run("init", tmp_path / "provider", *options, *token, environment=environment)
    assert refused.returncode == 1 and "refuses the PIN" in refused.stderr and "Nothing was changed" in refused.stderr, refused.stderr
    assert not list(tmp_path.glob("provider*"))
    pin.write_text("834512\n")
    done = run("init", tmp_path / "provider", *options, *token, environment=environment)
    assert done.returncode == 0 and "834512" not in done.stdout + done.stderr, done.stderr
    assert settings(tmp_path / "provider")["hsm-milliseconds"] == 60000
    # The unit's ReadWritePaths= names this directory, which must exist.
    assert list((tmp_path / "provider/state").iterdir()) == []
    assert serve_until_ready(tmp_path / "provider")[0] == {"status": "ready", "parts": {"database": "up", "hsm": "up"}}


def test_settings_of_postgresql_and_android_are_those_given(tmp_path, options):
    root, _ = certificate(tmp_path, "google", host=None, is_authority=True)
    password = tmp_path / "password"
    password.write_text("canary-password\n")
    password.chmod(0o600)
    done = run("init", tmp_path / "provider", *options, "--database", "postgresql://wallet@db.example/wallet", "--database-password-file",
               password, "--android-root", root, "--android-app-id", "nl.example.wallet", "--android-signing-digest", "00" * 32,
               "--android-patch-level", "2025-09", "--android-revocation-list", "https://lists.example/status")
    assert done.returncode == 0, done.stderr
    found = settings(tmp_path / "provider")
    assert found["database"] == "postgresql://wallet@db.example/wallet" and found["database-password-file"] == str(password)
    assert found["android-signing-digest"] == ["00" * 32] and found["android-patch-level"] == "2025-09"
    # The environment of these tests has this setting, and wins over the file.
    environment = {"WALLET_PROVIDER_SHUTDOWN_SECONDS": str(found["shutdown-seconds"])}
    printed = run("serve", "--config", tmp_path / "provider/config.json", "--print-config", environment=environment)
    assert printed.returncode == 0, printed.stderr
    shown = json.loads(printed.stdout)
    assert {name: shown[name] for name in found} == found
    assert re.search(r"runuser -u wallet-provider -- wallet-provider migrate --config .*\n  systemctl enable --now .*\n  curl ", done.stdout)
    assert f"The user wallet-provider must own {password}." in done.stdout
