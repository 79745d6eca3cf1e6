# SPDX-License-Identifier: EUPL-1.2
"""`wallet demo --external`: a phone whose servers run elsewhere, and what it says about options that cannot be used."""
import base64
import contextlib
import http.server
import json
import pathlib
import socket
import ssl
import subprocess
import threading

import pytest
import requests
from conftest import PROGRAM, Program
from deployment import CLIENT, Deployment, openssl, walk
from joserfc import jws
from joserfc.jwk import ECKey
from phone import PIN, Phone

NAMES = ("config", "provider", "issuer", "login")
PID = {"sd_jwt": {"configuration_id": "pid_sd_jwt", "type": "urn:eudi:pid:nl:1"},
       "mdoc": {"configuration_id": "pid_mdoc", "type": "eu.europa.ec.eudi.pid.1"}, "time_zone": "Europe/Amsterdam"}


def with_file(deployment):
    """The options with the signed configuration as a file, for which no server need run."""
    return ["--external", str(deployment.folder / "config/configuration.jwt"), *deployment.options[4:]]


def free_ports():
    sockets = [socket.create_server(("127.0.0.1", 0)) for _ in NAMES]
    ports = [one.getsockname()[1] for one in sockets]
    for one in sockets:
        one.close()
    return dict(zip(NAMES, ports))


@pytest.fixture
def deployment(tmp_path):
    deployment = Deployment(tmp_path, PROGRAM.parent, PROGRAM, free_ports())
    yield deployment
    deployment.stop()


@pytest.mark.parametrize("kind", ["iphone", "android"])
def test_a_phone_walks_over_servers_that_run_elsewhere(kind, deployment, page):
    deployment.start()
    program = Program(deployment.phone)
    try:
        page.goto(program.start(*deployment.options, "--phone", kind))
        page.locator("#glass .home-screen").wait_for()
        assert page.locator('[data-device="revoke-wallet"], [data-device^="policy-"]').count() == 0
        walk(Phone(page, program, kind))
        # The same phone goes on after a restart, also with the configuration as a file. Only the sites that were named are within its browser's
        # reach.
        program.stop()
        page.goto(program.start(*with_file(deployment), "--browse", deployment.url("config") + "/"))
        page.locator("#browser").get_by_text("outside", exact=False).first.wait_for()
        program.stop()
        page.goto(program.start(*deployment.options))
        phone = Phone(page, program, kind)
        phone.launch()
        phone.enters("OpenWithPIN", PIN)
        phone.sees("Dashboard", text="Identity card")
        # The provider accepts a new phone of the other kind, too.
        other = {"iphone": "android", "android": "iphone"}[kind]
        program.stop()
        page.goto(program.start(*deployment.options, "--fresh", "--phone", other))
        page.locator("#glass .home-screen").wait_for()
        Phone(page, program, other).registers()
    finally:
        program.stop()
    # The phone stays with these servers, and its maker stays for the provider.
    kept = contents(deployment.phone)
    done = demo("--state", deployment.phone)
    assert done.returncode == 1 and "belongs to the servers of " + deployment.url("config") in done.stderr
    assert contents(deployment.phone) == kept


def demo(*arguments):
    """Runs a demo that cannot start."""
    return subprocess.run([str(PROGRAM), *map(str, arguments)], capture_output=True, text=True, timeout=240)


def contents(directory):
    return {str(path.relative_to(directory)): path.read_bytes() for path in directory.rglob("*") if path.is_file()}


@pytest.fixture
def signed(tmp_path):
    """A deployment's signed files; its servers do not run."""
    deployment = Deployment(tmp_path, PROGRAM.parent, PROGRAM, dict.fromkeys(NAMES, 1))
    deployment.authority("tls-root")
    write(deployment, deployment.der(tmp_path / "tls-root.pem"))
    return deployment


