# SPDX-License-Identifier: EUPL-1.2
"""Settings, files, ports, users, disks and tokens that cannot be used, of all programs: one line, and nothing is changed."""
import os
import shutil
import socket
import sqlite3
import subprocess

import pytest
from conftest import HANG, PATIENT, PROGRAM
from postgres import free_port
from test_bad_input import content, phones, refused, state  # noqa: F401
from test_messages import CONFIG, ISSUER, VERIFIER, certificate, run

DEMO = PROGRAM.with_name("wallet")
IS_ROOT = os.geteuid() == 0
QUIET = ["--log-level", "error"]
NOBODY = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]
MODULE = "/usr/lib/softhsm/libsofthsm2.so"


def serve(place, phones, *options, plain="--plain-http"):
    return ["serve", "--state", place, *([plain] if plain else []), *phones, *QUIET, *options]


def issue(place, root, *options):
    return ["serve", "--state", place, "--wallet", f"client_id=a redirect_uri=b:c issuer=https://c.example roots={root}", *QUIET, *options]


@pytest.fixture
def signed(tmp_path):
    """A directory with the signers of a configuration server, and the arguments that serve it."""
    place = tmp_path / "documents"
    place.mkdir()
    done = run("keys", "create", "--output", tmp_path / "key.json", "--environment", "test", "--signers", place / "signers.json", program=CONFIG)
    assert done.returncode == 0, done.stderr
    return place, ["serve", "--state", place, *QUIET]


def as_others(prefix, *arguments, program=PROGRAM):
    """Runs a program under another command."""
    return subprocess.run([*prefix, str(program), *map(str, arguments)], capture_output=True, text=True, timeout=HANG,
                          env={"PATH": "/usr/bin:/bin:/usr/sbin:/sbin", "HOME": "/nowhere", **PATIENT})


# MARK: Settings

@pytest.mark.parametrize("program,variable", [(PROGRAM, "WALLET_PROVIDER"), (ISSUER, "WALLET_ISSUER"), (CONFIG, "WALLET_CONFIG"),
                                              (VERIFIER, "WALLET_VERIFIER")])
def test_settings_files_that_are_no_files_and_empty_values_are_named(tmp_path, program, variable):
    pipe, large = tmp_path / "pipe", tmp_path / "large"
    os.mkfifo(pipe)
    large.write_bytes(b" " * (1 << 20) + b"{}")
    for path, words in [(pipe, "is not a regular file"), (tmp_path, "is not a regular file"), (large, "is longer than"), ("", "--config or")]:
        refused(run("serve", "--config", path, program=program), words)
    refused(run("serve", program=program, environment={f"{variable}_CONFIG": ""}), f"{variable}_CONFIG is empty")
    refused(run("serve", program=program, environment={f"{variable}_STATE": ""}), f"{variable}_STATE is empty: give a value, or leave it out")
    file = tmp_path / "config.json"
    for text, words in [('{"host": ""}', "host in"), ('{"trusted-proxy": ["::1", ""]}', "trusted-proxy in")]:
        file.write_text(text)
        refused(run("serve", "--config", file, program=program), words, f"{file} is empty")


@pytest.mark.parametrize("settings,environment,words,place", [
    ('"port": 70000', {}, "--port must be 0 to 65535", "(port in "), ('"log-format": "xml"', {}, "'text' and 'json'", "(log-format in "),
    ('"internal-port": -1', {}, "--internal-port is 0 to 65535", "(internal-port in "),
    ('"state": "/s"', {"WALLET_PROVIDER_PORT": "70000"}, "--port must be 0 to 65535", "(WALLET_PROVIDER_PORT)"),
])
def test_a_refused_value_is_named_with_its_origin_in_one_line(tmp_path, phones, settings, environment, words, place):
    file = tmp_path / "config.json"
    file.write_text("{%s}" % settings)
    done = run("serve", *phones, *(["--state", "/s"] if '"state"' not in settings else []), "--config", file, environment=environment)
    refused(done, words, place, code=64)
    assert "Usage" not in done.stderr
    # The command line itself keeps its usage.
    assert "Usage" in run("serve", *phones, "--state", "/s", "--port", "70000").stderr


# MARK: Ports

