# SPDX-License-Identifier: EUPL-1.2
"""Commands run as the service's user with its secrets; the name in the audit log; support's view of an account."""
import json
import os
import pathlib
import re
import shutil
import subprocess
import tempfile

import pytest
from conftest import HANG, PATIENT, PROGRAM
from postgres import Postgres

PASSWORD = "canary-password"
SERVICE = ["setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups"] if os.geteuid() == 0 else []


class Service:
    """The service's user with settings, a password file of mode 0400, keys, accounts in PostgreSQL and a witness."""

    def __init__(self, postgres, folder):
        self.folder = folder
        self.settings = self.folder / "config.json"
        password = self.folder / "database-password"
        password.write_text(PASSWORD + "\n")
        password.chmod(0o400)
        self.settings.write_text(json.dumps({
            "state": str(self.folder / "state"), "database": postgres.url("owner", "wallet"), "database-password-file": str(password),
            "witness-journal": str(self.folder / "witness"), "public-url": "https://provider.example", "log-format": "json"}))
        if SERVICE:
            for place in (self.folder, password):
                shutil.chown(place, "nobody", "nogroup")

    def run(self, *arguments, environment=None, text=None):
        done = subprocess.run(
            [*SERVICE, str(PROGRAM), *arguments, "--config", str(self.settings)], capture_output=True, text=True, input=text or "", timeout=HANG,
            env={"PATH": "/usr/bin:/bin", "HOME": "/nonexistent", **PATIENT, **(environment or {})})
        assert PASSWORD not in done.stdout + done.stderr
        return done

    def actors(self):
        done = self.run("audit", "verify", "--print")
        assert done.returncode == 0, done.stderr
        return [json.loads(line)["by"] for line in done.stdout.splitlines() if line.startswith("{")]


@pytest.fixture(scope="module")
def service():
    # The service's user cannot read pytest's own directories.
    with Postgres() as postgres, tempfile.TemporaryDirectory(prefix="service-", dir="/tmp") as folder:
        postgres.sql(f"CREATE ROLE owner LOGIN PASSWORD '{PASSWORD}'")
        postgres.sql("CREATE DATABASE wallet OWNER owner")
        service = Service(postgres, pathlib.Path(folder))
        for command in (["keys", "create"], ["migrate"], ["witness", "begin"]):
            done = service.run(*command)
            assert done.returncode == 0, done.stderr
        yield service


@pytest.mark.parametrize("command", [
    ["keys", "list"], ["keys", "export", "attestation"], ["keys", "rotate", "result", "--old-keys-verify-days", "1", "--force"],
    ["migrate"],
    ["witness", "check"], ["witness", "reconcile"], ["witness", "accept-loss"], ["witness", "begin", "--set-aside"], ["audit", "verify"],
])
def test_every_command_works_as_the_service_with_the_recommended_secrets(service, command):
    done = service.run(*command)
    assert done.returncode == 0, done.stderr


def test_a_password_that_others_may_read_is_refused_by_every_command(service):
    password = service.folder / "database-password"
    password.chmod(0o440)
    try:
        for command in (["audit", "verify"], ["migrate"], ["witness", "check"]):
            done = service.run(*command)
            assert done.returncode == 1 and "may be read by others" in done.stderr
    finally:
        password.chmod(0o400)


def test_the_audit_log_names_the_person_and_not_the_account_of_the_service(service):
    before = len(service.actors())
    revoke = ["revoke", "--solution", "--irreversibly"]
    for environment, arguments in [
        ({"SUDO_USER": "alice"}, []), ({"SUDO_USER": "alice"}, ["--operator", "Bob de Vries"]), ({}, ["--operator", "carol"]),
    ]:
        done = service.run(*revoke, *arguments, environment=environment)
        assert done.returncode == 0, done.stderr
    done = service.run("witness", "begin", "--set-aside", environment={"SUDO_USER": "dave"})
    assert done.returncode == 0, done.stderr
    named = service.actors()[before:]
    assert named[0] == "operator:alice" and named[-1] == "operator:dave" and len(named) >= 2, named
    done = service.run("witness", "accept-loss", "--operator", "Bob de Vries", environment={"SUDO_USER": "alice"})
    assert done.returncode == 0 and service.actors()[-1] == "operator:Bob de Vries"


@pytest.mark.parametrize("name", ["", " ", "a" * 65, "a\nb", "a\x1bb"])
def test_an_operator_name_with_invisible_characters_is_a_wrong_command_line(service, name):
    done = service.run("revoke", "--solution", "--irreversibly", "--operator", name)
    assert done.returncode == 64 and "--operator must be a name" in done.stderr


def test_support_sees_an_account_and_no_key(service):
    unknown = service.run("account", "show", "--wallet", "-ZhRKsEWWWh1ggsFcl-09w")
    assert unknown.returncode == 1 and unknown.stdout == "There is no such wallet.\n", unknown.stderr
    for arguments in ([], ["--wallet", "-ZhRKsEWWWh1ggsFcl-09w", "--code"]):
        assert service.run("account", "show", *arguments).returncode == 64
    wrong = service.run("account", "show", "--code", text="canary\n")
    assert wrong.returncode == 1 and "no deletion code" in wrong.stderr and "canary" not in wrong.stderr
