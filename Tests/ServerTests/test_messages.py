# SPDX-License-Identifier: EUPL-1.2
"""The error messages of programs that cannot start: one sentence that names the cause."""
import datetime
import json
import os
import pathlib
import shutil
import socket
import subprocess

import pytest
from conftest import HANG, PATIENT, PROGRAM
from postgres import Postgres, free_port

CONFIG = PROGRAM.with_name("wallet-config")
ISSUER = PROGRAM.with_name("wallet-issuer")
VERIFIER = PROGRAM.with_name("wallet-verifier")
PASSWORD = "canary-password"


def run(*arguments, program=PROGRAM, environment=None, timeout=HANG):
    done = subprocess.run(
        [str(program), *map(str, arguments)], capture_output=True, text=True, timeout=timeout,
        env={"PATH": "/usr/bin:/bin", "HOME": "/nowhere", **PATIENT, **(environment or {})})
    assert done.returncode not in (-4, -5, 132, 133), done.stderr
    assert PASSWORD not in done.stdout + done.stderr
    return done


def openssl(*arguments):
    subprocess.run(["openssl", *map(str, arguments)], check=True, capture_output=True)


def certificate(folder, name, host="provider.example", days=90, issuer=None, is_authority=False):
    """Creates NAME.pem and NAME-key.pem; negative `days` create an expired certificate."""
    key, pem, request, extensions = (folder / f"{name}{end}" for end in ("-key.pem", ".pem", ".csr", ".ext"))
    openssl("ecparam", "-name", "prime256v1", "-genkey", "-noout", "-out", key)
    key.chmod(0o600)
    openssl("req", "-new", "-key", key, "-subj", f"/CN={name}", "-out", request)
    extensions.write_text(f"basicConstraints=critical,CA:{str(is_authority).upper()}\n" + (f"subjectAltName=DNS:{host}\n" if host else ""))
    signer = ["-signkey", key] if issuer is None else ["-CA", folder / f"{issuer}.pem", "-CAkey", folder / f"{issuer}-key.pem", "-CAcreateserial"]
    if days < 0:
        # This version of openssl x509 cannot backdate a certificate; openssl ca can.
        (folder / "index").write_text("")
        (folder / "ca.cnf").write_text(
            f"[ca]\ndefault_ca=d\n[d]\ndatabase={folder}/index\nserial={folder}/serial\nnew_certs_dir={folder}\ndefault_md=sha256\npolicy=p\n"
            "rand_serial=yes\nunique_subject=no\n[p]\ncommonName=supplied\n")
        openssl("ca", "-batch", "-config", folder / "ca.cnf", "-selfsign", "-keyfile", key, "-in", request, "-out", pem, "-notext",
                "-startdate", "20200101000000Z", "-enddate", "20200201000000Z", "-extfile", extensions)
    else:
        openssl("x509", "-req", "-in", request, *signer, "-days", days, "-extfile", extensions, "-out", pem)
    return pem, key


@pytest.fixture(scope="module")
def postgres():
    with Postgres() as server:
        server.sql(f"CREATE ROLE owner LOGIN PASSWORD '{PASSWORD}'; CREATE ROLE serving LOGIN PASSWORD '{PASSWORD}'")
        server.sql("CREATE DATABASE wallet OWNER owner")
        yield server


@pytest.fixture
def folder(tmp_path):
    password = tmp_path / "password"
    password.write_text(PASSWORD + "\n")
    password.chmod(0o600)
    return tmp_path


@pytest.fixture
def phones(folder):
    """The options for iPhones, with the test's own root."""
    pem, _ = certificate(folder, "apple-root", host=None, is_authority=True)
    return ["--apple-root", pem, "--apple-app-id", "ABCDE12345.nl.example", "--apple-environment", "production"]


# MARK: PostgreSQL

def migrate(folder, url, *arguments):
    return run("migrate", "--state", folder / "state", "--database", url, *arguments)


