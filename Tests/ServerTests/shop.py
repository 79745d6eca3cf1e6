# SPDX-License-Identifier: EUPL-1.2
"""What a stranger needs to ask wallets: a registrar, a party, a running `wallet-verifier`, and a wallet written from the standards."""
import html
import json
import os
import pathlib
import re
import runpy
import secrets
import signal
import struct
import subprocess
import sys
import threading
import time
import urllib.parse
import zlib

import requests
import zxingcpp
from cards import CLAIMS, SPACE, TYPE, Issuer, decode, encode
from cryptography import x509
from cryptography.hazmat.primitives import serialization
from patient_limits import PATIENT
from postgres import free_port

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = pathlib.Path(os.environ.get("WALLET_SERVER_TESTS_PROGRAM", ROOT / ".build/debug/wallet-provider")).with_name("wallet-verifier")
WALLET = ROOT / "Tests/OpenID4VPTests/Python/wallet.py"
# The time after which a program hangs, in seconds.
HANG = 240
FORM = {"Content-Type": "application/x-www-form-urlencoded"}
NAME = "Boekwinkel Voorbeeld"

SD_JWT = {"id": "pid", "format": "dc+sd-jwt", "meta": {"vct_values": [TYPE]}, "claims": [{"path": ["family_name"]}]}
MDOC = {"id": "mdoc", "format": "mso_mdoc", "meta": {"doctype_value": SPACE}, "claims": [{"path": [SPACE, "family_name"]}]}
QUERY = {"credentials": [SD_JWT, MDOC]}


def run(*arguments, status=0):
    """Runs `wallet-verifier` and returns what it printed."""
    done = subprocess.run(
        [str(PROGRAM), *map(str, arguments)], capture_output=True, text=True, timeout=HANG,
        env={"PATH": "/usr/bin:/bin", "HOME": "/nowhere", **PATIENT})
    assert done.returncode == status, (done.returncode, done.stdout, done.stderr)
    return done.stdout


class Shop:
    """The files of a party in a folder: certified, registered and added to the server's state."""

    def __init__(self, folder, *party):
        self.folder, self.state, self.registrar = folder, folder / "state", folder / "registrar"
        self.issuer = Issuer(folder)
        # What must be in no log: keys, tokens, and data of persons.
        self.secrets = {str(value) for value in CLAIMS.values() if type(value) is str}
        self.port = free_port()
        self.url = f"https://localhost:{self.port}"
        run("registrar", "init", self.registrar, "--status-uri", self.url + "/list")
        self.client_id = self.certify("shop", NAME, "NTRNL-12345678")
        self.registration = self.register("shop")
        self.api_key, *self.webhook_key = self.add("shop", "--return-url", "https://shop.example/back", *party)
        self.other_key, = self.add("other", certificate="shop")
        self.program = None

    def certify(self, file, name, identifier):
        """`registrar access`; returns the party's client_id."""
        return run("registrar", "access", self.registrar, "--name", name, "--identifier", identifier, "--country", "NL", "--dns-name",
                   "localhost", "--output", self.folder / file).strip()

    def register(self, file):
        """`registrar register`; returns the number."""
        return run("registrar", "register", self.registrar, "--access", self.folder / f"{file}.pem", "--purpose", "en=Check a name",
                   "--purpose", "nl=Een naam nagaan", "--privacy-policy", "https://shop.example/privacy",
                   "--sd-jwt", f"{TYPE}=family_name", "--mdoc", f"{SPACE}={SPACE}/family_name",
                   "--output", self.folder / f"{file}.jwt").split("\t")[0]

    def add(self, name, *options, certificate=None, registration=None):
        """`party add`; returns the lines that it printed: secrets."""
        own = self.folder / (certificate or name)
        keys = run("party", "add", "--state", self.state, name, "--certificate", f"{own}.pem", "--key", f"{own}-key.pem",
                   "--registration", f"{self.folder / registration if registration else own}.jwt", *options).split()
        self.secrets.update(keys)
        return keys

    def serve(self, *options):
        """Starts the server of this party."""
        self.program = Program(self, *options)
        return self.program

    # MARK: Requests

    @property
    def trust(self):
        """The roots of the server's certificate."""
        return str(self.folder / "state/tls/ca.pem")

    def send(self, method, path, key=None, **more):
        headers = {"Authorization": f"Bearer {key}"} if key else {}
        return requests.request(method, self.url + path, headers={**headers, **more.pop("headers", {})}, verify=self.trust, timeout=HANG,
                                allow_redirects=False, **more)

    def ask(self, query=None, **more):
        """A new session of the party."""
        answer = self.send("POST", "/sessions", self.api_key, json={"dcql_query": {"credentials": query or [SD_JWT, MDOC]}, **more})
        assert answer.status_code == 201, answer.text
        return Session(self, answer.json())

    def result(self, session, key=None, **body):
        return self.send("POST", f"/sessions/{session}/result", key or self.api_key, **({"json": body} if body else {}))


