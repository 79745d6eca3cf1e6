# SPDX-License-Identifier: EUPL-1.2
"""Servers that an operator has set up, each a process of its own, and the walk of a simulated phone over them.

`Tests/BrowserTests/test_external.py` starts the build's programs, `Scripts/dist/walk-installed` those of installed packages.
"""
import base64
import json
import os
import pathlib
import subprocess
import sys
import threading

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "ServerTests"))
from patient_limits import PATIENT

CLIENT = "https://app.wallet.example"
RETURN = "https://app.wallet.example/wallet/issuance"
WALLET_NAME = "NL Wallet"
PID_TYPE = "urn:eudi:pid:nl:1"
# How long a server may take to start, in seconds.
LIMIT = 240
ENVIRONMENT = {**os.environ, **PATIENT}


def openssl(*arguments, **options):
    return subprocess.run(["openssl", *map(str, arguments)], check=True, capture_output=True, **options).stdout


class Deployment:
    """Configuration server, provider and issuer, below `folder`. They share one TLS root; another root certifies the provider."""

    def __init__(self, folder, programs, wallet, ports):
        self.folder, self.programs, self.wallet, self.ports = folder, pathlib.Path(programs), str(wallet), ports
        self.provider, self.issuer, self.config = folder / "provider", folder / "issuer", folder / "config"
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
            [str(self.programs / server), "serve", *map(str, arguments), "--log-format", "json"], stderr=subprocess.PIPE, text=True, env=ENVIRONMENT)
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
        for directory in (self.provider, self.issuer, self.config):
            directory.mkdir(mode=0o700)
        self.make_authorities()
        self.certify_servers()
        makers = self.makers()
        self.run(self.programs / "wallet-provider", "keys", "create", "--state", self.provider)
        (self.folder / "attestation.pub").write_text(self.exported("attestation"))
        self.certify_attestations(self.folder / "attestation.pub")
        public = self.public_keys()

        f, tls = self.folder, ["--tls-certificate", self.folder / "tls.pem", "--tls-key", self.folder / "tls.key"]
        self.serve("wallet-issuer", "--state", self.issuer, "--port", self.ports["issuer"], "--login-port", self.ports["login"], *tls,
                   "--login-root", f / "tls-root.der", "--wallet", self.accepted_wallets(f / "wallet-root.pem", f / "tls-root.pem"))
        self.serve("wallet-provider", "--state", self.provider, "--port", self.ports["provider"], "--public-url", self.url("provider"), *tls, *makers,
                   "--pid-root", self.issuer / "issuer-root.pem", "--pid-type", PID_TYPE, "--attestation-certificate", f / "attestation.pem",
                   "--attestation-client-id", CLIENT, "--attestation-wallet-name", WALLET_NAME)
        self.write_documents(public)
        self.sign(self.config)
        self.serve("wallet-config", "--state", self.config, "--port", self.ports["config"], *tls)

    def make_authorities(self):
        self.authority("tls-root")
        self.authority("wallet-root")
        openssl("x509", "-in", self.folder / "tls-root.pem", "-outform", "DER", "-out", self.folder / "tls-root.der")

    def certify_servers(self):
        """A TLS key and its certificate for this machine."""
        key = self.folder / "tls.key"
        openssl("genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256", "-out", key)
        key.chmod(0o600)
        openssl("pkey", "-in", key, "-pubout", "-out", self.folder / "tls.pub")
        self.certify("tls", self.folder / "tls.pub", "tls-root", "subjectAltName=DNS:localhost\nextendedKeyUsage=serverAuth\n")

    def makers(self):
        """The words with which the provider accepts the phone."""
        return self.run(self.wallet, "makers", "--state", self.phone).split()

    def certify_attestations(self, public):
        """Certifies the provider's attestation key."""
        self.certify("attestation", public, "wallet-root", "keyUsage=critical,digitalSignature\n")

    def exported(self, name):
        """A public key of the provider, in PEM."""
        return self.run(self.programs / "wallet-provider", "keys", "export", name, "--state", self.provider)

    def public_keys(self):
        """The keys of the provider that wallets know, by use and id."""
        listed = self.run(self.programs / "wallet-provider", "keys", "list", "--state", self.provider)
        entries = {words[1]: words[0] for words in (line.split("\t") for line in listed.splitlines())}
        return {name: {entries[name]: self.jwk(self.exported(name))} for name in ("certificate", "result")}

    def accepted_wallets(self, roots, status_roots):
        """The issuer's entry for the provider's wallets; the paths are those that the issuer reads."""
        return f"client_id={CLIENT} redirect_uri={RETURN} issuer={self.url('provider')} roots={roots} status-roots={status_roots}"

    def write_documents(self, public):
        """Writes the configuration, which names servers and keys, and an update policy; both are not signed yet."""
        root = [self.der(self.folder / "tls-root.pem")]
        own = {"url": self.url("config"), "tls_roots": root}
        (self.config / "configuration.json").write_text(json.dumps({
            "provider": {"url": self.url("provider"), "tls_roots": root, "certificate_keys": public["certificate"],
                         "result_keys": public["result"]},
            "services": {"configuration": own, "update_policy": own, "pid_issuer": {
                "url": self.url("issuer"), "tls_roots": root, "document_roots": [self.der(self.issuer / "issuer-root.pem")], "client_id": CLIENT}},
            "pid": {"sd_jwt": {"configuration_id": "pid_sd_jwt", "type": PID_TYPE},
                    "mdoc": {"configuration_id": "pid_mdoc", "type": "eu.europa.ec.eudi.pid.1"}, "time_zone": "Europe/Amsterdam"},
            "universal_links": [
                {"kind": "issuance_redirect", "scheme": "https", "host": "app.wallet.example", "path": "/wallet/issuance"}]}))
        (self.config / "update-policy.json").write_text('{"available": [], "rules": []}')

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
        return ["--external", self.url("config"), "--roots", roots, "--signers", str(self.config / "signers.json"), "--login-site",
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
