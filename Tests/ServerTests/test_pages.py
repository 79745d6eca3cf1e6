# SPDX-License-Identifier: EUPL-1.2
"""The commands of the operator's pages do what the pages say, from a clean directory."""
import json
import os
import pathlib
import shutil
import subprocess

import pytest
from conftest import PROGRAM, ROOT
from pages import IS_ROOT, Machine, blocks, unmarked
from postgres import Postgres
from test_messages import certificate

OPERATIONS = ["Operations/install.md", "Operations/database-and-token.md", "Operations/witness.md"]
PAGES = OPERATIONS + ["Operations/settings.md", "pid-issuer.md", "verifier.md"]


@pytest.mark.parametrize("page", PAGES)
def test_every_block_of_commands_is_run_or_says_why_not(page):
    assert not unmarked(page), unmarked(page)
    assert any(mark == "sh run" for mark, _ in blocks(page))


@pytest.fixture
def machine():
    with Postgres() as postgres, Machine(postgres) as machine:
        yield machine


def give(machine, folder, *files):
    """Copies files to the places that the page names, for the service's user."""
    place = machine.root / folder
    place.mkdir(parents=True, exist_ok=True)
    for file, name, mode in files:
        shutil.copy(file, place / name)
        (place / name).chmod(mode)
        if IS_ROOT:
            shutil.chown(place / name, "nobody", "nogroup")


def test_operations(machine, tmp_path):
    root, root_key = certificate(tmp_path, "root", host=None, is_authority=True)
    tls, tls_key = certificate(tmp_path, "provider", host="provider.example", issuer="root")
    server, server_key = certificate(tmp_path, "db", host="localhost", issuer="root")
    machine.database.use_certificate(server, server_key)
    status = tmp_path / "status.json"
    status.write_text('{"entries": {}}')
    give(machine, "etc/wallet-provider", (root, "db-root.pem", 0o644), (root, "apple-app-attestation-root.pem", 0o644),
         (root, "google-roots.pem", 0o644), (status, "android-status.json", 0o644), (tls, "tls.pem", 0o644), (tls_key, "tls-key.pem", 0o400))
    give(machine, "work", (root, "root.pem", 0o644), (root_key, "root.key", 0o600))
    assert sum(machine.run_page(page) for page in OPERATIONS) >= 7
    answer = subprocess.run(
        ["curl", "--fail", "--silent", "--cacert", str(root), "--resolve", f"provider.example:{machine.https}:127.0.0.1",
         f"https://provider.example:{machine.https}/api/v1/keys"], capture_output=True, text=True)
    assert answer.returncode == 0 and "keys" in answer.stdout, answer.stderr
    # The secrets that the page creates are only in files.
    for secret in ("database-password", "migrate-password", "hsm-pin"):
        text = (machine.root / "etc/wallet-provider" / secret).read_text().strip()
        assert len(text) >= 16
        for log in (machine.root / "var/log").glob("*.log"):
            assert text not in log.read_text()


def test_configuration(machine, tmp_path):
    root, _ = certificate(tmp_path, "root", host=None, is_authority=True)
    tls, tls_key = certificate(tmp_path, "configuration", host="config.example", issuer="root")
    give(machine, "etc/wallet-config", (tls, "tls.pem", 0o644), (tls_key, "tls-key.pem", 0o400))
    (machine.work / "configuration.json").write_text(configuration(root))
    assert machine.run_page("Operations/settings.md") >= 2
    metrics = subprocess.run(
        ["curl", "--silent", f"http://127.0.0.1:{machine.ports['944']}5/metrics"], capture_output=True, text=True, check=True).stdout
    for line in ('wallet_config_document_version{document="configuration"} 1', 'wallet_config_document_version{document="update-policy"} 1'):
        assert line in metrics, metrics


def test_pid_issuer(machine, tmp_path):
    root, _ = certificate(tmp_path, "root", host=None, is_authority=True)
    give(machine, "etc/wallet-issuer", (root, "provider-root.pem", 0o644))
    assert machine.run_page("pid-issuer.md") >= 1


def test_verifier(machine, tmp_path):
    root, _ = certificate(tmp_path, "root", host=None, is_authority=True)
    give(machine, "work", (root, "tls-root.pem", 0o644), (root, "issuer-root.pem", 0o644))
    assert machine.run_page("verifier.md") >= 4
    listed = machine.run("wallet-verifier party list --state verifier/state").stdout
    assert {line.split("\t")[0] for line in listed.splitlines()} == {"shop", "library"}, listed


def configuration(root):
    """Contents with a certificate as root."""
    pem = root.read_text().split("-----BEGIN CERTIFICATE-----")[1].split("-----END")[0]
    der = "".join(pem.split())
    key = {"kty": "EC", "crv": "P-256", "x": "axfR8uEsQkf4vOblY6RA8ncDfYEt6zOg9KE5RdiYwpY", "y": "T-NC4v4af5uO5-tKfA-eFivOM1drMV7Oy7ZAaDe_UfU"}
    address = {"url": "https://config.example", "tls_roots": [der]}
    return json.dumps({
        "provider": {"url": "https://provider.example", "tls_roots": [der], "certificate_keys": {"c": key}, "result_keys": {"r": key}},
        "services": {"configuration": address, "update_policy": address}, "support": {"phone": "+31701234567"},
        "app_stores": {"ios": "https://apps.example", "android": "https://play.example"}})