def write(deployment, root, has_issuer=True):
    """Signs a configuration with a TLS root, in DER and base64."""
    key = {"kty": "EC", "crv": "P-256", "x": "axfR8uEsQkf4vOblY6RA8ncDfYEt6zOg9KE5RdiYwpY", "y": "T-NC4v4af5uO5-tKfA-eFivOM1drMV7Oy7ZAaDe_UfU"}
    entry = {"url": deployment.url("config"), "tls_roots": [root]}
    issuer = {"url": deployment.url("issuer"), "tls_roots": [root], "document_roots": [root], "client_id": CLIENT}
    config = deployment.folder / "config"
    config.mkdir(exist_ok=True)
    for file in config.iterdir():
        file.unlink()
    (config / "configuration.json").write_text(json.dumps({
        "provider": {**entry, "certificate_keys": {"c": key}, "result_keys": {"r": key}},
        "services": {"configuration": entry, "update_policy": entry} | ({"pid_issuer": issuer} if has_issuer else {}),
        "pid": PID}))
    (config / "update-policy.json").write_text('{"available": [], "rules": []}')
    deployment.sign(config)


def foreign(deployment):
    """Replaces the signers by those of another key."""
    (deployment.folder / "other").mkdir()
    deployment.run(PROGRAM.with_name("wallet-config"), "keys", "create", "--output", deployment.folder / "other/key.json", "--environment", "test",
                   "--signers", deployment.folder / "config/other.json")
    (deployment.folder / "config/other.json").rename(deployment.folder / "config/signers.json")


