# SPDX-License-Identifier: EUPL-1.2
"""`wallet-issuer check`: the odd entries in an issuer's metadata, from a file, an address or an identifier."""
import contextlib
import http.server
import json
import os
import socket
import ssl
import threading

import pytest
from conftest import HANG, ROOT
from test_messages import ISSUER, certificate, run

FIELD = ROOT / "Tests/Fixtures/Field"
BASE = json.loads((FIELD / "metadata-base.json").read_text())
WELL_KNOWN = "/.well-known/openid-credential-issuer"
COUNTS = "kinds of credentials: {} odd, {} read, {} of other formats"


def check(source, *options, seconds=60):
    return run("check", source, "--seconds", seconds, *options, program=ISSUER)


@pytest.fixture
def store(tmp_path):
    """Writes metadata, an object or bytes, to a file."""
    def store(metadata):
        file = tmp_path / "metadata.json"
        file.write_bytes(metadata if isinstance(metadata, bytes) else json.dumps(metadata).encode())
        return file

    return store


def with_kinds(**kinds):
    return {**BASE, "credential_configurations_supported": {**BASE["credential_configurations_supported"], **kinds}}


def found(done, *lines):
    """Checks the lines, and that exactly the exit code tells of a fault."""
    printed = done.stdout.split("\n")
    assert printed.pop() == "" and done.stderr == "", done.stderr
    assert len(printed) == len(lines), printed
    for line, expected in zip(printed, lines):
        assert line == expected or expected.endswith("…") and line.startswith(expected[:-1]) and len(line) >= len(expected), (line, expected)
    assert done.returncode == (0 if len(lines) == 1 and lines[0].startswith("kinds of credentials: 0 odd") else 1), done.returncode


def unusable(done, *words):
    """Checks that the command printed nothing, named the cause in one line of standard error, and ended with 2."""
    lines = done.stderr.split("\nUsage:")[0].splitlines()
    assert done.returncode == 2 and done.stdout == "" and len(lines) == 1, (done.returncode, done.stdout, done.stderr)
    assert lines[0].startswith("Error: ") and all(word in lines[0] for word in words), lines


# MARK: Files

@pytest.mark.parametrize("name,lines", [
    ("base", [COUNTS.format(0, 1, 0)]),
    ("other-description-lines", ["badge: description is not a text to show", COUNTS.format(1, 1, 0)]),
    ("other-without-vct", ["badge: no member vct", COUNTS.format(1, 1, 0)]),
    ("unknown-format", [COUNTS.format(0, 1, 2)]),
])
def test_the_odd_entries_of_metadata_from_the_field_are_named(name, lines):
    found(check(FIELD / f"metadata-{name}.json"), *lines)


def test_every_odd_entry_has_its_line_also_those_of_the_issuers_display(store):
    metadata = with_kinds(one={"format": "dc+sd-jwt"}, two=1, three={"format": "mso_mdoc", "doctype": "a", "scope": "a b"})
    metadata["display"] = [{"name": "Issuer"}, {"name": "Two\nlines", "locale": "nl"}, {"name": "Again"}]
    found(check(store(metadata)), "one: no member vct", "two: credential configuration is not an object", "three: scope is several",
          "the issuer's display, entry 2: name is not a text to show", "the issuer's display, entry 3: display has a language twice",
          COUNTS.format(3, 1, 0))


@pytest.mark.parametrize("identifier,shown", [
    ("a\nkinds of credentials: 0 odd, 9 read", "a\\u{A}kinds of credentials: 0 odd, 9 read"),
    ("\r\x1b[2J\x1b]0;x\x07", "\\u{D}\\u{1B}[2J\\u{1B}]0;x\\u{7}"),
    ("pid\u202e\u2066\u200b", "pid\\u{202E}\\u{2066}\\u{200B}"), ("a\u2028b\u0085c", "a\\u{2028}b\\u{85}c"), ("\\u{A}", "\\\\u{A}"), ("", '""'),
    ("\u00a0\u3000", "\\u{A0}\\u{3000}"), ("卡", "卡"), ("\x00\x9b", "\\u{0}\\u{9B}"),
])
def test_a_hostile_identifier_stays_in_its_line_and_sends_nothing_to_the_terminal(store, identifier, shown):
    done = check(store(with_kinds(**{identifier: {"format": "dc+sd-jwt", "vct": "canary\x1b", "scope": "canary \n"}})))
    found(done, f"{shown}: …", COUNTS.format(1, 1, 0))
    assert "canary" not in done.stdout and all(character.isprintable() for line in done.stdout.split("\n") for character in line)