def test_ports_and_hosts_that_cannot_be_used_are_named_before_a_file_is_made(tmp_path, phones, signed):
    root, key = certificate(tmp_path, "good")
    documents, config = signed
    place = tmp_path / "new"
    with socket.create_server(("127.0.0.1", 0)) as line:
        taken = line.getsockname()[1]
        one, two, three = free_port(), free_port(), free_port()
        provider = serve(place, phones, "--port", one)
        public = serve(place, phones, "--tls-certificate", root, "--tls-key", key, "--port", one, plain=None)
        issuer = issue(place, root, "--port", one)
        in_use, other = f"port {taken}: another program uses that port; stop it", "that is no name or address of this machine"
        cases = [
            (PROGRAM, serve(place, phones, "--port", taken), in_use), (PROGRAM, [*provider, "--internal-port", taken], in_use),
            (PROGRAM, [*provider, "--internal-port", one], "two listeners of this program have that port"),
            (PROGRAM, [*provider, "--internal-port", two, "--internal-host", "no-such-host.invalid"], other),
            (PROGRAM, [*public, "--host", "no-such-host.invalid"], other), (PROGRAM, [*public, "--host", "192.0.2.1"], "is no address of this machine"),
            (PROGRAM, ["portal", "--state", place, "--port", taken, *QUIET], in_use),
            (ISSUER, issue(place, root, "--port", taken, "--login-port", two), in_use), (ISSUER, [*issuer, "--login-port", taken], in_use),
            (ISSUER, [*issuer, "--login-port", two, "--internal-port", taken], in_use),
            (ISSUER, [*issuer, "--login-port", two, "--internal-port", two], "two listeners"),
            (ISSUER, [*issuer, "--login-port", three, "--host", "no-such-host.invalid"], other), (CONFIG, [*config, "--port", taken], in_use),
            (CONFIG, [*config, "--port", one, "--internal-port", taken], in_use),
            (VERIFIER, ["serve", "--state", place, "--sd-jwt-root", root, "--port", taken, *QUIET], in_use),
            (CONFIG, [*config, "--host", "0.0.0.0", "--port", one, "--internal-port", one], "two listeners"),
        ]
        for program, arguments, words in cases:
            refused(run(*arguments, program=program), words, "Nothing was changed")
            assert not place.exists() and os.listdir(documents) == ["signers.json"], arguments


def test_a_port_that_needs_a_privilege_is_named(tmp_path, phones):
    with open("/proc/sys/net/ipv4/ip_unprivileged_port_start") as first:
        if int(first.read()) <= 80:
            pytest.skip("every user may use port 80 here")
    done = as_others(["setpriv", "--bounding-set=-net_bind_service"] if IS_ROOT else [], *serve(tmp_path / "new", phones, "--port", 80))
    refused(done, "port 80: this user may not use that port", "CAP_NET_BIND_SERVICE")
    assert not (tmp_path / "new").exists()


