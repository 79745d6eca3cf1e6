# SPDX-License-Identifier: EUPL-1.2
"""A stranger's walk: a registrar, a party and a `wallet-verifier` as processes, and a wallet that is not ours."""
import base64
import concurrent.futures
import hashlib
import hmac
import http.server
import json
import ssl
import threading
import time
import urllib.parse
import zlib

import pytest
import requests
from cards import CLAIMS, SPACE, TYPE, Issuer, decode, encode
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, utils
from postgres import Postgres, free_port
from shop import FORM, HANG, MDOC, NAME, QUERY, SD_JWT, Shop, code_in, link_in, parse, read_code, run
from test_messages import certificate

PASSWORD = "canary-password"
RETURN = "https://shop.example/back"


class Receiver:
    """The party's server for webhooks, over TLS. It refuses the first attempt for each session in `failing`."""

    def __init__(self, folder):
        self.root, _ = certificate(folder, "webhook-root", host=None, is_authority=True)
        own, key = certificate(folder, "webhook", host="localhost", issuer="webhook-root")
        self.received, self.failing = [], set()
        self.port = free_port()
        receiver = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"]))
                session = json.loads(body)["session"]
                receiver.received.append((dict(self.headers), body))
                self.send_response(503 if session in receiver.failing else 204)
                receiver.failing.discard(session)
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", self.port), Handler)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(own, key)
        self.server.socket = context.wrap_socket(self.server.socket, server_side=True)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    @property
    def url(self):
        return f"https://localhost:{self.port}/hook"

    def of(self, session):
        return [one for one in self.received if json.loads(one[1])["session"] == session.id]

    def stop(self):
        self.server.shutdown()
        self.server.server_close()


@pytest.fixture(scope="module")
def receiver(tmp_path_factory):
    receiver = Receiver(tmp_path_factory.mktemp("webhooks"))
    yield receiver
    receiver.stop()


@pytest.fixture(scope="module")
def shop(tmp_path_factory, receiver):
    shop = Shop(tmp_path_factory.mktemp("shop"), "--webhook", receiver.url)
    shop.certify("garage", "Garage", "NTRNL-87654321")
    shop.garage_key, = shop.add("garage", registration="shop")
    program = shop.serve("--webhook-root", receiver.root)
    yield shop
    assert program.stop() == 0
    keeps_secrets(shop)


def keeps_secrets(shop):
    """Checks that log, metrics and database have nothing of sessions and persons."""
    log = "".join(shop.program.log)
    stored = b"".join(file.read_bytes() for file in shop.state.glob("sessions.sqlite*"))
    assert shop.secrets and '"message":"request"' in log
    for secret in shop.secrets:
        assert secret not in log and secret.encode() not in stored, [line for line in shop.program.log if secret in line]


def wait_for(condition):
    end = time.monotonic() + HANG
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.05)


def code_of(answer):
    """The code of a refusal."""
    assert answer.status_code >= 400, answer.text
    return answer.json()["error"]


def news(session):
    """What the page's script is told, without the sentence about the time."""
    return {name: value for name, value in session.status().json().items() if name != "time_left"}


def accept(answer, is_same_device):
    """Checks the reply to an accepted answer. Returns `response_code`."""
    assert answer.status_code == 200, answer.text
    if not is_same_device:
        assert answer.json() == {}
        return None
    address, _, code = answer.json()["redirect_uri"].partition("?response_code=")
    assert address == RETURN and len(code) >= 32
    return code


def looks_right(credentials):
    """Checks the result: the claims that were asked for, and no more."""
    pid, mdoc = credentials
    assert (pid["id"], pid["format"], pid["type"], pid["claims"]) == ("pid", "dc+sd-jwt", TYPE, {"family_name": CLAIMS["family_name"]})
    assert (mdoc["id"], mdoc["format"], mdoc["type"]) == ("mdoc", "mso_mdoc", SPACE)
    assert mdoc["claims"] == {SPACE: {"family_name": CLAIMS["family_name"]}}
    assert {pid["status"], mdoc["status"]} == {"none"}


# MARK: The walk