def test_a_very_long_identifier_is_cut(store):
    found(check(store(with_kinds(**{"a" * 100_000: {"format": "ac_vc"}}))), "a" * 256 + "…: an identifier that is empty or too long", COUNTS.format(1, 1, 0))


@pytest.mark.parametrize("metadata,reason", [
    (b"", ""), (b"<html>canary</html>", ""), (b"[]", ""), (b"{", ""), (b'{"canary":1,"canary":2}', ""), (b"\xff\xfe", ""), (b"[" * 100_000, ""),
    (b"{}", "no member credential_issuer"), ({**BASE, "credential_endpoint": "http://canary.example"}, "credential_endpoint"),
    ({**BASE, "credential_configurations_supported": {str(number): {} for number in range(257)}}, "more kinds of credentials than are read"),
    ({**BASE, "display": "canary"}, "display"),
])
def test_metadata_that_wallets_refuse_whole_is_refused_with_the_rule(store, metadata, reason):
    done = check(store(metadata))
    found(done, "wallets refuse the whole metadata: …")
    assert reason in done.stdout and "canary" not in done.stdout


def test_a_file_that_cannot_be_read_is_named(tmp_path, store):
    unusable(check(tmp_path / "missing.json"), "missing.json cannot be read")
    unusable(check(tmp_path), str(tmp_path))
    unusable(check(store(b" " * (256 * 1024 + 1))), "metadata.json is longer than 262144 bytes")
    found(check(store(b" " * (256 * 1024 - len(json.dumps(BASE))) + json.dumps(BASE).encode())), COUNTS.format(0, 1, 0))
    os.mkfifo(tmp_path / "pipe")
    unusable(check(tmp_path / "pipe"), "pipe is not a regular file")
    unusable(check(tmp_path / "new\nline"), "new\\u{A}line cannot be read")


# MARK: Addresses

class Site:
    """A server with one answer; `hanging` sends a byte every now and then and never ends."""

    def __init__(self, tls=None):
        self.status, self.headers, self.body, self.hanging = 200, {"Content-Type": "application/json"}, b"", False
        self.paths, self.ended = [], threading.Event()
        site = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                site.paths.append(self.path)
                self.send_response(site.status)
                for name, value in site.headers.items():
                    self.send_header(name, value)
                self.send_header("Content-Length", str(1000 if site.hanging else len(site.body)))
                self.end_headers()
                with contextlib.suppress(OSError):
                    while site.hanging and not site.ended.wait(0.1):
                        self.wfile.write(b" ")
                        self.wfile.flush()
                    self.wfile.write(site.body)

            def log_message(self, *arguments):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        # Clients that do not trust the certificate are part of the tests.
        self.server.handle_error = lambda *_: None
        if tls:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(*tls)
            self.server.socket = context.wrap_socket(self.server.socket, server_side=True, do_handshake_on_connect=False)
        self.thread = threading.Thread(target=self.server.serve_forever)

    @property
    def authority(self):
        return f"localhost:{self.server.server_address[1]}"

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.ended.set()
        self.server.shutdown()
        self.thread.join(timeout=HANG)
        self.server.server_close()


@pytest.fixture
def site():
    with Site() as site:
        site.body = json.dumps(BASE).encode()
        yield site