def test_a_failed_connection_is_reported_with_a_reason_from_a_closed_list(postgres, folder):
    password = ["--database-password-file", folder / "password"]
    (folder / "wrong").write_text("another\n")
    (folder / "wrong").chmod(0o600)
    silent = socket.create_server(("127.0.0.1", 0))
    cases = [
        (f"postgresql://owner@127.0.0.1:{free_port()}/wallet", [], "refused: nothing listens"),
        (f"postgresql:///wallet?host={folder}&user=owner", [], "refused: nothing listens"),
        ("postgresql://owner@no-such-host.invalid/wallet", [], "unknown host"),
        (f"postgresql://owner@127.0.0.1:{silent.getsockname()[1]}/wallet", ["--database-milliseconds", "2000"], "timeout: the host does not answer"),
        (postgres.url("owner", "wallet"), [], "no password: the server wants one"),
        (postgres.url("owner", "wallet"), ["--database-password-file", folder / "wrong"], "refuses the password"),
        (postgres.url("owner", "wallet", "?sslmode=require"), password, "certificate: TLS failed"),
        (postgres.url("owner", "nowhere"), password, "no such database"),
        (postgres.url("serving", "wallet"), password, "the role lacks a grant on"),
    ]
    with silent:
        for url, arguments, words in cases:
            done = migrate(folder, url, *arguments)
            assert done.returncode == 1 and words in done.stderr, (url, words, done.stderr)
            assert done.stderr.count("\n") == 1, done.stderr


def test_a_missing_grant_is_named_with_its_table(postgres, folder, phones):
    password = ["--database-password-file", folder / "password"]
    assert run("keys", "create", "--state", folder / "state").returncode == 0
    assert migrate(folder, postgres.url("owner", "wallet"), *password).returncode == 0
    backend = ["--state", folder / "state", "--database", postgres.url("serving", "wallet"), *password]
    serve = ["serve", *backend, "--plain-http", "--port", "0", "--public-url", "https://provider.example", *phones]
    revoke = ["revoke", *backend, "--solution", "--irreversibly"]
    done = run(*serve)
    assert done.returncode == 1 and "lacks a grant on wallet_provider" in done.stderr, done.stderr
    postgres.sql("GRANT USAGE ON SCHEMA wallet_provider TO serving; GRANT SELECT ON wallet_provider.schema_migration TO serving", "wallet")
    done = run(*serve)
    assert done.returncode == 1 and "SELECT ON account" in done.stderr and "TRUNCATE ON wallet_key" in done.stderr, done.stderr
    postgres.sql("GRANT SELECT ON ALL TABLES IN SCHEMA wallet_provider TO serving", "wallet")
    done = run(*revoke)
    assert done.returncode == 1 and "lacks a grant on audit" in done.stderr, done.stderr


# MARK: Ports

def test_a_port_in_use_is_named_in_one_line_and_it_is_the_right_one(folder, phones):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        serve = ["serve", "--state", folder / "state", "--plain-http", "--public-url", "https://provider.example", *phones]
        for options in (["--port", port, "--internal-port", "0"], ["--port", "0", "--internal-port", port]):
            done = run(*serve, *options)
            assert done.returncode == 1
            assert f"cannot listen on 127.0.0.1, port {port}: another program uses that port" in done.stderr.splitlines()[-1], done.stderr
        done = run("portal", "--state", folder / "state", "--port", port)
        assert f"port {port}: another program uses that port" in done.stderr.splitlines()[-1], done.stderr
        documents(folder)
        done = run("serve", "--state", folder, "--port", port, program=CONFIG)
        assert f"port {port}: another program uses that port" in done.stderr.splitlines()[-1], done.stderr


def documents(folder):
    done = run("keys", "create", "--output", folder / "key.json", "--environment", "test", "--signers", folder / "signers.json", program=CONFIG)
    assert done.returncode == 0, done.stderr


def test_a_time_limit_above_what_phones_expect_is_warned_about(folder, phones):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        serve = ["serve", "--state", folder / "state", "--plain-http", "--port", taken.getsockname()[1], "--public-url", "https://provider.example",
                 *phones]
        for milliseconds, warns in [(2000, False), (2001, True)]:
            # The port is in use, so that the server ends by itself after its warnings.
            done = run(*serve, "--request-milliseconds", milliseconds)
            assert "another program uses that port" in done.stderr, done.stderr
            assert ("phones expect an answer within two seconds" in done.stderr) == warns, done.stderr