def walk(shop, folder, is_same_device):
    """From the party's request to its result, read once."""
    session = shop.ask(return_url=RETURN, response_type="vp_token", response_mode="direct_post.jwt")
    assert session.report() == {"state": "created", "has_result": False, "expires_at": session.report()["expires_at"]}
    assert code_of(session.status()) == "other_browser"
    page = session.open()
    assert page.status_code == 200 and NAME in page.text and 'data-screen="Open"' in page.text
    cookie, *properties = page.headers["Set-Cookie"].split("; ")
    assert cookie.startswith("__Host-presentation=") and set(properties) == {"SameSite=Lax", "HttpOnly", "Secure", "Path=/"}
    button, code = link_in(page.text), code_in(shop, page.text)
    assert parse(button)["client_id"] == parse(code)["client_id"] == shop.client_id
    kinds = [urllib.parse.parse_qs(parse(link)["request_uri"].partition("?")[2])["session_type"] for link in (button, code)]
    assert kinds == [["same_device"], ["cross_device"]]
    status = session.status().json()
    assert status["state"] == "created" and set(status) - {"time_left"} == {"state", "same_device", "cross_device"}
    drawn = read_code(shop.send("GET", status["cross_device"]["picture"]).content)
    assert parse(drawn)["request_uri"].partition("&e=")[0] == parse(code)["request_uri"].partition("&e=")[0]

    forms = session.forms(folder, button if is_same_device else code)
    assert session.request["dcql_query"] == QUERY and session.request["response_uri"].startswith(shop.url + "/w/")
    assert session.request["verifier_info"][0]["data"] == (shop.folder / "shop.jwt").read_text().strip()
    assert news(session) == {"state": "fetched"} and 'data-screen="Fetched"' in session.open().text
    assert code_of(shop.result(session.id)) == "not_answered"
    # Another wallet.
    assert code_of(session.fetch(button if is_same_device else code, "another-nonce-of-another-wallet")) == "fetched_by_other"

    first = session.post(forms["A256GCM"][0])
    secret = accept(first, is_same_device)
    # An answer got lost on the way back: the same bytes get the same reply, others do not.
    assert session.post(forms["A256GCM"][0]).json() == first.json()
    assert code_of(session.post(forms["A128GCM"][0])) == "answered_before"
    report = session.report()
    assert (report["state"], report["has_result"]) == ("answered", True)
    assert report["session_type"] == ("same_device" if is_same_device else "cross_device")
    # Another device's browser goes on by itself; on the same device the wallet opens the address.
    assert news(session) == ({"state": "answered"} if is_same_device else {"state": "answered", "next": RETURN})

    for key in (shop.other_key, shop.garage_key):
        assert shop.result(session.id, key).status_code == 404 and shop.send("GET", f"/sessions/{session.id}", key).status_code == 404
    assert code_of(shop.result(session.id, "wrong")) == "unauthorized"
    body = {}
    if is_same_device:
        assert code_of(shop.result(session.id)) == "response_code_missing"
        assert code_of(shop.result(session.id, response_code=secret[::-1])) == "response_code_wrong"
        body = {"response_code": secret}
        shop.secrets.add(secret)
    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        answers = list(pool.map(lambda _: shop.result(session.id, **body), range(4)))
    read = [answer for answer in answers if answer.status_code == 200]
    assert len(read) == 1 and [code_of(one) for one in answers if one not in read] == ["result_taken"] * 3
    assert set(read[0].json()) == {"credentials"}
    looks_right(read[0].json()["credentials"])
    assert not session.report()["has_result"]


@pytest.mark.parametrize("is_same_device", [True, False])
def test_a_stranger_asks_a_wallet_that_is_not_ours_and_reads_the_result_once(shop, tmp_path, is_same_device):
    walk(shop, tmp_path, is_same_device)
    keeps_secrets(shop)


def test_the_walk_over_postgresql_also_through_a_second_server(tmp_path):
    with Postgres() as database:
        database.sql(f"CREATE ROLE serving LOGIN PASSWORD '{PASSWORD}'")
        database.sql("CREATE DATABASE sessions OWNER serving")
        password, secret = tmp_path / "password", tmp_path / "secret"
        password.write_text(PASSWORD + "\n")
        secret.write_text(encode(bytes(32)) + "\n")
        for file in (password, secret):
            file.chmod(0o600)
        shop = Shop(tmp_path)
        shop.garage_key = shop.other_key
        place = ["--database", database.url("serving", "sessions"), "--database-password-file", password]
        run("migrate", "--state", shop.state, *place)
        program = shop.serve(*place, "--session-secret-file", secret)
        walk(shop, tmp_path / "first", is_same_device=True)
        session = shop.ask()
        forms = session.forms(tmp_path / "second", session.links()[1])
        assert program.stop() == 0
        keeps_secrets(shop)
        # The next server has only the database and the shared secret.
        assert not (shop.state / "sessions.sqlite").exists()
        program = shop.serve(*place, "--session-secret-file", secret)
        assert session.post(forms["A128GCM"][0]).status_code == 200
        looks_right(shop.result(session.id).json()["credentials"])
        assert program.stop() == 0
        keeps_secrets(shop)
        assert PASSWORD not in "".join(program.log)


