# SPDX-License-Identifier: EUPL-1.2
"""The tests' own PostgreSQL server, with passwords for all roles except its superuser."""
import os
import pathlib
import shutil
import socket
import subprocess
import tempfile

BINARIES = pathlib.Path("/usr/lib/postgresql/15/bin")


def free_port():
    with socket.socket() as line:
        line.bind(("127.0.0.1", 0))
        return line.getsockname()[1]


class Postgres:
    """A server on 127.0.0.1 and on a socket, in a `with` block. The superuser `postgres` needs no password on the socket."""

    def __init__(self):
        assert (BINARIES / "initdb").exists(), "PostgreSQL 15 is not installed; Scripts/install-packages test does that"
        # Removed at the latest with this object, also if the server does not start. The path is short, because a socket's path is limited.
        self.scope = tempfile.TemporaryDirectory(prefix="wpg-", dir="/tmp")
        self.directory = pathlib.Path(self.scope.name)
        self.port = free_port()
        # PostgreSQL refuses to run as root.
        self.prefix = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"] if os.geteuid() == 0 else []
        if self.prefix:
            shutil.chown(self.directory, "postgres", "postgres")
        self.directory.chmod(0o755)
        data = str(self.directory / "data")
        self._server("initdb", "-D", data, "-U", "postgres", "--auth-local=trust", "--auth-host=scram-sha-256", "-E", "UTF8", "--locale=C", "--no-sync")
        hba = "local all postgres trust\nlocal all all scram-sha-256\nhost all all 127.0.0.1/32 scram-sha-256\n"
        subprocess.run(self.prefix + ["tee", data + "/pg_hba.conf"], input=hba, text=True, check=True, stdout=subprocess.DEVNULL)
        options = f"-c listen_addresses=127.0.0.1 -c port={self.port} -c unix_socket_directories={self.directory} -c fsync=off"
        self._server("pg_ctl", "-D", data, "-l", str(self.directory / "log"), "-o", options, "-w", "start")

    def _server(self, program, *arguments):
        subprocess.run([*self.prefix, str(BINARIES / program), *arguments], check=True, stdout=subprocess.DEVNULL)

    def sql(self, text, database="postgres"):
        return subprocess.run(
            ["psql", "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-h", str(self.directory), "-p", str(self.port), "-U", "postgres", "-d",
             database, "-c", text], check=True, capture_output=True, text=True).stdout.strip()

    def url(self, role, database, options=""):
        return f"postgresql://{role}@127.0.0.1:{self.port}/{database}{options}"

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._server("pg_ctl", "-D", str(self.directory / "data"), "-m", "immediate", "-w", "stop")
        self.scope.cleanup()

    def use_certificate(self, certificate, key):
        """Enables TLS with this certificate."""
        for file, name in ((certificate, "server.crt"), (key, "server.key")):
            place = self.directory / name
            shutil.copy(file, place)
            place.chmod(0o600)
            if self.prefix:
                shutil.chown(place, "postgres", "postgres")
        for setting, value in (("ssl_cert_file", "server.crt"), ("ssl_key_file", "server.key")):
            self.sql(f"ALTER SYSTEM SET {setting} = '{self.directory}/{value}'")
        self.sql("ALTER SYSTEM SET ssl = on")
        self.sql("SELECT pg_reload_conf()")
