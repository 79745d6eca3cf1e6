# SPDX-License-Identifier: EUPL-1.2
"""Bad input of serve, init and accounts move: one line that says what to do, exit code 1 (64 for the command line), nothing changed."""
import contextlib
import os
import pathlib
import socket
import sqlite3
import subprocess

import pytest
from conftest import HANG, PROGRAM
from postgres import Postgres, free_port
from test_messages import certificate, run

PASSWORD = "canary-password"
FULL = 'mount -t tmpfs -o size=24k,mode=0700 none "$1" && cd "$1" && shift && "$@"; code=$?; find . -mindepth 1 -not -name lock >&3; exit $code'


@pytest.fixture(scope="module")
def postgres():
    with Postgres() as server:
        server.sql(f"CREATE ROLE owner LOGIN PASSWORD '{PASSWORD}'")
        yield server


@pytest.fixture
def phones(tmp_path):
    root, _ = certificate(tmp_path, "root", host=None, is_authority=True)
    return ["--public-url", "https://provider.example", "--apple-root", root, "--apple-app-id", "ABCDE12345.nl.example", "--apple-environment",
            "production"]


@pytest.fixture
def state(tmp_path):
    """A state directory with keys and an empty account database."""
    place = tmp_path / "state"
    for command in ("keys", "create"), ("migrate",):
        assert run(*command, "--state", place).returncode == 0
    return place


def content(place):
    """All files below a path: a SQLite database as its SQL, any other file as its bytes. Locks, the mark of a first start and the log of a database are no content."""
    return {str(file): sql(file) or file.read_bytes() for file in pathlib.Path(place).rglob("*")
            if file.is_file() and file.name not in ("lock", "first-start") and not file.name.endswith(("-shm", "-wal"))}


def sql(file):
    """A database as SQL; nothing if it cannot be read. Opening a database changes bytes of its header, so bytes do not compare."""
    if not file.read_bytes().startswith(b"SQLite format 3"):
        return None
    with contextlib.closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as database:
        try:
            return list(database.iterdump())
        except sqlite3.DatabaseError:
            return None


def refused(done, *words, code=1):
    """Checks that the command ended with one line that has these words."""
    # The usage follows an error of the command line.
    lines = done.stderr.split("\nUsage:")[0].splitlines()
    assert done.returncode == code and len(lines) == 1 and all(word in lines[0] for word in words), (words, done.returncode, done.stderr)


# MARK: serve

@pytest.mark.parametrize("text,words", [
    ('{"port": 8443', ["is no JSON object in UTF-8", "line 1"]),
    ('{\n  // canary\n  "prot": 8443\n}', ["line 3", "did you mean port?"]),
    ('{"port": "8443"}', ["port in", "is not a whole number"]),
    ('{"port": 1} // canary', ["is no JSON object in UTF-8"]),
    ("", ["is no JSON object in UTF-8"]),
    ("\x00\xff", ["is no JSON object in UTF-8"]),
])
def test_wrong_settings_are_named_with_their_line(tmp_path, text, words):
    file = tmp_path / "config.json"
    file.write_bytes(text.encode("latin-1"))
    done = run("serve", "--config", file)
    refused(done, str(file), *words)
    assert "canary" not in done.stderr


def test_a_comment_line_is_no_setting(tmp_path, state, phones):
    file = tmp_path / "config.json"
    file.write_text('{\n  // "state": "/canary",\n\t// text\n  "state": "%s"\n}\n' % state)
    done = run("serve", "--config", file, "--print-config", *phones)
    assert done.returncode == 0 and f'"state": "{state}"' in done.stdout and "canary" not in done.stdout, done.stderr


def test_incomplete_and_foreign_files_are_named_and_not_changed(tmp_path, state, phones):
    other = tmp_path / "other"
    assert run("keys", "create", "--state", other).returncode == 0
    good = {name: (state / name).read_bytes() for name in ("keys.sealed", "keys.secret", "accounts.sqlite")}
    cases = [
        ("keys.sealed", good["keys.sealed"][:20], "keys.sealed"), ("keys.sealed", b"", "keys.sealed"),
        ("keys.sealed", (other / "keys.sealed").read_bytes(), "keys.sealed"), ("keys.secret", (other / "keys.secret").read_bytes(), "keys.sealed"),
        ("accounts.sqlite", good["accounts.sqlite"][:5000], "accounts.sqlite"), ("accounts.sqlite", b"canary " * 1000, "accounts.sqlite"),
    ]
    for name, damaged, words in cases:
        (state / name).write_bytes(damaged)
        before = content(state)
        refused(run("serve", "--state", state, "--plain-http", "--port", free_port(), *phones, "--log-level", "error"), words)
        assert content(state) == before, name
        (state / name).write_bytes(good[name])