def test_the_browser_comes_back_to_the_verifiers_own_page_before_the_result_is_read(shop, tmp_path):
    session = shop.ask([SD_JWT, MDOC])
    reply = session.post(session.forms(tmp_path)["A128GCM"][0]).json()["redirect_uri"]
    assert reply.startswith(session.page + "/done?response_code=")
    shop.secrets.add(reply.partition("=")[2])
    path = reply.removeprefix(shop.url)
    assert code_of(shop.result(session.id)) == "response_code_missing"
    # The victim's wallet opens the address in the victim's browser, while the attacker opened the page.
    assert shop.send("GET", path).status_code == 403
    assert shop.send("GET", path, headers={"Cookie": "__Host-presentation=" + encode(bytes(32))}).status_code == 403
    assert code_of(shop.result(session.id)) == "response_code_missing"
    back = shop.send("GET", path, headers=session.cookies)
    assert (back.status_code, back.headers["Location"]) == (303, session.path)
    looks_right(shop.result(session.id).json()["credentials"])


# MARK: Wallets

FAULTS = ["key_binding_audience", "key_binding_nonce", "key_binding_time", "holder_proof", "claim_unasked", "transcript", "missing_required",
          "unknown_query", "format"]


def test_every_fault_of_a_wallet_is_in_the_log_and_in_the_partys_report_and_not_in_the_reply(shop, tmp_path):
    session = shop.ask()
    named = {reason: name for name, (_, reason) in session.forms(tmp_path).items() if reason}
    assert set(FAULTS) <= set(named)
    # What is not sealed for the session leaves it open.
    answers = session.answers(session.jws, tmp_path)
    for name in [name for name, (_, reason) in answers.items() if reason and reason not in FAULTS]:
        refused = session.post(answers[name][0])
        assert (refused.status_code, code_of(refused)) == (400, "answer"), name
        assert session.report()["state"] == "fetched", name
    assert session.post(answers["A256GCM"][0]).status_code == 200
    for reason in FAULTS:
        session = shop.ask()
        before = len(shop.program.log)
        refused = session.post(session.forms(tmp_path)[named[reason]][0])
        assert (refused.status_code, code_of(refused)) == (400, "answer") and reason not in refused.text, reason
        report = session.report()
        assert report["state"] == "failed" and reason in report["reason"], report
        wait_for(lambda: any(f'"detail":"{reason}' in line for line in shop.program.log[before:]))
        assert code_of(shop.result(session.id)) == "ended"


def test_of_twenty_pairs_of_answers_at_once_one_each_is_accepted(shop, tmp_path):
    for number in range(20):
        session = shop.ask()
        forms = session.forms(tmp_path, session.links()[number % 2])
        barrier = threading.Barrier(2)

        def post(name):
            barrier.wait()
            return session.post(forms[name][0])

        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            answers = list(pool.map(post, ["A128GCM", "A256GCM"]))
        assert sorted(answer.status_code for answer in answers) == [200, 409], [answer.text for answer in answers]
        assert [code_of(answer) for answer in answers if answer.status_code != 200] == ["answered_before"]


def test_a_wallet_that_declines_says_no_more_than_that(shop, tmp_path):
    session = shop.ask()
    session.forms(tmp_path, session.links()[1])
    assert code_of(session.post({"error": "access_denied", "state": "wrong"})) == "answer"
    reply = session.post({"error": "access_denied", "state": session.request["state"]})
    assert (reply.status_code, reply.json()) == (200, {})
    report = session.report()
    assert (report["state"], report["reason"], report["has_result"]) == ("declined", "access_denied", False)
    assert 'data-screen="Declined"' in session.open().text
    assert code_of(shop.result(session.id)) == "ended"


def test_links_that_were_changed_and_answers_before_the_request_are_refused(shop):
    session = shop.ask()
    button, code = session.links()
    address = parse(code)["request_uri"]
    changed = {
        "link_forged": address.replace("cross_device", "same_device"), "session_type": address.replace("session_type", "type"),
        "not_found": address.replace("/w/", "/w/A"),
    }
    for reason, wrong in changed.items():
        assert code_of(requests.post(wrong, headers=FORM, verify=shop.trust, timeout=HANG)) == reason
    assert code_of(session.fetch(code, "n" * 129)) == "wallet_nonce"
    assert code_of(session.post({"response": "e30"})) == "not_fetched"
    assert shop.send("DELETE", f"/sessions/{session.id}", shop.other_key).status_code == 404
    assert shop.send("DELETE", f"/sessions/{session.id}", shop.api_key).status_code == 204
    assert code_of(session.fetch(button)) == "ended" and session.report()["state"] == "cancelled"