def test_the_address_of_metadata_is_fetched_and_an_identifier_has_its_well_known_address(site):
    site.body = (FIELD / "metadata-other-without-vct.json").read_bytes()
    for source, path in [
        (WELL_KNOWN, WELL_KNOWN), (f"{WELL_KNOWN}/tenant?a=b", f"{WELL_KNOWN}/tenant?a=b"), ("", WELL_KNOWN), ("/tenant", f"{WELL_KNOWN}/tenant"),
        ("/a/b", f"{WELL_KNOWN}/a/b"),
    ]:
        found(check(f"http://{site.authority}{source}"), "badge: no member vct", COUNTS.format(1, 1, 0))
        assert site.paths.pop() == path


def test_over_tls_the_identifier_must_be_that_of_the_metadata_and_the_root_the_given_one(tmp_path):
    root, _ = certificate(tmp_path, "root", host=None, is_authority=True)
    other, _ = certificate(tmp_path, "other", host=None, is_authority=True)
    with Site(certificate(tmp_path, "server", host="localhost", issuer="root")) as site:
        identifier = f"https://{site.authority}/tenant"
        site.body = json.dumps({**BASE, "credential_issuer": identifier}).encode()
        found(check(identifier, "--root", root), COUNTS.format(0, 1, 0))
        assert site.paths == [f"{WELL_KNOWN}/tenant"]
        found(check(identifier + "/", "--root", root), "credential_issuer is not the given identifier", COUNTS.format(0, 1, 0))
        found(check(f"https://{site.authority}{WELL_KNOWN}", "--root", root), COUNTS.format(0, 1, 0))
        site.paths.clear()
        for arguments in [], ["--root", other]:
            unusable(check(identifier, *arguments), site.authority)
        unusable(check(identifier, "--root", tmp_path / "missing.pem"), "missing.pem")
        assert site.paths == []


@pytest.mark.parametrize("status,headers,words", [
    (404, {}, "answers with status 404"), (500, {}, "status 500"), (302, {"Location": "/elsewhere"}, "status 302"), (204, {}, "status 204"),
])
def test_an_answer_other_than_200_is_named_and_no_redirect_is_followed(site, status, headers, words):
    site.status, site.headers = status, {"Content-Type": "application/json", **headers}
    if status == 204:
        site.body = b""
    unusable(check(f"http://{site.authority}"), words)
    assert site.paths == [WELL_KNOWN]


def test_another_media_type_is_a_fault_because_wallets_refuse_it(site):
    for headers in {}, {"Content-Type": "text/html"}:
        site.headers = headers
        found(check(f"http://{site.authority}"), "the media type of the answer is not application/json", COUNTS.format(0, 1, 0))
    site.headers = {"Content-Type": "application/json; charset=utf-8"}
    found(check(f"http://{site.authority}"), COUNTS.format(0, 1, 0))


def test_an_answer_that_is_too_long_or_too_slow_ends_the_command(site):
    site.body = b" " * (256 * 1024 + 1)
    unusable(check(f"http://{site.authority}"), site.authority, "at most 262144 bytes")
    site.body, site.hanging = b"", True
    unusable(check(f"http://{site.authority}", seconds=1), site.authority, "within 1 s")
    with socket.create_server(("127.0.0.1", 0)) as silent:
        unusable(check(f"http://127.0.0.1:{silent.getsockname()[1]}", seconds=1), "within 1 s")


def test_nobody_answers(tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    unusable(check(f"http://127.0.0.1:{port}"), f"127.0.0.1:{port}")


@pytest.mark.parametrize("arguments,words", [
    (["https://"], "an address is http or https"), (["https://user@issuer.example"], "without user"),
    (["http://issuer.example/#part"], "an address is"), (["https://issuer.example?a=b"], "has no query"),
    (["https://issuer.example/" + "a" * 2030], "an address is"), (["https://issuer.example", "--seconds", "0"], "--seconds is 1 to 60"),
    (["https://issuer.example", "--seconds", "61"], "--seconds is 1 to 60"), (["file.json", "--root", "root.pem"], "--root is for an https address"),
    (["http://issuer.example", "--root", "root.pem"], "--root is for an https address"),
])
def test_a_wrong_command_line_ends_with_2(arguments, words):
    unusable(run("check", *arguments, program=ISSUER), words)