@pytest.mark.parametrize("program,command", [
    (PROGRAM, ["serve", "--apple-root", "root.pem", "--apple-app-id", "ABCDE12345.nl.example", "--apple-environment", "production"]),
    (PROGRAM, ["portal"]), (ISSUER, ["serve", "--wallet", "client_id=a redirect_uri=b issuer=https://c.example roots=root.pem"]), (CONFIG, ["serve"]),
    (VERIFIER, ["serve", "--sd-jwt-root", "root.pem"]),
])
def test_a_server_that_a_test_starts_prints_no_time_limit_below_40_seconds(program, command):
    done = run(*command, "--state", "/state", "--print-config", program=program)
    assert done.returncode == 0, done.stderr
    # The drain is a pause.
    limits = {name: value for name, value in json.loads(done.stdout).items() if name.endswith("seconds") and not name.endswith("drain-seconds")}
    assert len(limits) >= 5
    assert [name for name, value in limits.items() if value < (40_000 if name.endswith("milliseconds") else 40)] == []


# MARK: Certificates

def serve_with(folder, phones, pem, key, *arguments):
    return run("serve", "--state", folder / "state", "--port", "0", "--public-url", "https://provider.example", *phones, "--tls-certificate", pem,
               "--tls-key", key, *arguments)


def test_certificates_that_phones_would_refuse_are_refused_at_start(folder, phones):
    good, key = certificate(folder, "good")
    _, other = certificate(folder, "other")
    expired, expired_key = certificate(folder, "expired", days=-1)
    (folder / "nonsense.pem").write_text("nonsense")
    (folder / "nonsense.pem").chmod(0o600)
    for pem, secret, words in [
        (good, other, "other-key.pem is not the key of the certificate"), (expired, expired_key, "has expired on 2020-02-01"),
        (folder / "nonsense.pem", key, "cannot be read as certificates in PEM"),
        (good, folder / "nonsense.pem", "cannot be read as a key"), (folder / "missing.pem", key, "missing.pem cannot be read"),
    ]:
        done = serve_with(folder, phones, pem, secret)
        assert done.returncode == 1 and words in done.stderr, done.stderr
        assert not (folder / "state").exists()
        portal = run("portal", "--state", folder / "state", "--tls-certificate", pem, "--tls-key", secret)
        assert portal.returncode == 1 and words in portal.stderr, portal.stderr
        documents_folder = folder / "documents"
        if not documents_folder.exists():
            documents_folder.mkdir()
            documents(documents_folder)
        config = run("serve", "--state", documents_folder, "--tls-certificate", pem, "--tls-key", secret, program=CONFIG)
        assert config.returncode == 1 and words in config.stderr, config.stderr
        issuer = run("serve", "--state", folder / "issuer", "--tls-certificate", pem, "--tls-key", secret, "--login-root", good, "--wallet",
                     f"client_id=a redirect_uri=b issuer=https://c.example roots={good}", program=ISSUER)
        assert issuer.returncode == 1 and words in issuer.stderr, issuer.stderr
        verifier = run("serve", "--state", folder / "verifier", "--tls-certificate", pem, "--tls-key", secret, "--sd-jwt-root", good, program=VERIFIER)
        assert verifier.returncode == 1 and words in verifier.stderr, verifier.stderr


def test_a_certificate_without_the_public_host_or_near_its_end_is_warned_about(folder, phones):
    taken = socket.create_server(("127.0.0.1", 0))
    # The port is in use, so that the server ends by itself after its warnings.
    port = ["--port", taken.getsockname()[1]]
    with taken:
        for host, days, warns_host, warns_end in [
            ("provider.example", 90, False, False), ("*.example", 90, False, False), ("other.example", 90, True, False),
            ("*.provider.example", 90, True, False), (None, 90, True, False), ("PROVIDER.example", 10, False, True),
        ]:
            pem, key = certificate(folder, "server", host=host, days=days)
            done = serve_with(folder, phones, pem, key, *port)
            assert ("is not issued for provider.example" in done.stderr) == warns_host, (host, done.stderr)
            assert ("the certificate expires on" in done.stderr) == warns_end, (host, done.stderr)


def test_a_public_host_without_a_certificate_is_refused(folder, phones):
    serve = ["serve", "--state", folder / "state", "--port", "0", *phones]
    done = run(*serve, "--public-url", "https://provider.example")
    assert done.returncode == 1 and "no certificate for provider.example" in done.stderr, done.stderr
    assert not (folder / "state").exists()