def test_a_demo_whose_port_is_in_use_says_so_in_one_line(tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as line:
        taken = line.getsockname()[1]
        for option in "--port", "--portal-port", "--provider-port":
            done = run("demo", "--state", tmp_path / "state", option, taken, program=DEMO)
            assert done.returncode == 1 and len(done.stderr.splitlines()) == 1 and str(taken) in done.stderr and option in done.stderr, done.stderr


# MARK: Files

def test_wrong_files_are_named_before_a_file_is_made(tmp_path, phones, signed):
    root, key = certificate(tmp_path, "good")
    documents, config = signed
    place = tmp_path / "new"
    half = tmp_path / "half.pem"
    half.write_text(root.read_text()[:200])
    ports = ["--port", free_port(), "--login-port", free_port()]
    signers = (documents / "signers.json").read_text()
    attested = ["--attestation-client-id", "a", "--attestation-certificate"]
    cases = [
        (PROGRAM, serve(place, phones, "--port", free_port(), *attested, tmp_path / "none.pem"), "none.pem cannot be read"),
        (PROGRAM, serve(place, phones, "--port", free_port(), *attested, half), "half.pem cannot be read as certificates"),
        (ISSUER, issue(place, tmp_path / "none.pem", *ports), "none.pem cannot be read"), (ISSUER, issue(place, half, *ports), "half.pem"),
        (ISSUER, issue(place, root, *ports, "--public-url", "http://issuer.example"), "must be https://host[:port]"),
        (ISSUER, issue(place, root, *ports, "--tls-certificate", root, "--tls-key", key, "--login-root", half), "half.pem"),
    ]
    for program, arguments, words in cases:
        refused(run(*arguments, program=program), words)
        assert not place.exists(), arguments
    for text in signers[:40], "", signers + "x":
        (documents / "signers.json").write_text(text)
        refused(run(*config, "--port", free_port(), program=CONFIG), "signers.json is not a signers file")
        assert os.listdir(documents) == ["signers.json"]
    (documents / "signers.json").unlink()
    refused(run(*config, "--port", free_port(), program=CONFIG), "signers.json cannot be read")
    assert os.listdir(documents) == []


def test_a_chain_in_the_wrong_order_is_refused_or_warned_about(tmp_path, phones):
    root, _ = certificate(tmp_path, "root", host=None, is_authority=True)
    leaf, key = certificate(tmp_path, "leaf", issuer="root")
    other, _ = certificate(tmp_path, "other")
    with socket.create_server(("127.0.0.1", 0)) as line:
        # The port is in use, so that the server ends by itself after its warnings.
        first, order = "the server's own certificate must come first", "followed by that of its issuer"
        for files, words, is_good in [([root, leaf], first, False), ([leaf, other], order, False), ([leaf, root], order, True)]:
            chain = tmp_path / "chain.pem"
            chain.write_text("".join(file.read_text() for file in files))
            done = run("serve", "--state", tmp_path / "state", *phones, "--port", line.getsockname()[1], "--tls-certificate", chain, "--tls-key", key)
            assert done.returncode == 1 and (words in done.stderr) != is_good, done.stderr


COMMANDS = (["revoke", "--solution", "--irreversibly"], ["audit", "verify"], ["keys", "next", "result"], ["portal", "--port", "0", *QUIET])


def test_a_lost_database_is_not_replaced(tmp_path, state, phones):
    accounts, lost = state / "accounts.sqlite", tmp_path / "lost.sqlite"
    # As after the first start of the server.
    (state / "first-start").unlink()
    for end in "-wal", "-shm":
        (state / f"accounts.sqlite{end}").unlink(missing_ok=True)
    for lose in lambda: accounts.write_bytes(b""), accounts.unlink, lambda: accounts.symlink_to(lost):
        lose()
        before = content(state)
        for command in COMMANDS:
            refused(run(*command, "--state", state), "There is no account database", "or it is empty; put it back")
        for command in ["migrate", "--state", state], ["keys", "create", "--state", state], serve(state, phones, "--port", free_port()):
            refused(run(*command), "missing or empty; put it back. Nothing was changed")
        refused(run("accounts", "move", "--state", state, "--to", "postgresql://wallet@localhost/wallet"), "accounts.sqlite", "Nothing was changed")
        assert content(state) == before and not lost.exists()


def test_a_database_of_another_program_or_a_newer_version_is_named_and_not_changed(state):
    accounts = state / "accounts.sqlite"
    with sqlite3.connect(accounts) as database:
        database.execute("INSERT INTO grdb_migrations VALUES ('9999')")
    database.close()
    before = content(state)
    for command in ["migrate"], *COMMANDS:
        refused(run(*command, "--state", state), "accounts.sqlite: written by a newer version of this program")
    assert content(state) == before
    for file in state.glob("accounts.sqlite*"):
        file.unlink()
    with sqlite3.connect(accounts) as database:
        database.execute("CREATE TABLE account (canary)")
    database.close()
    before = content(state)
    for command in ["migrate"], *COMMANDS:
        refused(run(*command, "--state", state), "accounts.sqlite: not an account database of this program; put the right file back")
    assert content(state) == before


def test_directories_in_place_of_files_and_lost_secrets_are_named(state):
    for name, words in [("keys.sealed", "the keys"), ("keys.secret", "its secret")]:
        file = state / name
        kept = file.read_bytes()
        file.unlink()
        for command in ["keys", "list"], ["keys", "create"], ["audit", "verify"]:
            refused(run(*command, "--state", state), words, "nothing was changed")
        file.mkdir()
        refused(run("keys", "list", "--state", state), f"{name} is a directory")
        file.rmdir()
        file.write_bytes(kept)
        file.chmod(0o600)
    assert run("keys", "list", "--state", state).returncode == 0


def test_accept_loss_with_the_keys_of_another_provider_removes_nothing(tmp_path, state):
    journals, other = tmp_path / "journals", tmp_path / "other"
    for command in ["keys", "create"], ["migrate"]:
        assert run(*command, "--state", other).returncode == 0
    assert run("witness", "begin", "--state", state, "--witness-journal", journals).returncode == 0
    before = {file.name: file.read_bytes() for file in journals.iterdir() if file.suffix != ".lock"}
    for command in "check", "accept-loss", "reconcile":
        refused(run("witness", command, "--state", other, "--witness-journal", journals), "is not what was written here with these keys")
    assert {file.name: file.read_bytes() for file in journals.iterdir() if file.suffix != ".lock"} == before
    assert run("audit", "verify", "--state", other).stdout == "the log is empty\n"
    assert run("witness", "check", "--state", state, "--witness-journal", journals).returncode == 0


# MARK: Users

@pytest.mark.skipif(not IS_ROOT, reason="only root can become another user")
def test_another_users_directory_is_not_taken_for_an_empty_one(tmp_path, state):
    # The other user reaches the directory itself, but not pytest's directories above it.
    place = f"/tmp/nothing-changed-{os.getpid()}"
    shutil.copytree(state, place)
    try:
        os.chmod(place, 0o700)
        before = content(place)
        for command in ["keys", "list"], ["audit", "verify"], ["migrate"], ["keys", "create"]:
            refused(as_others(NOBODY, *command, "--state", place), f"the directory {place} cannot be used: Permission denied", "the user 0")
        refused(as_others(NOBODY, "revoke", "--index", "1:1", "--state", place, program=ISSUER), f"the directory {place} cannot be used")
        os.chown(place, 65534, 65534)
        link = tmp_path / "link"
        link.symlink_to(place)
        for command in ["migrate"], ["keys", "create"]:
            for path in place, link:
                refused(run(*command, "--state", path), "belongs to another user than root", "runuser")
        assert content(place) == before
    finally:
        shutil.rmtree(place)


# MARK: Disks

def mounted(script, *arguments, program=PROGRAM):
    """Runs a program after a script with mounts of its own."""
    return as_others(["unshare", "--map-root-user", "--mount", "bash", "-ec", script + '; exec "$@"', "bash"], *arguments, program=program)


def with_names(script, *arguments, program):
    """Runs a program like `mounted`, in a script that writes names to the descriptor 3. Returns the run and the names."""
    reader, writer = os.pipe()
    done = subprocess.run(
        ["unshare", "--map-root-user", "--mount", "bash", "-c", script.replace(">&3", f">&{writer}"), "bash", str(program), *map(str, arguments)],
        capture_output=True, text=True, pass_fds=[writer], timeout=HANG, env={"PATH": "/usr/bin:/bin:/usr/sbin:/sbin", "HOME": "/nowhere", **PATIENT})
    os.close(writer)
    with os.fdopen(reader) as names:
        return done, names.read().split()


def test_a_read_only_disk_is_named(tmp_path, state, phones):
    journals = tmp_path / "journals"
    journals.mkdir(mode=0o700)
    before = content(tmp_path)
    for command in COMMANDS[:3]:
        refused(mounted(f'mount --bind "{state}" "{state}"; mount -o remount,ro,bind "{state}"', *command, "--state", state), "accounts.sqlite", "readonly database")
    for command in ["migrate"], ["keys", "create"]:
        refused(mounted(f'mount --bind "{state}" "{state}"; mount -o remount,ro,bind "{state}"', *command, "--state", state), "Read-only file system")
    done = mounted(
        f'mount --bind "{journals}" "{journals}"; mount -o remount,ro,bind "{journals}"', "witness", "begin", "--state", state, "--witness-journal", journals)
    refused(done, "Read-only file system")
    assert {name: data for name, data in content(tmp_path).items() if "accounts" not in name} == {
        name: data for name, data in before.items() if "accounts" not in name}


def test_a_full_disk_is_named_at_every_write(tmp_path, phones):
    root, _ = certificate(tmp_path, "good")
    key, signers, policy = tmp_path / "key.json", tmp_path / "signers.json", tmp_path / "policy.json"
    assert run("keys", "create", "--output", key, "--environment", "test", "--signers", signers, program=CONFIG).returncode == 0
    policy.write_text('{"available": ["1.3.0"], "rules": []}')
    disk = tmp_path / "disk"
    disk.mkdir()
    ports = ["--port", free_port(), "--login-port", free_port()]
    cases = [
        (PROGRAM, ["keys", "create", "--state", disk / "s"], (4, 8), "No space left on device"),
        (PROGRAM, ["migrate", "--state", disk / "s"], (4, 8, 48), "accounts.sqlite: SQLite"),
        (PROGRAM, serve(disk / "s", phones, "--port", free_port()), (4, 16, 64), ""),
        (ISSUER, issue(disk / "s", root, *ports), (4, 12, 20, 32, 40), ""),
        (CONFIG, ["keys", "create", "--output", disk / "k.json", "--environment", "test", "--signers", disk / "s.json"], (4,), "No space left on device"),
        (CONFIG, ["sign", "update-policy", policy, "--key", key, "--environment", "test", "--version", "1", "--days", "5", "--output", disk / "o.jwt"], (4,),
         "No space left on device"),
    ]
    for program, arguments, sizes, words in cases:
        for size in sizes:
            # A file system of this size in kB; for sign it has no free block.
            full = f'mount -t tmpfs -o size={size}k,mode=0700 none "{disk}"' + (f'; head -c 4096 /dev/zero > "{disk}/file"' if "sign" in arguments else "")
            left = f'; "$@" && code=0 || code=$?; ls -A "{disk}" >&3; exit $code'
            done, names = with_names(full + left, *arguments, program=program)
            refused(done, words)
            assert program != CONFIG or names in ([], ["file"]), names


# MARK: Token

def test_a_token_that_cannot_be_used_is_named_and_a_wrong_pin_is_not_tried_again(tmp_path, phones):
    (tmp_path / "tokens").mkdir()
    (tmp_path / "softhsm.conf").write_text(f"directories.tokendir = {tmp_path}/tokens\nobjectstore.backend = file\nlog.level = ERROR\n")
    environment = {"SOFTHSM2_CONF": str(tmp_path / "softhsm.conf")}
    subprocess.run(["softhsm2-util", "--init-token", "--free", "--label", "main", "--pin", "834512", "--so-pin", "99887766"], check=True,
                   capture_output=True, env={**os.environ, **environment})
    right, wrong, text = tmp_path / "right", tmp_path / "wrong", tmp_path / "text"
    for file, pin in (right, "834512\n"), (wrong, "1111\n"), (text, "834512\n"):
        file.write_text(pin)
        file.chmod(0o600)
    place = tmp_path / "new"
    for module, label, pin, words, code in [
        ("/none.so", "main", right, ["/none.so cannot be loaded"], 1), (text, "main", right, ["cannot be loaded"], 1),
        (MODULE, "other", right, ["the token other", "there is no such token"], 1), (MODULE, "main", tmp_path / "none", ["none is not there"], 1),
        (MODULE, "main", wrong, ["main refuses the PIN", "the token counts wrong PINs and locks"], 77),
    ]:
        token = ["--hsm-module", module, "--hsm-token", label, "--hsm-pin-file", pin]
        for command in ["keys", "create"], ["keys", "list"]:
            refused(run(*command, "--state", place, *token, environment=environment), *words, code=code)
            assert not place.exists()
        refused(run(*serve(place, phones, "--port", free_port()), *token, environment=environment), *words, code=code)
        assert not place.exists() or os.listdir(place) == ["lock"]
        shutil.rmtree(place, ignore_errors=True)
    token = ["--hsm-module", MODULE, "--hsm-token", "main", "--hsm-pin-file", right]
    refused(run(*serve(place, phones, "--port", free_port()), *token, environment=environment), "no key", "wallet-provider keys create")
