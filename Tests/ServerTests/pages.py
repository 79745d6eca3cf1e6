# SPDX-License-Identifier: EUPL-1.2
"""Runs the commands of a page of Documentation from a clean directory.

The first line of a block marks it: `sh run` is run, `sh not-run: REASON` is not. Replaced for the test:
- paths below /etc, /var, /srv, /run and /usr/share/doc are below the test's own directory, with what the Debian packages put there;
- ports are free ports, and the database's host is the test's server;
- sudo, install and systemctl are the small programs below: a different user is `nobody`, and a unit's ExecStart runs without systemd.
"""
import os
import pathlib
import re
import shutil
import socket
import subprocess
import sys
import tempfile

from conftest import PATIENT, PROGRAM, ROOT
from postgres import BINARIES, free_port

IS_ROOT = os.geteuid() == 0
FENCE = re.compile(r"^```([^\n]*)\n(.*?)^```$", re.M | re.S)


def blocks(page):
    """The fenced blocks of a page: (the words after the fence, the text)."""
    return [(match.group(1).strip(), match.group(2)) for match in FENCE.finditer((ROOT / "Documentation" / page).read_text())]


def unmarked(page):
    """The blocks marked neither as run nor with a reason for not being run."""
    return [text for mark, text in blocks(page) if not (re.fullmatch(r"sh run|sh not-run: .{10,}|json|abnf", mark))]


def free_tens():
    """Three digits such that the four ports made by appending 1 to 4 are free."""
    for tens in range(2000, 3200):
        try:
            with socket.socket() as a, socket.socket() as b, socket.socket() as c, socket.socket() as d:
                for number, line in enumerate((a, b, c, d), 1):
                    line.bind(("127.0.0.1", tens * 10 + number))
            if tens not in free_tens.taken:
                free_tens.taken.add(tens)
                return str(tens)
        except OSError:
            continue
    raise AssertionError("no free ports")


free_tens.taken = set()

SUDO = """#!/bin/bash
[ "$1" = -u ] || exit 64
user=$2; shift 2
if [ "$user" = postgres ]; then exec env PGHOST={socket} PGPORT={port} PGUSER=postgres "$@"; fi
exec {prefix} env SUDO_USER=tester HOME=/nonexistent "$@"
"""

INSTALL = """#!{python}
import os, sys
arguments, words = [], iter(sys.argv[1:])
for word in words:
    if word in ("-o", "-g"):
        next(words)
        if {is_root}: arguments += [word, "nobody" if word == "-o" else "nogroup"]
    else:
        arguments.append(word)
os.execv("/usr/bin/install", ["install", *arguments])
"""

SYSTEMCTL = """#!{python}
import os, pathlib, re, shlex, signal, subprocess, sys, time
root = pathlib.Path("{root}")
def alive(pid):
    try: return pathlib.Path(f"/proc/{{pid}}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError: return False
def nginx(action):
    base = ["nginx", "-c", str(root / "etc/nginx/nginx.conf")] + {nginx_user}
    # nginx -t creates an empty pid file.
    file = root / "run/nginx.pid"
    running = file.exists() and file.read_text().strip() != ""
    if action == "reload": return subprocess.run(base + ["-s", "reload"], check=True)
    if running and action in ("stop", "restart"):
        pid = int((root / "run/nginx.pid").read_text())
        subprocess.run(base + ["-s", "stop"], check=True)
        while alive(pid): time.sleep(0.02)
    if action in ("start", "restart", "enable"): subprocess.run(base, check=True)
def stop(names):
    pids = [int(file.read_text()) for file in (root / f"run/{{name}}.pid" for name in names) if file.exists()]
    for pid in pids: os.kill(pid, signal.SIGTERM)
    for pid in pids:
        while alive(pid): time.sleep(0.02)
    for name in names: (root / f"run/{{name}}.pid").unlink(missing_ok=True)
def start(name):
    stem, _, instance = name.partition("@")
    unit = (root / f"etc/systemd/system/{{stem}}{{'@' if instance else ''}}.service").read_text().replace("\\\\\\n", " ").replace("%i", instance)
    values = {{}}
    for key, value in re.findall(r"^(\\w+)=(.*)$", unit, re.M): values.setdefault(key, []).append(value)
    place = root / "var/lib" / values["StateDirectory"][0]
    subprocess.run(["install", "-d", "-m", "0700", "-o", "x", "-g", "x", str(place)], check=True)
    environment = [word for line in values.get("Environment", []) for word in shlex.split(line)]
    log = open(root / f"var/log/{{name}}.log", "w")
    options = dict(line.split("=", 1) for file in values.get("EnvironmentFile", []) for line in pathlib.Path(file).read_text().splitlines()
                   if "=" in line and not line.startswith("#"))
    words = [part for word in shlex.split(values["ExecStart"][0])
             for part in (shlex.split(options[word[1:]].strip('"')) if word[1:] in options and word[0] == "$" else [word])]
    command = ["sudo", "-u", values["User"][0], "env", *environment, *words]
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True)
    (root / f"run/{{name}}.pid").write_text(str(process.pid))
    while not re.search(r"serving", text := (root / f"var/log/{{name}}.log").read_text()):
        if process.poll() is not None: sys.exit(f"{{name}} does not start: {{text}}")
        time.sleep(0.02)
words = [word for word in sys.argv[1:] if word != "--now"]
action, names = words[0], words[1:]
if "nginx" in names:
    nginx(action)
    names.remove("nginx")
if action in ("stop", "restart"): stop(names)
if action in ("start", "restart", "enable"):
    for name in names: start(name)
"""