# MARK: Requests that a wallet would refuse

def without(name):
    return {key: value for key, value in SD_JWT.items() if key != name}


@pytest.mark.parametrize("body,faults", [
    ({"response_mode": "direct_post"}, {("not_encrypted", "response_mode")}),
    ({"response_mode": "fragment"}, {("response_mode", "response_mode")}),
    ({"response_type": "code"}, {("response_type", "response_type")}),
    ({"client_metadata": {}}, {("no_client_metadata", "client_metadata")}),
    ({"client_metadata": {"jwks": {"keys": []}}}, {("no_client_metadata", "client_metadata")}),
    ({"dcql_query": None, "presentation_definition": {"id": "1"}}, {("old_query", "presentation_definition")}),
    ({"dcql_query": None}, {("no_query", "dcql_query")}),
    ({"dcql_query": {"credentials": []}}, None), ({"dcql_query": {"credentials": [without("meta")]}}, None),
    ({"nonce": "1", "canary-member": 1}, {("unknown_member", "nonce"), ("unknown_member", "request")}),
    ({"return_url": "https://evil.example/"}, {("request_malformed", "return_url")}),
    ({"return_url": "https://shop.example/backdoor"}, {("request_malformed", "return_url")}),
    ({"dcql_query": {"credentials": [{**SD_JWT, "claims": [{"path": ["family_name"]}, {"path": ["birthdate"]}]}]}},
     {("over_asking", "credentials[0].claims[1].path")}),
    # Every fault at once.
    ({"response_mode": "direct_post", "presentation_definition": {}, "client_metadata": {}},
     {("not_encrypted", "response_mode"), ("old_query", "presentation_definition"), ("no_client_metadata", "client_metadata")}),
])
def test_a_request_that_wallets_would_refuse_is_refused_with_every_fault_also_in_the_log(shop, body, faults):
    before = len(shop.program.log)
    sent = {name: value for name, value in {"dcql_query": QUERY, **body}.items() if value is not None}
    answer = shop.send("POST", "/sessions", shop.api_key, json=sent)
    assert (answer.status_code, code_of(answer)) == (400, "request_faults"), answer.text
    named = {(fault["reason"], fault["member"]) for fault in answer.json()["faults"]}
    assert named and (faults is None or named == faults), named
    assert "canary" not in answer.text
    wait_for(lambda: any(all(f"{reason} {member}" in line for reason, member in named) for line in shop.program.log[before:]))


def test_the_genuine_registration_of_another_party_is_refused(shop):
    answer = shop.send("POST", "/sessions", shop.garage_key, json={"dcql_query": QUERY})
    assert answer.status_code == 400 and answer.json()["faults"] == [{"reason": "registration_of_other", "member": "verifier_info"}]


@pytest.mark.parametrize("headers", [{}, {"Authorization": "Bearer"}, {"Authorization": "Bearer wrong"}, {"Authorization": "Basic eDp5"}])
def test_nobody_asks_without_the_key_of_a_party(shop, headers):
    answer = shop.send("POST", "/sessions", headers=headers, json={"dcql_query": QUERY})
    assert (answer.status_code, code_of(answer), answer.headers["WWW-Authenticate"]) == (401, "unauthorized", "Bearer")


# MARK: Webhooks, evidence, registrations

def test_a_webhook_is_signed_and_comes_again_after_a_failure(shop, receiver, tmp_path):
    session = shop.ask()
    receiver.failing.add(session.id)
    session.post(session.forms(tmp_path, session.links()[1])["A256GCM"][0])
    wait_for(lambda: len(receiver.of(session)) == 2)
    key = shop.webhook_key[0].encode()
    (first, body), (second, repeated) = receiver.of(session)
    content = json.loads(body)
    assert body == repeated and set(content) == {"id", "session", "state", "time"} and content["state"] == "answered"
    assert first["Webhook-Id"] == second["Webhook-Id"] == content["id"] and first["Webhook-Timestamp"] != second["Webhook-Timestamp"]
    for headers in (first, second):
        signed = headers["Webhook-Timestamp"].encode() + b"." + body
        assert hmac.compare_digest(headers["Webhook-Signature"], "v1=" + hmac.new(key, signed, hashlib.sha256).hexdigest())
        assert headers["Content-Type"] == "application/json" and abs(int(headers["Webhook-Timestamp"]) - time.time()) < HANG
    looks_right(shop.result(session.id).json()["credentials"])