class Program:
    """A running `wallet-verifier serve`."""

    def __init__(self, shop, *options):
        self.log = []
        self.internal_port = free_port()
        issuer = ["--sd-jwt-root", str(shop.issuer.root), "--mdoc-root", str(shop.issuer.root)]
        self.process = subprocess.Popen(
            [str(PROGRAM), "serve", "--state", str(shop.state), "--port", str(shop.port), "--internal-port", str(self.internal_port),
             "--log-format", "json", "--log-level", "debug", *issuer, *map(str, options)],
            stderr=subprocess.PIPE, text=True, env={**os.environ, **PATIENT})
        self.serving = threading.Event()
        self.reader = threading.Thread(target=self._read, daemon=True)
        self.reader.start()
        assert self.serving.wait(HANG) and self.is_serving, "".join(self.log)

    @property
    def is_serving(self):
        return any('"message":"serving"' in line and '"parties"' in line for line in self.log)

    def _read(self):
        for line in self.process.stderr:
            self.log.append(line)
            if self.is_serving:
                self.serving.set()
        self.serving.set()

    def stop(self):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            self.process.wait(timeout=HANG)
        self.reader.join(timeout=HANG)
        return self.process.returncode


class Session:
    """A session of the party, with a browser of its own."""

    def __init__(self, shop, created):
        self.shop = shop
        self.id, self.page = created["session"], created["page"]
        assert set(created) == {"session", "page", "expires_at"} and created["page"].startswith(shop.url + "/s/")
        self.path = self.page.removeprefix(shop.url)
        self.cookie, self.jws, self.request, self.wallet_path = None, None, None, None
        shop.secrets.update({self.id, self.path.removeprefix("/s/")})

    def open(self, **headers):
        """Opens the page, as a browser does."""
        answer = self.shop.send("GET", self.path, headers={**headers, **self.cookies})
        if "Set-Cookie" in answer.headers:
            self.cookie = answer.headers["Set-Cookie"].partition(";")[0]
            self.shop.secrets.add(self.cookie.partition("=")[2])
        return answer

    @property
    def cookies(self):
        return {"Cookie": self.cookie} if self.cookie else {}

    def status(self):
        """What the page's script asks."""
        return self.shop.send("GET", self.path + "/status", headers=self.cookies)

    def report(self):
        """What the party asks."""
        return self.shop.send("GET", f"/sessions/{self.id}", self.shop.api_key).json()

    def links(self):
        """Opens the page; returns the links of the button and of the QR code."""
        text = self.open().text
        return link_in(text), code_in(self.shop, text)

    def fetch(self, link, nonce=None):
        """The wallet fetches the signed request, by POST."""
        parameters = parse(link)
        address = parameters["request_uri"]
        self.wallet_path = urllib.parse.urlsplit(address).path.removesuffix("/request")
        return requests.post(address, data={"wallet_nonce": nonce} if nonce else {}, headers=FORM, verify=self.shop.trust, timeout=HANG)

    def answers(self, jws, folder):
        """The answers of the wallet: name to form and the reason of the fault."""
        issuer = self.shop.issuer
        root = x509.load_pem_x509_certificate((self.shop.registrar / "access-root.pem").read_bytes())
        task = {
            "request": jws, "root": encode(root.public_bytes(serialization.Encoding.DER)), "sd_jwt": issuer.sd_jwt(),
            "mdoc": issuer.mdoc(), "holder": encode(issuer.number), "now": int(time.time()),
        }
        folder.mkdir(exist_ok=True)
        (folder / "task.json").write_text(json.dumps(task))
        before, sys.argv = sys.argv, [str(WALLET), str(folder)]
        try:
            runpy.run_path(str(WALLET), run_name="__main__")
        finally:
            sys.argv = before
        return {one["name"]: (one["form"], one["reason"]) for one in json.loads((folder / "answers.json").read_text())}

    def forms(self, folder, link=None):
        """Opens the page, fetches the request of a link (by default the button's), and makes the wallet's answers."""
        link = link or self.links()[0]
        nonce = secrets.token_urlsafe(24)
        answer = self.fetch(link, nonce)
        assert answer.status_code == 200 and answer.headers["Content-Type"] == "application/oauth-authz-req+jwt", answer.text
        self.jws, self.request = answer.text, json.loads(decode(answer.text.split(".")[1]))
        self.shop.secrets.update({nonce, self.request["nonce"], self.request["state"], self.wallet_path.removeprefix("/w/")})
        assert self.request["wallet_nonce"] == nonce and self.request["client_id"] == parse(link)["client_id"]
        return self.answers(answer.text, folder)

    def post(self, form):
        """The wallet's answer."""
        return self.shop.send("POST", self.wallet_path + "/response", data=form, headers=FORM)


