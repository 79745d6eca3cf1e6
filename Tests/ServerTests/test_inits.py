# SPDX-License-Identifier: EUPL-1.2
"""`init` of the three servers together: from three commands to a signed, served configuration; what fails changes nothing."""
import base64
import json
import os
import pty
import shutil
import socket
import ssl
import subprocess
import urllib.request

import pytest
from conftest import HANG, PROGRAM
from postgres import free_port
from test_bad_input import FULL, content, refused
from test_init import serving, settings
from test_messages import CONFIG, ISSUER, certificate, openssl, run

CLIENT = "https://app.wallet.example"
RETURN = CLIENT + "/wallet/issuance"


class Installation:
    """The directories of the three servers below `folder`, and the options of their `init`."""

    def __init__(self, folder):
        self.folder = folder
        self.ports = {name: free_port() for name in ("provider", "issuer", "login", "config")}
        self.phone, _ = certificate(folder, "apple", host=None, is_authority=True)
        self.wallet_root, _ = certificate(folder, "wallet-root", host=None, is_authority=True)
        self.key = folder / "signing-key.json"

    def url(self, name):
        return f"https://localhost:{self.ports[name]}"

    def listener(self, name):
        return ["--public-url", self.url(name), "--port", self.ports[name], "--internal-port", free_port()]

    @property
    def wallet(self):
        return f"client_id={CLIENT} redirect_uri={RETURN} issuer={self.url('provider')} roots={self.wallet_root}"

    @property
    def issuer_options(self):
        return [*self.listener("issuer"), "--login-url", self.url("login"), "--login-port", self.ports["login"], "--wallet", self.wallet]

    def issuer(self, *more):
        return run("init", self.folder / "issuer", *self.issuer_options, *more, program=ISSUER)

    def provider(self, *more):
        return run("init", self.folder / "provider", *self.listener("provider"), "--apple-root", self.phone, "--apple-app-id",
                   "ABCDE12345.nl.example", "--apple-environment", "production", *more)

    def parts(self, *names):
        return [word for name in names for word in ("--part", self.folder / name / "configuration-part.json")]

    @property
    def config_options(self):
        return [*self.listener("config"), *self.parts("provider", "issuer"), "--signing-key", self.key, "--environment", "test"]

    def config(self, *more):
        return run("init", self.folder / "config", *self.config_options, *more, program=CONFIG)


@pytest.fixture
def installation(tmp_path):
    return Installation(tmp_path)


@pytest.fixture
def parts(installation):
    """An installation with provider and issuer."""
    for done in (installation.issuer(), installation.provider()):
        assert done.returncode == 0, done.stderr
    return installation