class Machine:
    """A directory that simulates a machine, with the programs in its path, in a `with` block."""

    def __init__(self, postgres):
        # Removed at the latest with this object. Users other than pytest's run programs here.
        self.scope = tempfile.TemporaryDirectory(prefix="pages-", dir="/tmp")
        self.root = pathlib.Path(self.scope.name)
        self.root.chmod(0o755)
        for folder in ("etc/nginx", "etc/tmpfiles.d", "etc/systemd/system", "var/lib/nginx", "var/log/nginx", "var/backups", "srv", "run", "bin", "work",
                       "softhsm"):
            (self.root / folder).mkdir(parents=True)
        self.https = free_port()
        provider, internal, others, others_internal = (free_tens() for _ in range(4))
        self.ports = {"845": provider, "945": internal, "844": others, "944": others_internal}
        self.database = postgres
        prefix = "setpriv --reuid=nobody --regid=nogroup --clear-groups" if IS_ROOT else ""
        self._program("sudo", SUDO.format(socket=postgres.directory, port=postgres.port, prefix=prefix))
        self._program("install", INSTALL.format(python=sys.executable, is_root=IS_ROOT))
        self._program("systemctl", SYSTEMCTL.format(python=sys.executable, root=self.root, nginx_user='["-g", "user root;"]' if IS_ROOT else "[]"))
        (self.root / "softhsm.conf").write_text(f"directories.tokendir = {self.root}/softhsm\nobjectstore.backend = file\nlog.level = ERROR\n")
        if IS_ROOT:
            shutil.chown(self.root / "softhsm", "nobody", "nogroup")
        shutil.copytree(ROOT / "Deployment", self.work / "Deployment")
        for file in (self.work / "Deployment").iterdir():
            if file.is_file():
                file.write_text(self.changed(file.read_text()))
        self._install_packages()

    def _install_packages(self):
        """Does what the packages of Packaging/debian do, for the user nobody in place of theirs."""
        shipped = self.work / "Deployment"
        for file in shipped.glob("*.tmpfiles.conf"):
            for path, mode, user in re.findall(r"^d (\S+) (\d+) (\S+) \S+ -$", file.read_text(), re.M):
                pathlib.Path(path).mkdir(parents=True)
                pathlib.Path(path).chmod(int(mode, 8))
                if IS_ROOT:
                    shutil.chown(path, "root" if user == "root" else "nobody", "nogroup")
        for file in shipped.glob("*.service"):
            shutil.copy(file, self.root / "etc/systemd/system")
        for name, place in (("config", "wallet-provider"), ("wallet-config", "wallet-config"), ("wallet-issuer", "wallet-issuer"),
                            ("wallet-verifier", "wallet-verifier")):
            shutil.copy(shipped / f"{name}.json", self.root / "etc" / place / "config.json")
        (self.root / "usr/share/doc/wallet-provider").mkdir(parents=True)
        (self.root / "usr/share/doc/wallet-provider/examples").symlink_to(shipped)

    @property
    def work(self):
        return self.root / "work"

    def _program(self, name, text):
        file = self.root / "bin" / name
        file.write_text(text)
        file.chmod(0o755)

    def changed(self, text):
        """The text of a page or file, adapted to this machine."""
        text = re.sub(r"(?<![\w.])/(etc|var|srv|run|usr/share/doc)/", rf"{self.root}/\1/", text)
        text = text.replace("/usr/bin/wallet-", str(PROGRAM.parent) + "/wallet-").replace("db.example", f"localhost:{self.database.port}")
        text = re.sub(r"(?<!\d)(845|945)(?=[1-4%$])|(?<!\d)(844|944)(?=[4-79])", lambda match: self.ports[match.group(0)], text)
        # The last digits of the other ports are 4 to 7, and 9.
        text = text.replace("listen 443 ssl;", f"listen 127.0.0.1:{self.https} ssl;").replace("listen [::]:443 ssl;", "")
        return text.replace('"drain-seconds": 2', '"drain-seconds": 0')

    def run(self, text):
        environment = {
            "PATH": f"{self.root}/bin:{PROGRAM.parent}:{BINARIES}:/usr/sbin:/usr/bin:/bin", "SOFTHSM2_CONF": str(self.root / "softhsm.conf"),
            "HOME": "/nonexistent", "LC_ALL": "C.UTF-8", **PATIENT}
        script = "set -euo pipefail\n" + self.changed(text)
        return subprocess.run(["bash", "-c", script], cwd=self.work, env=environment, capture_output=True, text=True, timeout=300, stdin=subprocess.DEVNULL)

    def run_page(self, page):
        """Runs the page's blocks in order and returns the number of blocks run."""
        count = 0
        for mark, text in blocks(page):
            if mark != "sh run":
                continue
            done = self.run(text)
            assert done.returncode == 0, f"{page}:\n{text}\nended with {done.returncode}\n{done.stdout[-2000:]}\n{done.stderr[-3000:]}"
            count += 1
        return count

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for file in (self.root / "run").glob("*.pid"):
            self.run(f"systemctl stop {file.stem}")
        self.scope.cleanup()