def test_evidence_is_checked_without_the_server_and_a_changed_file_is_found_out(shop, tmp_path):
    session = shop.ask(evidence=True)
    session.post(session.forms(tmp_path, session.links()[1])["A256GCM"][0])
    result = shop.result(session.id).json()
    looks_right(result["credentials"])
    file, other = tmp_path / "evidence.json", Issuer(tmp_path, "other-root").root
    roots = {"--access-root": shop.registrar / "access-root.pem", "--sd-jwt-root": shop.issuer.root, "--mdoc-root": shop.issuer.root}

    def check(evidence, status, **changed):
        file.write_text(json.dumps(evidence))
        options = [part for name, value in roots.items() for part in (name, changed.get(name.strip("-").replace("-", "_"), value))]
        printed = run("check", file, *options, status=status)
        assert all(value not in printed for value in map(str, CLAIMS.values()) if value != "True"), printed
        assert ("FAULT\t" in printed) == (status == 1) and len(printed.splitlines()) > 0, printed
        return printed

    good = result["evidence"]
    assert len(check(good, 0).splitlines()) > 4
    check(good, 1, access_root=other)
    check(good, 1, sd_jwt_root=other)
    check(good, 1, mdoc_root=other)
    contents = json.loads(decode(good["payload"]))
    for name, value in {"received_at": contents["received_at"] + 1, "statuses": ["valid", "valid"], "wallet_nonce": "another"}.items():
        check({**good, "payload": encode(json.dumps({**contents, name: value}).encode())}, 1)
    check({**good, "signature": encode(bytes(64))}, 1)
    check({}, 1)
    run("check", tmp_path / "missing", *[part for pair in roots.items() for part in pair], status=2)


def statuses(shop):
    """The bits of the registrar's status list, whose signature is checked."""
    head, body, signature = run("registrar", "status-list", shop.registrar).strip().split(".")
    header = json.loads(decode(head))
    signer = x509.load_der_x509_certificate(base64.b64decode(header["x5c"][0]))
    signer.verify_directly_issued_by(x509.load_pem_x509_certificate((shop.registrar / "registrar-root.pem").read_bytes()))
    r_s = decode(signature)
    parts = utils.encode_dss_signature(int.from_bytes(r_s[:32], "big"), int.from_bytes(r_s[32:], "big"))
    signer.public_key().verify(parts, f"{head}.{body}".encode(), ec.ECDSA(hashes.SHA256()))
    claims = json.loads(decode(body))
    assert header["typ"] == "statuslist+jwt" and claims["sub"] == shop.url + "/list" and claims["exp"] > time.time()
    size, bits = claims["status_list"]["bits"], zlib.decompress(decode(claims["status_list"]["lst"]))
    return lambda index: bits[index * size // 8] >> index * size % 8 & (1 << size) - 1


def test_a_revoked_registration_is_so_in_the_registrars_signed_status_list(shop):
    entries = {}
    for name in ("kept", "revoked"):
        shop.certify(name, name.title(), "NTRNL-11111111")
        number = shop.register(name)
        claims = json.loads(decode((shop.folder / f"{name}.jwt").read_text().split(".")[1]))
        entries[name] = number, claims["status"]["status_list"]
        assert entries[name][1]["uri"] == shop.url + "/list"
    assert {statuses(shop)(entry["idx"]) for _, entry in entries.values()} == {0}
    for _ in range(2):
        assert run("registrar", "revoke", shop.registrar, entries["revoked"][0]) == f"revoked\t{entries['revoked'][0]}\n"
    assert (statuses(shop)(entries["kept"][1]["idx"]), statuses(shop)(entries["revoked"][1]["idx"])) == (0, 1)
    assert run("registrar", "revoke", shop.registrar, 999, status=1) == ""


# MARK: Operation

def test_health_and_metrics_are_for_operators_only(shop):
    internal = f"http://127.0.0.1:{shop.program.internal_port}"
    wait_for(lambda: requests.get(internal + "/health/ready", timeout=HANG).status_code == 200)
    metrics = requests.get(internal + "/metrics", timeout=HANG).text
    assert 'wallet_verifier_sessions_total{event="created"}' in metrics
    assert all(secret not in metrics for secret in shop.secrets)
    for path in ("/metrics", "/health/ready"):
        assert shop.send("GET", path).status_code == 404
    described = shop.send("GET", "/openapi.json").json()
    assert described["openapi"].startswith("3.") and "/sessions" in described["paths"]