def parse(link):
    """The parameters of a link to a wallet."""
    base, _, query = link.partition("?")
    parameters = urllib.parse.parse_qs(query, strict_parsing=True)
    assert base == "openid4vp://" and set(parameters) == {"client_id", "request_uri", "request_uri_method"}, link
    assert parameters["request_uri_method"] == ["post"]
    return {name: values[0] for name, values in parameters.items()}


def link_in(text):
    """The link of the page's button."""
    return html.unescape(re.search(r'<a [^>]*href="(openid4vp:[^"]+)"', text).group(1))


def code_in(shop, text):
    """The text of the page's QR code, whose picture is loaded as a browser does, without a cookie."""
    picture = re.search(r'<img[^>]*id="code"[^>]*>', text).group(0)
    return read_code(shop.send("GET", html.unescape(re.search(r'src="([^"]+)"', picture).group(1))).content)


def read_code(png):
    """Reads the QR code in a PNG picture."""
    width, height, pixels = read_png(png)
    found = zxingcpp.read_barcodes(memoryview(pixels).cast("B", (height, width)), formats=zxingcpp.BarcodeFormat.QRCode)
    assert len(found) == 1, found
    return found[0].text


def read_png(png):
    """The width, the height and the pixels of a grey PNG picture with 8 bits a pixel (PNG, third edition, 5 and 9)."""
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    place, packed = 8, b""
    while place < len(png):
        length, name = struct.unpack(">I4s", png[place:place + 8])
        data = png[place + 8:place + 8 + length]
        if name == b"IHDR":
            width, height, *kind = struct.unpack(">IIBBBBB", data)
            assert kind == [8, 0, 0, 0, 0], kind
        elif name == b"IDAT":
            packed += data
        place += length + 12
    rows, above = zlib.decompress(packed), bytes(width)
    pixels = b""
    for start in range(0, len(rows), width + 1):
        method, row = rows[start], bytearray(rows[start + 1:start + 1 + width])
        for x in range(width):
            left, up, corner = row[x - 1] if x else 0, above[x], above[x - 1] if x else 0
            nearest = min((left, up, corner), key=lambda value: abs(left + up - corner - value))
            row[x] = row[x] + [0, left, up, (left + up) // 2, nearest][method] & 0xff
        above = bytes(row)
        pixels += above
    return width, height, pixels
