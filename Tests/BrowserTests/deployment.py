# SPDX-License-Identifier: EUPL-1.2
"""usage: deployment.py PROGRAMS WALLET

Starts the servers in the folder PROGRAMS as an operator does, each as its own process, and walks a simulated phone, the program WALLET, over
them. `Tests/BrowserTests/test_external.py` does it with the build, `Scripts/dist/walk-packages` with the programs of the packages.
"""
import base64
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import threading

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "ServerTests"))
from patient_limits import PATIENT

CLIENT = "https://app.wallet.example"
RETURN = "https://app.wallet.example/wallet/issuance"
# How long a server may take to start, in seconds.
LIMIT = 240
ENVIRONMENT = {**os.environ, **PATIENT}


def openssl(*arguments, **options):
    return subprocess.run(["openssl", *map(str, arguments)], check=True, capture_output=True, **options).stdout


class Deployment:
    """Configuration server, provider and issuer, below `folder`. They share one TLS root; another root certifies the provider."""

    def __init__(self, folder, programs, wallet, ports):
        self.folder, self.programs, self.wallet, self.ports = folder, pathlib.Path(programs), str(wallet), ports
        self.running = []
        self.phone = folder / "phone"

    def run(self, program, *arguments):
        done = subprocess.run([str(program), *map(str, arguments)], capture_output=True, text=True, timeout=LIMIT, env=ENVIRONMENT)
        assert done.returncode == 0, done.stderr
        return done.stdout

    def url(self, server):
        return f"https://localhost:{self.ports[server]}"

    def authority(self, name):
        openssl("req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", 9, "-subj", f"/C=NL/O=Test/CN={name}",
                "-addext", "keyUsage=critical,keyCertSign,cRLSign", "-keyout", self.folder / f"{name}.key", "-out", self.folder / f"{name}.pem")

    def certify(self, name, public, authority, extensions):
        written = self.folder / f"{name}.ext"
        written.write_text(extensions)
        openssl("x509", "-new", "-force_pubkey", public, "-subj", f"/C=NL/O=Test/CN={name}", "-CA", self.folder / f"{authority}.pem", "-CAkey",
                self.folder / f"{authority}.key", "-days", 8, "-extfile", written, "-out", self.folder / f"{name}.pem")

    def der(self, path):
        return base64.b64encode(openssl("x509", "-in", path, "-outform", "DER")).decode()

    def jwk(self, pem):
        point = openssl("pkey", "-pubin", "-outform", "DER", input=pem.encode())[-64:]
        x, y = (base64.urlsafe_b64encode(half).decode().rstrip("=") for half in (point[:32], point[32:]))
        return {"kty": "EC", "crv": "P-256", "x": x, "y": y}

    def serve(self, server, *arguments):
        """Starts a server and waits until all its ports listen."""
        process = subprocess.Popen(
            [str(self.programs / server), "serve", *map(str, arguments), "--log-format", "json"], stderr=subprocess.PIPE, text=True,
            env=ENVIRONMENT)
        self.running.append(process)
        log, expected = [], 2 if server == "wallet-issuer" else 1
        timer = threading.Timer(LIMIT, process.kill)
        timer.start()
        for line in process.stderr:
            log.append(line)
            expected -= '"serving"' in line
            if expected == 0:
                break
        timer.cancel()
        assert expected == 0, "".join(log)
        # Nobody else reads its log, which would fill the pipe.
        threading.Thread(target=process.stderr.read, daemon=True).start()

    def start(self):
        f, tls = self.folder, ["--tls-certificate", self.folder / "tls.pem", "--tls-key", self.folder / "tls.key"]
        provider, issuer, config = f / "provider", f / "issuer", f / "config"
        for directory in (provider, issuer, config):
            directory.mkdir(mode=0o700)
        self.authority("tls-root")
        self.authority("wallet-root")
        openssl("genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256", "-out", f / "tls.key")
        (f / "tls.key").chmod(0o600)
        openssl("pkey", "-in", f / "tls.key", "-pubout", "-out", f / "tls.pub")
        self.certify("tls", f / "tls.pub", "tls-root", "subjectAltName=DNS:localhost\nextendedKeyUsage=serverAuth\n")
        openssl("x509", "-in", f / "tls-root.pem", "-outform", "DER", "-out", f / "tls-root.der")
        makers = self.run(self.wallet, "makers", "--state", self.phone).split()

        keys = self.programs / "wallet-provider", "keys"
        self.run(*keys, "create", "--state", provider)
        (f / "attestation.pub").write_text(self.run(*keys, "export", "attestation", "--state", provider))
        self.certify("attestation", f / "attestation.pub", "wallet-root", "keyUsage=critical,digitalSignature\n")
        entries = {words[1]: words[0] for words in (line.split("\t") for line in self.run(*keys, "list", "--state", provider).splitlines())}
        public = {name: {entries[name]: self.jwk(self.run(*keys, "export", name, "--state", provider))} for name in ("certificate", "result")}

        self.serve("wallet-issuer", "--state", issuer, "--port", self.ports["issuer"], "--login-port", self.ports["login"], *tls,
                   "--login-root", f / "tls-root.der", "--wallet",
                   f"client_id={CLIENT} redirect_uri={RETURN} issuer={self.url('provider')} roots={f}/wallet-root.pem status-roots={f}/tls-root.pem")
        self.serve("wallet-provider", "--state", provider, "--port", self.ports["provider"], "--public-url", self.url("provider"), *tls, *makers,
                   "--pid-root", issuer / "issuer-root.pem", "--pid-type", "urn:eudi:pid:nl:1", "--attestation-certificate", f / "attestation.pem",
                   "--attestation-client-id", CLIENT, "--attestation-wallet-name", "NL Wallet")
        root = [self.der(f / "tls-root.pem")]
        own = {"url": self.url("config"), "tls_roots": root}
        (config / "configuration.json").write_text(json.dumps({
            "provider": {"url": self.url("provider"), "tls_roots": root, "certificate_keys": public["certificate"],
                         "result_keys": public["result"]},
            "services": {"configuration": own, "update_policy": own, "pid_issuer": {
                "url": self.url("issuer"), "tls_roots": root, "document_roots": [self.der(issuer / "issuer-root.pem")], "client_id": CLIENT}},
            "pid": {"sd_jwt": {"configuration_id": "pid_sd_jwt", "type": "urn:eudi:pid:nl:1"},
                    "mdoc": {"configuration_id": "pid_mdoc", "type": "eu.europa.ec.eudi.pid.1"}, "time_zone": "Europe/Amsterdam"},
            "universal_links": [
                {"kind": "issuance_redirect", "scheme": "https", "host": "app.wallet.example", "path": "/wallet/issuance"}]}))
        (config / "update-policy.json").write_text('{"available": [], "rules": []}')
        self.sign(config)
        self.serve("wallet-config", "--state", config, "--port", self.ports["config"], *tls)

    def sign(self, config):
        """Makes a signing key in the directory and signs the documents there."""
        program = self.programs / "wallet-config"
        self.run(program, "keys", "create", "--output", config / "key.json", "--environment", "test", "--signers", config / "signers.json")
        for kind in ("configuration", "update-policy"):
            self.run(program, "sign", kind, config / f"{kind}.json", "--key", config / "key.json", "--environment", "test", "--version", 1,
                     "--days", 30, "--output", config / f"{kind}.jwt")

    @property
    def options(self):
        """The options of `wallet demo` for these servers."""
        roots = str(self.folder / "tls-root.pem")
        return ["--external", self.url("config"), "--roots", roots, "--signers", str(self.folder / "config/signers.json"), "--login-site",
                self.url("login"), "--login-roots", roots]

    def stop(self):
        for process in self.running:
            process.terminate()
        for process in self.running:
            process.wait(timeout=LIMIT)
            process.stderr.close()


