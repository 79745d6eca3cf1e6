# SPDX-License-Identifier: EUPL-1.2
"""`wallet demo --external`: a phone whose servers run elsewhere, and what it says about options that cannot be used."""
import json
import pathlib
import socket
import subprocess

import pytest
from conftest import PROGRAM, Program
from deployment import Deployment, walk
from phone import Phone

NAMES = ("config", "provider", "issuer", "login")


def free_ports():
    sockets = [socket.create_server(("127.0.0.1", 0)) for _ in NAMES]
    ports = [one.getsockname()[1] for one in sockets]
    for one in sockets:
        one.close()
    return dict(zip(NAMES, ports))


@pytest.fixture
def deployment(tmp_path):
    deployment = Deployment(tmp_path, PROGRAM.parent, PROGRAM, free_ports())
    yield deployment
    deployment.stop()


@pytest.mark.parametrize("kind", ["iphone", "android"])
def test_a_phone_walks_over_servers_that_run_elsewhere(kind, deployment, page):
    deployment.start()
    program = Program(deployment.phone)
    try:
        page.goto(program.start(*deployment.options, "--phone", kind))
        page.locator("#glass .home-screen").wait_for()
        assert page.locator('[data-device="revoke-wallet"], [data-device^="policy-"]').count() == 0
        walk(Phone(page, program, kind))
        # Only the sites that were named are within the phone browser's reach.
        program.stop()
        page.goto(program.start(*deployment.options, "--browse", deployment.url("config") + "/"))
        page.locator("#browser").get_by_text("outside", exact=False).first.wait_for()
    finally:
        program.stop()
    # The phone stays with these servers, and its maker stays for the provider.
    kept = contents(deployment.phone)
    done = demo("--state", deployment.phone)
    assert done.returncode == 1 and "belongs to the servers of " + deployment.url("config") in done.stderr
    assert contents(deployment.phone) == kept


def demo(*arguments):
    """Runs a demo that cannot start."""
    return subprocess.run([str(PROGRAM), *map(str, arguments)], capture_output=True, text=True, timeout=240)


def contents(directory):
    return {str(path.relative_to(directory)): path.read_bytes() for path in directory.rglob("*") if path.is_file()}


@pytest.fixture
def signed(tmp_path):
    """A deployment's signed files; its servers do not run."""
    deployment = Deployment(tmp_path, PROGRAM.parent, PROGRAM, dict.fromkeys(NAMES, 1))
    deployment.authority("tls-root")
    write(deployment, deployment.der(tmp_path / "tls-root.pem"))
    return deployment


def write(deployment, root):
    """Signs a configuration with a TLS root, in DER and base64."""
    key = {"kty": "EC", "crv": "P-256", "x": "axfR8uEsQkf4vOblY6RA8ncDfYEt6zOg9KE5RdiYwpY", "y": "T-NC4v4af5uO5-tKfA-eFivOM1drMV7Oy7ZAaDe_UfU"}
    entry = {"url": "https://localhost:1", "tls_roots": [root]}
    config = deployment.folder / "config"
    config.mkdir(exist_ok=True)
    for file in config.iterdir():
        file.unlink()
    (config / "configuration.json").write_text(json.dumps({
        "provider": {**entry, "certificate_keys": {"c": key}, "result_keys": {"r": key}},
        "services": {"configuration": entry, "update_policy": entry}}))
    (config / "update-policy.json").write_text('{"available": [], "rules": []}')
    deployment.sign(config)


def foreign(deployment):
    """Replaces the signers by those of another key."""
    (deployment.folder / "other").mkdir()
    deployment.run(PROGRAM.with_name("wallet-config"), "keys", "create", "--output", deployment.folder / "other/key.json", "--environment", "test",
                   "--signers", deployment.folder / "config/other.json")
    (deployment.folder / "config/other.json").rename(deployment.folder / "config/signers.json")


def half(path):
    path.write_bytes(path.read_bytes()[:len(path.read_bytes()) // 2])


SPOILED = {
    "signed by other keys": (foreign, "is not a configuration that wallet-config sign signed with a key of --signers"),
    "half of the configuration": (lambda it: half(it.folder / "config/configuration.jwt"), "is not a configuration that wallet-config sign"),
    "half of the signers": (lambda it: half(it.folder / "config/signers.json"), "--signers: "),
    "no configuration": (lambda it: (it.folder / "config/configuration.jwt").unlink(), "cannot be read: No such file"),
    "no roots": (lambda it: (it.folder / "tls-root.pem").unlink(), "--login-roots: "),
    "empty roots": (lambda it: (it.folder / "tls-root.pem").write_text(""), "is not certificates in PEM"),
    "garbage as roots": (lambda it: (it.folder / "tls-root.pem").write_text("garbage"), "is not certificates in PEM"),
}


@pytest.mark.parametrize("name", SPOILED)
def test_a_file_that_cannot_be_used_is_named_and_nothing_is_changed(signed, name):
    spoil, words = SPOILED[name]
    spoil(signed)
    done = demo("--state", signed.phone, *signed.options)
    assert done.returncode == 1 and words in done.stderr and "Nothing was changed" in done.stderr, done.stderr
    assert len(done.stderr.splitlines()) == 1 and not signed.phone.exists()


def test_options_that_cannot_be_combined_are_wrong_command_lines(tmp_path):
    both = ["--external", "a", "--signers", "b"]
    for arguments in [both[:2], both[2:], ["--login-site", "https://a.example"], [*both, "--login-roots", "c"],
                      [*both, "--provider-port", "8000"], *([*both, "--login-site", site] for site in (
                          "http://a.example", "https://a.example/", "https://A.example", "a.example", "", "https://u@a.example"))]:
        done = demo("--state", tmp_path / "phone", *arguments)
        assert done.returncode == 64 and not (tmp_path / "phone").exists(), (arguments, done.stderr)


def test_a_phone_of_the_demos_own_servers_keeps_them(signed, tmp_path):
    program = Program(signed.phone)
    program.start()
    program.stop()
    kept = contents(signed.phone)
    done = demo("--state", signed.phone, *signed.options)
    assert done.returncode == 1 and "belongs to the demo's own servers" in done.stderr and len(done.stderr.splitlines()) == 1
    assert contents(signed.phone) == kept


def test_the_program_starts_without_reachable_servers_and_fresh_keeps_the_maker(signed, page):
    options = signed.run(PROGRAM, "makers", "--state", signed.phone)
    roots = {name: (signed.phone / name).read_bytes() for name in ("apple-root.pem", "google-root.pem")}
    words = options.split()
    for option, name in [("--apple-root", "apple-root.pem"), ("--android-root", "google-root.pem"), ("--android-revocation-list", "android-revoked.json")]:
        assert pathlib.Path(words[words.index(option) + 1]) == signed.phone / name
    assert not any(b"PRIVATE" in root for root in roots.values())
    assert json.loads((signed.phone / "android-revoked.json").read_text()) == {"entries": {}}
    program = Program(signed.phone)
    try:
        page.goto(program.start(*signed.options))
        program.stop()
        page.goto(program.start(*signed.options, "--fresh"))
        page.locator("#glass .home-screen").wait_for()
    finally:
        program.stop()
    assert signed.run(PROGRAM, "makers", "--state", signed.phone) == options
    assert {name: (signed.phone / name).read_bytes() for name in roots} == roots
    page.problems.clear()
