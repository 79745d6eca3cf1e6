# SPDX-License-Identifier: EUPL-1.2
"""The ports of the demo's servers, with other programs on them."""
import contextlib
import socket
import subprocess

import pytest
import requests
from conftest import PROGRAM
from phone import PIN

SERVERS = ["provider", "configuration", "issuer", "login", "portal", "verifier", "sites"]


@contextlib.contextmanager
def taken(*ports):
    """Listens on ports at all addresses of localhost, as another program."""
    with contextlib.ExitStack() as sockets:
        for port in ports:
            for family, address in [(socket.AF_INET, "127.0.0.1"), (socket.AF_INET6, "::1")]:
                with contextlib.suppress(OSError):
                    sockets.enter_context(socket.create_server((address, port), family=family))
        yield


def ports(program):
    """The ports in the names of the demo's servers."""
    return [int((program.state / server / "port").read_text()) for server in SERVERS]


def test_servers_whose_ports_are_in_use_take_free_ports_and_a_wallet_reaches_all_servers(phone):
    phone.registers()
    phone.kill()
    phone.program.stop()
    with taken(*ports(phone.program)):
        phone.page.goto(phone.program.start())
        phone.launch()
        phone.enters("OpenWithPIN", PIN)
        phone.sees("AddCardsViaLogin")
        phone.obtains_pid()


@pytest.mark.parametrize("option", ["--provider-port", "--configuration-port", "--issuer-port", "--login-port", "--portal-port",
                                    "--verifier-port", "--sites-port"])
def test_a_chosen_port_in_use_ends_the_program_with_a_message(tmp_path, option):
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        with taken(port):
            done = subprocess.run(
                [str(PROGRAM), "--patient", "--state", str(tmp_path / "state"), option, str(port)], capture_output=True, text=True, timeout=240)
    assert done.returncode == 1 and f"Port {port} is in use by another program; leave out {option}" in done.stderr, done.stderr
    assert "http://" not in done.stdout


def test_with_listen_the_portal_is_reachable_like_the_page_and_without_it_is_not(program):
    with socket.create_server(("127.0.0.1", 0)) as a, socket.create_server(("127.0.0.1", 0)) as b:
        page, portal = (str(line.getsockname()[1]) for line in (a, b))
    # Another address of this machine stands for the container's.
    elsewhere = f"http://127.0.0.2:{portal}/"
    program.start("--fresh", "--listen", "0.0.0.0", "--port", page, "--portal-port", portal)
    assert requests.get(elsewhere, timeout=60).status_code == 200
    assert f"-p 127.0.0.1:{page}:{page} -p 127.0.0.1:{portal}:{portal}" in "".join(program.output)
    program.stop()
    program.start("--portal-port", portal)
    assert requests.get(f"http://localhost:{portal}/", timeout=60).status_code == 200
    with pytest.raises(requests.ConnectionError):
        requests.get(elsewhere, timeout=60)