def half(path):
    path.write_bytes(path.read_bytes()[:len(path.read_bytes()) // 2])


SPOILED = {
    "signed by other keys": (foreign, "is not signed with a key of --signers"),
    "half of the configuration": (lambda it: half(it.folder / "config/configuration.jwt"), "is not one that wallet-config sign signed"),
    "half of the signers": (lambda it: half(it.folder / "config/signers.json"), "--signers: "),
    "no configuration": (lambda it: (it.folder / "config/configuration.jwt").unlink(), "cannot be read: No such file"),
    "no issuer": (lambda it: write(it, it.der(it.folder / "tls-root.pem"), has_issuer=False), "names no issuer of PIDs"),
    "no roots": (lambda it: (it.folder / "tls-root.pem").unlink(), "--login-roots: "),
    "empty roots": (lambda it: (it.folder / "tls-root.pem").write_text(""), "is not certificates in PEM"),
    "garbage as roots": (lambda it: (it.folder / "tls-root.pem").write_text("garbage"), "is not certificates in PEM"),
}


@pytest.mark.parametrize("name", SPOILED)
def test_a_file_that_cannot_be_used_is_named_and_nothing_is_changed(signed, name):
    spoil, words = SPOILED[name]
    spoil(signed)
    refuses(signed, with_file(signed), words)


def refuses(deployment, options, words):
    """The demo says these words in one line, and changes nothing."""
    done = demo("--patient", "--state", deployment.phone, *options)
    assert done.returncode == 1 and words in done.stderr and "Nothing was changed" in done.stderr, done.stderr
    assert len(done.stderr.splitlines()) == 1 and not deployment.phone.exists()


@contextlib.contextmanager
def answering(deployment, body, status=200, media_type="application/jwt", name="localhost"):
    """Answers every request with a body, as a server with a certificate of the deployment's TLS root."""
    folder = deployment.folder

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            found = self.path == "/api/v1/configuration"
            self.send_response(status if found else 404)
            for field in [("Content-Type", media_type), ("Content-Length", str(len(body))), ("Location", "/elsewhere")]:
                self.send_header(*field)
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    openssl("genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256", "-out", folder / "tls.key")
    openssl("pkey", "-in", folder / "tls.key", "-pubout", "-out", folder / "tls.pub")
    deployment.certify("tls", folder / "tls.pub", "tls-root", f"subjectAltName=DNS:{name}\nextendedKeyUsage=serverAuth\n")
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(folder / "tls.pem", folder / "tls.key")
    # The thread of a connection makes its handshake: a client that does not trust the certificate breaks it off.
    server.socket = context.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
    deployment.ports["config"] = server.server_port
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def signs(deployment, change):
    """Returns a token of the deployment's key whose payload was changed, as wallet-config would not sign it."""
    config = deployment.folder / "config"
    key = json.loads((config / "key.json").read_text())
    header, payload = (
        json.loads(base64.urlsafe_b64decode(part + "==")) for part in (config / "configuration.jwt").read_text().split(".")[:2])
    change(payload)
    member = ECKey.import_key({name: key[name] for name in ("kty", "crv", "x", "y", "d")})
    return jws.serialize_compact(header, json.dumps(payload).encode(), member)


def expires(payload):
    payload.update(iat=1_600_000_000, exp=1_600_086_400)


SERVED = {
    "expired": (expires, "has expired"),
    "of another environment": (lambda payload: payload.update(env="elsewhere"), "is of another environment"),
    "without a provider": (lambda payload: payload["contents"].pop("provider"), "cannot be used: provider: missing"),
    "without an issuer": (lambda payload: payload["contents"]["services"].pop("pid_issuer"), "names no issuer of PIDs"),
}


@pytest.mark.parametrize("name", SERVED)
def test_a_served_configuration_that_cannot_be_used_is_refused_and_nothing_is_changed(signed, name):
    change, words = SERVED[name]
    with answering(signed, signs(signed, change).encode()):
        refuses(signed, signed.options, words)


@pytest.mark.parametrize("options, words", [
    ({"name": "config.example"}, "has no TLS certificate for this name from a root in --roots"),
    ({"status": 404}, "answers with status 404"),
    ({"status": 302}, "answers with status 302"),
    ({"status": 503}, "answers with status 503"),
    ({"media_type": "text/html"}, "answers with something else than a configuration"),
    ({"body": b"x" * (192 * 1024 + 1)}, "gives a longer answer than a configuration"),
    ({"body": b"garbage"}, "is not one that wallet-config sign signed"),
    ({"body": b""}, "is not one that wallet-config sign signed"),
])
def test_an_address_that_is_no_configuration_server_is_refused_and_nothing_is_changed(signed, options, words):
    token = (signed.folder / "config/configuration.jwt").read_bytes().strip()
    with answering(signed, **{"body": token, **options}):
        refuses(signed, signed.options, words)


def test_a_configuration_server_is_taken_with_its_own_roots_and_signers_only(signed):
    token = (signed.folder / "config/configuration.jwt").read_bytes().strip()
    signed.authority("other-root")
    other = signed.folder / "other-root.pem"
    with answering(signed, token):
        address, roots, rest = signed.options[:2], signed.options[2:4], signed.options[4:]
        program = Program(signed.folder / "taken")
        program.start(*signed.options)
        assert program.stop() == 0
        refuses(signed, [*address, *rest], "has no TLS certificate that the system trusts for this name")
        refuses(signed, [*address, "--roots", str(other), *rest], "has no TLS certificate for this name from a root in --roots")
        half(other)
        refuses(signed, [*address, "--roots", str(other), *rest], "is not certificates in PEM")
        foreign(signed)
        refuses(signed, signed.options, "is not signed with a key of --signers")
    refuses(signed, [*address, *roots, *rest], "cannot be reached")


def test_options_that_cannot_be_combined_are_wrong_command_lines(tmp_path):
    both = ["--external", "a", "--signers", "b"]
    for arguments in [both[:2], both[2:], ["--login-site", "https://a.example"], [*both, "--login-roots", "c"], ["--roots", "c"],
                      [*both, "--roots", "c"], *(["--external", address, *both[2:]] for address in (
                          "http://a.example", "https://a.example/", "https://A.example", "https://u@a.example", "ftp://a.example")),
                      [*both, "--provider-port", "8000"], *([*both, "--login-site", site] for site in (
                          "http://a.example", "https://a.example/", "https://A.example", "a.example", "", "https://u@a.example"))]:
        done = demo("--state", tmp_path / "phone", *arguments)
        assert done.returncode == 64 and not (tmp_path / "phone").exists(), (arguments, done.stderr)


def test_a_phone_of_the_demos_own_servers_keeps_them(signed, tmp_path):
    program = Program(signed.phone)
    program.start()
    program.stop()
    kept = contents(signed.phone)
    done = demo("--state", signed.phone, *with_file(signed))
    assert done.returncode == 1 and "belongs to the demo's own servers" in done.stderr and len(done.stderr.splitlines()) == 1
    assert contents(signed.phone) == kept


def test_the_program_starts_without_reachable_servers_and_fresh_keeps_the_maker(signed, page):
    options = signed.run(PROGRAM, "makers", "--state", signed.phone)
    roots = {name: (signed.phone / name).read_bytes() for name in ("apple-root.pem", "google-root.pem")}
    words = options.split()
    for option, name in [("--apple-root", "apple-root.pem"), ("--android-root", "google-root.pem"), ("--android-revocation-list", "android-revoked.json")]:
        assert pathlib.Path(words[words.index(option) + 1]) == signed.phone / name
    assert not any(b"PRIVATE" in root for root in roots.values())
    assert json.loads((signed.phone / "android-revoked.json").read_text()) == {"entries": {}}
    program = Program(signed.phone)
    try:
        page.goto(program.start(*with_file(signed)))
        program.stop()
        page.goto(program.start(*with_file(signed), "--fresh"))
        page.locator("#glass .home-screen").wait_for()
    finally:
        program.stop()
    assert signed.run(PROGRAM, "makers", "--state", signed.phone) == options
    assert {name: (signed.phone / name).read_bytes() for name in roots} == roots
    page.problems.clear()


def test_in_a_container_a_phone_over_servers_elsewhere_has_the_same_guards(signed):
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    program = Program(signed.phone)
    try:
        address = program.start(*with_file(signed), "--listen", "0.0.0.0", "--port", str(port))
        assert address.startswith(f"http://127.0.0.1:{port}/#")
        warning = f"Without TLS, these ports listen on 0.0.0.0. Let only this machine reach them: docker run -p 127.0.0.1:{port}:{port}"
        assert warning in [line.strip() for line in program.output]
        ours = {"Host": f"127.0.0.1:{port}", "Origin": f"http://127.0.0.1:{port}", "Sec-Fetch-Site": "same-origin"}

        def status(method, path, headers, body=None):
            # Another address of this machine stands for the container's.
            return requests.request(method, f"http://127.0.0.2:{port}{path}", headers=headers, json=body, timeout=60).status_code

        assert status("GET", "/", ours) == 200
        for host in [f"127.0.0.2:{port}", f"localhost:{port}", "127.0.0.1", "evil.example"]:
            assert status("GET", "/", {**ours, "Host": host}) == 421, host
        for path, body in [("/device", {"action": "rooted-on"}), ("/session", {"token": address.partition("#")[2]})]:
            for other in [{"Origin": "http://evil.example"}, {"Sec-Fetch-Site": "cross-site"}, {"Sec-Fetch-Site": None}, {"Origin": None}]:
                assert status("POST", path, {**ours, **other}, body) == 403, (path, other)
        assert status("POST", "/device", ours, {"action": "rooted-on"}) == 401
        assert status("GET", "/events", ours) == 401
        assert status("POST", "/session", ours, {"token": "x"}) == 401
        # None of them used the address up.
        assert status("POST", "/session", ours, {"token": address.partition("#")[2]}) == 200
        assert status("POST", "/session", ours, {"token": address.partition("#")[2]}) == 401
    finally:
        program.stop()
