# SPDX-License-Identifier: EUPL-1.2
"""What the tests of packages and images share: the files that an administrator writes, and asking a server that was started."""
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import time
import urllib.error
import urllib.request

# How long a server may take to become ready, in seconds.
LIMIT = 120
# A program's own environment need not name its directory.
CHROOT = shutil.which("chroot", path=f"{os.environ['PATH']}:/usr/sbin")
REPOSITORY = pathlib.Path(__file__).resolve().parents[2]


def certificate(name):
    """A self-signed certificate and its key, in PEM."""
    made = subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2", "-subj", f"/CN={name}",
         "-addext", f"subjectAltName=DNS:{name}", "-keyout", "-"], check=True, capture_output=True, text=True).stdout
    blocks = {match[1]: match[0] for match in re.finditer(r"-----BEGIN ([\w ]+)-----.*?-----END \1-----\n", made, re.S)}
    return blocks["CERTIFICATE"], blocks["PRIVATE KEY"]


class Installed:
    """A system below `root` with a server's program, whose user is `user` (a name or number)."""

    def __init__(self, root, server, user):
        self.root, self.server, self.user = pathlib.Path(root), server, user

    def words(self, *words):
        """The command that runs other words in the system as the server's user."""
        return [CHROOT, f"--userspec={self.user}:{self.user}", "--groups=", str(self.root), *words]

    def run(self, *words):
        subprocess.run(self.words(*words), check=True, stdout=subprocess.DEVNULL)

    def give(self, path, contents):
        """Writes a file, of text or bytes, that only the server's user may read."""
        file = self.root / path
        file.write_bytes(contents.encode() if isinstance(contents, str) else contents)
        # The state directory is that user's.
        owner = (self.root / "var/lib" / self.server).stat()
        os.chown(file, owner.st_uid, owner.st_gid)
        file.chmod(0o400)

    def administrate(self):
        """Writes the files that the shipped settings name."""
        public, key = certificate("localhost")
        if self.server == "wallet-provider":
            self.give("etc/wallet-provider/apple-app-attestation-root.pem", public)
        if self.server == "wallet-issuer":
            self.give("etc/wallet-issuer/provider-root.pem", public)
        if self.server == "wallet-verifier":
            for kind in ("sd-jwt", "mdoc"):
                self.give(f"etc/wallet-verifier/{kind}-roots.pem", public)
        if self.server == "wallet-config":
            self.give("etc/wallet-config/tls.pem", public)
            self.give("etc/wallet-config/tls-key.pem", key)
            self.give("var/lib/wallet-config/configuration.json", configuration(public))
            self.give("var/lib/wallet-config/update-policy.json", (REPOSITORY / "Deployment/update-policy.json").read_text())
            state, signing = "/var/lib/wallet-config", ["--environment", "production"]
            self.run("/usr/bin/wallet-config", "keys", "create", "--output", f"{state}/key.json", *signing, "--signers", f"{state}/signers.json")
            for kind in ("configuration", "update-policy"):
                self.run("/usr/bin/wallet-config", "sign", kind, f"{state}/{kind}.json", "--key", f"{state}/key.json", *signing, "--version", "1",
                         "--days", "30", "--output", f"{state}/{kind}.jwt")


def configuration(public):
    """Contents of a wallet configuration with a certificate as root."""
    der = "".join(public.split("\n")[1:-2])
    key = {"kty": "EC", "crv": "P-256", "x": "axfR8uEsQkf4vOblY6RA8ncDfYEt6zOg9KE5RdiYwpY", "y": "T-NC4v4af5uO5-tKfA-eFivOM1drMV7Oy7ZAaDe_UfU"}
    address = {"url": "https://config.example", "tls_roots": [der]}
    return json.dumps({
        "provider": {"url": "https://provider.example", "tls_roots": [der], "certificate_keys": {"c": key}, "result_keys": {"r": key}},
        "services": {"configuration": address, "update_policy": address}, "support": {"phone": "+31701234567"},
        "app_stores": {"ios": "https://apps.example", "android": "https://play.example"}})


def answer(port, path):
    """The body of a page on loopback; None while nothing or an error answers."""
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", timeout=5) as reply:
            return reply.read().decode()
    except (urllib.error.URLError, ConnectionError, TimeoutError):
        return None


class Running:
    """A server that was started and is ready. Its internal listener has the port; its output is in .local/dist-work. Without an environment it has
    that of this process."""

    def __init__(self, name, command, port, environment=None):
        self.name, self.port = name, port
        with open(REPOSITORY / f".local/dist-work/{name}.log", "w+", encoding="utf-8") as log:
            self.process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, env=environment)
            end = time.monotonic() + LIMIT
            while (ready := answer(port, "/health/ready")) is None:
                if self.process.poll() is not None or time.monotonic() > end:
                    self.process.kill()
                    log.seek(0)
                    sys.exit(f"{name} is not ready:\n{log.read()}")
                time.sleep(0.1)
        self.health = ready.strip()

    @property
    def build(self):
        """The line of the metrics that names version and commit."""
        [build] = [line for line in answer(self.port, "/metrics").splitlines() if "_build_info{" in line]
        return build

    def stop(self):
        """Stops it with SIGTERM; its status must be 0."""
        self.process.terminate()
        if self.process.wait(timeout=LIMIT) != 0:
            sys.exit(f"{self.name} ended with {self.process.returncode}")


def start(name, command, port, environment=None):
    """Runs a command until it is ready and names the build of this commit, then stops it."""
    running = Running(name, command, port, environment)
    build = running.build
    running.stop()
    commit = subprocess.run(["git", "-C", str(REPOSITORY), "rev-parse", "HEAD"], check=True, capture_output=True, text=True).stdout.strip()
    if f'commit="{commit}' not in build:
        sys.exit(f"{name} is not of commit {commit}: {build}")
    print(f"{name}: {running.health} {build}", flush=True)