def test_a_port_in_use_is_named(state, phones):
    before = content(state)
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        done = run("serve", "--state", state, "--plain-http", "--port", port, *phones, "--log-level", "error")
    refused(done, f"port {port}: another program uses that port")
    assert content(state) == before


def on_full_disk(tmp_path, *arguments):
    """Runs the program in a directory on a disk of 24 kB. Returns the run and the names of the files that it left."""
    disk = tmp_path / "disk"
    disk.mkdir()
    reader, writer = os.pipe()
    done = subprocess.run(
        ["unshare", "--map-root-user", "--mount", "bash", "-c", FULL.replace(">&3", f">&{writer}"), "bash", disk, PROGRAM, *map(str, arguments)],
        capture_output=True, text=True, pass_fds=[writer], timeout=HANG)
    os.close(writer)
    with os.fdopen(reader) as left:
        return done, left.read().split()


def test_a_full_disk_is_named_by_serve(tmp_path, phones):
    done, _ = on_full_disk(
        tmp_path, "serve", "--state", "state", "--plain-http", "--port", free_port(), *phones, "--log-level", "error")
    assert done.returncode == 1 and len(done.stderr.splitlines()) == 1, done.stderr


# MARK: init

def test_a_full_disk_leaves_nothing_of_init(tmp_path, phones):
    done, left = on_full_disk(tmp_path, "init", "provider", *phones)
    refused(done, "No space left on device", "Nothing was changed")
    assert left == []


def test_init_refuses_existing_directories_and_wrong_files(tmp_path, phones):
    cases = [
        ("full", lambda place: (place.mkdir(), (place / "foreign").write_text("x")), phones, "is not empty"),
        ("file", lambda place: place.write_text("x"), phones, "is not a directory"),
        ("link", lambda place: place.symlink_to(tmp_path), phones, "is not a directory"),
        ("left", lambda place: (tmp_path / "left.new").mkdir(), phones, "left.new is left from an interrupted init"),
        ("a/b/c", lambda place: None, phones, "cannot be made"),
        ("root", lambda place: None, [*phones, "--apple-root", tmp_path / "missing.pem"], "missing.pem cannot be read"),
        ("half", lambda place: (tmp_path / "half.pem").write_text("-----BEGIN CERTIFICATE-----\nMII"),
         [*phones, "--apple-root", tmp_path / "half.pem"], "half.pem"),
        ("password", lambda place: None, [*phones, "--database", "postgresql://wallet@db.example/wallet", "--database-password-file", tmp_path / "missing"],
         "missing is not there"),
        ("token", lambda place: (tmp_path / "pin").write_text("1"),
         [*phones, "--hsm-module", tmp_path / "none.so", "--hsm-token", "x", "--hsm-pin-file", tmp_path / "missing"], "missing"),
    ]
    for name, prepare, options, words in cases:
        prepare(tmp_path / name)
        before, names = content(tmp_path), sorted(os.listdir(tmp_path))
        refused(run("init", tmp_path / name, *options), words)
        assert content(tmp_path) == before and sorted(os.listdir(tmp_path)) == names, name


@pytest.mark.parametrize("options,words", [
    ([], "--public-url is missing"), (["--public-url", "https://provider.example"], "no phone is accepted"),
    (["--public-url", "http://provider.example"], "https://"), (["--public-url", "https://192.0.2.1"], "not an IP address"),
    (["--port", "0"], "--port and --internal-port"), (["--host", "no host"], "--host must be a name or an address"), (["--hsm-token", "x"], "must be given together"),
])
def test_wrong_options_of_init_are_a_wrong_command_line(tmp_path, options, words):
    done = run("init", tmp_path / "provider", *options)
    refused(done, words, code=64)
    assert os.listdir(tmp_path) == []


# MARK: accounts move

@pytest.fixture
def target(postgres, tmp_path):
    """The options of a migrated, empty database."""
    name = f"wallet{len(postgres.sql('SELECT datname FROM pg_database').split())}"
    postgres.sql(f"CREATE DATABASE {name} OWNER owner")
    password = tmp_path / "password"
    password.write_text(PASSWORD + "\n")
    password.chmod(0o600)
    url = postgres.url("owner", name)
    done = run("migrate", "--state", tmp_path / "state", "--database", url, "--database-password-file", password)
    assert done.returncode == 0, done.stderr
    return name, ["--to", url, "--to-password-file", password]


