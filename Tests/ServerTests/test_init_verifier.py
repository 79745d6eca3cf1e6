# SPDX-License-Identifier: EUPL-1.2
"""`wallet-verifier init`: from one command to a ready server with its first party; what fails changes nothing."""
import json
import subprocess

import pytest
from conftest import HANG
from postgres import free_port
from test_bad_input import refused
from test_init import serving, settings
from test_inits import answered, fetched, files, unchanged
from test_messages import VERIFIER, certificate, run

HOST = "localhost"


class Verifier:
    """A registrar and a root of issuers below `folder`, and the options of `init`."""

    def __init__(self, folder):
        self.folder, self.port = folder, free_port()
        self.root, _ = certificate(folder, "issuers", host=None, is_authority=True)
        self.tls_root, _ = certificate(folder, "tls-root", host=None, is_authority=True)
        self.registrar("init", folder / "registrar")
        self.access("shop", HOST)
        self.registrar("register", folder / "registrar", "--access", folder / "shop.pem", "--purpose", "en=Check your age", "--privacy-policy",
                       "https://shop.example/privacy", "--sd-jwt", "urn:eudi:pid:1=family_name", "--output", folder / "shop.jwt")

    def registrar(self, *words):
        done = run("registrar", *words, program=VERIFIER)
        assert done.returncode == 0, done.stderr

    def access(self, name, host):
        self.registrar("access", self.folder / "registrar", "--name", name, "--identifier", "NTRNL-12345678", "--country", "NL", "--dns-name", host,
                       "--output", self.folder / name)

    @property
    def options(self):
        return ["--public-url", f"https://{HOST}:{self.port}", "--port", self.port, "--internal-port", free_port(), "--sd-jwt-root", self.root]

    def party(self, name="shop"):
        return ["--party", "shop", "--certificate", self.folder / f"{name}.pem", "--key", self.folder / f"{name}-key.pem", "--registration",
                self.folder / "shop.jwt"]

    def init(self, *more, options=None):
        return run("init", self.folder / "made", *(self.options if options is None else options), *more, program=VERIFIER)


@pytest.fixture
def verifier(tmp_path):
    return Verifier(tmp_path)


def test_the_server_is_ready_and_its_first_party_has_a_key(verifier, tmp_path):
    done = verifier.init(*verifier.party())
    assert done.returncode == 0 and done.stderr == "" and "is for tests" in done.stdout, done.stderr
    lines = done.stdout.splitlines()
    key = lines[lines.index("The API key of shop, which is shown this once:") + 1]
    made = tmp_path / "made"
    party = "state/parties/shop/"
    assert files(made) == sorted([
        "config.json", "sd-jwt-roots-1.pem", "tls-key.pem", "tls.csr", "tls.pem", "wallet-verifier.service.d/init.conf",
        *(party + name for name in ("certificate.pem", "key.pem", "party.json", "registration.jwt"))])
    assert all(key not in file.read_text() for file in made.rglob("*") if file.is_file())
    assert made.stat().st_mode & 0o077 == 0 and (made / party / "key.pem").stat().st_mode & 0o077 == 0
    assert settings(made)["sd-jwt-root"] == [str(made / "sd-jwt-roots-1.pem")]
    with serving(made, VERIFIER) as health:
        assert health["status"] == "ready"
        assert b'"openapi"' in fetched(made, f"https://{HOST}:{verifier.port}/openapi.json")
    assert run("party", "list", "--state", made / "state", program=VERIFIER).stdout.startswith("shop\tdefault: ")


def test_without_a_party_it_says_how_one_is_added(verifier, tmp_path):
    done = verifier.init("--tls-root", verifier.tls_root, "--environment", "production")
    assert done.returncode == 0 and f"wallet-verifier party add --state {tmp_path}/made/state NAME" in done.stdout, done.stderr
    added = run("party", "add", "--state", tmp_path / "made/state", "shop", "--certificate", tmp_path / "shop.pem", "--key", tmp_path / "shop-key.pem",
                program=VERIFIER)
    assert added.returncode == 0 and len(added.stdout.strip()) == 43, added.stderr