def walk(phone):
    """First start, PIN, the cards of the PID, lock and unlock."""
    phone.registers()
    phone.obtains_pid()
    phone.sees("Dashboard", text="Identity card")
    phone.device("lock-device")
    phone.kill()
    phone.launch()
    phone.enters("OpenWithPIN", "749205")
    phone.sees("Dashboard", text="Identity card")


def main(programs, wallet):
    os.environ["WALLET_PROGRAM"] = wallet
    from chromium import launch
    from conftest import PATIENCE, Program
    from phone import Phone
    from playwright.sync_api import sync_playwright
    from postgres import free_port
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        deployment = Deployment(pathlib.Path(folder), programs, wallet, {name: free_port() for name in ("config", "provider", "issuer", "login")})
        program, browser = Program(deployment.phone), launch(playwright)
        try:
            deployment.start()
            page = browser.new_context(viewport={"width": 1440, "height": 960}, locale="en-GB", reduced_motion="reduce").new_page()
            page.set_default_timeout(PATIENCE)
            page.goto(program.start(*deployment.options))
            page.locator("#glass .home-screen").wait_for()
            walk(Phone(page, program))
        finally:
            program.stop()
            deployment.stop()
            browser.close()
    print(f"a phone walked from its first start to an unlocked wallet over the servers in {programs}")


if __name__ == "__main__":
    main(*sys.argv[1:])