def test_a_move_takes_the_audit_log_and_leaves_no_file_to_serve_from(postgres, state, target, phones):
    name, to = target
    assert run("revoke", "--state", state, "--solution", "--irreversibly", "--operator", "alice").returncode == 0
    backup = (state / "accounts.sqlite").read_bytes()
    done = run("accounts", "move", "--state", state, "--from", f"sqlite:{state}/accounts.sqlite", *to, "--operator", "bob")
    assert done.returncode == 0 and "audit\t1" in done.stdout, done.stderr
    assert postgres.sql("SELECT count(*) FROM wallet_provider.audit", name) == "2"
    assert not (state / "accounts.sqlite").exists() and (state / "accounts.sqlite.moved").exists()
    database = ["--state", state, "--database", to[1], "--database-password-file", to[3]]
    verified = run("audit", "verify", "--print", *database)
    assert verified.returncode == 0 and '"act":"move_accounts","by":"operator:bob"' in verified.stdout, verified.stdout + verified.stderr
    for command in ["serve", "--plain-http", "--port", free_port(), *phones, "--log-level", "error"], ["migrate"], ["revoke", "--solution", "--irreversibly"]:
        before = content(state)
        refused(run(*command, "--state", state), "were moved to PostgreSQL: give --database", "accounts.sqlite.moved")
        assert content(state) == before
    # Keys are made and checked beside the moved accounts as before.
    assert run("keys", "create", *database).returncode == 0
    # The same command again finds the moved accounts, under either name of the file.
    for source in [], ["--from", f"sqlite:{state}/accounts.sqlite"], ["--from", f"sqlite:{state}/accounts.sqlite.moved"]:
        again = run("accounts", "move", "--state", state, *source, *to)
        assert again.returncode == 0 and again.stdout == done.stdout, again.stderr
    assert postgres.sql("SELECT count(*) FROM wallet_provider.audit", name) == "2"
    # A copy beside the moved file serves no more than the file itself.
    (state / "accounts.sqlite").write_bytes(backup)
    refused(run("audit", "verify", "--state", state), "were moved to PostgreSQL: give --database", "accounts.sqlite.moved")
    refused(run("accounts", "move", "--state", state, *to), "is left from an earlier move: put it elsewhere")


def test_a_moved_file_that_is_renamed_back_is_refused_by_servers_and_commands(postgres, state, target, phones):
    _, to = target
    done = run("accounts", "move", "--state", state, *to)
    assert done.returncode == 0, done.stderr
    (state / "accounts.sqlite.moved").rename(state / "accounts.sqlite")
    for command in (
        ["serve", "--plain-http", "--port", free_port(), *phones, "--log-level", "error"], ["portal", "--port", free_port()], ["migrate"],
        ["revoke", "--solution", "--irreversibly"], ["audit", "verify"],
    ):
        before = content(state)
        refused(run(*command, "--state", state), "accounts.sqlite: the accounts were moved to PostgreSQL: give --database")
        assert content(state) == before
    again = run("accounts", "move", "--state", state, *to)
    assert again.returncode == 0 and again.stdout == done.stdout, again.stderr
    assert not (state / "accounts.sqlite").exists() and (state / "accounts.sqlite.moved").exists()


HOLD = """CREATE FUNCTION public.hold() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET lock_timeout = 0
    AS 'BEGIN PERFORM pg_advisory_xact_lock(42); RETURN NULL; END';
CREATE CONSTRAINT TRIGGER hold AFTER INSERT ON wallet_provider.audit DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION public.hold();"""


@pytest.mark.parametrize("is_committed", [True, False])
def test_a_move_killed_in_its_commit_lets_no_database_serve_until_it_is_completed(postgres, state, target, phones, is_committed):
    name, to = target
    postgres.sql(HOLD, name)
    lock = subprocess.Popen(
        ["psql", "-X", "-q", "-h", str(postgres.directory), "-p", str(postgres.port), "-U", "postgres", "-d", name], stdin=subprocess.PIPE,
        stdout=subprocess.PIPE, text=True)
    lock.stdin.write("BEGIN; SELECT pg_advisory_xact_lock(42); SELECT 'locked';\n")
    lock.stdin.flush()
    assert any("locked" in line for line in iter(lock.stdout.readline, ""))
    move = subprocess.Popen([str(PROGRAM), "accounts", "move", "--state", str(state), *map(str, to)], stdout=subprocess.PIPE)
    sessions = f"FROM pg_stat_activity WHERE datname = '{name}' AND application_name = 'wallet-provider'"
    while not postgres.sql(f"SELECT 1 {sessions} AND wait_event_type = 'Lock'"):
        assert move.poll() is None
    move.kill()
    move.communicate()
    serve = ["serve", "--state", state, "--plain-http", "--port", free_port(), *phones, "--log-level", "error"]
    database = ["--database", to[1], "--database-password-file", to[3]]
    refused(run(*serve), "If accounts move was interrupted, run it again")
    refused(run(*serve, *database), "is not complete: run wallet-provider accounts move again")
    # The server still has the commit of the killed command.
    refused(run("accounts", "move", "--state", state, *to), "or the server has not ended its session yet")
    if not is_committed:
        postgres.sql(f"SELECT pg_terminate_backend(pid) {sessions}")
    lock.communicate("ROLLBACK;\n", timeout=HANG)
    while postgres.sql(f"SELECT 1 {sessions}"):
        pass
    assert postgres.sql("SELECT count(*) FROM wallet_provider.audit", name) == ("1" if is_committed else "0")
    refused(run(*serve), "If accounts move was interrupted, run it again")
    done = run("accounts", "move", "--state", state, *to)
    assert done.returncode == 0, done.stderr
    assert postgres.sql("SELECT count(*) FROM wallet_provider.audit", name) == "1"
    assert run("audit", "verify", "--state", state, *database).returncode == 0
    refused(run(*serve), "were moved to PostgreSQL: give --database", "accounts.sqlite.moved")