def test_an_intermediate_is_no_root_of_phones(folder, phones):
    certificate(folder, "root", host=None, is_authority=True)
    intermediate, _ = certificate(folder, "intermediate", host=None, issuer="root", is_authority=True)
    done = run("serve", "--state", folder / "state", "--plain-http", "--public-url", "https://provider.example", "--apple-root", intermediate,
               *phones[2:])
    assert done.returncode == 1 and "intermediate.pem is not a root" in done.stderr, done.stderr


# MARK: JSON

SETTINGS = '{\n  "state": "STATE",\n  "port": PORT,\n  "plain-http": true\n}\n'


@pytest.mark.parametrize("change,words", [
    (("PORT", "8443,,"), ["line 3", "a member without a name"]), (("PORT", "tru"), ["line 3", "at port", "no value begins like this"]),
    (("PORT", '"8443"'), ["port in", "line 3", "not a whole number"]), (("true\n}", 'true,\n  "prot": 1\n}'), ["line 5", "prot", "did you mean port?"]),
    (("true\n}", 'true,\n  "state": "b"\n}'), ["a key twice", "line 5", "at state"]), (("true\n}", "true\n"), ["line 4", "not closed"]),
])
def test_a_mistake_in_the_settings_is_named_with_line_and_key(folder, change, words):
    file = folder / "config.json"
    file.write_text(SETTINGS.replace(*change).replace("STATE", str(folder / "state")).replace("PORT", "8443"))
    done = run("serve", "--config", file)
    assert done.returncode == 1 and all(word in done.stderr for word in words), done.stderr


def test_a_mistake_in_a_document_is_named_with_line_and_key(folder):
    file = folder / "policy.json"
    for text, words in [
        ('{"available": ["1.3.0"],\n "rules": [\n  {"versions": ">=1.0.0",\n   "state": "wran"}\n ]}', ["line 4", "rules[0].state"]),
        ('{"available": ["1.3.0"],\n "rules": [\n  {"versions": ">=1.0.0",\n   "state": }\n ]}', ["line 4", "rules[0].state"]),
        ('{"available": ["1.3.0"],\n "rules": [\n  {"state": "ok"}\n ]}', ["line 3", "rules[0].versions"]),
    ]:
        file.write_text(text)
        done = run("check", file, program=CONFIG)
        assert done.returncode in (1, 2) and all(word in done.stdout + done.stderr for word in words), done.stdout + done.stderr


# MARK: Format

@pytest.mark.parametrize("place", ["line", "environment", "file"])
def test_an_error_at_start_is_json_where_the_log_is(folder, phones, place):
    file = folder / "config.json"
    broken = '{"log-format": "json", "prot": 1}' if place == "file" else '{"prot": 1}'
    file.write_text(broken)
    arguments = ["--log-format", "json"] if place == "line" else []
    environment = {"WALLET_PROVIDER_LOG_FORMAT": "json"} if place == "environment" else {}
    done = run("serve", "--config", file, *arguments, environment=environment)
    [line] = done.stderr.splitlines()
    entry = json.loads(line)
    assert done.returncode == 1 and entry["level"] == "critical" and "did you mean port?" in entry["reason"], line
    wrong = run("serve", "--state", folder / "state", "--port", "70000", *phones, "--log-format=json")
    assert wrong.returncode == 64 and "--port must be 0 to 65535" in json.loads(wrong.stderr)["reason"]
    shown = run("serve", "--help", "--log-format", "json")
    assert shown.returncode == 0 and shown.stdout.startswith("OVERVIEW")


@pytest.mark.parametrize("program,folders", [(PROGRAM, ["RevocationPortal", "WebPages"]), (ISSUER, ["DigiDSimulator", "WebPages"]),
                                              (VERIFIER, ["WalletVerifierHTTP", "WebPages"])])
def test_a_missing_resource_folder_is_reported_in_one_sentence(folder, program, folders):
    place = folder / "bin"
    place.mkdir()
    shutil.copy2(program, place)
    command = {
        PROGRAM: ["portal"], VERIFIER: ["serve", "--sd-jwt-root", f"{folder}/x"],
        ISSUER: ["serve", "--wallet", f"client_id=a redirect_uri=b issuer=https://c.example roots={folder}/x"],
    }[program]
    for name in folders:
        done = run(*command, "--state", folder / "state", program=place / program.name)
        assert done.returncode == 1 and f"wallet_{name}.resources is missing" in done.stderr, done.stderr
        os.symlink(program.with_name(f"wallet_{name}.resources"), place / f"wallet_{name}.resources")