def answered(program, directory, answers, *options):
    """Runs init in a terminal in which a person gives these answers."""
    ours, theirs = pty.openpty()
    command = subprocess.Popen(
        [str(program), "init", str(directory), *map(str, options)], stdin=theirs, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    os.close(theirs)
    os.write(ours, "".join(f"{answer}\n" for answer in answers).encode())
    output, questions = command.communicate(timeout=HANG)
    os.close(ours)
    return subprocess.CompletedProcess(command.args, command.returncode, output, questions)


def files(directory):
    return sorted(str(file.relative_to(directory)) for file in directory.rglob("*") if file.is_file())


def der(path):
    return base64.b64encode(subprocess.run(["openssl", "x509", "-in", path, "-outform", "DER"], check=True, capture_output=True).stdout).decode()


def fetched(directory, address):
    """Fetches an address with the directory's certificate as the only root."""
    return urllib.request.urlopen(address, timeout=HANG, context=ssl.create_default_context(cafile=directory / "tls.pem")).read()


# MARK: Success

def test_three_inits_give_a_signed_configuration_that_is_served(installation, tmp_path):
    done = installation.issuer()
    assert done.returncode == 0 and done.stderr == "", done.stderr
    issuer, provider, config = (tmp_path / name for name in ("issuer", "provider", "config"))
    done = installation.provider(
        "--pid-root", issuer / "state/issuer-root.pem", "--pid-type", "urn:eudi:pid:nl:1", "--attestation-client-id", CLIENT,
        "--attestation-wallet-name", "NL Wallet")
    assert done.returncode == 0 and "attestation-key.pem certified" in done.stdout, done.stderr
    (tmp_path / "attestation.ext").write_text("keyUsage=critical,digitalSignature\n")
    openssl("x509", "-new", "-force_pubkey", provider / "attestation-key.pem", "-subj", "/C=NL/O=Test/CN=provider", "-CA", installation.wallet_root,
            "-CAkey", tmp_path / "wallet-root-key.pem", "-days", 8, "-extfile", tmp_path / "attestation.ext", "-out", provider / "attestation.pem")
    done = installation.config()
    assert done.returncode == 0 and done.stderr == "", done.stderr
    assert installation.key.stat().st_mode & 0o777 == 0o600 and "of the environment test: keep it elsewhere" in done.stdout
    assert "for tests only" in done.stdout
    checked = run("check", config / "state/configuration.jwt", "--signers", config / "state/signers.json", program=CONFIG)
    assert checked.returncode == 0 and "good: version 1, environment test" in checked.stdout, checked.stdout + checked.stderr

    contents = json.loads((config / "state/configuration.json").read_text())
    assert contents["provider"]["url"] == installation.url("provider") and contents["provider"]["tls_roots"] == [der(provider / "tls.pem")]
    listed = dict(line.split("\t")[1::-1] for line in run("keys", "list", "--state", provider / "state").stdout.splitlines())
    assert [list(contents["provider"][f"{name}_keys"]) for name in ("certificate", "result")] == [[listed["certificate"]], [listed["result"]]]
    named = contents["services"]["pid_issuer"]
    assert named["client_id"] == CLIENT and named["document_roots"] == [der(issuer / "state/issuer-root.pem")]
    assert contents["universal_links"] == [
        {"kind": "issuance_redirect", "scheme": "https", "host": "app.wallet.example", "port": 443, "path": "/wallet/issuance"}]

    with serving(provider) as health:
        assert health["status"] == "ready"
    with serving(issuer, ISSUER) as health:
        assert health["status"] == "ready"
        metadata = json.loads(fetched(issuer, installation.url("issuer") + "/.well-known/openid-credential-issuer"))
        assert metadata["credential_issuer"] == installation.url("issuer")
    with serving(config, CONFIG) as health:
        assert health["status"] == "ready"
        for name in ("configuration", "update-policy"):
            assert fetched(config, installation.url("config") + f"/api/v1/{name}") == (config / f"state/{name}.jwt").read_bytes().rstrip(b"\n")


def test_each_directory_has_what_its_server_and_unit_need_and_only_its_owner_enters(parts, tmp_path):
    assert parts.config().returncode == 0
    common = ["config.json", "tls-key.pem", "tls.csr", "tls.pem"]
    expected = {
        "issuer": [*common, "configuration-part.json", "login-roots.pem", "wallet-roots-1.pem", "wallet-issuer.service.d/init.conf"]
        + [f"state/{name}" for name in ("document-signer.json", "issuer-ca.pem", "issuer-root.pem", "keys.sealed", "keys.secret", "login-client.json")],
        "config": [*common, "wallet-config.service.d/init.conf"] + [
            f"state/{name}" for name in ("configuration.json", "configuration.jwt", "signers.json", "update-policy.json", "update-policy.jwt")],
    }
    for name, program in ("issuer", ISSUER), ("config", CONFIG):
        directory = tmp_path / name
        assert files(directory) == sorted(expected[name])
        assert directory.stat().st_mode & 0o077 == 0 and (directory / "tls-key.pem").stat().st_mode & 0o077 == 0
        override = (directory / f"wallet-{name}.service.d/init.conf").read_text()
        assert f"/usr/bin/wallet-{name} serve --config {directory}/config.json" in override and f"ReadWritePaths={directory}/state" in override
        # The environment of these tests has this setting, and wins over the file.
        environment = {f"WALLET_{name.upper()}_SHUTDOWN_SECONDS": "10"}
        printed = run("serve", "--config", directory / "config.json", "--print-config", program=program, environment=environment)
        assert printed.returncode == 0, printed.stderr
        shown, found = json.loads(printed.stdout), settings(directory)
        assert {key: shown[key] for key in found} == found
    request = subprocess.run(["openssl", "req", "-in", tmp_path / "issuer/tls.csr", "-verify", "-noout", "-text"], capture_output=True, text=True)
    assert request.returncode == 0 and "DNS:localhost" in request.stdout


def test_the_authoritys_root_is_named_instead_of_the_self_signed_certificate(installation, tmp_path):
    root, _ = certificate(tmp_path, "tls-root", host=None, is_authority=True)
    for done in (installation.issuer("--tls-root", root), installation.provider("--tls-root", root), installation.config("--tls-root", root)):
        assert done.returncode == 0 and "which no phone trusts" in done.stdout, done.stderr
    contents = json.loads((tmp_path / "config/state/configuration.json").read_text())
    services = contents["services"]
    assert [one["tls_roots"] for one in (contents["provider"], *services.values())] == [[der(root)]] * 4
    assert (tmp_path / "issuer/login-roots.pem").read_text().count("BEGIN CERTIFICATE") == 2


def test_an_existing_key_signs_and_without_a_key_the_documents_are_signed_elsewhere(parts, tmp_path):
    made = run("keys", "create", "--output", parts.key, "--environment", "test", "--signers", tmp_path / "signers.json", program=CONFIG)
    assert made.returncode == 0, made.stderr
    key = parts.key.read_bytes()
    assert parts.config("--signers", tmp_path / "signers.json").returncode == 0 and parts.key.read_bytes() == key
    options = [*parts.listener("config"), *parts.parts("provider"), "--signers", tmp_path / "signers.json"]
    done = run("init", tmp_path / "elsewhere", *options, program=CONFIG)
    assert done.returncode == 0 and "wallet-config sign" in done.stdout, done.stderr
    state = tmp_path / "elsewhere/state"
    assert files(state) == ["configuration.json", "signers.json", "update-policy.json"]
    for kind in ("configuration", "update-policy"):
        signed = run("sign", kind, state / f"{kind}.json", "--key", parts.key, "--environment", "test", "--version", 1, "--days", 30, "--output",
                     state / f"{kind}.jwt", program=CONFIG)
        assert signed.returncode == 0, signed.stderr
    with serving(tmp_path / "elsewhere", CONFIG) as health:
        assert health["status"] == "ready"


@pytest.mark.parametrize("name", ["issuer", "config"])
def test_in_a_terminal_it_asks_for_what_is_missing(name, parts, tmp_path):
    provider, issuer = (tmp_path / part / "configuration-part.json" for part in ("provider", "issuer"))
    program, answers = {
        "issuer": (ISSUER, [parts.url("issuer"), parts.url("login"), CLIENT, RETURN, parts.url("provider"), parts.wallet_root, "", ""]),
        "config": (CONFIG, [parts.url("config"), provider, issuer, parts.key, "test"]),
    }[name]
    done = answered(program, tmp_path / "asked", answers)
    assert done.returncode == 0 and done.stderr.count(": ") == len(answers), done.stderr
    if name == "issuer":
        found = settings(tmp_path / "asked")
        assert found["public-url"] == answers[0] and found["wallet"] == [parts.wallet.replace(
            str(parts.wallet_root), str(tmp_path / "asked/wallet-roots-1.pem"))]
    else:
        assert parts.key.exists() and (tmp_path / "asked/state/configuration.jwt").exists()


@pytest.mark.parametrize("name", ["issuer", "config"])
def test_a_wrong_answer_is_refused_at_once_and_only_that_question_is_asked_again(name, parts, tmp_path):
    provider, issuer = (tmp_path / part / "configuration-part.json" for part in ("provider", "issuer"))
    (tmp_path / "text.pem").write_text("x")
    # The answers of a question, and the reason for which all but the last are refused.
    program, questions = {
        "issuer": (ISSUER, [
            (["https://issuer.example/path", parts.url("issuer")], "--public-url must be https://NAME[:PORT], without a path"),
            (["http://login.example", parts.url("login")], "--login-url must be https://"), (["two words", CLIENT], "client_id must have no spaces"),
            ([RETURN], None), (["provider", parts.url("provider")], "--wallet: status, or without it issuer, is https://"),
            ([tmp_path / "missing.pem", parts.wallet_root], "missing.pem cannot be read"),
            ([tmp_path / "text.pem", ""], "text.pem cannot be read as certificates"), ([tmp_path / "none.so", ""], "none.so is not there"),
        ]),
        "config": (CONFIG, [
            (["https://192.0.2.1", parts.url("config")], "not an IP address"), ([issuer, provider], "provider: missing"),
            ([provider, issuer], "provider: two parts have it"), ([tmp_path / "asked/key.json", parts.key], "must be outside of the directory"),
            (["Test", "production", "test"], "lower-case letters"),
        ]),
    }[name]
    done = answered(program, tmp_path / "asked", [answer for answers, _ in questions for answer in answers])
    assert done.returncode == 0 and (tmp_path / "asked/config.json").exists(), done.stderr
    for _, reason in questions:
        assert reason is None or done.stderr.count(reason) == 1, (reason, done.stderr)
    # The parts have self-signed certificates.
    assert done.stderr.count("provider.tls_roots has a self-signed certificate") == {"issuer": 0, "config": 1}[name], done.stderr
    assert done.stderr.count("(https://…): ") == {"issuer": 6, "config": 2}[name], done.stderr


def test_no_question_is_asked_about_a_directory_with_content(tmp_path):
    (tmp_path / "foreign").write_text("x")
    for program in ISSUER, CONFIG, PROGRAM:
        done = answered(program, tmp_path, [])
        refused(done, "is not empty")
        assert os.listdir(tmp_path) == ["foreign"]


# MARK: Refusals

def unchanged(folder, done, *words, code=1):
    """Checks that the command ended with one line that has these words."""
    refused(done, *words, code=code)
    assert not list(folder.glob("made*"))


@pytest.mark.parametrize("name", ["issuer", "config"])
def test_a_place_with_content_and_a_left_directory_are_refused(name, parts, tmp_path):
    program, options = (ISSUER, parts.issuer_options) if name == "issuer" else (CONFIG, parts.config_options)
    cases = [
        ("full", lambda place: (place.mkdir(), (place / "foreign").write_text("x")), "is not empty"),
        ("file", lambda place: place.write_text("x"), "is not a directory"), ("link", lambda place: place.symlink_to(tmp_path), "is not a directory"),
        ("left", lambda place: (tmp_path / "left.new").mkdir(), "left.new is left from an interrupted init"),
        ("a/b/c", lambda place: None, "cannot be made"),
    ]
    for place, prepare, words in cases:
        prepare(tmp_path / place)
        before, names = content(tmp_path), sorted(os.listdir(tmp_path))
        refused(run("init", tmp_path / place, *options, program=program), words)
        assert content(tmp_path) == before and sorted(os.listdir(tmp_path)) == names, place


@pytest.mark.parametrize("name", ["issuer", "config"])
def test_a_full_disk_leaves_nothing(name, parts, tmp_path):
    program, options = (ISSUER, parts.issuer_options) if name == "issuer" else (CONFIG, parts.config_options)
    (tmp_path / "disk").mkdir()
    reader, writer = os.pipe()
    done = subprocess.run(
        ["unshare", "--map-root-user", "--mount", "bash", "-c", FULL.replace(">&3", f">&{writer}"), "bash", tmp_path / "disk", program, "init", "made",
         *map(str, options)], capture_output=True, text=True, pass_fds=[writer], timeout=HANG)
    os.close(writer)
    with os.fdopen(reader) as left:
        assert left.read() == ""
    refused(done, "No space left on device", "Nothing was changed")
    assert not parts.key.exists()


def test_parts_that_do_not_fit_are_named(parts, tmp_path):
    provider = (tmp_path / "provider/configuration-part.json").read_bytes()
    made = {"half": provider[:40], "empty": b"", "list": b"[]", "foreign": b'{"canary": 1}', "signed": b"e30.e30.e30",
            "wrong": provider.replace(b'"certificate_keys"', b'"canary_keys"')}
    for name, text in made.items():
        (tmp_path / f"{name}.json").write_bytes(text)
    cases = [
        (parts.parts("issuer"), "provider: missing"), (parts.parts("provider", "provider"), "provider: two parts have it"),
        (parts.parts("issuer", "issuer", "provider"), "services.pid_issuer: two parts have it"),
        (["--part", tmp_path / "missing.json"], "missing.json"), (["--part", tmp_path / "half.json"], "half.json is not valid JSON: line 1"),
        (["--part", tmp_path / "empty.json"], "empty.json"), (["--part", tmp_path / "list.json"], "list.json"),
        (["--part", tmp_path / "signed.json"], "signed.json"), (["--part", tmp_path / "foreign.json", *parts.parts("provider")], "does not belong there"),
        (["--part", tmp_path / "wrong.json"], "provider.certificate_keys: missing"),
    ]
    for options, words in cases:
        done = run("init", tmp_path / "made", *parts.listener("config"), *options, "--signing-key", parts.key, "--environment", "test", program=CONFIG)
        unchanged(tmp_path, done, words)
        assert not parts.key.exists(), words


def test_foreign_keys_and_roots_are_named_and_no_key_is_made_or_changed(parts, tmp_path):
    other = tmp_path / "other.json"
    made = run("keys", "create", "--output", other, "--environment", "other", "--signers", tmp_path / "signers.json", program=CONFIG)
    assert made.returncode == 0, made.stderr
    for name, mode, text in (("open", 0o644, other.read_text()), ("damaged", 0o600, other.read_text()[:30])):
        (tmp_path / f"{name}.json").write_text(text)
        (tmp_path / f"{name}.json").chmod(mode)
    cases = [
        (["--signing-key", other, "--environment", "test"], "of the environment other only"),
        (["--signing-key", tmp_path / "open.json"], "chmod 600"), (["--signing-key", tmp_path / "damaged.json"], "is no signing key"),
        (["--signing-key", tmp_path / "new.json"], "give --environment to create it"),
        (["--signing-key", tmp_path / "none/new.json", "--environment", "test"], "none/new.json"),
        (["--signing-key", tmp_path / "new.json", "--environment", "other", "--signers", tmp_path / "signers.json"], "does not have the key"),
        (["--signers", tmp_path / "config.json"], "config.json"),
        (["--signing-key", other, "--tls-root", other], "cannot be read as 1 to 8 certificates"),
    ]
    before, names = content(tmp_path), sorted(os.listdir(tmp_path))
    for options, words in cases:
        refused(run("init", tmp_path / "made", *parts.listener("config"), *parts.parts("provider"), *options, program=CONFIG), words)
        assert content(tmp_path) == before and sorted(os.listdir(tmp_path)) == names, words


def for_environment(installation, environment, *more):
    return run("init", installation.folder / "made", *installation.listener("config"), *installation.parts("provider", "issuer"), "--signing-key",
               installation.key, "--environment", environment, *more, program=CONFIG)


def test_a_provider_that_accepts_simulated_phones_is_not_signed_for_production(installation, tmp_path):
    root, _ = certificate(tmp_path, "tls-root", host=None, is_authority=True)
    for done in (installation.issuer("--tls-root", root), installation.provider("--tls-root", root, "--allow-development-roots")):
        assert done.returncode == 0, done.stderr
    unchanged(tmp_path, for_environment(installation, "production", "--tls-root", root), "init without --allow-development-roots")
    assert not installation.key.exists()
    # The environment of an existing key counts as well.
    made = run("keys", "create", "--output", tmp_path / "key.json", "--environment", "production", "--signers", tmp_path / "signers.json", program=CONFIG)
    assert made.returncode == 0, made.stderr
    done = run("init", tmp_path / "made", *installation.listener("config"), *installation.parts("provider", "issuer"), "--signing-key",
               tmp_path / "key.json", "--tls-root", root, program=CONFIG)
    unchanged(tmp_path, done, "init without --allow-development-roots")
    done = for_environment(installation, "test", "--tls-root", root)
    assert done.returncode == 0 and "simulated" not in (tmp_path / "made/state/configuration.json").read_text(), done.stderr


@pytest.mark.parametrize("name,place", [
    ("provider", "provider"), ("issuer", "services.pid_issuer"), ("config", "services.configuration"), ("none", None)])
def test_a_self_signed_certificate_is_no_tls_root_of_production(name, place, installation, tmp_path):
    root, _ = certificate(tmp_path, "tls-root", host=None, is_authority=True)
    roots = {server: [] if server == name else ["--tls-root", root] for server in ("provider", "issuer", "config")}
    for done in (installation.issuer(*roots["issuer"]), installation.provider(*roots["provider"])):
        assert done.returncode == 0, done.stderr
    done = for_environment(installation, "production", *roots["config"])
    if place is None:
        assert done.returncode == 0 and "of the environment production" in done.stdout, done.stderr
    else:
        unchanged(tmp_path, done, f"{place}.tls_roots has a self-signed certificate for tests", "init with --tls-root")
        assert not installation.key.exists()


def test_in_a_terminal_no_question_is_asked_whose_answers_would_all_be_refused(installation, tmp_path):
    signers = tmp_path / "signers.json"
    made = run("keys", "create", "--output", tmp_path / "key.json", "--environment", "production", "--signers", signers, program=CONFIG)
    assert made.returncode == 0, made.stderr
    for options in (["--environment", "production"], ["--signers", signers], ["--signing-key", tmp_path / "key.json"]):
        unchanged(tmp_path, answered(CONFIG, tmp_path / "made", [], *options), "run wallet-config init with --tls-root")
    unchanged(tmp_path, answered(CONFIG, tmp_path / "made", [], "--signing-key", tmp_path / "new.json"), "give --environment to create it")
    # With another part the question about the provider can be answered.
    root, _ = certificate(tmp_path, "tls-root", host=None, is_authority=True)
    part = tmp_path / "provider/configuration-part.json"
    assert installation.provider().returncode == 0
    tests = part.rename(tmp_path / "tests.json")
    shutil.rmtree(tmp_path / "provider")
    assert installation.provider("--tls-root", root).returncode == 0
    answers = [installation.url("config"), tests, part, "", installation.key]
    done = answered(CONFIG, tmp_path / "made", answers, "--environment", "production", "--tls-root", root)
    assert done.returncode == 0 and done.stderr.count("run wallet-provider init with --tls-root") == 1, done.stderr


def test_files_that_the_issuer_cannot_use_are_named(installation, tmp_path):
    (tmp_path / "half.pem").write_text("-----BEGIN CERTIFICATE-----\nMII")
    wallet = f"client_id={CLIENT} redirect_uri={RETURN} issuer={installation.url('provider')}"
    base = [*installation.listener("issuer"), "--login-url", installation.url("login")]
    cases = [
        (["--wallet", f"{wallet} roots={tmp_path}/missing.pem"], "missing.pem cannot be read"),
        (["--wallet", f"{wallet} roots={tmp_path}/half.pem"], "half.pem cannot be read as certificates"),
        (["--wallet", f"{wallet} roots={installation.wallet_root} status-roots={tmp_path}/half.pem"], "half.pem"),
        (["--wallet", f"{wallet} roots={installation.wallet_root}", "--tls-root", tmp_path / "half.pem"], "half.pem cannot be read as 1 to 8"),
        (["--wallet", f"{wallet} roots={installation.wallet_root}", "--hsm-module", tmp_path / "none.so", "--hsm-token", "x", "--hsm-pin-file",
          tmp_path / "missing"], "missing"),
    ]
    for options, words in cases:
        unchanged(tmp_path, run("init", tmp_path / "made", *base, *options, program=ISSUER), words)


@pytest.mark.parametrize("name,options,words", [
    ("issuer", [], "--public-url is missing"), ("issuer", ["--public-url", "https://issuer.example"], "--login-url is missing"),
    ("issuer", ["--public-url", "https://issuer.example", "--login-url", "https://login.example"], "--wallet is missing"),
    ("issuer", ["--public-url", "https://issuer.example/path"], "without a path"), ("issuer", ["--public-url", "https://192.0.2.1"], "not an IP address"),
    ("issuer", ["--login-url", "http://login.example"], "--login-url must be https://"), ("issuer", ["--wallet", "client_id=a"], "--wallet needs"),
    ("issuer", ["--port", "8447"], "--port and --login-port and --internal-port"), ("issuer", ["--hsm-token", "x"], "must be given together"),
    ("config", [], "--public-url is missing"), ("config", ["--public-url", "https://config.example"], "--part is missing"),
    ("config", ["--public-url", "https://config.example", "--part", "x"], "--signing-key is missing"),
    ("config", ["--public-url", "https://CONFIG.example"], "in lower case"), ("config", ["--port", "0"], "--port and --internal-port"),
    ("config", ["--host", "no host"], "--host must be a name or an address"), ("config", ["--days", "367"], "--days must be 1 to 366"),
])
def test_wrong_options_are_a_wrong_command_line(name, options, words, tmp_path):
    done = run("init", tmp_path / "made", *options, program=ISSUER if name == "issuer" else CONFIG)
    refused(done, words, code=64)
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize("folder", ["a b", "50%", "a;b"])
def test_a_path_that_shell_or_systemd_read_differently_is_refused(folder, installation, tmp_path):
    (tmp_path / folder).mkdir()
    done = subprocess.run([str(ISSUER), "init", "made", *map(str, installation.issuer_options)], cwd=tmp_path / folder, capture_output=True, text=True,
                          timeout=HANG)
    refused(done, "the directory's absolute path", code=64)
    assert os.listdir(tmp_path / folder) == []


def test_the_server_does_not_get_the_signing_key(parts, tmp_path):
    for place in ("made/key.json", "made/../made/state/key.json", "made.new/key.json"):
        done = run("init", tmp_path / "made", *parts.listener("config"), *parts.parts("provider"), "--environment", "test", "--signing-key",
                   tmp_path / place, program=CONFIG)
        unchanged(tmp_path, done, "must be outside of the directory", code=64)


@pytest.mark.parametrize("name", ["issuer", "config"])
def test_serve_with_the_settings_names_a_port_in_use_and_a_foreign_key(name, parts, tmp_path):
    assert parts.config().returncode == 0
    directory, program = tmp_path / name, ISSUER if name == "issuer" else CONFIG
    port = settings(directory)["port"]
    command = ["serve", "--config", directory / "config.json", "--log-level", "error", "--log-format", "text"]
    before = content(directory)
    with socket.create_server(("127.0.0.1", port)):
        refused(run(*command, program=program), f"port {port}: another program uses that port")
    (directory / "tls-key.pem").write_bytes((tmp_path / "provider/tls-key.pem").read_bytes())
    refused(run(*command, program=program), "is not the key of the certificate")
    after = content(directory)
    assert {file: text for file, text in after.items() if file in before and "tls-key" not in file} == {
        file: text for file, text in before.items() if "tls-key" not in file}