def test_a_move_refuses_wrong_keys_files_and_targets_and_changes_nothing(postgres, state, target, phones, tmp_path):
    name, to = target
    assert run("revoke", "--state", state, "--solution", "--irreversibly").returncode == 0
    other = tmp_path / "other"
    assert run("keys", "create", "--state", other).returncode == 0
    (tmp_path / "half.sqlite").write_bytes((state / "accounts.sqlite").read_bytes()[:9000])
    source = f"sqlite:{state}/accounts.sqlite"
    unmigrated = f"{name}u"
    postgres.sql(f"CREATE DATABASE {unmigrated} OWNER owner")
    serving = f"{name}r"
    postgres.sql(
        f"CREATE ROLE {serving} LOGIN PASSWORD '{PASSWORD}'; GRANT USAGE ON SCHEMA wallet_provider TO {serving};"
        f"GRANT SELECT ON ALL TABLES IN SCHEMA wallet_provider TO {serving}", name)
    cases = [
        (["--state", other, "--from", source, *to], ["audit log", "not sealed here", "give the keys"]),
        (["--state", state, "--from", f"sqlite:{tmp_path}/none.sqlite", *to], ["There is no account database"]),
        (["--state", state, "--from", f"sqlite:{tmp_path}/half.sqlite", *to], ["half.sqlite"]),
        (["--state", state, "--to", postgres.url("owner", unmigrated), *to[2:]], ["wallet-provider migrate"]),
        (["--state", state, "--to", f"postgresql://owner@127.0.0.1:{free_port()}/x", *to[2:]], ["refused: nothing listens", "Run the command again"]),
        (["--state", state, "--to", postgres.url(serving, name), *to[2:]], ["lacks a grant", "give the role that owns"]),
    ]
    for options, words in cases:
        before = content(state)
        refused(run("accounts", "move", *options), *words)
        assert content(state) == before and postgres.sql("SELECT count(*) FROM wallet_provider.audit", name) == "0", words
    for options in (["--from", "/x", *to], [], ["--to", "sqlite:x"]):
        refused(run("accounts", "move", "--state", state, *options), "--", code=64)


def test_a_move_refuses_a_source_that_a_server_uses_and_a_target_that_is_in_use(postgres, state, target, phones):
    name, to = target
    server = subprocess.Popen(
        [str(PROGRAM), "serve", "--state", str(state), "--plain-http", "--port", str(free_port()), *map(str, phones)], stderr=subprocess.PIPE, text=True)
    try:
        for line in server.stderr:
            if "serving" in line:
                break
        refused(run("accounts", "move", "--state", state, *to), "uses the state directory")
    finally:
        server.terminate()
        server.wait(timeout=HANG)
        server.stderr.close()
    lock = subprocess.Popen(
        ["psql", "-X", "-q", "-h", str(postgres.directory), "-p", str(postgres.port), "-U", "postgres", "-d", name], stdin=subprocess.PIPE,
        stdout=subprocess.PIPE, text=True)
    lock.stdin.write("BEGIN; LOCK TABLE wallet_provider.account; SELECT 'locked';\n")
    lock.stdin.flush()
    assert any("locked" in line for line in iter(lock.stdout.readline, ""))
    before = content(state)
    refused(run("accounts", "move", "--state", state, *to), "PostgreSQL")
    lock.communicate("ROLLBACK;\n", timeout=HANG)
    assert content(state) == before
    assert run("accounts", "move", "--state", state, *to).returncode == 0