def test_a_database_gets_a_shared_secret_and_is_migrated_first(verifier, tmp_path):
    done = verifier.init("--database", "postgresql://verifier@db.example/verifier")
    assert done.returncode == 0 and "wallet-verifier migrate --config" in done.stdout, done.stderr
    secret = tmp_path / "made/session-secret"
    assert settings(tmp_path / "made")["session-secret-file"] == str(secret) and len(secret.read_text().strip()) == 43
    assert secret.stat().st_mode & 0o777 == 0o600


def test_nothing_that_was_made_for_tests_is_accepted_for_production(verifier, tmp_path):
    production = ["--environment", "production"]
    root = ["--tls-root", verifier.tls_root]
    unchanged(tmp_path, verifier.init(*production), "--tls-root must name the roots of an authority")
    unchanged(tmp_path, verifier.init(*production, *root, *verifier.party()), "--certificate is of wallet-verifier registrar")
    unchanged(tmp_path, verifier.init(*production, *root, "--mdoc-root", tmp_path / "registrar/access-root.pem"), "a root of issuers is of")
    unchanged(tmp_path, verifier.init(*production, "--tls-root", tmp_path / "registrar/access-root.pem"), "--tls-root must name")


def test_files_that_do_not_fit_are_named(verifier, tmp_path):
    verifier.access("other", "other.example")
    (tmp_path / "half.pem").write_text("-----BEGIN CERTIFICATE-----\nMII")
    swapped = verifier.party()
    swapped[5] = tmp_path / "other-key.pem"
    cases = [
        (verifier.party("other"), "certificate.pem does not name the server's host"), (swapped, "key.pem is not the key of certificate.pem"),
        (["--mdoc-root", tmp_path / "half.pem"], "half.pem cannot be read as certificates"), (["--tls-root", tmp_path / "none"], "none"),
        ([*verifier.party()[:6], "--registration", tmp_path / "none.jwt"], "none.jwt"),
    ]
    for options, words in cases:
        unchanged(tmp_path, verifier.init(*options), words)
    (tmp_path / "shop-key.pem").chmod(0o644)
    unchanged(tmp_path, verifier.init(*verifier.party()), "shop-key.pem")


@pytest.mark.parametrize("options,words", [
    ([], "--public-url is missing"), (["--public-url", f"https://{HOST}"], "no issuer is trusted"),
    (["--public-url", f"https://{HOST}/path"], "without a path"), (["--public-url", "https://192.0.2.1"], "not an IP address"),
    (["--port", "9449"], "--port and --internal-port"), (["--party", "shop"], "must be given together"),
    (["--registration", "x"], "--registration and --return-url need --party"), (["--environment", "Test"], "--environment must be"),
    (["--database-password-file", "x"], "--database-password-file needs --database"),
])
def test_wrong_options_are_a_wrong_command_line(options, words, tmp_path):
    refused(run("init", tmp_path / "made", *options, program=VERIFIER), words, code=64)
    assert list(tmp_path.iterdir()) == []


def test_in_a_terminal_it_asks_for_what_is_missing(verifier, tmp_path):
    shop = tmp_path / "shop"
    answers = [f"https://{HOST}:{verifier.port}", verifier.root, "", "shop", f"{shop}.pem", f"{shop}-key.pem", f"{shop}.jwt"]
    done = answered(VERIFIER, tmp_path / "made", answers)
    assert done.returncode == 0 and done.stderr.count(": ") == len(answers), done.stderr
    assert json.loads((tmp_path / "made/state/parties/shop/party.json").read_text())["registration"] == "registration.jwt"


def test_the_request_is_for_the_host_and_the_override_serves_these_settings(verifier, tmp_path):
    assert verifier.init().returncode == 0
    request = subprocess.run(["openssl", "req", "-in", tmp_path / "made/tls.csr", "-verify", "-noout", "-text"], capture_output=True, text=True,
                             timeout=HANG)
    assert request.returncode == 0 and f"DNS:{HOST}" in request.stdout
    override = (tmp_path / "made/wallet-verifier.service.d/init.conf").read_text()
    assert f"/usr/bin/wallet-verifier serve --config {tmp_path}/made/config.json" in override and f"ReadWritePaths={tmp_path}/made/state" in override
